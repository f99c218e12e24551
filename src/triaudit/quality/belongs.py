"""Whether a report is one at all, and one on its own task: told by its words, before any judge is asked.

A report without a word, and one that plainly answers another task of the benchmark, is worth 0 on every
criterion; asking a judge would cost calls and say the same. Where words leave a doubt, the judge is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import fsum, log
from typing import NamedTuple

from triaudit import injection
from triaudit.quality import Flaw
from triaudit.text import language
from triaudit.types import CriterionScore, Grade, Rubric, Task
from triaudit.words import main_terms, size, term_set

TERMS, FEWEST = 40, 5
"""Terms of a task that are looked for, and how many it needs for anything to be told."""
OWN, OTHER = 0.25, 0.35
"""Shares of a task's terms, weighted by rarity: a report with less of its own and more of another's."""
OTHER_LANGUAGE = 0.6
"""In the place of OTHER where the report is not in the task's language, which alone hides its terms."""
TIMES = 2
"""How many times its own share the other one must be."""


class Unfit(NamedTuple):
    """A report that is worth nothing, and why."""

    flag: Flaw
    reason: str


class Topics:
    """What the benchmark's tasks ask about, each by terms that weigh more the fewer tasks have them."""

    def __init__(self, tasks: Sequence[Task]) -> None:
        """The tasks that a report can belong to."""
        self.terms = {task.id: main_terms(task.query, TERMS) for task in tasks}
        found = Counter(term for terms in self.terms.values() for term in terms)
        self.weights = {term: log((len(self.terms) + 1) / count) for term, count in found.items()}

    def share(self, task: str, there: frozenset[str]) -> float:
        """How much of a task's terms are there, 0-1 by weight."""
        terms = self.terms[task]
        return fsum(self.weights[term] for term in terms if term in there) / fsum(
            self.weights[term] for term in terms
        )


def unfit(task: Task, report: str, topics: Topics) -> Unfit | None:
    """Why a report is worth 0 without being judged; None where it is to be judged."""
    said = injection.without(report)
    if not any(char.isalnum() for char in said):
        holds = "only words that are meant for the judge" if report.strip() != said.strip() else "no words"
        return Unfit("empty_report", f"The report is empty: it holds {holds}.")
    if len(topics.terms.get(task.id, ())) < FEWEST:
        return None
    there = term_set(said)
    own = topics.share(task.id, there)
    if own >= OWN:
        return None
    others = [name for name, terms in topics.terms.items() if name != task.id and len(terms) >= FEWEST]
    shares = {name: topics.share(name, there) for name in others}
    best = max(shares, key=lambda name: (shares[name], name), default=None)
    if best is None or shares[best] < max(OTHER, TIMES * own):
        return None
    if shares[best] < OTHER_LANGUAGE and language(said) != task.language:
        return None
    reason = (
        f"The report is on another task: it has {shares[best]:.0%} of the terms of task {best} "
        f"and {own:.0%} of this one's."
    )
    return Unfit("another_task", reason)


def zero(task: Task, rubric: Rubric, why: Unfit, report: str) -> Grade:
    """The grade of a report that is worth nothing: 0 on every criterion, with the reason."""
    scores = (
        CriterionScore(criterion=criterion.id, score=0, reason=why.reason)
        for dimension in rubric.dimensions
        for criterion in dimension.criteria
    )
    flags = sorted({*injection.flags(report), why.flag})
    return Grade(
        task=task.id, rubric=rubric.digest, scores=tuple(scores), words=size(report), flags=tuple(flags)
    )
