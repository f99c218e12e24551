"""Markdown: its tables with their cells, all else line by line as it is written."""

from __future__ import annotations

from collections.abc import Iterator

from triaudit.attachments import Content, Given
from triaudit.attachments.lines import line_blocks
from triaudit.attachments.sheets import cap
from triaudit.attachments.tables import cell, table, table_blocks
from triaudit.markdown import is_delimiter
from triaudit.types import Block, Table


def content(text: str, given: Given) -> Content | None:
    """The content of a Markdown file, None where the text is plain: has neither the name nor a table.

    A table's rows are numbered from its header on, the rule below it left out; the line or heading right
    above it is its caption.
    """
    named = given.name.lower().endswith((".md", ".markdown"))
    lines = text.split("\n")
    if not named and not any(map(is_delimiter, lines)):
        return None
    blocks: list[Block] = []
    tables: list[Table] = []
    at = 0
    for start, end, rows in _tables(text):
        if start < at:
            continue  # inside of what another one spans
        cap("rows", sum(len(one.rows) for one in tables) + len(rows), given.settings.max_rows, "md")
        blocks += line_blocks("\n".join(lines[at:start]), at + 1)
        above = next((line.strip(" #*\t") for line in reversed(lines[at:start]) if line.strip()), "")
        caption = above if len(above) <= 200 else ""
        found = table(list(enumerate(rows, 1)), f"table {len(tables) + 1}", caption=caption)
        tables.append(found)
        blocks += table_blocks(found, always_rows=False)
        at = end
    if not named and not tables:
        return None
    blocks += line_blocks("\n".join(lines[at:]), at + 1)
    return Content("md", tuple(blocks), tables=tuple(tables), tools=("markdown-it-py",))


def _tables(text: str) -> Iterator[tuple[int, int, list[list[str]]]]:
    """First line, line after the last one (0-based) and rows of each table."""
    from markdown_it import MarkdownIt  # noqa: PLC0415  (loaded where there is Markdown)

    parser = MarkdownIt("commonmark", {"maxNesting": 30}).enable("table").disable("inline")
    rows: list[list[str]] = []
    start = end = 0
    for token in parser.parse(text):
        if token.type == "table_open" and token.map:
            rows, (start, end) = [], token.map
        elif token.type == "tr_open":
            rows.append([])
        elif token.type == "inline" and rows and token.level > 3:
            rows[-1].append(cell(token.content))
        elif token.type == "table_close":
            yield start, end, rows
            rows = []
