"""What a stage is given: its declared settings, its inputs, its place to write, and its judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from triaudit.attachments import exhibits
from triaudit.benchmark import BenchmarkSettings
from triaudit.benchmark.subset import Part, part
from triaudit.config import View
from triaudit.embeddings import Embedder
from triaudit.embeddings.kept import Kept
from triaudit.errors import TriauditError
from triaudit.files import inside, read_records, write_records
from triaudit.judge import Judge
from triaudit.judge.exhibits import Exhibit, Rendered
from triaudit.judge.stack import stack
from triaudit.runtime import ANSWERS, Runtime
from triaudit.search import Search
from triaudit.search.counted import Counted as CountedSearch
from triaudit.store import Store
from triaudit.types import Answers, Record, Task

T = TypeVar("T")
U = TypeVar("U")
R = TypeVar("R", bound=Record)

TASKS = "tasks"
"""File name of records that are per task and not per system."""


@dataclass(frozen=True)
class Context:
    """One run of one stage, for one system where the stage is per system."""

    stage: str
    system: str | None
    view: View
    """The configuration, cut to the keys that the stage declares."""
    root: Path
    """Relative paths of the configuration start here."""
    home: Path
    """The main checkout, in DVC's temporary copies too: mlruns and the store are there."""
    out: Path
    """Results folder of this job; the stage writes below `out/<stage>/` alone."""
    upstream: Mapping[str, Path] = field(default_factory=dict)
    """Results folder to read a stage from where that is not `out` (sweeps)."""
    stale: frozenset[tuple[str, str]] = frozenset()
    """Stage and name of records that were made under another configuration; a stage that can do without
    treats them as not there."""
    runtime: Runtime = field(default_factory=Runtime)
    store: Store | None = None
    """Where answers are kept; None keeps nothing."""

    def settings(self, key: str, kind: type[T]) -> T:
        """The settings object or value at a declared key; a read of another key raises UndeclaredError."""
        return self.view.read(key, kind)

    def folder(self, stage: str) -> Path:
        """Where a stage's results are."""
        return self.upstream.get(stage, self.out) / stage

    def lacks(self, stage: str, name: str) -> str:
        """Why an earlier stage's records can't be used; empty where they can."""
        path = self.folder(stage) / f"{name}.jsonl"
        if (stage, name) in self.stale:
            return f"{path} was made under another configuration"
        return "" if path.is_file() else f"{path} is missing"

    def read(self, stage: str, kind: type[R], name: str | None = None) -> list[R]:
        """Records of an earlier stage: this system's, or the per-task ones where `name` is TASKS."""
        return read_records(self.folder(stage) / f"{name or self.system}.jsonl", kind)

    def write(self, records: Iterable[Record], name: str | None = None) -> None:
        """Write this stage's records, in the order given."""
        write_records(self.out / self.stage / f"{name or self.system or TASKS}.jsonl", records)

    def tasks(self) -> list[Task]:
        """The tasks that are evaluated, in the benchmark's order."""
        return list(self.part().tasks)

    def part(self) -> Part:
        """The tasks that are evaluated, and what part of the benchmark they are."""
        settings = self.settings("benchmark", BenchmarkSettings)
        return part(self.all_tasks(), settings.limit, settings.only)

    def all_tasks(self) -> list[Task]:
        """Every task of the benchmark version, whatever part of it is evaluated."""
        version = self.settings("benchmark.version", str)
        path = self.benchmark / "tasks.jsonl"
        if not path.is_file():
            raise TriauditError(
                f"benchmark.version={version}: {path} is missing; freeze one with "
                f"`triaudit stage=task_path,benchmark benchmark.build={version}` or name another version"
            )
        return read_records(path, Task)

    @property
    def benchmark(self) -> Path:
        """Folder of the benchmark version: `tasks.jsonl` and the attachments' files."""
        return self.root / "data" / "benchmark" / self.settings("benchmark.version", str)

    def judge(self, judge: Judge) -> Judge:
        """The judge with store, budget, limits and counting around it."""
        return stack(judge, self.store, self.runtime, show=self._show, system=self.system)

    def _show(self, exhibit: Exhibit, max_pixels: int, max_bytes: int) -> Rendered | str:
        """A picture or file of a task's attachment as a judge is shown it, or why it is not."""
        path = self._files.get(exhibit.digest)
        if path is None:
            return "the file is missing from the benchmark's folder"
        if exhibit.kind == "file":
            made = exhibits.whole(path, exhibit.digest, max_bytes)
        else:
            made = exhibits.picture(path, exhibit.digest, exhibit.locator, max_pixels, max_bytes)
        return made if isinstance(made, str) else Rendered(*made)

    @cached_property
    def _files(self) -> Mapping[str, Path]:
        """Where attachments are, by digest; none that leads outside the benchmark's folder."""
        places = (
            (file.digest, inside(self.benchmark, file.path)) for task in self.tasks() for file in task.files
        )
        return {digest: path for digest, path in places if path is not None}

    def embedder(self, embedder: Embedder) -> Embedder:
        """The embedder with the store around it."""
        kept = Kept(embedder, self.store, self.runtime)
        self.runtime.exit.push_async_callback(kept.close)
        return kept

    def search(self, search: Search) -> CountedSearch:
        """The search backend with budget and counting around it."""
        return CountedSearch(search, self.runtime, self.store)

    async def each(
        self, items: Sequence[T], work: Callable[[T], Awaitable[U]], what: str = "reports"
    ) -> list[U]:
        """`work` done for every item, concurrently and with progress; results in the items' order.

        Records that have a place for it get the models that answered the questions behind them.
        """
        title = self.stage if self.system is None else f"{self.stage} {self.system}"

        async def signed(item: T) -> U:
            counted: Counter[tuple[str, str]] = Counter()
            before = ANSWERS.set(counted)
            try:
                made = await work(item)
            finally:
                ANSWERS.reset(before)
            if counted and isinstance(made, Record) and "answered" in type(made).model_fields:
                answered = tuple(
                    Answers(asked=asked, served=served, answers=n)
                    for (asked, served), n in sorted(counted.items())
                )
                return made.model_copy(update={"answered": answered})
            return made

        return await self.runtime.each(items, signed, title, what)

    async def whole(self, work: Coroutine[Any, Any, T]) -> T:
        """A stage's work, and the closing of what it opened."""
        async with self.runtime.exit:
            return await work

    def say(self, line: str) -> None:
        """Tell the person something, on standard error."""
        self.runtime.say(f"{self.stage}{f' {self.system}' if self.system else ''}: {line}")
