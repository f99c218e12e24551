"""What the agent did, and whether the report stands on it."""

from __future__ import annotations

from pydantic import Field

from triaudit.judge import JudgedSettings
from triaudit.questions import FixedDimension


class AuditSettings(JudgedSettings):
    """Rated dimensions, window size, and the weight of intrinsic against alignment scores."""

    alpha: float = Field(ge=0, le=1)
    window_steps: int = Field(gt=0)
    window_chars: int = Field(gt=1000)
    dimensions: tuple[FixedDimension, ...] = Field(min_length=1)
