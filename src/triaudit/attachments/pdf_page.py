"""Where the characters and lines of a PDF page stand, turned so that its text is upright."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from math import degrees
from statistics import median
from typing import Any, NamedTuple

MAX_CHARS = 60_000
MAX_SEGMENTS = 40_000
"""Characters and pieces of paths of one page that are looked at; a drawing can have millions."""
_DEPTH = 15
_THIN = 3.0
"""Points up to which a filled box is a line."""
_LINE, _MOVE = 0, 2  # FPDF_SEGMENT_*
_PATH, _FORM = 2, 5  # FPDF_PAGEOBJ_*


class Char(NamedTuple):
    """A character and its box in points, y upwards."""

    left: float
    bottom: float
    right: float
    top: float
    text: str
    spaced: bool = False
    """Whether white space stands before it."""


class Rule(NamedTuple):
    """A horizontal line."""

    left: float
    right: float
    y: float


class Segment(NamedTuple):
    """Characters of one line without a wide gap between them: a word, a cell, a line of a column."""

    left: float
    right: float
    text: str


class Line(NamedTuple):
    """Segments beside each other."""

    bottom: float
    top: float
    segments: tuple[Segment, ...]

    @property
    def middle(self) -> float:
        """Its height on the page."""
        return (self.bottom + self.top) / 2


class Drawn(NamedTuple):
    """The straight lines of a page."""

    rules: tuple[Rule, ...]
    verticals: int
    """How many upright ones there are."""


def characters(page: Any, words: Any) -> tuple[list[Char], int]:
    """A page's visible characters and by how many quarter turns they were turned to be upright.

    Args:
        page: A `pypdfium2.PdfPage`.
        words: Its text page.
    """
    from pypdfium2 import raw  # noqa: PLC0415

    box = raw.FS_RECTF()
    found: list[Char] = []
    turns: Counter[int] = Counter()
    spaced = False
    for index in range(min(words.count_chars(), MAX_CHARS)):
        code = raw.FPDFText_GetUnicode(words, index)
        if code <= 32 or code in {0xFFFE, 0xFFFF, 0xA0, 0xAD}:
            spaced = spaced or code in {0x20, 0xA0}
            continue
        if not raw.FPDFText_GetLooseCharBox(words, index, box):
            continue
        if index % 8 == 0:
            turns[round(degrees(raw.FPDFText_GetCharAngle(words, index)) / 90) % 4] += 1
        found.append(Char(box.left, box.bottom, box.right, box.top, chr(code), spaced))
        spaced = False
    turn = turns.most_common(1)[0][0] if turns else 0
    return [Char(*_turned(c[:4], turn), c.text, c.spaced) for c in found], turn


def drawn(page: Any, turn: int = 0) -> Drawn:
    """The lines of a page, turned as its characters are; pieces in a row are one line."""
    flat: list[Rule] = []
    verticals = 0
    for piece in islice(_pieces(page, page, (1, 0, 0, 1, 0, 0), 0), MAX_SEGMENTS):
        left, bottom, right, top = _turned(piece, turn)
        if top - bottom <= _THIN and right - left > _THIN:
            flat.append(Rule(left, right, (bottom + top) / 2))
        elif right - left <= _THIN and top - bottom > 2 * _THIN:
            verticals += 1
    return Drawn(tuple(_joined(flat)), verticals)


def lines(chars: Sequence[Char]) -> list[Line]:
    """Characters as lines from top to bottom, those in segments from left to right.

    A raised or lowered character belongs to the line that its middle is near to.
    """
    rows: list[list[Char]] = []
    tallest: list[Char] = []
    for char in sorted(chars, key=lambda c: (-(c.top + c.bottom), c.left)):
        near = range(len(rows) - 1, max(-1, len(rows) - 4), -1)
        place = next((n for n in near if _beside(char, tallest[n])), None)
        if place is None:
            rows.append([char])
            tallest.append(char)
        else:
            rows[place].append(char)
            if char.top - char.bottom > tallest[place].top - tallest[place].bottom:
                tallest[place] = char
    return [
        Line(high.bottom, high.top, tuple(_segments(row))) for row, high in zip(rows, tallest, strict=True)
    ]


def _beside(one: Char, other: Char) -> bool:
    """Whether two characters stand on one line; lines of neighbouring cells may be half a line apart."""
    height = max(one.top - one.bottom, other.top - other.bottom)
    return abs(one.top + one.bottom - other.top - other.bottom) < 0.7 * height


def _segments(row: Sequence[Char]) -> Iterator[Segment]:
    """The characters of a line, cut where a gap is as wide as a character is high."""
    ordered = sorted(row, key=lambda c: (c.left, c.right))
    height = median(c.top - c.bottom for c in ordered)
    start, text = ordered[0], ordered[0].text
    right = ordered[0].right
    for char in ordered[1:]:
        gap = char.left - right
        if gap > 0.95 * height:
            yield Segment(start.left, right, text)
            start, text = char, char.text
        else:
            text += f" {char.text}" if gap > (0.05 if char.spaced else 0.14) * height else char.text
        right = max(right, char.right) if gap <= 0.95 * height else char.right
    yield Segment(start.left, right, text)


def inside(chars: Sequence[Char], left: float, bottom: float, right: float, top: float) -> str:
    """The text of a box: the characters whose middle is in it, line by line."""
    own = [
        c
        for c in chars
        if left <= (c.left + c.right) / 2 <= right and bottom <= (c.bottom + c.top) / 2 <= top
    ]
    return "\n".join(" ".join(segment.text for segment in line.segments) for line in lines(own))


Box = tuple[float, float, float, float]
Matrix = tuple[float, float, float, float, float, float]


def _turned(box: Sequence[float], turn: int) -> Box:
    """A box after as many quarter turns against the clock."""
    left, bottom, right, top = box
    if turn == 3:
        return bottom, -right, top, -left
    if turn == 2:
        return -right, -top, -left, -bottom
    if turn == 1:
        return -top, left, -bottom, right
    return left, bottom, right, top


def _joined(rules: Sequence[Rule]) -> Iterator[Rule]:
    """Rules of one height that touch, as one."""
    ordered = sorted(rules, key=lambda rule: (round(rule.y), rule.left, rule.right))
    current: Rule | None = None
    for rule in ordered:
        if current and abs(rule.y - current.y) <= 1.5 and rule.left <= current.right + 3:
            current = Rule(current.left, max(current.right, rule.right), current.y)
            continue
        if current:
            yield current
        current = rule
    if current:
        yield current


def _pieces(page: Any, holder: Any, matrix: Matrix, depth: int) -> Iterator[Box]:
    """The straight pieces of all paths, and thin filled boxes as one piece."""
    from pypdfium2 import raw  # noqa: PLC0415

    form = depth > 0
    count = raw.FPDFFormObj_CountObjects(holder) if form else raw.FPDFPage_CountObjects(holder)
    for index in range(min(count, MAX_SEGMENTS)):
        item = raw.FPDFFormObj_GetObject(holder, index) if form else raw.FPDFPage_GetObject(holder, index)
        kind = raw.FPDFPageObj_GetType(item)
        if kind == _FORM and depth < _DEPTH:
            yield from _pieces(page, item, _times(_matrix(raw, item), matrix), depth + 1)
        elif kind == _PATH:
            yield from _path(raw, item, _times(_matrix(raw, item), matrix))


def _path(raw: Any, item: Any, matrix: Matrix) -> Iterator[Box]:
    points: list[tuple[float, float]] = []
    pieces: list[Box] = []
    x, y = ctypes.c_float(), ctypes.c_float()
    start = before = (0.0, 0.0)
    for index in range(min(raw.FPDFPath_CountSegments(item), MAX_SEGMENTS)):
        piece = raw.FPDFPath_GetPathSegment(item, index)
        raw.FPDFPathSegment_GetPoint(piece, x, y)
        point = _moved(x.value, y.value, matrix)
        kind = raw.FPDFPathSegment_GetType(piece)
        points.append(point)
        if kind == _MOVE:
            start = point
        elif kind == _LINE:
            pieces.append(_box(before, point))
        before = point
        if raw.FPDFPathSegment_GetClose(piece):
            pieces.append(_box(before, start))
    if not points:
        return
    across, up = [p[0] for p in points], [p[1] for p in points]
    whole = (min(across), min(up), max(across), max(up))
    if len(points) >= 3 and min(whole[2] - whole[0], whole[3] - whole[1]) <= _THIN:
        yield whole
    else:
        yield from pieces


def _box(a: tuple[float, float], b: tuple[float, float]) -> Box:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])


def _matrix(raw: Any, item: Any) -> Matrix:
    found = raw.FS_MATRIX()
    if not raw.FPDFPageObj_GetMatrix(item, found):
        return (1, 0, 0, 1, 0, 0)
    return (found.a, found.b, found.c, found.d, found.e, found.f)


def _times(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def _moved(x: float, y: float, matrix: Matrix) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
