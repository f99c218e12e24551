"""Lets the first of the calls about one text go ahead, for the others to find it in the provider's cache."""

from __future__ import annotations

import asyncio

from triaudit.judge.endpoint import Call, Completion, Endpoint
from triaudit.types import Unanswered

LEAST = 4096
"""Characters below which providers keep no prompt."""


class Ahead:
    """Wraps an endpoint. Calls that share a long beginning wait until one of them has finished."""

    def __init__(self, inner: Endpoint) -> None:
        """Beginnings are remembered by their hash."""
        self.inner = inner
        self.first: dict[tuple[str, str], asyncio.Event] = {}

    async def complete(self, call: Call) -> Completion | Unanswered:
        """The inner endpoint's completion."""
        rules, shared, _ = call.prompt
        if not shared or len(rules) + len(shared) < LEAST:
            return await self.inner.complete(call)
        key = call.beginning
        if (first := self.first.get(key)) is not None:
            await first.wait()
            return await self.inner.complete(call)
        self.first[key] = done = asyncio.Event()
        try:
            return await self.inner.complete(call)
        finally:
            done.set()
