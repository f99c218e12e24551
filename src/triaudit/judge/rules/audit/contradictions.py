"""Places of a trace that state different figures of the same thing, and what was made of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations
from math import fsum
from typing import NamedTuple

from triaudit.judge.rules import numbers
from triaudit.judge.rules.audit import cues
from triaudit.judge.rules.audit.index import Index, of_report, of_steps
from triaudit.judge.rules.audit.statements import OWN, Said, Statement, agree, closing, noun, statements
from triaudit.judge.rules.numbers import Figure
from triaudit.questions import ContradictionDraft, ContradictionsReply, FindContradictions
from triaudit.text import fold
from triaudit.types import Step

SAME_SUBJECT = 0.8
"""Share of the weight of words that two statements must share to be about the same measure."""

CORRECTED = 0.5
"""The same where one of them says that it corrects something."""

MOST_FIGURES = 3
"""A sentence with more figures does not tell which belongs to what."""

SERIES = 3
"""More values than this of one subject are a series, such as page numbers or rows of a list."""

_LABEL = re.compile(r"^[^:：=]{1,40}[:：]\W*(?:约|大约|about|approx\.?|ca\.?)?\s*[$€£¥]?\d")
"""`Revenue: 5 million`: whose revenue, and when, stands elsewhere."""


class _Pair(NamedTuple):
    steps: tuple[int, int]
    one: Figure
    other: Figure
    subject: frozenset[str]
    text: str
    since: int
    """The step from which on it can be noticed."""


def find_contradictions(question: FindContradictions) -> ContradictionsReply:
    """Different figures of one measure; noticed and resolved by words of the agent and the report."""
    index, items = of_steps(question.steps)
    report = of_report(question.report)
    last = len(question.steps) - closing(question.steps)
    draft = frozenset(step.index for step in question.steps[last:])
    own = [step for step in question.steps[:last] if step.kind in OWN]
    pairs = _distinct(chain(_pairs(index, items, draft), _called(own, items)))
    found = [_judged(pair, own, report) for pair in pairs]
    score, reason = _consistency(index, items, report, draft)
    return ContradictionsReply(contradictions=tuple(found), consistency=score, reason=reason)


def _distinct(pairs: Iterable[_Pair]) -> Iterator[_Pair]:
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


def _pairs(index: Index, items: Sequence[Said], draft: frozenset[int]) -> Iterator[_Pair]:
    """Statements of different sources that disagree; the report's draft is no source."""
    for second, item in enumerate(items):
        if not item.said.digits or item.step.index in draft:
            continue
        for first in sorted(index.nearest(item.said, before=second)):
            other = items[first]
            one_source = other.step.index == item.step.index and item.step.kind != "search"
            if one_source or not other.said.digits or other.step.index in draft:
                continue
            figures = _differ(other.said, item.said, index)
            if figures is not None:
                steps = (other.step.index, item.step.index)
                subject = other.said.subject & item.said.subject
                yield _Pair(steps, *figures, subject, item.said.bare, item.step.index)


def _called(own: Sequence[Step], items: Sequence[Said]) -> Iterator[_Pair]:
    """What the agent itself calls contradictory, with the steps where the two figures were found."""
    for step, said, one, other in _told(own):
        places = [
            next(
                (
                    item.step.index
                    for item in items
                    if item.step.index < step.index and any(agree(figure, f) for f in item.said.figures)
                ),
                step.index,
            )
            for figure in (one, other)
        ]
        yield _Pair((places[0], places[1]), one, other, said.subject, said.bare, step.index)


def _differ(first: Statement, second: Statement, index: Index) -> tuple[Figure, Figure] | None:
    """The figures in which two statements about the same thing disagree."""
    if first.han != second.han or _unclear(first) or _unclear(second):
        return None
    small, large = sorted((first.subject, second.subject), key=lambda terms: (len(terms), sorted(terms)))
    corrects = bool(cues.CORRECTS.search(second.folded))
    if len(small) < 2 or index.weighed(small).share(large) < (CORRECTED if corrects else SAME_SUBJECT):
        return None
    if first.codes != second.codes or (not corrects and (first.names ^ second.names) - _units(first, second)):
        return None
    if first.years and second.years and first.years != second.years:
        return None
    return _figures(first.figures, second.figures)


def _unclear(said: Statement) -> bool:
    """Whether one can't tell from the sentence alone what its figures are of."""
    return (
        not 1 <= len(said.figures) <= MOST_FIGURES
        or said.points_back
        or bool(_LABEL.search(said.bare))
        or "=" in said.bare
    )


