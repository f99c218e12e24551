"""What one sentence of a source says of a claim: confirms, denies, or speaks of something else.

Compared are the subject, the terms, and each figure with the words, dates and direction of its own clause.
A sentence about another subject, measure, scope or time decides nothing.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from triaudit.judge.rules import polarity
from triaudit.judge.rules.concepts import PLACES, ideas, is_concept
from triaudit.judge.rules.lexicon import PERSON
from triaudit.judge.rules.narrow import narrowed
from triaudit.judge.rules.pairing import (
    alike,
    counted_terms,
    dated_as,
    dimensions,
    paired,
    shared_event,
    spells,
)
from triaudit.judge.rules.slots import Slot, bare, is_date, slots, unfigured
from triaudit.judge.rules.stated import LIGHT, Claim, Fact, Said, head
from triaudit.judge.rules.subjects import names, subject
from triaudit.judge.rules.views import (
    ABOUT,
    CLOSE,
    PLAIN,
    SURE,
    Seen,
    View,
    as_seen,
    comparable,
    has_name,
    is_about,
    needed_of,
    share_of,
    view_of,
)
from triaudit.numbers import Figure, changes, compare, periods, read

_NEUTRAL_TEXT = """
total average annual actual growth decline planned share rate
"""
_NEUTRAL = frozenset(_NEUTRAL_TEXT.split())
"""Concepts that go with any measure."""

Stance = Literal["supports", "contradicts", "partly"]


class Reading(NamedTuple):
    """What a sentence says of a claim."""

    said: Said
    stance: Stance
    covered: frozenset[int]
    """Which of the claim's figures it confirms; 0 for a claim without figures."""
    disputed: frozenset[int]
    """Which of them it denies."""
    share: float
    """Share of the claim's weighted terms that it has."""
    why: str


class _Case(NamedTuple):
    """A fact of a claim beside a sentence that may be about it."""

    claim: Claim
    item: Said
    view: View
    seen: Seen
    query: str
    """The task's."""


class _Match(NamedTuple):
    """What a sentence says of one figure of a claim."""

    answer: Literal["same", "other", "near"]
    """`near`: the figure is there, but of another time or only in part."""
    why: str


def read_claim(claim: Claim, item: Said, query: str = "") -> Reading | None:
    """What a sentence says of a claim; None where it is about something else."""
    seen = as_seen(claim, item)
    if claim.told.isdisjoint(seen.around) and claim.language != "zh":
        return None
    if not claim.slots and (other := _other_holder(claim, item)):
        share = share_of(claim.facts[0], seen.around, seen.foreign)
        return Reading(item, "contradicts", frozenset(), frozenset({0}), share, f"names {other} instead")
    facts = {part: view for part, fact in claim.facts.items() if (view := view_of(claim, fact, item, seen))}
    if not facts or (polarity.perhaps(item.text) and not claim.perhaps):
        return None
    share = max(view.share for view in facts.values())
    if not claim.slots:
        return _by_words(claim, item, next(iter(facts.values())), seen)
    matches = _by_figures(claim, item, facts, seen, query)
    covered = frozenset(index for index, match in matches.items() if match.answer == "same")
    disputed = frozenset(index for index, match in matches.items() if match.answer == "other")
    if disputed:
        told = ", ".join(matches[index].why for index in sorted(disputed))
        own = max(facts[claim.slots[index].part].own for index in disputed)
        return Reading(item, "contradicts", covered, disputed, own, told)
    loose = share < CLOSE and len(claim.slots) == 1 and _round(claim.slots[0].figure)
    if len(covered) == len(claim.slots) and not loose:
        return Reading(item, "supports", covered, disputed, share, "states the same")
    if matches:
        return Reading(item, "partly", covered, disputed, share, "states a part of it")
    return None


def _round(figure: Figure) -> bool:
    """Whether a figure is so round that it may be of anything: one or two telling digits."""
    return not is_date(figure) and len(re.sub(r"\D", "", figure.text).strip("0")) < 3


