"""Whether one place says what a statement says: figures, dates, whom it is about, direction, words."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import product
from math import fsum
from typing import NamedTuple

from triaudit import numbers
from triaudit.judge.rules.agreement import agree, same_measure
from triaudit.judge.rules.audit.index import Index, Weighed
from triaudit.judge.rules.audit.polarity import change, contrary, directions, drawn
from triaudit.judge.rules.audit.statements import Statement
from triaudit.judge.rules.concepts import ideas
from triaudit.judge.rules.subjects import names, subject
from triaudit.numbers import Figure

WORDS = 0.6
"""Share of the weight of words that a place needs where no figure or date agrees."""

FEWER = 0.4
"""By how much less of it a place needs for each figure that agrees, as far as it tells something."""

LEAST = 0.2
"""What it needs in any case."""

DRAWN = 0.45
"""The same for a conclusion without figures: that a step reasons, or takes the same side, counts too."""

THOUGHT = 3
"""Sentences before and after that belong to one thought."""

QUOTED = 0.75
"""Share from which on a page that says a conclusion itself stands for the step that read it."""

MOST = 2 / 3
"""Share of a finding's figures that must agree where there are three or more; of fewer, all must."""

HALF = 0.5
"""Share of a finding's dates that must agree."""

SPEAKS_OF = 0.5
"""Share of the weight of words from which on two statements are about the same thing."""

SURE = 1.5
"""How much figures and dates must tell together so that they hardly meet by chance."""

FEW = 2
"""Terms with which a line of data says nothing of what it is about: that stands above it."""

ASIDE = 0.05
"""Share of the weight of words from which on a place can have a figure that the nearest one lacks."""

REACH = 8
"""Statements before and after in which the date of one without a date may stand."""


class Match(NamedTuple):
    """The statement that comes nearest."""

    number: int
    found: bool
    overlap: float
    why: str
    agreeing: int = 0
    """How many of the query's figures the place itself has."""


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
    whole_terms = index.weighed(query.telling, query.named)
    ascii_only = index.weighed(ascii_terms, query.named)
    nearest = list(dict.fromkeys((*index.nearest(query), *index.figuring(query))))
    ranked = nearest
    if drawn_in is not None:
        ranked = [*index.nearest(query, among=drawn_in), *(n for n in nearest if n not in drawn_in)]
    best: Match | None = None
    held = _Held(query)
    for number in ranked:
        wanted = whole_terms if query.han == index.items[number].han else ascii_only
        others = [n for n in nearest if n != number]
        thought = drawn_in is not None and number in drawn_in
        found = _compare(query, index, number, wanted, others, held=held, whole=whole, thought=thought)
        if found.found and drawn_in is not None:
            found = _as_conclusion(query, index, found, number in drawn_in, wanted)
        if best is None or _rank(found) > _rank(best):
            best = found
    return best


def _rank(found: Match) -> tuple[bool, int, float]:
    """Of places that say it, the one that has most of the figures itself; of others, the nearest in words."""
    return found.found, found.agreeing if found.found else 0, found.overlap


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
    query: Statement,
    index: Index,
    number: int,
    wanted: Weighed,
    others: Sequence[int],
    *,
    held: _Held,
    whole: bool,
    thought: bool,
) -> Match:
    """Compare with one place; figures and dates that it lacks may stand in other ones on the same.

    A conclusion may be drawn over several sentences of one `thought`.
    """
    own = index.items[number]
    around = index.around(number, THOUGHT if thought else 1)[1:] if not own.cell else []
    near = [own, *(item for item in around if not _of_another(item, query, own))]
    lacking = held.lacking(near)
    besides = [n for n in others if wanted.share(index.items[n].terms) >= ASIDE]
    beside = [index.items[n] for n in besides]
    helping = [item for item in beside if lacking and not held.by(item).isdisjoint(lacking)]
    titles = index.titles[index.groups[number]]
    there = own.terms.union(titles, ideas(own.above), *(item.terms for item in (*near, *helping)))
    overlap = 0.5 * wanted.share(own.terms) + 0.5 * wanted.share(there)
    least = _least(query, own)
    if overlap < least:
        return Match(number, False, overlap, f"{overlap:.0%} of the telling words")
    agreed = len(query.figures) > len(lacking)
    same = agreed or any(_dated(date, own) for date in query.dates)
    apart = own.dates and not any(_dated(date, own) for date in query.dates)
    pages = {index.groups[n] for n in (number, *besides)} if same and not apart else set[int]()
    dates = [date for page in sorted(pages) for date in index.group_dates[page]]
    wrong = (
        _wrong_date(query, near, partial(index.around, number, REACH), dates, whole)
        or _wrong_kind(query, near)
        or _wrong_figure(query, near, beside if agreed else (), overlap, whole)
        or _wrong_subject(query, own, index.group_terms[index.groups[number]])
        or contrary(query.bare, own.bare)
    )
    if wrong:
        return Match(number, False, overlap, wrong)
    told = [figure for figure in query.figures if figure not in lacking]
    needed = max(least, WORDS - FEWER * fsum(map(_tells, (*told, *query.dates))))
    if not query.figures and not query.dates and drawn(query.bare):
        if _undrawn(query, near):
            return Match(number, False, overlap, "the nearest sentence takes no side on it")
        needed = DRAWN
    elif thought:
        needed = min(needed, DRAWN)
    what = "the same figures and " if query.figures else ""
    if query.han != own.han:
        shared = sum(term in there for term, _ in wanted.terms)
        found = overlap >= needed and shared >= (1 if told else 3)
        return Match(number, found, overlap, f"{what}{shared} names shared across languages", len(told))
    return Match(number, overlap >= needed, overlap, f"{what}{overlap:.0%} of the telling words", len(told))


