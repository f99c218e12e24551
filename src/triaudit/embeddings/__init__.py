"""The embeddings port: texts go in, vectors come out, near ones for texts that mean alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from triaudit.types import Unanswered

Vector = tuple[float, ...]


@runtime_checkable
class Embedder(Protocol):
    """Makes vectors of texts."""

    @property
    def available(self) -> bool:
        """False for the option that stands for "no embeddings"."""
        ...

    @property
    def local(self) -> bool:
        """Whether it needs neither network nor money."""
        ...

    @property
    def identity(self) -> Mapping[str, object]:
        """All that can change a vector."""
        ...

    async def embed(self, texts: Sequence[str], question: bool) -> list[Vector] | Unanswered:
        """A vector for each text; `question` tells what is looked for from what is looked through."""
        ...

    async def close(self) -> None:
        """Give back what it holds."""
        ...
