"""Text as blocks of whole lines."""

from __future__ import annotations

from collections.abc import Iterator

from triaudit.types import Block

BLOCK_CHARS = 2000


def line_blocks(text: str, first: int = 1) -> Iterator[Block]:
    """Blocks of about BLOCK_CHARS, such as `lines 1-40`, cut at blank lines where there are some.

    Args:
        text: The lines.
        first: What people call the first of them.
    """
    lines = text.split("\n")
    start, size = 0, 0
    for number, line in enumerate(lines):
        full = size + len(line) > BLOCK_CHARS or (size > BLOCK_CHARS // 2 and not line.strip())
        if full and number > start:
            yield from _block(lines, start, number, first)
            start, size = number, 0
        size += len(line) + 1
    yield from _block(lines, start, len(lines), first)


def _block(lines: list[str], start: int, end: int, first: int) -> Iterator[Block]:
    while start < end and not lines[start].strip():
        start += 1
    while start < end and not lines[end - 1].strip():
        end -= 1
    if start < end:
        text = "\n".join(lines[start:end])
        yield Block(kind="text", locator=f"lines {start + first}-{end + first - 1}", text=text)
