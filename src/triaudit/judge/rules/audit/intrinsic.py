"""Ratings of the process by declared bands over what was counted in it.

Every band is a line through the points given; outside them it is flat. The bands say what is usual in
agent traces of this kind, not what is ideal: they compare systems with each other, on rules alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import fsum
from typing import NamedTuple

from triaudit.judge.rules.audit import cues
from triaudit.judge.rules.audit.statements import OWN, Statement, answers, statements
from triaudit.judge.rules.marks import MARKS
from triaudit.questions import RateProcess, RatingDraft, RatingsReply
from triaudit.types import Step

Points = Sequence[tuple[float, float]]

QUERIES: Points = ((0, 1), (1, 2), (3, 4), (6, 5.5), (12, 7), (20, 8), (40, 9.5))
DOMAINS: Points = ((0, 1), (1, 2), (3, 4), (6, 6), (12, 8), (25, 9.5))
PAGES: Points = ((0, 2), (1, 3), (4, 5.5), (10, 7.5), (20, 9))
REASONING: Points = ((0, 1), (2, 3), (5, 4.5), (10, 6), (20, 7.5), (40, 9))
REASONING_SHARE: Points = ((0, 1), (0.1, 3.5), (0.25, 6), (0.5, 8.5))
FOLLOW_UPS: Points = ((0, 2), (0.25, 4.5), (0.5, 6.5), (0.75, 8), (1, 9))
FOLLOW_UP_COUNT: Points = ((0, 1), (1, 3), (3, 5), (6, 7), (12, 9))
DOUBT: Points = ((0, 1), (1, 3), (3, 5), (6, 6.5), (12, 8), (24, 9.5))
WASTE: Points = ((0, 9), (0.1, 8), (0.25, 6), (0.5, 3.5), (1, 1))
YIELD: Points = ((0, 2), (0.1, 4), (0.25, 6), (0.5, 7.5), (1, 9))
MANY = 30
"""Queries and openings from which on more of them are not expected to bring more findings per window."""


class Evidence(NamedTuple):
    """What the bands are applied to."""

    measured: Mapping[str, float]
    own: tuple[tuple[int, Statement], ...]
    """What the agent says itself outside its answers, with step numbers."""
    steps: tuple[Step, ...]
    findings: int


class Rated(NamedTuple):
    """A rating before it has its dimension's name."""

    score: float
    reason: str
    steps: tuple[int, ...]


def band(value: float, points: Points) -> float:
    """The value on the line through the points."""
    if value <= points[0][0]:
        return points[0][1]
    for (x, y), (to_x, to_y) in pairwise(points):
        if value <= to_x:
            return y + (to_y - y) * (value - x) / (to_x - x)
    return points[-1][1]


def rate_process(question: RateProcess) -> RatingsReply:
    """One rating for each dimension that the rules know; others are left out."""
    draft = answers(question.steps)
    evidence = Evidence(
        measured={signal.name: signal.value for signal in question.measured},
        own=tuple(
            (step.index, item)
            for step in question.steps
            if step.kind in OWN and step.index not in draft
            for item in statements(step.text)
        ),
        steps=question.steps,
        findings=len(question.findings),
    )
    drafts = []
    for dimension in question.dimensions:
        if dimension.id in RULES:
            score, reason, steps = RULES[dimension.id](evidence)
            drafts.append(
                RatingDraft(
                    dimension=dimension.id, score=round(score, 2), reason=f"rules: {reason}", steps=steps
                )
            )
    return RatingsReply(ratings=tuple(drafts))


def _mean(*scores: float) -> float:
    return fsum(scores) / len(scores)


def _of_kind(evidence: Evidence, *kinds: str) -> tuple[int, ...]:
    return tuple(dict.fromkeys(step.index for step in evidence.steps if step.kind in kinds))[:5]


def _breadth(evidence: Evidence) -> Rated:
    got = evidence.measured
    queries, domains, pages = (
        got.get(n, 0.0) for n in ("distinct_queries", "distinct_domains", "pages_opened")
    )
    parts = [band(queries, QUERIES), band(max(domains, pages), DOMAINS)]
    if pages and domains:
        parts.append(band(pages, PAGES))
    reason = f"{queries:.0f} different queries, {domains:.0f} domains, {pages:.0f} pages opened"
    return Rated(_mean(*parts), reason, _of_kind(evidence, "search", "read"))


def _depth(evidence: Evidence) -> Rated:
    cues = MARKS["cause"] | MARKS["contrast"]
    reasoned = [step for step, item in evidence.own if cues.intersection(item.words)]
    computed = [step.index for step in evidence.steps if step.kind == "code"]
    count = len(reasoned) + 2 * len(computed)
    share = len(reasoned) / len(evidence.own) if evidence.own else 0.0
    told = f"{len(reasoned)} of {len(evidence.own)} own sentences give reasons or compare"
    reason = f"{told}; {len(computed)} computations"
    cited = tuple(sorted({*reasoned, *computed}))[:5]
    return Rated(_mean(band(count, REASONING), band(share, REASONING_SHARE)), reason, cited)


def _refinement(evidence: Evidence) -> Rated:
    got = evidence.measured
    queries = got.get("distinct_queries", 0.0)
    logged = "depth" in got
    follow = got.get("depth" if logged else "refined_queries", 0.0)
    how = (
        "use what earlier results brought up"
        if logged
        else "carry an earlier one on (results are not logged)"
    )
    share = follow / queries if queries else 0.0
    score = _mean(band(share, FOLLOW_UPS), band(follow, FOLLOW_UP_COUNT))
    return Rated(
        score, f"{follow:.0f} of {queries:.0f} different queries {how}", _of_kind(evidence, "search")
    )


def _critical(evidence: Evidence) -> Rated:
    doubts = [step for step, item in evidence.own if cues.DOUBTS.search(item.folded)]
    limits = [step for step, item in evidence.own if MARKS["limit"].intersection(item.words)]
    reason = f"{len(doubts)} own sentences check, doubt or correct; {len(limits)} name limits"
    return Rated(band(len(doubts) + 0.3 * len(limits), DOUBT), reason, tuple(sorted(set(doubts)))[:5])


def _efficiency(evidence: Evidence) -> Rated:
    got = evidence.measured
    acts = got.get("queries", 0.0) + got.get("pages_opened", 0.0) + got.get("pages_reopened", 0.0)
    lost = {
        "queries repeated in nearly the same words": got.get("near_duplicate_queries", 0.0),
        "pages opened again": got.get("pages_reopened", 0.0),
        "searches without results": got.get("dead_ends", 0.0),
        "searches without anything new": got.get("stale_searches", 0.0),
    }
    waste = min(1.0, fsum(lost.values()) / acts) if acts else 0.0
    found = evidence.findings / min(acts, MANY) if acts else 0.0
    told = ", ".join(f"{count:.0f} {name}" for name, count in lost.items())
    if not acts:
        return Rated(band(0, YIELD), "nothing was searched or opened", ())
    return Rated(
        _mean(band(waste, WASTE), band(found, YIELD)),
        f"{told}; {evidence.findings} findings from {acts:.0f} queries and openings; "
        "queries that ask the same in other words are not seen",
        _of_kind(evidence, "search", "read"),
    )


RULES: Mapping[str, Callable[[Evidence], Rated]] = {
    "search_breadth": _breadth,
    "analytical_depth": _depth,
    "progressive_refinement": _refinement,
    "critical_thinking": _critical,
    "efficiency": _efficiency,
}
