"""Rubrics that are not made here: written by hand, or taken over from another run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from triaudit.errors import TriauditError
from triaudit.files import digest, read_records
from triaudit.rubric.build import content
from triaudit.rubric.readable import MOST_BYTES, parse, taken
from triaudit.types import Document, Rubric, Task


def edited(
    folder: Path, tasks: Sequence[Task], documents: Mapping[str, Document], cap: float | None
) -> dict[str, Rubric]:
    """Task id to the rubric in `folder/*.yaml`; tasks without a file are not in it.

    Raises:
        TriauditError: A file is not a rubric, or of no task, or of the same task as another; names it.
    """
    by_id = {task.id: task for task in tasks}
    found: dict[str, Rubric] = {}
    seen: dict[str, str] = {}
    for path in sorted((*folder.glob("*.yaml"), *folder.glob("*.yml"))):
        if path.stat().st_size > MOST_BYTES:
            raise TriauditError(f"{path.name}: larger than {MOST_BYTES} bytes, so that it can't be a rubric")
        try:
            file = parse(path.read_text("utf-8"), path.name)
        except UnicodeDecodeError:
            raise TriauditError(f"{path.name}: not UTF-8 text: save it as UTF-8") from None
        name = file.task.strip()
        if name not in by_id:
            raise TriauditError(
                f"{path.name}: the benchmark has no task {name!r}: correct `task`, or move the file away"
            )
        if name in seen:
            raise TriauditError(
                f"{path.name}: task {name} has a rubric in {seen[name]} too: keep one of them"
            )
        seen[name] = path.name
        found[name] = taken(file, by_id[name], documents, cap, path.name)
    return found


def reused(place: Path, tasks: Sequence[Task]) -> dict[str, Rubric]:
    """Task id to the rubric that another run made for it; tasks that it has none for are not in it.

    Args:
        place: The other run's results, its folder `rubric`, or the file in there.
        tasks: The tasks.

    Raises:
        TriauditError: There are no rubrics, or they were changed since, or made for another question.
    """
    files = (place, place / "tasks.jsonl", place / "rubric" / "tasks.jsonl")
    path = next((file for file in files if file.is_file()), files[1])
    by_id = {task.id: task for task in tasks}
    found: dict[str, Rubric] = {}
    for rubric in read_records(path, Rubric):
        task = by_id.get(rubric.task)
        if task is None or rubric.missing is not None:
            continue
        if digest(content(rubric.dimensions, rubric.facts)) != rubric.digest:
            raise TriauditError(
                f"{path.name}: the rubric of task {rubric.task} was changed after it was made: take a copy "
                "that was not, or keep the change as YAML with rubric.source=edited"
            )
        if rubric.query and rubric.query != digest(task.query):
            raise TriauditError(
                f"{path.name}: the rubric of task {rubric.task} was made for another question: "
                "name a run on the same benchmark in rubric.path"
            )
        if strange := {fact.file for fact in rubric.facts} - {file.digest for file in task.files}:
            raise TriauditError(
                f"{path.name}: the rubric of task {rubric.task} rests on {len(strange)} attachments that "
                "the task does not have: name a run on the same benchmark in rubric.path"
            )
        found[rubric.task] = rubric
    return found
