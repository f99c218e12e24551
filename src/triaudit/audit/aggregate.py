"""Item by item answers of one audit as figures; pure, no judge, so that sweeping alpha asks nothing.

Scales: `intrinsic` and `consistency` 1-10 as they were given, shares 0-1, `alignment` and `total` 0-100.
A figure that can't be told is None with the reason. Unanswered items leave the denominator and are
counted; above `max_failed_share` (0-1) of them the figure is not measured.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from triaudit.audit.flags import Flag, has
from triaudit.audit.reference import APART, DIMENSIONS
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
)

FIGURES = (
    "intrinsic",
    "findings_to_report",
    "report_to_process",
    "claims_traced",
    "conclusions_traced",
    "contradiction",
    "consistency",
    "alignment",
    "total",
)
"""The figures of every audit, by name; a rated dimension is another one under its own id."""
COUNTS = ("asked", "failed")
"""Items of the audit that a judge was asked about, and those that it did not answer."""
BLOCKING = frozenset({MissingReason.UNANSWERED, MissingReason.TOO_MANY_FAILED, MissingReason.UPSTREAM})
"""Reasons that lie in the evaluation and not in what is evaluated: an outage must not move a score."""


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


def _lacking(parts: Parts, what: str, max_failed_share: float) -> Missing | None:
    """Why too little of a text was read for a figure to be told."""
    nothing = 0 < parts.asked <= parts.failed
    if not nothing and (not parts.failed or parts.failed / parts.asked <= max_failed_share):
        return None
    return Missing(
        reason=MissingReason.UNANSWERED if nothing else MissingReason.TOO_MANY_FAILED,
        detail=f"{parts.failed} of {parts.asked} {what} were not answered",
    )


def findings_to_report(
    findings: Iterable[Finding], realised: Sequence[Realised], windows: Parts, max_failed_share: float
) -> Figure:
    """Σ strength · realised / Σ strength over the findings with an answer, 0-1."""
    strength = {finding.id: finding.strength for finding in findings}
    answered = [item for item in realised if item.realised is not None]
    failed = len(realised) - len(answered)
    lacking = _lacking(windows, "windows of the trace asked for findings", max_failed_share)
    lacking = lacking or _lacking(Parts(asked=len(realised), failed=failed), "findings", max_failed_share)
    if lacking:
        return Figure(None, 0, failed, lacking)
    if not answered:
        return _none(MissingReason.NO_FINDINGS, "no step of the trace states a finding")
    total = sum(strength[item.finding] for item in answered)
    return Figure(
        sum(strength[item.finding] for item in answered if item.realised) / total, len(answered), failed
    )


def _share(items: Sequence[Supported], what: str, max_failed_share: float) -> Figure:
    answered = [item for item in items if item.supported is not None]
    failed = len(items) - len(answered)
    lacking = _lacking(Parts(asked=len(items), failed=failed), what, max_failed_share)
    if lacking:
        return Figure(None, 0, failed, lacking)
    if not answered:
        return _none(MissingReason.NO_CLAIMS, f"no {what}")
    return Figure(sum(bool(item.supported) for item in answered) / len(answered), len(answered), failed)


class ReportToProcess(NamedTuple):
    """Share of the report's statements that a step supports, 0-1."""

    claims: Figure
    conclusions: Figure
    both: Figure


def report_to_process(
    supported: Sequence[Supported],
    segments: Parts,
    max_failed_share: float,
    results_logged: bool = True,
    untraced: Missing | None = None,
) -> ReportToProcess:
    """Share supported of claims, of conclusions, and of both together.

    Where the trace logs no results, what a claim rests on may be there and not logged: `both`, which
    counts in alignment, is then not measured. The two apart say what can be found in what is logged.

    Args:
        supported: One item for each claim that was asked about.
        segments: Parts of the report that were asked for claims.
        max_failed_share: Share of unanswered claims, or segments, above which nothing is told.
        results_logged: Whether the trace holds what searches and pages brought back.
        untraced: Why no claim was asked about, where there is another reason than that there are none.
    """
    lacking = untraced or _lacking(segments, "parts of the report asked for claims", max_failed_share)
    if lacking and not supported and lacking.reason is MissingReason.TOO_MANY_FAILED:
        lacking = lacking.model_copy(update={"reason": MissingReason.UNANSWERED})
    if lacking:
        none = Figure(None, 0, sum(item.supported is None for item in supported), lacking)
        return ReportToProcess(none, none, none)
    both = _share(supported, "claims and conclusions", max_failed_share)
    if both.value is not None and not results_logged:
        detail = (
            "the trace logs no results, so that an unsupported claim can't be told from an unlogged source"
        )
        both = _none(MissingReason.RESULTS_NOT_LOGGED, detail, both.failed)
    return ReportToProcess(
        _share([item for item in supported if not item.conclusion], "claims", max_failed_share),
        _share([item for item in supported if item.conclusion], "conclusions", max_failed_share),
        both,
    )


