"""What a judge can see: its answers against a world whose answers are known."""

from __future__ import annotations

from triaudit.settings import Settings


class SelftestSettings(Settings):
    """The known answers."""

    truth: str
    """A JSONL file of what is true of each sentence, relative to the working folder."""
