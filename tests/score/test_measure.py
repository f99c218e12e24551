import json
from pathlib import Path

import pytest

from tests.score.made import FAILED, check, grade, rubric
from triaudit.score import measure
from triaudit.types import (
    Finding,
    Missing,
    MissingReason,
    ProcessAudit,
    Rating,
    Realised,
    ReportClaims,
    Supported,
)

CASES = Path(__file__).parents[1] / "cases" / "stats"
FIXED = ("coverage", "clarity")


def case(name: str):
    return json.loads((CASES / name).read_text("utf-8"))


def test_a_total_is_computed_from_criteria_and_weights():
    given = case("g09_contradicting_total.json")
    scores = {f"coverage.{n}": float(item["s"]) for n, item in enumerate(given["criteria"])}
    figures = measure.quality(grade("1", scores), rubric("1", {"coverage": 1.0}, criteria=2), ("coverage",))
    assert figures["quality/total"] == pytest.approx(70.0)


def test_a_dimension_that_was_not_answered_leaves_no_total():
    given = case("g01_null_vs_zero.json")
    for task, values in given["tasks"].items():
        failed = values.get("clarity_status") == "parse_error"
        scores = {
            f"{name}.0": None if failed and name == "clarity" else values[name] for name in given["weights"]
        }
        figures = measure.quality(
            grade(task, scores), rubric(task, given["weights"]), tuple(given["weights"])
        )
        total = figures["quality/total"]
        assert isinstance(total, Missing)
        assert total.reason is MissingReason.UNANSWERED
        assert total.unanswered == FAILED
        assert "of 4 criteria scored" in total.detail
        assert figures["quality/coverage"] == 10 * values["coverage"]


def test_a_score_of_zero_is_a_score():
    figures = measure.quality(grade("1", {"coverage.0": 0.0}), rubric("1", {"coverage": 1.0}), ("coverage",))
    assert figures["quality/total"] == 0.0


def test_specificity_is_the_weighted_mean_of_the_dynamic_dimensions():
    made = rubric("1", {"coverage": 0.5, "clarity": 0.1, "d1": 0.3, "d2": 0.1}, dynamic=("d1", "d2"))
    scores = {"coverage.0": 5.0, "clarity.0": 5.0, "d1.0": 8.0, "d2.0": 4.0}
    figures = measure.quality(grade("1", scores), made, FIXED)
    assert figures["quality/specificity"] == pytest.approx(70.0)
    assert figures["quality/total"] == pytest.approx(58.0)


def test_a_task_without_dynamic_dimensions_has_no_specificity():
    figures = measure.quality(grade("1", {"coverage.0": 5.0}), rubric("1", {"coverage": 1.0}), ("coverage",))
    specificity = figures["quality/specificity"]
    assert isinstance(specificity, Missing)
    assert specificity.reason is MissingReason.NO_DYNAMIC_DIMENSION


def test_a_dynamic_dimension_without_weight_gives_no_specificity():
    made = rubric("1", {"coverage": 1.0, "d1": 0.0}, dynamic=("d1",))
    figures = measure.quality(grade("1", {"coverage.0": 5.0, "d1.0": 9.0}), made, ("coverage",))
    assert isinstance(figures["quality/specificity"], Missing)
    assert figures["quality/specificity"].reason is MissingReason.NO_DYNAMIC_DIMENSION
    assert figures["quality/total"] == pytest.approx(50.0)
    figures = measure.quality(grade("1", {"coverage.0": None, "d1.0": 9.0}), made, ("coverage",))
    assert isinstance(figures["quality/total"], Missing)
    assert "0 of 1 criteria scored" in figures["quality/total"].detail


def test_a_criterion_without_a_score_of_its_own_is_missing_too():
    made = rubric("1", {"coverage": 1.0}, criteria=3)
    figures = measure.quality(grade("1", {"coverage.0": 5.0, "coverage.1": 5.0}), made, ("coverage",))
    assert isinstance(figures["quality/total"], Missing)
    assert "2 of 3 criteria scored" in figures["quality/total"].detail


