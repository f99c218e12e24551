"""What was published of MiroEval's scores beside what its per-task files give; pure.

Published values are those of the paper and its table (arXiv 2603.28407), and of readings of the same
files; the rebuilt ones come from this project's own formulas: the mean of each axis over the tasks that
have it, axes weighted alike, tracks by their number of tasks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from triaudit.published import CELLS, PublishedSettings
from triaudit.score.aggregate import AXES, by_metric, estimates, overall
from triaudit.score.bootstrap import Bootstrap
from triaudit.score.pairs import pairs
from triaudit.types import Estimate, TaskScore

ALIKE = dict.fromkeys(AXES, 1.0)
"""Weights of the axes in the published overall."""
ROUNDED = 0.05 + 1e-6
"""A figure printed with one decimal is within this of what it was rounded from."""
METRICS = dict(
    zip(
        CELLS,
        [
            *(
                f"{track}/{metric}"
                for track in ("text", "multimodal")
                for metric in (*AXES.values(), "overall")
            ),
            "overall",
        ],
        strict=True,
    )
)
"""Column of the published table to this project's metric."""

Cards = Mapping[str, Mapping[str, Estimate]]
"""Id of a system to its metrics."""


class Finding(NamedTuple):
    """One published figure beside the rebuilt one."""

    what: str
    published: float
    rebuilt: float | None
    within: float
    """How far apart rounding may have put them."""

    @property
    def holds(self) -> bool:
        """Whether the rebuilt figure is the published one."""
        return self.rebuilt is not None and abs(self.rebuilt - self.published) <= self.within


def cards(scores: Iterable[TaskScore], bootstrap: Bootstrap) -> dict[str, dict[str, Estimate]]:
    """Every system's metrics, the axes weighted alike."""
    own: dict[str, list[TaskScore]] = {}
    for score in scores:
        own.setdefault(score.system, []).append(score)
    return {system: estimates(column, ALIKE, bootstrap) for system, column in own.items()}


def table(found: Cards, settings: PublishedSettings) -> dict[str, dict[str, float]]:
    """The published table rebuilt and unrounded, in its names and keys.

    A system without multimodal tasks has neither their cells nor an overall over both tracks.
    """
    rebuilt: dict[str, dict[str, float]] = {}
    for system, name in settings.systems.items():
        row: dict[str, float] = {}
        both = found[system]["multimodal/overall"].value is not None
        for cell, metric in METRICS.items():
            value = found[system][metric].value if metric in found[system] else None
            if value is not None and (both or cell != "overall"):
                row[cell] = value
        rebuilt[name] = row
    return rebuilt


def cells(rebuilt: Mapping[str, Mapping[str, float]], settings: PublishedSettings) -> list[Finding]:
    """Every cell of the published table."""
    return [
        Finding(f"{name}: {cell}", value, rebuilt.get(name, {}).get(cell), ROUNDED)
        for name, row in settings.table.items()
        for cell, value in zip(CELLS, row, strict=False)
    ]


