"""Metrics, intervals and ranks from the records of the other stages; pure, no calls."""

from __future__ import annotations

from pydantic import Field

from triaudit.settings import Settings


class AxisWeights(Settings):
    """Weights of the axes in `overall`."""

    quality: float = Field(ge=0)
    factcheck: float = Field(ge=0)
    audit: float = Field(ge=0)


class ScoreSettings(Settings):
    """Axis weights and the bootstrap."""

    weights: AxisWeights
    bootstrap: int = Field(ge=100)
    seed: int
