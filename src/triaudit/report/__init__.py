"""Static pages that show what was measured and why."""

from __future__ import annotations

from triaudit.settings import Settings


class ReportSettings(Settings):
    """How the report is named."""

    title: str
