"""What is drawn on a PDF page: the straight lines of its paths, and its pictures."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from triaudit.attachments.pdf_page import Box, turned

MAX_OBJECTS = 100_000
MAX_SEGMENTS = 40_000
MAX_LINES = 2_000
"""Objects and pieces of paths of one page that are looked at; a drawing can have millions."""
_DEPTH = 15
_THIN = 3.0
"""Points up to which a filled box is a line."""
_LINE, _MOVE = 0, 2  # FPDF_SEGMENT_*
_PATH, _IMAGE, _FORM = 2, 3, 5  # FPDF_PAGEOBJ_*


Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]


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
        left, bottom, right, top = turned(piece, turn)
        if top - bottom <= _THIN and right - left > _THIN:
            flat.append(Rule(left, right, (bottom + top) / 2))
        elif right - left <= _THIN and top - bottom > 2 * _THIN:
            posts.append(Post((left + right) / 2, bottom, top))
    # Of a drawing with thousands of lines the longest are looked at: tables are made of those.
    rules = sorted(_joined(flat), key=lambda rule: (rule.left - rule.right, rule))[:MAX_LINES]
    posts = sorted(posts, key=lambda post: (post.bottom - post.top, post))[:MAX_LINES]
    return Drawn(tuple(sorted(rules)), tuple(sorted(posts)))


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
