"""Ways to candidate tasks; each option of the group is one of them."""

from __future__ import annotations

from triaudit.settings import Settings


class CuratedSettings(Settings):
    """Tasks that somebody wrote: a query file with its attachments beside it."""

    path: str
