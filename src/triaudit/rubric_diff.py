"""`triaudit stage=rubric_diff rubric.path=…`: rubrics written by hand, or another run's, against these."""

from __future__ import annotations

import sys
from pathlib import Path

from omegaconf import DictConfig

from triaudit.errors import TriauditError
from triaudit.files import read_records
from triaudit.rubric.diff import differences
from triaudit.rubric.sources import edited, reused
from triaudit.types import Rubric, Task


def run(cfg: DictConfig, out: Path) -> int:
    """Print what `rubric.path` says otherwise than the last results, task by task."""
    tasks = read_records(Path.cwd() / "data" / "benchmark" / str(cfg.benchmark.version) / "tasks.jsonl", Task)
    place = Path.cwd() / str(cfg.rubric.path)
    if not place.exists():
        raise TriauditError(
            f"rubric.path={cfg.rubric.path}: nothing there; name a folder of rubrics or another run's results"
        )
    by_hand = place.is_dir() and (any(place.glob("*.yaml")) or any(place.glob("*.yml")))
    kept = by_hand and not (place / "tasks.jsonl").is_file()
    theirs = edited(place, tasks, {}, None) if kept else reused(place, tasks)
    mine = {rubric.task: rubric for rubric in read_records(out / "rubric" / "tasks.jsonl", Rubric)}
    sys.stdout.write("".join(line + "\n" for line in told(tasks, mine, theirs)))
    return 0


def told(tasks: list[Task], mine: dict[str, Rubric], theirs: dict[str, Rubric]) -> list[str]:
    """The lines, from the last results' rubrics to the others, and how many there are of each kind."""
    lines: list[str] = []
    both = [task.id for task in tasks if task.id in mine and task.id in theirs]
    found = {name: differences(mine[name], theirs[name]) for name in both}
    for name, own in found.items():
        lines += [f"task {name}", *(f"  {line}" for line in own)] if own else []
    differ = sum(bool(own) for own in found.values())
    alone = f"{len(mine) - len(both)} in the results alone, {len(theirs) - len(both)} in rubric.path alone"
    return [*lines, f"{len(both) - differ} rubrics are the same, {differ} differ, {alone}"]
