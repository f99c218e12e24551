"""Reads one system's outputs: `results/systems/<system>.jsonl`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from triaudit.context import Context
from triaudit.errors import TriauditError
from triaudit.systems import SystemSettings, adapters
from triaudit.systems.folder import walk
from triaudit.systems.found import Item, Problem
from triaudit.systems.match import match
from triaudit.types import SystemOutput, Task

KEYS = ("benchmark.version", "inputs.benchmark", "systems.{system}", "inputs.systems.{system}")

LINES = 10
"""Problems that are told one by one; the rest is counted."""


async def run(ctx: Context) -> None:
    """One record per task; what could not be read or does not fit is told, and the rest goes on.

    Raises:
        TriauditError: There is nothing to read, or nothing of it is an output.
    """
    settings = ctx.settings(f"systems.{ctx.system}", SystemSettings)
    place = f"systems.{ctx.system}.path={settings.path}"
    outputs, problems = read_outputs(ctx.root / settings.path, ctx.all_tasks(), place)
    for problem in problems[:LINES]:
        ctx.say(problem.text)
    if len(problems) > LINES:
        ctx.say(f"… and {len(problems) - LINES} more of the kind")
    ctx.write(outputs)


def read_outputs(root: Path, tasks: Sequence[Task], place: str) -> tuple[list[SystemOutput], list[Problem]]:
    """One record per task from a file or folder, and what could not be read or does not fit.

    Raises:
        TriauditError: There is nothing to read, or nothing of it is an output; names `place`.
    """
    if not root.exists():
        raise TriauditError(f"{place}: {root} is missing; put the outputs there or correct the path")
    items: list[Item] = []
    problems: list[Problem] = []
    for found in walk(root):
        if isinstance(found, Problem):
            problems.append(found)
            continue
        item = next((item for read in adapters() if (item := read(found)) is not None), None)
        if item is not None:
            items.append(item)
        else:
            keys = (
                ", ".join(sorted(map(str, found.value))[:6]) if not isinstance(found.value, str) else "text"
            )
            problems.append(
                Problem(f"{found.where} has no known format (it has {keys}): see README for the formats")
            )
    if not items:
        why = problems[0].text if problems else "it holds no .json, .jsonl or .md file"
        raise TriauditError(f"{place}: no output could be read: {why}")
    outputs, unmatched = match(tasks, items)
    return outputs, problems + unmatched
