"""Rubrics by rule: key facts by figures, names and rarity; dimensions and criteria from the query's words.

Criteria are worded in English and quote the task in its own language; they name facts by their ids.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import fsum
from typing import Any, Literal

from triaudit.judge.rules.asks import LABELS, demands
from triaudit.judge.rules.keyfacts import key_facts
from triaudit.judge.rules.points import about, lists, parts, points, subjects, topics
from triaudit.questions import (
    Criteria,
    CriteriaReply,
    CriterionDraft,
    DimensionDraft,
    Dimensions,
    DimensionsReply,
    KeyFacts,
    NamedDimension,
    Question,
    Weight,
)
from triaudit.text import fold
from triaudit.types import KeyFact, Record
from triaudit.words import term_set

DYNAMIC_SHARE = {True: 0.3, False: 0.4}
"""Weight of the dimension made for a task, with and without facts of attachments."""
MOST_CRITERIA, MOST_DEMANDS = 10, 7
"""Criteria of a dimension, and of them those for demands on form: the last one takes all that are left."""
BASE = {"coverage": 0.28, "insight": 0.28, "instruction_following": 0.26, "clarity": 0.18}
"""Weights of the fixed dimensions before scaling, by recipe."""

Recipe = Literal["coverage", "insight", "instruction_following", "clarity", "domain", "grounding"]

_RECIPES: tuple[tuple[Recipe, str], ...] = (
    ("grounding", r"ground|attach|附件|材料|anhang"),
    ("instruction_following", r"instruction|requirement|task complet|指令|要求|anforderung|anweisung"),
    ("clarity", r"clarity|readab|structure|presentation|清晰|可读|结构|klarheit|lesbar"),
    ("coverage", r"coverage|comprehens|breadth|覆盖|全面|广度|abdeckung|umfang"),
    ("insight", r"insight|depth|analy|洞察|深度|einsicht|tiefe"),
)


def recipe(identity: str, name: str, dynamic: bool, facts: bool) -> Recipe:
    """How a dimension is graded by rule: by its id, else by its name, else as expertise in the field."""
    if dynamic:
        return "grounding" if facts else "domain"
    for text in (identity, name):
        for kind, cue in _RECIPES[1:]:
            if re.search(cue, fold(text.replace("_", " "))):
                return kind
    return "domain"


# ---------------------------------------------------------------- dimensions


def dimensions(question: Dimensions) -> DimensionsReply:
    """One dimension of expertise, bound to the facts where there are any; weights by recipe."""
    facts = bool(question.facts)
    made: list[DimensionDraft] = []
    if question.max_dynamic > 0:
        topic = ", ".join(phrase.text for phrase in topics(about(question.query), 2)) or "the task"
        if facts:
            made.append(
                DimensionDraft(
                    name=f"Grounded expertise: {topic}",
                    definition="Whether conclusions rest on the key facts of the attachments, agree with "
                    f"them and go beyond repeating them, with the concepts of the field ({topic}).",
                )
            )
        else:
            made.append(
                DimensionDraft(
                    name=f"Expertise: {topic}",
                    definition=f"Whether the report handles {topic} as somebody of the field would: its "
                    "concepts, mechanisms, quantities and limits.",
                )
            )
    share = DYNAMIC_SHARE[facts] if made else 0.0
    base = {one.id: BASE.get(recipe(one.id, one.name, False, False), 0.25) for one in question.fixed}
    for one in question.fixed:
        if recipe(one.id, one.name, False, False) == "instruction_following":
            base[one.id] += 0.02 * min(5, len(demands(question.query)))
    total = fsum(base.values())
    weights = [Weight(id=key, weight=round(value / total * (1 - share), 4)) for key, value in base.items()]
    left = 1 - share - fsum(weight.weight for weight in weights)
    weights[0] = Weight(id=weights[0].id, weight=round(weights[0].weight + left, 4))
    weights += [Weight(id=f"d{index}", weight=share / len(made)) for index in range(1, len(made) + 1)]
    return DimensionsReply(dynamic=tuple(made), weights=tuple(weights))


# ---------------------------------------------------------------- criteria


def criteria(question: Criteria) -> CriteriaReply:
    """Criteria of every dimension, from the query's words and the facts."""
    made: list[CriterionDraft] = []
    for dimension in question.dimensions:
        kind = recipe(dimension.id, dimension.name, dimension.dynamic, bool(question.facts))
        made += _weighted(dimension, _MAKE[kind](question.query, question.facts, dimension))
    return CriteriaReply(criteria=tuple(made))


_Draft = tuple[str, str, float]
"""Text, explanation, relative weight."""


def _weighted(dimension: NamedDimension, drafts: Sequence[_Draft]) -> list[CriterionDraft]:
    total = fsum(weight for _, _, weight in drafts)
    shares = [round(weight / total, 4) for _, _, weight in drafts]
    shares[0] = round(shares[0] + 1 - fsum(shares), 4)
    return [
        CriterionDraft(dimension=dimension.id, text=text, explanation=why, weight=share)
        for (text, why, _), share in zip(drafts, shares, strict=True)
    ]


def _quoted(texts: Iterable[str], longest: int = 160) -> str:
    return ", ".join(f"“{text if len(text) <= longest else text[:longest].rstrip() + '…'}”" for text in texts)


