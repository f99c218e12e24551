"""`triaudit stage=show`: the leaderboard of the last results, and where to look next."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import cast

from omegaconf import DictConfig

from triaudit import config
from triaudit.context import TASKS
from triaudit.errors import TriauditError
from triaudit.files import read_records
from triaudit.score import ScoreSettings
from triaudit.types import Scorecard, TaskScore


def run(cfg: DictConfig, out: Path) -> int:
    """Print it on standard output."""
    path = out / "score" / "scorecards.jsonl"
    if not path.is_file():
        raise TriauditError(
            f"{path} is missing: nothing has been scored yet, run `dvc repro` or `triaudit` first"
        )
    from triaudit.score.aggregate import shared  # noqa: PLC0415  (numpy and rich, only here)
    from triaudit.score.bootstrap import Bootstrap  # noqa: PLC0415
    from triaudit.score.leaderboard import leaderboard  # noqa: PLC0415

    settings = cast("ScoreSettings", config.build(cfg.score, "score"))
    scores = read_records(path.parent / f"{TASKS}.jsonl", TaskScore)
    ground = shared(scores, settings.weights.model_dump(), Bootstrap(settings.bootstrap, settings.seed))
    sys.stdout.write(leaderboard(read_records(path, Scorecard), ground).rstrip() + "\n")
    page = out / "report" / "index.html"
    if page.is_file():
        sys.stdout.write(f"\nReport:  {_near(page)}\n")
    sys.stdout.write("MLflow:  make ui\n")
    return 0


def _near(path: Path) -> str:
    """A path as seen from the working folder, where it lies below it."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
