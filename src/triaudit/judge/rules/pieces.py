"""A segment of Markdown as the paragraphs, list items and table cells that can hold statements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from triaudit import markdown
from triaudit.judge.rules import tables
from triaudit.questions import ExtractClaims

ITEM = re.compile(rf"{markdown.ITEM}(?:\[[ xX]\]\s+)?")
SAID = re.compile(r"^[\s>*_]*[\"“„«「『‘'].{3,}[\"”“»」』’'][\s.,—–-]*(?:[^.!?]{0,60})[.!?]?$")
"""A quotation with at most its speaker behind it."""
_QUOTE = re.compile(r"\s*>\s?")


class Piece(NamedTuple):
    """A run of text that holds sentences: a paragraph, a list item, a table cell."""

    text: str
    start: int
    headings: tuple[str, ...]
    item: bool
    cell: tables.Cell | None = None


def pieces(question: ExtractClaims) -> Iterator[Piece]:
    """The pieces of the segment in its order; headings, code and quotations are none."""
    return _Reader(question).pieces()


class _Reader:
    """Goes through the lines once, holding the paragraph or table that is open."""

    def __init__(self, question: ExtractClaims) -> None:
        self.segment, self.before, self.above = question.segment, question.before, question.headings
        self.own: list[tuple[int, str]] = []
        self.rows: list[tuple[str, int]] = []
        self.held: list[tuple[str, int]] = []

    @property
    def headings(self) -> tuple[str, ...]:
        return (*self.above, *(title for _, title in self.own))

    def pieces(self) -> Iterator[Piece]:
        code = False
        for match in re.finditer(r"[^\n]+|\n(?=\n)", self.segment):
            if markdown.is_fence(match[0]):
                code = not code
            elif not code:
                yield from self._line(match[0], match.start())
        yield from self._close()

    def _line(self, line: str, start: int) -> Iterator[Piece]:
        if heading := markdown.heading(line):
            yield from self._close()
            self.own = [*(item for item in self.own if item[0] < heading.level), heading]
            return
        bars = line.count("|")
        if line.lstrip().startswith("|") or (bars and self.rows) or (bars > 1 and not self.held):
            yield from self._paragraph()
            self.rows.append((line, start))
            return
        yield from self._table()
        mark = _QUOTE.match(line) or ITEM.match(line)
        if mark or not line.strip():
            yield from self._paragraph()
        if not mark:
            self.held += [(line, start)] if line.strip() else []
            return
        rest, quoted = line[mark.end() :], line.lstrip().startswith(">")
        if not (quoted and SAID.match(rest)):
            yield Piece(rest, start + mark.end(), self.headings, item=not quoted)

    def _close(self) -> Iterator[Piece]:
        yield from self._paragraph()
        yield from self._table()

    def _paragraph(self) -> Iterator[Piece]:
        if self.held:
            start = self.held[0][1]
            text = self.segment[start : self.held[-1][1] + len(self.held[-1][0])]
            yield Piece(_unwrapped(text), start, self.headings, item=False)
            self.held = []

    def _table(self) -> Iterator[Piece]:
        if self.rows:
            delimited = any(markdown.is_delimiter(line) for line, _ in self.rows[:2])
            earlier = [line for line in self.before.splitlines() if "|" in line]
            header = None if delimited or not earlier else [text for text, _, _ in tables.split(earlier[0])]
            for cell in tables.cells(self.rows, header):
                yield Piece(cell.value, cell.start, self.headings, item=False, cell=cell)
            self.rows = []


def _unwrapped(text: str) -> str:
    """A paragraph with the line ends inside its sentences as spaces, of the same length."""
    return re.sub(r"(?<=[^\s.!?。！？:：])\n(?=[a-zäöüß(])|(?<=[,;，；])\n", " ", text)
