"""The stages themselves, run on replies of the store and on stand-ins, into a folder that is thrown away."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from triaudit import config
from triaudit.compose import Job
from triaudit.config import ROLES
from triaudit.context import Context
from triaudit.embeddings import Embedder, Vector
from triaudit.judge import Judge
from triaudit.judge.planned import Planned, Tally
from triaudit.judge.stack import stack
from triaudit.judge.standin import Bound
from triaudit.runtime import BudgetSettings, Runtime, RuntimeSettings
from triaudit.search import Hit, Page, Search
from triaudit.search.counted import Counted, local
from triaudit.stages import STAGES, Stage
from triaudit.stamps import Stamps
from triaudit.store import Store
from triaudit.types import Unanswered

READ = ("systems", "attachments")
"""Stages before those that ask: they are run as they are."""


@dataclass(frozen=True)
class Followed:
    """What the stages would ask, and which of them are done."""

    tally: Tally
    done: tuple[str, ...]
    """Stages whose records in `results/` are what they would write: nothing is asked for them again."""


@dataclass(frozen=True)
class Planning(Context):
    """What a stage is given in a plan."""

    tally: Tally = field(default_factory=Tally)
    bound: Bound = "few"

    def judge(self, judge: Judge) -> Judge:
        """A judge that counts and calls nobody."""
        store = self.store
        assert store is not None
        return stack(
            judge,
            store,
            self.runtime,
            lambda adapter: Planned(adapter, store, self.runtime, self.tally, self.stage, self.bound),
            system=self.system,
        )

    def search(self, search: Search) -> Counted:
        """Pages of this machine are searched; another backend is not, and counted."""
        return Counted(
            search if local(search) else StandInWeb(self.tally, self.stage, self.bound), self.runtime
        )

    def embedder(self, embedder: Embedder) -> Embedder:
        """None is asked: which passages are shown hardly changes what that costs."""
        return StandInVectors()

    def say(self, line: str) -> None:
        """Only what the reading stages have to say: the others speak of stand-ins."""
        if self.stage in READ:
            super().say(line)


class StandInVectors:
    """Holds all texts for alike."""

    available = True
    local = True
    identity: Mapping[str, object] = {}

    async def embed(self, texts: Sequence[str], question: bool) -> list[Vector] | Unanswered:
        """The same vector for each."""
        return [(1.0,)] * len(texts)

    async def close(self) -> None:
        """Nothing is held."""


class StandInWeb:
    """Finds a page of the query's own words, or ten of them, and counts."""

    available = True
    local = True

    def __init__(self, tally: Tally, stage: str, bound: Bound) -> None:
        self.tally, self.stage, self.bound = tally, stage, bound
        self.texts: dict[str, str] = {}

    async def search(
        self, query: str, language: str | None = None, limit: int = 10
    ) -> tuple[Hit, ...] | Unanswered:
        """Hits for the query alone."""
        if self.tally.first("search", query, language):
            self.tally.searches[self.stage] += 1
        count, size = (1, 600) if self.bound == "few" else (limit, 12_000)
        urls = [f"https://{len(self.texts) + n}.stand-in.invalid/" for n in range(count)]
        text = f"{query}.\n\n" * (size // (len(query) + 3) + 1)
        self.texts.update(dict.fromkeys(urls, text))
        return tuple(Hit(url=url, title=query, snippet=query) for url in urls)

    async def fetch(self, url: str) -> Page | Unanswered:
        """The page of a hit."""
        return Page(url=url, title="", text=self.texts[url])


def follow(
    job: Job, snapshot: Mapping[str, Any], store: Store, bound: Bound, read: Path | None = None
) -> Followed:
    """Run every stage that asks, and those that it needs.

    Args:
        job: Its `out` is a folder of the plan's own.
        snapshot: The job's.
        store: Answers that are there; nothing is written to it.
        bound: Whether what is not there is taken to be short or long.
        read: A folder where the reading stages have been run already.
    """
    stamps, tally = Stamps(job, dict(snapshot)), Tally()
    settings = _quiet(job)
    done: list[str] = []
    for stage in (STAGES[name] for name in (*READ, *ROLES)):
        known = stamps.reusable(stage)
        if stage.name in READ and (known or read is not None):
            stamps.upstream[stage.name] = job.results if known or read is None else read
            continue
        for system in job.systems(stage):
            _run(stage, system, stamps, store, tally, bound, settings)
        if known:
            stamps.upstream[stage.name] = job.results
            done.append(stage.name)
    return Followed(tally, tuple(done))


def _quiet(job: Job) -> RuntimeSettings:
    """The run's settings, without a call, a limit or a progress bar."""
    settings = config.build(job.cfg.runtime, "runtime")
    assert isinstance(settings, RuntimeSettings)
    return settings.model_copy(update={"offline": True, "progress": "off", "budget": BudgetSettings()})


def _run(  # noqa: PLR0917
    stage: Stage,
    system: str | None,
    stamps: Stamps,
    store: Store,
    tally: Tally,
    bound: Bound,
    settings: RuntimeSettings,
) -> None:
    job = stamps.job
    context = Planning(
        stage=stage.name,
        system=system,
        view=config.View(stage.name, job.cfg, stage.keys(system)),
        root=job.root,
        home=job.home,
        out=job.out,
        upstream=stamps.upstream,
        runtime=Runtime(settings),
        store=store,
        tally=tally,
        bound=bound,
    )
    asyncio.run(context.whole(stage.run(context)))
