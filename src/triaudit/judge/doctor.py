"""What a model's server can do, found out by three small calls: a bound reply, a picture, a tool."""

from __future__ import annotations

import base64
import json
import struct
import time
import zlib
from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Protocol, runtime_checkable

from triaudit.errors import TriauditError
from triaudit.judge import chat
from triaudit.judge.budget import cost
from triaudit.judge.chat import Dialect, Form
from triaudit.judge.endpoint import Adapter, Call, Completion, Fault, Usage
from triaudit.judge.faults import error
from triaudit.judge.reply import read
from triaudit.judge.stack import same
from triaudit.prompts import Prompt
from triaudit.purse import Purse
from triaudit.questions import Question, Reply
from triaudit.secrets import scrub
from triaudit.store import Spent
from triaudit.types import Record, Unanswered, UnansweredReason

RULES = "You are asked for single words, to find out what this server can do. Answer with JSON alone.\n"
SHARED = "".join(
    f"Line {n} of this text says nothing of note, and nothing follows from it.\n" for n in range(1, 121)
)
"""Long enough for a provider to keep it in its prompt cache."""
FORM = '\nAnswer with JSON of this form: {"word": "…"}'
COLOUR = "red"
QUOTED = 160
"""Characters of what a server says."""

Raw = tuple[int, Mapping[str, str], str]


@runtime_checkable
class Server(Adapter, Protocol):
    """An adapter whose server takes requests of one's own."""

    wanted: Form

    @property
    def place(self) -> str:
        """Where it is, for people."""
        ...

    async def raw(self, request: dict[str, Any]) -> Raw | Fault:
        """Status, headers and body of the answer, or why there is none."""
        ...


class Word(Reply):
    """One word."""

    word: str


class Say(Question[Word]):
    """Asks for one word."""

    template: ClassVar[str] = "doctor"
    reply: ClassVar[type[Record]] = Word


class Found(Record):
    """What was found out about one judge."""

    judge: str
    place: str
    state: Literal["usable", "busy", "unusable"]
    """`busy`: asking again may do."""
    lines: tuple[tuple[str, str], ...]
    """What, and what is known of it."""


class _Told(Exception):  # noqa: N818
    """Ends the examination: there is nothing more to find out."""

    def __init__(self, fault: Unanswered) -> None:
        self.fault = fault


