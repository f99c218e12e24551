"""The questions about one trace, and the audit that their answers make."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal, NamedTuple, TypeVar

from triaudit import injection
from triaudit.audit import holistic, replies
from triaudit.audit.draft import marked, research
from triaudit.audit.flags import Flag, note
from triaudit.audit.measured import LOGGED, measure, repeats, results_logged
from triaudit.audit.reading import read_windows, traced
from triaudit.audit.windows import merge, shorten, split
from triaudit.judge import Judge
from triaudit.questions import (
    ClaimRef,
    ContradictionsReply,
    FindContradictions,
    FindingDraft,
    FindingRef,
    FindingsReply,
    FindingsToReport,
    FixedDimension,
    MeasuredSignal,
    RateProcess,
    SupportedReply,
)
from triaudit.types import (
    ClaimKind,
    Contradiction,
    Finding,
    Missing,
    MissingReason,
    Parts,
    ProcessAudit,
    Rating,
    Realised,
    ReportClaims,
    Step,
    StepAction,
    Supported,
    SystemOutput,
    Unanswered,
)

T = TypeVar("T")

BATCH = 60
"""Findings or claims per question."""

ONLY_DRAFTS = Missing(
    reason=MissingReason.NO_RESEARCH,
    detail="the trace holds only the report or drafts of it: there is no step that a claim could rest on",
)


class Plan(NamedTuple):
    """How traces are asked about."""

    window_steps: int
    window_chars: int
    dimensions: tuple[FixedDimension, ...]
    calls: Literal["per_window", "per_question"] = "per_window"
    alignment: Literal["items", "holistic"] = "items"


async def audit(
    judge: Judge, plan: Plan, query: str, output: SystemOutput, claims: ReportClaims
) -> ProcessAudit:
    """Audit one output that has a report and a trace.

    A question that is not answered leaves its items unanswered and nothing else. Nothing rests on
    the report's own drafts in the trace.
    """
    assert output.trace is not None
    report = output.report
    steps = marked(output.trace.steps, report)
    sources = research(steps)
    windows = split(steps, plan.window_steps, plan.window_chars)
    batches = _batches(_refs(claims)) if sources and plan.alignment == "items" else []
    whole = shorten(steps, plan.window_chars)
    measured = measure(steps, report, output.sources)
    asking = _Asking(judge, plan, query)
    read, across, more = await asyncio.gather(
        read_windows(judge, query, report, windows, claims=batches[0] if batches else (), calls=plan.calls),
        asking.across(windows, whole.steps, report),
        asyncio.gather(*(traced(judge, query, some, windows) for some in batches[1:])),
    )
    shape = asking.structure(windows, [one.shape for one in read])
    conflicts = asking.contradictions(windows, [one.conflicts for one in read], whole.steps, across)
    supported = asking.supported(batches, [tuple(one.traced for one in read), *more], windows)
    findings = merge(shape.drafts)
    items = plan.alignment == "items"
    ratings, realised, rated = await asyncio.gather(
        asking.ratings(whole.steps, findings, measured),
        asking.realised(findings if items else (), report),
        holistic.rate(judge, query, report, () if items else findings, asking.notes),
    )
    logged = results_logged(steps)
    shown = f"{len(whole.steps)} of {len(steps)} steps shown, {whole.shortened} of them with shortened text"
    flags: dict[Flag, str | int | bool] = {
        Flag.TRACE_INCOMPLETE: output.trace.incomplete,
        Flag.RESULTS_NOT_LOGGED: logged is not None and logged < LOGGED,
        Flag.REPORT_DRAFT: _listed([step.index for step in steps if step.kind == "answer"], most=50),
        Flag.STEPS_SHORTENED: shown if whole.shortened else False,
        **_meant_for_judges(steps),
        Flag.CLAIMS_MISSING: claims.missing.reason.value if claims.missing else False,
        Flag.STRUCTURE_UNANSWERED: len(shape.unanswered),
        Flag.CONTRADICTIONS_UNANSWERED: conflicts.parts.failed,
        Flag.CONSISTENCY_NOT_COMPARABLE: conflicts.consistency is None,
        **asking.notes,
    }
    return ProcessAudit(
        task=output.task,
        actions=shape.actions,
        findings=findings,
        intrinsic=ratings,
        realised=realised,
        supported=supported,
        contradictions=conflicts.found,
        repeats=repeats(steps),
        holistic=None if items else rated,
        consistency=conflicts.consistency,
        measured=measured,
        flags=tuple(
            note(flag, "" if flags[flag] is True else flags[flag]) for flag in Flag if flags.get(flag)
        ),
        unanswered=(*shape.unanswered, *conflicts.unanswered),
        structure_parts=shape.parts,
        conflict_parts=conflicts.parts,
        claims_parts=Parts(asked=claims.segments, failed=len(claims.failed_segments)),
        untraced=claims.missing or (None if sources else ONLY_DRAFTS),
    )


def _meant_for_judges(steps: Sequence[Step]) -> dict[Flag, str]:
    """The steps with words that `injection` finds, by kind; the first ones by number."""
    found: dict[str, list[int]] = {"instructs_judge": [], "hidden_text": []}
    for step in steps:
        for kind in injection.flags(step.text):
            found[kind].append(step.index)
    return {Flag(kind): _listed(at) for kind, at in found.items() if at}


def _listed(steps: Sequence[int], most: int = 5) -> str:
    """Step numbers, and of many how many more; empty where there are none."""
    more = f" and {len(steps) - most} more" if len(steps) > most else ""
    return f"step {', '.join(map(str, steps[:most]))}{more}" if steps else ""


class _Shape(NamedTuple):
    actions: tuple[StepAction, ...]
    drafts: tuple[FindingDraft, ...]
    unanswered: tuple[Unanswered, ...]
    parts: Parts


class _Conflicts(NamedTuple):
    found: tuple[Contradiction, ...]
    consistency: Rating | None
    unanswered: tuple[Unanswered, ...]
    parts: Parts


@dataclass(frozen=True)
class _Asking:
    """Asks about one trace and counts what was odd in the replies."""

    judge: Judge
    plan: Plan
    query: str
    notes: Counter[Flag] = field(default_factory=Counter)

    def structure(
        self, windows: Sequence[tuple[Step, ...]], answers: Sequence[FindingsReply | Unanswered]
    ) -> _Shape:
        actions: dict[int, StepAction] = {}
        drafts: list[FindingDraft] = []
        unanswered: list[Unanswered] = []
        for number, (steps, reply) in enumerate(zip(windows, answers, strict=True), 1):
            if isinstance(reply, Unanswered):
                unanswered.append(_named(reply, f"structure of window {number}"))
                continue
            shape = replies.structure(reply, steps, self.notes)
            for action in shape.actions:
                actions.setdefault(action.step, action)
            drafts.extend(shape.findings)
            if shape.unanswered:
                unanswered.append(_named(shape.unanswered, f"structure of window {number}"))
        failed = sum(isinstance(reply, Unanswered) for reply in answers)
        return _Shape(
            tuple(actions[step] for step in sorted(actions)),
            tuple(drafts),
            tuple(unanswered),
            Parts(asked=len(windows), failed=failed),
        )

    async def across(
        self, windows: Sequence[tuple[Step, ...]], whole: tuple[Step, ...], report: str
    ) -> ContradictionsReply | Unanswered | None:
        """What disagrees between windows: the shortened whole; None where there is one window."""
        if len(windows) == 1:
            return None
        return await self.judge.ask(FindContradictions(query=self.query, steps=whole, report=report))

    def contradictions(
        self,
        windows: Sequence[tuple[Step, ...]],
        answers: Sequence[ContradictionsReply | Unanswered],
        whole: tuple[Step, ...],
        across: ContradictionsReply | Unanswered | None,
    ) -> _Conflicts:
        """Those of every window, and those between them."""
        shown = list(windows) if across is None else [*windows, whole]
        replied = list(answers) if across is None else [*answers, across]
        found: list[Contradiction] = []
        rated: list[ContradictionsReply] = []
        unanswered: list[Unanswered] = []
        for number, (steps, reply) in enumerate(zip(shown, replied, strict=True), 1):
            if isinstance(reply, Unanswered):
                unanswered.append(_named(reply, f"contradictions in window {number}"))
                continue
            known = frozenset(step.index for step in steps)
            found.extend(replies.contradictions(reply.contradictions, known, self.notes))
            if number <= len(windows):
                rated.append(reply)
        return _Conflicts(
            replies.joined(found),
            _consistency(rated, unanswered),
            tuple(unanswered),
            Parts(asked=len(shown), failed=len(unanswered)),
        )

    def supported(
        self,
        batches: Sequence[tuple[ClaimRef, ...]],
        answers: Sequence[Sequence[SupportedReply | Unanswered | None]],
        windows: Sequence[tuple[Step, ...]],
    ) -> tuple[Supported, ...]:
        """Each claim with a step that supports it; the report's own drafts are none."""
        sources = [research(window) for window in windows]
        found: list[Supported] = []
        for some, given in zip(batches, answers, strict=False):
            asked = [(s, reply) for s, reply in zip(sources, given, strict=True) if reply is not None]
            found.extend(replies.supported(some, asked, self.notes))
        return tuple(found)

    async def realised(self, findings: Sequence[Finding], report: str) -> tuple[Realised, ...]:
        batches = _batches([FindingRef(id=finding.id, text=finding.text) for finding in findings])
        questions = [FindingsToReport(query=self.query, findings=some, report=report) for some in batches]
        answers = await asyncio.gather(*map(self.judge.ask, questions))
        pairs = zip(batches, answers, strict=True)
        return tuple(chain.from_iterable(replies.realised(a, some, report, self.notes) for some, a in pairs))

    async def ratings(
        self, steps: tuple[Step, ...], findings: Sequence[Finding], measured: Mapping[str, float]
    ) -> tuple[Rating, ...]:
        reply = await self.judge.ask(
            RateProcess(
                query=self.query,
                dimensions=self.plan.dimensions,
                steps=steps,
                findings=tuple(
                    FindingDraft(text=f.text, steps=f.steps, strength=f.strength) for f in findings
                ),
                measured=tuple(MeasuredSignal(name=name, value=value) for name, value in measured.items()),
            )
        )
        asked = [dimension.id for dimension in self.plan.dimensions]
        if isinstance(reply, Unanswered):
            return tuple(Rating(dimension=name, unanswered=reply) for name in asked)
        return replies.ratings(reply, asked, frozenset(step.index for step in steps), self.notes)


def _refs(claims: ReportClaims) -> list[ClaimRef]:
    return [ClaimRef(id=c.id, text=c.text, conclusion=c.kind is ClaimKind.CONCLUSION) for c in claims.claims]


def _named(unanswered: Unanswered, what: str) -> Unanswered:
    return unanswered.model_copy(update={"detail": f"{what}: {unanswered.detail}".removesuffix(": ")})


def _batches(items: Sequence[T]) -> list[tuple[T, ...]]:
    return [tuple(items[at : at + BATCH]) for at in range(0, len(items), BATCH)]


def _consistency(rated: Sequence[ContradictionsReply], unanswered: Sequence[Unanswered]) -> Rating | None:
    """Mean over the windows that have something in common with the report."""
    told = [(reply.consistency, reply.reason) for reply in rated if reply.consistency is not None]
    if unanswered:
        return Rating(dimension="consistency", unanswered=unanswered[0])
    if not told:
        return None
    reasons = dict.fromkeys(reason for _, reason in told)
    score = math.fsum(score for score, _ in told) / len(told)
    votes = rated[0].beside.votes.get("", ()) if len(rated) == 1 else ()
    return Rating(dimension="consistency", score=score, reason="; ".join(reasons), votes=votes)
