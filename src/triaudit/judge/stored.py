"""An endpoint whose completions are kept: asked once, by one process at a time, whatever is killed."""

from __future__ import annotations

import asyncio
import json

from pydantic import ValidationError

from triaudit.files import clean, digest, to_json
from triaudit.judge import reply
from triaudit.judge.budget import cost
from triaudit.judge.endpoint import Adapter, Call, Completion, Endpoint, Fault
from triaudit.judge.model import understood
from triaudit.runtime import Runtime
from triaudit.secrets import hide, scrub
from triaudit.store import Store
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
        if self.runtime.settings.offline:
            return self._as_before(key) or _missing(call)
        while not self.store.leases.take(key):  # noqa: ASYNC110  (other processes hold them too)
            await asyncio.sleep(WAIT_SECONDS)
        try:
            return self._kept(key, call) or await self._asked(key, call)
        finally:
            self.store.leases.give(key)

    async def _asked(self, key: str, call: Call) -> Completion | Unanswered:
        """A new completion, which is in the store before anybody sees it."""
        done = await self.inner.complete(call)
        if isinstance(done, Completion):
            done = _hidden(done)
            read = understood(done, call.question)
            if read.problem is None:
                self._put(key, call, done, read.repairs)
                return done
            failed: Unanswered | reply.Problem = read.problem
        else:
            failed = done
        told = self._spent(done) if isinstance(done, Completion | Fault) else {}
        self.store.fail(key, "completion", failed.reason, clean(scrub(failed.detail)), to_json(told))
        return done.plain() if isinstance(done, Fault) else done

    def _put(self, key: str, call: Call, done: Completion, repairs: tuple[str, ...]) -> None:
        """Make a completion an entry, with where it came from, what it cost and what its reader mended."""
        about = {
            "judge": self.identity,
            "template": call.question.template,
            "repeat": call.question.repeat,
            "usd": cost(done.usage, self.adapter.limits.prices),
            "repairs": list(repairs),
        }
        self.store.put(key, "completion", to_json(done.model_dump(mode="json")), to_json(about))

    def _spent(self, done: Completion | Fault) -> dict[str, object]:
        """For the ledger: what attempts without an answer cost, and the reply that could not be used."""
        last = done if isinstance(done, Completion) else done.last
        return {
            "judge": self.identity,
            "attempts": done.attempts,
            **done.usage.model_dump(),
            "usd": cost(done.usage, self.adapter.limits.prices),
            "last": None if last is None else _hidden(last).model_dump(mode="json"),
        }

    def key(self, call: Call) -> str:
        """SHA-256 of what could change the reply."""
        return digest({"judge": self.identity, "call": call.key})

    def _kept(self, key: str, call: Call) -> Completion | None:
        """The entry, else a reply that could not be used when it came and that the reader understands now."""
        if (value := self.store.get(key)) is not None:
            kept = _completion(value)
            # What is damaged, or poisoned, is asked again.
            return kept if kept and understood(kept, call.question).problem is None else None
        failure = self.store.failed(key)
        last = None if failure is None else json.loads(failure.about).get("last")
        kept = None if last is None else _completion(to_json(last))
        if kept is None or (read := understood(kept, call.question)).problem is not None:
            return None
        self._put(key, call, kept, read.repairs)
        return kept

    def _as_before(self, key: str) -> Unanswered | None:
        """Why the question got no answer when it was asked."""
        failure = self.store.failed(key)
        if failure is None:
            return None
        return Unanswered(reason=failure.reason, detail=failure.detail)


def _completion(value: str) -> Completion | None:
    try:
        return Completion.model_validate_json(value)
    except ValidationError:
        return None


def _missing(call: Call) -> Unanswered:
    return Unanswered(reason=UnansweredReason.NOT_IN_STORE, detail=call.question.template)


def _hidden(done: Completion) -> Completion:
    """Without the secrets of this environment, should a provider repeat them; as text that can be written."""

    def mended(text: str) -> str:
        return clean(hide(text))

    return done.model_copy(
        update={
            "text": mended(done.text),
            "served": mended(done.served),
            "rest": mended(done.rest),
            "earlier": tuple(map(mended, done.earlier)),
        }
    )
