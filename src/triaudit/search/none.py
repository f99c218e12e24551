"""No search configured: nothing is ever checked against somebody else's corpus."""

from __future__ import annotations

from triaudit.search import Hit
from triaudit.types import Unanswered, UnansweredReason


class NoSearch:
    """Stands for "no search": stages ask `available` first."""

    available = False
    local = True

    async def search(
        self, query: str, language: str | None = None, limit: int = 10
    ) -> tuple[Hit, ...] | Unanswered:
        """Unanswered, should a stage ask all the same."""
        return Unanswered(reason=UnansweredReason.PROVIDER_ERROR, detail="no search is configured")
