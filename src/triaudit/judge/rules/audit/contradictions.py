"""Places of a trace that state different figures of the same thing, and what was made of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations
from math import fsum

from triaudit import numbers
from triaudit.judge.rules.agreement import agree, bare, counted, differ, same_measure, written
from triaudit.judge.rules.audit import cues
from triaudit.judge.rules.audit.index import Index, of_report, of_steps
from triaudit.judge.rules.audit.noticing import Pair, judged
from triaudit.judge.rules.audit.polarity import TREND, directions
from triaudit.judge.rules.audit.statements import OWN, PLAIN, Said, Statement, answers, statement, statements
from triaudit.judge.rules.concepts import EXCLUDES, ideas, is_concept
from triaudit.numbers import Figure
from triaudit.questions import ContradictionsReply, FindContradictions
from triaudit.text import fold, tokens
from triaudit.types import Step

SAME_SUBJECT = 0.8
"""Share of the weight of words that two statements must share to be about the same measure."""

CORRECTED = 0.5
"""The same where one of them says that it corrects something."""

MOST_FIGURES = 3
"""A sentence with more figures does not tell which belongs to what."""

SERIES = 3
"""More values than this of one subject are a series, such as page numbers or rows of a list."""

SIZE = 2.0
"""Times by which the figure of one source exceeds the other's at most, where nobody calls them different."""

_EVENTS = ideas(
    "opened completed founded built closed started born signed approved acquired 开通 完成 成立 启动"
)
"""What happens once, so that two dates of it disagree."""

_LABEL = re.compile(
    r"^(?!(?:19|20)\d\d[:：])[^:：=]{1,40}[:：]\W*(?:约|大约|about|approx\.?|ca\.?)?\s*[$€£¥]?\d"
)
"""`Revenue: 5 million`: whose revenue, and when, stands elsewhere."""


def find_contradictions(question: FindContradictions) -> ContradictionsReply:
    """Different figures of one measure; noticed and resolved by words of the agent and the report."""
    index, items = of_steps(question.steps)
    report = of_report(question.report)
    draft = answers(question.steps)
    own = [step for step in question.steps if step.kind in OWN and step.index not in draft]
    sources = [item for item in items if item.step.index not in draft]
    spoken = chain(report.items, *(statements(step.text) for step in own))
    told = chain(_called(own, sources), _told_by_report(report, sources), _by_source(spoken, sources))
    found = [judged(pair, own, report) for pair in _distinct(chain(_pairs(index, items, draft), told))]
    score, reason = _consistency(index, items, report, draft)
    return ContradictionsReply(contradictions=tuple(found), consistency=score, reason=reason)


def _distinct(pairs: Iterable[Pair]) -> Iterator[Pair]:
    """The first pair for every two figures that disagree; a series of many values is no disagreement."""
    known: set[tuple[str, float, float]] = set()
    kept = list(pairs)
    values: dict[tuple[str, frozenset[str]], set[float]] = {}
    for pair in kept:
        same = values.setdefault((pair.one.dimension, pair.subject), set())
        same.update((pair.one.values[0], pair.other.values[0]))
    for pair in kept:
        if len(values[pair.one.dimension, pair.subject]) > SERIES:
            continue
        low, high = sorted((pair.one.values[0], pair.other.values[0]))
        if (pair.one.dimension, low, high) not in known:
            known.add((pair.one.dimension, low, high))
            yield pair


def _pairs(index: Index, items: Sequence[Said], draft: frozenset[int]) -> Iterator[Pair]:
    """Statements of different sources that disagree; the report's draft is no source."""
    for second, item in enumerate(items):
        if not item.said.digits or item.step.index in draft:
            continue
        for first in sorted(index.nearest(item.said, before=second)):
            other = items[first]
            one_source = other.step.index == item.step.index and item.step.kind != "search"
            if one_source or not other.said.digits or other.step.index in draft:
                continue
            figures = _differ(other, item, index)
            if figures is not None:
                steps = (other.step.index, item.step.index)
                subject = other.said.subject & item.said.subject
                yield Pair(steps, *figures, subject, item.said.bare, item.step.index)


