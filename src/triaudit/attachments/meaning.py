"""How near the parts of attachments are to a question by meaning, in whatever languages both are."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from math import fsum, sqrt
from operator import mul

from triaudit.attachments.passages import chunks
from triaudit.embeddings import Embedder, Vector
from triaudit.types import Document, Unanswered


class Meaning:
    """Vectors of documents' chunks, made when the first question to a document comes."""

    def __init__(self, embedder: Embedder) -> None:
        """Nothing is embedded yet."""
        self.embedder = embedder
        self._making: dict[str, asyncio.Task[list[Vector] | Unanswered]] = {}

    async def nearness(self, document: Document, question: str) -> tuple[float, ...] | Unanswered:
        """The cosine of the question and each of the document's `chunks`, for `query_attachment`."""
        texts = [chunk.text for chunk in chunks(document)]
        if not texts:
            return ()
        if document.digest not in self._making:
            self._making[document.digest] = asyncio.ensure_future(self.embedder.embed(texts, False))
        vectors = await asyncio.shield(self._making[document.digest])
        if isinstance(vectors, Unanswered):
            return vectors
        asked = await self.embedder.embed([question], True)
        if isinstance(asked, Unanswered):
            return asked
        return tuple(cosine(asked[0], vector) for vector in vectors)


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    """Between -1 and 1, 0 where one of the vectors is; the same on every machine."""
    lengths = sqrt(fsum(map(mul, one, one)) * fsum(map(mul, other, other)))
    return fsum(map(mul, one, other)) / lengths if lengths else 0.0
