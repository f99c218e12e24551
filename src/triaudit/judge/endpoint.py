"""The endpoint port: one call to a model goes in, its raw completion or a reasoned Unanswered comes out.

Wrappers stack as transports do: a store, a budget, rates and retries have the same shape as the adapter
that they stand around, and know nothing of questions and scores.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any, NamedTuple, Protocol

from pydantic import Field, JsonValue, field_validator

from triaudit.files import digest
from triaudit.judge.exhibits import Exhibit, Show, Takes
from triaudit.prompts import Prompt
from triaudit.questions import Question, Shown
from triaudit.settings import Settings
from triaudit.types import Record, Unanswered


class Turn(NamedTuple):
    """What was said after the prompt: a reply that could not be used, and what is asked for instead."""

    reply: str
    ask: str


class Sampling(Settings):
    """How the model draws its reply; part of the judge's identity."""

    max_tokens: int = Field(ge=1)
    """Tokens of one reply, hidden reasoning included."""
    temperature: float | None = Field(ge=0, le=2)
    top_p: float | None = Field(gt=0, le=1)
    seed: int | None


class Prices(Settings):
    """Money per million tokens."""

    input: float = Field(ge=0)
    cached: float | None = Field(default=None, ge=0)
    """Of the prompt's tokens that the provider had in its cache; null: as `input`."""
    output: float = Field(ge=0)
    """Of the reply's tokens, hidden reasoning included."""


class Limits(Settings):
    """What changes only the speed or the bill of a judge, never an answer: its `runtime` settings."""

    concurrency: int | None = Field(default=None, ge=1)
    """Calls in flight; null: as `runtime.concurrency`."""
    requests_per_minute: float | None = Field(default=None, gt=0)
    tokens_per_minute: float | None = Field(default=None, gt=0)
    timeout: float = Field(default=600, gt=0)
    """Seconds for one attempt."""
    attempts: int = Field(default=6, ge=1)
    """How often a call is tried where trying again can help."""
    prices: Prices | None = None

    @field_validator("prices", mode="before")
    @classmethod
    def _unknown(cls, given: object) -> object:
        """Prices of which none is given are unknown."""
        if isinstance(given, Mapping) and all(price is None for price in given.values()):
            return None
        return given


class Usage(Record):
    """Tokens of one call as the provider counts them; None where it does not say."""

    input: int | None = None
    cached: int | None = None
    output: int | None = None
    reasoning: int | None = None

    def __add__(self, other: Usage) -> Usage:
        """The tokens of both."""
        names = type(self).model_fields
        pairs = {name: (getattr(self, name), getattr(other, name)) for name in names}
        return Usage(
            **{name: None if a is b is None else (a or 0) + (b or 0) for name, (a, b) in pairs.items()}
        )


class Completion(Record):
    """What a model replied, as it came."""

    text: str
    finish: str = "stop"
    """The provider's word on why the reply ended."""
    requested: str
    served: str = ""
    """The model that says it replied."""
    applied: Mapping[str, JsonValue] = Field(default_factory=dict)
    """Parameters that the model was asked with."""
    dropped: tuple[str, ...] = ()
    """Parameters that the model does not take, so that they were not applied."""
    usage: Usage = Usage()
    attempts: int = 1
    """Calls that were made for it, those that failed or could not be used included."""
    seconds: float = 0.0
    rest: str = ""
    """The reply for what `text` leaves out of what was asked, where it was asked for."""
    earlier: tuple[str, ...] = ()
    """Replies before this one that could not be used."""
    shown: tuple[Shown, ...] = ()
    """What became of the pictures and files that were to go with it."""


class Fault(Unanswered):
    """A call that failed, with what a retry has to know."""

    transient: bool = False
    """Whether the same call can succeed later."""
    after: float | None = None
    """Seconds that the provider asks to wait."""
    closed: bool = False
    """Whether no call at all can succeed, such as with a wrong key or an empty account."""
    usage: Usage = Usage()
    """What it cost all the same."""
    attempts: int = 1
    last: Completion | None = None
    """The reply that could not be used, where there was one."""

    def plain(self) -> Unanswered:
        """Without what only retries need."""
        return Unanswered(reason=self.reason, detail=self.detail)


@dataclass(frozen=True)
class Call:
    """One call: the rendered prompt, the form of the reply, and the room that the reply has."""

    question: Question[Any]
    prompt: Prompt
    sampling: Sampling | None = None
    turns: tuple[Turn, ...] = ()
    attachments: tuple[Exhibit, ...] = ()
    """Pictures and files that are to go with it."""
    takes: Takes | None = None
    """The judge's limits for them; None where there are none."""
    blind: tuple[str, ...] = ()
    """Names that are hidden from the model."""

    @cached_property
    def key(self) -> str:
        """SHA-256 of everything of the call that can change its reply."""
        return digest(
            {
                "template": self.question.template,
                "prompt": [*self.beginning, self.prompt.varying],
                "schema": schema_digest(self.question.reply),
                "sampling": None if self.sampling is None else self.sampling.model_dump(),
                "turns": [list(turn) for turn in self.turns],
                "attachments": [
                    *map(list, self.attachments),
                    *([] if self.takes is None else [self.takes.model_dump()]),
                ],
                "repeat": self.question.repeat,
                **({"blind": list(self.blind)} if self.blind else {}),
            }
        )

    @property
    def beginning(self) -> tuple[str, str]:
        """SHA-256 of the parts of the prompt that other calls have too."""
        return _hashed(self.prompt.rules), _hashed(self.prompt.shared)

    @cached_property
    def size(self) -> int:
        """About how many tokens the prompt has: a quarter of its bytes, and one for each 750 pixels."""
        texts = (*self.prompt, *(text for turn in self.turns for text in turn))
        pixels = 0 if self.takes is None else len(self.attachments) * self.takes.max_pixels
        return sum(len(text.encode("utf-8", "replace")) for text in texts) // 4 + pixels // 750 + 1


_hashed = lru_cache(maxsize=32)(digest)


@cache
def schema_digest(reply: type[Record]) -> str:
    """SHA-256 of a reply's JSON schema."""
    return digest(reply.model_json_schema())


class Endpoint(Protocol):
    """Where calls go."""

    async def complete(self, call: Call) -> Completion | Unanswered:
        """The completion, or why there is none; raises only on programming errors and bad configuration."""
        ...


class Adapter(Endpoint, Protocol):
    """An endpoint that speaks to a model, and what the wrappers around it must know."""

    name: str
    identity: Mapping[str, object]
    """Everything about it that can change a reply."""
    baseline: bool
    limits: Limits
    known: dict[str, Any]
    """What was learnt about the server and the model; whoever stacks wrappers keeps it."""
    learnt: Callable[[str], None] | None
    """Called with a line for people when `known` has changed."""
    takes: Takes | None
    """Pictures and files that it takes beside text; None for none."""
    show: Show | None
    """Renders them; whoever stacks wrappers gives it."""

    @property
    def sampling(self) -> Sampling | None:
        """How it draws replies; None where it draws none."""
        ...

    async def close(self) -> None:
        """Let go of connections."""
        ...
