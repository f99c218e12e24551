"""Passages of an attachment that speak to a question, each with where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from triaudit.bm25 import Index
from triaudit.text import Span, sentences, tokens
from triaudit.types import Block, Document, Record

CHARS = 800
"""About how long a passage is."""
_FUSED = 60
_ROWS = re.compile(r", rows? \d+(?:-\d+)?$")


class Passage(Record):
    """A piece of an attachment."""

    locator: str
    """Such as `page 3`, `page 3, table 2, rows 5-9` or `sheet Costs, row 7`."""
    text: str
    rows: tuple[int, ...] = ()
    """Of a table: which row each line of the text is."""
    score: float
    """Higher is better, 0 where no word fits; comparable within one answer alone."""


def passages(document: Document, query: str, limit: int, whole: int = 0) -> list[Passage]:
    """At most `limit` passages of a document, best first, ties in reading order.

    Only passages that share a word with the query, but all of a document that has `whole` or fewer. Tables
    are cut between rows and repeat their header, texts between sentences. Pictures have none.
    """
    found, index = _indexed(document.blocks)
    best = dict(index.best(tokens(query), limit))
    if len(found) <= whole:
        best |= {number: 0.0 for number in range(len(found)) if number not in best}
    return [_passage(found[number], score) for number, score in best.items()][:limit]


def query_attachment(
    document: Document, question: str, limit: int = 5, nearness: Sequence[float] = ()
) -> list[Passage]:
    """The passages of a file that speak to a question, best first, ties in reading order.

    Args:
        document: The file.
        question: In any language.
        limit: How many at most.
        nearness: How near the meaning of each of the document's `chunks` is to the question's, such as a
            cosine; without it only passages that share a word with the question are found. With it the two
            rankings are fused by reciprocal ranks (Cormack et al., "Reciprocal Rank Fusion", 2009, k = 60).

    Raises:
        ValueError: `nearness` has not as many figures as the document has chunks.
    """
    found, index = _indexed(document.blocks)
    if not nearness:
        return passages(document, question, limit)
    if len(nearness) != len(found):
        raise ValueError(f"{len(nearness)} figures for {len(found)} chunks")
    worded = {number: rank for rank, (number, _) in enumerate(index.best(tokens(question), len(found)), 1)}
    meant = sorted(range(len(found)), key=lambda number: (-nearness[number], number))
    scores = {
        number: 1 / (_FUSED + rank) + (1 / (_FUSED + worded[number]) if number in worded else 0.0)
        for rank, number in enumerate(meant, 1)
    }
    best = sorted(scores, key=lambda number: (-scores[number], number))[: max(0, limit)]
    return [_passage(found[number], scores[number]) for number in best]


def chunks(document: Document) -> tuple[Block, ...]:
    """What a document is searched in: pieces of its blocks, none across pages, tables or rows."""
    return _indexed(document.blocks)[0]


def _passage(block: Block, score: float) -> Passage:
    return Passage(locator=block.locator, text=block.text, rows=block.rows, score=score)


def cited(locator: str, text: str, rows: Sequence[int], quote: str) -> str:
    """The locator of a quote from a table: its row where the quote stands on one line, else the locator."""
    lines = text.split("\n")
    found = [number for number, line in enumerate(lines) if quote.strip() and quote.strip() in line]
    if len(found) != 1 or len(rows) != len(lines):
        return locator
    return f"{_ROWS.sub('', locator)}, row {rows[found[0]]}"


@lru_cache(maxsize=32)
def _indexed(blocks: tuple[Block, ...]) -> tuple[tuple[Block, ...], Index]:
    """A document is asked about for every claim of every report, and indexed once."""
    found = tuple(piece for block in blocks for piece in pieces(block))
    return found, Index(tokens(piece.text) for piece in found)


def pieces(block: Block) -> Iterator[Block]:
    """A block cut into pieces of about CHARS characters; a text's pieces are its own words unchanged."""
    if block.kind == "image":
        return
    if len(block.text) <= CHARS:
        yield block
    elif block.kind == "table":
        yield from _runs(block)
    else:
        start = end = 0
        for span in _spans(block.text):
            if end > start and span.end - start > CHARS:
                yield from _cut(block, start, end)
                start = span.start
            end = span.end
        if end > start:
            yield from _cut(block, start, end)


def _runs(block: Block) -> Iterator[Block]:
    """Runs of a table's rows, each below the header; a locator names the rows where they are known."""
    lines = block.text.split("\n")
    rows = block.rows if len(block.rows) == len(lines) else ()
    head = block.header or 1
    if sum(map(len, lines[:head])) > CHARS // 2:
        head = 1
    run: list[int] = []
    for number in range(head, len(lines)):
        used = sum(len(lines[n]) for n in (*range(head), *run))
        if run and used + len(lines[number]) > CHARS:
            yield _run(block, lines, rows, head, run)
            run = []
        run.append(number)
    if run or len(lines) <= head:
        yield _run(block, lines, rows, head, run)


def _run(block: Block, lines: Sequence[str], rows: Sequence[int], head: int, run: Sequence[int]) -> Block:
    kept = [*range(min(head, len(lines))), *run]
    locator = block.locator
    if rows and run:
        first, last = rows[run[0]], rows[run[-1]]
        which = f"row {first}" if first == last else f"rows {first}-{last}"
        locator = f"{_ROWS.sub('', locator)}, {which}"
    return block.model_copy(
        update={
            "locator": locator,
            "text": "\n".join(lines[n] for n in kept),
            "rows": tuple(rows[n] for n in kept) if rows else (),
        }
    )


def _spans(text: str) -> Iterator[Span]:
    """The sentences of a text; the rows of a short table as one, so that they keep their head."""
    rows: list[Span] = []
    for span in sentences(text):
        row = text.startswith("|", span.start)
        if rows and not (
            row and span.end - rows[0].start <= CHARS and text[rows[-1].end : span.start].count("\n") == 1
        ):
            yield Span(rows[0].start, rows[-1].end)
            rows = []
        if row:
            rows.append(span)
        else:
            yield span
    if rows:
        yield Span(rows[0].start, rows[-1].end)


def _cut(block: Block, start: int, end: int) -> Iterator[Block]:
    """A stretch of a text, cut again at white space where one sentence alone is too long."""
    while end - start > 2 * CHARS:
        at = block.text.rfind(" ", start + CHARS // 2, start + CHARS) + 1 or start + CHARS
        yield block.model_copy(update={"text": block.text[start:at].strip()})
        start = at
    if text := block.text[start:end].strip():
        yield block.model_copy(update={"text": text})
