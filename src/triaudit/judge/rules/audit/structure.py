"""What each step does, by its kind and words, and the sentences of a window that tell something found."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from triaudit.judge.rules.agreement import agree
from triaudit.judge.rules.audit import cues
from triaudit.judge.rules.audit.index import Index, of_steps
from triaudit.judge.rules.audit.polarity import drawn
from triaudit.judge.rules.audit.statements import OWN, Said, Statement, answers
from triaudit.questions import ActionDraft, FindingDraft, FindingsReply, StructureTrace
from triaudit.text import fold
from triaudit.types import Action, Step

MOST = 15
"""Findings of one window."""

MOST_DEDUCED = 5
"""Of them, what the agent concluded itself; these come first, since no page says them."""

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
    """Actions by kind and words; findings by how much a sentence tells and how often it comes back."""
    actions = {step.index: action(step) for step in question.steps}
    index, items = of_steps(question.steps)
    draft = answers(question.steps)
    found = [n for n, item in enumerate(items) if item.step.index not in draft]
    chosen = _select(found, index, items)
    return FindingsReply(
        actions=tuple(ActionDraft(step=step, action=done) for step, done in actions.items()),
        findings=tuple(
            FindingDraft(
                text=items[n].said.bare.strip(), steps=steps, strength=_strength(items[n].said, steps)
            )
            for n, steps in sorted(chosen.items())
        ),
    )


def _telling(item: Said) -> bool:
    said = item.said
    if not 3 <= len(said.words) <= 90 or said.text.lstrip().startswith("#"):
        return False
    if _deduced(item):
        return True
    if not (said.digits or len(said.names) >= 2) or len(said.terms) < 2:
        return False
    if "|" in said.text and not said.figures:
        return False
    return not said.points_back and len(_CODE.findall(said.text)) <= 2


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


def _worth(item: Said, index: Index) -> float:
    said = item.said
    rare = sum(sorted((index.weigh(term) for term in said.terms), reverse=True)[:6])
    source = 1.0 if item.step.kind in OWN else 2.0
    return source + min(3, said.digits) + 0.5 * min(3, len(said.names)) + 0.1 * rare


def _select(found: list[int], index: Index, items: tuple[Said, ...]) -> dict[int, tuple[int, ...]]:
    """The most telling sentences, none that repeats another: number to the steps that say it."""
    there = frozenset(found)
    telling = (n for n in found if _telling(items[n]))
    ranked = sorted(telling, key=lambda n: (not _deduced(items[n]), -round(_worth(items[n], index), 6), n))
    deduced = 0
    chosen: dict[int, set[int]] = {}
    for number in ranked:
        if len(chosen) >= MOST:
            break
        deduced += (thought := _deduced(items[number]))
        if thought and deduced > MOST_DEDUCED:
            continue
        nearest = index.nearest(items[number].said)
        near = [n for n in nearest if n != number and n in there and _repeats(number, n, index)]
        if any(n in chosen for n in near):
            continue
        chosen[number] = {items[n].step.index for n in (number, *near)}
    return {n: tuple(sorted(steps)) for n, steps in chosen.items()}


def _repeats(one: int, other: int, index: Index) -> bool:
    a, b = index.items[one], index.items[other]
    if index.weighed(a.terms).share(b.terms) < SAME or len(a.figures) != len(b.figures) or a.years != b.years:
        return False
    return all(any(agree(figure, other) for other in b.figures) for figure in a.figures)


def _strength(said: Statement, steps: tuple[int, ...]) -> Literal[1, 2, 3]:
    """3 with a figure in several steps, 2 with a figure and a name or date, or in several steps, else 1."""
    if said.figures and len(steps) > 1:
        return 3
    if len(steps) > 1 or (said.figures and (said.names or said.years or said.han)):
        return 2
    return 1
