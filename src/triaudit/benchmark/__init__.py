"""Freezes a task set: ids, content hashes, manifest and version."""

from __future__ import annotations

from triaudit.settings import Settings
from triaudit.types import Slug


class BenchmarkSettings(Settings):
    """Which task set is evaluated, and which one is built."""

    version: Slug
    build: Slug