class _Held:
    """Which of a query's figures each statement has, looked up once."""

    def __init__(self, query: Statement) -> None:
        self.query = query
        self.known: dict[int, frozenset[Figure]] = {}

    def by(self, item: Statement) -> frozenset[Figure]:
        """The query's figures that a statement has."""
        found = self.known.get(id(item))
        if found is None:
            there = item.figures
            found = frozenset(figure for figure in self.query.figures if any(agree(figure, o) for o in there))
            self.known[id(item)] = found
        return found

    def lacking(self, near: Sequence[Statement]) -> list[Figure]:
        """The query's figures that none of the statements has."""
        there = frozenset[Figure]().union(*map(self.by, near))
        return [figure for figure in self.query.figures if figure not in there]


def _least(query: Statement, own: Statement) -> float:
    """The share of words that a place needs in any case: little where it has all that the query counts."""
    told = fsum(map(_tells, (*query.figures, *query.dates)))
    if told < SURE or _absent(query.figures, own.figures) or not all(_dated(d, own) for d in query.dates):
        return LEAST
    return LEAST / 2 if len(own.subject) > FEW else 0.0


def _tells(figure: Figure) -> float:
    """How little a figure meets another by chance, 0-1: all of it from three telling digits on."""
    if figure.dimension in {"year", "season"}:
        return 1.0 if figure.month else 0.5
    return min(1.0, len(re.sub(r"\D", "", figure.text).strip("0")) / 3)


def _of_another(item: Statement, query: Statement, own: Statement) -> bool:
    """Whether a neighbour is about something else than the query and the statement that it stands by."""
    return (
        bool(item.names) and not item.points_back and not item.names & (query.names | own.names | query.terms)
    )


def _wrong_date(
    query: Statement,
    near: Sequence[Statement],
    window: Callable[[], Sequence[Statement]],
    further: Sequence[Figure],
    whole: bool,
) -> str:
    """Which of the query's dates a place lacks; one without dates has those that stand around it.

    Where something agrees, a date may stand `further` off: on the page that the place is on.
    """
    if not query.dates:
        return ""
    stated = [date for item in near for date in item.dates]
    stated += further or ([date for item in window() for date in item.dates] if not stated else ())
    if not stated:
        undated = whole or not query.figures
        return f"the nearest sentence has no date, such as {_told(query.dates)}" if undated else ""
    fits = {"same"} if whole else {"same", "close"}
    absent = [
        date for date in query.dates if not any(numbers.compare(date, other) in fits for other in stated)
    ]
    if not absent or (not whole and (further or len(absent) <= HALF * len(query.dates))):
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
    query: Statement, near: Sequence[Statement], beside: Sequence[Statement], overlap: float, whole: bool
) -> str:
    """Which of the query's figures is stated neither here nor by the other nearest sentences."""
    stated = [figure for item in (*near, *beside) for figure in item.figures]
    absent = [figure for figure in _absent(query.figures, stated) if not _computed(figure, query, stated)]
    agreeing = len(query.figures) - len(absent)
    most = len(query.figures) > 2 and agreeing >= MOST * len(query.figures)
    if absent and (whole or not (most or _foremost(query).isdisjoint(absent))):
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


def _computed(figure: Figure, query: Statement, stated: Sequence[Figure]) -> bool:
    """Whether a figure is the difference of two that are stated, in their unit or in percent.

    The query gives one of the two itself.
    """
    if figure.dimension in {"year", "season"}:
        return False
    percent = figure.dimension == "percent"
    value = abs(figure.values[0])
    near = max(figure.half, 0.005 * value)
    anchors = [one for one in stated if any(agree(mine, one) for mine in query.figures)]
    for one, other in product(dict.fromkeys(anchors), dict.fromkeys(stated)):
        if not same_measure(one, other):
            continue
        gap, bases = abs(one.values[0] - other.values[0]), (one.values[0], other.values[0])
        made = [100 * gap / abs(base) for base in bases if base] if percent else [gap]
        alike = percent or same_measure(figure, one) or same_measure(figure, other)
        if alike and any(abs(value - result) <= near for result in made):
            return True
    return False


_BREAK = re.compile(r"[,，]\s*(?!\d)|\b(?:and|und|while|whereas)\b|而")


def _foremost(query: Statement) -> frozenset[Figure]:
    """The figures of the first clause that has any: what a finding is mainly about."""
    first = query.figures[0]
    end = _BREAK.search(query.bare, first.end)
    told = frozenset(figure for figure in query.figures if end is None or figure.start < end.start())
    return told if any(map(_sure, told)) else frozenset(query.figures)


def _sure(figure: Figure) -> bool:
    return _tells(figure) > HALF


def _dated(date: Figure, said: Statement) -> bool:
    return any(numbers.compare(date, other) == "same" for other in said.dates)


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
    if query.han or own.han:
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
