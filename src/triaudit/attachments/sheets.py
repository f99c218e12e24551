"""Sheets of a workbook, whatever format it came in, as tables of the cells that a person sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from triaudit.attachments import AttachmentSettings, Content, Unreadable
from triaudit.attachments.tables import table, table_blocks
from triaudit.types import Block, Part, Picture, Table

Place = tuple[int, int]
"""Row and column, 1-based."""


class Area(NamedTuple):
    """A merged area, its first and last row and column."""

    top: int
    left: int
    bottom: int
    right: int


class Sheet(NamedTuple):
    """A sheet as an adapter found it."""

    name: str
    cells: Mapping[Place, str]
    """The cells with something in them, as they are shown."""
    merged: Sequence[Area] = ()
    hidden: bool = False
    notes: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()


def content(
    kind: str, sheets: Sequence[Sheet], settings: AttachmentSettings, notes: Sequence[str], tool: str
) -> Content:
    """Blocks of rows, such as `sheet Costs, rows 1-20`; merged cells have their value in every column.

    Raises:
        Unreadable: The sheets have too many rows or cells.
    """
    blocks: list[Block] = []
    tables: list[Table] = []
    said: list[str] = []
    rows_shown = cells_shown = 0
    for number, sheet in enumerate(sheets, 1):
        where = f"sheet {sheet.name}{' (hidden)' if sheet.hidden else ''}"
        cells = spread(sheet)
        last = max((column for _, column in cells), default=0)
        filled = sorted({row for row, _ in cells})
        rows_shown += len(filled)
        cells_shown += len(filled) * last
        cap("rows", rows_shown, settings.max_rows, kind)
        cap("cells", cells_shown, settings.max_cells, kind)  # a stray one makes every row 16384 cells wide
        rows = [(row, [cells.get((row, column), "") for column in range(1, last + 1)]) for row in filled]
        if rows:
            found = table(rows, where, header=_header(rows, sheet.merged), part=number)
            tables.append(found)
            blocks += table_blocks(found)
        said += [f"sheet {sheet.name} is hidden in the workbook"] if sheet.hidden else []
        said += [f"{where}: {note}" for note in sheet.notes]
        said += [] if rows else [f"{where}: has no cells"]
    return Content(
        kind,
        tuple(blocks),
        (*said, *notes),
        "" if blocks else "has no cells with content; drop the file",
        parts=tuple(
            Part(kind="sheet", number=number, name=sheet.name, hidden=sheet.hidden)
            for number, sheet in enumerate(sheets, 1)
        ),
        tables=tuple(tables),
        pictures=tuple(picture for sheet in sheets for picture in sheet.pictures),
        tools=(tool,),
    )


def cap(what: str, count: int, most: int, kind: str) -> None:
    """Raise Unreadable where there is more than is read."""
    if count > most:
        raise Unreadable(
            f"is too large: {count} {what}, above attachments.max_{what}={most}; "
            f"raise it or attach the {what} that matter",
            kind,
        )


def spread(sheet: Sheet) -> dict[Place, str]:
    """Merged cells' values in every cell that they cover, so that each column keeps its heading.

    A row that holds nothing but the merged cell, such as a title, says it once.
    """
    used: dict[int, tuple[int, int]] = {}
    for row, column in sheet.cells:
        first, end = used.get(row, (column, column))
        used[row] = min(first, column), max(end, column)
    last = max((end for _, end in used.values()), default=0)
    found = dict(sheet.cells)
    for area in sheet.merged:
        text = sheet.cells.get((area.top, area.left))
        if not text:
            continue
        for row in range(area.top, area.bottom + 1):
            first, end = used.get(row, (area.left, area.left))
            if first < area.left or end > area.right:
                for column in range(area.left, min(area.right, last) + 1):
                    found[row, column] = text
    return found


def _header(rows: Sequence[tuple[int, Sequence[str]]], merged: Sequence[Area]) -> int:
    """How many of the rows are the header.

    It ends with the first row that has two different cells (titles stand above it), or with the last
    row that a merged cell of that row reaches into. Where the row after a merged heading names the columns
    below it, that row belongs to it.
    """
    first = next((number for number, cells in rows[:5] if len(set(cells) - {""}) > 1), None)
    if first is None:
        return min(1, len(rows))
    end = max([first, *(area.bottom for area in merged if area.top == first)])
    return sum(number <= end for number, _ in rows)
