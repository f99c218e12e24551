"""Grades one system's reports by their tasks' rubrics."""

from __future__ import annotations

import asyncio
from typing import Literal

from triaudit import injection
from triaudit.context import TASKS, Context
from triaudit.judge import Judge
from triaudit.quality import QualitySettings
from triaudit.quality.belongs import Topics, unfit, zero
from triaudit.quality.check import checked, unscored
from triaudit.quality.parts import Shown, shown
from triaudit.questions import GradedCriterion, NamedDimension, PlacedCriterion, ScoreDimension, ScoreReport
from triaudit.types import (
    CriterionScore,
    Dimension,
    Grade,
    Missing,
    MissingReason,
    Rubric,
    SystemOutput,
    Task,
    Unanswered,
)
from triaudit.words import size

KEYS: tuple[str, ...] = (
    "benchmark.version",
    "benchmark.limit",
    "benchmark.only",
    "inputs.benchmark",
    "inputs.code.quality",
    "quality",
)


async def run(ctx: Context) -> None:
    """Write `quality/<system>.jsonl`."""
    settings = ctx.settings("quality", QualitySettings)
    tasks = ctx.tasks()
    if not settings.enabled:
        off = Missing(reason=MissingReason.OFF, detail="choose quality=default to grade reports")
        ctx.write([Grade(task=task.id, missing=off) for task in tasks])
        return
    outputs = {output.task: output for output in ctx.read("systems", SystemOutput)}
    rubrics = {rubric.task: rubric for rubric in ctx.read("rubric", Rubric, TASKS)}
    judge, topics = ctx.judge(settings.judge), Topics(ctx.all_tasks())

    async def work(task: Task) -> Grade:
        rubric, output = rubrics.get(task.id), outputs.get(task.id)
        missing = lacking(output, rubric)
        if missing or output is None or rubric is None:
            return Grade(task=task.id, rubric=rubric.digest if rubric else "", missing=missing)
        if flaw := unfit(task, output.report, topics):
            return zero(task, rubric, flaw, output.report)
        return await grade(task, output.report, rubric, judge, settings.calls, window=settings.window_chars)

    ctx.write(await ctx.each(tasks, work))


def lacking(output: SystemOutput | None, rubric: Rubric | None) -> Missing | None:
    """Why there is nothing to grade, or nothing to grade by; the earlier stage's own reason is kept."""
    if output is None:
        detail = "the systems stage has no record of this task: run `dvc repro` again"
        return Missing(reason=MissingReason.UPSTREAM, detail=detail)
    if output.missing is not None and "empty_report" not in output.flags:
        return output.missing
    if rubric is None:
        detail = "the rubric stage has no record of this task: run `dvc repro` again"
        return Missing(reason=MissingReason.UPSTREAM, detail=detail)
    if rubric.missing is not None:
        detail = f"the task has no rubric ({rubric.missing.reason.value}: {rubric.missing.detail})"
        return Missing(reason=MissingReason.NO_RUBRIC, detail=detail, unanswered=rubric.missing.unanswered)
    return None


Scored = tuple[list[CriterionScore], list[str]]
"""Scores, and the ids that nobody asked for."""


async def grade(
    task: Task,
    report: str,
    rubric: Rubric,
    judge: Judge,
    calls: Literal["per_dimension", "one"] = "per_dimension",
    *,
    window: int = 10**9,
) -> Grade:
    """One report's scores, by a call for each dimension, made at once, or by one; what has none stays so.

    A report of more than `window` characters is read in parts first (`parts`).
    """
    seen = await shown(task, report, rubric, judge, window)
    if calls == "one":
        found = [await score_all(task, seen, rubric, judge)]
    else:
        async with asyncio.TaskGroup() as group:
            asked = [group.create_task(score(task, seen, rubric, one, judge)) for one in rubric.dimensions]
        found = [done.result() for done in asked]
    scores = [item for own, _ in found for item in own]
    flags: set[str] = {*injection.flags(report), *seen.flags}
    if any(extra for _, extra in found):
        flags.add("extra_scores_ignored")
    if any(item.unanswered for item in scores):
        flags.add("incomplete")
    if any(item.quote and not item.quote_found for item in scores):
        flags.add("quote_not_found")
    return Grade(
        task=task.id,
        rubric=rubric.digest,
        scores=tuple(scores),
        words=size(report),
        flags=tuple(sorted(flags)),
    )


async def score_all(task: Task, seen: Shown, rubric: Rubric, judge: Judge) -> Scored:
    """All dimensions' scores by one call."""
    criteria = [one for dimension in rubric.dimensions for one in dimension.criteria]
    asked = tuple(
        PlacedCriterion(id=one.id, text=one.text, explanation=one.explanation, dimension=dimension.id)
        for dimension in rubric.dimensions
        for one in dimension.criteria
        if one.id not in seen.unread
    )
    if not asked:
        return checked(criteria, (), seen.report, unread=seen.unread)
    reply = await judge.ask(
        ScoreReport(
            query=task.query,
            language=task.language,
            report=seen.text,
            parts=seen.parts,
            dimensions=tuple(
                NamedDimension(
                    id=one.id,
                    name=one.name,
                    definition=one.definition,
                    dynamic=one.dynamic,
                    bands=one.bands,
                )
                for one in rubric.dimensions
            ),
            criteria=asked,
            facts=rubric.facts if any(one.dynamic for one in rubric.dimensions) else (),
        )
    )
    if isinstance(reply, Unanswered):
        return [unscored(one, seen.unread.get(one.id, reply)) for one in criteria], []
    return checked(criteria, reply.scores, seen.report, reply.beside.votes, seen.unread)


async def score(task: Task, seen: Shown, rubric: Rubric, dimension: Dimension, judge: Judge) -> Scored:
    """One dimension's scores."""
    asked = tuple(
        GradedCriterion(id=one.id, text=one.text, explanation=one.explanation)
        for one in dimension.criteria
        if one.id not in seen.unread
    )
    if not asked:
        return checked(dimension.criteria, (), seen.report, unread=seen.unread)
    reply = await judge.ask(
        ScoreDimension(
            query=task.query,
            language=task.language,
            report=seen.text,
            parts=seen.parts,
            dimension=dimension.id,
            name=dimension.name,
            definition=dimension.definition,
            criteria=asked,
            facts=rubric.facts if dimension.dynamic else (),
            bands=dimension.bands,
        )
    )
    if isinstance(reply, Unanswered):
        return [unscored(one, seen.unread.get(one.id, reply)) for one in dimension.criteria], []
    return checked(dimension.criteria, reply.scores, seen.report, reply.beside.votes, seen.unread)