def _called(own: Sequence[Step], sources: Sequence[Said]) -> Iterator[Pair]:
    """What the agent itself calls contradictory, with the steps where the two figures were found."""
    for step in own:
        before = [item for item in sources if item.step.index < step.index]
        for said, *figures in _disputed(statements(step.text)):
            (first, one), (second, other) = (_found(f, before) or (step.index, f) for f in figures)
            yield Pair((first, second), one, other, said.subject, said.bare, step.index)


def _told_by_report(report: Index, sources: Sequence[Said]) -> Iterator[Pair]:
    """What the report calls contradictory, where both figures were found in different steps."""
    for said, *figures in _disputed(report.items):
        places = [place for figure in figures if (place := _found(figure, sources))]
        if len(places) == len(figures) and places[0][0] != places[1][0]:
            (first, one), (second, other) = places
            yield Pair((first, second), one, other, said.subject, said.bare, max(first, second))


def _found(figure: Figure, sources: Iterable[Said]) -> tuple[int, Figure] | None:
    """The first step that gives a figure, and the figure as it gives it."""
    said = ((item.step.index, other) for item in sources if item.said.digits for other in item.said.figures)
    return next(((step, other) for step, other in said if agree(figure, other)), None)


def _disputed(said: Sequence[Statement]) -> Iterator[tuple[Statement, Figure, Figure]]:
    """Two figures of a measure, in one sentence or in two, and words of contradiction with them.

    The words may stand in a sentence beside them that has no figures itself.
    """
    for number, item in enumerate(said):
        around = (*said[max(0, number - 1) : number], *said[number + 1 : number + 3])
        called = bool(item.figures) and item.disagrees
        if (
            not item.figures
            or len(item.years) > 1
            or "=" in item.bare
            or not (called or any(not near.figures and near.disagrees for near in around))
        ):
            continue
        pairs = list(combinations(item.figures, 2))
        pairs += [
            (item.figures[0], near.figures[0])
            for near in said[number + 1 : number + 2]
            if len(item.figures) == len(near.figures) == 1 and _same_time(item, near)
        ]
        for one, other in pairs:
            if differ(one, other):
                yield item, one, other
                break


def _by_source(own: Iterable[Statement], sources: Sequence[Said]) -> Iterator[Pair]:
    """Sentences that give one figure for each of two sources, where each was found in a step of its own."""
    for said in own:
        if len(said.figures) != 2 or len(said.years) > 1 or not cues.SOURCES.search(said.folded):
            continue
        places = [_found(figure, sources) for figure in said.figures]
        if TREND in directions(said.bare) or any(len(key) < 2 for key in said.keys) or None in places:
            continue
        (first, one), (second, other) = (place for place in places if place)
        if first != second and _alternatives(said.figures, one, other):
            yield Pair((first, second), one, other, said.subject, said.bare, max(first, second))


def _alternatives(said: Sequence[Figure], one: Figure, other: Figure) -> bool:
    """Whether two figures found can be one measure's by two sources: of one unit and of about one size."""
    first, second = said
    alone = any(bare(figure) and not counted(figure) for figure in said)
    low, high = sorted(written(figure.text)[1] for figure in said)
    return high < SIZE * low and (differ(first, second) or differ(one, other) or (alone and low != high))


def _same_time(one: Statement, other: Statement) -> bool:
    """Whether two statements can be about the same time."""
    return not one.dates or not other.dates or one.dates[0][3:5] == other.dates[0][3:5]


def _differ(first: Said, second: Said, index: Index) -> tuple[Figure, Figure] | None:
    """The figures, or the dates of an event, in which two statements about the same thing disagree."""
    one, other = _unattributed(first.said), _unattributed(second.said)
    if one.han != other.han or _unclear(one) or _unclear(other):
        return None
    small, large = sorted((_about(one), _about(other)), key=lambda terms: (len(terms), sorted(terms)))
    corrects = bool(cues.CORRECTS.search(other.folded))
    if len(small) < 2 or index.weighed(small).share(large) < (CORRECTED if corrects else SAME_SUBJECT):
        return None
    if one.codes != other.codes or not (corrects or _same_names(first, one, second, other)):
        return None
    if any(EXCLUDES.get(term) in other.terms - one.terms for term in one.terms - other.terms):
        return None
    if not one.figures and not other.figures:
        return _dates(one, other)
    if one.years and other.years and one.years != other.years:
        return None
    return _figures(one, other)


