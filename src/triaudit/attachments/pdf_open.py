"""Tables of a PDF page without a full grid: between horizontal rules, or by the alignment of their cells.

Camelot's own finders for these took prose for tables and missed half of the real ones on the pages that
they were tried on, so that a few gates decide here: a frame of rules or a caption, columns with white
space between them over the whole height, and figures where neither rules nor a caption speak for a table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from triaudit.attachments.pdf_page import Drawn, Line, Rule, Segment
from triaudit.attachments.pdf_text import readable, unhyphenated
from triaudit.attachments.tables import cell, heading, is_figure

CAPTION = re.compile(
    r"(?:supplementary\s+)?(?:table|tab\.|tabelle|tableau|tabla|tabela|附?表)\s*[(（]?\s*(?:s?\d|[ivx]+\b|[a-z]\b|[一二三四五六七八九十])",
    re.IGNORECASE,
)
NARROWEST = 60.0
"""Points that a rule of a table is long at least."""
ABOVE = 70.0
"""Points above a table within which its caption begins."""
WORD_GAP = 0.4
"""Heights of a line from which a gap is wider than one between the words of a text."""
_APART = 9.0
"""Points of white between two rules from which two tables stand below each other."""
_DOUBLE = 4.0
"""Points between two rules that are one double rule."""
_EVEN = 6.0
"""Points by which the ends of a table's rules may differ."""


class Found(NamedTuple):
    """A table as it stands on a page."""

    box: tuple[float, float, float, float]
    rows: list[list[str]]
    header: int
    caption: str


def open_tables(
    lines: Sequence[Line], drawn: Drawn, taken: Sequence[tuple[float, float, float, float]]
) -> list[Found]:
    """The tables of a page from top to bottom, beside those that `taken` holds."""
    found: list[Found] = []
    for rules in _stacks(drawn.rules):
        found += _framed(rules, drawn.rules, lines, [*taken, *(one.box for one in found)])
    found += _unruled(lines, [*taken, *(one.box for one in found)])
    return sorted(found, key=lambda one: (-one.box[3], one.box[0]))


def caption(lines: Sequence[Line], left: float, top: float, right: float) -> str:
    """The caption above a box: from the line that begins as one does down to the box."""
    above: list[str] = []
    for line in sorted(lines, key=lambda line: line.middle):
        if not top - 2 <= line.middle <= top + ABOVE:
            continue
        own = [s.text for s in line.segments if _shared(s, left, right) > 0.5]
        if own:
            above.append(" ".join(own))
        if own and CAPTION.match(own[0]):
            return cell("\n".join(reversed(above)))
    return ""


def caption_below(lines: Sequence[Line], left: float, bottom: float, right: float) -> str:
    """The caption below a box: the first line below it where it begins as one does, and those that follow."""
    said: list[str] = []
    edge = bottom
    for line in sorted(lines, key=lambda line: -line.middle):
        own = [s.text for s in line.segments if _shared(s, left, right) > 0.5]
        if line.middle >= bottom - 2 or not own:
            continue
        near = edge - line.top < (ABOVE / 2 if not said else 0.8 * (line.top - line.bottom))
        if not near or len(said) == 4 or not (said or CAPTION.match(own[0])):
            break
        said.append(" ".join(own))
        edge = line.bottom
    return cell("\n".join(said))


def _shared(segment: Segment, left: float, right: float) -> float:
    """How much of the narrower of the two a segment and a table have in common."""
    common = min(segment.right, right) - max(segment.left, left)
    return common / max(1.0, min(segment.right - segment.left, right - left))


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
    taken: Sequence[tuple[float, float, float, float]],
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


def _over(run: Sequence[_Band], left: float, right: float, box: tuple[float, float, float, float]) -> bool:
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
    columns = _columns(voting)
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
            made = [_as_one([_cells(line, columns) for line in band.lines])]
        else:
            made = list(_line_rows(band, columns))
        rows += made
        if number == 0 and len(run) > 1:
            header = len(made)
    if len(rows) < 2 or _is_prose(rows):
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
    return [_as_one([_cells(own, columns)]) for own in over], edge


Column = tuple[float, float]


def _columns(lines: Sequence[Sequence[Segment]]) -> list[Column]:
    """Stretches of a page's width with text in them, where hardly a line crosses the white between."""
    edges = sorted({x for line in lines for s in line for x in (s.left, s.right)})
    few = len(lines) // 10
    columns: list[Column] = []
    for left, right in pairwise(edges):
        middle = (left + right) / 2
        covered = sum(any(s.left <= middle <= s.right for s in line) for line in lines)
        if covered <= few:
            continue
        if columns and columns[-1][1] == left:
            columns[-1] = columns[-1][0], right
        else:
            columns.append((left, right))
    return columns


