"""Rows of tables in text, each cell with its row's and its column's header."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from triaudit.markdown import is_delimiter

_UNITS = re.compile(r"\W*(?:units?|einheit|单位|计量单位)\W*$", re.IGNORECASE)
"""The header of a column that says what the row's figures are in."""
_UNIT = re.compile(r"\s*[(（\[](?P<unit>[^()（）\[\]]{1,20})[)）\]]\s*$")


_PERIOD = re.compile(r"\W*(?:(?:FY|Q[1-4]|H[12])\W*)?(?:1[5-9]|20)\d\d(?:\s*年(?:度)?)?\W*(?:[QH][1-4])?\W*")
"""A column's header that is a time: before a figure it would read as a part of it."""


class Cell(NamedTuple):
    """One value of a table."""

    row: str
    """The row's first cell."""
    column: str
    """The column's header, without a unit in parentheses."""
    unit: str
    """That unit."""
    value: str
    line: str
    """The row as the text has it."""
    start: int
    """Where the row begins in the text."""
    width: int
    """Characters of the row up to and with this cell."""
    header: str = ""
    """The header of the first column."""
    columns: int = 0
    """How many columns the table has."""

    @property
    def says(self) -> str:
        """The cell as a statement."""
        unit = self.unit if self.unit and self.unit not in self.value and re.search(r"\d", self.value) else ""
        value = f"{self.value} {unit}".strip()
        if _PERIOD.fullmatch(self.column):
            return f"{self.row}: {value} ({self.column.strip()})"
        return f"{self.row}: {self.column} {value}".strip() if self.column else f"{self.row}: {value}"


def split(line: str) -> list[tuple[str, int, int]]:
    """The cells of a row with where each stands in the line; an escaped bar is no border."""
    cells, begin = [], 0
    borders = [m.start() for m in re.finditer(r"(?<!\\)\|", line)]
    for border in [*borders, len(line)]:
        piece = line[begin:border]
        cells.append((piece.strip(), begin + len(piece) - len(piece.lstrip()), begin + len(piece.rstrip())))
        begin = border + 1
    if cells and not cells[0][0]:
        cells = cells[1:]
    if cells and not cells[-1][0] and line.rstrip().endswith("|"):
        cells = cells[:-1]
    return cells


def cells(lines: Iterable[tuple[str, int]], header: list[str] | None = None) -> Iterator[Cell]:
    """The values of consecutive table lines, given with where each begins.

    Args:
        lines: Rows; the first is the header where none is given.
        header: Column headers of a table that began earlier.
    """
    for line, start in lines:
        if is_delimiter(line):
            continue
        row = split(line)
        if header is None:
            header = [text for text, _, _ in row]
            continue
        label = row[0][0] if row else ""
        shared = next(
            (text for (text, _, _), name in zip(row, header, strict=False) if _UNITS.match(name)), ""
        )
        for (value, _, stop), column in zip(row[1:], header[1:], strict=False):
            unit = _UNIT.search(column)
            if value.strip("*_ -–—") and not _UNITS.match(column):
                unit_text = unit["unit"] if unit else shared
                named = _UNIT.sub("", column)
                yield Cell(label, named, unit_text, value, line, start, stop, header[0], len(header))
