"""A part of a benchmark version: the tasks that are named, or the first so many of a fixed draw.

`limit` draws evenly from the tracks by a hash of the tasks' ids, so that a larger part holds every smaller
one: going on to more tasks, or to all of them, asks nothing again.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from triaudit.errors import TriauditError
from triaudit.files import digest
from triaudit.overrides import near
from triaudit.types import Task

NAMED = 10
"""Unknown ids that an error names."""


class Part(NamedTuple):
    """The tasks that are evaluated, in the benchmark's order."""

    tasks: tuple[Task, ...]
    note: str = ""
    """`3 of 8 tasks (benchmark.limit=3)`; empty where it is all of them."""


def part(tasks: Sequence[Task], limit: int | None, only: Sequence[str] | None) -> Part:
    """The tasks with the ids in `only`, and of these `limit` by the draw; all where neither is given.

    Raises:
        TriauditError: An id is of no task; names the nearest ones.
    """
    kept = list(tasks)
    why: list[str] = []
    if only is not None:
        known = [task.id for task in tasks]
        if unknown := [name for name in only if name not in set(known)]:
            told = ", ".join(f"{name}{near(name, known)}" for name in unknown[:NAMED])
            more = f" and {len(unknown) - NAMED} more" if len(unknown) > NAMED else ""
            raise TriauditError(
                f"benchmark.only: no task has the id {told}{more}; there are {len(known)}, "
                f"such as {', '.join(known[:5])}"
            )
        kept = [task for task in tasks if task.id in set(only)]
        if len(kept) < len(tasks):
            why.append("benchmark.only")
    if limit is not None and limit < len(kept):
        chosen = {task.id for task in drawn(kept)[:limit]}
        kept = [task for task in kept if task.id in chosen]
        why.append(f"benchmark.limit={limit}")
    if len(kept) == len(tasks):
        return Part(tuple(tasks))
    return Part(tuple(kept), f"{len(kept)} of {len(tasks)} tasks ({', '.join(why)})")


def drawn(tasks: Sequence[Task]) -> list[Task]:
    """All tasks in the order of the draw: within a track by a hash of the id, the tracks by Sainte-Laguë.

    Each place goes to the track with the most tasks per place, n / (2 k + 1) where k places are taken, so
    that any number of first tasks has the tracks in about the proportion of the whole.
    """
    waiting: dict[str, list[Task]] = {}
    for task in sorted(tasks, key=lambda task: (digest(task.id), task.id), reverse=True):
        waiting.setdefault(task.track, []).append(task)
    sizes = {track: len(waiting[track]) for track in sorted(waiting)}
    taken = dict.fromkeys(sizes, 0)
    order: list[Task] = []
    while left := [track for track in sizes if waiting[track]]:
        track = max(left, key=lambda name: Fraction(sizes[name], 2 * taken[name] + 1))
        order.append(waiting[track].pop())
        taken[track] += 1
    return order
