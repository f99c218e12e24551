"""A verdict with evidence for every claim of a report."""

from __future__ import annotations

from pydantic import Field

from triaudit.judge import JudgedSettings


class FactcheckSettings(JudgedSettings):
    """How much evidence is looked at per claim, and how many failures a report survives."""

    pages: int = Field(gt=0)
    passages: int = Field(gt=0)
    max_failed_share: float = Field(ge=0, le=1)
