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
    """How far several judges differ, per dimension: a line for scores of each axis, one for labels."""
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
    in_order = dict(sorted(graded.items(), key=lambda item: item[0] == DYNAMIC))
    told = {
        "claims": divided(one.votes for check in checks for one in check.verdicts),
        "findings in the report": divided(one.votes for audit in audits for one in audit.realised),
        "claims in the trace": divided(one.votes for audit in audits for one in audit.supported),
    }
    labels = [f"{found.differing} of {found.n} {what}" for what, found in told.items() if found]
    said = [_scores("quality", "0-10", in_order), _scores("the process", "1-10", rated)]
    return [line for line in [*said, f"the judges differ on {', '.join(labels)}" if labels else ""] if line]


def _scores(axis: str, scale: str, dimensions: Mapping[str, Sequence[Sequence[Vote]]]) -> str:
    found = {name: apart(items) for name, items in dimensions.items()}
    each = [f"{name} {one.mean:.2g} (n={one.n})" for name, one in found.items() if one is not None]
    return f"the judges' scores of {axis} ({scale}) lie apart on average: {', '.join(each)}" if each else ""
