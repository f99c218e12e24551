"""The demo's world as the project's own readers see it, and stages run again on a changed copy of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from tests.helpers import ROOT, context
from triaudit.attachments.stage import run as read_attachments
from triaudit.files import read_records, write_records
from triaudit.search import Page
from triaudit.search.corpus import Corpus
from triaudit.systems.stage import run as read_systems
from triaudit.types import Document, SystemOutput, Task, Trace

HOME = ROOT / "data/demo"
SYSTEMS = ("harbor", "breeze", "lantern")


class World(NamedTuple):
    """Everything the demo holds, read."""

    tasks: dict[str, Task]
    outputs: dict[tuple[str, str], SystemOutput]
    """By system and task."""
    documents: dict[str, Document]
    """By file name."""
    pages: dict[str, Page]
    """By address."""
    lines: list[dict[str, Any]]
    """truth.jsonl."""

    def known(self, kind: str, **fields: object) -> list[dict[str, Any]]:
        """Lines of one kind with these values."""
        return [x for x in self.lines if x["kind"] == kind and fields.items() <= x.items()]

    def trace(self, system: str, task: str) -> Trace:
        """A trace that is there."""
        trace = self.outputs[system, task].trace
        assert trace is not None
        return trace


async def read_world(folder: Path) -> World:
    """The demo, read by the stages `systems` and `attachments` and by the corpus search."""
    (folder / "data").symlink_to(ROOT / "data")
    version = "benchmark.version=demo"
    outputs = {}
    for name in SYSTEMS:
        await read_systems(context(folder, "systems", name, [version, f"systems=[{name}]"]))
        for record in read_records(folder / f"results/systems/{name}.jsonl", SystemOutput):
            outputs[name, record.task] = record
    await read_attachments(context(folder, "attachments", None, [version]))
    documents = read_records(folder / "results/attachments/tasks.jsonl", Document)
    corpus = Corpus(str(HOME / "corpus"))
    pages = {}
    for path in sorted((HOME / "corpus").iterdir()):
        address = path.read_text("utf-8").split("url: ", 1)[1].split("\n", 1)[0]
        page = await corpus.fetch(address)
        assert isinstance(page, Page), path
        pages[address] = page
    return World(
        tasks={task.id: task for task in read_records(ROOT / "data/benchmark/demo/tasks.jsonl", Task)},
        outputs=outputs,
        documents={document.name: document for document in documents},
        pages=pages,
        lines=[json.loads(line) for line in (HOME / "truth.jsonl").read_text("utf-8").splitlines()],
    )


async def again(
    evaluated: Path,
    folder: Path,
    system: str,
    stages: Sequence[str],
    change: Callable[[SystemOutput], SystemOutput] = lambda output: output,
    *,
    tasks: Sequence[str] = (),
    corpus: Path = HOME / "corpus",
) -> Path:
    """Run stages for one system over its evaluated results, with its outputs changed or other pages.

    Args:
        evaluated: The project that holds results of all stages.
        folder: Where to work; nothing is there yet.
        system: The system's name.
        stages: What to run, in order; what they need and is not among them is taken over.
        change: What becomes of every output.
        tasks: The tasks to keep; all of them where none is named.
        corpus: The pages that are searched.

    Returns:
        The folder of results.
    """
    results = folder / "results"
    shutil.copytree(evaluated / "results", results)
    shutil.copytree(evaluated / "data/benchmark", folder / "data/benchmark")
    listed = folder / "data/benchmark/demo/tasks.jsonl"
    write_records(listed, [t for t in read_records(listed, Task) if not tasks or t.id in tasks])
    outputs = results / f"systems/{system}.jsonl"
    write_records(outputs, [change(output) for output in read_records(outputs, SystemOutput)])
    values = ["benchmark.version=demo", f"systems=[{system}]", "search=corpus", f"search.path={corpus}"]
    for stage in stages:
        own = None if stage == "score" else system
        await import_module(f"triaudit.{stage}.stage").run(context(folder, stage, own, values))
    return results
