"""A judge whose answers are kept: asked once, by one process at a time, whatever is killed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TypeVar, cast

from pydantic import ValidationError

from triaudit import prompts
from triaudit.files import digest, to_json
from triaudit.judge import Judge
from triaudit.questions import Question
from triaudit.runtime import Runtime
from triaudit.secrets import scrub
from triaudit.store import Store, owner
from triaudit.types import Record, Unanswered, UnansweredReason

R = TypeVar("R", bound=Record)

WAIT_SECONDS = 0.05
"""Between looks at a question that another process has in flight."""


class Stored:
    """Wraps a judge. Answers without cost (`identity` None) pass through and are not stored."""

    def __init__(self, judge: Judge, store: Store, runtime: Runtime) -> None:
        """The store's key is the judge's identity and everything of the question that a judge sees."""
        self.inner, self.store, self.runtime = judge, store, runtime
        self.name, self.baseline, self.identity = judge.name, judge.baseline, judge.identity

    async def ask(self, question: Question[R]) -> R | Unanswered:
        """The stored reply, else a new one. What is not an answer is counted in the ledger and not stored."""
        if self.identity is None:
            return await self.inner.ask(question)
        key = self.key(question)
        if (reply := self._stored(key, question)) is not None:
            return reply
        if self.runtime.settings.offline:
            return Unanswered(reason=UnansweredReason.NOT_IN_STORE, detail=question.template)
        me = owner()
        while not self.store.lease(key, me, self.runtime.settings.lease_seconds):
            await asyncio.sleep(WAIT_SECONDS)
            if (reply := self._stored(key, question)) is not None:
                return reply
        try:
            if (reply := self._stored(key, question)) is not None:
                return reply
            async with self.runtime.slots:
                answer = await self.inner.ask(question)
            if isinstance(answer, Unanswered):
                self.store.fail(key, "reply", answer.reason, scrub(answer.detail))
            else:
                about = to_json({"judge": dict(self.identity), "template": question.template})
                kept = to_json(answer.model_dump(mode="json"))
                self.store.put(key, "reply", kept, about)
                return cast("R", question.reply.model_validate_json(kept))  # as any later run reads it
            return answer
        finally:
            self.store.release(key, me)

    def key(self, question: Question[R]) -> str:
        """SHA-256 of what could change the answer."""
        identity: Mapping[str, object] = self.identity or {}
        return digest({"judge": dict(identity), "question": prompts.identity(question)})

    def _stored(self, key: str, question: Question[R]) -> R | None:
        value = self.store.get(key)
        if value is None:
            return None
        try:
            return cast("R", question.reply.model_validate_json(value))
        except ValidationError:
            return None  # damaged or poisoned: asked again


class Counted:
    """Wraps a judge and counts, by reason, what stayed unanswered."""

    def __init__(self, judge: Judge, runtime: Runtime) -> None:
        """Counts go to `runtime.unanswered`."""
        self.inner, self.runtime = judge, runtime
        self.name, self.baseline, self.identity = judge.name, judge.baseline, judge.identity

    async def ask(self, question: Question[R]) -> R | Unanswered:
        """The inner judge's answer."""
        answer = await self.inner.ask(question)
        if isinstance(answer, Unanswered):
            self.runtime.unanswered[answer.reason] += 1
            return answer.model_copy(update={"detail": scrub(answer.detail)})
        return answer
