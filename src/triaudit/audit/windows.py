"""A trace in windows that cover all of it, and what the windows found as one list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from triaudit.audit.similar import Earlier
from triaudit.questions import FindingDraft
from triaudit.text import sentences
from triaudit.types import Finding, Step

GAP = "\n…\n"
"""Stands where a shortened step's sentences were left out."""


def split(steps: Sequence[Step], max_steps: int, max_chars: int) -> list[tuple[Step, ...]]:
    """Windows of whole steps: at most `max_steps` steps and `max_chars` characters of step text each.

    A step that is longer than a window becomes several with its number; their texts joined are its text.
    Nothing is left out, and every step keeps its order.
    """
    result: list[tuple[Step, ...]] = []
    window: list[Step] = []
    size = 0
    for part in chain.from_iterable(_parts(step, max_chars) for step in steps):
        if window and (len(window) == max_steps or size + len(part.text) > max_chars):
            result.append(tuple(window))
            window, size = [], 0
        window.append(part)
        size += len(part.text)
    return [*result, tuple(window)] if window else result


def _parts(step: Step, limit: int) -> Iterator[Step]:
    rest = step.text
    while len(rest) > limit:
        at = max(rest.rfind(mark, limit // 2, limit) for mark in ("\n", "。", ". ", " "))
        cut = at + 1 if at >= 0 else limit
        yield step.model_copy(update={"text": rest[:cut]})
        rest = rest[cut:]
    yield step if rest is step.text else step.model_copy(update={"text": rest})


class Shortened(NamedTuple):
    """All steps, with texts that fit one question."""

    steps: tuple[Step, ...]
    shortened: int
    """How many of them lost text."""


def shorten(steps: Sequence[Step], budget: int) -> Shortened:
    """Every step, with texts of `budget` characters together.

    The rule: all texts get the same limit, the largest with which they fit (so short texts stay
    whole); a longer one keeps the sentences with digits, then the others, as they fit, in reading order.
    """
    limit = _limit(sorted(len(step.text) for step in steps), budget)
    texts = [step.text if len(step.text) <= limit else _brief(step.text, limit) for step in steps]
    changed = [
        step if text is step.text else step.model_copy(update={"text": text})
        for step, text in zip(steps, texts, strict=True)
    ]
    return Shortened(tuple(changed), sum(a is not b for a, b in zip(changed, steps, strict=True)))


def _limit(lengths: Sequence[int], budget: int) -> int:
    """The largest limit with which texts of these ascending lengths fit the budget."""
    left = budget
    for done, length in enumerate(lengths):
        if length * (len(lengths) - done) > left:
            return left // (len(lengths) - done)
        left -= length
    return lengths[-1] if lengths else 0


def _brief(text: str, limit: int) -> str:
    spans = sentences(text)
    ranked = sorted(range(len(spans)), key=lambda i: not any(c.isdigit() for c in text[slice(*spans[i])]))
    kept: list[int] = []
    size = 0
    for index in ranked:
        length = spans[index].end - spans[index].start + len(GAP)
        if size + length <= limit:
            kept.append(index)
            size += length
    if not kept:
        return text[:limit]
    return GAP.join(text[slice(*spans[index])] for index in sorted(kept))


def merge(drafts: Sequence[FindingDraft]) -> tuple[Finding, ...]:
    """One list of findings from all windows' drafts, ids f1, f2, … in the order they were found.

    Drafts with nearly the same words and the same digits are one finding: the first one's text, the
    steps of all in ascending order, the highest strength. Every draft cites at least one step.
    """
    earlier = Earlier()
    joined: list[list[FindingDraft]] = []
    for draft in drafts:
        seen = earlier.find(draft.text, len(joined))
        if seen is None:
            joined.append([draft])
        else:
            joined[seen[0]].append(draft)
    joined.sort(key=lambda group: min(step for draft in group for step in draft.steps))
    return tuple(
        Finding(
            id=f"f{number}",
            text=group[0].text,
            steps=tuple(step for step, _ in groupby(sorted(s for draft in group for s in draft.steps))),
            strength=max(draft.strength for draft in group),
        )
        for number, group in enumerate(joined, 1)
    )
