"""Freezes a task set: ids, content hashes, manifest and version."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field

from triaudit.settings import Settings
from triaudit.types import Slug


def _ids(given: object) -> object:
    """Ids as they are compared, trimmed text: one alone is a list of one, and YAML reads `7` as a number."""
    if given is None:
        return None
    listed = given if isinstance(given, list | tuple) else [given]
    return tuple(
        str(one).strip() if isinstance(one, str | int) and not isinstance(one, bool) else one
        for one in listed
    )


class BenchmarkSettings(Settings):
    """Which task set is evaluated, how much of it, and which one is built."""

    version: Slug
    build: Slug
    limit: int | None = Field(ge=1)
    """So many tasks, drawn from both tracks; null: all."""
    only: Annotated[Annotated[tuple[str, ...], Field(min_length=1)] | None, BeforeValidator(_ids)]
    """The tasks with these ids; null: all."""
