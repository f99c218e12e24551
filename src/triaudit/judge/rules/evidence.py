"""What one sentence of a source says of a claim: agrees, differs, or speaks of something else.

Compared are the subject's names, the terms, the figures with their units and dates, negation and
direction. A sentence about another subject, measure or time decides nothing.
"""

from __future__ import annotations

import re
from math import fsum
from typing import Literal, NamedTuple

from triaudit.judge.rules.concepts import EXCLUDES, ideas, is_concept
from triaudit.judge.rules.lexicon import PERSON
from triaudit.judge.rules.stated import Claim, Said, bare, is_year, years
from triaudit.judge.rules.subjects import names
from triaudit.numbers import Figure, changes, compare, read
from triaudit.text import HAN, fold
from triaudit.words import NEGATION, stem

ABOUT = 0.5
"""Share of a claim's weighted terms (0-1) that a sentence needs to be about the same."""
SURE = 0.55
"""The same, of the sentence's own words, for it to contradict by another figure."""
PLAIN = 0.75
"""The same where there are no figures to agree on, or figures that count nothing named."""

_CLAUSE = re.compile(r"[;；]|,\s|，|\b(?:while|whereas|but|während|wohingegen|aber)\b|而")
_PLACES_TEXT = """
plant bridge tunnel dam port railway metro airport hospital university school bank company city
government
"""
_PLACES = frozenset(_PLACES_TEXT.split())
"""Concepts that say what a subject is and not what is measured of it."""


class Reading(NamedTuple):
    """What a sentence says of a claim."""

    said: Said
    stance: Literal["supports", "contradicts", "partly"]
    covered: frozenset[int]
    """Which of the claim's figures, values first, it confirms."""
    disputed: frozenset[int]
    """Which of them it states otherwise."""
    share: float
    """Share of the claim's weighted terms that it has."""
    why: str


def read_claim(claim: Claim, item: Said) -> Reading | None:
    """What a sentence says of a claim; None where it is about something else."""
    words = ideas(bare(item.text))
    around = words | ideas(bare(item.context)) if item.context else words
    share = _share(claim, around)
    whole = f"{item.context} {item.text}"
    if share < ABOUT - 0.1 or not all(_has(name, whole) for name in claim.subject):
        return None
    if claim.label and not claim.label & around:
        return None
    own = share if item.leans else _share(claim, words)
    if claim.values or claim.years:
        return _by_figures(claim, item, share, own, words)
    flipped = _flipped(claim, item.text, words)
    if share >= PLAIN and not flipped and all(_has(name, whole) for name in claim.names):
        return Reading(item, "supports", frozenset(), frozenset(), share, "states the same")
    if own >= PLAIN - 0.1 and flipped:
        return Reading(item, "contradicts", frozenset(), frozenset(), own, flipped)
    other = _other_holder(claim, item)
    if other:
        return Reading(item, "contradicts", frozenset(), frozenset(), share, f"names {other} instead")
    return None


def _by_figures(claim: Claim, item: Said, share: float, own: float, words: frozenset[str]) -> Reading | None:
    """The reading of a sentence by the figures in it."""
    clause = _own_clause(claim, item.text)
    figures = tuple(figure for figure in read(clause) if not is_year(figure))
    same, other = _agreement(claim, (*figures, *changes(figures, clause)), own)
    flipped = _flipped(claim, clause, words)
    stated = years(item.text)
    nearby = stated or tuple(figure for figure in read(item.passage.text) if is_year(figure))
    dated = _dated(claim, stated if stated or not claim.values else nearby)
    near = any(compare(year, found) == "close" for year in claim.years for found in stated)
    elsewhen = bool(claim.years and stated) and not dated and not near
    covered = frozenset({*same, *(len(claim.values) + index for index in dated)})
    everything = len(covered) == len(claim.values) + len(claim.years)
    if everything and share >= ABOUT:
        if not flipped:
            return Reading(item, "supports", covered, frozenset(), share, "states the same")
        return Reading(item, "contradicts", frozenset(), covered, own, flipped) if own >= ABOUT else None
    measured = {term for term in claim.terms if is_concept(term) and term not in _PLACES}
    task_file = item.passage.side == "attachment" and not claim.names and bool(measured) and measured <= words
    enough = PLAIN if claim.attributed else SURE
    meant = len(claim.values) > 1 or "planned" not in claim.terms or "planned" in words
    if (meant and own >= enough and (not measured or measured & words)) or (
        task_file and not claim.attributed
    ):
        undated = bool(claim.years) and not stated and bool(nearby) and not _dated(claim, nearby)
        spans = {index for index, figure in enumerate(claim.values) if figure.dimension == "time"}
        elsewise = bool(spans - same - set(other)) and bool(set(other) - spans)
        if other and not elsewhen and not undated and not elsewise:
            shown = ", ".join(
                f"{claim.values[index].text} / {found.text}" for index, found in sorted(other.items())
            )
            return Reading(
                item, "contradicts", covered, frozenset(other), own, f"states another figure ({shown})"
            )
        if (
            elsewhen
            and (not claim.values or own >= PLAIN)
            and len(claim.years) == len(stated) == 1
            and len(same) == len(claim.values)
        ):
            shown = f"{claim.years[0].text} / {stated[0].text}"
            dates = frozenset({len(claim.values)})
            return Reading(item, "contradicts", covered, dates, own, f"states another date ({shown})")
    if covered and share >= ABOUT and not elsewhen and not flipped and not other:
        return Reading(item, "partly", covered, frozenset(), share, "states a part of the figures")
    return None


