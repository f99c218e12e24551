"""The audit's figures, computed by hand."""

from __future__ import annotations

import pytest

from triaudit.audit import aggregate
from triaudit.audit.aggregate import Figure, process
from triaudit.types import (
    Contradiction,
    Finding,
    Missing,
    MissingReason,
    Parts,
    ProcessAudit,
    Rating,
    Realised,
    Supported,
    Unanswered,
    UnansweredReason,
)

NO = Unanswered(reason=UnansweredReason.REFUSED)
ALL = Parts(asked=1)
FINDINGS = (
    Finding(id="f1", text="a", steps=(1,), strength=3),
    Finding(id="f2", text="b", steps=(2,), strength=2),
    Finding(id="f3", text="c", steps=(2,), strength=1),
)


def rating(score: float | None) -> Rating:
    return Rating(dimension="d", score=score, unanswered=NO if score is None else None)


def realised(finding: str, value: bool | None) -> Realised:
    return Realised(finding=finding, realised=value, unanswered=NO if value is None else None)


def supported(claim: str, value: bool | None, conclusion: bool = False) -> Supported:
    return Supported(
        claim=claim, conclusion=conclusion, supported=value, unanswered=NO if value is None else None
    )


def conflict(noticed: bool, resolved: bool) -> Contradiction:
    return Contradiction(steps=(1, 2), what="x", noticed=noticed, resolved=resolved)


def reason(figure: Figure) -> MissingReason | None:
    return figure.missing.reason if figure.missing else None


def test_intrinsic_is_the_mean_and_missing_where_any_rating_is() -> None:
    assert aggregate.intrinsic((rating(4), rating(7), rating(8.5))) == Figure(6.5, 3)
    partial = aggregate.intrinsic((rating(4), rating(None)))
    assert (partial.value, partial.failed, reason(partial)) == (None, 1, MissingReason.UNANSWERED)


def test_findings_weigh_by_strength_and_unanswered_ones_leave_the_denominator() -> None:
    all_answered = [realised("f1", True), realised("f2", False), realised("f3", True)]
    assert aggregate.findings_to_report(FINDINGS, all_answered, ALL, 0.1) == Figure((3 + 1) / 6, 3)
    one_failed = [realised("f1", True), realised("f2", False), realised("f3", None)]
    assert aggregate.findings_to_report(FINDINGS, one_failed, ALL, 0.5) == Figure(3 / 5, 2, 1)
    assert reason(aggregate.findings_to_report((), (), ALL, 0.1)) is MissingReason.NO_FINDINGS
    none = aggregate.findings_to_report(FINDINGS[:1], [realised("f1", None)], ALL, 1.0)
    assert reason(none) is MissingReason.UNANSWERED


@pytest.mark.parametrize("failed", [13, 119])
def test_too_many_items_without_an_answer_leave_no_share_and_no_alignment(failed: int) -> None:
    findings = tuple(Finding(id=f"f{n}", text="x", steps=(1,), strength=1) for n in range(120))
    answers = [realised(one.id, None if n < failed else True) for n, one in enumerate(findings)]
    forward = aggregate.findings_to_report(findings, answers, ALL, 0.1)
    assert (forward.value, forward.failed) == (None, failed)
    assert reason(forward) is MissingReason.TOO_MANY_FAILED
    back = aggregate.report_to_process([supported("k1", True)], ALL, 0.1).both
    assert reason(aggregate.alignment(forward, back)) is MissingReason.TOO_MANY_FAILED
    claims = [supported(f"k{n}", None if n < failed else True) for n in range(120)]
    assert reason(aggregate.report_to_process(claims, ALL, 0.1).both) is MissingReason.TOO_MANY_FAILED
    assert aggregate.findings_to_report(findings, answers[3:], ALL, failed / 117).value == 1


def test_too_many_windows_without_an_answer_leave_no_figure_over_the_rest() -> None:
    found, few, many = (conflict(True, True),), Parts(asked=20, failed=2), Parts(asked=20, failed=3)
    assert aggregate.contradiction(found, few, 0.1) == Figure(1, 1, 2)
    assert reason(aggregate.contradiction((), few, 0.1)) is MissingReason.NO_CONFLICT
    assert reason(aggregate.contradiction(found, many, 0.1)) is MissingReason.TOO_MANY_FAILED
    all_of_them = Parts(asked=2, failed=2)
    assert reason(aggregate.contradiction((), all_of_them, 1.0)) is MissingReason.UNANSWERED
    there = [realised("f1", True), realised("f2", True), realised("f3", True)]
    assert aggregate.findings_to_report(FINDINGS, there, few, 0.1).value == 1
    assert reason(aggregate.findings_to_report(FINDINGS, there, many, 0.1)) is MissingReason.TOO_MANY_FAILED


@pytest.mark.parametrize("failed", [4, 5])
def test_a_report_that_was_not_read_for_claims_is_not_one_without_claims(failed: int) -> None:
    both = aggregate.report_to_process((), Parts(asked=5, failed=failed), 0.1).both
    assert reason(both) is MissingReason.UNANSWERED
    assert reason(aggregate.alignment(Figure(1, 3), both)) is MissingReason.UNANSWERED
    some = aggregate.report_to_process([supported("k1", True)], Parts(asked=5, failed=4), 0.1).both
    assert reason(some) is MissingReason.TOO_MANY_FAILED
    assert reason(aggregate.report_to_process((), Parts(asked=5), 0.1).both) is MissingReason.NO_CLAIMS


