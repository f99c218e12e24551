"""Lists what one system's reports state."""

from __future__ import annotations

import asyncio

from triaudit import injection
from triaudit.claims import ClaimsSettings
from triaudit.claims.citations import entries
from triaudit.claims.dates import report_date
from triaudit.claims.located import located
from triaudit.claims.merge import merged, numbered, sampled
from triaudit.claims.segments import Segment, segments
from triaudit.context import Context
from triaudit.files import digest
from triaudit.judge import Judge
from triaudit.questions import ExtractClaims
from triaudit.text import language
from triaudit.types import (
    Claim,
    ClaimKind,
    Missing,
    MissingReason,
    ReportClaims,
    SystemOutput,
    Task,
    Unanswered,
)

KEYS: tuple[str, ...] = (
    "benchmark.version",
    "benchmark.limit",
    "benchmark.only",
    "inputs.benchmark",
    "inputs.code.claims",
    "claims",
)
BEFORE = 400
"""Characters before a segment that a question shows, to resolve pronouns."""
SHORT = 300
"""Characters below which a segment's language can't be told: it is the report's."""


async def run(ctx: Context) -> None:
    """Write `claims/<system>.jsonl`."""
    settings = ctx.settings("claims", ClaimsSettings)
    tasks = ctx.tasks()
    if not settings.enabled:
        off = Missing(reason=MissingReason.OFF, detail="choose claims=default to list what reports state")
        ctx.write([ReportClaims(task=task.id, missing=off) for task in tasks])
        return
    outputs = {output.task: output for output in ctx.read("systems", SystemOutput)}
    judge = ctx.judge(settings.judge)

    async def work(task: Task) -> ReportClaims:
        output = outputs.get(task.id)
        if output is None:
            detail = "the systems stage has no record of this task: run `dvc repro` again"
            return ReportClaims(task=task.id, missing=Missing(reason=MissingReason.UPSTREAM, detail=detail))
        if output.missing is not None:
            return ReportClaims(task=task.id, missing=output.missing)
        return await report_claims(task, output.report, judge, settings.max_per_report, settings.seed)

    ctx.write(await ctx.each(tasks, work))


async def report_claims(
    task: Task, report: str, judge: Judge, max_per_report: int | None = None, seed: int = 0
) -> ReportClaims:
    """The claims and conclusions of one report, all its segments asked about at once."""
    parts = segments(report)
    prose = [part for part in parts if part.kind == "prose"]
    known = entries(report, parts)
    date = report_date(report)
    async with asyncio.TaskGroup() as group:
        asked = [group.create_task(judge.ask(_question(task, report, part, date))) for part in prose]
    claims: list[Claim] = []
    failed: list[Unanswered] = []
    invalid = unresolved = 0
    spoken = language(report)
    for part, done in zip(prose, asked, strict=True):
        reply = done.result()
        if isinstance(reply, Unanswered):
            failed.append(reply)
        elif reply.claims:
            text = report[part.start : part.end]
            found = located(
                reply.claims, report, part, language(text[:600]) if len(text) > SHORT else spoken, known
            )
            claims += found.claims
            invalid += found.invalid
            unresolved += found.unresolved
    listed = numbered(merged(claims))
    chosen = sampled(listed, max_per_report, seed, task.id)
    checkable = sum(claim.kind is not ClaimKind.CONCLUSION for claim in listed)
    flags = [
        *injection.flags(report),
        *([f"invalid_drafts:{invalid}"] if invalid else []),
        *([f"unresolved_citations:{unresolved}"] if unresolved else []),
        *(["no_inline_citations"] if listed and not any(claim.sources for claim in listed) else []),
        *(
            [f"sampled:{len(chosen) - len(listed) + checkable}_of_{checkable}"]
            if len(chosen) < len(listed)
            else []
        ),
        *(["interface_text"] if any(part.kind == "residue" for part in parts) else []),
    ]
    return ReportClaims(
        task=task.id,
        report=digest(report),
        claims=tuple(chosen),
        found=len(listed),
        failed_segments=tuple(failed),
        segments=len(prose),
        flags=tuple(flags),
    )


def _question(task: Task, report: str, part: Segment, date: str | None) -> ExtractClaims:
    return ExtractClaims(
        query=task.query,
        headings=part.headings,
        before=part.context or report[max(0, part.start - BEFORE) : part.start],
        date=date,
        segment=report[part.start : part.end],
    )
