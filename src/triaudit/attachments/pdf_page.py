"""Where the characters of a PDF page stand, turned so that they are upright, and the lines that they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import degrees
from statistics import median
from typing import Any, NamedTuple

MAX_CHARS = 60_000
"""Characters of one page that are looked at."""
HYPHEN = 2
"""What pdfium gives for a hyphen at a line's end."""
Box = tuple[float, float, float, float]
"""Left, bottom, right and top in points, y upwards."""


class Char(NamedTuple):
    """A character and its box in points, y upwards."""

    left: float
    bottom: float
    right: float
    top: float
    text: str
    spaced: bool = False
    """Whether white space stands before it."""


class Word(NamedTuple):
    """Characters without white space between them."""

    left: float
    right: float
    text: str


class Segment(NamedTuple):
    """Words of one line without a wide gap between them: a cell, a line of a column."""

    words: tuple[Word, ...]
    height: float
    """Of its line's characters."""

    @property
    def left(self) -> float:
        """Where it begins."""
        return self.words[0].left

    @property
    def right(self) -> float:
        """Where it ends."""
        return max(word.right for word in self.words)

    @property
    def text(self) -> str:
        """Its words."""
        return " ".join(word.text for word in self.words)


class Line(NamedTuple):
    """Segments beside each other."""

    bottom: float
    top: float
    segments: tuple[Segment, ...]

    @property
    def middle(self) -> float:
        """Its height on the page."""
        return (self.bottom + self.top) / 2


def characters(page: Any, words: Any) -> tuple[list[Char], int]:
    """A page's visible characters and by how many quarter turns they were turned to be upright.

    Args:
        page: A `pypdfium2.PdfPage`.
        words: Its text page.
    """
    from pypdfium2 import raw  # noqa: PLC0415

    box = raw.FS_RECTF()
    found: list[Char] = []
    turns: Counter[int] = Counter()
    spaced = False
    for index in range(min(words.count_chars(), MAX_CHARS)):
        code = raw.FPDFText_GetUnicode(words, index)
        code = HYPHEN if code == 0xFFFE else code
        if (code <= 32 and code != HYPHEN) or code in {0xFFFF, 0xA0, 0xAD}:
            spaced = spaced or code in {0x20, 0xA0}
            continue
        if not raw.FPDFText_GetLooseCharBox(words, index, box):
            continue
        if index % 8 == 0:
            turns[round(degrees(raw.FPDFText_GetCharAngle(words, index)) / 90) % 4] += 1
        found.append(Char(box.left, box.bottom, box.right, box.top, chr(code), spaced))
        spaced = False
    turn = turns.most_common(1)[0][0] if turns else 0
    return [Char(*turned(c[:4], turn), c.text, c.spaced) for c in found], turn


def lines(chars: Sequence[Char]) -> list[Line]:
    """Characters as lines from top to bottom, those in segments from left to right.

    A raised or lowered character belongs to the line that its middle is near to.
    """
    rows: list[list[Char]] = []
    tallest: list[Char] = []
    for char in sorted(chars, key=lambda c: (-(c.top + c.bottom), c.left)):
        near = range(len(rows) - 1, max(-1, len(rows) - 4), -1)
        place = next((n for n in near if _beside(char, tallest[n])), None)
        if place is None:
            rows.append([char])
            tallest.append(char)
        else:
            rows[place].append(char)
            if char.top - char.bottom > tallest[place].top - tallest[place].bottom:
                tallest[place] = char
    return [
        Line(high.bottom, high.top, tuple(_segments(row))) for row, high in zip(rows, tallest, strict=True)
    ]


def _beside(one: Char, other: Char) -> bool:
    """Whether two characters stand on one line; lines of neighbouring cells may be half a line apart."""
    height = max(one.top - one.bottom, other.top - other.bottom)
    return abs(one.top + one.bottom - other.top - other.bottom) < 0.7 * height


def _segments(row: Sequence[Char]) -> Iterator[Segment]:
    """The characters of a line, cut where a gap is as wide as a character is high."""
    ordered = sorted(row, key=lambda c: (c.left, c.right))
    height = median(c.top - c.bottom for c in ordered)
    words: list[Word] = []
    for char in ordered:
        gap = char.left - words[-1].right if words else 0.0
        if words and gap > 0.95 * height:
            yield Segment(tuple(words), height)
            words = []
        if not words or gap > (0.05 if char.spaced else 0.14) * height:
            words.append(Word(char.left, char.right, char.text))
        else:
            left, right, text = words[-1]
            words[-1] = Word(left, max(right, char.right), text + char.text)
    yield Segment(tuple(words), height)


def inside(chars: Sequence[Char], left: float, bottom: float, right: float, top: float) -> str:
    """The text of a box: the characters whose middle is in it, line by line."""
    own = [
        c
        for c in chars
        if left <= (c.left + c.right) / 2 <= right and bottom <= (c.bottom + c.top) / 2 <= top
    ]
    return "\n".join(" ".join(segment.text for segment in line.segments) for line in lines(own))


def turned(box: Sequence[float], turn: int) -> Box:
    """A box after as many quarter turns against the clock."""
    left, bottom, right, top = box
    if turn == 3:
        return bottom, -right, top, -left
    if turn == 2:
        return -right, -top, -left, -bottom
    if turn == 1:
        return -top, left, -bottom, right
    return left, bottom, right, top
