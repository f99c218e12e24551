"""Seeded variants of a world: other names, numbers, units, order and wording, and labels that are known.

Nothing here knows a judge. A variant's labels are known by how it is made; `vary` checks that each sentence
is once in its report and each quote in its source.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from triaudit.selftest.truth import Truth
from triaudit.selftest.variants.coherent import ensure
from triaudit.selftest.variants.edit import NAME, Change, shown, with_sentence
from triaudit.selftest.variants.evidence import unbacked
from triaudit.selftest.variants.form import reshaped
from triaudit.selftest.variants.labels import right, wrong
from triaudit.selftest.variants.names import Names, read_names, renamed
from triaudit.selftest.variants.order import reordered
from triaudit.selftest.variants.phrasing import passive, rephrased
from triaudit.selftest.variants.scale import groups, languages, scaled
from triaudit.selftest.variants.units import rescaled, respelled, spelled, stepped
from triaudit.selftest.world import World
from triaudit.types import Label

__all__ = ["Change", "Names", "Varied", "read_names", "shown", "vary"]

SHARE = 0.1
"""Least share of each label that a variant keeps, where the world has it."""
Turn = Callable[[str, str, Random], str | None]
WORDING: tuple[tuple[str, float, Turn], ...] = (
    ("order", 0.75, reordered),
    ("voice", 0.75, lambda sentence, language, _: passive(sentence) if language == "en" else None),
    ("wording", 0.85, rephrased),
    ("scale", 0.45, rescaled),
    ("smaller unit", 0.3, stepped),
    ("name of a unit", 0.45, respelled),
    ("number in words or digits", 0.5, spelled),
)
"""What is done to a sentence, and how often where it can be."""


class Varied(NamedTuple):
    """A variant, and what was changed to make it."""

    world: World
    changes: tuple[Change, ...]


def vary(world: World, seed: int, names: Names | None = None) -> Varied:
    """The variant of a world for a seed.

    Raises:
        TriauditError: The world's known answers do not fit the world.
    """
    ensure(world)
    made, other = renamed(world, names or Names(), _dice(f"{seed} names"))
    changes = [Change(NAME, "everywhere", old, new) for old, new in other.items()]
    made, moved = scaled(made, _dice(f"{seed} numbers"))
    changes.append(Change("figures moved", f"{moved} groups of tasks", "", ""))
    made, relabelled = _relabel(made, _dice(f"{seed} labels"))
    changes += relabelled
    made, reworded = _reword(made, _dice(f"{seed} words"))
    changes += reworded
    made = made._replace(name=f"{world.name}, variant {seed}")
    ensure(made)
    return Varied(made, tuple(changes))


def _dice(seed: str) -> Random:
    return Random(seed)  # noqa: S311  (a variant must be the same every time)


def _relabel(world: World, rng: Random) -> tuple[World, list[Change]]:
    """Some sentences with another label, each changed once at most; every label keeps its share."""
    near = _near(world)
    changes: list[Change] = []
    done: set[tuple[str, str, str]] = set()
    for label, share, change in (
        (Label.RIGHT, 0.06, lambda world, number: unbacked(world, number, near[world.truths[number].task])),
        (
            Label.CONFLICT,
            0.15,
            lambda world, number: unbacked(world, number, near[world.truths[number].task]),
        ),
        (Label.WRONG, 0.2, right),
        (Label.RIGHT, 0.12, lambda world, number: wrong(world, number, rng)),
    ):
        todo = [_key(truth) for truth in world.truths if truth.label is label]
        left = round(share * len(todo))
        for key in rng.sample(todo, len(todo)):
            at = {_key(truth): number for number, truth in enumerate(world.truths)}
            if left <= 0 or key in done or key not in at or world.truths[at[key]].label is not label:
                continue
            made = change(world, at[key])
            if made and _balanced(world, made[0]):
                before = {_key(truth): truth.label for truth in world.truths}
                after = {_key(truth): truth.label for truth in made[0].truths}
                done |= {key for key, label in after.items() if before.get(key) is not label}
                world, left = made[0], left - 1
                changes += made[1]
    return world, changes


def _key(truth: Truth) -> tuple[str, str, str]:
    return truth.system, truth.task, truth.sentence


def _near(world: World) -> dict[str, dict[str, str]]:
    """For every task the pages and attachments of its group, with their languages."""
    members, where = groups(world)
    spoken = languages(world)
    near: dict[str, dict[str, str]] = {}
    for number, tasks in enumerate(members):
        files = {file.digest for task in world.tasks if task.id in tasks for file in task.files}
        sources = [url for url, n in where.items() if n == number]
        sources += [document.name for document in world.documents if document.digest in files]
        near |= {task: {source: spoken[source] for source in sources} for task in tasks}
    return near


def _balanced(old: World, new: World) -> bool:
    had, has = (Counter(truth.label for truth in one.truths) for one in (old, new))
    return all(has[label] >= min(had[label], SHARE * len(new.truths)) for label in Label)


def _reword(world: World, rng: Random) -> tuple[World, list[Change]]:
    """Every sentence said in other words, order, units or form, where one of the ways fits."""
    spoken = languages(world)
    changes = []
    for number in range(len(world.truths)):
        before = world.truths[number]
        done = []
        for what, often, turn in WORDING:
            sentence = world.truths[number].sentence
            if rng.random() >= often:
                continue
            new = turn(sentence, spoken[before.task], rng)
            if new and new != sentence and (made := with_sentence(world, number, new)):
                world = made
                done.append(what)
        if rng.random() < 0.25 and (made := reshaped(world, number, rng)):
            world = made
            done.append("row as a line" if "|" in before.sentence else "paragraph as a list")
        if done:
            where = f"{before.system}, {before.task}, {before.label}"
            changes.append(Change(", ".join(done), where, before.sentence, world.truths[number].sentence))
    return world, changes
