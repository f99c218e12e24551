"""The scorecards as a table for a terminal.

Figures are printed with one decimal, halves away from zero. Systems whose printed `overall` is equal
share a rank and stand in the order they are listed in; what was not measured stands last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from io import StringIO
from typing import NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from triaudit.score.aggregate import AXES, words
from triaudit.score.judged import judged, warnings
from triaudit.types import Estimate, Scorecard

NOT_MEASURED = "not measured"
MARK = "*"
"""Stands beside a rank that rests on fewer tasks or axes than others."""
COLUMNS = {
    "overall": "Overall",
    **dict(zip(AXES.values(), ("Quality", "Fact-check", "Process audit"), strict=True)),
}
BASELINE = (
    "The rules judge is a baseline that reads words, numbers and dates, not meaning: "
    "its figures are not comparable with a model judge's."
)


class Place(NamedTuple):
    """A system's place in the table."""

    rank: int | None
    """None where `overall` was not measured."""
    card: Scorecard
    partial: bool
    """Whether it was measured on fewer tasks than the benchmark has, or on fewer axes than another system."""


def show(value: float | None) -> str:
    """A figure as people see it: one decimal, halves away from zero, or `not measured`."""
    if value is None:
        return NOT_MEASURED
    return str(Decimal(f"{value:.6g}").quantize(Decimal("0.1"), ROUND_HALF_UP))


def interval(estimate: Estimate) -> str:
    """`[70.1, 78.0]`, or nothing where there is none."""
    if estimate.low is None or estimate.high is None:
        return ""
    return f"[{show(estimate.low)}, {show(estimate.high)}]"


def places(cards: Sequence[Scorecard]) -> list[Place]:
    """The systems in the order of the table, with their ranks."""
    widest = {axis for card in cards for axis in card.overall_over}
    printed = {card.system: _printed(card) for card in cards}
    ordered = sorted(cards, key=lambda card: -(printed[card.system] if card.overall_over else Decimal(-1)))
    found: list[Place] = []
    for index, card in enumerate(ordered):
        rank: int | None = None
        if card.overall_over:
            above = found[-1] if found else None
            same = above is not None and printed[above.card.system] == printed[card.system]
            rank = above.rank if above and same else index + 1
        found.append(
            Place(rank, card, bool(card.metrics["overall"].missing or widest - set(card.overall_over)))
        )
    return found


def _printed(card: Scorecard) -> Decimal:
    value = card.metrics["overall"].value
    return Decimal(-1) if value is None else Decimal(show(value))


def leaderboard(cards: Sequence[Scorecard], shared: Mapping[str, Estimate] | None = None) -> str:
    """The table and the lines that it can't be read without.

    Args:
        cards: One scorecard per system.
        shared: Overall over the tasks and axes that all systems are measured on; shown where any
            system is measured on fewer.
    """
    if not cards:
        return "No systems are listed: name them in params.yaml under `systems`."
    rows = places(cards)
    compare = bool(shared) and any(row.partial for row in rows)
    table = Table(title="Scores 0-100, 95 % intervals over tasks", title_justify="left", show_lines=True)
    table.add_column("", justify="right")
    table.add_column("System", overflow="fold")
    for title in COLUMNS.values():
        table.add_column(title, justify="right")
    if compare:
        table.add_column("Shared ground", justify="right")
    for row in rows:
        rank = ("-" if row.rank is None else str(row.rank)) + (MARK if row.partial else "")
        cells = [_cell(row.card.metrics[metric]) for metric in COLUMNS]
        if compare and shared:
            estimate = shared.get(row.card.system)
            cells.append(_cell(estimate) if estimate else "-")
        table.add_row(rank, escape(row.card.system), *map(escape, cells))
    drawn = StringIO()
    Console(file=drawn, width=400, color_system=None, legacy_windows=False).print(table)
    lines = [line.rstrip() for line in drawn.getvalue().splitlines()]
    said = shared_notes(shared) if compare and shared else []
    return "\n".join([*lines, *footnotes(rows, compare), *said])


def footnotes(rows: Sequence[Place], compare: bool = False) -> list[str]:
    """Marks explained, what is missing, and whose judgement it is."""
    lines = [of_part(note) for note in dict.fromkeys(row.card.part for row in rows) if note]
    if any(row.partial for row in rows):
        lines.append(
            f"{MARK} not measured on every task and axis: not comparable as it stands with a system that is."
        )
    if compare:
        lines.append("Shared ground: overall over the tasks and axes that all systems are measured on.")
    lines += [f"{row.card.system}: {note}." for row in rows for note in row.card.notes]
    if any(row.card.baseline for row in rows):
        lines.append(BASELINE)
    cards = [row.card for row in rows]
    lines += warnings(cards)
    if told := judged(cards):
        lines.append(f"Judged by: {told}.")
    return lines


def of_part(note: str) -> str:
    """What it means that figures are of a part of the benchmark."""
    return f"Measured on {note}: not comparable with figures of the whole benchmark."


def shared_notes(shared: Mapping[str, Estimate]) -> list[str]:
    """What the shared ground leaves out, each once."""
    return [f"Shared ground: {note}." for note in dict.fromkeys(e.note for e in shared.values()) if note]


def _cell(estimate: Estimate) -> str:
    total = estimate.n + estimate.missing
    if estimate.value is None:
        return f"{NOT_MEASURED}\n{words(estimate.reasons) or 'no task'}"
    return f"{show(estimate.value)} {interval(estimate)}".rstrip() + f"\n{estimate.n} of {total} tasks"
