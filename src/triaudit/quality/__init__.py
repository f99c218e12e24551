"""Reports graded by their task's rubric, criterion by criterion."""

from __future__ import annotations

from typing import Literal

from triaudit.judge import JudgedSettings


class QualitySettings(JudgedSettings):
    """How a report's dimensions are asked about."""

    calls: Literal["per_dimension", "one"]
