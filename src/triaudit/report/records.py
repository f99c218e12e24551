"""What the stages wrote about one report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from triaudit.types import (
    Document,
    FactCheck,
    Grade,
    ProcessAudit,
    ReportClaims,
    Rubric,
    SystemOutput,
    Task,
    TaskScore,
)


@dataclass(frozen=True)
class Records:
    """None stands where a stage left nothing."""

    system: str
    task: Task
    output: SystemOutput | None = None
    documents: tuple[Document, ...] = ()
    rubric: Rubric | None = None
    grade: Grade | None = None
    claims: ReportClaims | None = None
    check: FactCheck | None = None
    audit: ProcessAudit | None = None
    scores: Mapping[str, TaskScore] = field(default_factory=dict)
