"""Whether longer reports score higher, and quality as it would be at equal length; pure.

Reports are compared within a task, since tasks differ in how much there is to say. The correlation is
Spearman's: ranks of length and of quality within each task, each less its task's mean, correlated over all
reports. It does not tell length from what else the systems with longer reports do better. The slope b does:
it is that of total on log2 words with an effect of every task and every system beside it (least squares),
in points for each doubling of a report. The controlled score takes away what length alone predicts:

    total - b * (log2 words - mean of the task's log2 words)

so that nothing is taken away on the mean of a task.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum, log2, sqrt
from typing import NamedTuple

from triaudit.types import Missing, MissingReason, Record, Track

METRIC = "quality/length_controlled"
LEAST = 5
"""Degrees of freedom that a slope needs: reports less tasks, systems and the slope itself."""
ROUNDS, STILL = 1000, 1e-12
"""Of taking away means of tasks and systems by turns: at most so many, until none of them moves by more."""


class Measured(NamedTuple):
    """One report's quality, 0-100, and its length."""

    system: str
    task: str
    track: Track
    total: float | Missing
    words: int
    judged: bool = True
    """False for reports that are worth 0 without being read, whose length says nothing."""


class LengthGuard(Record):
    """How quality goes with length, within tasks."""

    correlation: float | None = None
    """Spearman's, -1 to 1; None where there is too little to compare."""
    points_per_doubling: float | None = None
    """By how much the quality total, 0-100, rises for a report twice as long, task and system being equal."""
    error: float | None = None
    """Standard error of it."""
    n: int = 0
    """Reports that were compared."""
    tasks: int = 0
    """Tasks with at least two of them."""

    @property
    def note(self) -> str:
        """It in words; empty where nothing was compared."""
        if self.correlation is None:
            return ""
        slope = ""
        if self.points_per_doubling is not None and self.error is not None:
            slope = f", {self.points_per_doubling:+.1f} ± {self.error:.1f} points for twice the words"
        where = f"{self.n} reports on {self.tasks} tasks"
        return f"length and quality: rank correlation {self.correlation:+.2f} within tasks{slope} ({where})"


def fit(reports: Iterable[Measured]) -> LengthGuard:
    """Correlation and slope over the judged reports of tasks that have at least two of different systems."""
    groups = [own for own in _by_task(reports).values() if len(own) > 1]
    compared = [one for own in groups for one in own]
    found = LengthGuard(n=len(compared), tasks=len(groups))
    if len(compared) - len(groups) < LEAST:
        return found
    ranks_x = [value for own in groups for value in _centred(_ranks([one.words for one in own]))]
    ranks_y = [value for own in groups for value in _centred(_ranks([_total(one) for one in own]))]
    spread = sqrt(_product(ranks_x, ranks_x) * _product(ranks_y, ranks_y))
    if spread > 0:
        correlation = max(-1.0, min(1.0, _product(ranks_x, ranks_y) / spread))
        found = found.model_copy(update={"correlation": correlation})
    free = len(compared) - len(groups) - len({one.system for one in compared})
    x = _within(compared, [log2(one.words) for one in compared])
    square = _product(x, x)
    if free < LEAST or square <= STILL:
        return found
    y = _within(compared, [_total(one) for one in compared])
    slope = _product(x, y) / square
    rest = fsum((b - slope * a) ** 2 for a, b in zip(x, y, strict=True))
    return found.model_copy(update={"points_per_doubling": slope, "error": sqrt(rest / free / square)})


def _within(reports: Sequence[Measured], values: list[float]) -> list[float]:
    """Values less an effect of each task and each system, as least squares has them."""
    places: dict[tuple[str, str], list[int]] = {}
    for index, one in enumerate(reports):
        places.setdefault(("task", one.task), []).append(index)
        places.setdefault(("system", one.system), []).append(index)
    for _ in range(ROUNDS):
        moved = 0.0
        for kind in ("task", "system"):
            for (of, _name), indices in places.items():
                if of == kind:
                    mean = fsum(values[index] for index in indices) / len(indices)
                    moved = max(moved, abs(mean))
                    for index in indices:
                        values[index] -= mean
        if moved < STILL:
            break
    return values


def _product(one: Sequence[float], other: Sequence[float]) -> float:
    return fsum(a * b for a, b in zip(one, other, strict=True))


def controlled(reports: Sequence[Measured], guard: LengthGuard) -> list[float | Missing]:
    """Every report's total at its task's mean length, in the order given.

    A report that was not read, and the only one of its task, keeps its total; one without a total has none,
    and none has one where there is no slope.
    """
    slope = guard.points_per_doubling
    centre = {
        task: fsum(log2(one.words) for one in own) / len(own) for task, own in _by_task(reports).items()
    }
    made: list[float | Missing] = []
    for one in reports:
        if isinstance(one.total, Missing):
            made.append(one.total)
        elif slope is None:
            detail = (
                f"{guard.n} reports on {guard.tasks} tasks with two or more: too few, or too much alike, "
                "to tell what length does"
            )
            made.append(Missing(reason=MissingReason.TOO_FEW, detail=detail))
        elif not _counts(one):
            made.append(one.total)
        else:
            made.append(one.total - slope * (log2(one.words) - centre[one.task]))
    return made


def _counts(one: Measured) -> bool:
    return one.judged and one.words > 0 and not isinstance(one.total, Missing)


def _by_task(reports: Iterable[Measured]) -> dict[str, list[Measured]]:
    groups: dict[str, list[Measured]] = {}
    for one in reports:
        if _counts(one):
            groups.setdefault(one.task, []).append(one)
    return groups


def _total(one: Measured) -> float:
    assert not isinstance(one.total, Missing)
    return one.total


def _centred(values: Sequence[float]) -> list[float]:
    mean = fsum(values) / len(values)
    return [value - mean for value in values]


def _ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 1; equal values share the mean of theirs."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) + 1) / 2 for value in values]
