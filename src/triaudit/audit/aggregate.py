"""Item by item answers of one audit as figures; pure, no judge, so that sweeping alpha asks nothing.

Scales: `intrinsic` and `consistency` 1-10 as they were given, shares 0-1, `alignment` and `total` 0-100.
A figure that can't be told is None with the reason; unanswered items leave the denominator and are counted.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from triaudit.audit.flags import Flag, has
from triaudit.types import (
    Contradiction,
    Finding,
    Missing,
    MissingReason,
    ProcessAudit,
    Rating,
    Realised,
    Supported,
)


class Figure(NamedTuple):
    """One figure and what it stands on."""

    value: float | None
    n: int
    """Items that it was computed over."""
    failed: int = 0
    """Items that were not answered and left the denominator."""
    missing: Missing | None = None
    """Why there is no value; set exactly where there is none."""


def _none(reason: MissingReason, detail: str, failed: int = 0) -> Figure:
    return Figure(None, 0, failed, Missing(reason=reason, detail=detail))


def intrinsic(ratings: Sequence[Rating]) -> Figure:
    """Mean of the ratings, 1-10; None where any was not answered, as the rest would be another scale."""
    scores = [rating.score for rating in ratings if rating.score is not None]
    failed = len(ratings) - len(scores)
    if failed or not scores:
        return _none(
            MissingReason.UNANSWERED, f"{failed} of {len(ratings)} dimensions were not rated", failed
        )
    return Figure(math.fsum(scores) / len(scores), len(scores))


def findings_to_report(findings: Iterable[Finding], realised: Sequence[Realised]) -> Figure:
    """Σ strength · realised / Σ strength over the findings with an answer, 0-1."""
    strength = {finding.id: finding.strength for finding in findings}
    answered = [item for item in realised if item.realised is not None]
    failed = len(realised) - len(answered)
    if not answered:
        reason = MissingReason.UNANSWERED if failed else MissingReason.NO_FINDINGS
        return _none(
            reason, f"{failed} findings without an answer" if failed else "no finding in the trace", failed
        )
    total = sum(strength[item.finding] for item in answered)
    return Figure(
        sum(strength[item.finding] for item in answered if item.realised) / total, len(answered), failed
    )


def _share(items: Sequence[Supported], what: str) -> Figure:
    answered = [item for item in items if item.supported is not None]
    failed = len(items) - len(answered)
    if not answered:
        reason = MissingReason.UNANSWERED if failed else MissingReason.NO_CLAIMS
        return _none(reason, f"{failed} {what} without an answer" if failed else f"no {what}", failed)
    return Figure(sum(bool(item.supported) for item in answered) / len(answered), len(answered), failed)


class ReportToProcess(NamedTuple):
    """Share of the report's statements that a step supports, 0-1."""

    claims: Figure
    conclusions: Figure
    both: Figure


def report_to_process(supported: Sequence[Supported], results_logged: bool = True) -> ReportToProcess:
    """Share supported of claims, of conclusions, and of both together.

    Where the trace logs no results, what a claim rests on may be there and not logged: `both`, which
    counts in alignment, is then not measured. The two apart say what can be found in what is logged.
    """
    both = _share(supported, "claims and conclusions")
    if both.value is not None and not results_logged:
        detail = (
            "the trace logs no results, so that an unsupported claim can't be told from an unlogged source"
        )
        both = _none(MissingReason.RESULTS_NOT_LOGGED, detail, both.failed)
    return ReportToProcess(
        _share([item for item in supported if not item.conclusion], "claims"),
        _share([item for item in supported if item.conclusion], "conclusions"),
        both,
    )


def contradiction(found: Sequence[Contradiction], flags: Collection[str] = ()) -> Figure:
    """Share 0-1 of the contradictions that were noticed and resolved; None where there are none."""
    if not found:
        if has(flags, Flag.CONTRADICTIONS_UNANSWERED):
            return _none(MissingReason.UNANSWERED, "the search for contradictions was not answered")
        return _none(MissingReason.NO_CONFLICT, "nothing in the trace disagrees")
    return Figure(sum(item.noticed and item.resolved for item in found) / len(found), len(found))


def alignment(*shares: Figure) -> Figure:
    """Mean of 100 times the shares that exist, 0-100 (S_align of the audit).

    A share that does not exist, such as one over contradictions where there are none, is left out; one
    that was not answered leaves no mean, since an outage must not move the score.
    """
    unanswered = next((f for f in shares if f.missing and f.missing.reason is MissingReason.UNANSWERED), None)
    if unanswered is not None:
        return Figure(None, 0, sum(figure.failed for figure in shares), unanswered.missing)
    values = [100 * figure.value for figure in shares if figure.value is not None]
    failed = sum(figure.failed for figure in shares)
    if not values:
        missing = next((figure.missing for figure in shares if figure.missing), None)
        return Figure(None, 0, failed, missing or Missing(reason=MissingReason.UPSTREAM))
    return Figure(math.fsum(values) / len(values), len(values), failed)


def total(intrinsic: Figure, alignment: Figure, alpha: float) -> Figure:
    """Alpha · 10 · intrinsic + (1 - alpha) · alignment, 0-100; None where a part with weight is."""
    parts = [(alpha, 10.0, intrinsic), (1 - alpha, 1.0, alignment)]
    failed = intrinsic.failed + alignment.failed
    for weight, _, figure in parts:
        if weight > 0 and figure.value is None:
            return Figure(None, 0, failed, figure.missing)
    values = [weight * scale * figure.value for weight, scale, figure in parts if figure.value is not None]
    return Figure(math.fsum(values), len(values), failed)


class Process(NamedTuple):
    """All figures of one audit."""

    dimensions: dict[str, Figure]
    """The rated dimensions, 1-10."""
    intrinsic: Figure
    findings_to_report: Figure
    report_to_process: ReportToProcess
    contradiction: Figure
    consistency: Figure
    """1-10; reported beside alignment and not part of it."""
    alignment: Figure
    total: Figure


def process(audit: ProcessAudit, alpha: float) -> Process:
    """The figures of one audit; all of them missing for its reason where it was not made."""
    if audit.missing:
        none = Figure(None, 0, 0, audit.missing)
        return Process({}, none, none, ReportToProcess(none, none, none), none, none, none, none)
    forward = findings_to_report(audit.findings, audit.realised)
    if forward.value is None and has(audit.flags, Flag.STRUCTURE_UNANSWERED) and not audit.findings:
        forward = _none(MissingReason.UNANSWERED, "what the trace found was not answered")
    back = report_to_process(audit.supported, not has(audit.flags, Flag.RESULTS_NOT_LOGGED))
    conflict = contradiction(audit.contradictions, audit.flags)
    inner = intrinsic(audit.intrinsic)
    aligned = alignment(forward, back.both, conflict)
    return Process(
        {rating.dimension: _rated(rating) for rating in audit.intrinsic},
        inner,
        forward,
        back,
        conflict,
        _rated(audit.consistency),
        aligned,
        total(inner, aligned, alpha),
    )


def _rated(rating: Rating | None) -> Figure:
    if rating is None:
        return _none(MissingReason.NO_FINDINGS, "report and trace state nothing in common")
    if rating.score is None:
        return Figure(None, 0, 1, Missing(reason=MissingReason.UNANSWERED, unanswered=rating.unanswered))
    return Figure(rating.score, 1)
