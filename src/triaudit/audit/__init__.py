"""What the agent did, and whether the report stands on it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator

from triaudit.audit.aggregate import COUNTS, FIGURES
from triaudit.judge import JudgedSettings
from triaudit.questions import FixedDimension
from triaudit.settings import distinct


class AuditSettings(JudgedSettings):
    """Rated dimensions, window size, how many failures a figure survives, and alpha."""

    alpha: float = Field(ge=0, le=1)
    max_failed_share: float = Field(ge=0, le=1)
    window_steps: int = Field(gt=0)
    window_chars: int = Field(gt=1000)
    calls: Literal["per_window", "per_question"]
    alignment: Literal["items", "holistic"]
    dimensions: tuple[FixedDimension, ...] = Field(min_length=1)

    @field_validator("dimensions")
    @classmethod
    def _apart(cls, dimensions: tuple[FixedDimension, ...]) -> tuple[FixedDimension, ...]:
        distinct("id", [one.id for one in dimensions], frozenset((*FIGURES, *COUNTS)))
        return dimensions
