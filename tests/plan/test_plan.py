"""What a plan says before a run, after it and in between, against what the run really asks."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import yaml

from tests.answering import Answering
from tests.helpers import ROOT
from tests.project import PAIR
from triaudit.__main__ import entry
from triaudit.config import ROLES
from triaudit.judge.planned import Planned, Tally
from triaudit.judge.scripted import Scripted
from triaudit.judge.stored import Stored
from triaudit.plan import Plan, Row
from triaudit.questions import ExtractClaims
from triaudit.runtime import Runtime, RuntimeSettings
from triaudit.search import Hit, Page
from triaudit.store import Store
from triaudit.types import Unanswered, UnansweredReason

STAGES = "stage=systems,attachments,rubric,quality,claims,factcheck,audit"
PRICES = "judge.runtime.prices={input: 1.0, cached: 0.1, output: 4.0}"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A world of two tasks and two systems, nothing run yet."""
    shutil.copytree(PAIR / "data", tmp_path / "data")
    params = yaml.safe_load((ROOT / "params.yaml").read_text())
    (tmp_path / "params.yaml").write_text(yaml.safe_dump({**params, "systems": ["harbor", "breeze"]}))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def plan(*overrides: str) -> Plan:
    assert entry(["stage=plan", *overrides]) == 0
    return Plan.model_validate_json(Path(".triaudit/plan.json").read_text())


def by_stage(found: Plan) -> dict[str, Row]:
    return {row.stage: row for row in found.rows}


