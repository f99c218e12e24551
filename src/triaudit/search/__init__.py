"""The search port: a query goes in, dated hits come out; pages are opened by address."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from triaudit.types import Record, Unanswered


class Hit(Record):
    """One search result."""

    url: str
    title: str
    snippet: str
    date: str | None = None


class Page(Record):
    """The text of one address."""

    url: str
    title: str
    text: str
    date: str | None = None
    language: str = "und"


@runtime_checkable
class Search(Protocol):
    """Finds pages.

    A backend that answers from this machine for nothing says so by `local = True`. A search of another one is
    a call of `runtime.budget`, at the money that its `price` says, if it has one.
    """

    @property
    def available(self) -> bool:
        """False for the backend that stands for "no search configured"."""
        ...

    async def search(
        self, query: str, language: str | None = None, limit: int = 10
    ) -> tuple[Hit, ...] | Unanswered:
        """At most `limit` hits, best first; an outage is Unanswered, never an empty result."""
        ...


@runtime_checkable
class Fetch(Protocol):
    """Opens pages."""

    async def fetch(self, url: str) -> Page | Unanswered:
        """The page's text, or why it can't be had."""
        ...
