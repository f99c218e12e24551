"""Money, calls and tokens: counted for all jobs, and never more than allowed."""

from __future__ import annotations

import asyncio
import multiprocessing
from pathlib import Path
from typing import Any

import pytest

from tests.judge.asked import Run, judge, question, scores
from tests.judge.test_api_cases import GOOD, replay
from tests.server import Server
from triaudit.errors import TriauditError
from triaudit.judge.budget import cost
from triaudit.judge.endpoint import Prices, Usage
from triaudit.judge.stack import stack
from triaudit.runtime import BudgetSettings, Runtime, RuntimeSettings
from triaudit.store import Spent, Store
from triaudit.types import Unanswered, UnansweredReason

PRICES = {"input": 1.0, "cached": 0.1, "output": 4.0}


def runtime(**limits: Any) -> Runtime:
    budget = BudgetSettings(**limits)
    return Runtime(RuntimeSettings(concurrency=8, offline=False, progress="off", budget=budget))


@pytest.mark.parametrize(
    ("usage", "prices", "money"),
    [
        (Usage(input=1000, output=100), Prices(**PRICES), 0.0014),
        (Usage(input=1000, cached=1000, output=100, reasoning=90), Prices(**PRICES), 0.0005),
        (Usage(input=1000, cached=400, output=0), Prices(input=1, output=4), 0.001),
        (Usage(input=1000, output=100), None, None),
        (Usage(), Prices(**PRICES), None),
    ],
)
def test_cached_and_hidden_tokens_are_priced_and_unknown_stays_unknown(
    usage: Usage, prices: Prices | None, money: float | None
) -> None:
    assert cost(usage, prices) == (None if money is None else pytest.approx(money))


async def test_no_call_is_made_above_the_budget_and_finished_work_is_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Server(replay("b01")[1:]) as server:
        async with Run(tmp_path, runtime(calls=3)) as run:
            asked = run.judge(server)
            answers = await asyncio.gather(*(asked.ask(question(str(n))) for n in range(6)))
            assert len(server.requests) == 3
            assert [one.reason for one in answers if isinstance(one, Unanswered)] == [
                UnansweredReason.BUDGET
            ] * 3
            assert run.runtime.holes == 3
            lines = capsys.readouterr().err.splitlines()
            assert len(lines) == 1
            assert "3 of 3 calls" in lines[0]
        async with Run(tmp_path, runtime(calls=6)) as run:
            asked = run.judge(server)
            for n in range(6):
                assert scores(await asked.ask(question(str(n)))) == GOOD
            assert len(server.requests) == 6


async def test_tokens_and_money_are_counted_as_the_provider_counts_them(tmp_path: Path) -> None:
    async with Server(replay("b01")[1:]) as server, Run(tmp_path, runtime(usd=1, tokens=10_000)) as run:
        await run.judge(server, runtime={"prices": PRICES}).ask(question())
        assert run.store.spent("default") == Spent(1, 980, pytest.approx(900e-6 + 320e-6))


async def test_calls_in_flight_cannot_overspend_together(tmp_path: Path) -> None:
    slow = {**replay("b01")[1], "delay_s": 0.1}
    async with Server([slow]) as server, Run(tmp_path, runtime(usd=0.01)) as run:
        asked = run.judge(server, runtime={"prices": PRICES, "concurrency": 20})
        await asyncio.gather(*(asked.ask(question(str(n))) for n in range(20)))
        assert 0 < len(server.requests) < 20
        assert run.store.spent("default").usd <= 0.01


async def test_failed_attempts_count_as_calls(tmp_path: Path) -> None:
    async with Server(replay("b06")) as server, Run(tmp_path) as run:
        await run.judge(server).ask(question())
        assert run.store.spent("default") == Spent(1, 0, 0.0)


def test_money_is_not_limited_without_a_price(tmp_path: Path) -> None:
    with pytest.raises(
        TriauditError, match=r"runtime\.budget\.usd=5\.0: the price of judge-small is unknown"
    ):
        stack(judge("http://127.0.0.1:1/v1"), Store(tmp_path / "s"), runtime(usd=5))


def _spend(path: Path) -> None:
    store = Store(path)
    for _ in range(50):
        store.spend("a", Spent(1, 10, 0.5), (120, None, None))


def test_jobs_share_one_budget(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    Store(path).close()
    jobs = [multiprocessing.get_context("spawn").Process(target=_spend, args=(path,)) for _ in range(4)]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    assert Store(path).spent("a") == Spent(120, 1200, 60.0)
    assert Store(path).spent("b") == Spent(0, 0, 0.0)
