"""What of a report was not measured or not answered, and what was noticed on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from triaudit.report.records import Records
from triaudit.score.measure import not_run
from triaudit.types import Missing, ProcessAudit, Unanswered


class Hole(NamedTuple):
    """Something without an answer, and why."""

    part: str
    what: str
    reason: str
    detail: str
    href: str = ""


def _hole(part: str, what: str, failed: Unanswered, href: str = "") -> Hole:
    return Hole(part, what, failed.reason.value, failed.detail, href)


def _missed(part: str, missing: Missing) -> Hole:
    failed = missing.unanswered
    said = [missing.detail, f"{failed.reason.value} {failed.detail}".strip() if failed else ""]
    return Hole(part, "all of it", missing.reason.value, "; ".join(one for one in said if one))


def holes(records: Records, numbers: Mapping[str, int]) -> Iterator[Hole]:
    """Everything about a report that was not measured or not answered, in the order of its page.

    Args:
        records: What the stages wrote.
        numbers: Claim id to the number that people see.
    """
    parts = {
        "output": records.output,
        "rubric": records.rubric,
        "quality": records.grade,
        "claims": records.claims,
        "fact-check": records.check,
        "process audit": records.audit,
    }
    stages = {"output": "systems", "fact-check": "factcheck", "process audit": "audit"}
    for part, record in parts.items():
        missing = not_run(stages.get(part, part)) if record is None else record.missing
        if missing:
            yield _missed(part, missing)
    for document in records.documents:
        if document.missing:
            yield _missed("attachments", document.missing)._replace(what=document.name)
    for score in records.grade.scores if records.grade else ():
        if score.unanswered:
            yield _hole("quality", f"criterion {score.criterion}", score.unanswered, "#quality")
    for failed in records.claims.failed_segments if records.claims else ():
        yield _hole("claims", "a part of the report could not be read for claims", failed)
    for verdict in records.check.verdicts if records.check else ():
        if verdict.unanswered:
            number = numbers.get(verdict.claim)
            href = f"#c{number}" if number else ""
            yield _hole("fact-check", f"claim {number or verdict.claim}", verdict.unanswered, href)
    if records.audit:
        yield from _audit_holes(records.audit, numbers)
    grouped: dict[Missing, list[str]] = {}
    for metric, figure in records.scores.items():
        if figure.missing:
            grouped.setdefault(figure.missing, []).append(metric)
    for missing, metrics in grouped.items():
        yield _missed("score", missing)._replace(what=", ".join(metrics))


def _audit_holes(audit: ProcessAudit, numbers: Mapping[str, int]) -> Iterator[Hole]:
    part = "process audit"
    for rating in (*audit.intrinsic, *((audit.consistency,) if audit.consistency else ())):
        if rating.unanswered:
            yield _hole(part, f"rating of {rating.dimension}", rating.unanswered, "#process")
    for realised in audit.realised:
        if realised.unanswered:
            yield _hole(part, f"finding {realised.finding}", realised.unanswered, "#process")
    for support in audit.supported:
        if support.unanswered:
            number = numbers.get(support.claim)
            what = f"what claim {number or support.claim} rests on"
            yield _hole(part, what, support.unanswered, f"#c{number}" if number else "")
    if audit.untraced:
        yield _missed(part, audit.untraced)._replace(what="what the claims rest on")
    for failed in audit.unanswered:
        yield _hole(part, "a question about the whole trace", failed)


def flags(records: Records) -> Iterator[tuple[str, str]]:
    """Part of the evaluation and what it noted, in the order of the flow."""
    parts = (
        ("output", records.output),
        ("quality", records.grade),
        ("claims", records.claims),
        ("fact-check", records.check),
        ("process audit", records.audit),
    )
    for part, record in parts:
        for flag in record.flags if record else ():
            yield part, flag
    trace = records.output.trace if records.output else None
    if trace and trace.incomplete:
        yield "output", f"trace incomplete: {trace.incomplete}"
    for document in records.documents:
        for warning in document.warnings:
            yield "attachments", f"{document.name}: {warning}"
    for note in records.rubric.notes if records.rubric else ():
        yield "rubric", note
