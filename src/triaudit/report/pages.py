"""The report's pages as HTML: pure, and the same bytes for the same records.

Everything that systems, tasks and judges wrote is escaped. The pages hold no script and load nothing,
and a policy in them tells the browser to refuse both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

from triaudit.files import safe_name
from triaudit.report.sentences import MEANING, first_paragraph
from triaudit.score.aggregate import AXES, TRACKS, words
from triaudit.score.leaderboard import BASELINE, COLUMNS, MARK, interval, places, show
from triaudit.score.measure import COUNTS, SUMMED
from triaudit.types import Estimate, Scorecard, Task, TaskScore

BRIEF = {
    **{metric: COLUMNS[metric] for metric in AXES.values()},
    **{f"factcheck/{name}": name.capitalize() for name in COUNTS},
}
"""Columns of the per-task table and their titles; all figures are in the one below it."""


class Provenance(NamedTuple):
    """What the figures stand on, and the report's title."""

    title: str
    benchmark: str
    alpha: float
    weights: Mapping[str, float]
    bootstrap: int
    seed: int


class Gap(NamedTuple):
    """A reason why figures of one axis are missing."""

    axis: str
    reason: str
    figures: tuple[str, ...]
    tasks: tuple[str, ...]
    detail: str


def pages(
    cards: Sequence[Scorecard],
    scores: Sequence[TaskScore],
    tasks: Sequence[Task],
    shared: Mapping[str, Estimate],
    provenance: Provenance,
) -> dict[str, str]:
    """File name to page: `index.html`, and one page for every system."""
    common = {
        "provenance": provenance,
        "tracks": [track for track in TRACKS if any(task.track == track for task in tasks)],
        "baseline": BASELINE if any(card.baseline for card in cards) else "",
        "tasks": tasks,
    }
    gaps = {card.system: missing([s for s in scores if s.system == card.system]) for card in cards}
    made = {
        "index.html": _render(
            "index.html.jinja",
            common,
            cards=cards,
            places=places(cards),
            sentences=first_paragraph(cards, shared),
            shared=shared if any(place.partial for place in places(cards)) else {},
            gaps=gaps,
        )
    }
    for card in cards:
        cells = {(s.task, s.metric): s for s in scores if s.system == card.system}
        made[page_name(card.system)] = _render(
            "system.html.jinja",
            common,
            card=card,
            place=next(place for place in places(cards) if place.card is card),
            cells=cells,
            gaps=gaps[card.system],
            columns=list(dict.fromkeys(metric for _, metric in cells)),
        )
    return made


def page_name(system: str) -> str:
    """File name of a system's page."""
    return f"system-{safe_name(system)}.html"


def missing(scores: Sequence[TaskScore]) -> list[Gap]:
    """What was not measured, one entry per axis and reason."""
    grouped: dict[tuple[str, str], list[TaskScore]] = {}
    for score in scores:
        if score.missing is not None:
            key = score.metric.split("/")[0], score.missing.reason.value
            grouped.setdefault(key, []).append(score)
    return [
        Gap(
            axis,
            reason.replace("_", " "),
            tuple(dict.fromkeys(score.metric for score in found)),
            tuple(dict.fromkeys(score.task for score in found)),
            next((_detail(score) for score in found if _detail(score)), ""),
        )
        for (axis, reason), found in grouped.items()
    ]


def _detail(score: TaskScore) -> str:
    if score.missing is None:
        return ""
    failed = score.missing.unanswered
    said = [
        score.missing.detail,
        f"{failed.reason.value.replace('_', ' ')} {failed.detail}" if failed else "",
    ]
    return "; ".join(part.strip() for part in said if part.strip())


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("triaudit.report", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"show": show, "interval": interval, "words": words, "page": page_name}
    environment.globals |= {
        "AXES": AXES,
        "BRIEF": BRIEF,
        "COLUMNS": COLUMNS,
        "MARK": MARK,
        "MEANING": MEANING,
    }
    environment.globals |= {"SUMMED": SUMMED}
    return environment


def _render(template: str, common: Mapping[str, object], **values: object) -> str:
    return _environment().get_template(template).render({**common, **values})
