"""Drafts of claims made into one list: repeats merged, sampled where there are too many, numbered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

from triaudit.files import digest
from triaudit.numbers import read
from triaudit.text import fold
from triaudit.types import Claim, ClaimKind
from triaudit.words import NEGATION, term_set

ALIKE = 0.6
"""Share of terms (0-1, Jaccard) that two statements of the same figures must have in common."""


def merged(claims: Sequence[Claim]) -> list[Claim]:
    """Claims in the report's order, each stated once, further places in its `repeats`.

    Two are the same where they state the same figures and the terms of one are among those of the other,
    most of them shared; without figures, where their terms are the same. Only statements of equal
    polarity, and no conclusion with a claim.
    """
    kept: list[Claim] = []
    buckets: dict[object, list[int]] = defaultdict(list)
    for claim in sorted(claims, key=lambda claim: (claim.start, claim.end)):
        terms, figures = _terms(claim.text), _figures(claim.text)
        conclusion = claim.kind is ClaimKind.CONCLUSION
        key = (conclusion, bool(NEGATION.search(claim.text)), figures or terms or fold(claim.text))
        twin = next((index for index in buckets[key] if _same(terms, _terms(kept[index].text))), None)
        if twin is None:
            buckets[key].append(len(kept))
            kept.append(claim)
            continue
        first = kept[twin]
        places = {(first.start, first.end), *first.repeats}
        repeats = (
            first.repeats
            if (claim.start, claim.end) in places
            else (*first.repeats, (claim.start, claim.end))
        )
        sources = tuple(dict.fromkeys((*first.sources, *claim.sources)))
        kept[twin] = first.model_copy(update={"repeats": repeats, "sources": sources})
    return kept


def _same(a: frozenset[str], b: frozenset[str]) -> bool:
    if a == b:
        return True
    return bool(a and b) and (a <= b or b <= a) and len(a & b) >= ALIKE * len(a | b)


@lru_cache(maxsize=4096)
def _terms(text: str) -> frozenset[str]:
    return term_set(text)


def _figures(text: str) -> tuple[tuple[str, str, float, int, int], ...]:
    """The figures of a text as they are compared, in no order of the text."""
    found = {
        (figure.dimension, figure.currency, float(f"{figure.values[0]:.6g}"), figure.month, figure.day)
        for figure in read(text)
    }
    return tuple(sorted(found))


def numbered(claims: Sequence[Claim]) -> list[Claim]:
    """Claims with the ids c1, c2, … in their order."""
    return [claim.model_copy(update={"id": f"c{number}"}) for number, claim in enumerate(claims, 1)]


def sampled(claims: Sequence[Claim], most: int | None, seed: int, task: str) -> list[Claim]:
    """All conclusions, and at most `most` other claims, chosen by a hash of seed, task and text.

    The choice does not depend on what else the report states: a claim that a larger sample leaves out, a
    smaller one leaves out too.
    """
    checkable = [claim for claim in claims if claim.kind is not ClaimKind.CONCLUSION]
    if most is None or len(checkable) <= most:
        return list(claims)
    ranked = sorted(checkable, key=lambda claim: digest([seed, task, claim.text]))
    chosen = {claim.id for claim in ranked[:most]}
    return [claim for claim in claims if claim.kind is ClaimKind.CONCLUSION or claim.id in chosen]