def _about(said: Statement) -> frozenset[str]:
    """What a statement is about; of a cell, with what stands above its table."""
    return said.subject | (ideas(said.above) - PLAIN) if said.cell else said.subject


@lru_cache(maxsize=4096)
def _unattributed(said: Statement) -> Statement:
    """A statement without who says it."""
    if not cues.ATTRIBUTED.search(said.bare):
        return said
    return statement(cues.ATTRIBUTED.sub("", said.bare))


def _same_names(first: Said, one: Statement, second: Said, other: Statement) -> bool:
    """Whether two statements name the same; a name that only one has must stand in the other's step."""
    units = _units(one, other)
    here = one.names - units - frozenset(other.words)
    there = other.names - units - frozenset(one.words)
    if here and there:
        return False
    return here <= _words(second.step.text) and there <= _words(first.step.text)


@lru_cache(maxsize=256)
def _words(text: str) -> frozenset[str]:
    return frozenset(tokens(text))


def _unclear(said: Statement) -> bool:
    """Whether one can't tell from the sentence alone what its figures are of."""
    return (
        not 1 <= len(said.figures or said.dates) <= MOST_FIGURES
        or said.points_back
        or (not said.cell and bool(_LABEL.search(said.bare)))
        or "=" in said.bare
    )


def _dates(one: Statement, other: Statement) -> tuple[Figure, Figure] | None:
    """The one date of an event in each, where the two differ."""
    if len(one.dates) != 1 or len(other.dates) != 1 or not one.terms & other.terms & _EVENTS:
        return None
    here, there = one.dates[0], other.dates[0]
    return (here, there) if numbers.compare(here, there) == "other" else None


def _figures(first: Statement, second: Statement) -> tuple[Figure, Figure] | None:
    """The one figure of a measure in each, where the two are comparable and differ."""
    for one in first.figures:
        alike = [f for f in first.figures if same_measure(f, one)]
        there = [f for f in second.figures if same_measure(f, one)]
        if len(alike) != 1 or len(there) != 1 or agree(one, there[0]) or agree(there[0], one):
            continue
        mine, theirs = counted(one), counted(there[0])
        if one.dimension == "count" and not (
            mine or theirs or any(map(is_concept, first.terms & second.terms))
        ):
            continue
        if (not mine and theirs and not theirs & first.terms) or (
            mine and not theirs and not mine & second.terms
        ):
            continue
        return one, there[0]
    return None


def _units(*pair: Statement) -> frozenset[str]:
    """Words of figures, and words of correcting, that look like names."""
    figures = (figure for said in pair for figure in (*said.figures, *said.dates))
    return frozenset(word for figure in figures for word in re.findall(r"\w+", fold(figure.text)))


def _consistency(
    index: Index, items: Sequence[Said], report: Index, draft: frozenset[int]
) -> tuple[float | None, str]:
    """1 + 9 · the share of the report's figures that the nearest statements of the trace have too."""
    agreeing, differing = 0, 0
    for said in report.items:
        if not said.digits or not said.figures:
            continue
        weighed = index.weighed(said.terms)
        near = [
            n
            for n in index.nearest(said)[:8]
            if items[n].step.index not in draft and weighed.share(items[n].said.terms) >= CORRECTED
        ]
        there = [figure for n in near for item in index.around(n) for figure in item.figures]
        for figure in said.figures:
            if any(agree(figure, other) for other in there):
                agreeing += 1
            elif any(same_measure(figure, other) for other in there):
                differing += 1
    compared = agreeing + differing
    if not compared:
        return None, "rules: report and steps have no figures of the same thing"
    return (
        1 + 9 * fsum([agreeing]) / compared,
        f"rules: {agreeing} of {compared} figures that the report and these steps both give agree",
    )
