"""The three ratings of alignment that the reference gives."""

from __future__ import annotations

from triaudit.questions import FixedDimension
from triaudit.types import Missing, MissingReason

DIMENSIONS = (
    FixedDimension(
        id="findings_to_report",
        name="From the process to the report",
        definition="How far the important findings of the research appear in the report.",
    ),
    FixedDimension(
        id="report_to_process",
        name="From the report to the process",
        definition="How far the report's key statements and conclusions can be traced back to findings.",
    ),
    FixedDimension(
        id="consistency",
        name="Consistency",
        definition="How far report and findings agree where both speak of a thing.",
    ),
)

APART = Missing(
    reason=MissingReason.OFF, detail="audit.alignment=holistic rates the report as a whole; choose items"
)
"""Why nothing is told item by item."""
