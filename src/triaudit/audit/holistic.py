"""Alignment as the reference rates it: three ratings 1-10 of the findings and the report as wholes.

It is there to compare with published numbers. The shares that are counted item by item say which finding
is missing and which claim rests on nothing; these ratings don't.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from triaudit.audit import replies
from triaudit.audit.flags import Flag
from triaudit.audit.reference import DIMENSIONS
from triaudit.judge import Judge
from triaudit.questions import FindingDraft, RateAlignment
from triaudit.types import Finding, Rating, Unanswered


async def rate(
    judge: Judge, query: str, report: str, findings: Sequence[Finding], notes: Counter[Flag]
) -> tuple[Rating, ...]:
    """One rating for each of `DIMENSIONS`; none where there is no finding to compare with."""
    if not findings:
        return ()
    shown = tuple(FindingDraft(text=f.text, steps=f.steps, strength=f.strength) for f in findings)
    reply = await judge.ask(RateAlignment(query=query, report=report, findings=shown, dimensions=DIMENSIONS))
    asked = [one.id for one in DIMENSIONS]
    if isinstance(reply, Unanswered):
        return tuple(Rating(dimension=name, unanswered=reply) for name in asked)
    known = frozenset(step for finding in findings for step in finding.steps)
    return replies.ratings(reply, asked, known, notes)
