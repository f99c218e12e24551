"""The audit stage: every task gets a record, and what was not answered is never a low score."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.audit.made import claims, output, step, trace
from tests.helpers import context
from triaudit.audit import AuditSettings, stage
from triaudit.audit.aggregate import process
from triaudit.audit.ask import Plan, audit
from triaudit.audit.draft import research
from triaudit.audit.flags import Flag, has
from triaudit.context import Context
from triaudit.errors import TriauditError, UndeclaredError
from triaudit.files import read_records, write_records
from triaudit.judge.rules import Rules
from triaudit.prompts import render
from triaudit.questions import FixedDimension, Question
from triaudit.types import (
    Missing,
    MissingReason,
    ProcessAudit,
    Record,
    ReportClaims,
    SystemOutput,
    Task,
    Trace,
    Unanswered,
    UnansweredReason,
)

R = TypeVar("R", bound=Record)

NAMES = ("search_breadth", "analytical_depth", "progressive_refinement", "critical_thinking", "efficiency")
DIMENSIONS = tuple(FixedDimension(id=name, name=name, definition=name) for name in NAMES)
PLAN = Plan(window_steps=200, window_chars=60_000, dimensions=DIMENSIONS)
REPORT = "Dam A stores 2.1 km3. Dam B leaks."
STEPS = trace(
    ("think", "Plan: find dam volumes"),
    ("search", "Dam A volume\nsnippet: 2.1 km3"),
    ("read", "Dam A stores 2.1 km3."),
    ("answer", "Dam A stores 2.1 km3. Dam B leaks."),
)


class Half:
    """The rules, but for kinds of question that are not answered; keeps what it was asked."""

    name, baseline, identity = "half", True, None

    def __init__(self, *down: str, reason: UnansweredReason = UnansweredReason.REFUSED) -> None:
        self.down, self.reason = down, reason
        self.asked: list[Question[Any]] = []

    async def ask(self, question: Question[R]) -> R | Unanswered:
        self.asked.append(question)
        if question.template in self.down:
            return Unanswered(reason=self.reason)
        return await Rules().ask(question)


def prepared(
    folder: Path, outputs: list[SystemOutput], listed: list[ReportClaims], *overrides: str
) -> Context:
    tasks = [Task(id=str(n), query="How much?", language="en", track="text") for n in (1, 2, 3, 4)]
    write_records(folder / "data" / "benchmark" / "v1" / "tasks.jsonl", tasks)
    write_records(folder / "results" / "systems" / "s.jsonl", outputs)
    write_records(folder / "results" / "claims" / "s.jsonl", listed)
    return context(folder, "audit", "s", ["benchmark.version=v1", *overrides])


async def test_every_task_gets_a_record_in_order_and_upstream_reasons_are_kept(tmp_path: Path) -> None:
    failed = Missing(reason=MissingReason.NO_OUTPUT, detail="from before")
    outputs = [
        SystemOutput(task="3", report="Text."),
        output(STEPS, REPORT, task="1"),
        SystemOutput(task="2", report="", missing=failed),
    ]
    ctx = prepared(tmp_path, outputs, [claims(REPORT)])
    await stage.run(ctx)
    records = read_records(tmp_path / "results" / "audit" / "s.jsonl", ProcessAudit)
    assert [record.task for record in records] == ["1", "2", "3", "4"]
    assert records[0].missing is None
    assert records[1].missing == failed
    assert records[2].missing is not None
    assert records[2].missing.reason is MissingReason.NO_TRACE
    assert records[3].missing is not None
    assert records[3].missing.reason is MissingReason.NO_OUTPUT


async def test_the_same_inputs_give_the_same_bytes(tmp_path: Path) -> None:
    ctx = prepared(tmp_path, [output(STEPS, REPORT)], [claims(REPORT)])
    await stage.run(ctx)
    first = (tmp_path / "results" / "audit" / "s.jsonl").read_bytes()
    await stage.run(ctx)
    assert (tmp_path / "results" / "audit" / "s.jsonl").read_bytes() == first


async def test_switched_off_it_asks_nothing(tmp_path: Path) -> None:
    ctx = prepared(tmp_path, [], [], "audit=off")
    await stage.run(ctx)
    records = read_records(tmp_path / "results" / "audit" / "s.jsonl", ProcessAudit)
    assert {record.missing.reason for record in records if record.missing} == {MissingReason.OFF}
    assert len(records) == 4


def test_the_stage_does_not_see_alpha(tmp_path: Path) -> None:
    settings = prepared(tmp_path, [], []).settings("audit", AuditSettings)
    assert settings.window_steps == 200
    with pytest.raises(UndeclaredError):
        settings.alpha  # noqa: B018


@pytest.mark.parametrize("blank", [None, Trace(format="made", steps=())])
def test_no_trace_and_no_report_are_missing_with_their_reason(blank: Trace | None) -> None:
    why = stage.missing(SystemOutput(task="1", report="Text.", trace=blank))
    assert why is not None
    assert why.reason is MissingReason.NO_TRACE
    why = stage.missing(SystemOutput(task="1", report=" \n", trace=Trace(format="made", steps=STEPS)))
    assert why is not None
    assert why.reason is MissingReason.NO_REPORT


async def test_a_claim_that_only_the_closing_answer_holds_is_not_supported() -> None:
    done = await audit(Rules(), PLAN, "q", output(STEPS, REPORT), claims(REPORT, conclusions=("k2",)))
    assert [(s.claim, s.supported, s.step, s.conclusion) for s in done.supported] == [
        ("k1", True, 3, False),
        ("k2", False, None, True),
    ]
    assert [one.index for one in research(STEPS)] == [1, 2, 3]


async def test_questions_that_are_not_answered_leave_their_items_unanswered() -> None:
    apart = PLAN._replace(calls="per_question")
    for kind in ("structure", "intrinsic", "findings_to_report", "report_to_process", "contradictions"):
        done = await audit(Half(f"audit/{kind}"), apart, "q", output(STEPS, REPORT), claims(REPORT))
        figures = process(done, 0.5, 0.1)
        figure = {
            "structure": figures.findings_to_report,
            "intrinsic": figures.intrinsic,
            "findings_to_report": figures.findings_to_report,
            "report_to_process": figures.report_to_process.both,
            "contradictions": figures.contradiction,
        }[kind]
        assert figure.value is None, kind
        assert figure.missing is not None
        assert figure.missing.reason is MissingReason.UNANSWERED, kind
        assert figures.total.value is None, kind


async def test_a_window_that_is_not_answered_leaves_all_that_was_asked_about_it_unanswered() -> None:
    done = await audit(Half("audit/window"), PLAN, "q", output(STEPS, REPORT), claims(REPORT))
    figures = process(done, 0.5, 0.1)
    for figure in (figures.findings_to_report, figures.report_to_process.both, figures.contradiction):
        assert figure.missing is not None
        assert figure.missing.reason is MissingReason.UNANSWERED
    assert figures.intrinsic.value is not None
    assert figures.total.value is None


@pytest.mark.parametrize("window_steps", [1, 3, 200])
async def test_one_call_a_window_and_one_for_each_question_give_the_same_audit(window_steps: int) -> None:
    plan = PLAN._replace(window_steps=window_steps)
    whole = await audit(Rules(), plan, "q", output(STEPS, REPORT), claims(REPORT))
    apart = plan._replace(calls="per_question")
    assert whole == await audit(Rules(), apart, "q", output(STEPS, REPORT), claims(REPORT))
    assert [one.supported for one in whole.supported] == [True, False]


async def test_more_claims_than_a_question_holds_are_asked_about_apart() -> None:
    report = " ".join(f"Dam number {n} stores {n}.1 km3." for n in range(1, 131))
    judge = Half()
    done = await audit(judge, PLAN, "q", output(STEPS, report), claims(report))
    assert len(done.supported) == 130
    kinds = [question.template for question in judge.asked]
    assert (kinds.count("audit/window"), kinds.count("audit/report_to_process")) == (1, 2)


async def test_without_claims_the_rest_is_audited_and_it_says_so() -> None:
    listed = ReportClaims(task="1", missing=Missing(reason=MissingReason.OFF))
    done = await audit(Rules(), PLAN, "q", output(STEPS, REPORT), listed)
    assert "claims_missing: off" in done.flags
    assert done.supported == ()
    assert process(done, 0.5, 0.1).report_to_process.both.value is None
    assert process(done, 0.5, 0.1).total.value is not None


async def test_a_trace_that_logs_no_results_is_flagged_and_its_claims_are_not_counted_against_it() -> None:
    steps = (
        step(1, "search", "Dam A volume", "Dam A volume", results=False),
        step(2, "think", "I know enough."),
    )
    done = await audit(Rules(), PLAN, "q", output(steps, REPORT), claims(REPORT))
    assert has(done.flags, Flag.RESULTS_NOT_LOGGED)
    back = process(done, 0.5, 0.1).report_to_process.both
    assert back.value is None
    assert back.missing is not None
    assert back.missing.reason is MissingReason.RESULTS_NOT_LOGGED


async def test_a_long_trace_goes_through_in_windows_and_says_what_was_shortened() -> None:
    filler = "Nothing of interest is written here, only words that fill the page. " * 6
    steps = tuple(step(number, "read", f"Page {number}. {filler}") for number in range(1, 901))
    middle = step(451, "read", f"{filler} The Selvane reservoir stores 2.1 km3 since 1974. {filler}")
    steps = (*steps[:450], middle, *steps[451:])
    report = "The Selvane reservoir stores 2.1 km3 since 1974."
    judge = Half()
    done = await audit(judge, PLAN, "q", output(steps, report), claims(report))
    assert any("2.1 km3" in finding.text and 451 in finding.steps for finding in done.findings)
    assert [(s.supported, s.step) for s in done.supported] == [(True, 451)]
    assert any(flag.startswith("steps_shortened: 900 of 900 steps shown, ") for flag in done.flags)
    size = sum(len(one.text) for one in steps)
    windows = -(-size // (60_000 - 500))
    kinds = [question.template for question in judge.asked]
    assert kinds.count("audit/window") == windows
    assert kinds.count("audit/contradictions") == 1
    assert len(kinds) <= 3 + windows


async def test_calls_and_bytes_grow_linearly_with_the_trace() -> None:
    async def asked(count: int) -> tuple[int, int]:
        steps = tuple(
            step(n, "read", f"Page {n} of dam {n % 7}. " + "It fills the page with words. " * 15)
            for n in range(1, count + 1)
        )
        judge = Half()
        await audit(judge, PLAN, "q", output(steps, REPORT), claims(REPORT))
        return len(judge.asked), sum(len(render(question).encode()) for question in judge.asked)

    (calls, size), (twice_calls, twice_size) = await asked(450), await asked(900)
    assert twice_calls - 3 <= 2 * (calls - 3) + 1
    assert twice_size <= 2.1 * size


async def test_a_contradiction_across_windows_is_found() -> None:
    steps = trace(
        ("read", "Dam A stores 2.1 km3 of water."),
        *[("think", "The pages say nothing new about it.")] * 20,
        ("read", "Correction: Dam A stores 1.2 km3 of water."),
    )
    plan = PLAN._replace(window_steps=5)
    done = await audit(Rules(), plan, "q", output(steps, "Dam A stores 2.1 km3 of water."), claims(""))
    assert [found.steps for found in done.contradictions] == [(1, 22)]


async def test_a_dimension_that_the_rules_do_not_know_is_unanswered() -> None:
    plan = PLAN._replace(
        dimensions=(*DIMENSIONS, FixedDimension(id="courage", name="Courage", definition="…"))
    )
    done = await audit(Rules(), plan, "q", output(STEPS, REPORT), claims(REPORT))
    assert [rating.dimension for rating in done.intrinsic if rating.unanswered] == ["courage"]
    assert process(done, 0.5, 0.1).intrinsic.value is None


async def test_a_draft_of_the_report_in_the_middle_of_the_trace_supports_nothing() -> None:
    steps = trace(
        ("read", "Dam A stores 2.1 km3."),
        ("think", "Now I write it down.\n\nDam A stores 2.1 km3. [1]\n- **Dam B** leaks since 1998."),
        ("answer", "# Report\nDam A stores 2.1 km3. Dam B leaks since 1998."),
        ("other", "agent_end"),
    )
    report = "Dam A stores 2.1 km3 [1].\n- Dam B leaks since 1998."
    judge = Half()
    done = await audit(judge, PLAN, "q", output(steps, report), claims(report))
    assert [(s.supported, s.step) for s in done.supported] == [(True, 1), (False, None)]
    assert "report_draft: step 2, 3" in done.flags
    assert {step for finding in done.findings for step in finding.steps} == {1}
    assert [(one.text, one.steps) for one in done.findings] == [("Dam A stores 2.1 km3.", (1,))]


async def test_a_trace_of_answers_alone_is_not_held_against_the_report() -> None:
    done = await audit(Rules(), PLAN, "q", output(trace(("answer", REPORT)), REPORT), claims(REPORT))
    figures = process(done, 0.5, 0.1)
    for figure, why in (
        (figures.report_to_process.both, MissingReason.NO_RESEARCH),
        (figures.findings_to_report, MissingReason.NO_FINDINGS),
        (figures.alignment, MissingReason.NO_FINDINGS),
    ):
        assert figure.value is None
        assert figure.missing is not None
        assert figure.missing.reason is why


async def test_claims_that_could_not_be_read_are_not_claims_that_are_not_there() -> None:
    lost = Unanswered(reason=UnansweredReason.REFUSED)
    listed = ReportClaims(task="1", segments=5, failed_segments=(lost,) * 4)
    figures = process(await audit(Rules(), PLAN, "q", output(STEPS, REPORT), listed), 0.5, 0.1)
    for figure in (figures.report_to_process.both, figures.alignment, figures.total):
        assert figure.missing is not None
        assert figure.missing.reason is MissingReason.UNANSWERED


async def test_too_many_windows_that_were_not_searched_leave_no_share_of_contradictions() -> None:
    class Tired(Half):
        async def ask(self, question: Question[R]) -> R | Unanswered:
            late = any(step.index > 3 for step in getattr(question, "steps", ()))
            self.down = ("audit/window", "audit/contradictions") if late else ()
            return await super().ask(question)

    steps = trace(*[("read", f"Dam {letter} stores {n}.1 km3.") for n, letter in enumerate("ABCDEF", 1)])
    plan = PLAN._replace(window_steps=3)
    done = await audit(Tired(), plan, "q", output(steps, REPORT), claims(REPORT))
    assert (done.structure_parts.asked, done.structure_parts.failed) == (2, 1)
    assert (done.conflict_parts.asked, done.conflict_parts.failed) == (3, 2)
    strict, mild = process(done, 0.5, 0.1), process(done, 0.5, 0.7)
    for figure in (strict.findings_to_report, strict.contradiction):
        assert figure.missing is not None
        assert figure.missing.reason is MissingReason.TOO_MANY_FAILED
    assert mild.findings_to_report.value is not None
    assert strict.failed == 3 + len(done.supported)


@pytest.mark.parametrize("taken", ["total", "alignment", "failed"])
def test_a_dimension_that_would_hide_a_figure_is_refused(tmp_path: Path, taken: str) -> None:
    dimensions = f"audit.dimensions=[{{id:{taken},name:T,definition:x}}]"
    with pytest.raises(TriauditError, match=rf"audit\.dimensions.*the id {taken} is taken already"):
        prepared(tmp_path, [], [], dimensions).settings("audit", AuditSettings)


def test_two_dimensions_of_one_id_are_refused(tmp_path: Path) -> None:
    one = "{id:depth,name:T,definition:x}"
    with pytest.raises(TriauditError, match="two dimensions have the id depth"):
        prepared(tmp_path, [], [], f"audit.dimensions=[{one},{one}]").settings("audit", AuditSettings)


async def test_the_references_three_ratings_replace_the_items_where_they_are_chosen() -> None:
    judge = Half()
    plan = PLAN._replace(alignment="holistic")
    done = await audit(judge, plan, "q", output(STEPS, REPORT), claims(REPORT))
    kinds = sorted(question.template for question in judge.asked)
    assert kinds == ["audit/alignment", "audit/intrinsic", "audit/window"]
    assert done.realised == done.supported == ()
    assert done.holistic is not None
    ratings = {rating.dimension: rating for rating in done.holistic}
    assert ratings["findings_to_report"].score == 10
    assert ratings["report_to_process"].score == 5.5  # one of two sentences: 1 + 9 / 2
    assert ratings["report_to_process"].steps == (3,)
    figures = process(done, 0.5, 0.1)
    scores = [rating.score or 0.0 for rating in done.holistic]
    assert figures.alignment.value == pytest.approx(10 * sum(scores) / 3)
    assert figures.report_to_process.both.value == pytest.approx(0.55)
    assert figures.report_to_process.claims.missing is not None
    assert figures.report_to_process.claims.missing.reason is MissingReason.OFF


async def test_ratings_that_are_not_given_leave_no_alignment() -> None:
    plan = PLAN._replace(alignment="holistic")
    done = await audit(Half("audit/alignment"), plan, "q", output(STEPS, REPORT), claims(REPORT))
    figures = process(done, 0.5, 0.1)
    for figure in (figures.alignment, figures.findings_to_report, figures.total):
        assert figure.missing is not None
        assert figure.missing.reason is MissingReason.UNANSWERED
    assert figures.failed == 3
