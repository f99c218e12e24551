"""A radar of figures on 0-100 as inline SVG; an axis that was not measured is a gap in it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from markupsafe import Markup

WIDTH, HEIGHT = 400, 310
CENTRE = (WIDTH / 2, HEIGHT / 2)
RADIUS = 100
LINE = 14
"""Height of a line of a label."""


class Spoke(NamedTuple):
    """One axis of a radar."""

    title: str
    value: float | None
    """0-100; None where it was not measured."""
    low: float | None = None
    high: float | None = None
    note: str = ""
    """Stands below the title, a line for each: the figure and what it stands on."""


def radar(name: str, spokes: Sequence[Spoke]) -> Markup:
    """The figures around a centre of 0; lines join neighbours that were both measured, and no others.

    Args:
        name: Whose figures they are, for those who hear the page.
        spokes: At least three axes, clockwise from the top.
    """
    heard = "; ".join(f"{spoke.title} {spoke.note}".replace("\n", ", ") for spoke in spokes)
    parts = [Markup("<title>{}. {}</title>").format(name, heard)]
    parts += [Markup('<circle class="ring" cx="{}" cy="{}" r="{}"/>').format(*_xy(0, 0), r) for r in _RINGS]
    parts += [_spoke(at, spoke) for at, spoke in _around(spokes)]
    parts += _shape(spokes)
    parts += [_dot(at, spoke) for at, spoke in _around(spokes)]
    parts += [_label(at, spoke) for at, spoke in _around(spokes)]
    return Markup('<svg class="radar" role="img" viewBox="0 0 {} {}">{}</svg>').format(
        WIDTH, HEIGHT, Markup("").join(parts)
    )


_RINGS = tuple(RADIUS * share / 4 for share in range(1, 5))


def _around(spokes: Sequence[Spoke]) -> list[tuple[float, Spoke]]:
    return [(math.tau * index / len(spokes), spoke) for index, spoke in enumerate(spokes)]


def _xy(angle: float, value: float) -> tuple[str, str]:
    """Where a figure stands on an axis, as SVG writes numbers."""
    length = RADIUS * value / 100
    return _short(CENTRE[0] + length * math.sin(angle)), _short(CENTRE[1] - length * math.cos(angle))


def _short(number: float) -> str:
    return f"{number + 0.0:.1f}".removesuffix(".0")


def _line(style: str, angle: float, low: float, high: float) -> Markup:
    return Markup('<line class="{}" x1="{}" y1="{}" x2="{}" y2="{}"/>').format(
        style, *_xy(angle, low), *_xy(angle, high)
    )


def _spoke(angle: float, spoke: Spoke) -> Markup:
    return _line("spoke" if spoke.value is not None else "spoke none", angle, 0, 100)


def _shape(spokes: Sequence[Spoke]) -> list[Markup]:
    """The area where all axes are there; else an area and a line between each two measured neighbours."""
    around = _around(spokes)
    points = [" ".join(",".join(_xy(at, s.value)) for at, s in around if s.value is not None)]
    if all(spoke.value is not None for spoke in spokes):
        return [Markup('<polygon class="area line" points="{}"/>').format(points[0])]
    made = []
    for (at, spoke), (then, other) in pairwise([*around, around[0]]):
        if spoke.value is not None and other.value is not None:
            ends = (*_xy(at, spoke.value), *_xy(then, other.value))
            made.append(
                Markup('<polygon class="area" points="{},{} {},{} {},{}"/>').format(*_xy(0, 0), *ends)
            )
            made.append(Markup('<line class="line" x1="{}" y1="{}" x2="{}" y2="{}"/>').format(*ends))
    return made


def _dot(angle: float, spoke: Spoke) -> Markup:
    if spoke.value is None:
        x, y = _xy(angle, 100)
        return Markup('<circle class="hollow" cx="{}" cy="{}" r="4"/>').format(x, y)
    whisker = Markup("")
    if spoke.low is not None and spoke.high is not None:
        whisker = _line("whisker", angle, max(0.0, spoke.low), min(100.0, spoke.high))
    return whisker + Markup('<circle class="dot" cx="{}" cy="{}" r="3"/>').format(*_xy(angle, spoke.value))


def _label(angle: float, spoke: Spoke) -> Markup:
    """The title, on two lines where it is long, and the note below it."""
    side, up = math.sin(angle), math.cos(angle)
    x, y = CENTRE[0] + (RADIUS + 12) * side, CENTRE[1] - (RADIUS + 12) * up
    words = spoke.title.split(" ")
    half = (len(words) + 1) // 2
    lines = (
        [" ".join(words[:half]), " ".join(words[half:])]
        if len(spoke.title) > 12 and words[1:]
        else [spoke.title]
    )
    rows = [*((line, "") for line in lines), *((line, "note") for line in spoke.note.split("\n"))]
    height = LINE * len(rows)
    top = y - height * (1 + up) / 2 + LINE * 0.8
    anchor = "middle" if abs(side) < 0.2 else "start" if side > 0 else "end"
    spans = Markup("").join(
        Markup('<tspan class="{}" x="{}" y="{}">{}</tspan>').format(
            style, _short(x), _short(top + LINE * n), text
        )
        for n, (text, style) in enumerate(rows)
    )
    style = "name" if spoke.value is not None else "name none"
    return Markup('<text class="{}" text-anchor="{}">{}</text>').format(style, anchor, spans)
