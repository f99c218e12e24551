"""One MLflow run per scoring config, system and results."""

from __future__ import annotations

from triaudit.settings import Settings


class TrackSettings(Settings):
    """Where runs go."""

    experiment: str