def mentioned(claim: Claim, item: Said) -> frozenset[int]:
    """Which of the claim's figures a sentence on its measure states, whatever else it says of them."""
    around = ideas(bare(f"{item.context} {item.text}", item.grouping))
    measured = {term for term in claim.terms if is_concept(term)} or claim.terms
    if not measured & around:
        return frozenset()
    stated = read(item.text, item.grouping)
    return frozenset(
        index
        for index, slot in enumerate(claim.slots)
        if any(alike(claim, slot.figure, f) and compare(slot.figure, f) == "same" for f in stated)
    )


def _by_words(claim: Claim, item: Said, view: View, seen: Seen) -> Reading | None:
    """The reading of a sentence where the claim has no figure: by terms, names and what it denies."""
    one, none = frozenset({0}), frozenset[int]()
    flipped = _flipped(claim, claim.text, item.text)
    if view.own >= PLAIN - 0.1 and flipped:
        return Reading(item, "contradicts", none, one, view.own, flipped)
    everyone = all(has_name(name, seen.whole) for name in comparable(claim.names, item, seen.foreign))
    intended = polarity.ahead(claim.text, item.text, polarity.planned(item.text))
    if view.share >= PLAIN and not flipped and everyone and not intended:
        return Reading(item, "supports", one, none, view.share, "states the same")
    return None


def _by_figures(
    claim: Claim, item: Said, facts: dict[int, View], seen: Seen, query: str
) -> dict[int, _Match]:
    """What a sentence says of each of the claim's figures, those it says nothing of left out."""
    stated = list(slots(item.text, item.grouping))
    made = changes(tuple(slot.figure for slot in stated), item.text)
    stated += [
        next(slot for slot in stated if slot.figure.end == figure.end)._replace(figure=figure, role="by")
        for figure in made
    ]
    found: dict[int, _Match] = {}
    for index, place in paired(claim, stated).items():
        mine = claim.slots[index]
        if mine.part in facts:
            match = _match(_Case(claim, item, facts[mine.part], seen, query), mine, stated[place])
            if match:
                found[index] = match
    return found


def _match(case: _Case, mine: Slot, theirs: Slot) -> _Match | None:
    """What one figure of a sentence says of one figure of the claim that it was paired with."""
    claim, item, view = case.claim, case.item, case.view
    answer = compare(*dimensions(claim, mine.figure, theirs.figure))
    stated_periods = periods(item.text)
    flipped = _flipped(claim, mine.text, theirs.text)
    if not flipped and len({slot.part for slot in claim.slots}) == 1:
        flipped = _denied(claim, item.text)
    dated = dated_as(mine, theirs, item, claim.attributed)
    apart = claim.periods and stated_periods and claim.periods.isdisjoint(stated_periods)
    if apart or _rival(claim, view.fact, theirs, item):
        return None
    if answer == "same":
        if polarity.ahead(claim.text, theirs.text, theirs.planned and not (mine.planned or item.alone)):
            return None
        if flipped:
            return _Match("other", flipped) if dated in {"same", "none"} and view.own >= ABOUT else None
        return _Match("same" if dated in {"same", "none"} else "near", "states the same")
    if answer != "other" or dated not in {"same", "none", "open"}:
        return None
    kind = "date" if is_date(mine.figure) else "figure"
    told = f"states another {kind} ({mine.figure.text} / {theirs.figure.text})"
    return _Match("other", told) if _contradicts(case, mine, theirs) else None


