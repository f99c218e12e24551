"""Freezes the kept candidates as a benchmark version, once; a frozen version never changes."""

from __future__ import annotations

import hashlib
import os
import shutil
from pathlib import Path

from triaudit.benchmark import BenchmarkSettings
from triaudit.benchmark.freeze import Manifest, NotBuilt, difference, frozen_path, manifest, merge
from triaudit.context import TASKS, Context
from triaudit.errors import TriauditError
from triaudit.files import digest, read_records, to_json, tree_digest, write_text
from triaudit.task_path import Attachment, Candidate, chosen
from triaudit.task_path.locate import locate
from triaudit.types import File, Record, Task

KEYS = ("benchmark.build", "task_path", "inputs.task_path")


async def run(ctx: Context) -> None:
    """Builds the set below results/ and publishes it to data/benchmark/<build>/ where that is not there yet.

    Raises:
        TriauditError: No candidate was kept, or the version is frozen with other content.
    """
    version = ctx.settings("benchmark", BenchmarkSettings).build
    paths = chosen(ctx.settings("task_path", object))
    built = ctx.out / ctx.stage
    shutil.rmtree(built, ignore_errors=True)
    if not paths:
        _write(
            built, NotBuilt(why="no task_path is chosen; evaluation uses the frozen version that is there")
        )
        return

    candidates = [candidate for name in paths for candidate in ctx.read("task_path", Candidate, name)]
    sources: dict[str, Path] = {}

    def freeze(candidate: Candidate, attachment: Attachment) -> File:
        source = locate(ctx.root / candidate.folder, attachment)
        with source.open("rb") as stream:
            content = hashlib.file_digest(stream, "sha256").hexdigest()
        path = frozen_path(content, attachment.name)
        sources[path] = source
        return File(name=attachment.name, path=path, digest=content)

    tasks, dropped = merge(candidates, freeze)
    told = {(c.origin, c.why) for c in candidates if not c.kept}
    for gone in dropped:
        if (gone.origin, gone.why) not in told:  # the task_path stage has said the others
            ctx.say(f"dropped: {gone.origin}: {gone.why}")
    if not tasks:
        raise TriauditError(
            f"benchmark {version}: none of {len(candidates)} candidates was kept; "
            "see the reasons above, correct the inputs of task_path and run it again"
        )
    used = sorted({file.path for task in tasks for file in task.files})
    for path in used:
        (built / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(sources[path], built / path)
    ctx.write(tasks, TASKS)
    sizes = {path: (built / path).stat().st_size for path in used}
    config = digest(
        {name: [type(path).__name__, path.model_dump(mode="json")] for name, path in paths.items()}
    )
    pinned = manifest(version, tasks, sizes, dropped, config)
    _write(built, pinned)
    _publish(ctx, built, pinned, tasks)


def _publish(ctx: Context, built: Path, pinned: Manifest, tasks: list[Task]) -> None:
    """Copies the built set to its place in one step, or checks that the very same set is there."""
    place = ctx.root / "data" / "benchmark" / pinned.version
    shown = place.relative_to(ctx.root).as_posix()
    if not _empty(place):
        _check(place, shown, built, pinned, tasks)
        return
    place.parent.mkdir(parents=True, exist_ok=True)
    part = place.with_name(f".{place.name}.{os.getpid()}.part")
    try:
        shutil.copytree(built, part, copy_function=shutil.copyfile)
        part.replace(place)
    except OSError:
        if _empty(place):
            raise
        _check(place, shown, built, pinned, tasks)  # another process was faster
    finally:
        shutil.rmtree(part, ignore_errors=True)
    ctx.say(f"{shown}: frozen with {len(tasks)} tasks; keep it in git, evaluation reads it from there")


def _check(place: Path, shown: str, built: Path, pinned: Manifest, tasks: list[Task]) -> None:
    names = (f"{TASKS}.jsonl", "files")
    if all(tree_digest(place / name) == tree_digest(built / name) for name in names):
        return
    frozen = read_records(place / f"{TASKS}.jsonl", Task) if (place / f"{TASKS}.jsonl").is_file() else []
    what = difference(frozen, tasks) or "the bytes of its files"
    raise TriauditError(
        f"{shown} is frozen and differs from what task_path gives ({what}); name a new version "
        f"(`benchmark.build={pinned.version}-2`), or drop task_path from params.yaml to evaluate it as it is"
    )


def _empty(folder: Path) -> bool:
    return not folder.is_dir() or not any(folder.iterdir())


def _write(folder: Path, what: Record) -> None:
    write_text(folder / "manifest.json", to_json(what.model_dump(mode="json"), indent=2) + "\n")
