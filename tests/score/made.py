"""Invented records for tests of scoring, tracking and the report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from triaudit.score.aggregate import AXES, axes_over, by_metric, estimates
from triaudit.score.bootstrap import Bootstrap
from triaudit.score.notes import notes
from triaudit.types import (
    Criterion,
    CriterionScore,
    Dimension,
    FactCheck,
    Grade,
    Label,
    Missing,
    MissingReason,
    Rubric,
    Scorecard,
    TaskScore,
    Track,
    Unanswered,
    UnansweredReason,
    UnknownReason,
    Verdict,
)

WEIGHTS = {"quality": 1.0, "factcheck": 1.0, "audit": 1.0}
BOOTSTRAP = Bootstrap(500, 0)
FAILED = Unanswered(reason=UnansweredReason.PROVIDER_ERROR, detail="503")


def rubric(task: str, weights: Mapping[str, float], dynamic: Sequence[str] = (), criteria: int = 1) -> Rubric:
    """A rubric whose dimensions have `criteria` criteria of equal weight each, `<dimension>.<number>`."""
    return Rubric(
        task=task,
        digest="r",
        dimensions=tuple(
            Dimension(
                id=name,
                name=name,
                definition=name,
                dynamic=name in dynamic,
                weight=weight,
                criteria=tuple(
                    Criterion(id=f"{name}.{n}", text=name, weight=1 / criteria) for n in range(criteria)
                ),
            )
            for name, weight in weights.items()
        ),
    )


def grade(task: str, scores: Mapping[str, float | None]) -> Grade:
    """A grade with one score per criterion id; None is unanswered."""
    return Grade(
        task=task,
        rubric="r",
        scores=tuple(
            CriterionScore(criterion=name, score=score, unanswered=FAILED if score is None else None)
            for name, score in scores.items()
        ),
    )


def check(
    task: str, *, right: int = 0, wrong: int = 0, conflict: int = 0, unknown: int = 0, failed: int = 0
) -> FactCheck:
    """A fact-check with that many verdicts of each kind."""
    labels = [
        *[Label.RIGHT] * right,
        *[Label.WRONG] * wrong,
        *[Label.CONFLICT] * conflict,
        *[Label.UNKNOWN] * unknown,
        *[None] * failed,
    ]
    return FactCheck(
        task=task,
        verdicts=tuple(
            Verdict(
                claim=f"c{n}",
                label=label,
                unknown=UnknownReason.NO_EVIDENCE if label is Label.UNKNOWN else None,
                unanswered=FAILED if label is None else None,
            )
            for n, label in enumerate(labels)
        ),
    )


def column(
    system: str,
    metric: str,
    values: Iterable[float | None],
    tracks: Sequence[Track] = (),
    why: MissingReason = MissingReason.UNANSWERED,
) -> list[TaskScore]:
    """One metric's scores over tasks 1, 2, …; all text unless `tracks` says otherwise."""
    return [
        TaskScore(
            system=system,
            task=str(n + 1),
            track=tracks[n] if tracks else "text",
            metric=metric,
            value=value,
            missing=Missing(reason=why, detail="made up") if value is None else None,
        )
        for n, value in enumerate(values)
    ]


def table(
    system: str,
    quality: Sequence[float | None],
    factcheck: Sequence[float | None],
    audit: Sequence[float | None],
    tracks: Sequence[Track] = (),
    *,
    why: MissingReason = MissingReason.NO_TRACE,
) -> list[TaskScore]:
    """All three axes of a system, with counts of ten claims a task."""
    scores = [
        *column(system, AXES["quality"], quality, tracks, why),
        *column(system, AXES["factcheck"], factcheck, tracks, why),
        *column(system, AXES["audit"], audit, tracks, why),
    ]
    for name in ("right", "wrong", "conflict", "unknown", "failed", "claims"):
        part = {"right": 0.1, "claims": 0.0}.get(name)
        values = [
            None
            if v is None
            else 10.0
            if name == "claims"
            else v * part
            if part
            else 10 - v / 10
            if name == "wrong"
            else 0.0
            for v in factcheck
        ]
        scores += column(system, f"factcheck/{name}", values, tracks, why)
    return scores


def card(
    scores: Sequence[TaskScore], baseline: bool = True, weights: Mapping[str, float] = WEIGHTS
) -> Scorecard:
    """The scorecard of one system's scores."""
    cells = by_metric(scores)
    metrics = estimates(scores, weights, BOOTSTRAP)
    return Scorecard(
        system=scores[0].system,
        judge={"quality": "rules" if baseline else "model-a"},
        baseline=baseline,
        metrics=metrics,
        overall_over=axes_over(cells, weights),
        notes=tuple(notes(cells, weights, metrics["overall"])),
    )
