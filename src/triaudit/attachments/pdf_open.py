"""Tables of a PDF page without a full grid: between horizontal rules, or by the alignment of their cells.

Camelot's own finders for these took prose for tables and missed half of the real ones on the pages that
they were tried on, so that a few gates decide here: a frame of rules or a caption, columns with white
space between them over the whole height, and figures where neither rules nor a caption speak for a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from triaudit.attachments.pdf_aligned import aligned_tables
from triaudit.attachments.pdf_columns import (
    CAPTION,
    Column,
    Found,
    as_one,
    caption,
    cells_of,
    columns_of,
    is_prose,
    place_of,
)
from triaudit.attachments.pdf_drawn import Drawn, Rule
from triaudit.attachments.pdf_page import Box, Line, Segment
from triaudit.attachments.tables import heading, is_figure

NARROWEST = 60.0
"""Points that a rule of a table is long at least."""
_APART = 9.0
"""Points of white between two rules from which two tables stand below each other."""
_DOUBLE = 4.0
"""Points between two rules that are one double rule."""
_EVEN = 6.0
"""Points by which the ends of a table's rules may differ."""


def open_tables(lines: Sequence[Line], drawn: Drawn, taken: Sequence[Box]) -> list[Found]:
    """The tables of a page from top to bottom, beside those that `taken` holds."""
    found: list[Found] = []
    for rules in _stacks(drawn.rules):
        found += _framed(rules, drawn.rules, lines, [*taken, *(one.box for one in found)])
    found += aligned_tables(lines, [*taken, *(one.box for one in found)])
    return sorted(found, key=lambda one: (-one.box[3], one.box[0]))


# ---------------------------------------------------------------- between rules


def _stacks(rules: Sequence[Rule]) -> Iterator[list[Rule]]:
    """Rules of the same ends below each other, from top to bottom, double ones once."""
    left = sorted((r for r in rules if r.right - r.left >= NARROWEST), key=lambda r: (-r.y, r.left))
    while len(left) > 1:
        first = left[0]
        even = max(_EVEN, 0.05 * (first.right - first.left))
        same = [r for r in left if abs(r.left - first.left) <= even and abs(r.right - first.right) <= even]
        left = [r for r in left if r not in same]
        stack = [same[0]]
        stack += [rule for above, rule in pairwise(same) if above.y - rule.y > _DOUBLE]
        if len(stack) > 1:
            yield stack


class _Band(NamedTuple):
    """What stands between two rules."""

    top: float
    bottom: float
    lines: tuple[tuple[Segment, ...], ...]
    middles: tuple[float, ...]
    """Of the lines."""

    def kind(self, width: float) -> str:
        """`empty`, `caption`, `prose`, `single` for a line alone, or `cells`."""
        if not self.lines:
            return "empty"
        if any(CAPTION.match(line[0].text) for line in self.lines):
            return "caption"
        wide = sum(
            (len(line) == 1 and line[0].right - line[0].left > 0.6 * width)
            or (len(line) == 2 and min(s.right - s.left for s in line) > 0.3 * width)
            for line in self.lines
        )
        if len(self.lines) > 1 and wide > 0.5 * len(self.lines):
            return "prose"
        return "single" if len(self.lines) == 1 else "cells"


def _framed(
    rules: Sequence[Rule],
    all_rules: Sequence[Rule],
    lines: Sequence[Line],
    taken: Sequence[Box],
) -> Iterator[Found]:
    left, right = min(r.left for r in rules), max(r.right for r in rules)
    run: list[_Band] = []
    bands = [_band(above, below, left, right, lines) for above, below in pairwise(rules)]
    for band in [*bands, None]:
        kind = band.kind(right - left) if band is not None else "prose"
        if band is not None and kind in {"cells", "single"}:
            run.append(band)
            continue
        if band is not None and kind == "empty" and run and not _parts(band, all_rules):
            continue
        if run and not any(_over(run, left, right, box) for box in taken):
            made = _from_bands(run, left, right, all_rules, lines)
            if made is not None:
                yield made
        run = []


def _parts(band: _Band, rules: Sequence[Rule]) -> bool:
    """Whether the white between two rules parts two tables: it is wide, and the rules are double ones."""
    edges = [sum(abs(rule.y - y) < _DOUBLE for rule in rules) for y in (band.top, band.bottom)]
    return band.top - band.bottom > _APART and min(edges) > 1


def _band(above: Rule, below: Rule, left: float, right: float, lines: Sequence[Line]) -> _Band:
    kept, middles = [], []
    for line in lines:
        own = tuple(s for s in line.segments if left - 3 <= (s.left + s.right) / 2 <= right + 3)
        if own and below.y < line.middle < above.y:
            kept.append(own)
            middles.append(line.middle)
    return _Band(above.y, below.y, tuple(kept), tuple(middles))


def _over(run: Sequence[_Band], left: float, right: float, box: Box) -> bool:
    """Whether some bands lie over a box for the most part."""
    top, bottom = run[0].top, run[-1].bottom
    wide = max(0.0, min(right, box[2]) - max(left, box[0]))
    high = max(0.0, min(top, box[3]) - max(bottom, box[1]))
    return wide * high > 0.3 * min((right - left) * (top - bottom), (box[2] - box[0]) * (box[3] - box[1]))