def _is_wrapped(band: _Band, columns: Sequence[Column]) -> bool:
    """Whether the lines of a band are those of one row: most of them fill few of the columns."""
    placed = [_cells(line, columns) for line in band.lines]
    full = sum(bool(cells[0]) for cells in placed)
    filled = sum(sum(map(bool, cells)) for cells in placed) / max(1, len(placed) * len(columns))
    return len(placed) > 1 and (full < 0.6 * len(placed) or filled < 0.55)


def _line_rows(band: _Band, columns: Sequence[Column]) -> Iterator[list[str]]:
    """A row for every line, but the few words of a line without a name belong to the row above."""
    open_row: list[list[str]] = []
    for line in band.lines:
        cells = _cells(line, columns)
        rest = not cells[0] and sum(map(bool, cells)) <= len(columns) / 2 and not any(map(is_figure, cells))
        if open_row and not rest:
            yield _as_one(open_row)
            open_row = []
        open_row.append(cells)
    if open_row:
        yield _as_one(open_row)


def _as_one(rows: Sequence[Sequence[str]]) -> list[str]:
    joined = ("\n".join(filter(None, column)) for column in zip(*rows, strict=True))
    return [cell(readable(unhyphenated(text))) for text in joined]


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
                    _at(segment, columns)
                ]
                for n in spans:
                    cells[n] = f"{cells[n]} {segment.text}".strip()
            placed.append(cells)
        if placed:
            yield _as_one(placed)


def _in(column: Column, rule: Rule) -> bool:
    return rule.left - 6 <= (column[0] + column[1]) / 2 <= rule.right + 6


def _cells(line: Sequence[Segment], columns: Sequence[Column]) -> list[str]:
    cells = [""] * len(columns)
    for segment in line:
        for part in _cut(segment, columns):
            at = _at(part, columns)
            cells[at] = f"{cells[at]} {part.text}".strip()
    return cells


def _cut(segment: Segment, columns: Sequence[Column]) -> Iterator[Segment]:
    """A segment, cut where a wide gap between its words lies on the white between two columns."""
    white = [(left[1], right[0]) for left, right in pairwise(columns)]
    start = 0
    for n, (word, after) in enumerate(pairwise(segment.words), 1):
        wide = after.left - word.right > WORD_GAP * segment.height
        if wide and any(word.right <= end and after.left >= begin for begin, end in white):
            yield segment._replace(words=segment.words[start:n])
            start = n
    yield segment._replace(words=segment.words[start:])


def _at(segment: Segment, columns: Sequence[Column]) -> int:
    """The first column that a segment covers for the most part, else the one that it lies over most."""
    common = [min(segment.right, right) - max(segment.left, left) for left, right in columns]
    for n, (left, right) in enumerate(columns):
        if common[n] > 0.6 * (right - left):
            return n
    return max(range(len(columns)), key=lambda n: common[n])  # all below 0: the nearest one


def _is_prose(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the cells of every column read like lines of a text."""
    columns = [[text for text in column if text] for column in zip(*rows, strict=True)]
    return all(not column or median(map(len, column)) > 100 for column in columns)


# ---------------------------------------------------------------- by alignment


def _unruled(lines: Sequence[Line], taken: Sequence[tuple[float, float, float, float]]) -> Iterator[Found]:
    """Runs of lines whose cells stand in columns, below a caption or with figures in most cells."""
    free = [line for line in lines if not any(box[1] <= line.middle <= box[3] for box in taken)]
    run: list[Line] = []
    for line in [*free, None]:
        near = line is not None and (not run or run[-1].bottom - line.top < 1.5 * (line.top - line.bottom))
        if line is not None and near and len(line.segments) > 1:
            run.append(line)
            continue
        if made := _aligned(run, lines):
            yield made
        run = [line] if line is not None and len(line.segments) > 1 else []


def _aligned(run: list[Line], lines: Sequence[Line]) -> Found | None:
    while run and CAPTION.match(run[0].segments[0].text):
        run = run[1:]
    if len(run) < 3 or sum(len(line.segments) > 2 for line in run) < 0.5 * len(run):
        return None
    columns = _columns([line.segments for line in run])
    if len(columns) < 3:
        return None
    rows = [_as_one([_cells(line.segments, columns)]) for line in run]
    filled = sum(bool(text) for row in rows for text in row) / (len(rows) * len(columns))
    body = [text for row in rows[1:] for text in row[1:] if text]
    figures = sum(map(is_figure, body)) / max(1, len(body))
    named = sum(bool(row[0]) and not is_figure(row[0]) for row in rows[1:])
    left, right = columns[0][0], columns[-1][1]
    above = caption(lines, left, run[0].top, right)
    short = max(len(text) for row in rows for text in row) <= 60
    speaks = figures >= 0.7 and named >= 0.7 * (len(rows) - 1)
    if filled < 0.6 or not short or not (speaks or (above and figures >= 0.3)):
        return None
    return Found((left, run[-1].bottom, right, run[0].top), rows, heading(rows), above)