def test_a_plan_holds_what_the_run_then_asks_and_is_exact_after_it(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Answering(monkeypatch) as server:
        judge = server.as_judge()
        before = by_stage(plan(*judge))
        assert not server.calls
        assert "unknown" in capsys.readouterr().out
        assert entry([STAGES, *judge]) == 0
        asked = server.by_stage()
        assert set(asked) == set(ROLES)
        for stage, row in before.items():
            assert row.in_store.high == 0
            assert row.calls.low <= asked[stage] <= row.calls.high, stage
            assert row.usd is None
        for stage in ("rubric", "claims"):
            assert before[stage].calls.low == before[stage].calls.high
        assert before["factcheck"].calls.low < before["factcheck"].calls.high
        assert before["quality"].cacheable.low > 0

        after = plan(*judge)
        assert server.by_stage() == asked
        for stage, row in by_stage(after).items():
            assert (row.calls.low, row.calls.high) == (asked[stage], asked[stage]), stage
            assert row.in_store == row.calls
            assert row.to_ask.high == row.input.high == row.output.high == 0
            assert row.usd is not None
            assert row.usd.high == 0
        assert after.total.calls.high == sum(asked.values())
        assert any("`dvc repro` keeps them" in note for note in after.notes)


def test_once_claims_are_there_the_plan_of_what_is_missing_is_exact(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Answering(monkeypatch) as server:
        judge = server.as_judge(PRICES)
        assert entry([STAGES, *judge]) == 0
        whole, store = server.by_stage(), Store(here / ".triaudit" / "store.sqlite")
        for kept in list(store.entries()):
            template = json.loads(kept.about)["template"]
            if template == "quality/score" or (template == "factcheck/verdict" and kept.key < "8"):
                store.db.execute("delete from entries where key=?", (bytes.fromhex(kept.key),))
        store.close()
        shutil.rmtree(here / "results")
        found = by_stage(plan(*judge))
        server.calls.clear()
        assert entry([STAGES, *judge]) == 0
        asked = server.by_stage()
        assert 0 < asked["factcheck"] < whole["factcheck"]
        for stage, row in found.items():
            assert (row.to_ask.low, row.to_ask.high) == (asked[stage], asked[stage]), stage
            assert row.calls.low == whole[stage]
        # The rest of the fact-check's calls are in the store with what the provider counted for each.
        left = found["factcheck"]
        assert left.output.low == left.output.high == 80 * asked["factcheck"]
        assert left.usd is not None
        assert 0 < left.usd.low <= left.usd.high
        assert found["claims"].usd is not None
        assert found["claims"].usd.high == 0


def test_results_without_a_store_make_the_number_of_claims_known(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Answering(monkeypatch) as server:
        judge = server.as_judge()
        assert entry([STAGES, *judge]) == 0
        shutil.rmtree(here / ".triaudit")
        found = by_stage(plan(*judge))
        assert found["factcheck"].in_store.high == 0
        assert found["factcheck"].calls.low == found["factcheck"].calls.high == server.by_stage()["factcheck"]


def test_rules_ask_nobody_and_what_is_off_asks_nothing(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = by_stage(plan("factcheck=off", "judge@audit.judge=scripted"))
    assert found["factcheck"].judge == "off"
    assert found["quality"].calls.high == 0
    assert found["quality"].usd is not None
    assert found["audit"].calls.low > 0
    assert found["audit"].usd is None
    assert "The price of scripted is unknown" in capsys.readouterr().out


def test_one_call_for_all_dimensions_is_planned_as_one(here: Path) -> None:
    judge = ("judge=scripted",)
    each, one = (
        by_stage(plan(*judge, f"quality.calls={calls}"))["quality"] for calls in ("per_dimension", "one")
    )
    assert each.calls.low == 4 * 5
    assert each.calls.high == 4 * 7
    assert one.calls.low == one.calls.high == 4


def test_repeats_are_planned_for_what_is_asked_in_repeats(here: Path) -> None:
    once, thrice = (by_stage(plan("judge=scripted", f"judge.repeats={count}")) for count in (1, 3))
    for stage, times in {"rubric": 1, "claims": 1, "quality": 3}.items():
        assert thrice[stage].calls.low == times * once[stage].calls.low > 0
        assert thrice[stage].calls.high == times * once[stage].calls.high


async def test_a_question_that_failed_before_is_planned_as_one_to_ask(tmp_path: Path) -> None:
    store, offline = Store(tmp_path / "s"), RuntimeSettings(concurrency=1, offline=True, progress="off")
    judge = Scripted([])
    question = ExtractClaims(query="q", headings=(), before="", segment="The dam opened in 1932.")
    key = Stored(judge.adapter, judge.adapter, store, Runtime()).key(judge.call(question))
    store.fail(key, "completion", UnansweredReason.REFUSED, "no")
    tally = Tally()
    planned = Planned(judge.adapter, store, Runtime(offline), tally, "claims", "few")
    assert not isinstance(await planned.complete(judge.call(question)), Unanswered)
    assert [kind.new.calls for kind in tally.kinds.values()] == [1]


def test_a_part_of_the_benchmark_is_planned_as_a_part(here: Path) -> None:
    found = plan("judge=scripted", "benchmark.limit=1")
    assert found.part == "1 of 2 tasks (benchmark.limit=1)"
    assert found.tasks == 1
    whole = plan("judge=scripted").total.calls
    assert 0 < found.total.calls.low < whole.low
    assert found.total.calls.high < whole.high


class Web:
    """A search behind somebody's server, at a price."""

    available = True

    def __init__(self, price: float | None = None) -> None:
        self.price = price

    async def search(
        self, query: str, language: str | None = None, limit: int = 10
    ) -> tuple[Hit, ...] | Unanswered:
        raise AssertionError("a plan searches nothing")

    async def fetch(self, url: str) -> Page | Unanswered:
        raise AssertionError("a plan opens nothing")


def test_searches_of_a_server_are_counted_and_not_made(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    params = yaml.safe_load((here / "params.yaml").read_text())
    (here / "params.yaml").write_text(yaml.safe_dump({**params, "search": "none"}))
    judge = "judge=openai", "judge.model=m", PRICES
    web = "search._target_=tests.plan.test_plan.Web"
    free = by_stage(plan(*judge, web, "+search.price=0.0"))["factcheck"]
    assert 0 < free.searches.low < free.searches.high
    assert 0 < free.calls.low < free.calls.high
    paid = by_stage(plan(*judge, web, "+search.price=0.01"))["factcheck"]
    assert free.usd is not None
    assert paid.usd is not None
    assert paid.usd.low == pytest.approx(free.usd.low + 0.01 * free.searches.low)
    assert paid.usd.high == pytest.approx(free.usd.high + 0.01 * free.searches.high)
    assert by_stage(plan(*judge, web))["factcheck"].usd is None
    assert "The price of a search is unknown" in capsys.readouterr().out


def test_more_claims_and_tasks_cost_more_and_make_surer(here: Path) -> None:
    found = plan("judge=scripted").precision
    assert found is not None
    rows = {(row.claims, row.tasks): row for row in found.rows}
    assert {tasks for _, tasks in rows} == {2, 10, 30, 100}
    assert rows[5, 10].calls.high < rows[None, 10].calls.high
    assert rows[5, 10].half_width > rows[None, 10].half_width > rows[None, 100].half_width
    assert rows[5, 100].calls.high == pytest.approx(10 * rows[5, 10].calls.high)
    assert "Cochran" in found.formula


def test_a_plan_leaves_no_trace_in_store_and_results(here: Path) -> None:
    first = plan("judge=scripted")
    assert not any((here / "results").rglob("*"))
    store = Store(here / ".triaudit" / "store.sqlite")
    assert store.db.execute("select count(*) from entries").fetchone() == (0,)
    assert store.db.execute("select count(*) from ledger").fetchone() == (0,)
    assert plan("judge=scripted") == first
