"""How sure a fact-check figure is for the claims and tasks that it is paid for; pure.

A system's `right_ratio` is the mean over tasks of each report's share of right claims. Tasks are drawn, and
of each report m claims: two-stage sampling, whose variance without finite-population corrections is
(b^2 + w / m) / T (Cochran, Sampling Techniques, 3rd ed. 1977, section 10.3), with b the standard deviation
of the reports' own shares and w the mean of p (1 - p) within reports.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import mean, variance
from typing import NamedTuple

Z = 1.96
"""95 % of a normal distribution lie within so many standard deviations."""


class Spread(NamedTuple):
    """How shares of right claims vary."""

    between: float
    """b squared: between reports."""
    within: float
    """w: within reports."""
    source: str


PUBLISHED: Mapping[str, tuple[float, float]] = {"text": (0.00919, 0.187), "multimodal": (0.01783, 0.176)}
"""By track, b squared and w: means over 14 and 10 systems of MiroEval's published counts per report."""

FEWEST = 10
"""Measured reports below which a run's own spread says less than the published one."""


def half_width(tasks: int, claims: float, spread: Spread) -> float:
    """Half the expected 95 % interval of a right ratio, in points of 0-100."""
    return 100 * Z * sqrt((spread.between + spread.within / claims) / tasks)


def published(sizes: Mapping[str, int]) -> Spread:
    """The published spread, weighted by how many tasks of each track there are."""
    total = sum(sizes.values())
    between, within = (
        sum(count * PUBLISHED[track][index] for track, count in sizes.items()) / total for index in (0, 1)
    )
    return Spread(between, within, "published counts per report (MiroEval)")


def measured(reports: Mapping[str, Sequence[tuple[float, float]]]) -> Spread | None:
    """The spread within systems' own reports, (right, checked) each; None where there are too few.

    Systems differ in their mean, so that variances are taken within each and averaged.
    """
    columns = [[(r, n) for r, n in own if n > 1] for own in reports.values()]
    columns = [own for own in columns if len(own) > 1]
    if sum(map(len, columns)) < FEWEST:
        return None
    within = mean(r / n * (1 - r / n) * n / (n - 1) for own in columns for r, n in own)
    noise = [mean(r / n * (1 - r / n) / (n - 1) for r, n in own) for own in columns]
    between = [variance(r / n for r, n in own) for own in columns]
    return Spread(
        max(0.0, mean(b - e for b, e in zip(between, noise, strict=True))),
        within,
        f"the last results' {sum(map(len, columns))} reports",
    )
