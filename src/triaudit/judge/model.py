"""A model as a judge: renders the question, asks, has the reply read, asks again for what can't be used."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar, cast

from triaudit import prompts
from triaudit.judge import reply
from triaudit.judge.blind import Blind
from triaudit.judge.endpoint import Adapter, Call, Completion, Endpoint, Fault, Turn, Usage
from triaudit.judge.exhibits import planned
from triaudit.judge.repeats import pooled, repeatable
from triaudit.questions import Beside, Question, Reply
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
        note: Callable[[Completion | Unanswered], None] | None = None,
        *,
        names: tuple[str, ...] = (),
        repeats: int = 1,
    ) -> None:
        """Without `endpoint`: the adapter alone, asked again for what is useless.

        Args:
            adapter: The model.
            endpoint: Where calls go.
            note: Sees each completion, and each question or repeat that stays unanswered.
            names: What is hidden from the model.
            repeats: How often a question is asked whose answer is scores or labels.
        """
        self.adapter, self.note, self.names, self.repeats = adapter, note, names, repeats
        self.endpoint: Endpoint = endpoint or Reask(Blind(adapter))
        self.name, self.baseline = adapter.name, adapter.baseline
        self.identity: Mapping[str, object] = adapter.identity
        self.sees = adapter.takes is not None and adapter.takes.images

    async def ask(self, question: Question[R]) -> R | Unanswered:
        """The reply as the reader understands it, or why there is none; of repeats what they come to."""
        if self.repeats <= 1 or not repeatable(question):
            return await self._once(question)
        asked = [question.model_copy(update={"repeat": number}) for number in range(self.repeats)]
        return pooled(question, await asyncio.gather(*map(self._once, asked)))

    async def _once(self, question: Question[R]) -> R | Unanswered:
        done = await self.endpoint.complete(self.call(question))
        read = None if isinstance(done, Unanswered) else understood(done, question)
        if read is not None:
            self._note(done)
            if read.value is not None:
                value = read.value
                shown = done.shown if isinstance(done, Completion) else ()
                if shown and isinstance(value, Reply):
                    return cast("R", value.noting(Beside(shown=shown)))
                return value
            assert read.problem is not None
            done = read.problem.unanswered
        assert isinstance(done, Unanswered)
        plain = Unanswered(reason=done.reason, detail=scrub(done.detail))
        self._note(plain)
        return plain

    def _note(self, done: Completion | Unanswered) -> None:
        if self.note is not None:
            self.note(done)

    def call(self, question: Question[Any]) -> Call:
        """The call that a question becomes."""
        call = Call(question, prompts.prompt(question), self.adapter.sampling, blind=self.names)
        takes = self.adapter.takes
        exhibits = planned(question.documents, takes) if takes is not None else ()
        return replace(call, attachments=exhibits, takes=takes) if exhibits else call


class Reask:
    """Wraps an endpoint. What can't be used, or is missing, is asked for again."""

    def __init__(self, inner: Endpoint) -> None:
        """The endpoint's completions are read as their question's reply."""
        self.inner = inner

    async def complete(self, call: Call) -> Completion | Unanswered:
        """A completion that can be read, else Unanswered with what was wrong with the last one."""
        left = dict(REASKS)
        asked, tries = call, 0
        spent, attempts, seconds = Usage(), 0, 0.0
        earlier: list[str] = []
        last: Completion | None = None
        while True:
            done = await self.inner.complete(asked)
            if not isinstance(done, Completion | Fault):
                if not attempts:
                    return done
                done = Fault(reason=done.reason, detail=done.detail, attempts=0)
            spent, attempts = spent + done.usage, attempts + done.attempts
            if isinstance(done, Completion):
                seconds += done.seconds
                read = understood(done, call.question)
                if read.value is not None:
                    whole = done.model_copy(
                        update={
                            "usage": spent,
                            "attempts": attempts,
                            "seconds": round(seconds, 3),
                            "earlier": tuple(earlier),
                        }
                    )
                    return whole if read.problem is None else await self._completed(call, whole, read.problem)
                found, last = problem(done, asked, read), done
                earlier.append(done.text)
            elif done.reason is UnansweredReason.REFUSED:
                found = done
            else:
                return done.model_copy(update={"usage": spent, "attempts": attempts, "last": last})
            # A model that spends its whole room on thinking does so again: one larger room, and no more.
            left[found.reason] = left.get(found.reason, 0) - (2 if _thought(done) else 1)
            tries += 1
            if left[found.reason] < 0 or tries > max(REASKS.values()):
                given = {"reason": found.reason, "detail": scrub(found.detail), "last": last}
                return Fault(**given, usage=spent, attempts=attempts)
            asked = _once_more(call, asked, done, found)

    async def _completed(self, call: Call, done: Completion, lacking: reply.Problem) -> Completion:
        """The completion with what it leaves out, asked for once; by itself where that can be asked."""
        part = call.question.only(lacking.missing)
        if part is call.question:
            asked = _once_more(call, call, done, lacking.unanswered)
        else:
            asked = replace(call, question=part, prompt=prompts.prompt(part))
        more = await self.inner.complete(asked)
        if not isinstance(more, Completion | Fault):
            return done
        costs = {"usage": done.usage + more.usage, "attempts": done.attempts + more.attempts}
        if isinstance(more, Fault):
            return done.model_copy(update=costs)
        costs["seconds"] = round(done.seconds + more.seconds, 3)
        if part is not call.question:
            read = reply.read(more.text, more.finish, call.question.reply, lacking.missing)
            return done.model_copy(update={**costs, "rest": "" if read.value is None else more.text})
        if understood(more, call.question).problem is not None:
            return done.model_copy(update=costs)
        return more.model_copy(update={**costs, "earlier": (*done.earlier, done.text)})


