"""Whether one place says what a statement says: figures, dates, whom it is about, direction, words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from triaudit import numbers
from triaudit.judge.rules.agreement import agree
from triaudit.judge.rules.audit.index import Index, Weighed
from triaudit.judge.rules.audit.polarity import change, contrary, directions, drawn
from triaudit.judge.rules.audit.statements import Statement
from triaudit.judge.rules.concepts import ideas
from triaudit.judge.rules.subjects import names, subject
from triaudit.numbers import Figure

WORDS = {0: 0.6, 1: 0.45, 2: 0.3}
"""By how many of its figures agree, its dates being one more: the share of the weight of words needed."""

DRAWN = 0.45
"""The same for a conclusion without figures: that a place takes the same side counts as well."""

QUOTED = 0.75
"""Share from which on a page that says a conclusion itself stands for the step that read it."""

MOST = 2 / 3
"""Share of a finding's figures that must agree where there are three or more; of fewer, all must."""

HALF = 0.5
"""Share of a finding's dates that must agree."""

SPEAKS_OF = 0.5
"""Share of the weight of words from which on two statements are about the same thing."""

REACH = 8
"""Statements before and after in which the date of one without a date may stand."""


class Match(NamedTuple):
    """The statement that comes nearest."""

    number: int
    found: bool
    overlap: float
    why: str


def match(
    query: Statement, index: Index, whole: bool, drawn_in: frozenset[int] | None = None
) -> Match | None:
    """The statement that says what the query says, else the nearest one and what is wrong with it.

    Args:
        query: A claim or a finding.
        index: The places where it may be said.
        whole: Whether all of its figures and dates must be there, as for a claim.
        drawn_in: For a conclusion, the statements in which the agent reasons; others must quote it.
    """
    ascii_terms = frozenset(term for term in query.telling if term.isascii())
    whole_terms, ascii_only = index.weighed(query.telling), index.weighed(ascii_terms)
    nearest = index.nearest(query)
    ranked = nearest
    if drawn_in is not None:
        ranked = [*index.nearest(query, among=drawn_in), *(n for n in nearest if n not in drawn_in)]
    best: Match | None = None
    for number in ranked:
        wanted = whole_terms if query.han == index.items[number].han else ascii_only
        concludes = drawn_in is not None
        beside = [
            index.items[n]
            for n in nearest
            if n != number and (concludes or index.groups[n] == index.groups[number])
        ]
        found = _compare(query, index, number, wanted, beside if whole else None)
        if found.found and drawn_in is not None:
            found = _as_conclusion(query, index, found, number in drawn_in, wanted)
        if best is None or (found.found, found.overlap) > (best.found, best.overlap):
            best = found
    return best


def _as_conclusion(query: Statement, index: Index, found: Match, own: bool, wanted: Weighed) -> Match:
    """A conclusion that agrees in words must be drawn where it is found."""
    if not own:
        quoted = wanted.share(index.items[found.number].terms) >= QUOTED
        return found if quoted else found._replace(found=False, why="no step draws it; a page has its words")
    missing = _undrawn(query, index.around(found.number))
    return found._replace(found=False, why="the nearest reasoning takes no side on it") if missing else found


def _undrawn(query: Statement, near: Sequence[Statement]) -> bool:
    """Whether the query takes a side on something on which no place near does."""
    return not drawn(query.bare) <= {axis for item in near for axis in directions(item.bare)}


def _compare(
    query: Statement, index: Index, number: int, wanted: Weighed, beside: Sequence[Statement] | None
) -> Match:
    """Compare with one place; `beside` are others that may have a claim's figures, None for a finding."""
    own = index.items[number]
    near = [own, *(item for item in index.around(number)[1:] if not _of_another(item, query, own))]
    there = own.terms.union(*(item.terms for item in near))
    overlap = 0.5 * wanted.share(own.terms) + 0.5 * wanted.share(there)
    least = WORDS[min(len(query.figures) + bool(query.dates), 2)]
    if overlap < (DRAWN if least == WORDS[0] else least):
        return Match(number, False, overlap, f"{overlap:.0%} of the telling words")
    whole = beside is not None
    wrong = (
        _wrong_date(query, near, partial(index.around, number, REACH), whole)
        or _wrong_kind(query, near)
        or _wrong_figure(query, near, beside, overlap)
        or _wrong_subject(query, own, index.group_terms[index.groups[number]])
        or contrary(query.bare, own.bare)
    )
    if wrong:
        return Match(number, False, overlap, wrong)
    agreeing = len(query.figures) - len(_absent(query.figures, [f for item in near for f in item.figures]))
    needed = WORDS[min(agreeing + bool(query.dates), 2)]
    if not query.figures and not query.dates and drawn(query.bare):
        if _undrawn(query, near):
            return Match(number, False, overlap, "the nearest sentence takes no side on it")
        needed = DRAWN
    what = "the same figures and " if query.figures else ""
    if query.han != own.han:
        shared = sum(term in there for term, _ in wanted.terms)
        found = overlap >= needed and shared >= (1 if agreeing else 3)
        return Match(number, found, overlap, f"{what}{shared} names shared across languages")
    return Match(number, overlap >= needed, overlap, f"{what}{overlap:.0%} of the telling words")


