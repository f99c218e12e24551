"""Writes every scorecard to MLflow, once."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import yaml

from triaudit.config import cut
from triaudit.context import TASKS, Context
from triaudit.errors import TriauditError
from triaudit.track import TrackSettings
from triaudit.types import Scorecard, TaskScore

KEYS = (
    "benchmark.version",
    "benchmark.limit",
    "benchmark.only",
    "inputs",
    "systems",
    "attachments",
    "embeddings",
    "search",
    "rubric",
    "quality",
    "claims",
    "factcheck",
    "audit",
    "score",
    "track",
)
"""What a run is told of the configuration: all that decides its scores, and the inputs' hashes."""


async def run(ctx: Context) -> None:
    """One run per scoring config, system and results; what is there already stays as it is."""
    from triaudit.track.describe import describe  # noqa: PLC0415
    from triaudit.track.runs import log  # noqa: PLC0415

    path = ctx.out / "snapshot.yaml"
    if not path.is_file():
        raise TriauditError(f"{path} is missing: `triaudit stage=compose` writes it")
    config = cut(yaml.safe_load(path.read_text("utf-8")), KEYS)
    scores = ctx.read("score", TaskScore, TASKS)
    commit = _commit(ctx.root)
    runs = []
    for card in ctx.read("score", Scorecard, "scorecards"):
        own = [score for score in scores if score.system == card.system]
        runs.append(describe(card, own, config, commit))
    uri = os.environ.get("MLFLOW_TRACKING_URI") or None
    experiment = ctx.settings("track", TrackSettings).experiment
    added = log(runs, experiment, ctx.home / "mlruns", uri)
    ctx.say(f"{added} new of {len(runs)} runs in MLflow experiment {experiment}; `make ui` shows them")


def _commit(folder: Path) -> str | None:
    """The git commit that the working folder stands on; None outside a repository or without git."""
    command = ["git", "-C", str(folder), "rev-parse", "--verify", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