@lru_cache(maxsize=64)
def _read(text: str, finish: str, kind: type[R], asked: tuple[str, ...]) -> reply.Read[R]:
    """`reply.read`, once for all who stand around an endpoint and look at the same reply."""
    return reply.read(text, finish, kind, asked)


def understood(done: Completion, question: Question[R]) -> reply.Read[R]:
    """A completion read as the reply to its question, with what was asked for again."""
    kind = cast("type[R]", question.reply)
    first = _read(done.text, done.finish, kind, question.asked)
    if first.value is None or first.problem is None or not done.rest:
        return first
    missing = first.problem.missing
    second = _read(done.rest, "stop", kind, missing)
    if second.value is None:
        return first
    whole = reply.joined(first.value, second.value)
    return reply.Read(whole, tuple(dict.fromkeys((*first.repairs, *second.repairs))), second.problem)


def problem(done: Completion, call: Call, read: reply.Read[Any]) -> Unanswered:
    """What is wrong with a completion that can't be read; of one that was cut, where its room went."""
    assert read.problem is not None
    found = read.problem.unanswered
    if found.reason is not UnansweredReason.TRUNCATED or call.sampling is None or done.usage.output is None:
        return found
    thought = f", {done.usage.reasoning} of them for hidden reasoning" if done.usage.reasoning else ""
    used = f"; {done.usage.output} tokens of max_tokens={call.sampling.max_tokens} used{thought}"
    return found.model_copy(update={"detail": found.detail + used})


def _thought(done: object) -> bool:
    return isinstance(done, Completion) and done.finish == "length" and not done.text.strip()


def _once_more(call: Call, asked: Call, done: Completion | Unanswered, found: Unanswered) -> Call:
    """The next call: more room for what was cut, the same for what is empty or refused, else corrected."""
    sampling = asked.sampling
    if isinstance(done, Completion) and done.finish == "length" and sampling is not None:
        sampling = sampling.model_copy(update={"max_tokens": 2 * sampling.max_tokens})
    turns = call.turns
    if found.reason is UnansweredReason.UNPARSABLE and isinstance(done, Completion) and done.text.strip():
        ask = (
            f"That reply can't be used:\n{prompts.fence(found.detail, 'problem')}\n"
            "Answer the same question again, whole, with JSON alone in the form asked for above."
        )
        turns = (*call.turns, Turn(done.text[:QUOTED], ask))
    return replace(call, sampling=sampling, turns=turns)
