"""A search whose calls the budget covers, and whose failures are counted: an outage is no finished stage."""

from __future__ import annotations

from triaudit.errors import TriauditError
from triaudit.purse import Purse
from triaudit.runtime import Runtime
from triaudit.search import Fetch, Hit, Page, Search
from triaudit.store import Spent, Store
from triaudit.types import Unanswered


def local(search: Search) -> bool:
    """Whether a backend answers from this machine, for nothing: its searches are no calls."""
    return bool(getattr(search, "local", False))


def price(search: Search) -> float | None:
    """Money for one search; None where it is not known."""
    return 0.0 if local(search) else getattr(search, "price", None)


class Counted:
    """Wraps a backend that searches and opens pages; counts go to `runtime.unanswered`."""

    def __init__(self, search: Search, runtime: Runtime, store: Store | None = None) -> None:
        """`search` opens its own pages too where it implements Fetch; `store` keeps what is spent.

        Raises:
            TriauditError: Money is limited and a search has no price.
        """
        self.inner, self.runtime, self.available = search, runtime, search.available
        self.paid = Spent(1, 0, price(search) or 0.0)
        self.purse = None if store is None or local(search) else Purse(store, runtime)
        usd = runtime.settings.budget.usd
        if self.purse is not None and usd is not None and price(search) is None:
            raise TriauditError(
                f"runtime.budget.usd={usd}: the price of a search by {type(search).__name__} is unknown; "
                "give search.price, or limit calls instead"
            )

    async def search(
        self, query: str, language: str | None = None, limit: int = 10
    ) -> tuple[Hit, ...] | Unanswered:
        """The inner backend's hits; Unanswered `budget`, without a call, where that is used up."""
        refused = None if self.purse is None else self.purse.take(self.paid)
        hits = refused or await self.inner.search(query, language, limit)
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
