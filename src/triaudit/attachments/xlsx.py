"""Workbooks (xlsx): every sheet as rows of cells as they are shown, hidden sheets marked."""

from __future__ import annotations

import io
import re
import warnings
from typing import TYPE_CHECKING

from triaudit.attachments import AttachmentSettings, Content, Given, Unreadable
from triaudit.attachments.archive import checked, members
from triaudit.attachments.sheets import Area, Place, Sheet, cap, content
from triaudit.attachments.shown import shown
from triaudit.attachments.tables import cell as one_line

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


def recognises(data: bytes) -> bool:
    """A zip container with a workbook in it."""
    return "xl/workbook.xml" in members(data)


def read(data: bytes, given: Given) -> Content:
    """Every sheet; a formula shows the value that was stored for it, or itself where there is none."""
    _check(data, given.settings)
    book = _load(data, values=False)
    cached: Workbook | None = None
    if any(cell.data_type == "f" for sheet in book.worksheets for _, cell in _filled(sheet)):
        cached = _load(data, values=True)
    sheets = [_sheet(sheet, cached[sheet.title] if cached else None) for sheet in book.worksheets]
    notes = [f"{len(book.chartsheets)} chart sheets were not read"] if book.chartsheets else []
    return content("xlsx", sheets, given.settings, notes, "openpyxl")


def _sheet(sheet: Worksheet, cached: Worksheet | None) -> Sheet:
    cells, uncomputed = _cells(sheet, cached)
    notes = []
    if uncomputed:
        notes.append(f"{uncomputed} formulas have no stored value and are shown as formulas")
    if any(d.hidden for d in sheet.row_dimensions.values()) or any(
        d.hidden for d in sheet.column_dimensions.values()
    ):
        notes.append("has hidden rows or columns, which are shown here like the others")
    merged = [Area(a.min_row, a.min_col, a.max_row, a.max_col) for a in sheet.merged_cells.ranges]
    return Sheet(sheet.title, cells, sorted(merged), sheet.sheet_state != "visible", tuple(notes))


def _check(data: bytes, settings: AttachmentSettings) -> None:
    """Caps on the unpacked size, rows and cells, before a parser sees the file."""
    rows = cells = merged = 0
    for name, xml in checked(data, "xlsx", settings).items():
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
    cap("rows", rows, settings.max_rows, "xlsx")
    cap("cells", cells, settings.max_cells, "xlsx")


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
    return found, uncomputed
