"""Passages of an attachment that speak to a question, each with where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from triaudit.bm25 import Index
from triaudit.text import Span, sentences, tokens
from triaudit.types import Block, Document, Record

CHARS = 800
"""About how long a passage is."""


class Passage(Record):
    """A piece of an attachment."""

    locator: str
    text: str
    score: float
    """BM25, 0 where no word fits; comparable within one document alone."""


def passages(document: Document, query: str, limit: int, whole: int = 0) -> list[Passage]:
    """At most `limit` passages of a document, best first, ties in reading order.

    Only passages that share a word with the query, but all of a document that has `whole` or fewer. Tables
    are cut between rows and repeat their first row, texts between sentences. Pictures have none.
    """
    pieces, index = _indexed(document)
    best = dict(index.best(tokens(query), limit))
    if len(pieces) <= whole:
        best |= {number: 0.0 for number in range(len(pieces)) if number not in best}
    return [
        Passage(locator=pieces[number].locator, text=pieces[number].text, score=score)
        for number, score in best.items()
    ][:limit]


@lru_cache(maxsize=32)
def _indexed(document: Document) -> tuple[tuple[Block, ...], Index]:
    """A document is asked about for every claim of every report, and indexed once."""
    found = tuple(piece for block in document.blocks for piece in pieces(block))
    return found, Index(tokens(piece.text) for piece in found)


def pieces(block: Block) -> Iterator[Block]:
    """A block cut into pieces of about CHARS characters; a text's pieces are its own words unchanged."""
    if block.kind == "image":
        return
    if len(block.text) <= CHARS:
        yield block
    elif block.kind == "table":
        head, *lines = block.text.split("\n")
        kept: list[str] = []
        for line in lines:
            if kept and len(head) + sum(map(len, kept)) + len(line) > CHARS:
                yield block.model_copy(update={"text": "\n".join([head, *kept])})
                kept = []
            kept.append(line)
        if kept or not lines:
            yield block.model_copy(update={"text": "\n".join([head, *kept])})
    else:
        start = end = 0
        for span in _spans(block.text):
            if end > start and span.end - start > CHARS:
                yield from _cut(block, start, end)
                start = span.start
            end = span.end
        if end > start:
            yield from _cut(block, start, end)


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
