"""What is asked of a judged axis: each line a target, the figure measured, and whether it holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.measure import Run
from triaudit.types import CriterionScore

QUIET = 0.3
"""Cores that other processes may keep busy without a mark at figures of time."""

Pairs = tuple[list[Run], list[Run]]
"""The bare client's runs and ours, which took turns."""
Key = tuple[str, str]
"""Task and criterion."""


@dataclass(frozen=True)
class Line:
    """One thing that is judged."""

    what: str
    target: str
    figure: str
    holds: bool | None
    """None where it can't be measured here."""
    runs: tuple[Run, ...] = ()
    """The runs that a figure of time comes from."""

    def __str__(self) -> str:
        busy = max((one.load or 0.0 for one in self.runs), default=0.0)
        verdict = "not measured" if self.holds is None else "holds" if self.holds else "DOES NOT HOLD"
        mark = f"  * {busy:.1f} other cores busy" if busy > QUIET else ""
        return f"{self.what:<56}{self.target:<18}{verdict:<15}{self.figure}{mark}"


def span(what: str, allowed: int, pairs: Pairs) -> list[Line]:
    """How long the calls took beside the bare client's, and how many were in flight at a time."""
    bare, ours = pairs
    least = min(one.span for one in ours) / min(one.span for one in bare)
    middle = median(one.span for one in ours) / median(one.span for one in bare)
    most = max(one.seen["most"] for one in ours)
    figure = f"{least:.3f} x {min(one.span for one in bare):.2f} s (medians {middle:.3f})"
    return [
        Line(f"span: {what}", "<= 1.05 x bare", figure, least <= 1.05, (*bare, *ours)),
        Line("calls in flight", f"<= {allowed}", str(most), most <= allowed),
    ]


def processor(few: Pairs, many: Pairs) -> Line:
    """Processor time of each further call, above the bare client's."""

    def slope(at: int, pick: Callable[[Sequence[float]], float]) -> float:
        more = pick([one.processor for one in many[at]]) - pick([one.processor for one in few[at]])
        return 1000 * more / (many[at][0].seen["calls"] - few[at][0].seen["calls"])

    bare, more, middle = slope(0, min), slope(1, min) - slope(0, min), slope(1, median) - slope(0, median)
    return Line(
        "processor time per call, validated and stored",
        "<= bare + 1.5 ms",
        f"{bare:.2f} {more:+.2f} ms (medians {middle:+.2f})",
        more <= 1.5,
        (*few[0], *few[1], *many[0], *many[1]),
    )


def memory(reports: int, most: int, runs: Sequence[Run]) -> Line:
    """The most memory at a time, in megabytes."""
    peak = max(one.peak for one in runs)
    return Line(f"peak memory, {reports} reports", f"<= {most} MB", f"{peak:.0f} MB", peak <= most)


def written(runs: Sequence[Run], results: Path, store: Path) -> Line:
    """Bytes given to write(), beside what the run leaves."""
    size = results.stat().st_size
    kept = sum(file.stat().st_size for file in store.rglob("*") if file.is_file())
    bytes_ = [one.written for one in runs if one.written is not None]
    what, target = "bytes written", "<= 2 x results"
    if not bytes_:
        return Line(what, target, "this system does not say", None)
    figure = f"{min(bytes_) / size:.1f} x {size / 1e6:.2f} MB of grades (the store keeps {kept / 1e6:.2f} MB)"
    return Line(what, target, figure, min(bytes_) <= 2 * size)


def calls(run: Run, reports: int, expected: int) -> list[Line]:
    """How many calls a run made, and how much of its prompts a provider's cache can serve."""
    seen = run.seen
    share, fresh = seen["shared"] / seen["sent"], max(seen["fresh"].values())
    return [
        Line(
            "calls per report: one per dimension",
            f"{expected / reports:g}",
            f"{seen['calls'] / reports:g}",
            seen["calls"] == expected,
        ),
        Line("reports whose first call did not go ahead alone", "0", str(seen["early"]), seen["early"] == 0),
        Line("prompt bytes that a finished call has sent", ">= 60 %", f"{100 * share:.1f} %", share >= 0.6),
        Line("the others, of any report", "<= 80 kB", f"{fresh / 1e3:.1f} kB", fresh <= 80_000),
    ]


def storm(
    run: Run, calm: Mapping[Key, CriterionScore], found: Mapping[Key, CriterionScore], lost: Mapping[Key, str]
) -> list[Line]:
    """What a storm leaves of the calm run's scores.

    Args:
        run: The run in the storm.
        calm: Scores without one.
        found: Scores with it.
        lost: Why those that no asking again can bring are missing.
    """
    wanted = [key for key in calm if key not in lost]
    same = sum(found[key] == calm[key] for key in wanted)
    holes = sum(found[key].unanswered is not None for key in wanted)
    named = sum(
        one.unanswered is not None and one.unanswered.reason == lost[key]
        for key, one in found.items()
        if key in lost
    )
    what = f"storm, {run.seen['faults']} of {run.seen['calls']} replies bad"
    return [
        Line(
            f"{what}: scores as in the calm",
            ">= 99 %",
            f"{100 * same / len(wanted):.2f} %, n={len(wanted)} that can be recovered",
            same >= 0.99 * len(wanted),
        ),
        Line("storm: scores that differ", "0", str(len(wanted) - same - holes), same + holes == len(wanted)),
        Line(
            "storm: what can't be recovered says why",
            "all",
            f"{named} of {len(lost)}",
            named == len(lost),
        ),
    ]
