"""One window by the rules: the answers to the three questions about it, together."""

from __future__ import annotations

from triaudit.judge.rules.audit.alignment import report_to_process
from triaudit.judge.rules.audit.contradictions import find_contradictions
from triaudit.judge.rules.audit.structure import structure_trace
from triaudit.questions import FindContradictions, ReadWindow, ReportToProcess, StructureTrace, WindowReply


def read_window(question: ReadWindow) -> WindowReply:
    """As the questions are answered one by one; no claim rests on an answer, the report's own draft."""
    query, steps = question.query, question.steps
    shape = structure_trace(StructureTrace(query=query, steps=steps))
    found = find_contradictions(FindContradictions(query=query, steps=steps, report=question.report))
    sources = tuple(step for step in steps if step.kind != "answer")
    traced = report_to_process(ReportToProcess(query=query, claims=question.claims, steps=sources))
    return WindowReply(
        actions=shape.actions,
        findings=shape.findings,
        contradictions=found.contradictions,
        consistency=found.consistency,
        reason=found.reason,
        claims=traced.claims,
    )
