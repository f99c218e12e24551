"""Tables of a PDF: full grids by camelot, then what stands between rules or in columns."""

from __future__ import annotations

import re
import warnings
from collections.abc import Sequence
from statistics import median
from typing import Any, NamedTuple

from triaudit.attachments.pdf_open import Found, caption, open_tables
from triaudit.attachments.pdf_page import Box, Char, Drawn, Line, inside
from triaudit.attachments.pdf_text import readable, width
from triaudit.attachments.tables import cell, heading

PROSE_WIDTH = 100
"""A column of cells that are wider than this (Latin characters, median) is prose in a frame."""
STACK_SHARE = 0.2
"""Share of cells holding several values below each other from which a grid lacks rules between its rows."""
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
        for grid in own:
            filled = _filled(grid, page)
            rows = tidy(filled)
            why = no_table(filled, rows)
            if why is None:
                left, _, right, top = grid.box
                kept.append(Found(grid.box, rows, heading(rows), caption(page.lines, left, top, right)))
            elif why:
                refused.setdefault(why, []).append(number)
                barred.append(grid.box)
        if not (page.turn or page.rotated):
            kept += open_tables(page.lines, page.drawn, [*(one.box for one in kept), *barred])
        kept.sort(key=lambda one: (-one.box[3], one.box[0]))
        found[number] = found.get(number) or kept
    return {number: kept for number, kept in found.items() if kept}, refused


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
    return Grid(
        page=int(table.page),
        rows=[[str(text) for text in row] for row in table.df.values.tolist()],
        box=tuple(float(edge) for edge in table._bbox),  # type: ignore[arg-type]
        cells=boxes,
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
    return filled if placed >= 0.95 * len(own) else grid.rows


def tidy(grid: Sequence[Sequence[str]]) -> list[list[str]]:
    """A grid's cells on one line each, without empty rows and columns."""
    rows = [[cell(readable(text)) for text in row] for row in grid]
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
        len(lines) >= 3 and sum(bool(_NUMBER.fullmatch(line)) for line in lines) >= 0.6 * len(lines)
        for lines in cells
    )
    if stacked >= STACK_SHARE * len(cells):
        return "grid without rules between its rows"
    columns = [[text for text in column if text] for column in zip(*rows, strict=True)]
    if all(median(map(width, column)) > PROSE_WIDTH for column in columns):
        return "prose in frames"
    return None
