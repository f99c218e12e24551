"""Which figure of a sentence answers which figure of a claim, and whether for the same time."""

from __future__ import annotations

import re
from math import fsum
from typing import Literal

from triaudit.judge.rules import polarity
from triaudit.judge.rules.concepts import ideas, is_concept
from triaudit.judge.rules.slots import Slot, is_date
from triaudit.judge.rules.stated import Claim, Fact, Said
from triaudit.judge.rules.verbs import FINITE
from triaudit.judge.rules.views import has_name
from triaudit.numbers import Figure, compare, read
from triaudit.text import HAN, fold
from triaudit.words import stem


def paired(claim: Claim, stated: list[Slot]) -> dict[int, int]:
    """Which stated figure answers each of the claim's: the one whose clause says the same, each used once.

    Of equally good ones the equal figure, then the first in order.
    """
    options: list[tuple[float, bool, int, int]] = []
    for index, mine in enumerate(claim.slots):
        for place, theirs in enumerate(stated):
            if not alike(claim, mine.figure, theirs.figure):
                continue
            answer = compare(*dimensions(claim, mine.figure, theirs.figure))
            if answer != "apart":
                fit = _fit(mine, theirs) + (answer == "same")
                options.append((-fit, answer != "same", index, place))
    pairs: dict[int, int] = {}
    used: set[Slot] = set()
    for _, _, index, place in sorted(options):
        if index not in pairs and stated[place] not in used:
            pairs[index] = place
            used.add(stated[place])
    return pairs


def _fit(mine: Slot, theirs: Slot) -> float:
    """How much two figures' clauses have in common."""
    score = fsum(2.0 if is_concept(term) else 1.0 for term in mine.terms & theirs.terms)
    score += 3.0 * any(has_name(name, theirs.text) for name in mine.names)
    score += 2.0 * (mine.figure.dimension == theirs.figure.dimension)
    score += 2.0 * bool(counted_terms(mine.figure) & counted_terms(theirs.figure))
    if not is_date(mine.figure) and mine.scope and theirs.scope:
        agree = any(compare(a, b) in {"same", "close"} for a in mine.scope for b in theirs.scope)
        score += 2.0 if agree else -4.0
    if polarity.opposed(mine.ways, theirs.ways):
        score -= 1.5
    score += 0.5 * len(mine.ways & theirs.ways)
    score -= 2.0 * (mine.planned != theirs.planned)
    if mine.role and theirs.role:
        score += 1.0 if mine.role == theirs.role else -1.0
    elif theirs.role == "from":
        score -= 1.0
    return score


def dimensions(claim: Claim, claimed: Figure, stated: Figure) -> tuple[Figure, Figure]:
    """A bare amount is compared with money as money (`cost 12 million`), and with days under `Days`."""
    if claimed.dimension == "count" and stated.dimension == "money":
        return claimed._replace(dimension="money"), stated
    if claimed.dimension == "money" and stated.dimension == "count":
        return claimed, stated._replace(dimension="money")
    if (
        claimed.dimension == "count"
        and not claimed.noun
        and (unit := _unit(stated))
        and unit <= claim.all_terms
    ):
        return claimed, read(_DIGITS.split(stated.text, maxsplit=1)[0] or "0")[0]._replace(per=stated.per)
    return claimed, stated


_DIGITS = re.compile(r"(?<=\d)\s?-?[^\d\s.,].*$")


def _unit(figure: Figure) -> frozenset[str]:
    """The terms of the unit that a figure is written with."""
    found = _DIGITS.search(figure.text)
    return ideas(found[0]) if found else frozenset()


def alike(claim: Claim, claimed: Figure, stated: Figure) -> bool:
    """Whether two figures can be of one measure: amounts of the same things."""
    if is_date(claimed) != is_date(stated):
        return False
    if {claimed.dimension, stated.dimension} == {"count", "money"}:
        bare_count = claimed if claimed.dimension == "count" else stated
        return not bare_count.noun or bare_count.noun.split()[0] in _NO_NOUN
    first, second = counted_terms(claimed), counted_terms(stated)
    if claimed.dimension == stated.dimension != "count" and first and second:
        return bool(first & second)
    if claimed.dimension == stated.dimension == "count" and second:
        return bool(first & second) if first else bool(second & claim.terms)
    return True


_NO_NOUN_TEXT = """
in for by from with over under and or was were per than each against 的 用 于
"""
_NO_NOUN = frozenset(_NO_NOUN_TEXT.split())


def counted_terms(figure: Figure) -> frozenset[str]:
    """The terms of what a figure counts; none where the next word is no noun."""
    if not figure.noun or (
        figure.noun.split()[0] in FINITE and not is_concept(min(ideas(figure.noun), default=""))
    ):
        return frozenset()
    if re.match(rf"[{HAN}]", figure.noun):
        return frozenset(figure.noun) | ideas(figure.noun)
    return ideas(figure.noun) - _ANYBODY


_ANYBODY = ideas("people persons menschen personen leute")
"""What may be counted under any other name."""


def dated_as(
    mine: Slot, theirs: Slot, item: Said, attributed: bool
) -> Literal["same", "none", "open", "other"]:
    """Whether a figure holds for the time that the claim gives.

    `none`: the claim gives no time; `open`: the source gives none; a claim that is a date has none beside.
    """
    if is_date(mine.figure) or not mine.scope:
        return "none"
    scope = theirs.scope or tuple(f for f in read(item.context) if is_date(f))
    if any(compare(a, b) in {"same", "close"} for a in mine.scope for b in scope):
        return "same"
    if theirs.scope:
        return "other"
    nearby = [figure for figure in read(item.passage.text) if is_date(figure)]
    if attributed and item.passage.date:
        nearby += [figure for figure in read(item.passage.date) if is_date(figure)]
    if any(compare(a, b) == "same" for a in mine.scope for b in nearby):
        return "same"
    return "other" if scope or nearby else "open"


def spells(text: str, slot: Slot) -> frozenset[float]:
    """How long a sentence's figures are stated for, as in `over 15 years`; the figure itself is none."""
    spells = (
        figure for figure in read(text) if figure.dimension == "time" and figure.values != slot.figure.values
    )
    return frozenset(f.values[0] for f in spells if _DURING.search(text[max(0, f.start - 16) : f.start]))


_DURING = re.compile(
    r"(?:\b(?:over|within|in|for|during|across|through|after|next|first|last|past|über|innerhalb"
    r"|binnen|während"
    r"|nach|für)(?:\s(?:the|a|von|next|first|last|past|der|den|about|etwa))*|过去|未来|近|在|前|后)\s*$",
    re.IGNORECASE,
)


def shared_event(fact: Fact, mine: Slot, theirs: Slot) -> bool:
    """Whether the clauses of two dates tell of the same event: they share a word beside the subject's."""
    event = mine.terms - fact.head - {stem(w) for name in mine.names for w in fold(name).split()}
    return bool(event & theirs.terms) if event else bool(mine.terms & theirs.terms)
