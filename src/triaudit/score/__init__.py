"""Metrics, intervals and ranks from the records of the other stages; pure, no calls."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from triaudit.settings import Settings


class AxisWeights(Settings):
    """Weights of the axes in `overall`; one of them at least is above 0."""

    quality: float = Field(ge=0)
    factcheck: float = Field(ge=0)
    audit: float = Field(ge=0)

    @model_validator(mode="after")
    def _some_weight(self) -> Self:
        if not self.quality + self.factcheck + self.audit > 0:
            raise ValueError("score.weights: all are 0, so nothing is left for `overall`")
        return self


class ScoreSettings(Settings):
    """Axis weights and the bootstrap."""

    weights: AxisWeights
    bootstrap: int = Field(ge=100)
    seed: int = Field(ge=0)
