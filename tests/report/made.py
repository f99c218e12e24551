"""An invented report: three systems, both tracks, a missing axis, hostile words."""

from __future__ import annotations

from tests.score.made import BOOTSTRAP, FAILED, WEIGHTS, card, column, table
from triaudit.report.pages import Provenance, Site
from triaudit.report.pages import site as site_of
from triaudit.report.records import Records
from triaudit.score.aggregate import shared
from triaudit.score.pairs import compare
from triaudit.types import (
    Action,
    Claim,
    ClaimKind,
    Contradiction,
    Criterion,
    CriterionScore,
    Dimension,
    Evidence,
    FactCheck,
    Finding,
    Grade,
    Label,
    Missing,
    MissingReason,
    ProcessAudit,
    Rating,
    Realised,
    ReportClaims,
    Rubric,
    Step,
    StepAction,
    Supported,
    SystemOutput,
    Task,
    TaskScore,
    Trace,
    Track,
    UnknownReason,
    Verdict,
)

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

REPORT = f"""# Ports of the Amber Coast

Sulmar grew by **4 percent** in 2021 ([yearbook](https://ports.example/2021)). Its quay is 900 metres long.

| Port | Tonnes |
|---|---|
| Sulmar | 1,200 |
| Orvik | 800 |

- The dredger *Anna* came in 2019.
- ![a map](https://evil.example/map.png) [click](javascript:alert(1))

{HOSTILE} We should dredge Orvik first.
"""
TRACE = Trace(
    format="json_array",
    steps=(
        Step(index=1, kind="plan", text=f"Look for the yearbook. {HOSTILE}"),
        Step(
            index=2,
            kind="search",
            label="web_search",
            text="Sulmar handled 4 percent more in 2021 than the year before.",
            queries=("Sulmar tonnes 2021",),
            urls=("https://ports.example/2021", "javascript:alert(1)"),
        ),
    ),
)


def claim(number: int, words: str, kind: ClaimKind = ClaimKind.NUMBER) -> Claim:
    """A claim that the words of the report make."""
    start = REPORT.index(words)
    return Claim(
        id=f"c{number}",
        text=words.replace("|", " "),
        kind=kind,
        start=start,
        end=start + len(words),
        segment_start=0,
        segment_end=len(REPORT),
        sources=("https://ports.example/2021",) if number == 1 else (),
    )


CLAIMS = (
    claim(1, "Sulmar grew by **4 percent** in 2021"),
    claim(2, "Its quay is 900 metres long."),
    claim(3, "Sulmar | 1,200"),
    claim(4, "The dredger *Anna* came in 2019.", ClaimKind.DATE),
    claim(5, "Orvik | 800"),
    claim(6, "We should dredge Orvik first.", ClaimKind.CONCLUSION),
)
QUOTE = "In 2021 the port of Sulmar handled 4 percent more than in 2020."
VERDICTS = (
    Verdict(
        claim="c1",
        label=Label.RIGHT,
        evidence=(
            Evidence(
                side="web",
                source="https://ports.example/2021",
                date="2022-01-05",
                quote=QUOTE,
                stance="supports",
                found="exact",
            ),
        ),
        reasoning=HOSTILE,
    ),
    Verdict(
        claim="c2",
        label=Label.WRONG,
        evidence=(
            Evidence(
                side="attachment",
                source="<b>quay</b>.pdf",
                locator="page 3",
                quote="The quay is 700 metres long.",
                stance="contradicts",
                found="fuzzy",
            ),
        ),
        flags=("source_instructs_judge",),
    ),
    Verdict(claim="c3", label=Label.CONFLICT),
    Verdict(claim="c4", label=Label.UNKNOWN, unknown=UnknownReason.NO_EVIDENCE),
    Verdict(claim="c5", unanswered=FAILED),
)
RUBRIC = Rubric(
    task="1",
    digest="r",
    dimensions=(
        Dimension(
            id="insight",
            name="Insight",
            definition=HOSTILE,
            dynamic=False,
            weight=1,
            criteria=(
                Criterion(id="k1", text="Says why ports grew", weight=0.5),
                Criterion(id="k2", text="Compares ports", weight=0.5),
            ),
        ),
    ),
)
AUDIT = ProcessAudit(
    task="1",
    actions=(StepAction(step=1, action=Action.PLAN), StepAction(step=2, action=Action.SEARCH)),
    findings=(
        Finding(id="x<1>", text="Sulmar grew.", steps=(2,), strength=3),
        Finding(id="f2", text="Orvik was closed in spring.", steps=(2,), strength=1),
    ),
    intrinsic=(Rating(dimension="search_breadth", unanswered=FAILED),),
    realised=(
        Realised(
            finding="x<1>", realised=True, start=REPORT.index("Sulmar"), end=REPORT.index("Sulmar") + 11
        ),
        Realised(finding="f2", realised=False, reason="no sentence says so"),
    ),
    supported=(
        Supported(claim="c1", supported=True, step=2, quote="handled 4 percent more in 2021"),
        Supported(claim="c2", supported=False),
        Supported(claim="c6", conclusion=True, unanswered=FAILED),
    ),
    contradictions=(Contradiction(steps=(1, 2), what="two figures", noticed=True, resolved=False),),
    measured={"searches": 1.0},
    flags=("report_draft: 2",),
)


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


def records(system: str = "heron", task: Task = TASKS[0]) -> Records:
    """Everything about one report."""
    return Records(
        system,
        task,
        SystemOutput(task=task.id, report=REPORT, trace=TRACE),
        rubric=RUBRIC,
        grade=Grade(
            task=task.id,
            rubric="r",
            scores=(
                CriterionScore(
                    criterion="k1", score=6, reason=HOSTILE, quote="Sulmar grew", quote_found=True
                ),
                CriterionScore(criterion="k2", unanswered=FAILED),
            ),
        ),
        claims=ReportClaims(task=task.id, claims=CLAIMS, found=6, segments=1, flags=("instructs_judge",)),
        check=FactCheck(task=task.id, verdicts=VERDICTS),
        audit=AUDIT,
        scores={score.metric: score for score in scores() if (score.system, score.task) == (system, task.id)},
    )


def reports() -> list[Records]:
    """`heron` with all of it on its first task, `wren` with a report that was not there."""
    gone = Missing(reason=MissingReason.NO_REPORT, detail=HOSTILE)
    return [records(), Records("wren", TASKS[1], SystemOutput(task="2", report="", missing=gone))]


def site() -> Site:
    """All pages of the invented report."""
    found = scores()
    names = list(dict.fromkeys(score.system for score in found))
    cards = [card([score for score in found if score.system == name]) for name in names]
    return site_of(
        cards,
        found,
        TASKS,
        shared(found, WEIGHTS, BOOTSTRAP),
        compare(found, WEIGHTS, BOOTSTRAP),
        PROVENANCE,
        reports(),
    )
