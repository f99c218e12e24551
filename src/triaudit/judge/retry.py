"""Tries again what can succeed later: one back-off that all calls in flight share."""

from __future__ import annotations

import random
from asyncio import sleep
from time import monotonic as now

from triaudit.judge.endpoint import Call, Completion, Endpoint, Fault, Usage
from triaudit.runtime import Runtime
from triaudit.types import Unanswered

FIRST, LONGEST = 1.0, 60.0
"""Seconds of back-off where the provider names none: doubled with each attempt, up to the longest."""

PATIENCE = 600.0
"""A provider that asks for more seconds than this is not waited for."""

SPACING = 0.1
"""Seconds between two calls that waited for the same back-off, so that they don't fire together."""


class Retry:
    """Wraps an endpoint. Ends with a plain completion or Unanswered that carries its attempts' cost."""

    def __init__(self, inner: Endpoint, attempts: int, runtime: Runtime, name: str) -> None:
        """At most `attempts` calls for one completion; `name` is the judge's, for messages."""
        self.inner, self.attempts, self.runtime, self.name = inner, attempts, runtime, name
        self.floor = self.next = 0.0
        self.closed: Fault | None = None

    async def complete(self, call: Call) -> Completion | Unanswered:
        """The completion after as many attempts as it takes and are allowed."""
        spent = Usage()
        for attempt in range(1, self.attempts + 1):
            await self._turn()
            if self.closed is not None:
                return self.closed.model_copy(update={"attempts": attempt - 1, "usage": spent})
            done = await self.inner.complete(call)
            if not isinstance(done, Completion | Fault):
                return done
            spent = spent + done.usage
            if isinstance(done, Completion):
                return done.model_copy(update={"attempts": attempt, "usage": spent}) if attempt > 1 else done
            if done.after is not None and done.after > PATIENCE:
                done = done.model_copy(update={"closed": True, "transient": False})
            if done.closed:
                self._close(done)
            if not done.transient or attempt == self.attempts:
                return done.model_copy(update={"attempts": attempt, "usage": spent})
            self._wait(done, attempt)
        raise AssertionError("attempts is at least 1")

    def _close(self, fault: Fault) -> None:
        if self.closed is None:
            self.runtime.say(f"judge {self.name}: no further calls, as none can succeed: {fault.detail}")
        self.closed = fault

    def _wait(self, fault: Fault, attempt: int) -> None:
        """Let every call wait: as long as the provider asks, else longer with each attempt."""
        pause = min(LONGEST, FIRST * 2 ** (attempt - 1)) * (0.75 + random.random() / 2)  # noqa: S311
        if fault.after is not None:
            pause = fault.after + (pause if fault.after == 0 else 0)
        self.floor = max(self.floor, now() + pause)

    async def _turn(self) -> None:
        """Wait until the shared back-off is over, and for the turn among those that waited."""
        while now() < self.floor:
            start = max(self.floor, self.next)
            self.next = start + SPACING
            await sleep(start - now())
