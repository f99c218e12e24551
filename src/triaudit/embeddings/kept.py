"""Embeddings whose vectors are kept in the store: each text is embedded once, whatever is asked of it."""

from __future__ import annotations

import base64
from array import array
from collections.abc import Sequence

from triaudit.embeddings import Embedder, Vector
from triaudit.files import digest
from triaudit.runtime import Runtime
from triaudit.store import Store
from triaudit.types import Unanswered, UnansweredReason

BATCH = 32
"""Texts that are asked for at a time: what is made is kept before the next ones."""


class Kept:
    """Wraps an embedder; what stays unanswered is counted in `runtime.unanswered`."""

    def __init__(self, inner: Embedder, store: Store | None, runtime: Runtime) -> None:
        """Without a store, vectors are kept as long as this object."""
        self.inner, self.store, self.runtime = inner, store, runtime
        self.available, self.local, self.identity = inner.available, inner.local, inner.identity
        self._known: dict[str, Vector] = {}

    async def embed(self, texts: Sequence[str], question: bool) -> list[Vector] | Unanswered:
        """The vectors; only those of texts that are new are made."""
        keys = [digest({"embedding": dict(self.identity), "question": question, "text": t}) for t in texts]
        new = [text for text, key in dict(zip(texts, keys, strict=True)).items() if self._kept(key) is None]
        if new and self.runtime.settings.offline and not self.local:
            return self._lost(Unanswered(reason=UnansweredReason.NOT_IN_STORE, detail="embeddings"))
        known = dict(zip(texts, keys, strict=True))
        for start in range(0, len(new), BATCH):
            batch = new[start : start + BATCH]
            made = await self.inner.embed(batch, question)
            if isinstance(made, Unanswered):
                return self._lost(made)
            for text, vector in zip(batch, made, strict=True):
                self._keep(known[text], vector)
        return [self._known[key] for key in keys]

    def _lost(self, why: Unanswered) -> Unanswered:
        self.runtime.unanswered[why.reason] += 1
        return why

    def _kept(self, key: str) -> Vector | None:
        if key not in self._known and self.store is not None and (value := self.store.get(key)):
            figures = array("f")
            figures.frombytes(base64.b64decode(value))
            self._known[key] = tuple(figures)
        return self._known.get(key)

    def _keep(self, key: str, vector: Vector) -> None:
        figures = array("f", vector)  # as it comes back from the store
        self._known[key] = tuple(figures)
        if self.store is not None:
            self.store.put(key, "embedding", base64.b64encode(figures.tobytes()).decode())

    async def close(self) -> None:
        """Close the embedder."""
        await self.inner.close()
