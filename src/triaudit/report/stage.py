"""Writes the report's pages from the scores."""

from __future__ import annotations

from triaudit.context import TASKS, Context
from triaudit.files import write_text
from triaudit.report import ReportSettings
from triaudit.score import ScoreSettings
from triaudit.types import Scorecard, TaskScore

KEYS = ("benchmark.version", "inputs.benchmark", "systems", "score", "audit.alpha", "report")


async def run(ctx: Context) -> None:
    """Write `index.html` and the systems' pages; pages of systems no longer listed go."""
    from triaudit.report.pages import Provenance, pages  # noqa: PLC0415
    from triaudit.score.aggregate import shared  # noqa: PLC0415
    from triaudit.score.bootstrap import Bootstrap  # noqa: PLC0415

    cards = ctx.read("score", Scorecard, "scorecards")
    scores = ctx.read("score", TaskScore, TASKS)
    settings = ctx.settings("score", ScoreSettings)
    weights = settings.weights.model_dump()
    made = pages(
        cards,
        scores,
        ctx.tasks(),
        shared(scores, weights, Bootstrap(settings.bootstrap, settings.seed)),
        Provenance(
            ctx.settings("report", ReportSettings).title,
            ctx.settings("benchmark.version", str),
            ctx.settings("audit.alpha", float),
            weights,
            settings.bootstrap,
            settings.seed,
        ),
    )
    folder = ctx.out / "report"
    for old in sorted(folder.glob("*.html")):
        if old.name not in made:
            old.unlink()
    for name, page in made.items():
        write_text(folder / name, page)
    ctx.say(f"{folder / 'index.html'}")
