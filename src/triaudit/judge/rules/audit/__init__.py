"""Rules for the process audit: words, figures and names, matched between steps and report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from triaudit.judge.rules.audit.alignment import findings_to_report, report_to_process
from triaudit.judge.rules.audit.contradictions import find_contradictions
from triaudit.judge.rules.audit.intrinsic import rate_process
from triaudit.judge.rules.audit.overall import rate_alignment
from triaudit.judge.rules.audit.structure import structure_trace
from triaudit.judge.rules.audit.window import read_window
from triaudit.questions import (
    FindContradictions,
    FindingsToReport,
    Question,
    RateAlignment,
    RateProcess,
    ReadWindow,
    ReportToProcess,
    StructureTrace,
)
from triaudit.types import Record

ANSWERS: Mapping[type[Question[Any]], Callable[[Any], Record]] = {
    StructureTrace: structure_trace,
    RateProcess: rate_process,
    FindingsToReport: findings_to_report,
    ReportToProcess: report_to_process,
    FindContradictions: find_contradictions,
    ReadWindow: read_window,
    RateAlignment: rate_alignment,
}
