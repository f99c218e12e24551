"""How far a report rests on the key facts of attachments, and what it makes of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import fsum
from typing import NamedTuple

from triaudit.judge.rules.agreement import agree, counted, same_measure
from triaudit.judge.rules.concepts import ideas
from triaudit.judge.rules.reading import Reading, Sentence
from triaudit.judge.rules.signals import Signal, quoted, reasoned, rising
from triaudit.numbers import Figure, read
from triaudit.types import KeyFact
from triaudit.words import term_set

DATES = frozenset({"year", "season"})
"""Dimensions of figures that say when, not how much."""


class Use(NamedTuple):
    """A key fact and the sentence that uses it best, with whether something is made of it."""

    fact: KeyFact
    share: float
    sentence: int | None
    reasoned: bool


_UNIT_FIRST = re.compile(
    r"[(（\[](?P<unit>[^()（）\[\]]{1,24})[)）\]]\s*[:：]?\s*"
    r"(?P<number>[-+]?\d(?:[\d.,’' ]*\d)?)(?=\s*(?:[;；|,]\s|$))"
)
"""A cell whose column's name holds its unit: `Range (km) 22`."""


def uses(reading: Reading, facts: Iterable[KeyFact]) -> list[Use]:
    """How each fact is used: by its figures with its words, or by most of its words.

    A sentence that gives other figures of what the fact measures, and none of the fact's, uses nothing.
    """
    by_digits: dict[str, list[int]] = {}
    for index, sentence in enumerate(reading.sentences):
        for number in sentence.numbers:
            by_digits.setdefault(_digits(number), []).append(index)
    found = []
    for fact in facts:
        wanted, values = term_set(fact.text), read(_units_last(fact.text))
        held = reading.holding(wanted)
        near = {j for value in values for j in by_digits.get(_digits(value.text), ())}
        candidates = {i: _share(reading.sentences[i], held.get(i, 0), wanted, values) for i in {*held, *near}}
        ranked = sorted(candidates, key=lambda i: (-candidates[i], i))
        best = ranked[0] if ranked and candidates[ranked[0]] > 0 else None
        made = any(reasoned(reading, i) for i in ranked[:5] if candidates[i] > 0.3)
        found.append(Use(fact, candidates[best] if best is not None else 0.0, best, made))
    return found


def _share(sentence: Sentence, held: int, wanted: frozenset[str], values: Sequence[Figure]) -> float:
    """How far a sentence uses a fact, 0-1: its words, and its figures against those of the same measure."""
    words = held / max(1, min(len(wanted), 6))
    if not values:
        return min(1.0, words) if words >= 0.5 else 0.0
    if not sentence.numbers:
        return 0.6 * min(1.0, words) if words >= 0.5 else 0.0
    stated = read(_units_last(sentence.text))
    hits = [value for value in values if any(agree(value, other) for other in stated)]
    left = [other for other in stated if not any(agree(value, other) for value in values)]
    wrong = sum(
        any(_rival(value, other, wanted, sentence) for other in left) for value in values if value not in hits
    )
    if wrong and all(hit.dimension in DATES for hit in hits):
        return 0.0
    if not hits:
        return 0.6 * min(1.0, words) if words >= 0.5 else 0.0
    if words < 0.15 and (len(hits) < 2 or wrong):
        return 0.0
    return min(1.0, 0.4 + 0.2 * min(len(hits), 2) + words) * len(hits) / (len(hits) + wrong)


def _rival(value: Figure, other: Figure, wanted: frozenset[str], sentence: Sentence) -> bool:
    """Whether a sentence gives another figure of what the fact's figure measures."""
    if value.dimension in DATES or not same_measure(value, other):
        return False
    if value.dimension != "count":
        return True
    things = counted(value) | counted(other)
    return not things or bool(things & ideas(sentence.text)) or len(wanted & sentence.terms) > 1


@lru_cache(maxsize=8192)
def _units_last(text: str) -> str:
    """A text whose figures carry the units that stand before them, as in rows of a table."""
    return _UNIT_FIRST.sub(lambda cell: f"{cell['number']} {_unit(cell['unit'])}", text)


def _unit(text: str) -> str:
    """A column's unit as it is written after a number: `in million crowns`, `Mio. Euro`."""
    return re.sub(r"^(?:in|unit:?|einheit:?|单位[:：]?)\s*", "", text.strip(), flags=re.IGNORECASE)


@lru_cache(maxsize=8192)
def _digits(text: str) -> str:
    """The digits of a number without zeros at its ends: the same in any scale."""
    found = re.search(r"\d(?:[\d.,’']*\d)?", text)
    return re.sub(r"\D", "", found[0]).strip("0") if found else text


def grounded(reading: Reading, facts: Sequence[KeyFact]) -> Signal:
    """How far the report rests on the facts, by importance; facts only listed count in part."""
    found = uses(reading, facts)
    weight = fsum(use.fact.importance for use in found)
    used = fsum(use.fact.importance * use.share * (1.0 if use.reasoned else 0.5) for use in found) / max(
        1.0, weight
    )
    count = sum(use.share > 0 for use in found)
    made = sum(use.reasoned for use in found)
    best = max(found, key=lambda use: (use.reasoned, use.share), default=None)
    quote = quoted(reading.sentences[best.sentence]) if best and best.sentence is not None else ""
    return Signal(
        rising(used, 0.45), f"{count} of {len(found)} facts are used, {made} of them with reasoning", quote
    )


def built_on(reading: Reading, facts: Sequence[KeyFact]) -> Signal:
    """Share of the used facts from which something is concluded, and how many those are."""
    found = [use for use in uses(reading, facts) if use.sentence is not None]
    made = [use for use in found if use.reasoned]
    value = rising(len(made), max(1.0, 0.3 * len(facts))) * (len(made) / len(found) if found else 0.0) ** 0.5
    quote = quoted(reading.sentences[made[0].sentence or 0]) if made else ""
    return Signal(value, f"{len(made)} of {len(found)} used facts are reasoned from", quote)
