"""Looks a claim up: searches, opened pages, and the passages of both sides that may decide it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple, TypeVar

from triaudit import injection
from triaudit.attachments.meaning import Meaning
from triaudit.attachments.passages import passages as attachment_passages
from triaudit.attachments.passages import pieces, query_attachment
from triaudit.bm25 import Index
from triaudit.factcheck.pages import barrier
from triaudit.factcheck.queries import hinted, names_of, searches
from triaudit.glossary import places
from triaudit.questions import Passage
from triaudit.search import Fetch, Hit, Page, Search
from triaudit.text import fold, tokens
from triaudit.text import language as language_of
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


class Around(NamedTuple):
    """What the web has on a task as a whole."""

    pages: tuple[Page, ...]
    """Those that have one of its names."""
    failures: tuple[Unanswered, ...]


class Web:
    """Searches and pages of one run, each asked for once."""

    def __init__(self, search: Search, fetch: Fetch) -> None:
        self._search, self._fetch = search, fetch
        self._hits: dict[tuple[str, str | None], asyncio.Task[tuple[Hit, ...] | Unanswered]] = {}
        self._pages: dict[str, asyncio.Task[Page | Unanswered]] = {}
        self._pieces: dict[str, tuple[Piece, ...]] = {}
        self._indexes: dict[tuple[str, ...], Index] = {}
        self._around: dict[tuple[str, str], asyncio.Task[Around]] = {}

    async def hits(self, query: str, language: str | None) -> tuple[Hit, ...] | Unanswered:
        """The search's answer to a query."""
        return await _once(self._hits, (query, language), lambda: self._search.search(query, language, HITS))

    async def page(self, url: str) -> Page | Unanswered:
        """The page at an address."""
        return await _once(self._pages, url, lambda: self._fetch.fetch(url))

    async def around(self, query: str, language: str, pages: int) -> Around:
        """Pages on a task as a whole, its languages taking turns."""
        return await _once(self._around, (query, language), lambda: self._look_around(query, language, pages))

    async def _look_around(self, query: str, language: str, pages: int) -> Around:
        answers = await asyncio.gather(*(self.hits(*asked) for asked in searches(query, language)))
        urls = [[hit.url for hit in hits[:pages]] for hits in answers if not isinstance(hits, Unanswered)]
        turns = dict.fromkeys(url for row in zip_longest(*urls) for url in row if url)
        opened = await asyncio.gather(*(self.page(url) for url in turns))
        called = [fold(name) for name in (*names_of(query, language), *places(query))]
        return Around(
            pages=tuple(
                page
                for page in opened
                if not isinstance(page, Unanswered)
                and not barrier(page.text)
                and any(name in fold(f"{page.title} {page.text}") for name in called)
            ),
            failures=tuple(item for item in (*answers, *opened) if isinstance(item, Unanswered)),
        )

    def pieces(self, page: Page) -> tuple[Piece, ...]:
        """The page's text in passages, cut and read once for all claims."""
        if page.url not in self._pieces:
            block = Block(kind="text", locator=page.title, text=page.text)
            self._pieces[page.url] = tuple(
                Piece(piece.text, tuple(tokens(f"{page.title} {injection.without(piece.text)}")))
                for piece in pieces(block)
            )
        return self._pieces[page.url]

    def best(self, pages: Sequence[Page], words: Sequence[str], limit: int) -> list[tuple[Passage, str]]:
        """The passages of pages that fit the words best, each with its page's text."""
        parts = [(page, piece) for page in pages for piece in self.pieces(page)]
        urls = tuple(page.url for page in pages)
        if urls not in self._indexes:
            self._indexes[urls] = Index(piece.tokens for _, piece in parts)
        chosen = (parts[number] for number, _ in self._indexes[urls].best(words, limit))
        return [
            (
                Passage(
                    id="", side="web", source=page.url, locator=page.title, date=page.date, text=piece.text
                ),
                page.text,
            )
            for page, piece in chosen
        ]


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
    query: str = "",
    spoken: str = "",
    meaning: Meaning | None = None,
) -> Looked:
    """At most `passages` passages on a claim, from its task's attachments and from opened pages.

    Opened are the `pages` best that the claim finds, and as many that its task (`query`, in the language
    `spoken`) finds in each language. Where both sides have some, the attachments take at most half, chosen
    by their words and, where there is `meaning`, by that too.
    """
    hints = hinted(claim, query)
    near, lost = await _near(claim, documents, meaning)
    attached = _attached(claim, hints, documents, passages, near)
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
    around = await web.around(query, spoken or language or "en", pages)
    failures += around.failures
    room = passages - min(len(attached), passages // 2)
    wanted = _Wanted(tuple(tokens(claim)), hints, language)
    found = _from_pages(wanted, opened, around.pages, web, room)
    chosen = [*attached[: passages - len(found)], *found]
    named = [
        (passage.model_copy(update={"id": f"p{n}"}), text) for n, (passage, text) in enumerate(chosen, 1)
    ]
    flags = [
        *([f"pages_unanswered:{len(failures)}"] if failures else []),
        *([f"pages_barred:{barred}"] if barred else []),
        *([f"embeddings_unanswered:{len(lost)}"] if lost else []),
    ]
    outage = next((failure for failure in [*failures, *lost] if failure.retryable), None)
    return Looked(
        passages=tuple(passage for passage, _ in named),
        texts={passage.id: text for passage, text in named},
        unknown=None if opened or found else _nothing(failures, barred),
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


async def _near(
    claim: str, documents: Sequence[Document], meaning: Meaning | None
) -> tuple[dict[str, tuple[float, ...]], list[Unanswered]]:
    """How near each document's chunks are to a claim, by digest, and what was not answered."""
    if meaning is None:
        return {}, []
    readable = [document for document in documents if document.missing is None]
    made = await asyncio.gather(*(meaning.nearness(document, claim) for document in readable))
    found = {d.digest: near for d, near in zip(readable, made, strict=True) if isinstance(near, tuple)}
    return found, [near for near in made if isinstance(near, Unanswered)]


def _attached(
    claim: str,
    hints: Sequence[str],
    documents: Sequence[Document],
    limit: int,
    near: Mapping[str, tuple[float, ...]],
) -> list[tuple[Passage, str]]:
    """The attachments' best passages, the documents taking turns; of a short one all, fitting ones first."""
    columns = []
    for document in documents:
        if document.missing is not None:
            continue
        found = [
            *query_attachment(document, claim, limit, near.get(document.digest, ())),
            *attachment_passages(document, " ".join(hints), limit, limit // 2),
        ]
        parts = dict.fromkeys((piece.locator, piece.text, piece.rows) for piece in found)
        columns.append(
            [
                (
                    Passage(
                        id="",
                        side="attachment",
                        source=document.name,
                        locator=locator,
                        text=text,
                        rows=rows,
                    ),
                    text,
                )
                for locator, text, rows in parts
            ]
        )
    return [item for row in zip_longest(*columns) for item in row if item is not None][:limit]


FOREIGN = 2
"""Passages that are kept for pages in another language, where they fit."""


class _Wanted(NamedTuple):
    """What passages are chosen by."""

    claim: tuple[str, ...]
    """The claim's own words."""
    hints: tuple[str, ...]
    """With others that mean the same."""
    language: str | None


def _from_pages(
    wanted: _Wanted, opened: Sequence[Page], around: Sequence[Page], web: Web, limit: int
) -> list[tuple[Passage, str]]:
    """The best passages over all pages: by the claim's own words, by others of that meaning, foreign ones."""
    known = {page.url for page in opened}
    more = [page for page in around if page.url not in known]
    native = [*opened, *(page for page in more if _tongue(page) == wanted.language)]
    foreign = [page for page in more if _tongue(page) != wanted.language]
    other = web.best(foreign, wanted.hints, min(FOREIGN, limit // 2))
    found = [*web.best(opened, wanted.claim, limit), *web.best(native, wanted.hints, limit)]
    chosen = {(passage.source, passage.text): (passage, text) for passage, text in reversed(found)}
    return [*list(reversed(chosen.values()))[: limit - len(other)], *other]


@lru_cache(maxsize=4096)
def _tongue(page: Page) -> str:
    """The language of a page, as it says or its text shows."""
    return page.language if page.language != "und" else language_of(page.text[:2000])
