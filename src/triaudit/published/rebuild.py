"""`triaudit experiment=published published.path=FOLDER`: others' published tables from their own files."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from omegaconf import DictConfig
from rich.console import Console
from rich.table import Table

from triaudit import config
from triaudit.errors import TriauditError
from triaudit.files import write_text
from triaudit.published import PublishedSettings, miroeval
from triaudit.published.findings import Finding, cards, cells, findings, table
from triaudit.score import ScoreSettings
from triaudit.score.bootstrap import Bootstrap


def run(cfg: DictConfig, out: Path) -> int:
    """Write the rebuilt table and print every published figure beside it.

    Returns:
        0 where every published figure was rebuilt, else 1.
    """
    del out
    settings = cast("PublishedSettings", config.build(cfg.published, "published"))
    score = cast("ScoreSettings", config.build(cfg.score, "score"))
    if not settings.path:
        raise TriauditError(
            "published.path is not set: give the folder `detail_results` of MiroEval's repository"
        )
    bootstrap = Bootstrap(score.bootstrap, score.seed)
    scores = miroeval.read(Path(settings.path), settings.systems)
    found = cards(scores, bootstrap)
    rebuilt = table(found, settings)
    # Unrounded, as what it is compared with was rounded once.
    write_text(Path(settings.out), json.dumps(rebuilt, indent=1, ensure_ascii=False, allow_nan=False) + "\n")
    compared = [*cells(rebuilt, settings), *findings(scores, found, settings, bootstrap)]
    _print(compared)
    held = sum(finding.holds for finding in compared)
    sys.stdout.write(
        f"\n{held} of {len(compared)} published figures rebuilt from {len(scores)} scores; "
        f"table in {settings.out}\n"
        "These are others' measurements with another judge: not comparable with one's own scorecards.\n"
    )
    return 0 if held == len(compared) else 1


def _print(compared: Sequence[Finding]) -> None:
    shown = Table(title="Published and rebuilt", title_justify="left")
    shown.add_column("Figure", overflow="fold")
    for title in ("published", "rebuilt", ""):
        shown.add_column(title, justify="right")
    for finding in compared:
        rebuilt = "-" if finding.rebuilt is None else f"{finding.rebuilt:.3f}"
        shown.add_row(finding.what, f"{finding.published:g}", rebuilt, "" if finding.holds else "differs")
    Console(file=sys.stdout, width=100, color_system=None, legacy_windows=False).print(shown)
