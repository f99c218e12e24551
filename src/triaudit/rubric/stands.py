"""Whether a block of an attachment states a fact: whole figures, on the line that is about it.

A line is a table's row or a text's sentence. Having the words here and the number there is no
statement: a row says its own label, its cells, and the headers of the columns that they stand in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from triaudit.text import HAN, find_quote, sentences
from triaudit.types import Block
from triaudit.words import term_set

WORDS = 0.6
"""Share of a fact's words that its line must have, where the fact is not a quote."""
HEAD_ROWS = 3
"""Rows at most that are a table's header."""

_NUMBER = re.compile(r"\d{1,3}(?:[\u00a0\u202f ’']\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*")
_YEAR = re.compile(r"(?:19|20)\d\d|2100")
_PARTS = re.compile(r"[;；]|(?<=[^\d\s][.!?])\s|[。！？]")
_PIECES = re.compile(r"[;；、，:：\n]|,(?!\d)|\b(?:and|und)\b|和|(?<=[^\d\s][.!?])\s|[。！？]")
_WRAPPED = re.compile(rf"(?<=[\w,，{HAN}])\n(?=[\w(（{HAN}])(?!\d{{1,3}}[.)]\s)")
"""A line end inside a sentence."""


class _Line(NamedTuple):
    text: str
    words: frozenset[str]
    cells: tuple[frozenset[str], ...]
    """The figures of each cell; a sentence is one cell."""

    @property
    def figures(self) -> frozenset[str]:
        return frozenset().union(*self.cells)


class _Head(NamedTuple):
    """What a table's header says of one column."""

    words: frozenset[str]
    figures: frozenset[str]


class _Read(NamedTuple):
    lines: tuple[_Line, ...]
    heads: tuple[_Head, ...]
    words: frozenset[str]
    figures: frozenset[str]


def figures(text: str) -> frozenset[str]:
    """The whole numbers of a text as compared: `2,310` and `2 310` are 2310, `12,5` is 12.5.

    One separator before three digits can mean thousands or decimals: such a number stands as thousands.
    """
    return frozenset(_value(found) for found in _NUMBER.findall(text))


def states(fact: str, block: Block) -> bool:
    """Whether a line of the block has the fact's figures and most of its words, or its words are a quote.

    A fact of several parts may stand on several lines, each part on the line that it is about. A fact
    without figures may stand anywhere in the block.
    """
    read = _read(block)
    wanted, numbers = term_set(fact), figures(fact)
    if not (wanted or numbers) or not numbers <= read.figures:
        return False
    if not numbers:
        return _most(wanted, read.words) or _quoted(fact, block.text)
    if _on_a_line(fact, read) or _quoted(fact, block.text):
        return True
    for split in (_PARTS, _PIECES):
        parts = [part for part in split.split(fact) if figures(part)]
        if len(parts) > 1 and all(term_set(part) and _on_a_line(part, read) for part in parts):
            return True
    return False


def _on_a_line(fact: str, read: _Read) -> bool:
    """Whether one line has all figures and most words, and no other with figures has more of the words."""
    wanted, numbers = term_set(fact), figures(fact)
    good = [line for line in read.lines if _says(fact, wanted, numbers, line, read.heads)]
    if not good or not wanted:
        return bool(good) and not read.heads

    def near(line: _Line) -> int:
        """Words that fact and line share; a row's label may be a figure, such as a year."""
        return len(wanted & line.words) + (len(numbers & line.cells[0]) if read.heads else 0)

    nearest = max(map(near, good))
    others = (
        line for line in read.lines if line.figures and not numbers <= line.figures and line not in good
    )
    return nearest > 0 and all(near(line) <= nearest for line in others)


def _says(
    fact: str, wanted: frozenset[str], numbers: frozenset[str], line: _Line, heads: tuple[_Head, ...]
) -> bool:
    columns = {n for n, cell in enumerate(line.cells) if cell & numbers}
    above = [heads[n] for n in sorted(columns) if n < len(heads)]
    if not columns or not numbers <= line.figures.union(*(head.figures for head in above)):
        return False
    label = [heads[0].words] if heads else []
    if not _most(wanted, line.words.union(*label, *(head.words for head in above))):
        return False
    return not heads or all(_under(piece, line, heads) for piece in _PIECES.split(fact))


def _under(piece: str, line: _Line, heads: tuple[_Head, ...]) -> bool:
    """Whether the one value that a piece gives stands in the column that the piece names, if it does."""
    words, numbers = term_set(piece), figures(piece)
    values = {number for number in numbers if any(number in cell for cell in line.cells[1:])}
    if len(values) != 1:
        return True
    shared = [len(words & head.words - line.words) + len(numbers & head.figures) for head in heads[1:]]
    best = max(shared, default=0)
    if best == 0:
        return True
    named = {n for n, count in enumerate(shared, 1) if count == best}
    return any(values <= cell for n, cell in enumerate(line.cells) if n in named)


def _most(wanted: frozenset[str], there: frozenset[str]) -> bool:
    return len(wanted & there) >= WORDS * len(wanted)


def _quoted(fact: str, text: str) -> bool:
    """Whether the fact is a quote that cuts no number in two."""
    found = find_quote(fact, text)
    if found is None:
        return False
    start, end = found[1]
    while start and re.match(r"[\d.,]", text[start - 1]):
        start -= 1
    while end < len(text) and re.match(r"[\d.,]", text[end]):
        end += 1
    return figures(text[start:end]) == figures(fact)


def _value(number: str) -> str:
    bare = re.sub(r"[\u00a0\u202f ’']", "", number)
    if re.fullmatch(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*", bare) and not bare.startswith("0"):
        return re.sub(r"[.,]", "", bare)
    if "," in bare and "." in bare:
        thousands = "," if bare.rindex(".") > bare.rindex(",") else "."
        bare = bare.replace(thousands, "")
    bare = bare.replace(",", ".")
    if bare.count(".") == 1:
        bare = bare.rstrip("0").rstrip(".")
    return bare.lstrip("0") or "0"


@lru_cache(maxsize=256)
def _read(block: Block) -> _Read:
    if block.kind == "table":
        rows = [re.split(r" ?\| ?", line) for line in block.text.splitlines() if line.strip()]
        head = _header(rows)
        lines = tuple(_row(row) for row in rows[head:])
        heads = tuple(_heads(rows[:head]))
    else:
        text = _WRAPPED.sub(" ", block.text)
        lines = tuple(_row([text[span.start : span.end]]) for span in sentences(text))
        heads = ()
    return _Read(lines, heads, term_set(block.text), figures(block.text))


def _row(cells: list[str]) -> _Line:
    text = " | ".join(cells)
    return _Line(text, term_set(text), tuple(figures(cell) for cell in cells))


def _header(rows: list[list[str]]) -> int:
    """How many rows are the header: those before the first that has a value, one where none has."""
    for count, row in enumerate(rows[: HEAD_ROWS + 1]):
        if any(_is_value(cell) for cell in row):
            return count
    return 1 if len(rows) > 1 else 0


def _is_value(cell: str) -> bool:
    """Whether a cell is a figure and not a name or a year."""
    found = _NUMBER.findall(cell)
    letters = sum(char.isalpha() for char in cell)
    return bool(found) and letters <= len("".join(found)) and not all(_YEAR.fullmatch(one) for one in found)


def _heads(rows: list[list[str]]) -> Iterator[_Head]:
    for column in range(max(map(len, rows), default=0)):
        text = " ".join(row[column] for row in rows if column < len(row))
        yield _Head(term_set(text), figures(text))