def _coverage(query: str, facts: Sequence[KeyFact], dimension: NamedDimension) -> list[_Draft]:
    named = [items for point in points(query) if len(items := parts(point)) >= 3][:3]
    named = named or [items for items in lists(query) if len(items) >= 3][:3]
    listed = frozenset().union(*(term_set(item) for items in named for item in items))
    topics = [phrase for phrase in subjects(query) if len(phrase.terms & listed) * 2 < len(phrase.terms)][
        : 7 - len(named)
    ]
    share = 0.6 / max(1.0, fsum(min(3, len(items) / 2) for items in named) + len(topics))
    drafts = [
        (f"Treats each of {_quoted(items[:9], 90)}", "The task names them.", share * min(3, len(items) / 2))
        for items in named
    ]
    drafts += [
        (f"Treats {_quoted([phrase.text])} with substance", "The task turns on it.", share)
        for phrase in topics
    ]
    drafts.append(
        ("Treats all the points that the task raises, in breadth", "One-sided reports score low.", 0.25)
    )
    drafts.append(
        (
            "Supports what it treats with specific figures, names and references",
            "Generalities score low.",
            0.15,
        )
    )
    return drafts


def _insight(query: str, facts: Sequence[KeyFact], dimension: NamedDimension) -> list[_Draft]:
    return [
        ("Explains causes, mechanisms and consequences", "Statements alone, however many, score low.", 0.25),
        ("Weighs alternatives, comparisons and trade-offs", "One-sided listing scores low.", 0.2),
        (
            "Interprets its figures instead of only listing them",
            "What does a figure mean for the task?",
            0.25,
        ),
        ("States limits, assumptions and uncertainty", "Blanket certainty scores low.", 0.15),
        ("Draws conclusions of practical use", "Recommendations, decisions, next steps.", 0.15),
    ]


def _instructions(query: str, facts: Sequence[KeyFact], dimension: NamedDimension) -> list[_Draft]:
    wanted = [
        f"Meets the demand for {LABELS[demand.form]}: {_quoted([demand.text])}" for demand in demands(query)
    ]
    if len(wanted) > MOST_DEMANDS:
        wanted[MOST_DEMANDS - 1 :] = ["; ".join(wanted[MOST_DEMANDS - 1 :])]
    most = min(6, MOST_CRITERIA - len(wanted))
    asked = [things for point in points(query)[:most] if (things := parts(point))] or [
        (query.strip()[:160] or "the task",)
    ]
    share = (0.55 if wanted else 1.0) / fsum(len(things) for things in asked)
    drafts = [(_answers(things), "A point of the task.", share * len(things)) for things in asked]
    drafts += [(text, "A demand of the task.", 0.45 / len(wanted)) for text in wanted]
    return drafts


def _answers(things: Sequence[str]) -> str:
    return f"Answers each of {_quoted(things[:9], 90)}" if len(things) > 1 else f"Answers {_quoted(things)}"


def _clarity(query: str, facts: Sequence[KeyFact], dimension: NamedDimension) -> list[_Draft]:
    return [
        (
            "Has a structure of headings, lists and tables in proportion to its length",
            "Find things quickly.",
            0.25,
        ),
        ("Reads well: sentences and paragraphs of readable length", "Neither walls of text nor scraps.", 0.2),
        ("Follows a thread: each statement goes on from the one before", "Any other order costs.", 0.2),
        ("Opens with its main points and closes with conclusions", "Overview first, result last.", 0.15),
        ("Says things once, without repetition", "Repeated and empty sentences cost.", 0.2),
    ]


def _domain(query: str, facts: Sequence[KeyFact], dimension: NamedDimension) -> list[_Draft]:
    named = [phrase.text for phrase in topics(about(query), 4)] or [dimension.name]
    first, most = _quoted(named[:2]), _quoted(named)
    return [
        (f"Handles the field's concepts with substance: {most}", "Concepts at work, not only named.", 0.35),
        (f"Explains mechanisms and causes behind {first}", "An expert says why.", 0.25),
        (f"Quantifies and interprets what it says of {first}", "Figures and what they mean.", 0.2),
        (f"Names limits, risks and assumptions of {first}", "An expert knows where it ends.", 0.2),
    ]


def _grounding(query: str, facts: Sequence[KeyFact], dimension: NamedDimension) -> list[_Draft]:
    main = [fact.id for fact in facts if fact.importance == 3]
    other = [fact.id for fact in facts if fact.importance < 3]
    named = _quoted(phrase.text for phrase in topics(about(query), 2))
    drafts: list[_Draft] = [
        (
            f"Conclusions rest on the attachment's {rank} facts and agree with them: {', '.join(ids)}",
            why,
            weight,
        )
        for rank, ids, why, weight in (
            ("main", main, "Use counts, also implicit; verbatim listing counts in part.", 0.35),
            ("other", other, "Use counts, also implicit; verbatim listing counts in part.", 0.2),
        )
        if ids
    ]
    drafts.append(
        ("Reasons from the attachment's facts instead of listing them", "What follows from them?", 0.25)
    )
    if named:
        drafts.append(
            (f"Explains causes and weighs consequences for {named}", "Expertise beyond the file.", 0.2)
        )
    return drafts


_MAKE: Mapping[Recipe, Callable[[str, Sequence[KeyFact], NamedDimension], list[_Draft]]] = {
    "coverage": _coverage,
    "insight": _insight,
    "instruction_following": _instructions,
    "clarity": _clarity,
    "domain": _domain,
    "grounding": _grounding,
}

ANSWERS: Mapping[type[Question[Any]], Callable[[Any], Record]] = {
    KeyFacts: key_facts,
    Dimensions: dimensions,
    Criteria: criteria,
}
