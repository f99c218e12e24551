"""Tables as blocks: cells as text, long tables cut into runs of rows that repeat the header."""

from __future__ import annotations

import re
from collections.abc import Sequence

from triaudit.text import HAN
from triaudit.types import Block

MAX_ROWS = 20
MAX_CHARS = 1500
"""A block is cut at whichever comes first, so that a locator points closely."""

_WIDE = re.compile(rf"[{HAN}\u3000-\u303f\uff00-\uff60]")


def cell(text: str) -> str:
    """A cell's text on one line; Chinese and Japanese lines are joined without a space."""
    joined = ""
    for line in (" ".join(piece.split()) for piece in text.splitlines()):
        if not line:
            continue
        gap = "" if not joined or (_WIDE.match(joined[-1]) and _WIDE.match(line[0])) else " "
        joined += gap + line
    return joined.replace("|", "¦")  # the cells of a row are joined by ` | `


def row_line(cells: Sequence[str]) -> str:
    """A row as a line; empty cells at the end are left out."""
    kept = list(cells)
    while kept and not kept[-1]:
        kept.pop()
    return " | ".join(kept)


def table_blocks(
    rows: Sequence[tuple[int, Sequence[str]]], where: str, header: int = 1, always_rows: bool = True
) -> list[Block]:
    """Blocks of a table.

    Args:
        rows: Row number as people count it, and its cells; the first `header` rows are the header.
        where: The locator's beginning, such as `sheet Costs` or `page 3, table 2`.
        header: Rows that every further block repeats, unless they are long themselves.
        always_rows: Whether a table that fits into one block has its rows in the locator.
    """
    lines = [(number, line) for number, cells in rows if (line := row_line(cells))]
    head = [line for _, line in lines[:header]]
    repeated = head if sum(map(len, head)) <= MAX_CHARS // 4 else []
    blocks: list[Block] = []
    current: list[tuple[int, str]] = []

    def close() -> None:
        if current:
            above = repeated if blocks else []
            locator = f"{where}, rows {current[0][0]}-{current[-1][0]}"
            blocks.append(
                Block(kind="table", locator=locator, text="\n".join([*above, *(line for _, line in current)]))
            )
            current.clear()

    size = 0
    for number, line in lines:
        if current and (len(current) >= MAX_ROWS or size + len(line) > MAX_CHARS):
            close()
            size = 0
        current.append((number, line))
        size += len(line) + 1
    close()
    if len(blocks) == 1 and not always_rows:
        blocks = [blocks[0].model_copy(update={"locator": where})]
    return blocks
