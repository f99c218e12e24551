"""What a scorecard's figures leave out, in words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

from triaudit.score.aggregate import AXES, Cells, axes_over, measured_tracks, reasons, weighty, words
from triaudit.types import Estimate

SHARES = ("findings_to_report", "report_to_process", "contradiction")
"""What `audit/alignment` is the mean of, as far as it exists."""


def notes(cells: Cells, weights: Mapping[str, float], overall: Estimate) -> list[str]:
    """What `overall` leaves out, which axes miss tasks, what alignment rests on, and what failed."""
    said: list[str] = []
    over = axes_over(cells, weights)
    there = measured_tracks(cells, weights)
    for axis in weighty(weights):
        column = cells[AXES[axis]]
        absent = [s for s in column if s.value is None]
        gone = [t for t in there if all(s.value is None for s in column if s.track == t)]
        if absent and len(absent) == len(column):
            said.append(f"{axis} was not measured ({words(reasons(column))}): overall does not cover it")
        elif gone:
            why = words(reasons(s for s in column if s.track in gone))
            where = " and ".join(gone)
            said.append(f"{axis} was not measured on {where} tasks ({why}): overall does not cover it")
        elif absent and axis in over:
            measured = len(column) - len(absent)
            said.append(
                f"{axis} was measured on {measured} of {len(column)} tasks ({words(reasons(column))})"
            )
    if overall.note:
        said.append(f"overall: {overall.note}")
    return [*said, *_alignment(cells), *_failed(cells)]


def _alignment(cells: Cells) -> list[str]:
    """Which shares the alignment of each task is the mean of, where that is not all of them everywhere."""
    kinds: Counter[tuple[str, ...]] = Counter()
    columns = [cells.get(f"audit/{name}", ()) for name in ("alignment", *SHARES)]
    for whole, *shares in zip(*columns, strict=True):
        if whole.value is not None:
            kinds[tuple(s.metric.split("/")[1] for s in shares if s.value is not None)] += 1
    if set(kinds) <= {SHARES}:
        return []
    ranked = sorted(kinds.items(), key=lambda item: (-item[1], item[0]))
    parts = [f"{' and '.join(names)} on {count} task{'' if count == 1 else 's'}" for names, count in ranked]
    return [f"alignment rests on {'; on '.join(parts)}"]


def _failed(cells: Cells) -> list[str]:
    """How much a judge did not answer, where it was any."""
    said: list[str] = []
    for axis, asked, what in (("factcheck", "claims", "claims"), ("audit", "asked", "items")):
        failed, items = (
            math.fsum(s.value for s in cells.get(f"{axis}/{name}", ()) if s.value is not None)
            for name in ("failed", asked)
        )
        if failed:
            said.append(f"{failed:.0f} of {items:.0f} {what} of {axis} were not answered")
    return said
