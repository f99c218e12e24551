"""Which systems a benchmark can tell apart: every pair tested, ranks as intervals, what it could detect.

Pairs are compared on `overall`, over the axes and tracks that both are measured on, and on each axis, by
resampling tasks for both alike (a paired bootstrap, stratified by track). The p value is two-sided: twice
the smaller share of resamples on either side of 0, counting one more resample than were drawn, so that it
is never 0. All p values of one metric are corrected together by Holm's step-down method (Holm 1979).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from triaudit.score.aggregate import AXES, Cells, axes_over, by_metric, measured_tracks, strata_of
from triaudit.score.bootstrap import SAME, Bootstrap, spread
from triaudit.types import Pair, RankRange, TaskScore, Track

if TYPE_CHECKING:
    from triaudit.score.bootstrap import Array

    Drawn = Callable[[str, tuple[str, ...], tuple[Track, ...]], Array | None]

LEVEL = 0.05
"""Above this corrected p value a pair is a tie."""
QUANTILES = 1.959964 + 0.841621
"""Standard normal quantiles of a two-sided test at 5 % and a power of 80 %, added."""


def compare(scores: Sequence[TaskScore], weights: Mapping[str, float], bootstrap: Bootstrap) -> list[Pair]:
    """Every two systems compared on overall and on each axis; see `pairs`."""
    found = pairs(scores, weights, bootstrap)
    for axis, metric in AXES.items():
        found += [
            pair.model_copy(update={"metric": metric}) for pair in pairs(scores, {axis: 1.0}, bootstrap)
        ]
    return found


def pairs(scores: Iterable[TaskScore], weights: Mapping[str, float], bootstrap: Bootstrap) -> list[Pair]:
    """Every two systems compared on overall, in the order in which they are listed.

    Args:
        scores: All systems' figures per task; every system has the same tasks in the same order, of which
            it may lack a whole track.
        weights: Weight of each axis.
        bootstrap: Draws the resamples.

    Returns:
        One Pair for each two systems that share an axis; `p` and `holm` are None where too few tasks
        were measured to resample.
    """
    cells = by_system(scores)

    @cache
    def drawn(system: str, axes: tuple[str, ...], tracks: tuple[Track, ...]) -> Array | None:
        return bootstrap.draws(strata_of(cells[system], weights, axes, tracks))

    found = [
        pair
        for first, second in combinations(cells, 2)
        if (pair := _pair(first, second, cells, weights, drawn)) is not None
    ]
    corrected = iter(holm([pair.p for pair in found if pair.p is not None]))
    return [pair if pair.p is None else pair.model_copy(update={"holm": next(corrected)}) for pair in found]


def by_system(scores: Iterable[TaskScore]) -> dict[str, dict[str, list[TaskScore]]]:
    """System to metric to its scores, in the order given."""
    own: dict[str, list[TaskScore]] = {}
    for score in scores:
        own.setdefault(score.system, []).append(score)
    return {system: by_metric(column) for system, column in own.items()}


def _pair(
    first: str, second: str, cells: Mapping[str, Cells], weights: Mapping[str, float], drawn: Drawn
) -> Pair | None:
    sides = (cells[first], cells[second])
    measured = measured_tracks(sides[1], weights)
    tracks = tuple(track for track in measured_tracks(sides[0], weights) if track in measured)
    covered = axes_over(sides[1], weights, tracks)
    axes = tuple(axis for axis in axes_over(sides[0], weights, tracks) if axis in covered)
    if not tracks or not axes:
        return None
    strata = [strata_of(side, weights, axes, tracks) for side in sides]
    total = math.fsum(stratum.weight for stratum in strata[0])
    means = [math.fsum(stratum.weight * stratum.mean for stratum in own) / total for own in strata]
    both = _both(sides, axes, tracks)
    pair = Pair(
        metric="overall",
        first=first,
        second=second,
        difference=means[0] - means[1],
        axes=axes,
        tracks=tracks,
        n=len(both),
    )
    draws = [drawn(name, axes, tracks) for name in (first, second)]
    if draws[0] is None or draws[1] is None:
        return pair
    apart = draws[0] - draws[1]
    low, high = spread(apart)
    if low is None or high is None:
        return pair
    finite = apart[abs(apart) < math.inf]
    tail = min(int((finite <= 0).sum()), int((finite >= 0).sum()))
    return pair.model_copy(
        update={
            "low": low,
            "high": high,
            "p": min(1.0, 2 * (tail + 1) / (finite.size + 1)),
            "detectable": QUANTILES * float(finite.std()),
        }
    )


def _both(sides: Sequence[Cells], axes: Sequence[str], tracks: Sequence[Track]) -> list[str]:
    """The tasks on which both systems are measured on every one of the axes."""
    there = [
        {score.task for score in side[AXES[axis]] if score.value is not None and score.track in tracks}
        for side in sides
        for axis in axes
    ]
    return sorted(set.intersection(*there))


def holm(p: Sequence[float]) -> list[float]:
    """Holm's correction: sorted upwards, the k-th of m is multiplied by m - k + 1, and none falls below
    the one before; at most 1.
    """
    order = sorted(range(len(p)), key=lambda i: p[i])
    found = [0.0] * len(p)
    floor = 0.0
    for place, index in enumerate(order):
        floor = max(floor, min(1.0, (len(p) - place) * p[index]))
        found[index] = floor
    return found


def ranks(
    scores: Iterable[TaskScore], weights: Mapping[str, float], bootstrap: Bootstrap
) -> dict[str, RankRange]:
    """Each system's rank over the resamples: a 95 % interval, and the share in which it is alone first.

    Only systems that are measured on the axes and tracks of the most widely measured one are ranked against
    each other; the others are left out.
    """
    cells = by_system(scores)
    grounds = {name: _ground(own, weights) for name, own in cells.items()}
    widest = max(grounds.values(), key=lambda ground: len(ground[0]) * len(ground[1]), default=((), ()))
    drawn: dict[str, Array] = {}
    for name, own in cells.items():
        if grounds[name] == widest and all(widest):
            draws = bootstrap.draws(strata_of(own, weights, widest[0], widest[1]))
            if draws is not None:
                drawn[name] = draws
    if len(drawn) < 2:
        return {}
    import numpy as np  # noqa: PLC0415

    table = np.vstack(list(drawn.values()))
    table = table[:, np.isfinite(table).all(axis=0)]
    if not table.size:
        return {}
    found: dict[str, RankRange] = {}
    for index, name in enumerate(drawn):
        above = (table > table[index] + SAME).sum(axis=0) + 1
        level = (np.abs(table - table[index]) <= SAME).sum(axis=0)
        low, high = np.percentile(above, [2.5, 97.5], method="closest_observation")
        found[name] = RankRange(
            low=int(low), high=int(high), best=float(((above == 1) & (level == 1)).mean()), of=len(drawn)
        )
    return found


def _ground(own: Cells, weights: Mapping[str, float]) -> tuple[tuple[str, ...], tuple[Track, ...]]:
    return axes_over(own, weights), measured_tracks(own, weights)


def paired(first: str, second: str, metric: str, pairs: Sequence[Pair]) -> Pair | None:
    """The two systems' comparison, its difference that of `first` less `second`."""
    for pair in pairs:
        if pair.metric == metric and (pair.first, pair.second) == (first, second):
            return pair
        if pair.metric == metric and (pair.second, pair.first) == (first, second):
            low, high = (None, None) if pair.low is None or pair.high is None else (-pair.high, -pair.low)
            turned = {
                "first": first,
                "second": second,
                "difference": -pair.difference,
                "low": low,
                "high": high,
            }
            return pair.model_copy(update=turned)
    return None


def told_apart(pair: Pair) -> bool | None:
    """Whether the pair's interval leaves 0 out; None where there is no interval, and so nothing to tell."""
    if pair.low is None or pair.high is None:
        return None
    return not pair.low <= 0 <= pair.high


def tasks_needed(pair: Pair, difference: float) -> int | None:
    """How many tasks would tell a difference (points on 0-100) with 80 % power at 5 %, two-sided.

    The pair's own spread stands for what more tasks would show: n (detectable / difference)^2.
    """
    if pair.detectable is None or difference <= 0 or not pair.n:
        return None
    return math.ceil(pair.n * (pair.detectable / difference) ** 2)
