"""An inverted index over statements: those that speak of the same, rare words first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from math import log
from typing import NamedTuple

from triaudit.judge.rules.audit.statements import Said, Statement, said, statements
from triaudit.numbers import Figure
from triaudit.types import Step

NEAREST = 12
"""Candidates that are looked at closely."""

TITLE = 3
"""Statements with which a page says what it is about."""


class Weighed(NamedTuple):
    """Terms with what each tells, in alphabetical order so that sums come out the same every time."""

    terms: tuple[tuple[str, float], ...]
    total: float

    def share(self, there: frozenset[str]) -> float:
        """Share 0-1 of the weight that is there."""
        return sum(w for term, w in self.terms if term in there) / self.total if self.total else 0.0


class Index:
    """Statements by their terms. A term weighs log((N + 1.5) / (df + 0.5)): common words decide nothing."""

    def __init__(self, items: Sequence[Statement], groups: Sequence[int] | None = None) -> None:
        """`groups` says which neighbours belong together: a step's number, one for a whole report."""
        self.items = items
        self.groups = groups or [0] * len(items)
        self.where: dict[str, list[int]] = {}
        for number, item in enumerate(items):
            for term in item.terms:
                self.where.setdefault(term, []).append(number)
        self.figured: dict[str, list[int]] = {}
        for number, item in enumerate(items):
            for key in sorted(item.keys):
                self.figured.setdefault(key, []).append(number)
        size = len(items) + 1.5
        self.weights = {term: log(size / (len(at) + 0.5)) for term, at in self.where.items()}
        self.unseen = log(size / 1.5)
        self.common = max(50, len(items) // 5)

    def weigh(self, term: str) -> float:
        """How much a term tells; one that no statement has as much as one that a single one has."""
        return self.weights.get(term, self.unseen)

    def weighed(self, wanted: Iterable[str], twice: frozenset[str] = frozenset()) -> Weighed:
        """Terms with their weights, those of names `twice` as much."""
        terms = tuple((term, self.weigh(term) * (1 + (term in twice))) for term in sorted(wanted))
        return Weighed(terms, sum(weight for _, weight in terms))

    def nearest(
        self, query: Statement, before: int | None = None, among: frozenset[int] | None = None
    ) -> list[int]:
        """Statements that share most of the query's weight, best first, at most NEAREST; some alone if told.

        Terms that more than a fifth of the statements have propose no candidate, so that work grows
        linearly; where all terms are that common, the rarest one does.
        """
        known = sorted((len(self.where[term]), term) for term in query.terms if term in self.where)
        telling = [term for count, term in known if count <= self.common] or [term for _, term in known[:1]]
        scores: dict[int, float] = {}
        for term in telling:
            weight = self.weights[term]
            for number in self.where[term][: 4 * self.common]:
                if before is not None and number >= before:
                    break
                scores[number] = scores.get(number, 0.0) + weight
        ranked = sorted(
            (-round(score, 9), number) for number, score in scores.items() if among is None or number in among
        )
        return [number for _, number in ranked[:NEAREST]]

    def figuring(self, query: Statement) -> list[int]:
        """Statements with most of the query's figures and dates, rare ones first, at most NEAREST."""
        scores: dict[int, float] = {}
        for key in sorted(query.keys):
            for number in self.figured.get(key, ())[: 4 * NEAREST]:
                scores[number] = scores.get(number, 0.0) + 1 / len(self.figured[key])
        return sorted(scores, key=lambda number: (-round(scores[number], 9), number))[:NEAREST]

    def around(self, number: int, reach: int = 1) -> list[Statement]:
        """A statement with its neighbours in the same step, itself first."""
        near = (number, *(number + way * by for by in range(1, reach + 1) for way in (-1, 1)))
        inside = (n for n in near if 0 <= n < len(self.items))
        return [self.items[n] for n in inside if self.groups[n] == self.groups[number]]

    @cached_property
    def titles(self) -> Mapping[int, frozenset[str]]:
        """The terms with which each group begins: a page's title, a table's name."""
        found: dict[int, list[Statement]] = {}
        for group, item in zip(self.groups, self.items, strict=True):
            found.setdefault(group, []).append(item)
        return {group: frozenset().union(*(i.terms for i in many[:TITLE])) for group, many in found.items()}

    @cached_property
    def group_dates(self) -> Mapping[int, tuple[Figure, ...]]:
        """All dates of each group, such as a page's own."""
        found: dict[int, list[Figure]] = {}
        for group, item in zip(self.groups, self.items, strict=True):
            found.setdefault(group, []).extend(item.dates)
        return {group: tuple(dates) for group, dates in found.items()}

    @cached_property
    def group_terms(self) -> Mapping[int, frozenset[str]]:
        """All terms of each group."""
        found: dict[int, set[str]] = {}
        for group, item in zip(self.groups, self.items, strict=True):
            found.setdefault(group, set()).update(item.terms)
        return {group: frozenset(terms) for group, terms in found.items()}


@lru_cache(maxsize=8)
def of_steps(steps: tuple[Step, ...]) -> tuple[Index, tuple[Said, ...]]:
    """The index of what steps say, and the statements in its order."""
    items = tuple(said(steps))
    return Index([item.said for item in items], [item.step.index for item in items]), items


@lru_cache(maxsize=8)
def of_report(report: str) -> Index:
    """The index of a report's sentences."""
    return Index(statements(report))
