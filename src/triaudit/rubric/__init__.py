"""One frozen rubric per task, shared by all systems."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from pydantic import Field, field_validator

from triaudit.judge import JudgedSettings
from triaudit.questions import FixedDimension
from triaudit.settings import Settings, distinct
from triaudit.types import Band, Slug

MOST_DYNAMIC = 3
"""Dimensions that can be made for one task; their ids are d1, d2, …"""


class Shared(Settings):
    """A dimension that every task shares; its id is the key that it stands under."""

    name: str = Field(min_length=1)
    definition: str = Field(min_length=1)
    bands: tuple[Band, ...] = ()
    """What scores stand for in it, the lowest first, up to 10; empty for the scale's own words."""

    @field_validator("bands")
    @classmethod
    def _whole_scale(cls, bands: tuple[Band, ...]) -> tuple[Band, ...]:
        ends = [band.to for band in bands]
        if ends and (ends != sorted(set(ends)) or ends[-1] != 10):
            raise ValueError(
                f"bands end at {ends}: let each `to` be above the one before, and the last one 10"
            )
        return bands


class RubricSettings(JudgedSettings):
    """Fixed dimensions, and bounds on the ones made per task."""

    max_dynamic: int = Field(ge=0, le=MOST_DYNAMIC)
    dynamic_cap: float | None = Field(gt=0, lt=1)
    key_facts: bool
    """Whether key facts are taken from attachments."""
    fixed: Mapping[Slug, Shared]
    source: Literal["made", "edited", "reused"]
    """Who makes the rubrics: the judge, a person where there is a file for the task, or another run."""
    path: str
    """Where edited or reused ones are."""

    @field_validator("fixed")
    @classmethod
    def _apart(cls, fixed: Mapping[Slug, Shared]) -> Mapping[Slug, Shared]:
        if not fixed:
            raise ValueError("name at least one dimension: rubric/dimension=[…]")
        made = (f"d{number}" for number in range(1, MOST_DYNAMIC + 1))
        distinct("id", list(fixed), frozenset(("total", "specificity", "length_controlled", *made)))
        distinct("name", [" ".join(one.name.casefold().split()) for one in fixed.values()])
        return fixed

    def inputs(self, root: Path) -> list[Path]:
        """What the rubrics are read from, so that a change in it makes them anew."""
        return [] if self.source == "made" else [root / self.path]

    @property
    def dimensions(self) -> tuple[FixedDimension, ...]:
        """The fixed dimensions by id: the order in which they are listed decides nothing."""
        return tuple(
            FixedDimension(id=key, name=one.name, definition=one.definition)
            for key, one in sorted(self.fixed.items())
        )

    @property
    def bands(self) -> dict[str, tuple[Band, ...]]:
        """What scores stand for in each fixed dimension."""
        return {key: one.bands for key, one in sorted(self.fixed.items())}
