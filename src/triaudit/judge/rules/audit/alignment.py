"""Which findings reached the report, and which claims a step supports."""

from __future__ import annotations

from triaudit.judge.rules.audit.index import of_report, of_steps
from triaudit.judge.rules.audit.matching import match
from triaudit.judge.rules.audit.statements import OWN, claimed, statement
from triaudit.questions import (
    FindingsToReport,
    RealisedDraft,
    RealisedReply,
    ReportToProcess,
    SupportedDraft,
    SupportedReply,
)

REASONING = OWN - {"answer"} | {"code", "other"}
"""Kinds of steps in which something can be concluded: pages and results only tell what others say."""


def findings_to_report(question: FindingsToReport) -> RealisedReply:
    """A finding is realised if one place of the report says the same: numbers, dates, direction, words."""
    index = of_report(question.report)
    drafts = []
    for finding in question.findings:
        near = match(statement(finding.text), index, whole=False)
        if near is None:
            drafts.append(
                RealisedDraft(
                    finding=finding.id, realised=False, quote="", reason="the report has none of its words"
                )
            )
            continue
        drafts.append(
            RealisedDraft(
                finding=finding.id,
                realised=near.found,
                quote=index.items[near.number].text if near.found else "",
                reason=f"rules: {near.why}",
            )
        )
    return RealisedReply(findings=tuple(drafts))


def report_to_process(question: ReportToProcess) -> SupportedReply:
    """A claim is supported if one place of a step says the same; a conclusion, if a step draws it."""
    index, items = of_steps(question.steps)
    own = frozenset(number for number, item in enumerate(items) if item.step.kind in REASONING)
    drafts = []
    for claim in question.claims:
        near = match(claimed(claim.text), index, whole=True, drawn_in=own if claim.conclusion else None)
        if near is None:
            told = "no step reasons in its words" if claim.conclusion else "no step has its words"
            drafts.append(
                SupportedDraft(claim=claim.id, supported=False, step=None, quote="", reason=f"rules: {told}")
            )
            continue
        step = items[near.number].step.index
        drafts.append(
            SupportedDraft(
                claim=claim.id,
                supported=near.found,
                step=step if near.found else None,
                quote=index.items[near.number].text if near.found else "",
                reason=f"rules, step {step}: {near.why}",
            )
        )
    return SupportedReply(claims=tuple(drafts))
