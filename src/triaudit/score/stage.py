"""Reads what the judged stages wrote and writes figures per task, scorecards and metrics.json."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar, cast

from triaudit.audit import AuditSettings
from triaudit.context import TASKS, Context
from triaudit.errors import TriauditError
from triaudit.files import to_json, write_text
from triaudit.judge import Judge
from triaudit.quality import FLAWS
from triaudit.rubric import RubricSettings
from triaudit.score import ScoreSettings, length, measure
from triaudit.score.aggregate import AXES, TRACKS, axes_over, by_metric, estimates
from triaudit.score.bootstrap import Bootstrap
from triaudit.score.judged import ROLES, added
from triaudit.score.judges import notes as judges_notes
from triaudit.score.notes import notes
from triaudit.score.pairs import compare
from triaudit.score.repeats import said, spreads
from triaudit.types import (
    Answers,
    FactCheck,
    Grade,
    Missing,
    ProcessAudit,
    ReportClaims,
    Rubric,
    Scorecard,
    Task,
    TaskScore,
    Track,
)

KEYS = (
    "benchmark.version",
    "benchmark.limit",
    "benchmark.only",
    "inputs.benchmark",
    "systems",
    "score",
    "rubric.fixed",
    "rubric.judge",
    "quality.judge",
    "claims.judge",
    "factcheck.judge",
    "factcheck.max_failed_share",
    "audit.judge",
    "audit.alpha",
    "audit.max_failed_share",
    "audit.dimensions",
)

HEADLINE = ("overall", *AXES.values(), *(f"{track}/overall" for track in TRACKS))
"""What metrics.json says as plain numbers, so that `dvc metrics show` and `diff` stay readable."""

R = TypeVar("R", Rubric, Grade, ReportClaims, FactCheck, ProcessAudit)


async def run(ctx: Context) -> None:
    """Score every listed system on what is there; what a stage has not written is missing, and said."""
    part, settings = ctx.part(), ctx.settings("score", ScoreSettings)
    tasks = part.tasks
    if not tasks:
        raise TriauditError(f"{ctx.benchmark}: the benchmark has no tasks, so there is nothing to score")
    bootstrap = Bootstrap(settings.bootstrap, settings.seed)
    weights = settings.weights.model_dump()
    rubrics = _records(ctx, "rubric", Rubric, TASKS)
    records: dict[str, _Made] = {}
    for system in ctx.settings("systems", dict):
        records[system] = _Made(
            rubrics,
            _records(ctx, "claims", ReportClaims, system),
            _records(ctx, "quality", Grade, system),
            _records(ctx, "factcheck", FactCheck, system),
            _records(ctx, "audit", ProcessAudit, system),
        )
    figures = {system: _system(ctx, system, tasks, made) for system, made in records.items()}
    guard = _with_length(figures, records)
    scores: list[TaskScore] = []
    cards: list[Scorecard] = []
    for system, made in records.items():
        own = figures[system]
        scores += own
        card = _scorecard(ctx, system, own, weights, bootstrap)
        own_notes = _claims_notes(made.claims.values())
        apart = judges_notes(rubrics, made.quality, made.factcheck.values(), made.audit.values())
        differ = spreads(made.quality.values(), made.factcheck.values(), made.audit.values())
        update = {
            "notes": (*card.notes, *own_notes, *apart, *said(differ), *filter(None, [guard.note])),
            "repeats": differ,
            "part": part.note,
            "answered": made.answered(card.judge, [task.id for task in tasks]),
        }
        cards.append(card.model_copy(update=update))
    ctx.write(scores)
    ctx.write(cards, "scorecards")
    ctx.write([guard], "length")
    ctx.write(compare(scores, weights, bootstrap), "pairs")
    write_text(ctx.out / "metrics.json", metrics(cards))


class _Made(NamedTuple):
    """What the stages wrote about one system, by task."""

    rubric: Mapping[str, Rubric]
    claims: Mapping[str, ReportClaims]
    quality: Mapping[str, Grade]
    factcheck: Mapping[str, FactCheck]
    audit: Mapping[str, ProcessAudit]

    def answered(self, roles: Iterable[str], tasks: Sequence[str]) -> dict[str, tuple[Answers, ...]]:
        """Role to the models that answered it on these tasks; roles that asked none are left out."""
        found = {}
        for role in roles:
            records = getattr(self, role)
            if models := added(records[task].answered for task in tasks if task in records):
                found[role] = models
        return found


def _system(ctx: Context, system: str, tasks: Sequence[Task], made: _Made) -> list[TaskScore]:
    fixed = [dimension.id for dimension in ctx.settings("rubric", RubricSettings).dimensions]
    audit = ctx.settings("audit", AuditSettings)
    rated = [dimension.id for dimension in audit.dimensions]
    limit = ctx.settings("factcheck.max_failed_share", float)
    scores: list[TaskScore] = []
    for task in tasks:
        figures = {
            **measure.quality(made.quality.get(task.id), made.rubric.get(task.id), fixed),
            **measure.factcheck(made.factcheck.get(task.id), made.claims.get(task.id), limit),
            **measure.audit(made.audit.get(task.id), rated, audit.alpha, audit.max_failed_share),
        }
        for metric, figure in figures.items():
            scores.append(_task_score(system, task.id, task.track, metric, figure))
    return scores


def _task_score(system: str, task: str, track: Track, metric: str, figure: measure.Measured) -> TaskScore:
    value, missing = (None, figure) if isinstance(figure, Missing) else (figure, None)
    return TaskScore(system=system, task=task, track=track, metric=metric, value=value, missing=missing)


def _with_length(figures: Mapping[str, list[TaskScore]], records: Mapping[str, _Made]) -> length.LengthGuard:
    """Add quality at equal length to every system's figures, and say how the two go together."""
    reports: list[length.Measured] = []
    for system, own in figures.items():
        for one in own:
            if one.metric != AXES["quality"]:
                continue
            grade = records[system].quality.get(one.task)
            total = one.value if one.value is not None else one.missing
            assert total is not None
            judged = grade is not None and not set(FLAWS) & set(grade.flags)
            words = grade.words if grade else 0
            reports.append(length.Measured(system, one.task, one.track, total, words, judged))
    guard = length.fit(reports)
    for report, value in zip(reports, length.controlled(reports, guard), strict=True):
        score = _task_score(report.system, report.task, report.track, length.METRIC, value)
        figures[report.system].append(score)
    return guard


