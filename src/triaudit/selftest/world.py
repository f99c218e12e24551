"""A world with known answers: tasks, attachments, pages that serve as its web, reports, and what is true."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from triaudit.attachments import AttachmentSettings, read_document
from triaudit.errors import TriauditError
from triaudit.files import digest, inside
from triaudit.search import Page
from triaudit.search.corpus import Corpus
from triaudit.selftest.known import read_truth
from triaudit.selftest.truth import Truth
from triaudit.systems.stage import read_outputs
from triaudit.task_path import Draft, curated
from triaudit.task_path.locate import locate
from triaudit.text import language
from triaudit.types import Document, File, SystemOutput, Task


class World(NamedTuple):
    """Everything that claims are found in and checked against, and their known labels."""

    name: str
    tasks: tuple[Task, ...]
    documents: tuple[Document, ...]
    pages: tuple[Page, ...]
    outputs: Mapping[str, tuple[SystemOutput, ...]]
    """By system, one a task."""
    truths: tuple[Truth, ...]


def read_world(folder: Path, settings: AttachmentSettings, say: Callable[[str], None]) -> World:
    """The world in a folder of `tasks.jsonl`, `corpus/`, `files/`, `outputs/<system>` and `truth.jsonl`.

    Raises:
        TriauditError: A part is missing or can't be read; names it.
    """
    if not folder.is_dir():
        raise TriauditError(
            f"selftest.worlds: {folder} is no folder; name one with tasks.jsonl and truth.jsonl"
        )
    folder = folder.resolve()
    tasks = []
    for candidate in curated.read(folder / "tasks.jsonl", folder):
        if not candidate.kept or candidate.draft is None:
            raise TriauditError(f"{folder}: {candidate.origin}: {candidate.why}")
        tasks.append(_task(candidate.draft, folder))
    places = sorted(place for place in (folder / "outputs").glob("*") if not place.name.startswith("."))
    return World(
        name=folder.name,
        tasks=tuple(tasks),
        documents=read_documents(tasks, folder, settings),
        pages=Corpus(str(folder / "corpus")).pages(),
        outputs={place.stem: system_outputs(place.stem, place, tasks, say) for place in places},
        truths=tuple(read_truth(folder / "truth.jsonl")),
    )


def _task(draft: Draft, folder: Path) -> Task:
    places = {file: locate(folder, file) for file in draft.files}
    return Task(
        id=draft.id,
        query=draft.query,
        language=draft.language or language(draft.query),
        track="multimodal" if places else "text",
        files=tuple(
            File(name=file.name, path=place.relative_to(folder).as_posix(), digest=digest(place.read_bytes()))
            for file, place in places.items()
        ),
    )


def read_documents(tasks: Iterable[Task], folder: Path, settings: AttachmentSettings) -> tuple[Document, ...]:
    """The tasks' attachments, each distinct file once; `folder` is what their paths start from."""
    files = {file.digest: file for task in tasks for file in task.files}
    return tuple(
        read_document(inside(folder, file.path) or folder / "refused", file.name, file.digest, settings)
        for file in files.values()
    )


def system_outputs(
    system: str, place: Path, tasks: Sequence[Task], say: Callable[[str], None]
) -> tuple[SystemOutput, ...]:
    """One system's reports and traces; what could not be read is told."""
    outputs, problems = read_outputs(place, tasks, f"the outputs of {system} in {place}")
    for problem in problems:
        say(f"{system}: {problem.text}")
    return tuple(outputs)
