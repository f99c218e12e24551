"""Per-task figures as one scorecard per system; pure.

An axis is the mean over tasks of its headline figure. A track's overall is the weighted mean of the
axes that were measured on it; `overall` covers the axes that were measured on every track, and weights
the tracks by how many tasks of the benchmark they hold.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from triaudit.score.bootstrap import NO_INTERVAL, Bootstrap, Interval, Stratum
from triaudit.score.measure import SUMMED
from triaudit.types import Estimate, MissingReason, TaskScore, Track

AXES: Mapping[str, str] = {
    "quality": "quality/total",
    "factcheck": "factcheck/right_ratio",
    "audit": "audit/total",
}
"""Axis to the metric that stands for it."""
TRACKS: tuple[Track, ...] = ("text", "multimodal")
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
    cells: Cells,
    weights: Mapping[str, float],
    bootstrap: Bootstrap,
    tracks: Sequence[Track] = TRACKS,
    sizes: Mapping[Track, int] | None = None,
) -> Estimate:
    """Overall of the given tracks, over the axes that all of them were measured on (`axes_over`).

    A track on which nothing was measured is left out, and the note says so. `n` are tasks measured on
    every axis in it.

    Args:
        cells: One system's scores.
        weights: Weight of each axis.
        bootstrap: Draws the interval.
        tracks: The tracks to average over.
        sizes: Tasks of the benchmark per track where `cells` hold a part of them; else they are counted.
    """
    axes = axes_over(cells, weights, tracks)
    there = measured_tracks(cells, weights, tracks)
    columns = {a: [s for s in cells[AXES[a]] if s.track in tracks] for a in axes or weighty(weights)}
    rows = list(zip(*columns.values(), strict=True))
    first = [next((s for s in row if s.value is None), row[0]) for row in rows]
    if not there:
        return _estimate(None, 0, first, NO_INTERVAL)
    if not axes:
        return Estimate(
            value=None,
            n=0,
            missing=len(first),
            reasons={MissingReason.NO_COMMON_AXIS.value: len(first)},
            note=f"{' and '.join(there)} tasks were measured on different axes",
        )
    said: list[str] = []
    for track in tracks:
        own = [[s.value for s in column if s.track == track] for column in columns.values()]
        if track not in there:
            said += [f"nothing was measured on {track} tasks"] if own[0] else []
            continue
        few = [a for a, values in zip(axes, own, strict=True) if sum(v is not None for v in values) < 2]
        if few and len(own[0]) > 1:
            said.append(f"no interval, as a single {track} task was measured on {' and '.join(few)}")
    strata = strata_of(cells, weights, axes, there, sizes)
    interval = bootstrap.overall(strata)
    if interval != NO_INTERVAL:
        alone = [track for track in there if sum(s.track == track for s in first) == 1]
        said += [f"the interval takes the one {track} task as it is" for track in alone]
    total = math.fsum(stratum.weight for stratum in strata)
    value = math.fsum(stratum.weight * stratum.mean for stratum in strata) / total
    found = _estimate(value, sum(s.value is not None for s in first), first, interval)
    return found.model_copy(update={"note": "; ".join(said)})


def strata_of(
    cells: Cells,
    weights: Mapping[str, float],
    axes: Sequence[str],
    tracks: Sequence[Track],
    sizes: Mapping[Track, int] | None = None,
) -> list[Stratum]:
    """The tracks as strata of the axes' figures per task, weighted by `sizes` or their number of tasks."""
    strata: list[Stratum] = []
    for track in tracks:
        own = [tuple(s.value for s in cells[AXES[axis]] if s.track == track) for axis in axes]
        weight = float(sizes[track] if sizes else len(own[0]))
        strata.append(Stratum(weight, tuple(zip((weights[axis] for axis in axes), own, strict=True))))
    return strata


def measured_tracks(
    cells: Cells, weights: Mapping[str, float], tracks: Sequence[Track] = TRACKS
) -> tuple[Track, ...]:
    """The tracks with a task that was measured on some axis with a weight."""
    found = {s.track for axis in weighty(weights) for s in cells[AXES[axis]] if s.value is not None}
    return tuple(track for track in tracks if track in found)


def axes_over(
    cells: Cells, weights: Mapping[str, float], tracks: Sequence[Track] = TRACKS
) -> tuple[str, ...]:
    """The axes with a weight that were measured on each of the tracks on which anything was.

    A mean of tracks over different axes would compare one axis with another.
    """
    there = set(measured_tracks(cells, weights, tracks))
    return tuple(
        axis
        for axis in weighty(weights)
        if there and there <= {s.track for s in cells[AXES[axis]] if s.value is not None}
    )


def shared(
    scores: Iterable[TaskScore], weights: Mapping[str, float], bootstrap: Bootstrap
) -> dict[str, Estimate]:
    """Every system's overall on the same ground: the tasks and axes that all of them are measured on.

    Tracks keep the weights that they have in the benchmark, however many of their tasks are shared; a
    track of which none is falls out, and the note says so. Systems without an overall are left out.
    `n` is the number of shared tasks, `missing` of the others.
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
    of_track = {score.task: score.track for score in cells[compared[0]][AXES[axes[0]]]}
    sizes = Counter(of_track.values())
    absent = [track for track in TRACKS if sizes[track] and track not in {of_track[task] for task in kept}]
    without = [f"no {track} task is shared" for track in absent]
    found = {
        name: overall(by_metric(s for s in systems[name] if s.task in kept), used, bootstrap, sizes=sizes)
        for name in compared
    }
    left_out = len(tasks) - len(kept)
    return {
        name: own.model_copy(
            update={"missing": left_out, "note": "; ".join(note for note in (*without, own.note) if note)}
        )
        for name, own in found.items()
    }


def reasons(column: Iterable[TaskScore]) -> dict[str, int]:
    """How often each reason occurs among what is missing, most frequent first."""
    found = Counter(s.missing.reason.value for s in column if s.value is None and s.missing)
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def words(counted: Mapping[str, int]) -> str:
    """Reasons with their counts as people read them: `no trace 3, unanswered 1`."""
    return ", ".join(f"{reason.replace('_', ' ')} {count}" for reason, count in counted.items())


def weighty(weights: Mapping[str, float]) -> tuple[str, ...]:
    """The axes that count."""
    return tuple(axis for axis in AXES if weights.get(axis, 0) > 0)


def _estimate(value: float | None, n: int, column: Sequence[TaskScore], interval: Interval) -> Estimate:
    low, high = interval
    return Estimate(value=value, n=n, missing=len(column) - n, low=low, high=high, reasons=reasons(column))
