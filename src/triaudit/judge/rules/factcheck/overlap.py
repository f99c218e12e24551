"""How much of a claim's words a statement has."""

from __future__ import annotations

from collections.abc import Mapping

from triaudit.judge.rules.factcheck import weights as w
from triaudit.judge.rules.factcheck.statements import Statement
from triaudit.judge.rules.factcheck.terms import LIGHT, nearest, weight
from triaudit.judge.rules.slots import is_date

Rare = Mapping[str, float]


def share(
    terms: tuple[tuple[str, float], ...],
    statement: Statement,
    near: frozenset[str],
    rare: Rare,
    foreign: bool,
) -> float:
    """Share of weighted terms that a statement has, less where they only stand around it."""
    others = frozenset[str]().union(*(item.near for item in statement.figures if not is_date(item.figure)))
    own = statement.words - (others - near) if near - LIGHT else statement.words
    layers = (
        (near, w.CLAUSE),
        (own, w.SENTENCE),
        (statement.context, w.CONTEXT),
        (statement.before, w.BEFORE),
        (statement.words, w.ELSEWHERE),
    )
    have = total = 0.0
    for term, by in terms:
        size = by * weight(term, rare, foreign)
        total += size
        if term in near:
            have += size * w.CLAUSE
            continue
        best = 0.0
        for words, depth in layers:
            if depth <= best:
                break
            best = max(best, depth * nearest(term, words))
        have += size * best
    return have / total if total else 0.0
