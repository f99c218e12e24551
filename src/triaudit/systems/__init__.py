"""Systems' outputs in whatever format they came, as one record per task."""

from __future__ import annotations

from triaudit.settings import Settings


class SystemSettings(Settings):
    """Where one system's outputs are; their format is detected by content."""

    path: str
