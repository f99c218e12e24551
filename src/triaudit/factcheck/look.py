"""Looks a claim up: searches, opened pages, and the passages of both sides that may decide it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeVar

from triaudit.attachments.passages import passages as attachment_passages
from triaudit.attachments.passages import pieces
from triaudit.bm25 import Index
from triaudit.factcheck.pages import barrier
from triaudit.questions import Passage
from triaudit.search import Fetch, Hit, Page, Search
from triaudit.text import tokens
from triaudit.types import Block, Document, Unanswered, UnansweredReason, UnknownReason

T = TypeVar("T")
U = TypeVar("U")
HITS = 10
"""Search results that are asked for."""


class Looked(NamedTuple):
    """What was found on one claim."""

    passages: tuple[Passage, ...]
    texts: dict[str, str]
    """The whole text that each passage is from, by the passage's id: quotes must be in it."""
    unknown: UnknownReason | None
    """Why there is nothing from the web, where something stood in the way."""
    unanswered: Unanswered | None
    """An outage that hid something: what is seen may decide, but nothing is unknown before asking again."""
    flags: tuple[str, ...]


class Piece(NamedTuple):
    """A passage of a page."""

    text: str
    tokens: tuple[str, ...]
    """What it is found by: its words and those of the page's title."""


class Web:
    """Searches and pages of one run, each asked for once."""

    def __init__(self, search: Search, fetch: Fetch) -> None:
        self._search, self._fetch = search, fetch
        self._hits: dict[tuple[str, str | None], asyncio.Task[tuple[Hit, ...] | Unanswered]] = {}
        self._pages: dict[str, asyncio.Task[Page | Unanswered]] = {}
        self._pieces: dict[str, tuple[Piece, ...]] = {}

    async def hits(self, query: str, language: str | None) -> tuple[Hit, ...] | Unanswered:
        """The search's answer to a query."""
        return await _once(self._hits, (query, language), lambda: self._search.search(query, language, HITS))

    async def page(self, url: str) -> Page | Unanswered:
        """The page at an address."""
        return await _once(self._pages, url, lambda: self._fetch.fetch(url))

    def pieces(self, page: Page) -> tuple[Piece, ...]:
        """The page's text in passages, cut and read once for all claims."""
        if page.url not in self._pieces:
            block = Block(kind="text", locator=page.title, text=page.text)
            self._pieces[page.url] = tuple(
                Piece(piece.text, tuple(tokens(f"{page.title} {piece.text}"))) for piece in pieces(block)
            )
        return self._pieces[page.url]


async def _once(known: dict[T, asyncio.Task[U]], key: T, ask: Callable[[], Awaitable[U]]) -> U:
    """The answer to a question that is asked once, however many wait for it."""
    if key not in known:
        known[key] = asyncio.ensure_future(ask())
    return await asyncio.shield(known[key])


async def look(
    claim: str,
    language: str | None,
    documents: Sequence[Document],
    web: Web,
    *,
    pages: int,
    passages: int,
) -> Looked:
    """At most `passages` passages on a claim, from its task's attachments and from `pages` opened pages.

    Where both sides have some, the attachments take at most half.
    """
    attached = _attached(claim, documents, passages)
    hits = await web.hits(claim, language)
    failures: list[Unanswered] = [hits] if isinstance(hits, Unanswered) else []
    opened: list[Page] = []
    barred = 0
    urls = list(dict.fromkeys(hit.url for hit in hits))[:pages] if not isinstance(hits, Unanswered) else []
    for page in await asyncio.gather(*(web.page(url) for url in urls)):
        if isinstance(page, Unanswered):
            failures.append(page)
        elif barrier(page.text):
            barred += 1
        else:
            opened.append(page)
    found = _from_pages(claim, opened, web, passages)
    share = passages - min(len(found), passages - (passages + 1) // 2) if attached else 0
    chosen = [*attached[:share], *found][:passages]
    named = [
        (passage.model_copy(update={"id": f"p{n}"}), text) for n, (passage, text) in enumerate(chosen, 1)
    ]
    flags = [
        *([f"pages_unanswered:{len(failures)}"] if failures else []),
        *([f"pages_barred:{barred}"] if barred else []),
    ]
    outage = next((failure for failure in failures if failure.retryable), None)
    return Looked(
        passages=tuple(passage for passage, _ in named),
        texts={passage.id: text for passage, text in named},
        unknown=None if opened else _nothing(failures, barred),
        unanswered=outage,
        flags=tuple(flags),
    )


def _nothing(failures: Sequence[Unanswered], barred: int) -> UnknownReason | None:
    """What it means that no page could be opened."""
    if any(failure.retryable for failure in failures):
        return UnknownReason.UNREACHABLE
    if any(failure.reason is UnansweredReason.NOT_IN_STORE for failure in failures):
        return UnknownReason.NOT_IN_STORE
    return UnknownReason.UNREACHABLE if failures or barred else None


def _attached(claim: str, documents: Sequence[Document], limit: int) -> list[tuple[Passage, str]]:
    """The attachments' best passages, the documents taking turns."""
    columns = [
        [
            (
                Passage(
                    id="", side="attachment", source=document.name, locator=piece.locator, text=piece.text
                ),
                piece.text,
            )
            for piece in attachment_passages(document, claim, limit)
        ]
        for document in documents
        if document.missing is None
    ]
    return [item for row in zip_longest(*columns) for item in row if item is not None][:limit]


def _from_pages(claim: str, opened: Sequence[Page], web: Web, limit: int) -> list[tuple[Passage, str]]:
    """The best passages over all opened pages."""
    parts = [(page, piece) for page in opened for piece in web.pieces(page)]
    index = Index(piece.tokens for _, piece in parts)
    found = []
    for number, _ in index.best(tokens(claim), limit):
        page, piece = parts[number]
        passage = Passage(
            id="", side="web", source=page.url, locator=page.title, date=page.date, text=piece.text
        )
        found.append((passage, page.text))
    return found
