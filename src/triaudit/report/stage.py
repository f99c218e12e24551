"""Writes the report's pages from everything that was measured."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, TypeVar

from triaudit.context import TASKS, Context
from triaudit.errors import TriauditError
from triaudit.files import write_text
from triaudit.report import ReportSettings
from triaudit.score import ScoreSettings
from triaudit.types import (
    Document,
    FactCheck,
    Grade,
    Pair,
    ProcessAudit,
    ReportClaims,
    Rubric,
    Scorecard,
    SystemOutput,
    Task,
    TaskScore,
)

if TYPE_CHECKING:
    from triaudit.report.records import Records

KEYS = (
    "benchmark.version",
    "benchmark.limit",
    "benchmark.only",
    "inputs.benchmark",
    "systems",
    "score",
    "audit.alpha",
    "report",
)

R = TypeVar("R", SystemOutput, Rubric, Grade, ReportClaims, FactCheck, ProcessAudit)


async def run(ctx: Context) -> None:
    """Write `index.html`, a page per system and one per report; pages of what is no longer listed go."""
    from triaudit.report.pages import Provenance, site  # noqa: PLC0415
    from triaudit.score.aggregate import shared  # noqa: PLC0415
    from triaudit.score.bootstrap import Bootstrap  # noqa: PLC0415

    for name in (TASKS, "scorecards", "pairs"):
        if lacks := ctx.lacks("score", name):
            raise TriauditError(f"{lacks}: run stage score first (`dvc repro`)")
    cards = ctx.read("score", Scorecard, "scorecards")
    scores = ctx.read("score", TaskScore, TASKS)
    part, settings = ctx.part(), ctx.settings("score", ScoreSettings)
    tasks = list(part.tasks)
    weights = settings.weights.model_dump()
    made = site(
        cards,
        scores,
        tasks,
        shared(scores, weights, Bootstrap(settings.bootstrap, settings.seed)),
        ctx.read("score", Pair, "pairs"),
        Provenance(
            ctx.settings("report", ReportSettings).title,
            ctx.settings("benchmark.version", str),
            ctx.settings("audit.alpha", float),
            weights,
            settings.bootstrap,
            settings.seed,
            part.note,
        ),
        _reports(ctx, [card.system for card in cards], tasks, scores),
    )
    folder = ctx.out / "report"
    for old in sorted(folder.rglob("*.html")):
        if old.relative_to(folder).as_posix() not in made.pages:
            old.unlink()
            if not any(old.parent.iterdir()):
                old.parent.rmdir()
    for name, page in made.pages.items():
        write_text(folder / name, page)
    if made.unplaced:
        ctx.say(f"{made.unplaced} of {made.claims} claims could not be marked in their report's text")
    ctx.say(f"{folder / 'index.html'}")


def _reports(ctx: Context, systems: list[str], tasks: list[Task], scores: list[TaskScore]) -> list[Records]:
    """What every stage wrote about every report."""
    from triaudit.report.records import Records  # noqa: PLC0415

    figures: defaultdict[tuple[str, str], dict[str, TaskScore]] = defaultdict(dict)
    for score in scores:
        figures[score.system, score.task][score.metric] = score
    rubrics = _by_task(ctx, "rubric", Rubric, TASKS)
    attached = [] if ctx.lacks("attachments", TASKS) else ctx.read("attachments", Document, TASKS)
    documents = {document.digest: document for document in attached}
    made = []
    for system in systems:
        outputs = _by_task(ctx, "systems", SystemOutput, system)
        grades = _by_task(ctx, "quality", Grade, system)
        claims = _by_task(ctx, "claims", ReportClaims, system)
        checks = _by_task(ctx, "factcheck", FactCheck, system)
        audits = _by_task(ctx, "audit", ProcessAudit, system)
        made += [
            Records(
                system,
                task,
                outputs.get(task.id),
                tuple(documents[file.digest] for file in task.files if file.digest in documents),
                rubrics.get(task.id),
                grades.get(task.id),
                claims.get(task.id),
                checks.get(task.id),
                audits.get(task.id),
                figures[system, task.id],
            )
            for task in tasks
        ]
    return made


def _by_task(ctx: Context, stage: str, kind: type[R], name: str) -> dict[str, R]:
    """A stage's records; none where it has not run, which the pages say."""
    if lacks := ctx.lacks(stage, name):
        ctx.say(f"{lacks}, so the pages show nothing of it: run `dvc repro`")
        return {}
    return {record.task: record for record in ctx.read(stage, kind, name)}
