"""Claims in a report, each with the place that says it."""

from __future__ import annotations

from pydantic import Field

from triaudit.judge import JudgedSettings


class ClaimsSettings(JudgedSettings):
    """How many claims of a report are checked."""

    max_per_report: int | None = Field(gt=0)
    seed: int
