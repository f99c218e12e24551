"""Tables of a PDF: full grids by camelot, then what stands between rules or in columns."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from statistics import median
from typing import Any, NamedTuple

from triaudit.attachments.pdf_columns import Found, caption, caption_below
from triaudit.attachments.pdf_drawn import Drawn
from triaudit.attachments.pdf_open import open_tables
from triaudit.attachments.pdf_page import Box, Char, Line, inside
from triaudit.attachments.pdf_text import readable, unhyphenated, width
from triaudit.attachments.tables import cell, heading

PROSE_WIDTH = 100
"""A column of cells that are wider than this (Latin characters, median) is prose in a frame."""
STACK_SHARE = 0.2
"""Share of cells holding several values below each other from which a grid lacks rules between its rows."""
STACKED = "grid without rules between its rows"
_NUMBER = re.compile(r"[-+−–(]?[\d.,]*\d[\d.,]*(?:[eE][-−+]?\d+)?[%)*]*")


class Looked(NamedTuple):
    """A page that may have tables."""

    chars: list[Char]
    lines: list[Line]
    drawn: Drawn
    turn: int
    """Quarter turns that made its text upright."""
    rotated: bool
    """Whether the page itself is shown turned."""


class Grid(NamedTuple):
    """A ruled grid as found on a page, its cells as they stand there."""

    page: int
    rows: list[list[str]]
    box: Box
    cells: list[list[Box]]
    spans: list[list[tuple[int, int]]]
    """For each cell the first of those that it is one with."""


def tables(
    data: bytes, pages: dict[int, Looked], password: str
) -> tuple[dict[int, list[Found]], dict[str, list[int]]]:
    """The tables by page, and the pages by what was refused on them.

    Args:
        data: The file.
        pages: What is known of the pages that may have tables, 1-based.
        password: Opens the file; empty where it needs none.
    """
    found: dict[int, list[Found]] = {}
    refused: dict[str, list[int]] = {}
    ruled = [number for number, page in pages.items() if page.drawn.gridded]
    grids = _grids(data, ruled, password) if ruled else []
    for number, page in sorted(pages.items()):
        own = _outer([grid for grid in grids if grid.page == number])
        if page.turn or page.rotated:  # places of the two tools differ there, so that one of them has to do
            found[number] = open_tables(page.lines, page.drawn, [])
            own = [] if found[number] else own
        kept: list[Found] = []
        barred: list[Box] = []
        doubted: list[Box] = []
        for grid in own:
            filled = _filled(grid, page)
            rows = tidy(filled)
            why = no_table(filled, rows)
            if why is None:
                left, _, right, top = grid.box
                kept.append(Found(grid.box, rows, heading(rows), caption(page.lines, left, top, right)))
            elif why == STACKED:
                doubted.append(grid.box)
            elif why:
                refused.setdefault(why, []).append(number)
                barred.append(grid.box)
        if not (page.turn or page.rotated):
            kept += open_tables(page.lines, page.drawn, [*(one.box for one in kept), *barred])
            lost = [box for box in doubted if not any(_over(box, one.box) for one in kept)]
            refused.setdefault(STACKED, []).extend(number for _ in lost)
        kept.sort(key=lambda one: (-one.box[3], one.box[0]))
        found[number] = _captioned(found.get(number) or kept, page)
    return (
        {number: kept for number, kept in found.items() if kept},
        {why: on for why, on in refused.items() if on},
    )


def _captioned(tables: list[Found], page: Looked) -> list[Found]:
    """The tables of a page, those without a caption above with the one below that is no other one's."""
    known = {one.caption for one in tables}
    made = []
    for one in tables:
        left, bottom, right, _ = one.box
        below = "" if one.caption else caption_below(page.lines, left, bottom, right)
        made.append(one if not below or below in known else one._replace(caption=below))
    return made


def _grids(data: bytes, pages: Sequence[int], password: str) -> list[Grid]:
    """Ruled grids by camelot's lattice; it is given the bytes, since it would open an address by itself."""
    import logging  # noqa: PLC0415

    import camelot  # noqa: PLC0415  (seconds: it imports pandas and OpenCV)

    parser = logging.getLogger("playa")
    level = parser.level
    parser.setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = camelot.read_pdf(
                data,
                pages=",".join(map(str, pages)),
                password=password or None,
                flavor="lattice",
                engine="vector",
                suppress_stdout=True,
            )
    finally:
        parser.setLevel(level)
    return [_grid(table) for table in found]


