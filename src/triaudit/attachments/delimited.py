"""Separated values (csv, tsv): the separator is found, the cells stay as they are written."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter

from triaudit.attachments import Content, Given
from triaudit.attachments.sheets import cap
from triaudit.attachments.tables import cell, table, table_blocks

SEPARATORS = ",;\t|"
_BOTH = re.compile(r"[-+]?\d{1,3}(?:\.\d{3})+,\d+|[-+]?\d{1,3}(?:,\d{3})+\.\d+")
"""A number with both separators: one of them is for thousands, and the last one for decimals."""
_ONE = re.compile(r"[-+]?\d{1,3}[.,]\d{3}")
"""A number with one separator before three digits: thousands or decimals, nobody can tell from it alone."""
_DECIMAL = re.compile(r"[-+]?\d+([.,])(?:\d{1,2}|\d{4,})")
"""A number whose separator stands for decimals: in its file the other one does not."""


def delimited(text: str, given: Given) -> Content | None:
    """The table of a separated text, None where the text is none.

    By its shape alone a text is one where all of at least three rows have the same number of cells. A file
    that is named so may have two rows, a title above and rows of other lengths.
    """
    named = given.name.lower().endswith((".csv", ".tsv", ".tab"))
    rows = separated(text, 2 if named else 3)
    notes: list[str] = []
    if not rows and named:
        rows = _ragged(text)
        if rows:
            notes.append(
                "its rows have different numbers of cells: short ones are filled up with empty cells"
            )
    if not rows:
        return None
    cap("rows", len(rows), given.settings.max_rows, "csv")
    cap("cells", len(rows) * max(len(row) for _, row in rows), given.settings.max_cells, "csv")
    cells = [(number, [cell(one) for one in row]) for number, row in rows]
    notes += _ambiguous([one for _, row in cells for one in row])
    found = table(cells, "table")
    return Content("csv", tuple(table_blocks(found)), tuple(notes), tables=(found,))


def separated(text: str, min_rows: int) -> list[tuple[int, list[str]]]:
    """The numbered rows of a text that is a table with a separator, else nothing.

    It is one where some separator gives every row the same number of cells, at least two. Of several
    separators the one with the most cells counts. Rows are counted without empty ones.
    """
    best: list[list[str]] = []
    for separator in SEPARATORS:
        rows = _rows(text, separator)
        columns = {len(row) for row in rows}
        if len(rows) >= min_rows and len(columns) == 1 and len(rows[0]) > max(1, len(best[0]) if best else 1):
            best = rows
    return list(enumerate(best, 1))


def _ragged(text: str) -> list[tuple[int, list[str]]]:
    """The rows of a text by the separator that most of its rows agree on."""
    best: list[list[str]] = []
    agreed = 0
    for separator in SEPARATORS:
        rows = _rows(text, separator)
        counts = Counter(len(row) for row in rows if len(row) > 1)
        most = max(counts.values(), default=0)
        if most > agreed and most >= 0.6 * len(rows):
            best, agreed = rows, most
    return list(enumerate(best, 1))


def _rows(text: str, separator: str) -> list[list[str]]:
    if separator not in text:
        return []
    try:
        found = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
        return [row for row in found if any(one.strip() for one in row)]
    except csv.Error:
        return []


def _ambiguous(cells: list[str]) -> list[str]:
    """What numbers can be read in two ways: they are left as they are."""
    both = next((one for one in cells if _BOTH.fullmatch(one)), None)
    if both:
        decimal = "comma" if both.rindex(",") > both.rfind(".") else "point"
        return [f"numbers such as {both} are left as text: the decimal sign seems to be the {decimal}"]
    decided = {found[1] for one in cells if (found := _DECIMAL.fullmatch(one))}
    unclear = next((one for one in cells if _ONE.fullmatch(one) and not decided - set(one)), None)
    if unclear is None:
        return []
    return [f"numbers such as {unclear} are left as text: thousands or decimals may stand behind their sign"]