def _figures(first: Sequence[Figure], second: Sequence[Figure]) -> tuple[Figure, Figure] | None:
    """The one figure of a measure in each, where the two are comparable and differ."""
    for one in first:
        alike = [f for f in first if _same_measure(f, one)]
        there = [f for f in second if _same_measure(f, one)]
        if (
            len(alike) == len(there) == 1
            and numbers.compare(one, there[0]) == "other"
            and not agree(there[0], one)
        ):
            return one, there[0]
    return None


def _same_measure(one: Figure, other: Figure) -> bool:
    if one.dimension != other.dimension or one.currency != other.currency:
        return False
    return one.dimension != "count" or noun(one) == noun(other)


def _units(*pair: Statement) -> frozenset[str]:
    """Words of figures, and words of correcting, that look like names."""
    figures = (figure for said in pair for figure in said.figures)
    return frozenset(word for figure in figures for word in re.findall(r"\w+", fold(figure.text)))


def _told(own: Sequence[Step]) -> Iterator[tuple[Step, Statement, Figure, Figure]]:
    """Two figures of a measure that the agent itself calls contradictory, in that sentence or the next."""
    for step in own:
        said = statements(step.text)
        for number, item in enumerate(said):
            after = [other for other in said[number + 1 : number + 2] if other.points_back]
            called = any(cues.DISAGREES.search(other.folded) for other in (item, *after))
            if len(item.figures) < 2 or not called:
                continue
            for one, other in combinations(item.figures, 2):
                if _same_measure(one, other) and numbers.compare(one, other) == "other":
                    yield step, item, one, other
                    break


def _judged(pair: _Pair, own: Sequence[Step], report: Index) -> ContradictionDraft:
    passages = [
        (f"step {step.index}", passage)
        for step in own
        if step.index >= pair.since
        for passage in _passages(statements(step.text))
    ]
    passages += [("the report", passage) for passage in _passages(report.items)]
    noticing = [(where, passage) for where, passage in passages if _notices(passage, pair)]
    kept = [figure for figure in (pair.one, pair.other) if _in_report(figure, pair.subject, report)]
    decided = any(
        where != "the report" and cues.DECIDES.search(item.folded)
        for where, passage in noticing
        for item in passage
    )
    said_so = any(where == "the report" for where, _ in noticing)
    uses = " and ".join(figure.text for figure in kept) or "neither"
    by = (
        f"noticed in {noticing[0][0]}"
        if noticing
        else "no later step and no sentence of the report speaks of it"
    )
    first, second, said = *pair.steps, pair.text.strip()
    return ContradictionDraft(
        steps=tuple(sorted(set(pair.steps))),
        what=f"step {first} has {pair.one.text}, step {second} has {pair.other.text}: {said[:200]}",
        noticed=bool(noticing),
        resolved=bool(noticing) and (decided or (said_so and bool(kept))),
        reason=f"rules: {by}; the report uses {uses}",
    )


def _passages(said: Sequence[Statement]) -> Iterator[tuple[Statement, ...]]:
    """Each sentence with the one before and the one after it, itself first."""
    for number, item in enumerate(said):
        yield (item, *said[max(0, number - 1) : number], *said[number + 1 : number + 2])


def _notices(passage: Sequence[Statement], pair: _Pair) -> bool:
    """A sentence on the subject with both figures; or with one of them, and words of conflict around it."""
    item = passage[0]
    one = any(agree(pair.one, figure) for figure in item.figures)
    other = any(agree(pair.other, figure) for figure in item.figures)
    if not (one or other):
        return False
    about = frozenset(term for near in passage for term in near.terms)
    if len(about & pair.subject) * 2 < len(pair.subject):
        return False
    return (one and other) or any(cues.CONFLICT.search(near.folded) for near in passage)


def _in_report(figure: Figure, subject: frozenset[str], report: Index) -> bool:
    return any(
        item.digits and item.terms & subject and any(agree(figure, other) for other in item.figures)
        for item in report.items
    )


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
            elif any(_same_measure(figure, other) for other in there):
                differing += 1
    compared = agreeing + differing
    if not compared:
        return None, "rules: report and steps have no figures of the same thing"
    return (
        1 + 9 * fsum([agreeing]) / compared,
        f"rules: {agreeing} of {compared} figures that the report and these steps both give agree",
    )
