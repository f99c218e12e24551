"""Alignment as a whole by the rules: what they find item by item, as ratings 1-10."""

from __future__ import annotations

from math import fsum

from triaudit.judge.rules.audit.alignment import findings_to_report, report_to_process
from triaudit.judge.rules.audit.contradictions import find_contradictions
from triaudit.questions import (
    ClaimRef,
    FindContradictions,
    FindingRef,
    FindingsToReport,
    RateAlignment,
    RatingDraft,
    RatingsReply,
    ReportToProcess,
)
from triaudit.text import sentences
from triaudit.types import Step

MOST = 200
"""Sentences of the report that are looked for among the findings."""


def rate_alignment(question: RateAlignment) -> RatingsReply:
    """1 + 9 times the share of the findings' strength in the report, and of its sentences in the findings.

    Consistency is the one that contradictions are told with; 1 where findings and report share nothing.
    """
    query, report, findings = question.query, question.report, question.findings
    refs = tuple(FindingRef(id=str(n), text=one.text) for n, one in enumerate(findings))
    steps = tuple(
        Step(index=one.steps[0], kind="read", text=one.text, has_results=True)
        for one in findings
        if one.steps
    )
    told = findings_to_report(FindingsToReport(query=query, findings=refs, report=report)).findings
    there = {int(one.finding) for one in told if one.realised}
    said = [report[span.start : span.end] for span in sentences(report)][:MOST]
    claims = tuple(ClaimRef(id=str(n), text=text, conclusion=False) for n, text in enumerate(said))
    rests = report_to_process(ReportToProcess(query=query, claims=claims, steps=steps)).claims
    agree = find_contradictions(FindContradictions(query=query, steps=steps, report=report))
    weight = fsum(one.strength for one in findings)
    ratings = {
        "findings_to_report": (
            _scale(fsum(one.strength for n, one in enumerate(findings) if n in there), weight),
            f"rules: {len(there)} of {len(findings)} findings are in the report",
            sorted({findings[n].steps[0] for n in there if findings[n].steps}),
        ),
        "report_to_process": (
            _scale(sum(one.supported for one in rests), len(rests)),
            f"rules: {sum(one.supported for one in rests)} of {len(rests)} sentences rest on a finding",
            sorted({one.step for one in rests if one.step is not None}),
        ),
        "consistency": (agree.consistency or 1.0, agree.reason or "rules: nothing in common", []),
    }
    return RatingsReply(
        ratings=tuple(
            RatingDraft(dimension=one.id, score=score, reason=reason, steps=tuple(cited[:5]))
            for one in question.dimensions
            if one.id in ratings
            for score, reason, cited in [ratings[one.id]]
        )
    )


def _scale(part: float, whole: float) -> float:
    return round(1 + 9 * part / whole, 2) if whole else 1.0
