"""Reports graded by their task's rubric, criterion by criterion."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from triaudit.judge import JudgedSettings

Flaw = Literal["empty_report", "another_task"]
FLAWS: tuple[Flaw, ...] = ("empty_report", "another_task")
"""Flags of reports that are worth 0 without being read."""


class QualitySettings(JudgedSettings):
    """How a report's dimensions are asked about, and how much of it the judge is shown."""

    calls: Literal["per_dimension", "one"]
    window_chars: int = Field(ge=2000)