def _records(ctx: Context, stage: str, kind: type[R], name: str) -> dict[str, R]:
    """A stage's records by task; none, and a line that says so, where the stage has not run."""
    if lacks := ctx.lacks(stage, name):
        ctx.say(f"{lacks}, so its figures are not measured: run `dvc repro`")
        return {}
    records = ctx.read(stage, kind, name)
    twice = [task for task, count in Counter(record.task for record in records).items() if count > 1]
    if twice:
        raise TriauditError(
            f"{stage}/{name}.jsonl: task {twice[0]} has more than one record; "
            f"remove the file and run stage {stage} again"
        )
    return {record.task: record for record in records}


def _scorecard(
    ctx: Context, system: str, scores: Sequence[TaskScore], weights: dict[str, float], bootstrap: Bootstrap
) -> Scorecard:
    cells = by_metric(scores)
    measured = {s.metric.split("/")[0] for s in scores if s.value is not None}
    roles = dict.fromkeys(role for axis in AXES if axis in measured for role in ROLES[axis])
    judges = {role: cast("Judge", ctx.settings(f"{role}.judge", object)) for role in roles}
    metrics = estimates(scores, weights, bootstrap)
    return Scorecard(
        system=system,
        judge={role: judge.name for role, judge in judges.items()},
        baseline=any(judge.baseline for judge in judges.values()),
        metrics=metrics,
        overall_over=axes_over(cells, weights),
        notes=tuple(notes(cells, weights, metrics["overall"])),
    )


def _claims_notes(records: Iterable[ReportClaims]) -> list[str]:
    """What of the reports was not checked, beyond single claims that failed."""
    found = list(records)
    sampled = sum(record.found > len(record.claims) for record in found)
    unread = sum(bool(record.failed_segments) for record in found)
    return [
        *([f"the claims of {sampled} reports were sampled"] if sampled else []),
        *([f"parts of {unread} reports could not be read for claims"] if unread else []),
    ]


def metrics(cards: Iterable[Scorecard]) -> str:
    """metrics.json: per system its headline figures as numbers (null: not measured), then all estimates.

    `baseline` says whether the rules gave any of it, and `part` of what part of the benchmark they are, where
    it is not all. Judges and estimates are lists, one a line, which DVC's tables leave out.
    """
    systems = []
    for card in cards:
        plain = [f"  {to_json(name)}: {to_json(card.metrics[name].value)}," for name in HEADLINE]
        plain.append(f'  "baseline": {to_json(card.baseline)},')
        plain += [f'  "part": {to_json(card.part)},'] if card.part else []
        judges = [
            "   " + to_json({"role": role, "judge": name} | _served(card, role))
            for role, name in card.judge.items()
        ]
        listed = [
            "   " + to_json({"metric": name} | estimate.model_dump(mode="json"))
            for name, estimate in card.metrics.items()
        ]
        body = "\n".join(
            [
                *plain,
                '  "judge": [',
                *([",\n".join(judges)] if judges else []),
                '  ],\n  "estimates": [',
                ",\n".join(listed),
                "  ]",
            ]
        )
        systems.append(f" {to_json(card.system)}: {{\n{body}\n }}")
    return "{\n" + ",\n".join(systems) + "\n}\n"


def _served(card: Scorecard, role: str) -> dict[str, object]:
    models = card.answered.get(role, ())
    return {"served": {one.served or one.asked: one.answers for one in models}} if models else {}
