"""Columns of a PDF table: where they stand, what of a line belongs to which, and the caption of the whole."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from triaudit.attachments.pdf_page import Box, Line, Segment
from triaudit.attachments.pdf_text import readable, unhyphenated
from triaudit.attachments.tables import cell

CAPTION = re.compile(
    r"(?:supplementary\s+)?(?:table|tab\.|tabelle|tableau|tabla|tabela|附?表)\s*[(（]?\s*(?:s?\d|[ivx]+\b|[a-z]\b|[一二三四五六七八九十])",
    re.IGNORECASE,
)
ABOVE = 70.0
"""Points above a table within which its caption begins."""
WORD_GAP = 0.4
"""Heights of a line from which a gap is wider than one between the words of a text."""


class Found(NamedTuple):
    """A table as it stands on a page."""

    box: Box
    rows: list[list[str]]
    header: int
    caption: str


Column = tuple[float, float]


def columns_of(lines: Sequence[Sequence[Segment]]) -> list[Column]:
    """Stretches of a page's width with text in them, where hardly a line crosses the white between."""
    edges = sorted({x for line in lines for s in line for x in (s.left, s.right)})
    few = len(lines) // 10
    columns: list[Column] = []
    for left, right in pairwise(edges):
        middle = (left + right) / 2
        covered = sum(any(s.left <= middle <= s.right for s in line) for line in lines)
        if covered <= few:
            continue
        if columns and columns[-1][1] == left:
            columns[-1] = columns[-1][0], right
        else:
            columns.append((left, right))
    return columns


def cells_of(line: Sequence[Segment], columns: Sequence[Column]) -> list[str]:
    """The text of each column on a line."""
    cells = [""] * len(columns)
    for segment in line:
        for part in _cut(segment, columns):
            at = place_of(part, columns)
            cells[at] = f"{cells[at]} {part.text}".strip()
    return cells


def _cut(segment: Segment, columns: Sequence[Column]) -> Iterator[Segment]:
    """A segment, cut where a wide gap between its words lies on the white between two columns."""
    white = [(left[1], right[0]) for left, right in pairwise(columns)]
    start = 0
    for n, (word, after) in enumerate(pairwise(segment.words), 1):
        wide = after.left - word.right > WORD_GAP * segment.height
        if wide and any(word.right <= end and after.left >= begin for begin, end in white):
            yield segment._replace(words=segment.words[start:n])
            start = n
    yield segment._replace(words=segment.words[start:])


def place_of(segment: Segment, columns: Sequence[Column]) -> int:
    """The first column that a segment covers for the most part, else the one that it lies over most."""
    common = [min(segment.right, right) - max(segment.left, left) for left, right in columns]
    for n, (left, right) in enumerate(columns):
        if common[n] > 0.6 * (right - left):
            return n
    return max(range(len(columns)), key=lambda n: common[n])  # all below 0: the nearest one


def as_one(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of cells as one row, words that were cut at a line's end put together again."""
    joined = ("\n".join(filter(None, column)) for column in zip(*rows, strict=True))
    return [cell(readable(unhyphenated(text))) for text in joined]


def is_prose(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the cells of every column read like lines of a text."""
    columns = [[text for text in column if text] for column in zip(*rows, strict=True)]
    return all(not column or median(map(len, column)) > 100 for column in columns)


def caption(lines: Sequence[Line], left: float, top: float, right: float) -> str:
    """The caption above a box: from the line that begins as one does down to the box."""
    above: list[str] = []
    for line in sorted(lines, key=lambda line: line.middle):
        if not top - 2 <= line.middle <= top + ABOVE:
            continue
        own = [s.text for s in line.segments if _shared(s, left, right) > 0.5]
        if own:
            above.append(" ".join(own))
        if own and CAPTION.match(own[0]):
            return cell("\n".join(reversed(above)))
    return ""


def caption_below(lines: Sequence[Line], left: float, bottom: float, right: float) -> str:
    """The caption below a box: the first line below it where it begins as one does, and those that follow."""
    said: list[str] = []
    edge = bottom
    for line in sorted(lines, key=lambda line: -line.middle):
        own = [s.text for s in line.segments if _shared(s, left, right) > 0.5]
        if line.middle >= bottom - 2 or not own:
            continue
        near = edge - line.top < (ABOVE / 2 if not said else 0.8 * (line.top - line.bottom))
        if not near or len(said) == 4 or not (said or CAPTION.match(own[0])):
            break
        said.append(" ".join(own))
        edge = line.bottom
    return cell("\n".join(said))


def _shared(segment: Segment, left: float, right: float) -> float:
    """How much of the narrower of the two a segment and a table have in common."""
    common = min(segment.right, right) - max(segment.left, left)
    return common / max(1.0, min(segment.right - segment.left, right - left))
