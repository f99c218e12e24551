"""Reports graded by their task's rubric, criterion by criterion."""

from __future__ import annotations

from pydantic import Field

from triaudit.judge import JudgedSettings


class QualitySettings(JudgedSettings):
    """The judge, and how much of a report it can be shown at a time."""

    window_chars: int = Field(ge=2000)
