"""Searches cost money and calls as judges do, out of the same budget."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.judge.asked import Run, question
from tests.judge.test_api_cases import replay
from tests.judge.test_budget import PRICES, runtime
from tests.server import Server
from triaudit.errors import TriauditError
from triaudit.search import Hit, Page
from triaudit.search.corpus import Corpus
from triaudit.search.counted import Counted
from triaudit.store import Spent, Store
from triaudit.types import Unanswered, UnansweredReason


class Web:
    """A search behind somebody's server."""

    available = True

    def __init__(self, price: float | None = None) -> None:
        self.price, self.asked = price, list[str]()

    async def search(
        self, query: str, language: str | None = None, limit: int = 10
    ) -> tuple[Hit, ...] | Unanswered:
        self.asked.append(query)
        return (Hit(url="https://a.example", title="A", snippet=query),)

    async def fetch(self, url: str) -> Page | Unanswered:
        return Page(url=url, title="A", text="text")


async def test_no_search_is_made_above_the_budget_and_one_line_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Run(tmp_path, runtime(calls=2)) as run:
        web = Web()
        searches = Counted(web, run.runtime, run.store)
        found = await asyncio.gather(*(searches.search(str(n)) for n in range(5)))
        assert len(web.asked) == 2
        refused = [one.reason for one in found if isinstance(one, Unanswered)]
        assert refused == [UnansweredReason.BUDGET] * 3
        assert run.runtime.holes == 3
        assert (await searches.fetch("https://a.example")) == Page(
            url="https://a.example", title="A", text="text"
        )
    (line,) = capsys.readouterr().err.splitlines()
    assert "the budget is used up (2 of 2 calls)" in line


async def test_judge_and_search_draw_on_one_account_and_tell_its_end_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Server(replay("b01")[1:]) as server, Run(tmp_path, runtime(usd=0.012)) as run:
        searches = Counted(Web(price=0.005), run.runtime, run.store)
        judge = run.judge(server, runtime={"prices": PRICES})
        await judge.ask(question("a"))
        for n in range(3):
            await searches.search(str(n))
        await judge.ask(question("b"))
        spent = run.store.spent("default")
        assert spent == Spent(3, 980, pytest.approx(0.00122 + 0.01))
        assert run.runtime.unanswered == {UnansweredReason.BUDGET: 2}
    assert len(capsys.readouterr().err.splitlines()) == 1


async def test_without_a_limit_searches_are_counted_all_the_same(tmp_path: Path) -> None:
    async with Run(tmp_path) as run:
        searches = Counted(Web(price=0.001), run.runtime, run.store)
        await searches.search("a")
        await searches.search("b")
    assert Store(tmp_path / "store.sqlite").spent("default") == Spent(2, 0, pytest.approx(0.002))


def test_money_is_not_limited_where_a_search_has_no_price(tmp_path: Path) -> None:
    with pytest.raises(TriauditError, match=r"runtime\.budget\.usd=1\.0: the price of a search by Web"):
        Counted(Web(), runtime(usd=1), Store(tmp_path / "s"))


async def test_a_folder_of_pages_costs_nothing(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.md").write_text(
        "---\nurl: https://a.example\ntitle: A\n---\nThe quay is deep.\n"
    )
    limits: dict[str, Any] = {"calls": 0, "usd": 0}
    async with Run(tmp_path, runtime(**limits)) as run:
        found = await Counted(Corpus(str(tmp_path / "pages")), run.runtime, run.store).search("quay", "en")
        assert not isinstance(found, Unanswered)
        assert run.store.spent("default") == Spent()
