"""95 % percentile intervals from a seeded bootstrap over tasks.

The counts of a resample depend on seed, number of tasks and nothing else, so that an interval does
not change when another metric or system is added. Values that are all equal get no interval: the
bootstrap sees no spread there, which is not the same as certainty. numpy is imported where it draws,
so that tables and pages are made without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import fsum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

Interval = tuple[float, float] | tuple[None, None]
NO_INTERVAL: Interval = (None, None)
SAME = 1e-9
"""Draws that differ by less do not differ."""


@dataclass(frozen=True)
class Stratum:
    """Tasks that are resampled together, such as one track's.

    `axes` holds one (weight, values) pair per axis; values are per task, None where not measured.
    """

    weight: float
    axes: tuple[tuple[float, tuple[float | None, ...]], ...]

    @property
    def mean(self) -> float:
        """Weighted mean over axes of the mean over the tasks that were measured; each axis has one."""
        means = [
            (weight, fsum(there := [value for value in values if value is not None]) / len(there))
            for weight, values in self.axes
        ]
        return fsum(weight * mean for weight, mean in means) / fsum(weight for weight, _ in means)


@dataclass(frozen=True)
class Bootstrap:
    """`times` resamples under a seed."""

    times: int
    seed: int

    def mean(self, values: Sequence[float | None]) -> Interval:
        """Interval of the mean over tasks; None is a task that was not measured and is drawn all the same."""
        return self.ratio([value or 0.0 for value in values], [float(value is not None) for value in values])

    def total(self, values: Sequence[float | None]) -> Interval:
        """Interval of the sum over as many measured tasks as there are."""
        low, high = self.mean(values)
        measured = sum(value is not None for value in values)
        return NO_INTERVAL if low is None or high is None else (low * measured, high * measured)

    def ratio(self, above: Sequence[float], below: Sequence[float]) -> Interval:
        """Interval of sum(above) / sum(below) over tasks, each task keeping its pair together.

        None where fewer than two tasks have anything below, or where all that have stand at one ratio.
        """
        if len({a / b for a, b in zip(above, below, strict=True) if b}) < 2:
            return NO_INTERVAL
        import numpy as np  # noqa: PLC0415

        counts = _counts(len(above), self.times, self.seed, 0)
        under = counts @ np.asarray(below, dtype=np.float64)
        over = counts @ np.asarray(above, dtype=np.float64)
        return spread(over[under > 0] / under[under > 0])

    def overall(self, strata: Sequence[Stratum]) -> Interval:
        """Interval of the weighted mean over strata of the weighted mean over axes of the mean over tasks.

        None where there are no draws, or where nothing varies among them.
        """
        total = self.draws(strata)
        return NO_INTERVAL if total is None else spread(total)

    def draws(self, strata: Sequence[Stratum]) -> Array | None:
        """That mean in each resample: `times` values, NaN for a resample that misses an axis altogether.

        Tasks are resampled within their stratum, all axes of a task together. Strata of two systems on the
        same tasks are resampled alike, so that the difference of their draws is paired. The task of a stratum
        that has no other stays as it is, so that the draws are over the other strata's tasks. None where
        a larger stratum has fewer than two tasks measured on an axis.
        """
        import numpy as np  # noqa: PLC0415

        total = np.zeros(self.times)
        for index, stratum in enumerate(strata):
            values = np.asarray([axis for _, axis in stratum.axes], dtype=np.float64).T
            there = np.isfinite(values)
            if len(values) == 1 and there.all():
                total += stratum.weight * stratum.mean
                continue
            if there.size == 0 or there.sum(axis=0).min() < 2:
                return None
            counts = _counts(len(values), self.times, self.seed, index + 1)
            measured = counts @ there.astype(np.float64)
            with np.errstate(invalid="ignore"):
                means = (counts @ np.where(there, values, 0.0)) / measured
            weights = np.asarray([weight for weight, _ in stratum.axes])
            total += stratum.weight * (means @ (weights / weights.sum()))
        return np.asarray(total / sum(stratum.weight for stratum in strata))


@lru_cache(maxsize=8)
def _counts(tasks: int, times: int, seed: int, stream: int) -> Array:
    """How often each task is drawn in each resample: `times` x `tasks`."""
    import numpy as np  # noqa: PLC0415

    rng = np.random.Generator(np.random.PCG64(np.random.SeedSequence((seed, tasks, stream))))
    return rng.multinomial(tasks, np.full(tasks, 1 / tasks), size=times).astype(np.float64)


def spread(draws: Array) -> Interval:
    """The 2.5th and the 97.5th percentile of the finite draws; none where they do not vary."""
    import numpy as np  # noqa: PLC0415

    there = draws[np.isfinite(draws)]
    if there.size == 0 or there.max() - there.min() < SAME:
        return NO_INTERVAL
    low, high = np.percentile(there, [2.5, 97.5])
    return float(low), float(high)
