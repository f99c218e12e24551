"""Whether two figures agree: equal within rounding, inside a bound or a range, or of different measures."""

from __future__ import annotations

import re
from itertools import pairwise
from math import inf
from typing import Literal

from triaudit.numbers.figure import Figure

Answer = Literal["same", "close", "other", "apart"]
"""What is stated confirms the claimed; leaves it open; excludes it; is of another measure."""

_YEAR = 365.2425
_TIMES = {"hour": 24 * _YEAR, "day": _YEAR, "week": _YEAR / 7, "month": 12.0, "quarter": 4.0, "year": 1.0}
"""How many of them a year has."""


def compare(claimed: Figure, stated: Figure) -> Answer:
    """Whether what a source states is what is claimed.

    Years agree exactly, and by month, day and quarter where both give them; amounts of money only in one
    currency; bounds and ranges by what they allow; other figures within the rounding of either, or 5 %
    where one of them says `about`; amounts per day, year or head only with others per the same.
    """
    if claimed.dimension != stated.dimension:
        if {claimed.dimension, stated.dimension} in ({"percent", "points"}, {"season", "year"}):
            return "other"
        return "apart"
    if claimed.dimension in {"year", "season"}:
        return _dates(claimed, stated)
    if claimed.per != stated.per:
        return _rates(claimed, stated)
    if claimed.currency and stated.currency and claimed.currency != stated.currency:
        return "other" if _same(claimed, stated) == "same" else "apart"
    if _bounded(claimed) or _bounded(stated):
        return _bounds(claimed, stated)
    return _same(claimed, stated)


def _dates(claimed: Figure, stated: Figure) -> Answer:
    if claimed.values != stated.values:
        return "other"
    pairs = ((claimed.month, stated.month), (claimed.day, stated.day), (claimed.part, stated.part))
    if any(a and b and a != b for a, b in pairs) or not _within(claimed, stated):
        return "other"
    if all(b or not a for a, b in pairs) or (claimed.part and stated.month and _within(claimed, stated)):
        return "same"
    return "close"


def _within(first: Figure, second: Figure) -> bool:
    """Whether a month is in a quarter or half, and a quarter in a half, where both are given."""
    for part, other in ((first, second), (second, first)):
        months = _months(part.part)
        if months and other.month and other.month not in months:
            return False
    return True


def _months(part: str) -> range | None:
    if not part or part == "9m":
        return range(1, 10) if part else None
    size = 3 if part[0] == "q" else 6
    return range((int(part[1]) - 1) * size + 1, int(part[1]) * size + 1)


def _rates(claimed: Figure, stated: Figure) -> Answer:
    """Amounts per different things: over time they convert; against one per nothing named they stay open."""
    first, second = _TIMES.get(claimed.per), _TIMES.get(stated.per)
    if first and second:
        by = first / second
        made = claimed._replace(values=tuple(value * by for value in claimed.values), half=claimed.half * by)
        near = _gap(made, stated)[1] <= 0.015
        return "same" if near or _same(made, stated) == "same" else "other"
    if claimed.per and stated.per:
        return "apart"
    answer = compare(claimed._replace(per=""), stated._replace(per=""))
    return "close" if answer == "other" and {claimed.per, stated.per} != {"", "year"} else answer


def _gap(claimed: Figure, stated: Figure) -> tuple[float, float]:
    """Distance of the nearest readings, as it is and as a share of the larger figure."""
    gap = min(abs(a - b) for a in claimed.values for b in stated.values)
    size = max(abs(value) for value in (*claimed.values, *stated.values))
    return gap, gap / size if size else 0.0


def _same(claimed: Figure, stated: Figure) -> Answer:
    gap, relative = _gap(claimed, stated)
    coarse = claimed.half < stated.half / 2 and not stated.about
    rounded = (gap <= stated.half and relative <= 0.005 and not coarse) or (
        gap <= claimed.half and relative <= 0.05
    )
    if relative < 1e-9 or rounded:
        return "same"
    if gap <= max(claimed.half, stated.half) and relative <= 0.05:
        return "close"
    if (claimed.about or stated.about) and relative <= 0.05:
        return "same" if claimed.about else "close"
    return "other"


def _bounded(figure: Figure) -> bool:
    return figure.bound in {"least", "most"} or figure.span is not None


def _allowed(figure: Figure) -> tuple[float, float]:
    """The least and the most that a figure allows, rounding not counted."""
    if figure.span:
        return figure.span
    if figure.bound == "least":
        return min(figure.values), inf
    if figure.bound == "most":
        return -inf, max(figure.values)
    slack = 0.05 * abs(figure.values[0]) if figure.about else 0.0
    return min(figure.values) - slack, max(figure.values) + slack


def _bounds(claimed: Figure, stated: Figure) -> Answer:
    """By inclusion: what is stated confirms a claim inside of what that allows, and excludes it outside."""
    (low, high), (least, most) = _allowed(claimed), _allowed(stated)
    if claimed.bound == stated.bound and claimed.span is None and stated.span is None:
        if _same(claimed._replace(bound=""), stated._replace(bound="")) == "same":
            return "same"
    elif {claimed.bound, stated.bound} == {"least", "most"} and (low, least) != (-inf, -inf):
        if low >= most or least >= high:
            return "other"
        return "close"
    strict = not _bounded(stated) and claimed.span is None and stated.values[0] in {low, high}
    if strict:
        return "close"
    if low <= least and most <= high:
        return "same"
    return "other" if most < low or least > high else "close"


def changes(figures: tuple[Figure, ...], text: str) -> tuple[Figure, ...]:
    """What `from A to B` amounts to: percentage points between shares, and the change in percent."""
    made = []
    for first, second in pairwise(figures):
        joint = text[first.end : second.start].strip().lower()
        lead = text[max(0, first.start - 8) : first.start].strip().lower()
        if (
            first.dimension != second.dimension
            or first.dimension in {"year", "season"}
            or not first.values[0]
        ):
            continue
        if not (joint in {"to", "auf", "→", "->"} and lead.endswith(("from", "von"))) and not (
            lead.endswith("从") and re.fullmatch(r"(?:[升增提上降下减]\S{0,3})?[至到为]", joint)
        ):
            continue
        gap = second.values[0] - first.values[0]
        span = (text[first.start : second.end], first.start, second.end)
        if first.dimension == "percent":
            made.append(Figure(*span, "points", (abs(gap),), 0.5))
        made.append(Figure(*span, "percent", (abs(100 * gap / first.values[0]),), 0.5))
    return tuple(made)
