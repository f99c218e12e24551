"""Evidence taken out of a world, and the labels that are left to all that rested on it.

- RIGHT to UNKNOWN: everything that backs a sentence goes.
- CONFLICT to RIGHT or WRONG: what one side says goes.

A figure that is said elsewhere, or follows from others, can't be taken away so. A sentence whose label would
not be clear goes out of its report.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from itertools import combinations
from typing import NamedTuple

from triaudit.selftest.truth import Quote, Truth
from triaudit.selftest.variants.coherent import is_image, squeezed
from triaudit.selftest.variants.edit import Change, report, with_report, with_truth
from triaudit.selftest.variants.figures import Spot, figures, same, spots
from triaudit.selftest.variants.scale import languages
from triaudit.selftest.world import World
from triaudit.text import sentences
from triaudit.types import Block, Document, Label


class Piece(NamedTuple):
    """A sentence of a page, or a row or sentence of an attachment, that can be taken out."""

    source: str
    text: str


def pieces(world: World, each: Quote) -> list[Piece]:
    """What has to be taken out for a quote to be gone."""
    found: dict[Piece, None] = {}
    for source, text in _texts(world):
        if source == each.source:
            for line in text.split("\n"):
                for start, end in sentences(line) if "|" not in line else [(0, len(line))]:
                    if _has(line[start:end], each.quote):
                        found[Piece(source, line[start:end])] = None
            for part in _crossing(text, each.quote):
                found[Piece(source, part)] = None
    return list(found)


def _has(text: str, quote: str) -> bool:
    return squeezed(quote) in squeezed(text) or _row(quote) == _row(text)


def _row(text: str) -> str:
    """A table row as the words that a text layer shows of it."""
    return squeezed(text.replace("|", " "))


def _crossing(text: str, quote: str) -> Iterator[str]:
    """The sentences that a quote of several touches."""
    at = text.find(quote)
    if at >= 0:
        touched = [(s, e) for s, e in sentences(text) if s < at + len(quote) and e > at]
        if len(touched) > 1:
            yield from (text[start:end] for start, end in touched)


def _texts(world: World) -> Iterator[tuple[str, str]]:
    yield from ((page.url, page.text) for page in world.pages)
    for document in world.documents:
        yield from ((document.name, block.text) for block in document.blocks)


def without(world: World, gone: Iterable[Piece]) -> World:
    """The world without some sentences of its pages and rows of its attachments."""
    by_source: dict[str, list[str]] = {}
    for piece in gone:
        by_source.setdefault(piece.source, []).append(piece.text)

    def cut(text: str, source: str) -> str:
        for part in sorted(by_source.get(source, ()), key=len, reverse=True):
            text = re.sub(r"(?:^|(?<=\n))" + re.escape(part) + r"(?:\n|$)", "", text)
            text = text.replace(part + " ", "").replace(part, "")
            if "|" in part:
                rows = [line for line in text.split("\n") if _row(line) != _row(part)]
                text = "\n".join(rows)
        return re.sub(r" +(?=\n|$)", "", text).strip("\n")

    def block(one: Block, document: Document) -> Block:
        return one.model_copy(update={"text": cut(one.text, document.name), "rows": ()})

    return world._replace(
        pages=tuple(
            page.model_copy(update={"text": cut(page.text, page.url)}) if page.url in by_source else page
            for page in world.pages
        ),
        documents=tuple(
            document.model_copy(
                update={"blocks": tuple(block(one, document) for one in document.blocks), "tables": ()}
            )
            if document.name in by_source
            else document
            for document in world.documents
        ),
    )


def unbacked(world: World, number: int, near: Mapping[str, str]) -> tuple[World, list[Change]] | None:
    """A sentence that loses what backs it (RIGHT to UNKNOWN) or one side of its conflict.

    `near` names the pages and attachments that may speak of the same things, with their languages.
    """
    truth = world.truths[number]
    spoken = languages(world)
    mine = figures(truth.sentence, spoken[truth.task])
    if truth.disclosed or not mine or not truth.evidence:
        return None
    agree = {
        each: any(same(f, g) for f in mine for g in figures(each.quote, spoken.get(each.source, "en")))
        for each in truth.evidence
    }
    if truth.label is Label.RIGHT and all(agree.values()):
        take = list(truth.evidence)
    elif truth.label is Label.CONFLICT and len(truth.evidence) == 2 and len(set(agree.values())) == 2:
        take = [each for each, fits in agree.items() if not fits]
    else:
        return None
    if any(is_image(world, each.source) for each in truth.evidence):
        return None
    gone = list(dict.fromkeys(piece for each in take for piece in pieces(world, each)))
    if not gone or any(piece.text.startswith("#") for piece in gone):
        return None
    left = without(world, gone)
    lost = [
        spot
        for each in take
        for spot in spots(each.quote, spoken.get(each.source, "en"))
        if truth.label is Label.CONFLICT or any(spot.figure and same(one, spot.figure) for one in mine)
    ]
    if _still_there(left, lost, near):
        return None
    return _relabelled(world, left, gone, number, spoken)


def _still_there(left: World, lost: list[Spot], near: Mapping[str, str]) -> bool:
    """Whether a number that was taken out is said elsewhere, or follows from two of one text."""
    for source, text in [*_texts(left), *((page.url, page.title) for page in left.pages)]:
        if source not in near:
            continue
        there = spots(text, near[source])
        for spot in lost:
            if any(_alike(spot, other) for other in there):
                return True
            if any(_follows(spot, a, b) for a, b in combinations(there, 2)):
                return True
    return False


def _alike(spot: Spot, other: Spot) -> bool:
    """Whether two numbers may be one: the same amount, and where it is a small one, of the same kind."""
    common = spot.amount < 100 and spot.amount % 1 == 0
    return spot.amount == other.amount and (spot.kind == other.kind or not common)


def _follows(spot: Spot, first: Spot, second: Spot) -> bool:
    """Whether a number is the sum, the difference, a share or the change of two others, within rounding."""
    made: list[Decimal] = []
    if spot.kind == "percent" and first.kind == second.kind != "percent":
        for some, whole in ((first.amount, second.amount), (second.amount, first.amount)):
            made += [100 * some / whole, 100 * abs(some - whole) / whole] if whole else []
        return any(abs(spot.amount - one) <= Decimal("0.5") for one in made)
    if spot.kind == first.kind == second.kind and spot.kind != "percent":
        made += [first.amount + second.amount, abs(first.amount - second.amount)]
    for share, base in ((first, second), (second, first)):
        if share.kind == "percent" and base.kind == spot.kind != "percent":
            part = base.amount * share.amount / 100
            made += [part, base.amount + part, base.amount - part]
    return any(one and abs(spot.amount - one) <= spot.amount / 200 for one in made)


def _relabelled(
    world: World, left: World, gone: list[Piece], number: int, spoken: dict[str, str]
) -> tuple[World, list[Change]] | None:
    """All answers that rested on what is gone, with the label that is left to them."""
    changes = [Change("evidence taken out", piece.source, piece.text, "") for piece in gone]
    dropped: list[int] = []
    for n, truth in enumerate(world.truths):
        kept = tuple(
            each
            for each in truth.evidence
            if is_image(world, each.source)
            or any(s == each.source and _has(text, each.quote) for s, text in _texts(left))
        )
        if kept == truth.evidence:
            continue
        label = _label(truth, kept, spoken)
        if label is None and n == number:
            return None
        if label is None:
            dropped.append(n)
        else:
            left = with_truth(left, n, truth.model_copy(update={"evidence": kept, "label": label}))
            if label is not truth.label:
                changes.append(
                    Change(
                        "by lost evidence", truth.place, truth.sentence, truth.sentence, truth.label, label
                    )
                )
    if len(dropped) > 1:
        return None
    for n in reversed(dropped):
        truth = world.truths[n]
        text = report(left, truth).replace(truth.sentence, "")
        text = re.sub(r"\n(?=\n\|)|(?<=\|\n)\n(?=\|)", "", text) if "|" in truth.sentence else text
        left = with_truth(with_report(left, truth.system, truth.task, text), n, None)
        changes.append(
            Change("sentence taken out, its label would not be clear", truth.place, truth.sentence, "")
        )
    return left, changes


def _label(truth: Truth, kept: tuple[Quote, ...], spoken: dict[str, str]) -> Label | None:
    """What a sentence is when only this evidence is left; None where that is not clear."""
    mine = figures(truth.sentence, spoken[truth.task])
    backed = [
        [
            figure
            for figure in mine
            if any(same(figure, other) for other in figures(each.quote, spoken.get(each.source, "en")))
        ]
        for each in kept
    ]
    found = {figure for some in backed for figure in some}
    before = {
        figure
        for each in truth.evidence
        for figure in mine
        if any(same(figure, other) for other in figures(each.quote, spoken.get(each.source, "en")))
    }
    if truth.label is Label.UNKNOWN:
        return Label.UNKNOWN
    if truth.disclosed or not mine:
        return None
    if truth.label is Label.RIGHT:
        return Label.UNKNOWN if before - found else None
    if truth.label is Label.CONFLICT:
        if len(truth.evidence) != 2 or len(kept) != 1 or len(mine) != 1:
            return None
        return Label.RIGHT if found else Label.WRONG
    kinds = {figure.dimension for figure in mine}
    against = [f for each in kept for f in figures(each.quote, spoken.get(each.source, "en"))]
    denied = any(figure.dimension in kinds for figure in against)
    return Label.WRONG if denied and not found and not before else None
