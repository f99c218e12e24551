"""Changes to single sentences and pages of a world, and the list of them that a person can read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from triaudit.selftest.truth import Truth
from triaudit.selftest.world import World
from triaudit.types import Label, SystemOutput

NAME = "name"


class Change(NamedTuple):
    """What was done to one sentence of a report, or to a page or attachment."""

    operation: str
    where: str
    before: str
    after: str
    old: Label | None = None
    new: Label | None = None


def report(world: World, truth: Truth) -> str:
    """The report that a sentence is from."""
    return next(o.report for o in world.outputs[truth.system] if o.task == truth.task)


def with_report(world: World, system: str, task: str, text: str) -> World:
    """The world with another report."""

    def put(output: SystemOutput) -> SystemOutput:
        return output.model_copy(update={"report": text}) if output.task == task else output

    return world._replace(outputs={**world.outputs, system: tuple(map(put, world.outputs[system]))})


def with_truth(world: World, number: int, truth: Truth | None) -> World:
    """The world with another known answer at a place; None takes it away."""
    kept = [truth] if truth else []
    return world._replace(truths=(*world.truths[:number], *kept, *world.truths[number + 1 :]))


def with_sentence(world: World, number: int, sentence: str, label: Label | None = None) -> World | None:
    """The world with another sentence in a report and in its known answer, and perhaps another label.

    None where the sentence would not be exactly once in the report, or is in another one with a known label.
    """
    truth = world.truths[number]
    text = report(world, truth).replace(truth.sentence, sentence)
    others = [
        other.sentence
        for n, other in enumerate(world.truths)
        if n != number and (other.system, other.task) == (truth.system, truth.task)
    ]
    if text.count(sentence) != 1 or any(text.count(other) != 1 for other in others):
        return None
    changed = truth.model_copy(update={"sentence": sentence, "label": label or truth.label})
    return with_truth(with_report(world, truth.system, truth.task, text), number, changed)


def shown(changes: Iterable[Change], title: str) -> str:
    """The changes as lines for a person."""
    lines = [title]
    listed = list(changes)
    if renamed := [f"{change.before} → {change.after}" for change in listed if change.operation == NAME]:
        lines.append(f"  names: {', '.join(renamed)}")
    for change in (change for change in listed if change.operation != NAME):
        labels = f" [{change.old} → {change.new}]" if change.old and change.old is not change.new else ""
        lines.append(f"  {change.operation}{labels}, {change.where}")
        lines += [f"    - {change.before}"] if change.before else []
        lines += [f"    + {change.after}"] if change.after not in {"", change.before} else []
    return "\n".join(lines) + "\n"


Rewrite = Callable[[str, str], str | None]
"""A sentence and its language in, another sentence that says the same out; None where it does not apply."""
