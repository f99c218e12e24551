"""Per-task figures as one scorecard per system; pure.

An axis is the mean over tasks of its headline figure. A track's overall is the weighted mean of the
axes that were measured on it; `overall` weights the tracks by how many tasks of the benchmark they hold.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from triaudit.score.bootstrap import NO_INTERVAL, Bootstrap, Interval, Stratum
from triaudit.score.measure import COUNTS
from triaudit.types import Estimate, TaskScore, Track

AXES: Mapping[str, str] = {
    "quality": "quality/total",
    "factcheck": "factcheck/right_ratio",
    "audit": "audit/total",
}
"""Axis to the metric that stands for it."""
TRACKS: tuple[Track, ...] = ("text", "multimodal")
SUMMED = frozenset(f"factcheck/{name}" for name in COUNTS)
VERDICTS = tuple(f"factcheck/{name}" for name in ("right", "wrong", "conflict", "unknown"))

Cells = Mapping[str, Sequence[TaskScore]]
"""Metric to one system's scores on it, in the tasks' order."""


def by_metric(scores: Iterable[TaskScore], track: Track | None = None) -> dict[str, list[TaskScore]]:
    """The scores on each metric, of one track or of all tasks."""
    cells: dict[str, list[TaskScore]] = {}
    for score in scores:
        column = cells.setdefault(score.metric, [])
        if track in {None, score.track}:
            column.append(score)
    return cells


def estimates(
    scores: Sequence[TaskScore], weights: Mapping[str, float], bootstrap: Bootstrap
) -> dict[str, Estimate]:
    """One system's metrics over all tasks, then the same as `text/…` and `multimodal/…`."""
    found: dict[str, Estimate] = {}
    for track in (None, *TRACKS):
        prefix = f"{track}/" if track else ""
        cells = by_metric(scores, track)
        found[f"{prefix}overall"] = overall(
            by_metric(scores), weights, bootstrap, [track] if track else TRACKS
        )
        for metric, column in cells.items():
            found[prefix + metric] = estimate(metric, column, bootstrap)
            if metric == AXES["factcheck"]:
                found[f"{prefix}{metric}_micro"] = micro(cells, bootstrap)
    return found


def estimate(metric: str, column: Sequence[TaskScore], bootstrap: Bootstrap) -> Estimate:
    """Mean over the measured tasks, or their sum where the metric is a count."""
    values = [score.value for score in column if score.value is not None]
    summed = metric in SUMMED
    draw = bootstrap.total if summed else bootstrap.mean
    interval = draw([score.value for score in column])
    value = math.fsum(values) / (1 if summed else len(values)) if values else None
    return _estimate(value, len(values), column, interval)


def micro(cells: Cells, bootstrap: Bootstrap) -> Estimate:
    """Right claims in percent of all checked claims of all measured reports together."""
    column = cells[AXES["factcheck"]]
    measured = [score.value is not None for score in column]
    right, *others = (
        [score.value or 0.0 if there else 0.0 for score, there in zip(cells[name], measured, strict=True)]
        for name in VERDICTS
    )
    checked = [math.fsum(counts) for counts in zip(right, *others, strict=True)]
    value = 100 * math.fsum(right) / math.fsum(checked) if any(measured) else None
    low, high = bootstrap.ratio(right, checked)
    interval = NO_INTERVAL if low is None or high is None else (100 * low, 100 * high)
    return _estimate(value, sum(measured), column, interval)


