"""Bounded concurrency, progress and cancellation: how fast a stage runs, never what it finds."""

from __future__ import annotations

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from contextvars import ContextVar
from typing import Literal, TypeVar

from pydantic import Field
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from triaudit.secrets import scrub
from triaudit.settings import Settings
from triaudit.types import Unanswered, UnansweredReason

T = TypeVar("T")
U = TypeVar("U")

PLAIN_SECONDS = 10.0
"""Without a terminal, progress is a line at most this often."""

LINE = 600
"""Characters of one message; longer ones quote input at length."""


ANSWERS: ContextVar[Counter[tuple[str, str]] | None] = ContextVar("answers", default=None)
"""Answers to one item's questions, by the model that was asked for and the one that says it gave them."""


class BudgetSettings(Settings):
    """The most that all runs sharing the store may spend under one name; null: no limit."""

    usd: float | None = Field(default=None, ge=0)
    calls: int | None = Field(default=None, ge=0)
    tokens: int | None = Field(default=None, ge=0)
    account: str = "default"
    """The name; another one starts from nothing."""


class RuntimeSettings(Settings):
    """What changes speed, money or the network and never a score."""

    concurrency: int = Field(ge=1)
    offline: bool
    progress: Literal["auto", "off"]
    budget: BudgetSettings = BudgetSettings()


class Runtime:
    """Runs a stage's items concurrently within bounds and tells how far it is."""

    def __init__(self, settings: RuntimeSettings | None = None, said: set[str] | None = None) -> None:
        """Without settings: eight at a time, silent. `said` is what stages of one run tell only once."""
        self.settings = settings or RuntimeSettings(concurrency=8, offline=False, progress="off")
        self.unanswered: Counter[UnansweredReason] = Counter()
        """What stayed unanswered so far, by reason."""
        self.served: Counter[tuple[str, str]] = Counter()
        """Answers by the model that was asked for and another one that says it gave them."""
        self.exit = AsyncExitStack()
        """What is to be closed when the stage is done."""
        self._said: set[str] = set() if said is None else said

    def answered(self, asked: str, served: str, same: bool) -> None:
        """An answer has come; `same` is whether those names are of one model."""
        if not same:
            self.served[asked, served] += 1
        if (counted := ANSWERS.get()) is not None:
            counted[asked, served] += 1

    @property
    def holes(self) -> int:
        """How many answers are missing that asking again may give."""
        return sum(n for reason, n in self.unanswered.items() if Unanswered(reason=reason).retryable)

    def say(self, line: str) -> None:
        """One line for a person, on standard error: no secret, no control character, of bounded length."""
        clean = "".join(c if c.isprintable() else "\ufffd" for c in scrub(line))
        sys.stderr.write((clean if len(clean) <= LINE else clean[: LINE - 1] + "…") + "\n")
        sys.stderr.flush()

    def once(self, line: str, what: str | None = None) -> None:
        """`say`, for what would come again and again, in the same words or about the same (`what`)."""
        if (what or line) not in self._said:
            self._said.add(what or line)
            self.say(line)

    async def each(
        self, items: Sequence[T], work: Callable[[T], Awaitable[U]], title: str, what: str
    ) -> list[U]:
        """`work` for every item, results in the items' order.

        At most twice `concurrency` items are begun at a time, so that memory stays bounded while
        every slot has a question to send. The first exception cancels the rest and is raised.
        """
        results: dict[int, U] = {}
        queue = iter(enumerate(items))
        with _Meter(title, what, len(items), self.settings.progress) as meter:

            async def worker() -> None:
                for index, item in queue:
                    results[index] = await work(item)
                    meter.step()

            try:
                async with asyncio.TaskGroup() as group:
                    for _ in range(min(2 * self.settings.concurrency, len(items))):
                        group.create_task(worker())
            except BaseExceptionGroup as errors:
                first: BaseException = errors
                while isinstance(first, BaseExceptionGroup):
                    first = first.exceptions[0]
                raise first from None
        return [results[index] for index in range(len(items))]


class _Meter:
    """A progress bar on a terminal, plain lines elsewhere, nothing when off."""

    def __init__(self, title: str, what: str, total: int, progress: str) -> None:
        self.title, self.what, self.total, self.done = title, what, total, 0
        self.last = time.monotonic()
        self.plain = progress == "auto" and not sys.stderr.isatty()
        self.bar: Progress | None = None
        if progress == "auto" and sys.stderr.isatty():
            from rich.console import Console  # noqa: PLC0415

            self.bar = Progress(
                TextColumn("{task.description}"),
                BarColumn(),
                MofNCompleteColumn(),
                TimeRemainingColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            self.task = self.bar.add_task(f"{title}: {what}", total=total)

    def __enter__(self) -> _Meter:
        if self.bar:
            self.bar.start()
        return self

    def step(self) -> None:
        self.done += 1
        if self.bar:
            self.bar.advance(self.task)
        elif self.plain and time.monotonic() - self.last >= PLAIN_SECONDS:
            self.last = time.monotonic()
            print(f"{self.title}: {self.done} of {self.total} {self.what}", file=sys.stderr, flush=True)  # noqa: T201

    def __exit__(self, *error: object) -> None:
        if self.bar:
            self.bar.stop()
