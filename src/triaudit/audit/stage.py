"""Audits a system's traces: what was done and found, how well, and whether the report stands on it."""

from __future__ import annotations

from triaudit.audit import AuditSettings
from triaudit.audit.ask import Plan, audit
from triaudit.context import Context
from triaudit.types import Missing, MissingReason, ProcessAudit, ReportClaims, SystemOutput, Task

KEYS = (
    "benchmark.version",
    "benchmark.limit",
    "benchmark.only",
    "inputs.benchmark",
    "inputs.code.audit",
    "audit.enabled",
    "audit.judge",
    "audit.accept_unanswered",
    "audit.window_steps",
    "audit.window_chars",
    "audit.calls",
    "audit.alignment",
    "audit.dimensions",
)
"""`audit.alpha` is not among them: score alone reads it, so that sweeping it asks nothing."""


async def run(ctx: Context) -> None:
    """Write one audit per task of the benchmark."""
    settings = ctx.settings("audit", AuditSettings)
    tasks = ctx.tasks()
    if not settings.enabled:
        off = Missing(reason=MissingReason.OFF, detail="choose audit=default to audit processes")
        ctx.write(ProcessAudit(task=task.id, missing=off) for task in tasks)
        return
    outputs = {output.task: output for output in ctx.read("systems", SystemOutput)}
    claims = {listed.task: listed for listed in ctx.read("claims", ReportClaims)}
    judge = ctx.judge(settings.judge)
    plan = Plan(
        settings.window_steps, settings.window_chars, settings.dimensions, settings.calls, settings.alignment
    )

    async def work(task: Task) -> ProcessAudit:
        output = outputs.get(task.id)
        why = missing(output)
        if output is None or why is not None:
            return ProcessAudit(task=task.id, missing=why)
        listed = claims.get(task.id) or ReportClaims(
            task=task.id,
            missing=Missing(reason=MissingReason.UPSTREAM, detail="the claims stage has no such task"),
        )
        return await audit(judge, plan, task.query, output, listed)

    ctx.write(await ctx.each(tasks, work))


def missing(output: SystemOutput | None) -> Missing | None:
    """Why an output can't be audited; an earlier stage's reason is kept."""
    if output is None:
        return Missing(reason=MissingReason.NO_OUTPUT, detail="the system has no output for this task")
    if output.missing is not None:
        return output.missing
    if not output.report.strip():
        return Missing(
            reason=MissingReason.NO_REPORT, detail="there is no report to compare the process with"
        )
    if output.trace is None or not output.trace.steps:
        return Missing(
            reason=MissingReason.NO_TRACE,
            detail="the system delivers no trace; if it has one, name its field in the system's yaml",
        )
    return None