class _Examination:
    """Three calls to one server, and what they cost."""

    def __init__(self, server: Server, purse: Purse) -> None:
        self.server, self.purse = server, purse
        self.lines: list[tuple[str, str]] = []
        self.cached: list[Usage] = []
        self.limits: dict[str, str] = {}
        self.spent, self.calls = Usage(), 0

    def told(self, what: str, said: str) -> None:
        self.lines.append((what, scrub(" ".join(said.split()))))

    def call(self, ask: str) -> Call:
        return Call(Say(), Prompt(RULES, SHARED, ask), self.server.sampling)

    async def bound(self) -> None:
        """A reply in the form that all questions ask for, by the way that all questions take."""
        adapted: list[str] = []
        self.server.learnt = adapted.append
        started = time.perf_counter()
        call = self.call("The word is quay." + FORM)
        self._set_aside(call)
        done = await self.server.complete(call)
        self.calls += len(adapted)
        if not isinstance(done, Completion):
            raise _Told(done)
        self._count(done.usage)
        found = read(done.text, done.finish, Word)
        if found.value is None or "quay" not in found.value.word.casefold():
            said = found.problem.detail if found.problem else f"another word: {done.text[:QUOTED]}"
            raise _Told(
                Unanswered(reason=UnansweredReason.UNPARSABLE, detail=f"the reply can't be used: {said}")
            )
        self.told("reply", f"valid, after {time.perf_counter() - started:.1f} s")
        form = Dialect.model_validate(self.server.known or {"form": self.server.wanted}).form
        self.told(
            "reply form", form if form == self.server.wanted else f"{form}; {self.server.wanted} is not taken"
        )
        mended = f", mended: {', '.join(found.repairs)}" if found.repairs else ""
        other = (
            "" if not done.served or same(done.requested, done.served) else " (ANOTHER MODEL than asked for)"
        )
        self.told("served model", f"{done.served or 'not told'}{other}{mended}")
        self.told("adapted", "; ".join(adapted) or "nothing")
        if done.dropped:
            self.told("not applied", ", ".join(done.dropped))

    async def picture(self) -> None:
        """A picture of one colour."""
        request = self._body(self.call(""))
        text = "Which colour has the picture, in one English word?" + FORM
        url = f"data:image/png;base64,{base64.b64encode(_square(255, 0, 0)).decode()}"
        request["messages"][-1]["content"] = [
            {"type": "text", "text": SHARED},
            {"type": "image_url", "image_url": {"url": url}},
            {"type": "text", "text": text},
        ]
        done = await self._asked("pictures", request)
        if done is not None:
            seen = COLOUR in done.text.casefold()
            self.told("pictures", "seen" if seen else f"taken, and not seen: {done.text[:QUOTED]}")

    async def tool(self) -> None:
        """A tool to call."""
        request = self._body(self.call("Look up the word quay with the tool."))
        request.pop("response_format", None)
        schema = {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]}
        about = {"name": "look_up", "description": "Looks a word up.", "parameters": schema}
        request["tools"] = [{"type": "function", "function": about}]
        answer = await self._raw(request)
        done = self._read("tools", answer)
        if done is not None:
            called = isinstance(answer, tuple) and '"tool_calls"' in answer[2] and "look_up" in answer[2]
            self.told("tools", "called" if called else "taken, and not called")

    def rest(self) -> None:
        """What all calls together have shown."""
        cached = max((usage.cached or 0 for usage in self.cached), default=0)
        silent = all(usage.cached is None for usage in self.cached)
        whole = max((usage.input or 0 for usage in self.cached), default=0)
        self.told(
            "prompt cache",
            f"hit: {cached} of {whole} tokens"
            if cached
            else "not told by the server"
            if silent
            else "no hit in the calls after the first",
        )
        told = ", ".join(f"{name} {value}" for name, value in sorted(self.limits.items()))
        self.told("rate limits", told or "no header tells them")
        money = cost(self.spent, self.server.limits.prices)
        tokens = (self.spent.input or 0) + (self.spent.output or 0)
        self.told(
            "cost",
            f"{self.calls} calls, {tokens} tokens, "
            + ("price unknown" if money is None else f"${money:.4f}"),
        )

    def _body(self, call: Call) -> dict[str, Any]:
        dialect = Dialect.model_validate(self.server.known or {"form": self.server.wanted})
        assert call.sampling is not None
        return chat.body(call, call.sampling, self.server.name, dialect)

    def _set_aside(self, call: Call) -> None:
        self.calls += 1
        if refused := self.purse.take(Spent(1, call.size, 0.0)):
            raise _Told(refused)
        self.aside = Spent(1, call.size, 0.0)

    def _count(self, usage: Usage) -> None:
        self.spent += usage
        if usage.input is not None and not self.purse.open:
            real = Spent(1, usage.input + (usage.output or 0), cost(usage, self.server.limits.prices) or 0.0)
            self.purse.correct(self.aside, real)

    async def _asked(self, what: str, request: dict[str, Any]) -> Completion | None:
        return self._read(what, await self._raw(request))

    async def _raw(self, request: dict[str, Any]) -> Raw | Fault:
        self._set_aside(self.call(""))
        return await self.server.raw(request)

    def _read(self, what: str, answer: Raw | Fault) -> Completion | None:
        """The completion; None, and a line that says why, where there is none."""
        if isinstance(answer, Fault):
            self.told(what, f"not known: {answer.detail}")
            return None
        status, headers, text = answer
        for name, value in headers.items():
            if name.lower().startswith(("x-ratelimit", "ratelimit", "anthropic-ratelimit")):
                self.limits[name.lower()] = value
        if status != 200:
            said = error(text)
            why = (said.message if said else text)[:QUOTED]
            known = "not taken" if status in {400, 404, 415, 422} else "not known"
            self.told(what, f"{known}: {status} {why}")
            return None
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            data = None
        done = chat.completion(data, text, self.server.name)
        if isinstance(done, Fault):
            self.told(what, f"not known: {done.detail}")
            return None
        self._count(done.usage)
        self.cached.append(done.usage)
        return done


async def examine(server: Server, purse: Purse) -> Found:
    """Ask a server for three small things. What it does not take is learnt in `server.known`, anew.

    A judge is usable where the first one, a reply in the form of all questions, succeeds.
    """
    server.known.clear()
    examination = _Examination(server, purse)
    state: Literal["usable", "busy", "unusable"] = "usable"
    try:
        await examination.bound()
        await examination.picture()
        await examination.tool()
        examination.rest()
    except _Told as end:
        fault = end.fault
        later = fault.transient if isinstance(fault, Fault) else fault.retryable
        state = "busy" if later else "unusable"
        examination.told("cannot be used" if state == "unusable" else "cannot be used now", fault.detail)
    except TriauditError as problem:
        state = "unusable"
        examination.told("cannot be used", str(problem))
    finally:
        await server.close()
    return Found(judge=server.name, place=server.place, state=state, lines=tuple(examination.lines))


def _square(red: int, green: int, blue: int, size: int = 32) -> bytes:
    """A PNG of one colour."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    rows = (b"\0" + bytes((red, green, blue)) * size) * size
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )
