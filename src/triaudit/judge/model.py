"""A model as a judge: renders the question, asks, has the reply read, asks again for what can't be used."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from triaudit import prompts
from triaudit.judge import reply
from triaudit.judge.endpoint import Adapter, Call, Completion, Endpoint, Fault, Turn, Usage
from triaudit.questions import Question
from triaudit.secrets import scrub
from triaudit.types import Record, Unanswered, UnansweredReason

R = TypeVar("R", bound=Record)

REASKS = {UnansweredReason.UNPARSABLE: 4, UnansweredReason.TRUNCATED: 2, UnansweredReason.REFUSED: 2}
"""How often a reply is asked for again, by what is wrong with it; four times in all."""

QUOTED = 20_000
"""Characters of a useless reply that the model is shown again."""


class Model:
    """A judge over an endpoint: `adapter` says who it is, `endpoint` is it with what stands around."""

    def __init__(
        self,
        adapter: Adapter,
        endpoint: Endpoint | None = None,
        note: Callable[[Completion], None] | None = None,
    ) -> None:
        """Without `endpoint`: the adapter alone, asked again for what is useless. `note` sees what came."""
        self.adapter, self.note = adapter, note
        self.endpoint: Endpoint = endpoint or Reask(adapter)
        self.name, self.baseline = adapter.name, adapter.baseline
        self.identity: Mapping[str, object] = adapter.identity

    async def ask(self, question: Question[R]) -> R | Unanswered:
        """The reply as the reader understands it, or why there is none."""
        done = await self.endpoint.complete(self.call(question))
        if isinstance(done, Unanswered):
            return done.plain() if isinstance(done, Fault) else done
        if self.note is not None:
            self.note(done)
        read = reply.read(done.text, done.finish, question.reply)
        if isinstance(read, reply.Problem):
            return Unanswered(reason=read.reason, detail=scrub(read.detail))
        return cast("R", read.value)

    def call(self, question: Question[Any]) -> Call:
        """The call that a question becomes."""
        return Call(question, prompts.prompt(question), self.adapter.sampling)


class Reask:
    """Wraps an endpoint. A reply that can't be used is shown to the model with what is wrong with it."""

    def __init__(self, inner: Endpoint) -> None:
        """The endpoint's completions are read as their question's reply."""
        self.inner = inner

    async def complete(self, call: Call) -> Completion | Unanswered:
        """A completion that can be read, else Unanswered with what was wrong with the last one."""
        left = dict(REASKS)
        asked, spent, attempts, tries, seconds = call, Usage(), 0, 0, 0.0
        earlier: list[str] = []
        while True:
            done = await self.inner.complete(asked)
            if isinstance(done, Completion | Fault):
                spent, attempts = spent + done.usage, attempts + done.attempts
            if isinstance(done, Completion):
                seconds += done.seconds
                found = problem(done, asked)
                if found is None:
                    if not earlier and asked is call:
                        return done
                    whole = {"usage": spent, "attempts": attempts, "seconds": round(seconds, 3)}
                    return done.model_copy(update={**whole, "earlier": tuple(earlier)})
                earlier.append(done.text)
            elif isinstance(done, Fault) and done.reason is UnansweredReason.REFUSED:
                found = done
            elif isinstance(done, Fault):
                return done.model_copy(update={"usage": spent, "attempts": attempts})
            else:
                return done
            # A model that spends its whole room on thinking does so again: one larger room, and no more.
            left[found.reason] = left.get(found.reason, 0) - (2 if _thought(done) else 1)
            tries += 1
            if left[found.reason] < 0 or tries > max(REASKS.values()):
                return Fault(reason=found.reason, detail=scrub(found.detail), usage=spent, attempts=attempts)
            asked = _once_more(call, asked, done, found)


def problem(done: Completion, call: Call) -> Unanswered | None:
    """What is wrong with a completion as the reply to its question."""
    read = reply.read(done.text, done.finish, call.question.reply)
    if not isinstance(read, reply.Problem):
        return None
    if read.reason is UnansweredReason.TRUNCATED:
        room = "" if call.sampling is None else f" of max_tokens={call.sampling.max_tokens}"
        thought = f", {done.usage.reasoning} of them for hidden reasoning" if done.usage.reasoning else ""
        used = "" if done.usage.output is None else f" ({done.usage.output} tokens used{thought})"
        return Unanswered(reason=read.reason, detail=f"the reply was cut at the limit{room}{used}")
    return Unanswered(reason=read.reason, detail=read.detail)


def _thought(done: object) -> bool:
    return isinstance(done, Completion) and done.finish == "length" and not done.text.strip()


def _once_more(call: Call, asked: Call, done: Completion | Unanswered, found: Unanswered) -> Call:
    """The next call: more room for what was cut, the same for what is empty or refused, else corrected."""
    sampling = asked.sampling
    if found.reason is UnansweredReason.TRUNCATED and sampling is not None:
        sampling = sampling.model_copy(update={"max_tokens": 2 * sampling.max_tokens})
    turns = call.turns
    if found.reason is UnansweredReason.UNPARSABLE and isinstance(done, Completion) and done.text.strip():
        ask = (
            f"That reply can't be used:\n{prompts.fence(found.detail, 'problem')}\n"
            "Answer the same question again, whole, with JSON alone in the form asked for above."
        )
        turns = (*call.turns, Turn(done.text[:QUOTED], ask))
    return Call(call.question, call.prompt, sampling, turns, call.attachments)
