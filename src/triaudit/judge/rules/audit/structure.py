"""What each step does, by its kind and words, and the sentences of a window that tell something found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import Literal

from triaudit.judge.rules.agreement import agree
from triaudit.judge.rules.audit import cues
from triaudit.judge.rules.audit.depends import depends_on
from triaudit.judge.rules.audit.index import Index, of_steps
from triaudit.judge.rules.audit.polarity import drawn
from triaudit.judge.rules.audit.statements import OWN, Said, Statement, answers
from triaudit.judge.rules.concepts import ideas
from triaudit.judge.rules.verbs import has_verb, tongue
from triaudit.questions import ActionDraft, FindingDraft, FindingsReply, StructureTrace
from triaudit.text import fold
from triaudit.types import Action, Step

MOST = 15
"""Findings of one window."""

MOST_DEDUCED = 5
"""Of them, what the agent concluded itself; these come first, since no page says them."""

ECHOES = 6
"""A figure that more sentences give than this comes back by chance."""

SAME = 0.6
"""Share of the weight of words with which a sentence with the same numbers repeats a finding."""

_BY_KIND: Mapping[str, Action] = {
    "plan": Action.PLAN,
    "search": Action.SEARCH,
    "read": Action.READ,
    "code": Action.ANALYZE,
    "answer": Action.SYNTHESIZE,
}
_CODE = re.compile(r"[{}\\<>]|\b(?:import|def|return|print)\b|==|\$")


def action(step: Step) -> Action:
    """What a step does: by its kind, and for thinking and unknown kinds by its words."""
    if step.kind in _BY_KIND:
        return _BY_KIND[step.kind]
    text = fold(step.text[:20_000])
    counts = {found: len(pattern.findall(text)) for found, pattern in cues.ACTIONS.items()}
    best = max(counts, key=lambda name: counts[name])
    if counts[best]:
        return best
    return Action.READ if step.has_results or step.urls else Action.ANALYZE


def structure_trace(question: StructureTrace) -> FindingsReply:
    """Actions by kind and words; findings by what they tell, how near the task they are, what comes back."""
    actions = {step.index: action(step) for step in question.steps}
    above = depends_on(question.query, question.steps)
    index, items = of_steps(question.steps)
    draft = answers(question.steps)
    found = [n for n, item in enumerate(items) if item.step.index not in draft]
    asked = ideas(" ".join((question.query, *(query for step in question.steps for query in step.queries))))
    chosen = _select(found, index, items, asked)
    return FindingsReply(
        actions=tuple(
            ActionDraft(step=step, action=done, depends_on=above[step]) for step, done in actions.items()
        ),
        findings=tuple(
            FindingDraft(
                text=items[n].said.bare.strip(),
                steps=steps,
                strength=_strength(items[n].said, _sources(steps, question.steps)),
            )
            for n, steps in sorted(chosen.items())
        ),
    )


def _telling(item: Said) -> bool:
    said = item.said
    if not 3 <= len(said.words) <= 90 or said.text.lstrip().startswith("#") or len(said.terms) < 2:
        return False
    if _deduced(item):
        return True
    states = bool(said.figures) or has_verb(said.bare, tongue(said.bare))
    if not states or len(_CODE.findall(said.text)) > 2 or ("|" in said.text and not said.figures):
        return False
    if _holds(said):
        return True
    return bool(said.digits or len(said.names) >= 2) and not said.points_back


def _holds(said: Statement) -> bool:
    """Whether a source says that it holds, found, asks for or warns of what follows."""
    return len(said.terms) > 3 and bool(cues.HOLDS.search(said.folded))


def _deduced(item: Said) -> bool:
    """Whether the agent concludes something itself: with words of concluding, or by taking a side."""
    said = item.said
    if item.step.kind not in OWN or len(said.terms) < 3 or "|" in said.text:
        return False
    talk = cues.OF_THE_SEARCH.search(said.folded) or cues.ORDERS.match(said.folded)
    if talk or _CODE.search(said.text):
        return False
    side = bool(drawn(said.bare)) and not said.points_back
    return side or bool(cues.DEDUCES.search(said.folded))


def _worth(item: Said, asked: frozenset[str], echoed: bool) -> float:
    """How much a sentence matters: what the agent notes itself, what is asked about, what comes back."""
    said = item.said
    figures = min(2, len(said.figures)) + 0.5 * bool(said.dates)
    noted = 2.0 if item.step.kind in OWN and said.digits else 0.0
    aside = 1.5 if said.cell and not echoed else 0.0
    topic = min(2.0, 0.5 * len(said.terms & asked))
    return noted + figures + topic + 1.5 * _holds(said) + 1.0 * echoed - aside


def _select(
    found: list[int], index: Index, items: tuple[Said, ...], asked: frozenset[str]
) -> dict[int, tuple[int, ...]]:
    """The most telling sentences, none that repeats another: number to the steps that say it.

    Every further one of a step counts for less, so that each page that was read has its say.
    """
    there = frozenset(found)
    telling = [n for n in found if _telling(items[n])]
    thoughts = [n for n in telling if _deduced(items[n])]
    worth = {n: _worth(items[n], asked, _echoed(n, index, items)) for n in telling}
    taken: Counter[int] = Counter()
    chosen: dict[int, set[int]] = {}
    passed: set[int] = set()

    def pick(among: Sequence[int], most: int) -> None:
        heap = [(-worth[n], n) for n in among]
        heapify(heap)
        while heap and len(chosen) < most:
            rank, best = heappop(heap)
            now = -(worth[best] - taken[items[best].step.index])
            if best in passed:
                continue
            if now > rank:
                heappush(heap, (now, best))
                continue
            told = next((n for n in chosen if _tells_all(index.items[n], index.items[best])), None)
            if told is not None:
                chosen[told].add(items[best].step.index)
                continue
            near = [n for n in index.nearest(index.items[best]) if n in there and _repeats(best, n, index)]
            chosen[best] = {items[n].step.index for n in (best, *near)}
            passed.update(near)
            taken.update(chosen[best])

    pick(thoughts, MOST_DEDUCED)
    pick([n for n in telling if n not in thoughts], MOST)
    return {n: tuple(sorted(steps)) for n, steps in chosen.items()}


def _echoed(number: int, index: Index, items: Sequence[Said]) -> bool:
    """Whether the agent's own steps come back to a rare figure of a page."""
    item = items[number]
    if item.step.kind in OWN:
        return False
    rare = (key for key in item.said.keys if len(key) > 1 and len(index.figured[key]) <= ECHOES)
    return any(items[n].step.kind in OWN for key in rare for n in index.figured[key])


