"""How far a report rests on the key facts of attachments, and what it makes of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum
from typing import NamedTuple

from triaudit.judge.rules.reading import Reading
from triaudit.judge.rules.signals import Signal, quoted, reasoned, rising
from triaudit.judge.rules.words import figures, term_set
from triaudit.types import KeyFact


class Use(NamedTuple):
    """A key fact and the sentence that uses it best, with whether something is made of it."""

    fact: KeyFact
    share: float
    sentence: int | None
    reasoned: bool


def uses(reading: Reading, facts: Iterable[KeyFact]) -> list[Use]:
    """How each fact is used: by its figures with its words, or by most of its words."""
    by_number: dict[str, list[int]] = {}
    for index, sentence in enumerate(reading.sentences):
        for number in sentence.numbers:
            by_number.setdefault(number, []).append(index)
    found = []
    for fact in facts:
        wanted, values = term_set(fact.text), figures(fact.text)
        held = reading.holding(wanted)
        candidates = {
            i: _share(reading, i, held, wanted, values)
            for i in {*held, *(j for v in values for j in by_number.get(v, ()))}
        }
        ranked = sorted(candidates, key=lambda i: (-candidates[i], i))
        best = ranked[0] if ranked and candidates[ranked[0]] > 0 else None
        made = any(reasoned(reading, i) for i in ranked[:5] if candidates[i] > 0.3)
        found.append(Use(fact, candidates[best] if best is not None else 0.0, best, made))
    return found


def _share(
    reading: Reading, index: int, held: dict[int, int], wanted: frozenset[str], values: frozenset[str]
) -> float:
    words = held.get(index, 0) / max(1, min(len(wanted), 6))
    hits = len(values & reading.sentences[index].numbers)
    if hits:
        return min(1.0, 0.4 + 0.2 * min(hits, 2) + words) if words >= 0.15 or hits > 1 else 0.0
    return min(1.0, words) * (0.6 if values else 1.0) if words >= 0.5 else 0.0


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
