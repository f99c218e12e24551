"""An endpoint whose completions are kept: asked once, by one process at a time, whatever is killed."""

from __future__ import annotations

import asyncio
import json

from pydantic import ValidationError

from triaudit.files import digest, to_json
from triaudit.judge import reply
from triaudit.judge.endpoint import Adapter, Call, Completion, Endpoint, Fault
from triaudit.judge.model import understood
from triaudit.runtime import Runtime
from triaudit.secrets import scrub
from triaudit.store import Store, owner
from triaudit.types import Unanswered, UnansweredReason

WAIT_SECONDS = 0.05
"""Between looks at a question that another process has in flight."""


class Stored:
    """Wraps an endpoint. Raw completions are entries; what can't be read is none, and is asked again."""

    def __init__(self, inner: Endpoint, adapter: Adapter, store: Store, runtime: Runtime) -> None:
        """The store's key is the adapter's identity and everything of the call that a model sees."""
        self.inner, self.adapter, self.store, self.runtime = inner, adapter, store, runtime
        self.identity = dict(adapter.identity)

    async def complete(self, call: Call) -> Completion | Unanswered:
        """The stored completion, else a new one. What is not an answer is counted in the ledger alone."""
        key = self.key(call)
        if (kept := self._kept(key, call)) is not None:
            return kept
        if (kept := self._mended(key, call)) is not None:
            return kept
        if self.runtime.settings.offline:
            return Unanswered(reason=UnansweredReason.NOT_IN_STORE, detail=call.question.template)
        me = owner()
        while not self.store.lease(key, me, self.runtime.settings.lease_seconds):
            await asyncio.sleep(WAIT_SECONDS)
            if (kept := self._kept(key, call)) is not None:
                return kept
        try:
            if (kept := self._kept(key, call)) is not None:
                return kept
            done = await self.inner.complete(call)
            failed: Unanswered | reply.Problem | None = None
            if not isinstance(done, Completion):
                failed = done
            else:
                read = understood(done, call.question)
                failed = read.problem
                if failed is None:
                    about = self._about(call, read.repairs)
                    self.store.settle(key, me, "completion", to_json(done.model_dump(mode="json")), about)
                    return done
            told = _spent(done) if isinstance(done, Completion | Fault) else {}
            self.store.fail(key, "completion", failed.reason, scrub(failed.detail), to_json(told))
        finally:
            self.store.release(key, me)
        return done.plain() if isinstance(done, Fault) else done

    def _about(self, call: Call, repairs: tuple[str, ...]) -> str:
        """Where an entry came from, and what its reader had to mend."""
        about = {"judge": self.identity, "template": call.question.template, "repairs": list(repairs)}
        return to_json(about)

    def key(self, call: Call) -> str:
        """SHA-256 of what could change the reply."""
        return digest({"judge": self.identity, "call": call.key})

    def _kept(self, key: str, call: Call) -> Completion | None:
        value = self.store.get(key)
        if value is None:
            return None
        try:
            kept = Completion.model_validate_json(value)
        except ValidationError:
            return None  # damaged or poisoned: asked again
        return kept if understood(kept, call.question).problem is None else None

    def _mended(self, key: str, call: Call) -> Completion | None:
        """A reply that could not be used when it came, and that the reader understands by now."""
        about = self.store.failed(key)
        last = None if about is None else json.loads(about).get("last")
        if last is None:
            return None
        kept = Completion.model_validate(last)
        read = understood(kept, call.question)
        if read.problem is not None:
            return None
        self.store.put(key, "completion", to_json(last), self._about(call, read.repairs))
        return kept


def _spent(done: Completion | Fault) -> dict[str, object]:
    """For the ledger: what an attempt without an answer cost, and the reply that could not be used."""
    last = done if isinstance(done, Completion) else done.last
    raw = None
    if last is not None:
        plain = {"text": scrub(last.text), "earlier": tuple(map(scrub, last.earlier))}
        raw = last.model_copy(update=plain).model_dump(mode="json")
    return {"attempts": done.attempts, **done.usage.model_dump(), "last": raw}
