"""An invented report: three systems, both tracks, a missing axis, hostile words."""

from __future__ import annotations

from tests.score.made import BOOTSTRAP, WEIGHTS, card, column, table
from triaudit.report.pages import Provenance, pages
from triaudit.score.aggregate import shared
from triaudit.types import MissingReason, Task, TaskScore, Track

HOSTILE = "<script>alert(1)</script><img src=https://evil.example/x.png onerror=alert(2)>\"'{{ 7*7 }}"
TRACKS: tuple[Track, ...] = ("text",) * 6 + ("multimodal",) * 2
TASKS = tuple(
    Task(
        id=str(n + 1),
        query=HOSTILE if n == 0 else f"Which ports of the Amber Coast grew in 20{n:02}, and why?",
        language="en",
        track=track,
    )
    for n, track in enumerate(TRACKS)
)
PROVENANCE = Provenance("triaudit", "invented", 0.5, WEIGHTS, 500, 0)


def scores() -> list[TaskScore]:
    """`heron` with everything, `plover` close behind, `wren` without traces and with a failed report."""
    base = [72.0, 64.5, 81.0, 58.0, 77.5, 69.0, 62.0, 70.0]
    near = [value - 3 + 2 * (n % 3) for n, value in enumerate(base)]
    low: list[float | None] = [value - 25 for value in base]
    low[3] = None
    made = [
        *table("heron", base, [v + 8 for v in base], [v - 12 for v in base], TRACKS),
        *table("plover", near, [v + 5 for v in near], [v - 9 for v in near], TRACKS),
        *table("wren", low, low, [None] * 8, TRACKS),
    ]
    for system, offset in (("heron", 0.0), ("plover", 2.0), ("wren", -20.0)):
        for name in ("coverage", "insight", "instruction_following", "clarity"):
            made += column(system, f"quality/{name}", [v + offset for v in base], TRACKS)
    return [
        score.model_copy(update={"missing": score.missing.model_copy(update={"detail": HOSTILE})})
        if score.missing
        and score.missing.reason is MissingReason.NO_TRACE
        and score.metric == "quality/total"
        else score
        for score in made
    ]


def site() -> dict[str, str]:
    """All pages of the invented report."""
    found = scores()
    names = list(dict.fromkeys(score.system for score in found))
    cards = [card([score for score in found if score.system == name]) for name in names]
    return pages(cards, found, TASKS, shared(found, WEIGHTS, BOOTSTRAP), PROVENANCE)