def _tells_all(chosen: Statement, other: Statement) -> bool:
    """Whether a finding has all figures of another sentence on the same, which then finds nothing more."""
    if not other.figures or not chosen.subject & other.subject:
        return False
    return all(any(agree(figure, one) for one in chosen.figures) for figure in other.figures)


def _repeats(one: int, other: int, index: Index) -> bool:
    a, b = index.items[one], index.items[other]
    if index.weighed(a.terms).share(b.terms) < SAME or len(a.figures) != len(b.figures) or a.years != b.years:
        return False
    return all(any(agree(figure, other) for other in b.figures) for figure in a.figures)


def _sources(steps: Sequence[int], shown: Sequence[Step]) -> int:
    """How many sources a finding has: a search and the page that it led to are one."""
    known: list[set[str]] = []
    alone = 0
    for step in shown:
        if step.index in steps:
            urls = set(step.urls)
            same = [one for one in known if one & urls]
            known = [*(one for one in known if one not in same), urls.union(*same)] if urls else known
            alone += not urls
    return len(known) + alone


def _strength(said: Statement, sources: int) -> Literal[1, 2, 3]:
    """3 with a figure in several sources, 2 with a figure and a name or date, or in several, else 1."""
    if said.figures and sources > 1:
        return 3
    if sources > 1 or (said.figures and (said.names or said.years or said.han)):
        return 2
    return 1
