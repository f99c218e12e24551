"""Workbooks (xlsx): every sheet as rows of cells as they are shown, hidden sheets marked."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Sequence
from typing import TYPE_CHECKING

from triaudit.attachments import AttachmentSettings, Content, Unreadable
from triaudit.attachments.archive import members
from triaudit.attachments.shown import shown
from triaudit.attachments.tables import cell as one_line
from triaudit.attachments.tables import table_blocks
from triaudit.types import Block

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell, MergedCell
    from openpyxl.workbook.workbook import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

ORDER = 10
_ROW = re.compile(rb"<(?:\w+:)?row[\s>/]")
_CELL = re.compile(rb"<(?:\w+:)?c[\s>/]")
_MERGED = re.compile(
    rb"<(?:\w+:)?mergeCell\s[^<>]*?ref\s*=\s*[\"']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})[\"']"
)
MAX_MERGED = 1_000_000
"""Cells that merged areas may cover: the parser makes an object of each, and one area can be 17 billion."""

Place = tuple[int, int]
"""Row and column, 1-based."""


def recognises(data: bytes) -> bool:
    """A zip container with a workbook in it."""
    return "xl/workbook.xml" in members(data)


def read(data: bytes, name: str, settings: AttachmentSettings) -> Content:
    """Blocks of rows, such as `sheet Costs, rows 1-20`; merged cells have their value in every column."""
    _check(data, settings)
    book = _load(data, values=False)
    cached: Workbook | None = None
    if any(cell.data_type == "f" for sheet in book.worksheets for _, cell in _filled(sheet)):
        cached = _load(data, values=True)
    blocks: list[Block] = []
    notes: list[str] = []
    shown_cells = 0
    for sheet in book.worksheets:
        hidden = sheet.sheet_state != "visible"
        where = f"sheet {sheet.title}{' (hidden)' if hidden else ''}"
        cells, uncomputed = _cells(sheet, cached[sheet.title] if cached else None)
        last = max((column for _, column in cells), default=0)
        filled = sorted({row for row, _ in cells})
        shown_cells += len(filled) * last
        _cap(shown_cells, settings)  # one cell in the last column makes every row 16384 cells wide
        rows = [(row, [cells.get((row, column), "") for column in range(1, last + 1)]) for row in filled]
        blocks += table_blocks(rows, where, header=_header(rows, sheet))
        if hidden:
            notes.append(f"sheet {sheet.title} is hidden in the workbook")
        if uncomputed:
            notes.append(f"{where}: {uncomputed} formulas have no stored value and are shown as formulas")
        if any(d.hidden for d in sheet.row_dimensions.values()) or any(
            d.hidden for d in sheet.column_dimensions.values()
        ):
            notes.append(f"{where}: has hidden rows or columns, which are shown here like the others")
        if not rows:
            notes.append(f"{where}: has no cells")
    if book.chartsheets:
        notes.append(f"{len(book.chartsheets)} chart sheets were not read")
    return Content(
        "xlsx", tuple(blocks), tuple(notes), "" if blocks else "has no cells with content; drop the file"
    )


def _check(data: bytes, settings: AttachmentSettings) -> None:
    """Caps on the unpacked size and on rows, before a parser sees the file."""
    sizes = members(data)
    total = sum(sizes.values())
    if total > settings.max_unpacked_bytes:
        raise Unreadable(
            f"is too large: {total} bytes unpacked, above attachments.max_unpacked_bytes="
            f"{settings.max_unpacked_bytes}; raise it or attach the sheets that matter",
            "xlsx",
        )
    rows = cells = merged = 0
    with zipfile.ZipFile(io.BytesIO(data)) as container:
        for name in sorted(sizes):
            if not name.endswith((".xml", ".rels")):
                continue
            xml = container.read(name)
            if b"<!DOCTYPE" in xml or b"<!ENTITY" in xml:
                raise Unreadable(
                    f"declares XML entities in {name}, which no workbook needs; save it anew", "xlsx"
                )
            if name.startswith("xl/worksheets/"):
                rows += sum(1 for _ in _ROW.finditer(xml))
                cells += sum(1 for _ in _CELL.finditer(xml))
            merged += sum(
                (_column(right) - _column(left) + 1) * (int(bottom) - int(top) + 1)
                for left, top, right, bottom in _MERGED.findall(xml)
            )
    if merged > MAX_MERGED:
        raise Unreadable(
            f"has merged areas of {merged} cells, more than {MAX_MERGED}; unmerge whole columns and rows",
            "xlsx",
        )
    if rows > settings.max_rows:
        raise Unreadable(
            f"is too large: {rows} rows, above attachments.max_rows={settings.max_rows}; "
            "raise it or attach the rows that matter",
            "xlsx",
        )
    _cap(cells, settings)


def _cap(cells: int, settings: AttachmentSettings) -> None:
    if cells > settings.max_cells:
        raise Unreadable(
            f"is too large: {cells} cells, above attachments.max_cells={settings.max_cells}; "
            "raise it or attach the sheets and columns that matter",
            "xlsx",
        )


def _column(letters: bytes) -> int:
    """A is 1, AA is 27."""
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number


def _load(data: bytes, values: bool) -> Workbook:
    from openpyxl import load_workbook  # noqa: PLC0415  (0.4 s)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of styles and extensions that hold no values
        return load_workbook(io.BytesIO(data), data_only=values, keep_links=False)


def _filled(sheet: Worksheet) -> list[tuple[Place, Cell | MergedCell]]:
    """The sheet's cells in reading order; `iter_rows` would walk a million empty rows up to a stray one."""
    return sorted(sheet._cells.items())


