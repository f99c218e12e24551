"""Figures of single sentences changed so that their labels change, known by how it is made.

- RIGHT to WRONG: a figure that a quote backs becomes another one, 15 to 60 % away from it and at least 10 %
  from all others of its kind in the pages and attachments that speak of it.
- WRONG to RIGHT: the one figure of a plain sentence becomes the one that its evidence gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from random import Random

from triaudit.numbers import Figure, compare
from triaudit.selftest.truth import Truth
from triaudit.selftest.variants.coherent import is_image
from triaudit.selftest.variants.edit import Change, with_sentence
from triaudit.selftest.variants.figures import Spot, figures, replaced, same, spots, write
from triaudit.selftest.variants.scale import languages
from triaudit.selftest.world import World
from triaudit.types import Label

AWAY = (0.15, 0.6)
"""How far a wrong figure is from the right one, as a share of it."""
LEAST_AWAY = 0.1
"""And at least from every other figure of its kind, so that no rounding makes them one."""

_TURNS = re.compile(
    r",(?!\d)|[;，；、]|\b(?:and|but|or|which|while|whereas|than|not|no|never|only|every|und|oder|aber|nicht|kein\w*|nur|als)\b"
    r"|[和并但而]|没有|不|全部|仅",
    re.IGNORECASE,
)
"""What sentences have that say more than one thing, or with a turn that another figure would break."""


def wrong(world: World, number: int, rng: Random) -> tuple[World, list[Change]] | None:
    """A RIGHT sentence with a figure that is wrong."""
    truth = world.truths[number]
    spoken = languages(world)
    if truth.label is not Label.RIGHT or truth.disclosed:
        return None
    language = spoken[truth.task]
    backing = [(q, f) for q in truth.evidence for f in figures(q.quote, spoken.get(q.source, "en"))]
    around = list(_around(world, truth, spoken))
    chances = [
        spot
        for spot in spots(truth.sentence, language)
        if spot.figure
        and not spot.figure.bound
        and spot.number > 1
        and spot.kind != "small"
        and any(same(spot.figure, figure) and not figure.bound for _, figure in backing)
    ]
    for spot in rng.sample(chances, len(chances)):
        for _ in range(20):
            sentence = _moved(truth.sentence, spot, rng, language)
            figure = _figure_at(sentence, spot.start, language)
            if figure and all(_apart(figure, other) for other in around):
                made = with_sentence(world, number, sentence, Label.WRONG)
                if made:
                    what = Change(
                        "figure made wrong", truth.place, truth.sentence, sentence, truth.label, Label.WRONG
                    )
                    return made, [what]
    return None


def _moved(sentence: str, spot: Spot, rng: Random, language: str) -> str:
    """The sentence with a figure moved, in as many digits as it has."""
    like = sentence[spot.start : spot.end]
    step = Decimal(10) ** -len(like.partition("," if language == "de" else ".")[2])
    digits = re.sub(r"\D", "", like).lstrip("0")
    step *= Decimal(10) ** (len(digits) - len(digits.rstrip("0"))) if step == 1 else 1
    by = Decimal(str(round(rng.uniform(*AWAY), 3))) * rng.choice((-1, 1))
    number = (spot.number * (1 + by) / step).quantize(Decimal(1)) * step
    if spot.kind == "percent" and spot.number < 100 <= number:
        number = (spot.number * (1 - abs(by)) / step).quantize(Decimal(1)) * step
    return replaced(sentence, [(spot.start, spot.end, write(number, like, language))])


def _figure_at(sentence: str, start: int, language: str) -> Figure | None:
    return next((f for f in figures(sentence, language) if f.start <= start < f.end), None)


def _apart(figure: Figure, other: Figure) -> bool:
    """Whether two figures can't be taken for one, whatever each of them is of."""
    if figure.dimension != other.dimension:
        return True
    near = min(abs(a - b) / max(abs(a), abs(b), 1e-9) for a in figure.values for b in other.values)
    return near >= LEAST_AWAY and compare(figure, other) in {"other", "apart"}


def _around(world: World, truth: Truth, spoken: Mapping[str, str]) -> Iterator[Figure]:
    """All figures of the pages that its evidence is from, and of its task's attachments."""
    cited = {each.source for each in truth.evidence}
    for page in world.pages:
        if page.url in cited:
            yield from figures(page.text, spoken[page.url])
    files = {file.digest for task in world.tasks if task.id == truth.task for file in task.files}
    for document in world.documents:
        if document.digest in files:
            for block in document.blocks:
                for line in block.text.split("\n"):
                    yield from (s.figure for s in spots(line, spoken[document.name]) if s.figure)
    for each in truth.evidence:
        yield from figures(each.quote, spoken.get(each.source, "en"))


def _attached(world: World, truth: Truth, kind: str, spoken: Mapping[str, str]) -> bool:
    """Whether its task's attachments have figures of a kind, or are pictures: they may say something else."""
    files = {file.digest for task in world.tasks if task.id == truth.task for file in task.files}
    documents = [document for document in world.documents if document.digest in files]
    return any(is_image(world, document.name) for document in documents) or any(
        spot.kind == kind
        for document in documents
        for block in document.blocks
        for spot in spots(block.text, spoken[document.name])
    )


def right(world: World, number: int) -> tuple[World, list[Change]] | None:
    """A WRONG sentence with the figure that its evidence gives, where all its other figures are there too."""
    truth = world.truths[number]
    spoken = languages(world)
    language = spoken[truth.task]
    if truth.label is not Label.WRONG or _TURNS.search(truth.sentence.strip("| ")):
        return None
    mine = [spot for spot in spots(truth.sentence, language) if spot.figure]
    theirs = [
        spot
        for each in truth.evidence
        for spot in spots(each.quote, spoken.get(each.source, "en"))
        if spot.figure
    ]
    amounts = {spot.amount for spot in mine} & {spot.amount for spot in theirs}
    mine = [spot for spot in mine if spot.amount not in amounts]
    theirs = [spot for spot in theirs if spot.amount not in amounts]
    if len(mine) != 1 or len(theirs) != 1 or len(figures(truth.sentence, language)) != len(amounts) + 1:
        return None
    spot, given = mine[0], theirs[0]
    if spot.kind != given.kind or _attached(world, truth, spot.kind, spoken):
        return None
    if (spot.figure and spot.figure.bound) or (given.figure and given.figure.bound):
        return None
    amount = given.amount / spot.scale
    new = write(amount, "", language)
    sentence = replaced(truth.sentence, [(spot.start, spot.end, new)])
    made = with_sentence(world, number, sentence, Label.RIGHT)
    figure = _figure_at(sentence, spot.start, language)
    if made is None or figure is None or given.figure is None or not same(figure, given.figure):
        return None
    return made, [
        Change("figure made right", truth.place, truth.sentence, sentence, truth.label, Label.RIGHT)
    ]