def _from_bands(
    run: list[_Band], left: float, right: float, rules: Sequence[Rule], lines: Sequence[Line]
) -> Found | None:
    while run and all(len(line) == 1 for line in run[-1].lines):
        run = run[:-1]  # a note between the last rule and the page's foot
    if not run:
        return None
    body = [line for band in run[1:] for line in band.lines if len(line) > 1]
    voting = body if len(body) > 1 else [line for band in run for line in band.lines if len(line) > 1]
    columns = columns_of(voting)
    above = caption(lines, left, run[0].top, right)
    if len(columns) < 2 or (len(columns) < 3 and not above) or (len(run) == 1 and not above):
        return None
    rows: list[list[str]] = []
    header = 0
    several = [band for band in run[1:] if len(band.lines) > 1]
    wrapped = len(run) > 3 and 2 * sum(_is_wrapped(band, columns) for band in several) > len(several)
    for number, band in enumerate(run):
        inner = [r for r in rules if number == 0 and band.bottom + 2 < r.y < band.top - 2]
        if inner:
            made = list(_header_rows(band, columns, inner))
        elif (wrapped and number > 0) or _is_wrapped(band, columns):
            made = [as_one([cells_of(line, columns) for line in band.lines])]
        else:
            made = list(_line_rows(band, columns))
        rows += made
        if number == 0 and len(run) > 1:
            header = len(made)
    if len(rows) < 2 or is_prose(rows):
        return None
    top = run[0].top
    if len(columns) > 2 and heading(rows) == 0:
        over, top = _headings(lines, columns, left, top, right)
        rows, header = [*over, *rows], len(over)
    box = (left, run[-1].bottom, right, top)
    return Found(box, rows, header if 0 < header < len(rows) else heading(rows), above)


def _headings(
    lines: Sequence[Line], columns: Sequence[Column], left: float, top: float, right: float
) -> tuple[list[list[str]], float]:
    """The lines right above a table that name its columns, and where they begin.

    They stand over the columns behind the first, and one of them over several of them.
    """
    over: list[tuple[Segment, ...]] = []
    edge = top
    for line in sorted(lines, key=lambda line: line.middle):
        own = tuple(s for s in line.segments if left - 3 <= (s.left + s.right) / 2 <= right + 3)
        if line.middle < top or not own:
            continue
        high = line.top - line.bottom
        if line.bottom - edge > high or own[0].left < columns[0][1] or len(over) == 4:
            break
        over.insert(0, own)
        edge = line.top
    if not any(len(own) > 1 for own in over):
        return [], top
    return [as_one([cells_of(own, columns)]) for own in over], edge


def _is_wrapped(band: _Band, columns: Sequence[Column]) -> bool:
    """Whether the lines of a band are those of one row: most of them fill few of the columns."""
    placed = [cells_of(line, columns) for line in band.lines]
    full = sum(bool(cells[0]) for cells in placed)
    filled = sum(sum(map(bool, cells)) for cells in placed) / max(1, len(placed) * len(columns))
    return len(placed) > 1 and (full < 0.6 * len(placed) or filled < 0.55)


def _line_rows(band: _Band, columns: Sequence[Column]) -> Iterator[list[str]]:
    """A row for every line, but the few words of a line without a name belong to the row above."""
    open_row: list[list[str]] = []
    for line in band.lines:
        cells = cells_of(line, columns)
        rest = not cells[0] and sum(map(bool, cells)) <= len(columns) / 2 and not any(map(is_figure, cells))
        if open_row and not rest:
            yield as_one(open_row)
            open_row = []
        open_row.append(cells)
    if open_row:
        yield as_one(open_row)


def _header_rows(band: _Band, columns: Sequence[Column], partial: Sequence[Rule]) -> Iterator[list[str]]:
    """Rows of a header that has rules of its own: what stands above one names all columns over it."""
    heights = sorted({rule.y for rule in partial}, reverse=True)
    levels: list[float] = []
    for y in heights:
        if not levels or levels[-1] - y > 4:
            levels.append(y)
    for top, bottom in pairwise([band.top, *levels, band.bottom]):
        placed: list[list[str]] = []
        for line, middle in zip(band.lines, band.middles, strict=True):
            if not bottom < middle <= top:
                continue
            cells = [""] * len(columns)
            for segment in line:
                below = [
                    r
                    for r in partial
                    if abs(r.y - bottom) <= 4
                    and r.left - 6 <= (segment.left + segment.right) / 2 <= r.right + 6
                ]
                spans = [n for n, c in enumerate(columns) if below and _in(c, below[0])] or [
                    place_of(segment, columns)
                ]
                for n in spans:
                    cells[n] = f"{cells[n]} {segment.text}".strip()
            placed.append(cells)
        if placed:
            yield as_one(placed)


def _in(column: Column, rule: Rule) -> bool:
    return rule.left - 6 <= (column[0] + column[1]) / 2 <= rule.right + 6
