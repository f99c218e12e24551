"""Checks one system's claims against the web and the tasks' attachments."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from triaudit.attachments.meaning import Meaning
from triaudit.context import TASKS, Context
from triaudit.embeddings import Embedder
from triaudit.factcheck import FactcheckSettings
from triaudit.factcheck.look import Web, look
from triaudit.factcheck.verdicts import unseen, unsure, verdict
from triaudit.judge import Judge
from triaudit.questions import CheckClaim
from triaudit.search import Search
from triaudit.types import (
    Claim,
    ClaimKind,
    Document,
    FactCheck,
    Label,
    Missing,
    MissingReason,
    ReportClaims,
    SystemOutput,
    Task,
    Verdict,
)

KEYS: tuple[str, ...] = (
    "benchmark.version",
    "benchmark.limit",
    "benchmark.only",
    "embeddings",
    "inputs.benchmark",
    "inputs.code.embeddings",
    "inputs.code.factcheck",
    "inputs.code.search",
    "inputs.search",
    "factcheck",
    "search",
)
NO_SEARCH = Missing(
    reason=MissingReason.NO_SEARCH,
    detail="choose search=corpus search.path=FOLDER or a web search; without one no claim is checked",
)


async def run(ctx: Context) -> None:
    """Write `factcheck/<system>.jsonl`."""
    settings = ctx.settings("factcheck", FactcheckSettings)
    search = ctx.settings("search", Search)  # type: ignore[type-abstract]
    tasks = ctx.tasks()
    if not settings.enabled:
        off = Missing(reason=MissingReason.OFF, detail="choose factcheck=default to check claims")
        ctx.write([FactCheck(task=task.id, missing=off) for task in tasks])
        return
    listed = {record.task: record for record in ctx.read("claims", ReportClaims)}
    if not search.available:
        share = settings.max_failed_share
        without = {task.id: lacking(listed.get(task.id), share) or NO_SEARCH for task in tasks}
        ctx.write([FactCheck(task=task, missing=missing) for task, missing in without.items()])
        return
    reports = {output.task: output.report for output in ctx.read("systems", SystemOutput)}
    documents = {document.digest: document for document in ctx.read("attachments", Document, TASKS)}
    counted = ctx.search(search)
    web = Web(counted, counted)
    judge = ctx.judge(settings.judge)
    embedder = ctx.settings("embeddings", Embedder)  # type: ignore[type-abstract]
    meaning = Meaning(ctx.embedder(embedder)) if embedder.available else None

    async def work(task: Task) -> FactCheck:
        record = listed.get(task.id)
        missing = lacking(record, settings.max_failed_share)
        if missing or record is None:
            return FactCheck(task=task.id, missing=missing)
        attached = [documents[file.digest] for file in task.files if file.digest in documents]
        return await check(
            task,
            record.claims,
            reports.get(task.id, ""),
            attached,
            web=web,
            judge=judge,
            settings=settings,
            meaning=meaning,
        )

    ctx.write(await ctx.each(tasks, work))


def lacking(record: ReportClaims | None, max_failed_share: float) -> Missing | None:
    """Why there is nothing to check; an earlier stage's own reason is kept.

    A report of which more than `max_failed_share` (0-1) was not read for claims is not one without claims.
    """
    if record is None:
        detail = "the claims stage has no record of this task: run `dvc repro` again"
        return Missing(reason=MissingReason.UPSTREAM, detail=detail)
    if record.missing is not None:
        return record.missing
    if any(claim.kind is not ClaimKind.CONCLUSION for claim in record.claims):
        return None
    failed = record.failed_segments
    if failed and (len(failed) >= record.segments or len(failed) / record.segments > max_failed_share):
        detail = f"no claim was found, and {len(failed)} of {record.segments} parts of the report not read"
        return Missing(reason=MissingReason.UNANSWERED, detail=detail, unanswered=failed[0])
    return Missing(reason=MissingReason.NO_CLAIMS, detail="the report states nothing that can be checked")


async def check(
    task: Task,
    claims: Sequence[Claim],
    report: str,
    documents: Sequence[Document],
    *,
    web: Web,
    judge: Judge,
    settings: FactcheckSettings,
    meaning: Meaning | None = None,
) -> FactCheck:
    """The verdicts on one report's claims, conclusions left out, all looked up at once."""
    unread = tuple(document.name for document in documents if document.missing)
    flags = [f"attachment_unreadable:{name}" for name in unread]

    async def one(claim: Claim) -> Verdict:
        looked = await look(
            claim.text,
            claim.language or task.language,
            documents,
            web,
            pages=settings.pages,
            passages=settings.passages,
            query=task.query,
            spoken=task.language,
            meaning=meaning,
        )
        if not looked.passages:
            return unseen(claim.id, looked)
        question = CheckClaim(
            query=task.query,
            claim=claim.text,
            segment=report[claim.segment_start : claim.segment_end],
            as_of=claim.as_of,
            passages=looked.passages,
        )
        made = verdict(claim.id, await judge.ask(question), looked, bool(documents))
        made = unsure(made) if unread else made
        if made.label is Label.UNKNOWN and looked.unanswered is not None:
            # what an outage hid may have decided it
            return Verdict(claim=claim.id, unanswered=looked.unanswered, flags=made.flags)
        return made

    async with asyncio.TaskGroup() as group:
        asked = [group.create_task(one(claim)) for claim in claims if claim.kind is not ClaimKind.CONCLUSION]
    return FactCheck(
        task=task.id, verdicts=tuple(done.result() for done in asked), incomplete=unread, flags=tuple(flags)
    )
