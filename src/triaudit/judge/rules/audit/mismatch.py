"""What is wrong with a place that comes near: another figure, date or subject than the statement's."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product

from triaudit import numbers
from triaudit.judge.rules.agreement import agree, same_measure
from triaudit.judge.rules.audit.polarity import change
from triaudit.judge.rules.audit.statements import Statement
from triaudit.judge.rules.concepts import ideas
from triaudit.judge.rules.subjects import names, subject
from triaudit.numbers import Figure

MOST = 2 / 3
"""Share of a finding's figures that must agree where there are three or more; of fewer, all must."""

HALF = 0.5
"""Share of a finding's dates that must agree."""

SPEAKS_OF = 0.5
"""Share of the weight of words from which on two statements are about the same thing."""


def tells(figure: Figure) -> float:
    """How little a figure meets another by chance, 0-1: all of it from three telling digits on."""
    if figure.dimension in {"year", "season"}:
        return 1.0 if figure.month else 0.5
    return min(1.0, len(re.sub(r"\D", "", figure.text).strip("0")) / 3)


def wrong_date(
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
    lacking = [
        date for date in query.dates if not any(numbers.compare(date, other) in fits for other in stated)
    ]
    if not lacking or (not whole and (further or len(lacking) <= HALF * len(query.dates))):
        return ""
    if own := near[0].dates:
        return f"the nearest sentence is about {_told(own)}, not {_told(lacking)}"
    return f"the nearest sentence lacks {_told(lacking)}"


def wrong_kind(query: Statement, near: Sequence[Statement]) -> str:
    """Whether a place is about another one of the kind: `Dam B`, not `Dam A`."""
    if near[0].codes - query.codes and not query.codes <= frozenset(c for item in near for c in item.codes):
        return "the nearest sentence is about another one of the kind"
    return ""


def wrong_figure(
    query: Statement, near: Sequence[Statement], beside: Sequence[Statement], overlap: float, whole: bool
) -> str:
    """Which of the query's figures is stated neither here nor by the other nearest sentences."""
    stated = [figure for item in (*near, *beside) for figure in item.figures]
    lacking = [figure for figure in absent(query.figures, stated) if not _computed(figure, query, stated)]
    agreeing = len(query.figures) - len(lacking)
    most = len(query.figures) > 2 and agreeing >= MOST * len(query.figures)
    if lacking and (whole or not (most or _foremost(query).isdisjoint(lacking))):
        told = near[0].figures[0].text if near[0].figures and overlap >= SPEAKS_OF else ""
        return f"the nearest sentence lacks {lacking[0].text}{f' and has {told}' if told else ''}"
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
    return tells(figure) > HALF


def dated(date: Figure, said: Statement) -> bool:
    """Whether a statement has a date."""
    return any(numbers.compare(date, other) == "same" for other in said.dates)


def absent(wanted: Sequence[Figure], there: Sequence[Figure]) -> list[Figure]:
    """The figures that none of those there agrees with."""
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


def wrong_subject(query: Statement, own: Statement, around: frozenset[str]) -> str:
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
