"""Keeps calls within a judge's limits: how many at a time, how many and how many tokens per minute."""

from __future__ import annotations

import asyncio

from triaudit.files import digest
from triaudit.judge.endpoint import Adapter, Call, Completion, Endpoint, Limits
from triaudit.judge.slots import Slots
from triaudit.runtime import Runtime
from triaudit.store import Store
from triaudit.types import Unanswered

BURST = 10.0
"""Seconds of what a rate lets flow that may be used at once."""


class Rates:
    """Wraps an endpoint. Limits hold for all processes that share the store."""

    def __init__(self, inner: Endpoint, adapter: Adapter, store: Store | None, runtime: Runtime) -> None:
        """The adapter names the judge and its limits."""
        self.inner, self.store, self.limits = inner, store, adapter.limits
        self.judge = digest(dict(adapter.identity))[:16]
        count = self.limits.concurrency or runtime.settings.concurrency
        self.slots: Slots | None = None
        self.semaphore = asyncio.Semaphore(count)
        if store is not None:
            self.slots = Slots(store.path.parent / "slots" / self.judge, count)
            runtime.exit.callback(self.slots.close)
        self.room = 0 if adapter.sampling is None else adapter.sampling.max_tokens

    async def complete(self, call: Call) -> Completion | Unanswered:
        """The inner endpoint's completion, asked for when there is room."""
        if waits := self._waits(self.limits, call):
            await asyncio.sleep(max(waits))
        async with self.semaphore if self.slots is None else self.slots.one():
            return await self.inner.complete(call)

    def _waits(self, limits: Limits, call: Call) -> list[float]:
        """Seconds to wait for each rate that is set."""
        if self.store is None:
            return []
        waits = []
        if limits.requests_per_minute is not None:
            cost = 60 / limits.requests_per_minute
            waits.append(self.store.reserve(f"{self.judge} calls", cost, BURST))
        if limits.tokens_per_minute is not None:
            cost = 60 * (call.size + self.room) / limits.tokens_per_minute
            waits.append(self.store.reserve(f"{self.judge} tokens", cost, BURST))
        return waits
