"""The report's pages as HTML: pure, and the same bytes for the same records.

Everything that systems, tasks and judges wrote is escaped. The pages hold no script and load nothing,
and a policy in them tells the browser to refuse both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from triaudit.report.dossier import dossier
from triaudit.report.radar import Spoke, radar
from triaudit.report.records import Records
from triaudit.report.render import render, report_page, system_page
from triaudit.report.sentences import first_paragraph
from triaudit.report.states import STATES
from triaudit.score.aggregate import AXES, TRACKS
from triaudit.score.judged import warnings
from triaudit.score.leaderboard import BASELINE, of_part, places, show
from triaudit.score.length import METRIC
from triaudit.score.pairs import paired, told_apart
from triaudit.types import Estimate, Pair, Scorecard, Task, TaskScore


class Provenance(NamedTuple):
    """What the figures stand on, and the report's title."""

    title: str
    benchmark: str
    alpha: float
    weights: Mapping[str, float]
    bootstrap: int
    seed: int
    part: str = ""
    """What part of the benchmark they are of; empty: all."""


class Gap(NamedTuple):
    """A reason why figures of one axis are missing."""

    axis: str
    reason: str
    figures: tuple[str, ...]
    tasks: tuple[str, ...]
    detail: str


class Site(NamedTuple):
    """All pages, and how many claims were found in the texts of the reports."""

    pages: Mapping[str, str]
    """By their place, seen from the index."""
    claims: int
    unplaced: int
    """Claims of whose words nothing is to see: their pages say so and lead to the block that they are in."""


def site(  # noqa: PLR0917
    cards: Sequence[Scorecard],
    scores: Sequence[TaskScore],
    tasks: Sequence[Task],
    shared: Mapping[str, Estimate],
    pairs: Sequence[Pair],
    provenance: Provenance,
    reports: Sequence[Records] = (),
) -> Site:
    """`index.html`, a page for every system, and one for every report."""
    own: dict[str, list[TaskScore]] = {card.system: [] for card in cards}
    for score in scores:
        own.setdefault(score.system, []).append(score)
    gaps = {system: missing(found) for system, found in own.items()}
    cells = {system: {(s.task, s.metric): s for s in found} for system, found in own.items()}
    told = {(records.system, records.task.id): dossier(records) for records in reports}
    ranked = places(cards)
    common: dict[str, object] = {
        "provenance": provenance,
        "tracks": [track for track in TRACKS if any(task.track == track for task in tasks)],
        "baseline": BASELINE if any(card.baseline for card in cards) else "",
        "warnings": warnings(cards),
        "part": of_part(provenance.part) if provenance.part else "",
        "tasks": tasks,
        "places": ranked,
        "cells": cells,
        "told": told,
        "states": tuple(STATES.values()),
        "radars": {card.system: radar(card.system, spokes(card, cards)) for card in cards},
        "gaps": gaps,
    }
    made = {
        "index.html": render(
            "index.html.jinja",
            **common,
            root="",
            cards=cards,
            sentences=first_paragraph(cards, shared, pairs),
            pairs=[
                pair
                for first, second in combinations([place.card.system for place in ranked], 2)
                if (pair := paired(first, second, "overall", pairs))
            ],
            told_apart=told_apart,
            shared=shared if any(place.partial for place in ranked) else {},
        )
    }
    for place in ranked:
        name = place.card.system
        columns = list(dict.fromkeys(metric for _, metric in cells[name]))
        made[system_page(name)] = render(
            "system.html.jinja", **common, root="../", card=place.card, place=place, columns=columns
        )
    for (system, task), one in told.items():
        made[report_page(system, task)] = render("report.html.jinja", **common, root="../../", it=one)
    return Site(
        made, sum(len(one.claims) for one in told.values()), sum(one.unplaced for one in told.values())
    )


OUTLINE = (
    "factcheck/right_ratio",
    "audit/intrinsic",
    "audit/findings_to_report",
    "audit/report_to_process",
    "audit/contradiction",
)
"""What a radar shows beside the dimensions of quality."""


def spokes(card: Scorecard, cards: Sequence[Scorecard]) -> list[Spoke]:
    """The axes of a system's radar: the same for all systems, measured on it or not."""
    names = dict.fromkeys(name for one in cards for name in one.metrics)
    chosen = [name for name in names if name.startswith("quality/") and name not in {AXES["quality"], METRIC}]
    chosen += [name for name in OUTLINE if name in names]
    made = []
    for name in chosen:
        estimate = card.metrics.get(name, Estimate(value=None, n=0, missing=0))
        title = name.split("/")[1].replace("_", " ")
        gap = "\n" if estimate.value is None else ", "
        note = f"{show(estimate.value)}{gap}{estimate.n} of {estimate.n + estimate.missing}"
        made.append(Spoke(title, estimate.value, estimate.low, estimate.high, note))
    return made


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
