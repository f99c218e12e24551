"""No embeddings: passages are found by their words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from triaudit.embeddings import Vector
from triaudit.types import Unanswered, UnansweredReason


class NoEmbeddings:
    """Stands for "no embeddings": stages ask `available` first."""

    available = False
    local = True
    identity: Mapping[str, object] = {}

    async def embed(self, texts: Sequence[str], question: bool) -> list[Vector] | Unanswered:
        """Unanswered, should a stage ask all the same."""
        return Unanswered(reason=UnansweredReason.PROVIDER_ERROR, detail="no embeddings are configured")

    async def close(self) -> None:
        """Nothing is held."""