def _dated(claim: Claim, stated: tuple[Figure, ...]) -> frozenset[int]:
    """Which of the claim's dates are among these."""
    return frozenset(
        index
        for index, year in enumerate(claim.years)
        if any(compare(year, found) == "same" for found in stated)
    )


def _agreement(claim: Claim, stated: tuple[Figure, ...], own: float) -> tuple[set[int], dict[int, Figure]]:
    """Which of the claim's figures are stated, and which are stated otherwise, with what stands instead.

    A figure that agrees with one of the claim's is no other value of another. Bare counts differ only in
    a sentence that is surely about the same, spelled out ones only where they count the same things.
    """
    same: set[int] = set()
    used: set[int] = set()
    for index, figure in enumerate(claim.values):
        for place, found in enumerate(stated):
            if _alike(claim, figure, found) and compare(*_dimensions(figure, found)) == "same":
                same.add(index)
                used.add(place)
    other: dict[int, Figure] = {}
    for index, figure in enumerate(claim.values):
        options = [
            found for place, found in enumerate(stated) if place not in used and _alike(claim, figure, found)
        ]
        answers = [compare(*_dimensions(figure, found)) for found in options]
        if index in same or "close" in answers or "other" not in answers:
            continue
        instead = options[answers.index("other")]
        named = bool(_counted(instead)) and (bool(_counted(figure)) or _counted(instead) <= claim.terms)
        counts = figure.dimension == instead.dimension == "count"
        if not counts or named or (own >= PLAIN and instead.text[:1].isdigit()):
            other[index] = instead
    return same, other


def _dimensions(claimed: Figure, stated: Figure) -> tuple[Figure, Figure]:
    """A bare amount is compared with money as money: `cost 12 million`."""
    if claimed.dimension == "count" and stated.dimension == "money":
        return claimed._replace(dimension="money"), stated
    if claimed.dimension == "money" and stated.dimension == "count":
        return claimed, stated._replace(dimension="money")
    return claimed, stated


def _alike(claim: Claim, claimed: Figure, stated: Figure) -> bool:
    """Whether two figures can be of one measure: amounts of the same things."""
    first, second = _counted(claimed), _counted(stated)
    if {claimed.dimension, stated.dimension} == {"count", "money"}:
        return not first and not second
    if claimed.dimension == stated.dimension == "count" and second:
        return bool(first & second) if first else bool(second & claim.terms)
    return True


def _counted(figure: Figure) -> frozenset[str]:
    """The terms of what a figure counts; none where the next word is no noun."""
    if figure.dimension != "count" or not figure.noun:
        return frozenset()
    if re.match(rf"[{HAN}]", figure.noun):
        return frozenset(figure.noun) | ideas(figure.noun)
    return ideas(figure.noun) - _ANYBODY


_ANYBODY = ideas("people persons menschen personen leute")
"""What may be counted under any other name."""


def _share(claim: Claim, words: frozenset[str]) -> float:
    """Share of the claim's terms that are there; terms of names count double."""
    named = {stem(word) for name in claim.names for word in fold(name).split()}
    weights = {term: 2.0 if term in named else 1.0 for term in sorted(claim.terms)}
    total = fsum(weights.values())
    return fsum(weight for term, weight in weights.items() if term in words) / total if total else 1.0


def _has(name: str, text: str) -> bool:
    """Whether a name is in a text, as a whole word and in its case; long ones by all their words."""
    if re.search(rf"[{HAN}]", name):
        return fold(name) in fold(text)
    pattern = rf"(?<!\w){re.escape(name)}(?:['’]?s)?(?!\w)"
    if re.search(pattern, text, 0 if len(name) < 4 else re.IGNORECASE):
        return True
    words = [word for word in name.split() if word not in {"of", "de", "van", "&"}]
    return len(words) > 1 and all(
        re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, 0 if len(word) < 3 else re.IGNORECASE)
        for word in words
    )


def _own_clause(claim: Claim, text: str) -> str:
    """The part of a sentence about the claim's subject, where its parts have figures of their own."""
    if len(set(names(text))) < 2 or not claim.subject or len(claim.values) > 1:
        return text
    pieces = [piece for piece in _CLAUSE.split(text) if piece and piece.strip()]
    own = [piece for piece in pieces if all(_has(name, piece) for name in claim.subject)]
    foreign = [piece for piece in pieces if piece not in own and names(piece) and read(piece)]
    return " ".join(own) if own and foreign and any(read(piece) for piece in own) else text


def _flipped(claim: Claim, text: str, words: frozenset[str]) -> str:
    """How a sentence says the opposite; empty where it does not."""
    for term in sorted(claim.terms):
        opposite = EXCLUDES.get(term)
        if opposite and opposite in words and term not in words and opposite not in claim.terms:
            return f"says {opposite} where the claim says {term}"
    if bool(NEGATION.search(text)) in claim.negated:
        return ""
    pieces = [piece for piece in re.split(r"[,;:，；：]", text) if piece.strip()]
    main = max(pieces, key=lambda piece: len(ideas(piece) & claim.terms), default="")
    if bool(NEGATION.search(main)) in claim.negated:
        return ""
    return "states what the claim denies" if True in claim.negated else "denies what the claim states"


def _other_holder(claim: Claim, item: Said) -> str:
    """Whom a sentence names in a role that the claim gives to somebody else."""
    role, there = PERSON.search(claim.text), PERSON.search(item.text)
    if not role or not there or ideas(role[0]) != ideas(there[0]):
        return ""
    mine = [name for name in claim.names if not _has(name, item.text)]
    shared = [name for name in claim.names if _has(name, f"{item.context} {item.text}")]
    theirs = [name for name in names(item.text) if not _has(name, claim.text) and not PERSON.search(name)]
    return theirs[0] if len(mine) == 1 and shared and theirs else ""
