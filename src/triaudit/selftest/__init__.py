"""What a judge can see: its answers against worlds whose answers are known."""

from __future__ import annotations

from pydantic import Field

from triaudit.settings import Settings


class SelftestSettings(Settings):
    """The known answers, and the worlds that are made or read beside them."""

    truth: str
    """A JSONL file of what is true of each sentence, relative to the working folder."""
    variants: int = Field(ge=0)
    """Seeded variants of the configured world that are measured."""
    seed: int = Field(ge=0)
    """Of the first variant; the others follow it."""
    worlds: tuple[str, ...]
    """Folders of other worlds."""
    show: bool
    """Lists what was changed in every variant."""
