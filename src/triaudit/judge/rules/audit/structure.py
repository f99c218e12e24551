"""What each step does, by its kind and words, and the sentences of a window that tell something found."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from triaudit.judge.rules.audit import cues
from triaudit.judge.rules.audit.index import Index, of_steps
from triaudit.judge.rules.audit.statements import OWN, Said, Statement, agree, closing
from triaudit.questions import ActionDraft, FindingDraft, FindingsReply, StructureTrace
from triaudit.text import fold
from triaudit.types import Action, Step

MOST = 15
"""Findings of one window."""

FEWEST = 5
"""Below this many, the closing answer's sentences fill up."""

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
    draft = {step.index for step in question.steps[len(question.steps) - closing(question.steps) :]}
    candidates = [n for n, item in enumerate(items) if _telling(item)]
    first = _select([n for n in candidates if items[n].step.index not in draft], index, items)
    if len(first) < FEWEST:
        more = _select(
            [n for n in candidates if items[n].step.index in draft], index, items, taken=list(first)
        )
        first.update(dict(list(more.items())[: FEWEST - len(first)]))
    return FindingsReply(
        actions=tuple(ActionDraft(step=step, action=done) for step, done in actions.items()),
        findings=tuple(
            FindingDraft(
                text=items[n].said.bare.strip(), steps=steps, strength=_strength(items[n].said, steps)
            )
            for n, steps in sorted(first.items())
        ),
    )


def _telling(item: Said) -> bool:
    said = item.said
    if not 3 <= len(said.words) <= 90 or said.text.lstrip().startswith("#"):
        return False
    if not (said.digits or len(said.names) >= 2) or len(said.terms) < 2:
        return False
    if "|" in said.text and not said.figures:
        return False
    return not said.points_back and len(_CODE.findall(said.text)) <= 2


def _worth(item: Said, index: Index) -> float:
    said = item.said
    rare = sum(sorted((index.weigh(term) for term in said.terms), reverse=True)[:6])
    source = 1.0 if item.step.kind in OWN else 2.0
    return source + min(3, said.digits) + 0.5 * min(3, len(said.names)) + 0.1 * rare


def _select(
    candidates: list[int], index: Index, items: tuple[Said, ...], taken: list[int] | None = None
) -> dict[int, tuple[int, ...]]:
    """The most telling sentences, none that repeats another: number to the steps that say it."""
    ranked = sorted(candidates, key=lambda n: (-round(_worth(items[n], index), 6), n))
    chosen: dict[int, set[int]] = {n: set() for n in taken or ()}
    own: list[int] = []
    for number in ranked:
        if len(chosen) >= MOST:
            break
        near = [n for n in index.nearest(items[number].said) if n != number and _repeats(number, n, index)]
        if any(n in chosen for n in near):
            continue
        chosen[number] = {items[n].step.index for n in (number, *near)}
        own.append(number)
    return {n: tuple(sorted(chosen[n])) for n in own}


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
