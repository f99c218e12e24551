"""A search whose failures are counted, so that an outage is not taken for a finished stage."""

from __future__ import annotations

from triaudit.errors import TriauditError
from triaudit.runtime import Runtime
from triaudit.search import Fetch, Hit, Page, Search
from triaudit.types import Unanswered


class Counted:
    """Wraps a backend that searches and opens pages; counts go to `runtime.unanswered`."""

    def __init__(self, search: Search, runtime: Runtime) -> None:
        """`search` opens its own pages too where it implements Fetch."""
        self.inner, self.runtime, self.available = search, runtime, search.available

    async def search(
        self, query: str, language: str | None = None, limit: int = 10
    ) -> tuple[Hit, ...] | Unanswered:
        """The inner backend's hits."""
        hits = await self.inner.search(query, language, limit)
        if isinstance(hits, Unanswered):
            self.runtime.unanswered[hits.reason] += 1
        return hits

    async def fetch(self, url: str) -> Page | Unanswered:
        """The inner backend's page."""
        if not isinstance(self.inner, Fetch):
            raise TriauditError(
                f"search backend {type(self.inner).__name__} opens no pages: choose one that does"
            )
        page = await self.inner.fetch(url)
        if isinstance(page, Unanswered):
            self.runtime.unanswered[page.reason] += 1
        return page