def _of_another(item: Statement, query: Statement, own: Statement) -> bool:
    """Whether a neighbour is about something else than the query and the statement that it stands by."""
    return (
        bool(item.names) and not item.points_back and not item.names & (query.names | own.names | query.terms)
    )


def _wrong_date(
    query: Statement, near: Sequence[Statement], window: Callable[[], Sequence[Statement]], whole: bool
) -> str:
    """Which of the query's dates a place lacks; one without dates has those that stand around it."""
    if not query.dates:
        return ""
    stated = [date for item in near for date in item.dates]
    if not stated and whole:
        stated = [date for item in window() for date in item.dates]
    if not stated:
        undated = whole or not query.figures
        return f"the nearest sentence has no date, such as {_told(query.dates)}" if undated else ""
    fits = {"same"} if whole else {"same", "close"}
    absent = [
        date for date in query.dates if not any(numbers.compare(date, other) in fits for other in stated)
    ]
    if not absent or (not whole and len(absent) <= HALF * len(query.dates)):
        return ""
    if own := near[0].dates:
        return f"the nearest sentence is about {_told(own)}, not {_told(absent)}"
    return f"the nearest sentence lacks {_told(absent)}"


def _wrong_kind(query: Statement, near: Sequence[Statement]) -> str:
    """Whether a place is about another one of the kind: `Dam B`, not `Dam A`."""
    if near[0].codes - query.codes and not query.codes <= frozenset(c for item in near for c in item.codes):
        return "the nearest sentence is about another one of the kind"
    return ""


def _wrong_figure(
    query: Statement, near: Sequence[Statement], beside: Sequence[Statement] | None, overlap: float
) -> str:
    """Which of the query's figures is stated neither here nor by the other nearest sentences."""
    here = [figure for item in near for figure in item.figures]
    absent = _absent(query.figures, here)
    agreeing = len(query.figures) - len(absent)
    few = len(query.figures) < 3 or agreeing < MOST * len(query.figures)
    if beside is not None:
        few = True
        if agreeing or not here:
            absent = _absent(absent, [figure for item in beside for figure in item.figures])
    if absent and few:
        told = near[0].figures[0].text if near[0].figures and overlap >= SPEAKS_OF else ""
        return f"the nearest sentence lacks {absent[0].text}{f' and has {told}' if told else ''}"
    for figure in query.figures:
        if mine := change(query.bare, figure):
            said = [
                change(item.bare, other) for item in near for other in item.figures if agree(figure, other)
            ]
            if said and all(other and other != mine for other in said):
                return f"{figure.text} is what it changed {said[0]}, not {mine}"
    return ""


def _absent(wanted: Sequence[Figure], there: Sequence[Figure]) -> list[Figure]:
    return [figure for figure in wanted if not any(agree(figure, other) for other in there)]


@lru_cache(maxsize=8192)
def _head(text: str) -> frozenset[str]:
    """Terms of the names that a sentence is about."""
    about = subject(text)
    return (
        frozenset(term for name in names(text) if name in about for term in ideas(name))
        if about
        else frozenset()
    )


def _wrong_subject(query: Statement, own: Statement, around: frozenset[str]) -> str:
    """Whether a place names somebody else as its subject, or is in a text that never names the query's."""
    if query.han != own.han:
        return ""
    wanted = _head(query.bare)
    if not wanted:
        return ""
    if not wanted & around:
        return f"the place does not name {', '.join(sorted(wanted))}"
    theirs = _head(own.bare)
    if theirs and not theirs & query.terms and not wanted & own.terms:
        return f"the nearest sentence is about {', '.join(sorted(theirs))}"
    return ""


def _told(dates: Sequence[Figure]) -> str:
    return ", ".join(dict.fromkeys(date.text for date in dates))
