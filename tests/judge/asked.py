"""A judge that asks a local server, and a question for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.server import Server
from triaudit.judge import Judge
from triaudit.judge.openai import OpenAI
from triaudit.judge.stack import stack
from triaudit.questions import GradedCriterion, ScoreDimension, ScoreReply
from triaudit.runtime import Runtime
from triaudit.store import Store

CASES = Path(__file__).parents[1] / "cases"
NAMES = ("Coverage of cost drivers", "Source quality", "Actionability")
SAMPLING = {"max_tokens": 512, "temperature": 0, "top_p": None, "seed": None}


def question(
    report: str = "The pump costs 12 crowns.", repeat: int = 0, names: tuple[str, ...] = NAMES
) -> ScoreDimension:
    return ScoreDimension(
        query="What does the pump cost?",
        language="en",
        report=report,
        dimension="cost",
        name="Cost",
        definition="Costs are weighed.",
        criteria=tuple(GradedCriterion(id=name, text=name, explanation="") for name in names),
        facts=(),
        repeat=repeat,
    )


def judge(url: str, model: str = "judge-small", key_env: str | None = None, **settings: Any) -> OpenAI:
    """A judge of a server; `runtime` and `sampling` change single values."""
    runtime = {"attempts": 3, "timeout": 5, **settings.pop("runtime", {})}
    sampling = {**SAMPLING, **settings.pop("sampling", {})}
    return OpenAI(base_url=url, model=model, key_env=key_env, sampling=sampling, runtime=runtime, **settings)


class Run:
    """One run: a runtime and a store, whose judges' connections are closed at its end."""

    def __init__(self, folder: Path, runtime: Runtime | None = None) -> None:
        self.runtime = runtime or Runtime()
        self.store = Store(folder / "store.sqlite")

    async def __aenter__(self) -> Run:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.runtime.exit.aclose()
        self.store.close()

    def judge(self, server: Server, **settings: Any) -> Judge:
        return stack(judge(server.url, **settings), self.store, self.runtime)

    def ledger(self) -> list[tuple[str, str]]:
        return list(self.store.db.execute("select reason, detail from ledger order by id"))

    def entries(self) -> list[dict[str, Any]]:
        return [json.loads(entry.value) for entry in self.store.entries()]


def scores(answer: object) -> list[float]:
    """The scores of a reply in the order of the criteria."""
    assert isinstance(answer, ScoreReply), answer
    return [one.score for one in answer.scores]