def test_claims_and_conclusions_are_counted_apart_and_together() -> None:
    shares = aggregate.report_to_process(
        [
            supported("k1", True),
            supported("k2", False),
            supported("k3", None),
            supported("k4", False, conclusion=True),
        ],
        ALL,
        0.5,
    )
    assert shares.claims == Figure(1 / 2, 2, 1)
    assert shares.conclusions == Figure(0, 1)
    assert shares.both == Figure(1 / 3, 3, 1)


def test_without_logged_results_an_untraceable_claim_is_not_held_against_the_report() -> None:
    shares = aggregate.report_to_process([supported("k1", False)], ALL, 0.1, results_logged=False)
    assert shares.claims == Figure(0, 1)
    assert (shares.both.value, reason(shares.both)) == (None, MissingReason.RESULTS_NOT_LOGGED)


def test_contradictions_count_where_they_were_noticed_and_resolved() -> None:
    found = (conflict(True, True), conflict(True, False), conflict(False, True), conflict(False, False))
    assert aggregate.contradiction(found, ALL, 0.1) == Figure(1 / 4, 4)
    assert reason(aggregate.contradiction((), ALL, 0.1)) is MissingReason.NO_CONFLICT


def test_alignment_is_the_mean_of_the_shares_that_exist() -> None:
    none = aggregate.contradiction((), ALL, 0.1)
    assert aggregate.alignment(Figure(0.5, 2), Figure(0.2, 5, 1), Figure(1, 1)).value == pytest.approx(
        170 / 3
    )
    assert aggregate.alignment(Figure(0.5, 2), Figure(0.2, 5, 1), none) == Figure(35, 2, 1)
    assert reason(aggregate.alignment(none)) is MissingReason.NO_CONFLICT


@pytest.mark.parametrize(("alpha", "value"), [(0, 35), (0.3, 44), (0.5, 50), (1, 65)])
def test_alpha_weighs_intrinsic_against_alignment(alpha: float, value: float) -> None:
    assert aggregate.total(Figure(6.5, 5), Figure(35, 2), alpha).value == pytest.approx(value)


def test_a_part_that_is_missing_matters_only_where_it_has_weight() -> None:
    none = aggregate.contradiction((), ALL, 0.1)
    assert aggregate.total(Figure(6.5, 5), none, 1).value == 65
    assert reason(aggregate.total(Figure(6.5, 5), none, 0.5)) is MissingReason.NO_CONFLICT


def test_one_audit_as_figures() -> None:
    audit = ProcessAudit(
        task="1",
        findings=FINDINGS,
        intrinsic=(Rating(dimension="efficiency", score=6), Rating(dimension="critical_thinking", score=4)),
        realised=(realised("f1", True), realised("f2", True), realised("f3", False)),
        supported=(supported("k1", True), supported("k2", False, conclusion=True)),
        contradictions=(conflict(True, True),),
        consistency=Rating(dimension="consistency", score=9),
    )
    figures = process(audit, 0.5, 0.1)
    assert figures.dimensions["efficiency"] == Figure(6, 1)
    assert figures.intrinsic == Figure(5, 2)
    assert figures.alignment.value == pytest.approx((500 / 6 + 50 + 100) / 3)
    assert figures.total.value == pytest.approx(0.5 * 50 + 0.5 * (500 / 6 + 50 + 100) / 3)
    assert figures.consistency == Figure(9, 1)


def test_an_audit_that_was_not_made_has_no_figures_but_its_reason() -> None:
    missing = Missing(reason=MissingReason.NO_TRACE)
    figures = process(ProcessAudit(task="1", missing=missing), 0.5, 0.1)
    assert figures.total == figures.intrinsic == figures.alignment == Figure(None, 0, 0, missing)


def test_findings_that_could_not_be_asked_for_are_not_no_findings() -> None:
    audit = ProcessAudit(task="1", structure_parts=Parts(asked=1, failed=1), intrinsic=(rating(5),))
    assert reason(process(audit, 0.5, 0.1).findings_to_report) is MissingReason.UNANSWERED


def test_nothing_in_common_is_a_reason_of_its_own() -> None:
    figures = process(ProcessAudit(task="1", intrinsic=(rating(5),)), 0.5, 0.1)
    assert reason(figures.consistency) is MissingReason.NOT_COMPARABLE


def test_what_was_asked_and_what_failed_are_counted() -> None:
    audit = ProcessAudit(
        task="1",
        findings=FINDINGS[:1],
        intrinsic=(rating(5), rating(None)),
        realised=(realised("f1", None),),
        supported=(supported("k1", True),),
        structure_parts=Parts(asked=3, failed=1),
        conflict_parts=Parts(asked=4),
    )
    figures = process(audit, 0.5, 0.1)
    assert (figures.asked, figures.failed) == (11, 3)
