"""Tables: cells as text, and blocks that are runs of rows and repeat the header."""

from __future__ import annotations

import re
from collections.abc import Sequence

from triaudit.text import HAN
from triaudit.types import Block, Table

MAX_ROWS = 20
MAX_CHARS = 1500
"""A block is cut at whichever comes first, so that a locator points closely."""

_YEAR = re.compile(r"(?:19|20)\d\d|2100")
_WIDE = re.compile(rf"[{HAN}\u3000-\u303f\uff00-\uff60]")


def cell(text: str) -> str:
    """A cell's text on one line; Chinese and Japanese lines are joined without a space."""
    joined = ""
    for line in (" ".join(piece.split()) for piece in text.splitlines()):
        if not line:
            continue
        gap = "" if not joined or (_WIDE.match(joined[-1]) and _WIDE.match(line[0])) else " "
        joined += gap + line
    return joined


def table(
    rows: Sequence[tuple[int, Sequence[str]]],
    where: str,
    *,
    header: int = 1,
    part: int = 0,
    caption: str = "",
) -> Table:
    """A table of rows with their numbers as people count them, the short ones filled up with empty cells."""
    columns = max((len(cells) for _, cells in rows), default=0)
    return Table(
        locator=where,
        part=part,
        caption=caption,
        header=min(header, len(rows)),
        numbers=tuple(number for number, _ in rows),
        rows=tuple((*cells, *[""] * (columns - len(cells))) for _, cells in rows),
    )


def heading(rows: Sequence[Sequence[str]], most: int = 3) -> int:
    """How many rows name the columns: those before the first that holds a figure, one where none does."""
    for count, row in enumerate(rows[: most + 1]):
        if any(is_figure(text) for text in row):
            return count
    return 1 if len(rows) > 1 else 0


def is_figure(text: str) -> bool:
    """Whether a cell is a figure rather than a name, a heading or a year."""
    letters, digits = sum(map(str.isalpha, text)), sum(map(str.isdecimal, text))
    return digits > 0 and letters <= digits and not _YEAR.fullmatch(text)


def line(cells: Sequence[str]) -> str:
    """A row as a line; empty cells at the end are left out, and a bar inside of a cell is a broken one."""
    kept = [text.replace("|", "¦") for text in cells]
    while kept and not kept[-1]:
        kept.pop()
    return " | ".join(kept)


def table_blocks(found: Table, always_rows: bool = True) -> list[Block]:
    """A table in runs of rows, such as `sheet Costs, rows 21-40`, that repeat the header where it is short.

    Args:
        found: The table.
        always_rows: Whether the locator of a table that fits into one block has its rows too.
    """
    lines = [(number, line(cells)) for number, cells in zip(found.numbers, found.rows, strict=True)]
    head = [(number, text) for number, text in lines[: found.header] if text]
    repeated = head if sum(len(text) for _, text in head) <= MAX_CHARS // 4 else []
    runs: list[list[tuple[int, str]]] = []
    size = 0
    for number, text in lines:
        if not text:
            continue
        if not runs or len(runs[-1]) >= MAX_ROWS or size + len(text) > MAX_CHARS:
            runs.append([])
            size = 0
        runs[-1].append((number, text))
        size += len(text) + 1
    return [
        Block(
            kind="table",
            locator=found.locator
            if len(runs) == 1 and not always_rows
            else f"{found.locator}, rows {run[0][0]}-{run[-1][0]}",
            text="\n".join(text for _, text in [*(repeated if index else []), *run]),
            rows=tuple(number for number, _ in [*(repeated if index else []), *run]),
            header=len(repeated if index else [row for row in run if row in head]),
        )
        for index, run in enumerate(runs)
    ]
