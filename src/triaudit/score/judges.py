"""How far the judges of a panel disagree, per dimension, with how many answers that stands on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from typing import NamedTuple

from triaudit.types import FactCheck, Grade, ProcessAudit, Rubric, Vote

DYNAMIC = "the dimensions made for a task"


class Apart(NamedTuple):
    """Scores of several judges on the same things."""

    mean: float
    """Of the distance between the highest and the lowest score of a thing, on the scale they are given on."""
    n: int
    """Things that at least two judges scored."""


class Divided(NamedTuple):
    """Labels, or yes and no, of several judges on the same things."""

    differing: int
    n: int
    """Things that at least two judges decided."""


def apart(items: Iterable[Sequence[Vote]]) -> Apart | None:
    """How far scores lie apart; None where no two judges scored a thing."""
    scores = [[score for vote in votes if (score := _score(vote)) is not None] for votes in items]
    spans = [max(some) - min(some) for some in scores if len(some) > 1]
    return Apart(fsum(spans) / len(spans), len(spans)) if spans else None


def _score(vote: Vote) -> float | None:
    decision = vote.decision
    return None if isinstance(decision, bool | str) or decision is None else float(decision)


def divided(items: Iterable[Sequence[Vote]]) -> Divided | None:
    """How many things were decided differently; None where no two judges decided one."""
    decisions = [[vote.decision for vote in votes if vote.decision is not None] for votes in items]
    told = [set(some) for some in decisions if len(some) > 1]
    return Divided(sum(len(one) > 1 for one in told), len(told)) if told else None


def notes(
    rubrics: Mapping[str, Rubric],
    grades: Mapping[str, Grade],
    checks: Iterable[FactCheck],
    audits: Iterable[ProcessAudit],
) -> list[str]:
    """One line per dimension that several judges judged, in the order of the axes."""
    audits = list(audits)
    graded: dict[str, list[Sequence[Vote]]] = {}
    for task, grade in grades.items():
        names = {
            criterion.id: DYNAMIC if dimension.dynamic else dimension.name
            for dimension in (rubrics[task].dimensions if task in rubrics else ())
            for criterion in dimension.criteria
        }
        for score in grade.scores:
            graded.setdefault(names.get(score.criterion, score.criterion), []).append(score.votes)
    rated: dict[str, list[Sequence[Vote]]] = {}
    for audit in audits:
        for rating in (*audit.intrinsic, *([audit.consistency] if audit.consistency else [])):
            rated.setdefault(rating.dimension.replace("_", " "), []).append(rating.votes)
    names_last = sorted(graded, key=lambda name: name == DYNAMIC)
    said = [_scores(name, apart(graded[name]), "0-10") for name in names_last]
    said.append(_labels("claims", divided(one.votes for check in checks for one in check.verdicts)))
    said += [_scores(name, apart(items), "1-10") for name, items in rated.items()]
    said.append(_labels("findings in the report", divided(one.votes for a in audits for one in a.realised)))
    said.append(_labels("claims in the trace", divided(one.votes for a in audits for one in a.supported)))
    return [line for line in said if line]


def _scores(name: str, found: Apart | None, scale: str) -> str:
    if found is None:
        return ""
    return f"the judges' scores for {name} lie {found.mean:.2g} apart on average ({scale}, n={found.n})"


def _labels(what: str, found: Divided | None) -> str:
    return "" if found is None else f"the judges differ on {found.differing} of {found.n} {what}"
