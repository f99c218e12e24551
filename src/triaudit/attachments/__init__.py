"""Attachments as text, tables and images with where they came from."""

from __future__ import annotations

from pydantic import Field

from triaudit.settings import Settings


class AttachmentSettings(Settings):
    """Caps per attached file."""

    max_bytes: int = Field(gt=0)
    max_pages: int = Field(gt=0)
    max_rows: int = Field(gt=0)
