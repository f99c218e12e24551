"""A rubric put together from what a judge answered: ids compared exactly, nothing mended in silence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from triaudit.answers import grouped, matched, unparsable
from triaudit.files import digest
from triaudit.questions import CriteriaReply, CriterionDraft, DimensionsReply, FixedDimension, NamedDimension
from triaudit.rubric.weights import capped, off, shares
from triaudit.text import fold
from triaudit.types import Band, Criterion, Dimension, KeyFact, Rubric, Task, Unanswered

MOST_CRITERIA = 10


def weigh(
    reply: DimensionsReply, fixed: Sequence[FixedDimension], most: int, cap: float | None
) -> tuple[list[NamedDimension], dict[str, float], list[str]] | Unanswered:
    """The dimensions with their weights, and notes on what was adjusted.

    Fixed ones keep their order; dynamic ones get the ids d1, d2, … A reply without a dynamic dimension
    where some are wanted, with one named like another, or without a weight for each, is no answer.
    """
    notes: list[str] = []
    dynamic = list(reply.dynamic)
    if len(dynamic) > most:
        notes.append(f"{len(dynamic)} dynamic dimensions were given: the first {most} are kept")
        dynamic = dynamic[:most]
    if most and not dynamic:
        return unparsable("the reply has no dynamic dimension")
    names = [*(fold(one.name) for one in fixed), *(fold(one.name) for one in dynamic)]
    if "" in names or any(not one.definition.strip() for one in dynamic):
        return unparsable("a dynamic dimension has no name or definition")
    twice = sorted(name for name, count in Counter(names).items() if count > 1)
    if twice:
        return unparsable(f"two dimensions are called {', '.join(twice)}")

    made = {f"d{index}": one for index, one in enumerate(dynamic, 1)}
    wanted = [*(one.id for one in fixed), *made]
    given, extra = matched(reply.weights, wanted)
    weights: dict[str, float] = {}
    for key, weight in given.items():
        if isinstance(weight, Unanswered):
            return unparsable(f"weights: {weight.detail}")
        weights[key] = weight.weight
    if extra:
        notes.append(f"weights for unknown dimensions were ignored: {', '.join(sorted(set(extra)))}")
    if sum(weights.values()) <= 0:
        return unparsable("all weights are 0")
    note = off(weights)
    if note:
        notes.append(f"dimensions: {note}")
    held = capped({one.id: weights[one.id] for one in fixed}, {key: weights[key] for key in made}, cap)
    total = sum(weights[key] for key in made) / sum(weights.values())
    if cap is not None and total > cap:
        notes.append(f"dynamic dimensions weighed {total:.6g} together and were capped at {cap:.6g}")
    dimensions = [
        NamedDimension(id=one.id, name=one.name, definition=one.definition, dynamic=False) for one in fixed
    ]
    dimensions += [
        NamedDimension(id=key, name=one.name, definition=one.definition, dynamic=True)
        for key, one in made.items()
    ]
    return dimensions, held, notes


def detail(
    reply: CriteriaReply,
    dimensions: Sequence[NamedDimension],
    weights: Mapping[str, float],
    bands: Mapping[str, tuple[Band, ...]] = MappingProxyType({}),
) -> tuple[tuple[Dimension, ...], list[str]] | Unanswered:
    """The dimensions with 1-10 criteria each, ids `<dimension>.c1`, …, and notes on what was adjusted."""
    notes: list[str] = []
    given, extra = grouped(reply.criteria, [one.id for one in dimensions])
    if extra:
        notes.append(f"criteria for unknown dimensions were ignored: {', '.join(sorted(set(extra)))}")
    made: list[Dimension] = []
    for one in dimensions:
        drafts = [draft for draft in given[one.id] if draft.text.strip()]
        drafts, note = _most(drafts)
        if note:
            notes.append(f"{one.id}: {note}")
        weight = {str(index): draft.weight for index, draft in enumerate(drafts)}
        if not drafts or sum(weight.values()) <= 0:
            return unparsable(f"{one.id} has no criterion" if not drafts else f"{one.id}: all weights are 0")
        note = off(weight)
        if note:
            notes.append(f"{one.id}: {note}")
        share = shares(weight)
        made.append(
            Dimension(
                id=one.id,
                name=one.name,
                definition=one.definition,
                dynamic=one.dynamic,
                weight=weights[one.id],
                criteria=tuple(
                    Criterion(
                        id=f"{one.id}.c{index + 1}",
                        text=draft.text,
                        explanation=draft.explanation,
                        weight=share[str(index)],
                    )
                    for index, draft in enumerate(drafts)
                ),
                bands=bands.get(one.id, ()),
            )
        )
    return tuple(made), notes


def _most(drafts: list[CriterionDraft]) -> tuple[list[CriterionDraft], str]:
    """At most ten criteria: the heaviest, in the order given; and the note that this calls for."""
    if len(drafts) <= MOST_CRITERIA:
        return drafts, ""
    heaviest = sorted(range(len(drafts)), key=lambda i: (-drafts[i].weight, i))[:MOST_CRITERIA]
    return [
        drafts[i] for i in sorted(heaviest)
    ], f"{len(drafts)} criteria were given: the {MOST_CRITERIA} heaviest are kept"


def content(dimensions: Sequence[Dimension], facts: Sequence[KeyFact]) -> dict[str, object]:
    """What grading depends on, and the digest is over."""
    return {
        "dimensions": [one.model_dump(mode="json") for one in dimensions],
        "facts": [fact.model_dump(mode="json") for fact in facts],
    }


def frozen(
    task: Task, dimensions: tuple[Dimension, ...], facts: Sequence[KeyFact], notes: Sequence[str]
) -> Rubric:
    """The rubric with the digest of what grading depends on."""
    return Rubric(
        task=task.id,
        dimensions=dimensions,
        facts=tuple(facts),
        notes=tuple(notes),
        digest=digest(content(dimensions, facts)),
        query=digest(task.query),
    )
