"""An endpoint that calls nobody and counts: what is in the store answers, for the rest a stand-in does."""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass, field

from triaudit.files import digest
from triaudit.judge.ahead import LEAST
from triaudit.judge.endpoint import Adapter, Call, Completion, Endpoint, Fault, Prices, Usage
from triaudit.judge.standin import Bound, reply
from triaudit.judge.stored import Stored
from triaudit.runtime import Runtime
from triaudit.store import Store
from triaudit.types import Unanswered, UnansweredReason

Money = float | None
"""None: unknown."""


@dataclass(frozen=True)
class Size:
    """Tokens of some calls, about a quarter of their bytes unless the provider has counted them."""

    calls: int = 0
    input: float = 0.0
    cacheable: float = 0.0
    """Of `input`, what an earlier call of the same run has sent as its beginning."""
    output: float = 0.0

    def __add__(self, other: Size) -> Size:
        """Both together."""
        return Size(
            self.calls + other.calls,
            self.input + other.input,
            self.cacheable + other.cacheable,
            self.output + other.output,
        )

    def money(self, prices: Prices | None, cached: bool) -> Money:
        """What it costs; `cached` is whether the provider has all in its cache that it can have."""
        if not self.calls:
            return 0.0
        if prices is None:
            return None
        kept = self.cacheable if cached else 0.0
        rate = prices.input if prices.cached is None else prices.cached
        return ((self.input - kept) * prices.input + kept * rate + self.output * prices.output) / 1e6


@dataclass(frozen=True)
class Counted:
    """What the provider counted for calls that are in the store, beside what would have been estimated."""

    calls: int = 0
    input: float = 0.0
    output: float = 0.0
    estimated: float = 0.0
    """The estimate of `input`."""

    def applied(self, size: Size) -> Size:
        """An estimate by the measure of these calls; as it is where there are none."""
        if not self.calls or not self.estimated:
            return size
        scale = self.input / self.estimated
        output = size.calls * self.output / self.calls
        return Size(size.calls, size.input * scale, size.cacheable * scale, output)


@dataclass
class Kind:
    """The calls of one judge with one template."""

    new: Size = Size()
    """Those that are not in the store, as they are estimated."""
    whole: Size = Size()
    """All, as if none were in the store."""
    counted: Counted = Counted()


@dataclass
class Tally:
    """What a plan has counted, each question once however often it is asked."""

    kinds: defaultdict[tuple[str, str, str], Kind] = field(default_factory=lambda: defaultdict(Kind))
    """By stage, judge and template."""
    prices: dict[str, Prices | None] = field(default_factory=dict)
    """By judge."""
    searches: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    """By stage."""
    pages: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    seen: set[str] = field(default_factory=set)
    """Calls and beginnings of calls."""

    def first(self, *what: object) -> bool:
        """Whether this comes for the first time."""
        key = digest(list(what))
        if key in self.seen:
            return False
        self.seen.add(key)
        return True


class Planned:
    """The endpoint of one stage's judge."""

    def __init__(  # noqa: PLR0917
        self, adapter: Adapter, store: Store, runtime: Runtime, tally: Tally, stage: str, bound: Bound
    ) -> None:
        """`runtime` is offline: whatever the store has no answer to is said to be missing there."""
        self.adapter, self.tally, self.stage, self.bound = adapter, tally, stage, bound
        self.stored: Endpoint = Stored(_Nobody(), adapter, store, runtime)
        self.tally.prices[adapter.name] = adapter.limits.prices

    async def complete(self, call: Call) -> Completion | Unanswered:
        """The stored completion, else the text of a stand-in."""
        done = await self.stored.complete(call)  # what failed before would be asked again
        made: Completion = done if isinstance(done, Completion) else self._stand_in(call)
        if self.tally.first("call", dict(self.adapter.identity), call.key):
            self._count(call, made, made is done)
        return made

    def _stand_in(self, call: Call) -> Completion:
        text = json.dumps(reply(call.question, self.bound), ensure_ascii=False)
        usage = Usage(output=len(text.encode("utf-8", "replace")) // 4 + 1)
        return Completion(text=text, requested=self.adapter.name, usage=usage)

    def _count(self, call: Call, made: Completion, stored: bool) -> None:
        kind = self.tally.kinds[self.stage, self.adapter.name, call.question.template]
        usage, output = made.usage, made.usage.output
        if output is None:
            output = len(made.text.encode("utf-8", "replace")) // 4 + 1
        kind.whole += Size(1, call.size, self._sent_before(call, "whole"), output)
        if not stored:
            kind.new += Size(1, call.size, self._sent_before(call, "new"), output)
        elif usage.input is not None and usage.output is not None and made.attempts == 1:
            known = kind.counted
            kind.counted = Counted(
                known.calls + 1,
                known.input + usage.input,
                known.output + usage.output,
                known.estimated + call.size,
            )

    def _sent_before(self, call: Call, among: str) -> int:
        """Tokens of the longest beginning that an earlier one of these calls had and that providers keep."""
        found = 0
        for start in (call.prompt.rules, call.prompt.rules + call.prompt.shared):
            if len(start) >= LEAST and not self.tally.first(among, dict(self.adapter.identity), start):
                found = len(start.encode("utf-8", "replace")) // 4
        return found


class _Nobody:
    """Where a plan's calls would go."""

    async def complete(self, call: Call) -> Completion | Unanswered:
        """Not reached: the store is asked offline."""
        return Fault(reason=UnansweredReason.NOT_IN_STORE, detail=call.question.template)
