"""Whether a disagreement was noticed by the agent or told by the report, and whether it was settled."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from triaudit.judge.rules.agreement import agree
from triaudit.judge.rules.audit import cues
from triaudit.judge.rules.audit.index import Index
from triaudit.judge.rules.audit.statements import Statement, statements
from triaudit.numbers import Figure
from triaudit.questions import ContradictionDraft
from triaudit.types import Step


class Pair(NamedTuple):
    """Two figures or dates of one thing that disagree."""

    steps: tuple[int, int]
    one: Figure
    other: Figure
    subject: frozenset[str]
    text: str
    since: int
    """The step from which on it can be noticed."""


Passage = tuple[Statement, ...]
"""A sentence, then the one before and the one after it."""


def judged(pair: Pair, own: Sequence[Step], report: Index) -> ContradictionDraft:
    """The contradiction with what the agent's own steps and the report make of it."""
    passages = [
        (f"step {step.index}", passage)
        for step in own
        if step.index >= pair.since
        for passage in _passages(statements(step.text))
    ]
    passages += [("the report", passage) for passage in _passages(report.items)]
    noticing = [(where, passage) for where, passage in passages if _notices(passage, pair)]
    settled = next((where for where, passage in noticing if _settles(passage)), "")
    kept = [figure for figure in (pair.one, pair.other) if _in_report(figure, pair.subject, report)]
    uses = " and ".join(figure.text for figure in kept) or "neither"
    by = "no later step and no sentence of the report speaks of it"
    if noticing:
        end = f"settled in {settled}" if settled else "neither decided nor called undecidable with a reason"
        by = f"noticed in {noticing[0][0]}, {end}"
    first, second, said = *pair.steps, pair.text.strip()
    return ContradictionDraft(
        steps=tuple(sorted(set(pair.steps))),
        what=f"step {first} has {pair.one.text}, step {second} has {pair.other.text}: {said[:200]}",
        noticed=bool(noticing),
        resolved=bool(settled),
        reason=f"rules: {by}; the report uses {uses}",
    )


def values(said: Statement) -> tuple[Figure, ...]:
    """All that a sentence can be wrong in: figures and dates."""
    return (*said.figures, *said.dates)


def _passages(said: Sequence[Statement]) -> Iterator[Passage]:
    for number, item in enumerate(said):
        yield (item, *said[max(0, number - 1) : number], *said[number + 1 : number + 2])


def _notices(passage: Passage, pair: Pair) -> bool:
    """Both figures near each other on the subject; or one of them, and words of conflict around it.

    Both figures need no words of the subject where they are called contradictory, or both are long: a
    report in another language than its sources has other words.
    """
    item = passage[0]
    one, other = _has(pair.one, item), _has(pair.other, item)
    if not (one or other):
        return False
    missing = pair.other if one else pair.one
    both = (one and other) or any(_has(missing, near) for near in passage[1:])
    if both and (_long(pair.one, pair.other) or any(near.disagrees for near in passage)):
        return True
    about = frozenset(term for near in passage for term in near.terms)
    if len(about & pair.subject) * 2 < len(pair.subject):
        return False
    told = bool(cues.SETS_ASIDE.search(item.folded)) or any(cues.CONFLICT.search(n.folded) for n in passage)
    return both or told


def _long(*figures: Figure) -> bool:
    """Whether figures have three digits or more, so that they hardly meet by chance."""
    return all(len(re.sub(r"\D", "", figure.text).strip("0")) > 2 for figure in figures)


def _has(figure: Figure, said: Statement) -> bool:
    return bool(said.digits) and any(agree(figure, other) for other in values(said))


def _settles(passage: Passage) -> bool:
    """Whether it is decided which version holds, or said that it can't be decided and why."""
    text = " ".join(near.folded for near in passage)
    if cues.UNDECIDED.search(text):
        return bool(cues.WHY.search(text))
    return bool(cues.DECIDES.search(text))


def _in_report(figure: Figure, subject: frozenset[str], report: Index) -> bool:
    return any(item.terms & subject and _has(figure, item) for item in report.items)
