"""A server that answers every question as the rules do, and counts: a whole run's real calls."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

import pytest

from tests.server import Reply, Request, Server, said
from triaudit import prompts
from triaudit.judge.rules import Rules
from triaudit.questions import Question


class Threaded:
    """A server in a thread of its own, so that a run may have event loops of its own."""

    url: str

    def __init__(self, reply: Callable[[Request], Reply]) -> None:
        self.reply = reply

    def __enter__(self) -> Self:
        ready = threading.Event()

        async def serve() -> None:
            self.loop, self.stop = asyncio.get_running_loop(), asyncio.Event()
            async with Server(self.reply) as server:
                self.url = server.url
                ready.set()
                await self.stop.wait()

        self.thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
        self.thread.start()
        assert ready.wait(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.loop.call_soon_threadsafe(self.stop.set)
        self.thread.join(10)


class Answering(Threaded):
    """A server sees text and no questions: what this process renders is remembered, for it to look up."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, model: str = "judge-small", swap: int | None = None
    ) -> None:
        """Replies are said to come from `model`, from the request numbered `swap` on from `<model>-next`."""
        super().__init__(self._reply)
        self.model, self.swap = model, swap
        self.known: dict[str, Question[Any]] = {}
        self.calls: Counter[str] = Counter()
        plain = prompts.prompt

        def remembered(question: Question[Any]) -> prompts.Prompt:
            made = plain(question)
            self.known[made.rules.strip() + made.shared + made.varying] = question
            return made

        monkeypatch.setattr(prompts, "prompt", remembered)

    def _answer(self, request: Request) -> Reply:
        messages = request.body["messages"]
        question = self.known[
            "".join((messages[0]["content"].strip(), *(m["content"] for m in messages[1:])))
        ]
        self.calls[question.template] += 1
        reply = asyncio.run(Rules().ask(question))
        number = sum(self.calls.values())
        served = self.model if self.swap is None or number <= self.swap else f"{self.model}-next"
        return said(reply.model_dump_json(), model=served)

    def _reply(self, request: Request) -> Reply:
        made: list[Reply] = []
        thread = threading.Thread(target=lambda: made.append(self._answer(request)))
        thread.start()
        thread.join()
        return made[0]

    def by_stage(self) -> Counter[str]:
        """Calls by the stage that made them."""
        counted: Counter[str] = Counter()
        for template, count in self.calls.items():
            counted[template.split("/")[0]] += count
        return counted

    def as_judge(self, *more: str) -> list[str]:
        """Overrides that make it the judge."""
        return [
            "judge=local",
            f"judge.base_url={self.url}",
            f"judge.model={self.model}",
            "judge.identity=test",
            *more,
        ]
