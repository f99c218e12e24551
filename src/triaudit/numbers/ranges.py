"""Both ends of a range read together."""

from __future__ import annotations

import re
from itertools import pairwise
from math import inf

from triaudit.numbers.figure import Figure
from triaudit.units import UNITS, Unit, unit_named


def ranged(figures: list[Figure], text: str) -> list[Figure]:
    """Both ends of a range such as `20-25 %` or `between 3 and 4 million` know it, and share their unit."""
    done = list(figures)
    for index, (before, after) in enumerate(pairwise(figures)):
        figure = before
        joint = text[figure.end : after.start].strip().lower()
        dated = {"year", "season"} & {figure.dimension, after.dimension}
        if dated or joint not in {"-", "–", "—", "~", "至", "到", "to", "bis", "and", "und", "和"}:
            continue
        lead = text[max(0, figure.start - 12) : figure.start].lower().rstrip()
        paired = joint in {"and", "und", "和"}
        if figure.dimension == "count":
            unit = unit_of(after)
            by = unit.factor * (after.scale if figure.scale == 1 else 1.0)
            figure = figure._replace(
                dimension=after.dimension,
                currency=after.currency,
                values=tuple(value * by + unit.offset for value in figure.values),
                half=figure.half * by,
                noun=figure.noun if after.dimension == "count" else "",
            )
        moved = re.search(r"(?:(?<!rang)(?<!ranges)(?<!ranging)(?:^|\s)from|(?:^|\s)von|[从由])$", lead)
        apart = paired and not re.search(r"(?:between|zwischen|介于|在)$", lead)
        ends = (min(figure.values), max(after.values))
        if figure.dimension == after.dimension and not moved and not apart and ends[0] < ends[1] < inf:
            figure = figure._replace(span=ends)
            done[index + 1] = after._replace(span=ends, bound="")
        done[index] = figure
    return done


def unit_of(figure: Figure) -> Unit:
    """The unit that a figure is written with."""
    folded = figure.text.lower()
    names = [n for n, unit in UNITS.items() if unit.dimension == figure.dimension and folded.endswith(n)]
    return unit_named(figure.text[-len(max(names, key=len)) :]) if names else Unit(figure.dimension)
