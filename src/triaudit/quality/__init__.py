"""Reports graded by their task's rubric, criterion by criterion."""

from __future__ import annotations

from triaudit.judge import JudgedSettings


class QualitySettings(JudgedSettings):
    """Nothing beyond the judge yet."""
