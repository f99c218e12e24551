"""Scores that others published, task by task: rebuilt as scorecards, and checked against their tables.

They are others' measurements with another judge; a figure of one's own stands beside them, not among
them. No judge is asked and no network is used.
"""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field

from triaudit.settings import Settings

CELLS = (
    *(f"text_{axis}" for axis in ("synthesis", "factuality", "process", "overall")),
    *(f"mm_{axis}" for axis in ("synthesis", "factuality", "process", "overall")),
    "overall",
)
"""Columns of the published table; a system without multimodal tasks has the first four."""


class PublishedSettings(Settings):
    """Where the published scores lie, and what was published of them."""

    path: str | None = None
    out: str
    systems: Mapping[str, str]
    """Id in the files to the name in the table, in the table's order."""
    user_derived: tuple[int, int]
    """First and last id of the text tasks that real users asked."""
    table: Mapping[str, tuple[float, ...]] = Field(default_factory=dict)
    """Name to its published cells, 0-100 with one decimal, in the order of CELLS."""