def _contradicts(case: _Case, mine: Slot, theirs: Slot) -> bool:
    """Whether another figure excludes the claimed one: of the same subject, measure and scope for sure."""
    claim, item, view, seen, query = case
    in_file = item.leans or item.passage.side == "attachment"
    if view.own < (PLAIN if claim.attributed else ABOUT if in_file else SURE):
        return False
    if claim.periods != periods(item.text) or (mine.planned != theirs.planned and not item.alone):
        return False
    if not is_date(mine.figure) and spells(claim.text, mine) != spells(item.text, theirs):
        return False
    if not all(has_name(name, seen.whole) for name in comparable(mine.names, item, seen.foreign)):
        return False
    needed = needed_of(view.fact.head, item, seen.around)
    if not is_about(needed, seen, least=1.0) or (seen.foreign and needed.isdisjoint(seen.around)):
        return False
    headed = claim.heading and item.passage.side == "web"
    above = ideas(bare(claim.heading)) - LIGHT if headed else frozenset[str]()
    if len(above & ideas(bare(f"{item.context} {item.passage.text}"))) * 2 < len(above):
        return False
    theirs_head = head(subject(item.text)) if not item.leans else frozenset[str]()
    if (
        theirs_head.isdisjoint(claim.all_terms | ideas(query))
        and theirs_head
        and not _apposed(view.fact, theirs)
    ):
        return False
    measured = {term for term in mine.terms if is_concept(term)} - PLACES - _NEUTRAL
    if not measured <= seen.around or not needed_of(claim.label, item, seen.around) - _NEUTRAL <= seen.around:
        return False
    if is_date(mine.figure) and not shared_event(view.fact, mine, theirs):
        return False
    first, second = mine.figure, theirs.figure
    if first.dimension == second.dimension == "count":
        counted = bool(counted_terms(second)) and (
            bool(counted_terms(first)) or counted_terms(second) <= claim.terms
        )
        if not counted and not (view.own >= PLAIN and second.text[:1].isdigit()):
            return False
    known = f"{claim.heading} {claim.text} {query}"
    return not narrowed(claim, item, theirs, known)


def _apposed(fact: Fact, theirs: Slot) -> bool:
    """Whether a name has what is said of it right behind it, as in `the Maren Tolle, built in 1994`."""
    said = (re.escape(name) + r",?\s+(?:[a-z]{3,}ed|built|born|begun|sold|held|won)\b" for name in fact.names)
    return any(re.search(pattern, theirs.text) for pattern in said)


def _rival(claim: Claim, fact: Fact, theirs: Slot, item: Said) -> bool:
    """Whether a figure's clause is about another name while the claim's own name has a clause beside it."""
    if not fact.names or any(has_name(name, theirs.text) for name in fact.names):
        return False
    others = [name for name in theirs.names if not has_name(name, claim.text)]
    return bool(others) and theirs.text != item.text and any(has_name(name, item.text) for name in fact.names)


def _flipped(claim: Claim, mine: str, theirs: str) -> str:
    """How one clause says the opposite of another; empty where it does not."""
    family = polarity.opposed(polarity.ways(mine), polarity.ways(theirs))
    if family:
        return f"says the opposite ({family})"
    return "" if claim.slots else _denied(claim, theirs)


def _denied(claim: Claim, text: str) -> str:
    """Whether a sentence's clause on the claim denies what that states, or states what it denies."""
    mine = claim.negations % 2
    if polarity.negations(text) % 2 == mine:
        return ""
    pieces = [piece for piece in re.split(r"[,;:，；：]", text) if piece.strip()]
    main = max(pieces, key=lambda piece: len(ideas(piece) & claim.terms), default="")
    if polarity.negations(main) % 2 == mine:
        return ""
    return "states what the claim denies" if mine else "denies what the claim states"


def _other_holder(claim: Claim, item: Said) -> str:
    """Whom a sentence names in a role that the claim gives to somebody else."""
    role, there = PERSON.search(claim.text), PERSON.search(item.text)
    if not role or not there or ideas(role[0]) != ideas(there[0]):
        return ""
    if polarity.negations(item.text) or re.search(
        r"\b(?:former|ex|previous|ehemalig\w*)\b|前任|原", item.text
    ):
        return ""
    mine = [name for name in claim.names if not has_name(name, item.text)]
    shared = [name for name in claim.names if has_name(name, f"{item.context} {item.text}")]
    found = names(unfigured(item.text))
    theirs = [name for name in found if not has_name(name, claim.text) and not PERSON.search(name)]
    return theirs[0] if len(mine) == 1 and shared and theirs else ""
