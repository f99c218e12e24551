"""How far the repeats of questions differ, by axis; pure."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from triaudit.types import FactCheck, Grade, ProcessAudit, Spread

Repeats = Sequence[object]
"""What each repeat of one score or label gave; None where it was not answered."""


def spreads(
    grades: Iterable[Grade], checks: Iterable[FactCheck], audits: Iterable[ProcessAudit]
) -> dict[str, Spread]:
    """Axis to how far its repeats differ; only axes on which something was asked several times."""
    rows: dict[str, list[Repeats]] = {
        "quality": [score.repeats for grade in grades for score in grade.scores],
        "factcheck": [verdict.repeats for check in checks for verdict in check.verdicts],
        "audit": [],
    }
    for audit in audits:
        rows["audit"] += [rating.repeats for rating in audit.intrinsic]
        rows["audit"] += [item.repeats for item in audit.realised]
        rows["audit"] += [item.repeats for item in audit.supported]
    there = {axis: [some for some in items if some] for axis, items in rows.items()}
    return {axis: spread(items) for axis, items in there.items() if items}


def spread(items: Sequence[Repeats]) -> Spread:
    """Of scores the pooled standard deviation, of labels the agreement.

    sd = sqrt(mean over scores of Σ (x - mean)² / (n - 1)), over scores with n >= 2 answered repeats;
    agreement = mean over labels of the most frequent label's share of n >= 2 answered repeats.
    """
    variances: list[float] = []
    shares: list[float] = []
    for item in items:
        told = [value for value in item if value is not None]
        if len(told) < 2:
            continue
        if all(isinstance(value, float | int) and not isinstance(value, bool) for value in told):
            numbers = [float(value) for value in told]  # type: ignore[arg-type]
            mean = math.fsum(numbers) / len(numbers)
            variances.append(math.fsum((n - mean) ** 2 for n in numbers) / (len(numbers) - 1))
        else:
            shares.append(max(Counter(told).values()) / len(told))
    return Spread(
        items=len(items),
        asked=sum(map(len, items)),
        answered=sum(value is not None for item in items for value in item),
        sd=math.sqrt(math.fsum(variances) / len(variances)) if variances else None,
        agreement=math.fsum(shares) / len(shares) if shares else None,
    )


def said(found: Mapping[str, Spread]) -> list[str]:
    """The spreads as people read them, a line for each axis."""
    return [
        f"{axis} was asked in repeats, {one.answered} of {one.asked} of them answered"
        + ("" if one.sd is None else f"; those of one score differ by {one.sd:.2f} (sd, on 0-10)")
        + ("" if one.agreement is None else f"; {100 * one.agreement:.0f} % of those of one label agree")
        for axis, one in found.items()
    ]