def overall(
    cells: Cells, weights: Mapping[str, float], bootstrap: Bootstrap, tracks: Sequence[Track] = TRACKS
) -> Estimate:
    """Overall of the given tracks, over what was measured; `n` are tasks measured on every axis in it."""
    strata: list[Stratum] = []
    means: list[tuple[int, float]] = []
    for track in tracks:
        columns = {axis: [s for s in cells[AXES[axis]] if s.track == track] for axis in weights}
        used = [axis for axis in _weighty(weights) if any(s.value is not None for s in columns[axis])]
        if not used:
            continue
        axes = tuple((weights[axis], tuple(s.value for s in columns[axis])) for axis in used)
        tasks = len(axes[0][1])
        parts = [(w, math.fsum(v := [x for x in values if x is not None]) / len(v)) for w, values in axes]
        means.append((tasks, math.fsum(w * mean for w, mean in parts) / math.fsum(w for w, _ in parts)))
        strata.append(Stratum(float(tasks), axes))
    axes_used = axes_over(cells, weights, tracks) or _weighty(weights)
    rows = list(
        zip(*([s for s in cells[AXES[axis]] if s.track in tracks] for axis in axes_used), strict=True)
    )
    first = [next((s for s in row if s.value is None), row[0]) for row in rows]
    value = math.fsum(n * mean for n, mean in means) / sum(n for n, _ in means) if means else None
    interval = bootstrap.overall(strata) if strata else NO_INTERVAL
    return _estimate(value, sum(s.value is not None for s in first), first, interval)


def axes_over(
    cells: Cells, weights: Mapping[str, float], tracks: Sequence[Track] = TRACKS
) -> tuple[str, ...]:
    """The axes with a weight that were measured on some task of the tracks."""
    return tuple(
        axis
        for axis in _weighty(weights)
        if any(s.value is not None and s.track in tracks for s in cells[AXES[axis]])
    )


def shared(
    scores: Iterable[TaskScore], weights: Mapping[str, float], bootstrap: Bootstrap
) -> dict[str, Estimate]:
    """Every system's overall on the same ground: the tasks and axes that all of them are measured on.

    Systems without any measurement are left out; `n` is the number of such tasks, `missing` of the others.
    """
    systems: dict[str, list[TaskScore]] = {}
    for score in scores:
        systems.setdefault(score.system, []).append(score)
    cells = {name: by_metric(own) for name, own in systems.items()}
    over = {name: axes_over(columns, weights) for name, columns in cells.items()}
    compared = [name for name in cells if over[name]]
    axes = [axis for axis in AXES if all(axis in over[name] for name in compared)]
    if len(compared) < 2 or not axes:
        return {}
    tasks = [score.task for score in cells[compared[0]][AXES[axes[0]]]]
    kept = {
        task
        for index, task in enumerate(tasks)
        if all(cells[name][AXES[axis]][index].value is not None for name in compared for axis in axes)
    }
    if not kept:
        return {}
    used = {axis: weights[axis] for axis in axes}
    found = {
        name: overall(by_metric(s for s in systems[name] if s.task in kept), used, bootstrap)
        for name in compared
    }
    left_out = len(tasks) - len(kept)
    return {name: own.model_copy(update={"missing": left_out}) for name, own in found.items()}


def notes(cells: Cells, weights: Mapping[str, float]) -> list[str]:
    """What `overall` leaves out, and which axes miss tasks, in words."""
    said: list[str] = []
    over = axes_over(cells, weights)
    for axis in _weighty(weights):
        for track in (None, *TRACKS):
            column = [s for s in cells[AXES[axis]] if track in {None, s.track}]
            absent = sum(s.value is None for s in column)
            why = f"({words(reasons(column))})"
            if absent and absent == len(column):
                where = f" on {track} tasks" if track else ""
                said.append(f"{axis} was not measured{where} {why}: overall{where} does not cover it")
                if track is None:
                    break
            elif absent and track is None and axis in over:
                said.append(f"{axis} was measured on {len(column) - absent} of {len(column)} tasks {why}")
    return said


def reasons(column: Iterable[TaskScore]) -> dict[str, int]:
    """How often each reason occurs among what is missing, most frequent first."""
    found = Counter(s.missing.reason.value for s in column if s.value is None and s.missing)
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def words(counted: Mapping[str, int]) -> str:
    """Reasons with their counts as people read them: `no trace 3, unanswered 1`."""
    return ", ".join(f"{reason.replace('_', ' ')} {count}" for reason, count in counted.items())


def _weighty(weights: Mapping[str, float]) -> tuple[str, ...]:
    return tuple(axis for axis in AXES if weights.get(axis, 0) > 0)


def _estimate(value: float | None, n: int, column: Sequence[TaskScore], interval: Interval) -> Estimate:
    low, high = interval
    return Estimate(value=value, n=n, missing=len(column) - n, low=low, high=high, reasons=reasons(column))
