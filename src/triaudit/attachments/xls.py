"""Old binary workbooks (xls), every sheet as rows of cells as they are shown.

By xlrd and not by calamine: xlrd alone tells the number formats, without which 12.5 % is 0.125.
"""

from __future__ import annotations

import io
from datetime import datetime, time
from typing import TYPE_CHECKING, Any

from triaudit.attachments import Content, Given, Unreadable
from triaudit.attachments.sheets import Area, Place, Sheet, cap, content
from triaudit.attachments.shown import shown
from triaudit.attachments.tables import cell as one_line

if TYPE_CHECKING:
    from xlrd.book import Book
    from xlrd.sheet import Sheet as XlsSheet

ORDER = 70
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
UNCOMPUTED = "[formula without a value]"
_ERRORS = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A"}


def recognises(data: bytes) -> bool:
    """An OLE container with the stream of a workbook in it, and none of another program."""
    streams = ("Workbook", "Book")
    return (
        data.startswith(OLE)
        and any(name.encode("utf-16-le") + b"\0\0" in data for name in streams)
        and not any(name.encode("utf-16-le") in data for name in ("WordDocument", "PowerPoint Document"))
    )


def read(data: bytes, given: Given) -> Content:
    """Every sheet; a formula shows the value that was stored for it."""
    import xlrd  # noqa: PLC0415  (loaded where a workbook is read)

    try:
        book = xlrd.open_workbook(
            file_contents=data, formatting_info=True, logfile=io.StringIO(), ragged_rows=True
        )
    except xlrd.XLRDError as error:
        if "encrypted" in str(error).lower():
            raise Unreadable(
                "is a password-protected workbook; attach a copy without a password or drop the file", "xls"
            ) from None
        raise
    cap("rows", sum(sheet.nrows for sheet in book.sheets()), given.settings.max_rows, "xls")
    return content("xls", [_sheet(book, sheet) for sheet in book.sheets()], given.settings, (), "xlrd")


def _sheet(book: Book, sheet: XlsSheet) -> Sheet:
    import xlrd  # noqa: PLC0415

    cells: dict[Place, str] = {}
    uncomputed = 0
    for row in range(sheet.nrows):
        for column in range(sheet.row_len(row)):
            found = sheet.cell(row, column)
            if found.value == "" and found.ctype == xlrd.XL_CELL_TEXT:  # what a formula alone can leave
                cells[row + 1, column + 1] = UNCOMPUTED
                uncomputed += 1
            elif found.value != "" and (text := one_line(_shown(book, found))):
                cells[row + 1, column + 1] = text
    merged = sorted(Area(top + 1, left + 1, bottom, right) for top, bottom, left, right in sheet.merged_cells)
    hidden_parts = any(info.hidden for info in sheet.rowinfo_map.values()) or any(
        info.hidden for info in sheet.colinfo_map.values()
    )
    notes = ["has hidden rows or columns, which are shown here like the others"] if hidden_parts else []
    if uncomputed:
        notes.append(f"{uncomputed} formulas have no stored value or an empty one")
    return Sheet(sheet.name, cells, merged, sheet.visibility != 0, tuple(notes))


def _shown(book: Book, cell: Any) -> str:
    import xlrd  # noqa: PLC0415

    code = book.format_map[book.xf_list[cell.xf_index].format_key].format_str
    if cell.ctype == xlrd.XL_CELL_ERROR:
        return _ERRORS.get(cell.value, "#ERROR")
    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return shown(bool(cell.value), code)
    if cell.ctype == xlrd.XL_CELL_DATE:
        try:
            parts = xlrd.xldate_as_tuple(cell.value, book.datemode)
        except xlrd.XLDateError:
            return shown(cell.value, "General")
        return shown(time(*parts[3:]) if parts[:3] == (0, 0, 0) else datetime(*parts), code)  # noqa: DTZ001
    return shown(cell.value, code)