def findings(
    scores: Sequence[TaskScore], found: Cards, settings: PublishedSettings, bootstrap: Bootstrap
) -> list[Finding]:
    """What else was published of these scores: intervals, ties, correlations, extremes and gaps."""
    ids = [system for system in settings.systems if system in found]

    def figure(metric: str) -> dict[str, float]:
        return {i: value for i in ids if metric in found[i] and (value := found[i][metric].value) is not None}

    text = {axis: figure(f"text/{metric}") for axis, metric in AXES.items()}
    whole = figure("text/overall")
    others = {i: (text["quality"][i] + text["factcheck"][i]) / 2 for i in whole}
    to_report, to_process = figure("text/audit/findings_to_report"), figure("text/audit/report_to_process")
    gaps = [to_report[i] - to_process[i] for i in to_report]
    drops = [whole[i] - value for i, value in figure("multimodal/overall").items()]
    generated = [_generated(scores, i, settings.user_derived, bootstrap) for i in ids]
    wrong, unknown = figure("text/factcheck/wrong"), figure("text/factcheck/unknown")
    insight, breadth = figure("text/quality/insight"), figure("text/audit/search_breadth")
    specific, depth = figure("text/quality/specificity"), figure("text/audit/analytical_depth")
    return [
        *_intervals(found),
        Finding("ties among the nine adjacent pairs on overall", 6, _ties(scores, found, ids, bootstrap), 0),
        Finding("Pearson of process with overall, text", 0.937, _pearson(text["audit"], whole), 0.0005),
        Finding(
            "Pearson of process with the other two axes, text", 0.858, _pearson(text["audit"], others), 0.0005
        ),
        _of("specificity, text, best", 71.7, specific, max),
        Finding("specificity, text, kimi", 71.7, specific.get("kimi"), ROUNDED),
        _of("insight, text, best", 80.3, insight, max),
        _of("insight, text, worst", 54.8, insight, min),
        _of("search breadth, text, best", 79.1, breadth, max),
        _of("analytical depth, text, worst", 41.6, depth, min),
        Finding("WRONG claims, text, chatgpt", 170, wrong.get("chatgpt"), 0),
        Finding("WRONG claims, text, kimi", 595, wrong.get("kimi"), 0),
        Finding("UNKNOWN claims, text, kimi", 1256, unknown.get("kimi"), 0),
        Finding(
            "findings to report less report to process, text, least", 19.9, min(gaps, default=None), ROUNDED
        ),
        Finding(
            "findings to report less report to process, text, most", 33.9, max(gaps, default=None), ROUNDED
        ),
        Finding("text less multimodal overall, least", -0.3, min(drops, default=None), ROUNDED),
        Finding("text less multimodal overall, most", 8.6, max(drops, default=None), ROUNDED),
        Finding("generated less user-derived, text, least", -5.2, min(generated, default=None), ROUNDED),
        Finding("generated less user-derived, text, most", 6.8, max(generated, default=None), ROUNDED),
    ]


def _of(
    what: str, published: float, values: Mapping[str, float], pick: Callable[[Iterable[float]], float]
) -> Finding:
    return Finding(what, published, pick(values.values()) if values else None, ROUNDED)


def _intervals(found: Cards) -> list[Finding]:
    published = {
        "mirothinker_h1": (75.5, 77.7),
        "chatgpt": (73.2, 76.3),
        "mirothinker_v17": (73.3, 75.3),
    }
    return [
        Finding(
            f"95 % interval of overall, {side}, {system}", value, getattr(found[system]["overall"], side), 0.3
        )
        for system, ends in published.items()
        if system in found
        for side, value in zip(("low", "high"), ends, strict=True)
    ]


def _ties(scores: Sequence[TaskScore], found: Cards, ids: Sequence[str], bootstrap: Bootstrap) -> float:
    """Adjacent pairs, of those with an overall on both tracks, whose paired interval holds 0."""
    both = [i for i in ids if found[i]["multimodal/overall"].value is not None]
    places = sorted(both, key=lambda i: -(found[i]["overall"].value or 0.0))
    compared = {
        frozenset((pair.first, pair.second)): pair
        for pair in pairs([s for s in scores if s.system in set(both)], ALIKE, bootstrap)
    }
    adjacent = [compared[frozenset(two)] for two in pairwise(places)]
    return float(sum(p.low is None or p.high is None or p.low <= 0 <= p.high for p in adjacent))


def _pearson(xs: Mapping[str, float], ys: Mapping[str, float]) -> float | None:
    shared = [i for i in xs if i in ys]
    if len(shared) < 3:
        return None
    x, y = [xs[i] for i in shared], [ys[i] for i in shared]
    mx, my = math.fsum(x) / len(x), math.fsum(y) / len(y)
    xy = math.fsum((a - mx) * (b - my) for a, b in zip(x, y, strict=True))
    spread = math.sqrt(math.fsum((a - mx) ** 2 for a in x) * math.fsum((b - my) ** 2 for b in y))
    return xy / spread if spread else None


def _generated(
    scores: Sequence[TaskScore], system: str, user: tuple[int, int], bootstrap: Bootstrap
) -> float:
    """Overall on the generated text tasks less that on the user-derived ones."""
    own = [score for score in scores if score.system == system and score.track == "text"]
    first, last = user

    def part(inside: bool) -> float:
        chosen = [score for score in own if (first <= int(score.task) <= last) is inside]
        return overall(by_metric(chosen), ALIKE, bootstrap, ["text"]).value or math.nan

    return part(False) - part(True)