def test_a_grade_under_another_rubric_does_not_count():
    made = rubric("1", {"coverage": 1.0}).model_copy(update={"digest": "new"})
    figures = measure.quality(grade("1", {"coverage.0": 5.0}), made, ("coverage",))
    assert isinstance(figures["quality/total"], Missing)


def test_counts_and_ratio_of_a_report():
    figures = measure.factcheck(check("1", right=6, wrong=1, conflict=1, unknown=2), None, 0.1)
    assert figures["factcheck/right_ratio"] == pytest.approx(60.0)
    assert figures["factcheck/checked_share"] == pytest.approx(80.0)
    assert [figures[f"factcheck/{name}"] for name in measure.COUNTS] == [6, 1, 1, 2, 0, 10]


def test_failed_claims_leave_the_denominator_and_are_counted():
    figures = measure.factcheck(check("1", right=9, wrong=9, failed=2), None, 0.1)
    assert figures["factcheck/right_ratio"] == pytest.approx(50.0)
    assert figures["factcheck/failed"] == 2
    assert figures["factcheck/claims"] == 20


@pytest.mark.parametrize(("failed", "limit"), [(3, 0.1), (20, 0.5), (20, 1.0)])
def test_a_report_with_too_many_failed_claims_is_not_measured(failed: int, limit: float):
    figures = measure.factcheck(check("1", right=20 - failed, failed=failed), None, limit)
    ratio = figures["factcheck/right_ratio"]
    assert isinstance(ratio, Missing)
    assert ratio.reason is MissingReason.TOO_MANY_FAILED
    assert ratio.unanswered == FAILED
    assert figures["factcheck/failed"] == failed


def test_parts_of_a_report_that_could_not_be_read_count_like_failed_claims():
    claims = ReportClaims(task="1", segments=10, failed_segments=(FAILED, FAILED))
    figures = measure.factcheck(check("1", right=5), claims, 0.1)
    assert isinstance(figures["factcheck/right_ratio"], Missing)
    assert measure.factcheck(check("1", right=5), claims, 0.2)["factcheck/right_ratio"] == 100.0


def test_a_report_without_claims_has_no_ratio():
    counts = case("g06_zero_claims.json")["tasks"]["1"]
    ratio = measure.factcheck(check("1", **counts), None, 0.1)["factcheck/right_ratio"]
    assert isinstance(ratio, Missing)
    assert ratio.reason is MissingReason.NO_CLAIMS


def test_all_unknown_shows_that_nothing_could_be_decided():
    figures = measure.factcheck(check("1", **case("g07_all_unknown.json")["tasks"]["1"]), None, 0.1)
    assert figures["factcheck/right_ratio"] == 0.0
    assert figures["factcheck/checked_share"] == 0.0


def audited(**change: object) -> ProcessAudit:
    record = ProcessAudit(
        task="1",
        findings=(
            Finding(id="f1", text="x", steps=(1,), strength=3),
            Finding(id="f2", text="y", steps=(2,), strength=1),
        ),
        intrinsic=(Rating(dimension="depth", score=6.0), Rating(dimension="breadth", score=8.0)),
        realised=(Realised(finding="f1", realised=True), Realised(finding="f2", realised=False)),
        supported=(
            Supported(claim="c1", supported=True),
            Supported(claim="c2", supported=False),
        ),
        consistency=Rating(dimension="consistency", score=9.0),
    )
    return record.model_copy(update=change)


def test_process_figures_are_on_one_scale_and_alpha_weighs_them():
    rated = ("depth", "breadth")
    figures = measure.audit(audited(), rated, 0.25, 0.1)
    assert figures["audit/depth"] == pytest.approx(60.0)
    assert figures["audit/intrinsic"] == pytest.approx(70.0)
    assert figures["audit/findings_to_report"] == pytest.approx(75.0)
    assert figures["audit/report_to_process"] == pytest.approx(50.0)
    assert figures["audit/consistency"] == pytest.approx(90.0)
    assert isinstance(figures["audit/contradiction"], Missing)
    alignment = figures["audit/alignment"]
    assert alignment == pytest.approx(62.5)
    assert figures["audit/total"] == pytest.approx(0.25 * 70 + 0.75 * 62.5)
    assert measure.audit(audited(), rated, 1.0, 0.1)["audit/total"] == pytest.approx(70.0)


