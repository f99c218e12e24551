"""Where the characters and lines of a PDF page stand, turned so that its text is upright."""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import degrees
from statistics import median
from typing import Any, NamedTuple

MAX_CHARS = 60_000
MAX_OBJECTS = 100_000
MAX_SEGMENTS = 40_000
"""Characters, objects and pieces of paths of one page that are looked at; a drawing can have millions."""
HYPHEN = 2
"""What pdfium gives for a hyphen at a line's end."""
_DEPTH = 15
_THIN = 3.0
"""Points up to which a filled box is a line."""
_LINE, _MOVE = 0, 2  # FPDF_SEGMENT_*
_PATH, _IMAGE, _FORM = 2, 3, 5  # FPDF_PAGEOBJ_*


Box = tuple[float, float, float, float]
"""Left, bottom, right and top in points, y upwards."""
Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]


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


class Post(NamedTuple):
    """An upright line."""

    x: float
    bottom: float
    top: float


class Word(NamedTuple):
    """Characters without white space between them."""

    left: float
    right: float
    text: str


class Segment(NamedTuple):
    """Words of one line without a wide gap between them: a cell, a line of a column."""

    words: tuple[Word, ...]
    height: float
    """Of its line's characters."""

    @property
    def left(self) -> float:
        """Where it begins."""
        return self.words[0].left

    @property
    def right(self) -> float:
        """Where it ends."""
        return max(word.right for word in self.words)

    @property
    def text(self) -> str:
        """Its words."""
        return " ".join(word.text for word in self.words)


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
    posts: tuple[Post, ...]

    @property
    def gridded(self) -> bool:
        """Whether its lines cross as those of a grid with two rows and two columns do."""
        across: set[int] = set()
        down: set[int] = set()
        for post in self.posts:
            met = [
                rule.y
                for rule in self.rules
                if rule.left - 4 <= post.x <= rule.right + 4 and post.bottom - 4 <= rule.y <= post.top + 4
            ]
            if len(met) > 1:
                across.add(round(post.x / 6))
                down.update(round(y / 6) for y in met)
        return len(across) > 2 and len(down) > 2


class Image(NamedTuple):
    """A picture on a page: its box in points and its size in pixels."""

    box: Box
    width: int
    height: int


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
        code = HYPHEN if code == 0xFFFE else code
        if (code <= 32 and code != HYPHEN) or code in {0xFFFF, 0xA0, 0xAD}:
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


def drawn(page: Any) -> tuple[list[Box], list[Image]]:
    """The straight pieces of a page's paths, thin filled boxes as one piece, and its pictures."""
    from pypdfium2 import raw  # noqa: PLC0415

    pieces: list[Box] = []
    images: list[Image] = []
    for kind, item, matrix in islice(_objects(raw, page, (1, 0, 0, 1, 0, 0), 0), MAX_OBJECTS):
        if kind == _PATH and len(pieces) < MAX_SEGMENTS:
            pieces += _path(raw, item, matrix)
        elif kind == _IMAGE:
            across, down = ctypes.c_uint(), ctypes.c_uint()
            raw.FPDFImageObj_GetImagePixelSize(item, across, down)
            corners = [_moved(x, y, matrix) for x in (0, 1) for y in (0, 1)]
            images.append(Image(_around(*corners), across.value, down.value))
    return pieces, images


def straight(pieces: Iterable[Box], turn: int = 0) -> Drawn:
    """The lines among some pieces, turned as the page's characters are; pieces in a row are one line."""
    flat: list[Rule] = []
    posts: list[Post] = []
    for piece in pieces:
        left, bottom, right, top = _turned(piece, turn)
        if top - bottom <= _THIN and right - left > _THIN:
            flat.append(Rule(left, right, (bottom + top) / 2))
        elif right - left <= _THIN and top - bottom > 2 * _THIN:
            posts.append(Post((left + right) / 2, bottom, top))
    return Drawn(tuple(_joined(flat)), tuple(posts))


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
    words: list[Word] = []
    for char in ordered:
        gap = char.left - words[-1].right if words else 0.0
        if words and gap > 0.95 * height:
            yield Segment(tuple(words), height)
            words = []
        if not words or gap > (0.05 if char.spaced else 0.14) * height:
            words.append(Word(char.left, char.right, char.text))
        else:
            left, right, text = words[-1]
            words[-1] = Word(left, max(right, char.right), text + char.text)
    yield Segment(tuple(words), height)


def inside(chars: Sequence[Char], left: float, bottom: float, right: float, top: float) -> str:
    """The text of a box: the characters whose middle is in it, line by line."""
    own = [
        c
        for c in chars
        if left <= (c.left + c.right) / 2 <= right and bottom <= (c.bottom + c.top) / 2 <= top
    ]
    return "\n".join(" ".join(segment.text for segment in line.segments) for line in lines(own))


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


def _objects(raw: Any, holder: Any, matrix: Matrix, depth: int) -> Iterator[tuple[int, Any, Matrix]]:
    """All paths and pictures of a page, those in forms too, each with the matrix to the page's space."""
    form = depth > 0
    count = raw.FPDFFormObj_CountObjects(holder) if form else raw.FPDFPage_CountObjects(holder)
    for index in range(count):
        item = raw.FPDFFormObj_GetObject(holder, index) if form else raw.FPDFPage_GetObject(holder, index)
        kind = raw.FPDFPageObj_GetType(item)
        if kind == _FORM and depth < _DEPTH:
            yield from _objects(raw, item, _times(_matrix(raw, item), matrix), depth + 1)
        elif kind in {_PATH, _IMAGE}:
            yield kind, item, _times(_matrix(raw, item), matrix)


def _path(raw: Any, item: Any, matrix: Matrix) -> list[Box]:
    points: list[Point] = []
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
            pieces.append(_around(before, point))
        before = point
        if raw.FPDFPathSegment_GetClose(piece):
            pieces.append(_around(before, start))
    if not points:
        return []
    whole = _around(*points)
    if len(points) > 2 and min(whole[2] - whole[0], whole[3] - whole[1]) <= _THIN:
        return [whole]
    return pieces


def _around(*points: Point) -> Box:
    across, up = [x for x, _ in points], [y for _, y in points]
    return min(across), min(up), max(across), max(up)


def _matrix(raw: Any, item: Any) -> Matrix:
    found = raw.FS_MATRIX()
    if not raw.FPDFPageObj_GetMatrix(item, found):
        return (1, 0, 0, 1, 0, 0)
    return (found.a, found.b, found.c, found.d, found.e, found.f)


def _times(first: Matrix, then: Matrix) -> Matrix:
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def _moved(x: float, y: float, matrix: Matrix) -> Point:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