def _cells(sheet: Worksheet, cached: Worksheet | None) -> tuple[dict[Place, str], int]:
    """Non-empty cells as they are shown, and how many formulas had no stored value."""
    found: dict[Place, str] = {}
    uncomputed = 0
    for place, item in _filled(sheet):
        value = item.value
        if item.data_type == "f":
            stored = cached.cell(*place).value if cached is not None else None
            if stored is None:
                uncomputed += 1
                found[place] = one_line(
                    str(getattr(value, "text", None) or value)
                )  # array formulas are objects
                continue
            value = stored
        if text := one_line(shown(value, item.number_format or "General")):
            found[place] = text
    return _spread(found, sheet), uncomputed


def _spread(cells: dict[Place, str], sheet: Worksheet) -> dict[Place, str]:
    """Merged cells' values in every cell that they cover, so that each column keeps its heading.

    A row that holds nothing but the merged cell, such as a title, says it once.
    """
    used: dict[int, tuple[int, int]] = {}
    for row, column in cells:
        first, end = used.get(row, (column, column))
        used[row] = min(first, column), max(end, column)
    last = max((end for _, end in used.values()), default=0)
    spread = dict(cells)
    for area in sheet.merged_cells.ranges:
        text = cells.get((area.min_row, area.min_col))
        if not text:
            continue
        for row in range(area.min_row, area.max_row + 1):
            first, end = used.get(row, (area.min_col, area.max_col))
            if first < area.min_col or end > area.max_col:
                for column in range(area.min_col, min(area.max_col, last) + 1):
                    spread[row, column] = text
    return spread


def _header(rows: Sequence[tuple[int, Sequence[str]]], sheet: Worksheet) -> int:
    """How many of the rows are the header.

    It ends with the first row that has two different cells (titles stand above it), or with the last
    row that a merged cell of that row reaches into.
    """
    first = next((number for number, cells in rows[:5] if len(set(cells) - {""}) > 1), None)
    if first is None:
        return min(1, len(rows))
    end = max([first, *(area.max_row for area in sheet.merged_cells.ranges if area.min_row == first)])
    return sum(number <= end for number, _ in rows)