def test_failed_items_of_an_audit_are_told_whether_or_not_they_are_too_many():
    findings = tuple(Finding(id=f"f{n}", text="x", steps=(1,), strength=1) for n in range(120))
    answers = tuple(
        Realised(finding=one.id, realised=None if n else True, unanswered=FAILED if n else None)
        for n, one in enumerate(findings)
    )
    record = audited(findings=findings, realised=answers)
    figures = measure.audit(record, ("depth",), 0.5, 0.1)
    for name in ("findings_to_report", "alignment", "total"):
        gone = figures[f"audit/{name}"]
        assert isinstance(gone, Missing)
        assert gone.reason is MissingReason.TOO_MANY_FAILED
    assert "119 of 120 findings" in str(figures["audit/total"])
    assert (figures["audit/asked"], figures["audit/failed"]) == (124.0, 119.0)
    assert measure.audit(record, ("depth",), 0.5, 0.995)["audit/findings_to_report"] == 100.0


def test_a_task_without_a_trace_is_missing_on_every_process_figure():
    missing = Missing(reason=MissingReason.NO_TRACE)
    figures = measure.audit(ProcessAudit(task="1", missing=missing), ("depth",), 0.5, 0.1)
    assert set(figures) == set(measure.audit_names(("depth",)))
    assert set(figures.values()) == {missing}


def test_a_stage_that_has_not_run_is_missing_upstream():
    everything = {
        **measure.quality(None, None, FIXED),
        **measure.factcheck(None, None, 0.1),
        **measure.audit(None, ("depth",), 0.5, 0.1),
    }
    assert {m.reason for m in everything.values() if isinstance(m, Missing)} == {MissingReason.UPSTREAM}
    assert all(isinstance(figure, Missing) for figure in everything.values())


def test_a_task_with_an_unread_attachment_is_left_out_of_what_rests_on_attachments():
    made = rubric("1", {"coverage": 0.6, "d1": 0.4}, dynamic=("d1",))
    scores = grade("1", {"coverage.0": 5.0, "d1.0": 8.0})
    lacking = made.model_copy(update={"incomplete": ("q3.xlsx",)})
    whole, figures = (measure.quality(scores, one, ("coverage",)) for one in (made, lacking))
    assert whole["quality/total"] == pytest.approx(62.0)
    assert figures["quality/coverage"] == whole["quality/coverage"] == 50.0
    for name in ("quality/specificity", "quality/total"):
        figure = figures[name]
        assert isinstance(figure, Missing)
        assert figure.reason is MissingReason.ATTACHMENT_UNREADABLE
        assert "q3.xlsx" in figure.detail


def test_a_fact_check_with_an_unread_attachment_counts_nowhere():
    whole = check("1", right=3, wrong=1, failed=1)
    lacking = whole.model_copy(update={"incomplete": ("q3.xlsx",)})
    figures = measure.factcheck(lacking, None, 0.5)
    assert measure.factcheck(whole, None, 0.5)["factcheck/right_ratio"] == 75.0
    assert (figures["factcheck/failed"], figures["factcheck/claims"]) == (1.0, 5.0)
    for name in ("right_ratio", "checked_share", "right", "wrong", "conflict", "unknown"):
        figure = figures[f"factcheck/{name}"]
        assert isinstance(figure, Missing)
        assert figure.reason is MissingReason.ATTACHMENT_UNREADABLE


def test_what_is_counted_in_a_trace_is_a_metric_or_says_why_it_is_none():
    counted = {"searches": 4.0, "results_logged": 0.25, "cited_seen": 0.5}
    figures = measure.audit(ProcessAudit(task="1", measured=counted), ("depth",), 0.5, 0.1)
    assert figures["audit/measured/searches"] == 4.0
    assert figures["audit/measured/cited_seen"] == 50.0
    for name, reason in (
        ("depth", MissingReason.RESULTS_NOT_LOGGED),
        ("tokens", MissingReason.NOT_RECORDED),
    ):
        gone = figures[f"audit/measured/{name}"]
        assert isinstance(gone, Missing)
        assert gone.reason is reason
