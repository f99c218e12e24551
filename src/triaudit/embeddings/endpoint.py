"""Embeddings behind any server that speaks OpenAI's protocol, such as the judge's."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from pydantic import Field

from triaudit.embeddings import Vector
from triaudit.errors import TriauditError
from triaudit.secrets import scrub
from triaudit.settings import Settings
from triaudit.types import Unanswered, UnansweredReason

ATTEMPTS = 4


class EndpointRuntime(Settings):
    """What changes speed alone."""

    timeout: float = Field(gt=0)


class EndpointSettings(Settings):
    """Which model, and where."""

    base_url: str = Field(pattern=r"^https?://[^/\s]+/\S*[^/\s]$")
    model: str = Field(min_length=1)
    key_env: str | None = Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")
    """Name of the environment variable that holds the key; null: the server wants none."""
    identity: str | None = Field(min_length=1)
    runtime: EndpointRuntime


class Endpoint:
    """One request for a batch of texts, tried again where that can help."""

    available = True
    local = False

    def __init__(self, **settings: object) -> None:
        """Nothing is opened before the first text."""
        self.settings = EndpointSettings.model_validate(settings)
        told = self.settings.model_dump(include={"base_url", "model", "identity"})
        self.identity: Mapping[str, object] = {"embeddings": "endpoint", **told}

    async def embed(self, texts: Sequence[str], question: bool) -> list[Vector] | Unanswered:
        """Vectors in the order of the texts, or what the provider said instead."""
        import openai  # noqa: PLC0415  (0.5 s)

        client = openai.AsyncOpenAI(
            base_url=self.settings.base_url,
            api_key=self._key(),
            timeout=self.settings.runtime.timeout,
            max_retries=ATTEMPTS - 1,
        )
        try:
            async with client:
                made = await client.embeddings.create(
                    model=self.settings.model, input=list(texts), encoding_format="float"
                )
        except openai.OpenAIError as error:
            detail = scrub(f"{type(error).__name__}: {error}")[:300]
            return Unanswered(reason=UnansweredReason.PROVIDER_ERROR, detail=detail)
        vectors = {item.index: tuple(map(float, item.embedding)) for item in made.data}
        sizes = {len(vector) for vector in vectors.values()}
        if sorted(vectors) != list(range(len(texts))) or len(sizes) != 1 or 0 in sizes:
            detail = f"{len(vectors)} vectors of {sorted(sizes)} figures came for {len(texts)} texts"
            return Unanswered(reason=UnansweredReason.UNPARSABLE, detail=detail)
        return [vectors[n] for n in range(len(texts))]

    def _key(self) -> str:
        name = self.settings.key_env
        if name is None:
            return "none"
        if not os.environ.get(name):
            raise TriauditError(
                f"embeddings.key_env={name}: there is no such environment variable: put the key into it"
            )
        return os.environ[name]

    async def close(self) -> None:
        """Each request has a connection of its own."""