def _grid(table: Any) -> Grid:
    boxes = [[(c.x1, c.y1, c.x2, c.y2) for c in row] for row in table.cells]
    spans: list[list[tuple[int, int]]] = []
    for i, row in enumerate(table.cells):
        spans.append([])
        for j, one in enumerate(row):
            left = spans[i][j - 1] if j and not one.left and not row[j - 1].right else None
            above = spans[i - 1][j] if i and not one.top and not table.cells[i - 1][j].bottom else None
            spans[i].append(above or left or (i, j))
    return Grid(
        page=int(table.page),
        rows=[[str(text) for text in row] for row in table.df.values.tolist()],
        box=tuple(float(edge) for edge in table._bbox),  # type: ignore[arg-type]
        cells=boxes,
        spans=spans,
    )


def _outer(grids: Sequence[Grid]) -> list[Grid]:
    """The grids without those that lie in another one, as the frame of a header row does."""
    return [
        one for one in grids if not any(other is not one and _within(one.box, other.box) for other in grids)
    ]


def _within(one: Box, other: Box) -> bool:
    larger = (other[2] - other[0]) * (other[3] - other[1]) > (one[2] - one[0]) * (one[3] - one[1])
    return (
        larger
        and one[0] >= other[0] - 2
        and one[1] >= other[1] - 2
        and one[2] <= other[2] + 2
        and one[3] <= other[3] + 2
    )


def _filled(grid: Grid, page: Looked) -> list[list[str]]:
    """The grid's cells with the characters whose middles are in them, where the places agree."""
    if page.turn or page.rotated:
        return grid.rows
    left, bottom, right, top = grid.box
    own = [
        c
        for c in page.chars
        if left <= (c.left + c.right) / 2 <= right and bottom <= (c.bottom + c.top) / 2 <= top
    ]
    filled = [[inside(own, *box) for box in row] for row in grid.cells]
    # Merged cells: camelot gives their text to one of the cells, and a box of a part holds a part of it.
    placed = sum(len(text.replace(" ", "").replace("\n", "")) for row in filled for text in row)
    return _spread(filled, grid.spans) if placed >= 0.95 * len(own) else grid.rows


def _spread(rows: list[list[str]], spans: Sequence[Sequence[tuple[int, int]]]) -> list[list[str]]:
    """The cells of a grid, those that no rule parts with the text of the only one that has some."""
    together: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for i, row in enumerate(spans):
        for j, span in enumerate(row):
            together.setdefault(span, []).append((i, j))
    made = [list(row) for row in rows]
    for places in together.values():
        texts = [rows[i][j] for i, j in places if rows[i][j]]
        high = max(i for i, _ in places) - min(i for i, _ in places) + 1
        wide = max(j for _, j in places) - min(j for _, j in places) + 1
        whole = (high, wide) in {(len(rows), wide), (high, len(rows[0]))}
        if len(texts) == 1 and high * wide == len(places) and not whole:
            for i, j in places:
                made[i][j] = texts[0]
    return made


def _is_numbers(line: str) -> bool:
    return all(_NUMBER.fullmatch(word) for word in line.split())


def _over(one: Box, other: Box) -> bool:
    """Whether the middle of one box is in the other."""
    across, up = (one[0] + one[2]) / 2, (one[1] + one[3]) / 2
    return other[0] <= across <= other[2] and other[1] <= up <= other[3]


def tidy(grid: Sequence[Sequence[str]]) -> list[list[str]]:
    """A grid's cells on one line each, without empty rows and columns."""
    rows = [[cell(readable(unhyphenated(text))) for text in row] for row in grid]
    used = [any(column) for column in zip(*rows, strict=True)]
    return [[text for text, keep in zip(row, used, strict=True) if keep] for row in rows if any(row)]


def no_table(grid: Sequence[Sequence[str]], rows: Sequence[Sequence[str]]) -> str | None:
    """Why a grid is no table: what it is instead, "" for a mere box, None for a table.

    Args:
        grid: As found, with the lines in its cells.
        rows: The same after `tidy`.
    """
    if len(rows) < 2 or len(rows[0]) < 2:
        return ""
    cells = [[line.strip() for line in text.splitlines() if line.strip()] for row in grid for text in row]
    cells = [lines for lines in cells if lines]
    stacked = sum(
        len(lines) >= 3 and sum(_is_numbers(line) for line in lines) >= 0.6 * len(lines) for lines in cells
    )
    if stacked >= STACK_SHARE * len(cells):
        return STACKED
    columns = [[text for text in column if text] for column in zip(*rows, strict=True)]
    if all(median(map(width, column)) > PROSE_WIDTH for column in columns):
        return "prose in frames"
    return None