def contradiction(found: Sequence[Contradiction], windows: Parts, max_failed_share: float) -> Figure:
    """Share 0-1 of the contradictions that were noticed and resolved; None where there are none."""
    lacking = _lacking(windows, "searches of the trace for contradictions", max_failed_share)
    if lacking:
        return Figure(None, 0, windows.failed, lacking)
    if not found:
        return _none(MissingReason.NO_CONFLICT, "nothing in the trace disagrees")
    resolved = sum(item.noticed and item.resolved for item in found)
    return Figure(resolved / len(found), len(found), windows.failed)


def alignment(*shares: Figure) -> Figure:
    """Mean of 100 times the shares that exist, 0-100 (S_align of the audit).

    A share that does not exist, such as one over contradictions where there are none, is left out; one
    that was not answered, or not enough of it, leaves no mean (`BLOCKING`).
    """
    blocking = next((f.missing for f in shares if f.missing and f.missing.reason in BLOCKING), None)
    if blocking is not None:
        return Figure(None, 0, sum(figure.failed for figure in shares), blocking)
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
    asked: int
    """Items that a judge was asked about: ratings, findings, claims, and windows of the trace."""
    failed: int
    """Those that it did not answer."""


def process(audit: ProcessAudit, alpha: float, max_failed_share: float) -> Process:
    """The figures of one audit; all of them missing for its reason where it was not made."""
    if audit.missing:
        none = Figure(None, 0, 0, audit.missing)
        return Process({}, none, none, ReportToProcess(none, none, none), none, none, none, none, 0, 0)
    forward = findings_to_report(audit.findings, audit.realised, audit.structure_parts, max_failed_share)
    back = report_to_process(
        audit.supported,
        audit.claims_parts,
        max_failed_share,
        not has(audit.flags, Flag.RESULTS_NOT_LOGGED),
        audit.untraced,
    )
    conflict = contradiction(audit.contradictions, audit.conflict_parts, max_failed_share)
    inner = intrinsic(audit.intrinsic)
    consistency = _rated(audit.consistency)
    aligned = alignment(forward, back.both, conflict)
    if audit.holistic is not None:
        forward, back, consistency, aligned = _holistic(audit.holistic, forward.missing)
    return Process(
        {rating.dimension: _rated(rating) for rating in audit.intrinsic},
        inner,
        forward,
        back,
        conflict,
        consistency,
        aligned,
        total(inner, aligned, alpha),
        *_counted(audit),
    )


def _holistic(
    ratings: Sequence[Rating], lacking: Missing | None
) -> tuple[Figure, ReportToProcess, Figure, Figure]:
    """The two directions as shares 0-1 of the scale, consistency 1-10, and ten times their mean."""
    none = Figure(None, 0, 0, APART)
    if not ratings:
        gone = Figure(None, 0, 0, lacking or APART)
        return gone, ReportToProcess(none, none, gone), gone, gone
    given = {rating.dimension: _rated(rating) for rating in ratings}
    to_report, to_process, consistency = (given[one.id] for one in DIMENSIONS)
    failed = sum(figure.failed for figure in given.values())
    first = next((figure.missing for figure in given.values() if figure.missing), None)
    scores = [figure.value for figure in given.values() if figure.value is not None]
    mean = None if first else 10 * math.fsum(scores) / len(scores)
    return (
        _tenth(to_report),
        ReportToProcess(none, none, _tenth(to_process)),
        consistency,
        Figure(mean, 0 if first else len(scores), failed, first),
    )


def _tenth(figure: Figure) -> Figure:
    return figure if figure.value is None else figure._replace(value=figure.value / 10)


def _counted(audit: ProcessAudit) -> tuple[int, int]:
    """Items asked about, and those without an answer."""
    rated = (*audit.intrinsic, *(audit.holistic or ()))
    items: tuple[Rating | Realised | Supported, ...] = (*rated, *audit.realised, *audit.supported)
    windows = (audit.structure_parts, audit.conflict_parts)
    return (
        len(items) + sum(parts.asked for parts in windows),
        sum(item.unanswered is not None for item in items) + sum(parts.failed for parts in windows),
    )


def _rated(rating: Rating | None) -> Figure:
    if rating is None:
        return _none(MissingReason.NOT_COMPARABLE, "report and trace state nothing in common")
    if rating.score is None:
        return Figure(None, 0, 1, Missing(reason=MissingReason.UNANSWERED, unanswered=rating.unanswered))
    return Figure(rating.score, 1)
