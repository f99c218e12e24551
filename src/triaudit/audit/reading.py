"""What a judge reads in each window of a trace: by one call a window, or by one for each question."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Literal, NamedTuple

from triaudit.audit.draft import research
from triaudit.judge import Judge
from triaudit.questions import (
    ClaimRef,
    ContradictionsReply,
    FindContradictions,
    FindingsReply,
    ReadWindow,
    ReportToProcess,
    StructureTrace,
    SupportedReply,
)
from triaudit.types import Step, Unanswered


class Read(NamedTuple):
    """The answers about one window."""

    shape: FindingsReply | Unanswered
    conflicts: ContradictionsReply | Unanswered
    traced: SupportedReply | Unanswered | None
    """None where the window has no step that a claim could rest on, or there is no claim."""


async def read_windows(
    judge: Judge,
    query: str,
    report: str,
    windows: Sequence[tuple[Step, ...]],
    *,
    claims: tuple[ClaimRef, ...],
    calls: Literal["per_window", "per_question"],
) -> list[Read]:
    """The answers about every window, in their order."""
    if calls == "per_window":
        return list(await asyncio.gather(*(_whole(judge, query, report, some, claims) for some in windows)))
    shapes, conflicts, supported = await asyncio.gather(
        asyncio.gather(*(judge.ask(StructureTrace(query=query, steps=some)) for some in windows)),
        asyncio.gather(
            *(judge.ask(FindContradictions(query=query, steps=some, report=report)) for some in windows)
        ),
        traced(judge, query, claims, windows),
    )
    return [Read(*one) for one in zip(shapes, conflicts, supported, strict=True)]


async def _whole(
    judge: Judge, query: str, report: str, window: tuple[Step, ...], claims: tuple[ClaimRef, ...]
) -> Read:
    asked = claims if research(window) else ()
    reply = await judge.ask(ReadWindow(query=query, steps=window, report=report, claims=asked))
    if isinstance(reply, Unanswered):
        return Read(reply, reply, reply if asked else None)
    return Read(
        FindingsReply(actions=reply.actions, findings=reply.findings),
        ContradictionsReply(
            contradictions=reply.contradictions, consistency=reply.consistency, reason=reply.reason
        ),
        SupportedReply(claims=reply.claims) if asked else None,
    )


async def traced(
    judge: Judge, query: str, claims: tuple[ClaimRef, ...], windows: Sequence[tuple[Step, ...]]
) -> list[SupportedReply | Unanswered | None]:
    """Which claims some step of each window supports; None for windows of the report's drafts alone."""

    async def of(window: tuple[Step, ...]) -> SupportedReply | Unanswered | None:
        sources = research(window)
        if not sources or not claims:
            return None
        return await judge.ask(ReportToProcess(query=query, claims=claims, steps=sources))

    return list(await asyncio.gather(*map(of, windows)))
