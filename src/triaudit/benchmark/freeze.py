"""Candidates as one task set, and the manifest that pins it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Literal

from triaudit.errors import TriauditError
from triaudit.files import digest
from triaudit.task_path import Attachment, Candidate, Draft
from triaudit.text import language
from triaudit.types import File, Record, Slug, Task


class Dropped(Record):
    """A candidate that did not become a task."""

    origin: str
    id: str | None
    why: str


class FrozenTask(Record):
    """A task and the SHA-256 of its record."""

    id: str
    digest: str


class FrozenFile(Record):
    """An attachment of the set: where it is below the version's folder, its SHA-256 and size."""

    path: str
    digest: str
    bytes: int


class Manifest(Record):
    """What a version holds; two versions with the same `digest` are the same benchmark."""

    built: Literal[True] = True
    version: Slug
    digest: str
    """SHA-256 over tasks and files, not over how they were found."""
    canary: str
    """Occurs nowhere else: a model that can complete it was trained on this version."""
    config: str
    """SHA-256 of the paths' settings."""
    counts: Mapping[str, int]
    tasks: tuple[FrozenTask, ...]
    files: tuple[FrozenFile, ...]
    dropped: tuple[Dropped, ...]


class NotBuilt(Record):
    """Stands for the manifest where no task set was asked for."""

    built: Literal[False] = False
    why: str


def merge(
    candidates: Sequence[Candidate], freeze: Callable[[Candidate, Attachment], File]
) -> tuple[list[Task], list[Dropped]]:
    """Kept candidates as tasks in the candidates' order, and every other one with its reason.

    Ids are compared as trimmed text. Of two candidates with one id the first is kept. `freeze` gives the
    frozen file of a candidate's attachment and raises TriauditError where it can't be had; that drops the
    candidate.
    """
    tasks: dict[str, Task] = {}
    origins: dict[str, str] = {}
    dropped: list[Dropped] = []
    for candidate in candidates:
        draft = candidate.draft
        name = draft.id.strip() if draft else None
        why = candidate.why if not candidate.kept else "" if draft else "there is no task in it"
        if not why and name in tasks:
            why = f"task {name}: this id is taken by {origins[name]}; give it another"
        if not why and draft and name is not None:
            try:
                files = tuple(freeze(candidate, file) for file in draft.files)
            except TriauditError as error:
                why = f"task {name}: {error}"
            else:
                tasks[name], origins[name] = _task(name, draft, files), candidate.origin
        if why:
            dropped.append(Dropped(origin=candidate.origin, id=name, why=why))
    return list(tasks.values()), dropped


def _task(name: str, draft: Draft, files: tuple[File, ...]) -> Task:
    return Task(
        id=name,
        query=draft.query,
        language=draft.language or language(draft.query),
        track="multimodal" if files else "text",
        files=files,
        domain=draft.domain,
        annotation=draft.annotation,
    )


def frozen_path(content: str, name: str) -> str:
    """Where an attachment with this SHA-256 goes: named by content, with a suffix only if it is harmless."""
    suffix = PurePosixPath(name).suffix.lower()
    return f"files/{content[:16]}{suffix if re.fullmatch(r'[.][a-z0-9]{1,8}', suffix) else ''}"


def manifest(
    version: str, tasks: Sequence[Task], sizes: Mapping[str, int], dropped: Sequence[Dropped], config: str
) -> Manifest:
    """The manifest of a task set; `sizes` gives bytes by frozen path, `config` the settings' digest."""
    content = digest([digest(task) for task in tasks])  # a task's record holds its files' digests
    files = {file.path: file.digest for task in tasks for file in task.files}
    multimodal = sum(task.track == "multimodal" for task in tasks)
    return Manifest(
        version=version,
        digest=content,
        canary=f"triaudit-canary-{digest('canary ' + content)[:32]}",
        config=config,
        counts={
            "candidates": len(tasks) + len(dropped),
            "dropped": len(dropped),
            "tasks": len(tasks),
            "text": len(tasks) - multimodal,
            "multimodal": multimodal,
            "files": len(files),
        },
        tasks=tuple(FrozenTask(id=task.id, digest=digest(task)) for task in tasks),
        files=tuple(FrozenFile(path=path, digest=files[path], bytes=sizes[path]) for path in sorted(files)),
        dropped=tuple(dropped),
    )


def difference(frozen: Sequence[Task], built: Sequence[Task]) -> str:
    """In what two task sets differ, for a person; empty where they don't."""
    old, new = {task.id: task for task in frozen}, {task.id: task for task in built}
    parts = {
        "new": [name for name in new if name not in old],
        "gone": [name for name in old if name not in new],
        "changed": [name for name in new if name in old and new[name] != old[name]],
    }
    told = [
        f"{what}: {', '.join(names[:5])}{' …' if len(names) > 5 else ''}"
        for what, names in parts.items()
        if names
    ]
    return "; ".join(told) or ("" if list(old) == list(new) else "another order")
