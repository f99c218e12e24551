"""One frozen rubric per task, shared by all systems."""

from __future__ import annotations

from pydantic import Field, field_validator

from triaudit.judge import JudgedSettings
from triaudit.questions import FixedDimension
from triaudit.settings import distinct

MOST_DYNAMIC = 3
"""Dimensions that can be made for one task; their ids are d1, d2, …"""


class RubricSettings(JudgedSettings):
    """Fixed dimensions, and bounds on the ones made per task."""

    max_dynamic: int = Field(ge=0, le=MOST_DYNAMIC)
    dynamic_cap: float | None = Field(gt=0, lt=1)
    fixed: tuple[FixedDimension, ...] = Field(min_length=1)

    @field_validator("fixed")
    @classmethod
    def _apart(cls, fixed: tuple[FixedDimension, ...]) -> tuple[FixedDimension, ...]:
        made = (f"d{number}" for number in range(1, MOST_DYNAMIC + 1))
        distinct("id", [one.id for one in fixed], frozenset(("total", "specificity", *made)))
        distinct("name", [" ".join(one.name.casefold().split()) for one in fixed])
        return fixed
