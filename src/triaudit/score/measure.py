"""One report's records as figures on 0-100, each a number or the reason why there is none.

Criteria (0-10) and ratings (1-10) are multiplied by 10, shares (0-1) by 100; counts stay counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from triaudit.audit.aggregate import COUNTS as AUDIT_COUNTS
from triaudit.audit.aggregate import FIGURES, Figure, process
from triaudit.audit.signals import NEED_RESULTS, SIGNALS
from triaudit.quality import aggregate
from triaudit.types import (
    Dimension,
    FactCheck,
    Grade,
    Label,
    Missing,
    MissingReason,
    ProcessAudit,
    ReportClaims,
    Rubric,
)

Measured = float | Missing

COUNTS = ("right", "wrong", "conflict", "unknown", "failed", "claims")
"""`factcheck/…` figures that are counted per report and summed over tasks."""
SUMMED = frozenset((*(f"factcheck/{name}" for name in COUNTS), *(f"audit/{name}" for name in AUDIT_COUNTS)))
"""Figures that are counts, and whose sum over tasks is told instead of their mean."""


def quality_names(fixed: Iterable[str]) -> list[str]:
    """Metrics of the quality axis: the fixed dimensions, specificity, total."""
    return [f"quality/{name}" for name in (*fixed, "specificity", "total")]


def factcheck_names() -> list[str]:
    """Per-task metrics of the fact-check axis; the micro ratio exists over tasks alone."""
    return [f"factcheck/{name}" for name in ("right_ratio", "checked_share", *COUNTS)]


def audit_names(rated: Iterable[str]) -> list[str]:
    """Metrics of the audit axis: the rated dimensions, what is computed from the rest, what is counted."""
    counted = (f"measured/{name}" for name in SIGNALS)
    return [f"audit/{name}" for name in (*rated, *FIGURES, *AUDIT_COUNTS, *counted)]


def not_run(stage: str) -> Missing:
    """There is no record: an earlier stage has not run, or not to its end."""
    return Missing(reason=MissingReason.UPSTREAM, detail=f"stage {stage} left no record: run `dvc repro`")


def unread(attachments: Sequence[str]) -> Missing:
    """What a figure needs that rests on attachments which could not be read."""
    named = ", ".join(attachments)
    return Missing(
        reason=MissingReason.ATTACHMENT_UNREADABLE, detail=f"attachments incomplete: {named} can't be used"
    )


def absent(names: Iterable[str], missing: Missing) -> dict[str, Measured]:
    """Every one of the figures missing for the same reason."""
    return dict.fromkeys(names, missing)


# ---------------------------------------------------------------- quality


def quality(grade: Grade | None, rubric: Rubric | None, fixed: Sequence[str]) -> dict[str, Measured]:
    """Fixed dimensions, specificity (weighted mean of the dynamic ones) and total (weighted mean of all).

    A dimension with an unanswered criterion is missing, and with it every figure that needs it: it is
    neither 0 nor left out with the other weights scaled up. Where an attachment could not be read, both
    figures that rest on attachments are missing.
    """
    names = quality_names(fixed)
    if grade is None or rubric is None:
        return absent(names, not_run("rubric" if grade else "quality"))
    missing = grade.missing or rubric.missing
    if missing:
        return absent(names, missing)
    if grade.rubric and rubric.digest and grade.rubric != rubric.digest:
        stale = "it was graded under another rubric than the task's; run `dvc repro`"
        return absent(names, Missing(reason=MissingReason.UPSTREAM, detail=stale))
    given = aggregate.by_id(grade.scores)
    dimensions = {dimension.id: dimension for dimension in rubric.dimensions}
    off = Missing(reason=MissingReason.NO_RUBRIC, detail="the task's rubric does not have this dimension")
    figures: dict[str, Measured] = {
        f"quality/{name}": _tenfold(
            aggregate.dimension_score(dimensions[name], given), [dimensions[name]], grade
        )
        if name in dimensions
        else off
        for name in fixed
    }
    weighty = [dimension for dimension in rubric.dimensions if dimension.weight > 0]
    dynamic = [dimension for dimension in weighty if dimension.dynamic]
    none = Missing(
        reason=MissingReason.NO_DYNAMIC_DIMENSION, detail="no dimension made for this task has any weight"
    )
    specificity = aggregate.specificity(rubric, grade)
    figures["quality/specificity"] = _tenfold(specificity, dynamic, grade) if dynamic else none
    figures["quality/total"] = _tenfold(aggregate.total(rubric, grade), weighty, grade)
    if rubric.incomplete:
        figures |= absent(("quality/specificity", "quality/total"), unread(rubric.incomplete))
    return figures


def _tenfold(score: float | None, dimensions: Iterable[Dimension], grade: Grade) -> Measured:
    """Ten times a score of 0-10, or how many of its criteria have one; criteria without weight need none."""
    if score is not None:
        return 10 * score
    needed = [c.id for dimension in dimensions for c in dimension.criteria if c.weight > 0]
    given = [score for score in grade.scores if score.criterion in set(needed)]
    scored = {score.criterion for score in given if score.score is not None}
    return Missing(
        reason=MissingReason.UNANSWERED,
        detail=f"{len(scored)} of {len(needed)} criteria scored",
        unanswered=next((score.unanswered for score in given if score.unanswered), None),
    )


# ---------------------------------------------------------------- fact-check


def factcheck(
    check: FactCheck | None, claims: ReportClaims | None, max_failed_share: float
) -> dict[str, Measured]:
    """Right ratio R / (R + W + C + U), the share that evidence decided (R + W + C), and the counts.

    Failed claims leave the denominator and are counted. Where their share, or that of the parts of
    the report whose claims could not be read, is above `max_failed_share` (0-1), the report is not
    measured: its verdicts count nowhere, `failed` and `claims` are still told. The same holds where an
    attachment of the task could not be read.
    """
    names = factcheck_names()
    if check is None:
        return absent(names, not_run("factcheck"))
    if check.missing:
        return absent(names, check.missing)
    if not check.verdicts:
        none = Missing(
            reason=MissingReason.NO_CLAIMS, detail="the report states nothing that could be checked"
        )
        return absent(names, none)
    labels = Counter(verdict.label for verdict in check.verdicts)
    failed, total = labels[None], len(check.verdicts)
    counts = dict(zip(COUNTS, (*(labels[label] for label in Label), failed, total), strict=True))
    told = {f"factcheck/{name}": float(counts[name]) for name in ("failed", "claims")}
    if check.incomplete:
        return absent(names, unread(check.incomplete)) | told
    checked = total - failed
    lost = (len(claims.failed_segments), claims.segments) if claims else (0, 0)
    shares = [failed / total, lost[0] / lost[1] if lost[1] else 0.0]
    if max(shares) > max_failed_share or not checked:
        detail = f"{failed} of {total} claims and {lost[0]} of {lost[1]} parts of the report failed"
        cause = next((verdict.unanswered for verdict in check.verdicts if verdict.unanswered), None)
        figures = absent(
            names, Missing(reason=MissingReason.TOO_MANY_FAILED, detail=detail, unanswered=cause)
        )
        return figures | told
    return {
        "factcheck/right_ratio": 100 * counts["right"] / checked,
        "factcheck/checked_share": 100 * (checked - counts["unknown"]) / checked,
        **{f"factcheck/{name}": float(count) for name, count in counts.items()},
    }


# ---------------------------------------------------------------- process


def audit(
    record: ProcessAudit | None, rated: Sequence[str], alpha: float, max_failed_share: float
) -> dict[str, Measured]:
    """The rated dimensions, what the audit's answers come to under `alpha` (0-1), and the counts.

    A figure of which more than `max_failed_share` (0-1) was not answered is not measured.
    """
    if record is None:
        return absent(audit_names(rated), not_run("audit"))
    if record.missing:
        return absent(audit_names(rated), record.missing)
    found = process(record, alpha, max_failed_share)
    unrated = Figure(
        None, 0, 0, Missing(reason=MissingReason.UNANSWERED, detail="this dimension was not rated")
    )
    figures = {f"audit/{name}": _scaled(found.dimensions.get(name, unrated), 10) for name in rated}
    scaled = (
        (found.intrinsic, 10),
        (found.findings_to_report, 100),
        (found.report_to_process.both, 100),
        (found.report_to_process.claims, 100),
        (found.report_to_process.conclusions, 100),
        (found.contradiction, 100),
        (found.consistency, 10),
        (found.alignment, 1),
        (found.total, 1),
    )
    for name, (figure, scale) in zip(FIGURES, scaled, strict=True):
        figures[f"audit/{name}"] = _scaled(figure, scale)
    counts = zip(AUDIT_COUNTS, (found.asked, found.failed), strict=True)
    figures |= {f"audit/{name}": float(count) for name, count in counts}
    return figures | {f"audit/measured/{name}": _signal(record, name) for name in SIGNALS}


def _signal(record: ProcessAudit, name: str) -> Measured:
    """A counted signal; the mean over reports is told of counts too."""
    value = record.measured.get(name)
    if value is not None:
        return SIGNALS[name] * value
    if name in NEED_RESULTS:
        detail = "the trace logs no results, or no searches"
        return Missing(reason=MissingReason.RESULTS_NOT_LOGGED, detail=detail)
    return Missing(
        reason=MissingReason.NOT_RECORDED, detail=f"trace and report have nothing to tell {name} by"
    )


def _scaled(figure: Figure, scale: float) -> Measured:
    if figure.value is None:
        return figure.missing or Missing(reason=MissingReason.UNANSWERED)
    return scale * figure.value
