"""Whether a frozen version still is what its manifest pins."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from triaudit.benchmark.freeze import Manifest
from triaudit.errors import TriauditError
from triaudit.files import digest, read_records, tree_digest
from triaudit.types import Task


def intact(folder: Path) -> None:
    """Compare tasks and files with `manifest.json`; a version without one, made by hand, pins nothing.

    Raises:
        TriauditError: Something was changed after freezing; names it and the way out.
    """
    path = folder / "manifest.json"
    if not path.is_file():
        return
    try:
        pinned = Manifest.model_validate_json(path.read_text("utf-8"))
    except (ValidationError, UnicodeDecodeError):
        raise TriauditError(
            f"{path}: not the manifest of a frozen version; restore it, or remove it"
        ) from None
    now = {task.id: digest(task) for task in read_records(folder / "tasks.jsonl", Task)}
    was = {task.id: task.digest for task in pinned.tasks}
    changed = [f"task {name}" for name in {**was, **now} if was.get(name) != now.get(name)]
    for file in pinned.files:
        place = folder / file.path
        if not place.is_file() or tree_digest(place) != file.digest:
            changed.append(file.path)
    if changed:
        raise TriauditError(
            f"benchmark {folder.name} is frozen, but {', '.join(changed[:5])} differs from its manifest: "
            "restore it, or freeze the change as a version of its own (`benchmark.build=…`)"
        )
