"""The figures of a world moved, and nothing that is said of them: each kind of amount by a factor of its own.

Within the tasks that share pages, all amounts of money become, say, 1.3 times what they were, all weights
0.8 times. Equal stays equal; sums, differences, shares and comparisons stay true. Percentages, dates,
durations and small counts stay as they are, and so does everything where an image shows figures.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from decimal import Decimal
from random import Random
from typing import NamedTuple

from triaudit.bm25 import Index
from triaudit.selftest.truth import Truth
from triaudit.selftest.variants.coherent import stands
from triaudit.selftest.variants.figures import figures, replaced, same, spots, write
from triaudit.selftest.world import World
from triaudit.text import tokens
from triaudit.types import Block, Document, Task

FACTORS = tuple(Decimal(tenths) / 10 for tenths in (5, 6, 8, 9, 11, 12, 13, 14, 15, 16, 18, 20, 30))
MOVED = ("money", "count", "mass", "energy", "power", "length", "area", "volume")
SMALL = 100
"""Counts below this stay: prose spells them out, and they number lines and floors."""


class Text(NamedTuple):
    """A text of a group and its language."""

    text: str
    language: str


def groups(world: World) -> tuple[list[set[str]], dict[str, int]]:
    """Tasks that have pages in common, and which group each page belongs to.

    Pages that no known answer cites go with the group whose pages and question are most like them.
    """
    cited: dict[str, set[str]] = defaultdict(set)
    for truth in world.truths:
        for each in truth.evidence:
            cited[each.source].add(truth.task)
    made: list[set[str]] = []
    for tasks in [*cited.values(), *({task.id} for task in world.tasks)]:
        touching = [group for group in made if group & tasks]
        made = [group for group in made if not group & tasks] + [set(tasks).union(*touching)]
    made.sort(key=min)
    number = {task: n for n, group in enumerate(made) for task in group}
    where = {page.url: number[min(cited[page.url])] for page in world.pages if cited[page.url]}
    texts = ["\n".join(task.query for task in world.tasks if task.id in group) for group in made]
    for page in world.pages:
        if page.url in where:
            texts[where[page.url]] += "\n" + page.text
    index = Index(tokens(text) for text in texts)
    for page in world.pages:
        if page.url not in where and (best := index.best(tokens(page.title + " " + page.text), 1)):
            where[page.url] = best[0][0]
    return made, where


def scaled(world: World, rng: Random) -> tuple[World, int]:
    """The world with its amounts moved, and in how many groups of tasks."""
    made, where = groups(world)
    moved = 0
    for number, group in enumerate(made):
        tasks = [task for task in world.tasks if task.id in group]
        digests = {file.digest for task in tasks for file in task.files}
        if any(document.kind == "image" for document in world.documents if document.digest in digests):
            continue
        urls = {url for url, n in where.items() if n == number}
        factors = _factors(_texts(world, tasks, urls, digests), rng)
        while factors:
            tried = _moved(world, tasks, urls, digests, factors)
            if not (broken := _broken(world, tried, group)):
                world, moved = tried, moved + 1
                break
            left = {kind: factor for kind, factor in factors.items() if kind not in broken}
            factors = left if len(left) < len(factors) else {}
    return world, moved


def _texts(world: World, tasks: Iterable[Task], urls: set[str], digests: set[str]) -> list[Text]:
    listed = {task.id: task.language for task in tasks}
    texts = [Text(f"{p.title}\n{p.text}", _spoken(p.language, p.text)) for p in world.pages if p.url in urls]
    texts += [
        Text(block.text, _file_language(document, world))
        for document in world.documents
        if document.digest in digests
        for block in document.blocks
    ]
    for outputs in world.outputs.values():
        texts += [Text(o.report, listed[o.task]) for o in outputs if o.task in listed]
    return texts


def _spoken(language: str, text: str) -> str:
    if language in {"en", "zh", "de"}:
        return language
    return "zh" if re.search(r"[\u4e00-\u9fff]", text) else "en"


def _file_language(document: Document, world: World) -> str:
    return next(
        task.language for task in world.tasks if any(file.digest == document.digest for file in task.files)
    )


def _factors(texts: Iterable[Text], rng: Random) -> dict[str, Decimal]:
    """A factor for each kind of amount that can be moved without touching another."""
    kinds: dict[Decimal, set[str]] = defaultdict(set)
    for text in texts:
        for spot in spots(*text):
            kinds[spot.amount].add(_class(spot.kind, spot.amount))
    free = {kind for found in kinds.values() for kind in found if kind.partition(" ")[0] in MOVED}
    for found in kinds.values():
        others = found - {"count"}
        if len(others) > 1 or (others and not others <= free) or ("small" in found and others):
            free -= found
    numbers = {kind: [amount for amount, found in kinds.items() if kind in found] for kind in sorted(free)}
    made = {}
    for kind, amounts in numbers.items():
        tries = rng.sample(FACTORS, len(FACTORS))
        whole = kind == "count"
        fits = [f for f in tries if not whole or all((a * f) % 1 == 0 for a in amounts if a % 1 == 0)]
        if fits:
            made[kind] = fits[0]
    return made


def _class(kind: str, amount: Decimal) -> str:
    return "small" if kind == "count" and amount < SMALL else kind


def _moved(
    world: World, tasks: list[Task], urls: set[str], digests: set[str], factors: Mapping[str, Decimal]
) -> World:
    """The world with every amount of these kinds multiplied, wherever it is written in the group."""
    kinds: dict[Decimal, str] = {}
    for text in _texts(world, tasks, urls, digests):
        for spot in spots(*text):
            kind = _class(spot.kind, spot.amount)
            if kinds.get(spot.amount) in {None, "count"}:
                kinds[spot.amount] = kind

    def move(text: str, language: str) -> str:
        changes = []
        for spot in spots(text, language):
            if factor := factors.get(kinds.get(spot.amount, "")):
                new = write(spot.number * factor, text[spot.start : spot.end], language)
                changes.append((spot.start, spot.end, new))
        return replaced(text, changes)

    spoken = {task.id: task.language for task in tasks}
    pages = {page.url: _spoken(page.language, page.text) for page in world.pages if page.url in urls}
    files = {d.name: _file_language(d, world) for d in world.documents if d.digest in digests}
    sources = {**pages, **files}

    def known(truth: Truth) -> Truth:
        quotes = tuple(
            each.model_copy(update={"quote": move(each.quote, sources.get(each.source, "en"))})
            for each in truth.evidence
        )
        moved = {"sentence": move(truth.sentence, spoken[truth.task]), "evidence": quotes}
        return truth.model_copy(update=moved)

    def block(one: Block, document: Document) -> Block:
        return one.model_copy(update={"text": move(one.text, files[document.name])})

    return world._replace(
        tasks=tuple(
            task.model_copy(update={"query": move(task.query, task.language)}) if task.id in spoken else task
            for task in world.tasks
        ),
        pages=tuple(
            page.model_copy(
                update={"title": move(page.title, pages[page.url]), "text": move(page.text, pages[page.url])}
            )
            if page.url in urls
            else page
            for page in world.pages
        ),
        documents=tuple(
            document.model_copy(
                update={"blocks": tuple(block(one, document) for one in document.blocks), "tables": ()}
            )
            if document.digest in digests
            else document
            for document in world.documents
        ),
        outputs={
            system: tuple(
                output.model_copy(update={"report": move(output.report, spoken[output.task])})
                if output.task in spoken
                else output
                for output in outputs
            )
            for system, outputs in world.outputs.items()
        },
        truths=tuple(known(truth) if truth.task in spoken else truth for truth in world.truths),
    )


def _broken(old: World, new: World, group: set[str]) -> set[str]:
    """Kinds of the sentences whose figures agree with other figures of their evidence than before."""
    spoken = languages(old)
    kinds: set[str] = set()
    for before, after in zip(old.truths, new.truths, strict=True):
        if before.task not in group:
            continue
        if agreeing(before, spoken) != agreeing(after, spoken) or not stands(after, new):
            kinds |= {spot.kind for spot in spots(before.sentence, spoken[before.task])}
            for each in before.evidence:
                kinds |= {spot.kind for spot in spots(each.quote, spoken.get(each.source, "en"))}
            kinds |= {"count"}
    return kinds


def languages(world: World) -> dict[str, str]:
    """The language of every task, page and attachment, by id, address and name."""
    spoken = {task.id: task.language for task in world.tasks}
    spoken |= {page.url: _spoken(page.language, page.text) for page in world.pages}
    return spoken | {document.name: _file_language(document, world) for document in world.documents}


def agreeing(truth: Truth, spoken: Mapping[str, str]) -> list[list[bool]]:
    """For each figure of the sentence, with which figures of its evidence it agrees."""
    mine = figures(truth.sentence, spoken[truth.task])
    theirs = [f for each in truth.evidence for f in figures(each.quote, spoken.get(each.source, "en"))]
    return [[same(one, other) for other in theirs] for one in mine]
