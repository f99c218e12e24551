"""One frozen rubric per task, shared by all systems."""

from __future__ import annotations

from pydantic import Field

from triaudit.judge import JudgedSettings
from triaudit.questions import FixedDimension


class RubricSettings(JudgedSettings):
    """Fixed dimensions, and bounds on the ones made per task."""

    max_dynamic: int = Field(ge=0, le=3)
    dynamic_cap: float | None = Field(gt=0, lt=1)
    fixed: tuple[FixedDimension, ...] = Field(min_length=1)
