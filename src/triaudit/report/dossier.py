"""All that is known of one report, put together for its page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from triaudit import injection
from triaudit.quality.aggregate import dimension_scores
from triaudit.report.holes import Hole, flags, holes
from triaudit.report.marked import Mark, Marked, marked
from triaudit.report.records import Records
from triaudit.report.states import STATES, State
from triaudit.report.trace import StepView, steps
from triaudit.score.judges import Apart, apart
from triaudit.types import (
    Claim,
    ClaimKind,
    Criterion,
    CriterionScore,
    Dimension,
    Finding,
    Realised,
    Supported,
    Verdict,
)


class ClaimView(NamedTuple):
    """One claim with everything that was said of it."""

    number: int
    claim: Claim
    state: State
    verdict: Verdict | None
    support: Supported | None
    place: str
    """Id of where it stands in the text."""
    placed: bool
    """Whether that is its very words, and not only the block that they are in."""


class FindingView(NamedTuple):
    """One finding of the trace, and whether the report has it."""

    finding: Finding
    realised: Realised | None
    place: str


class Graded(NamedTuple):
    """One dimension with its criteria's scores."""

    dimension: Dimension
    score: float | None
    criteria: tuple[tuple[Criterion, CriterionScore | None], ...]
    apart: Apart | None = None
    """How far the scores of several judges lie apart."""


class Dossier(NamedTuple):
    """A report's page before it is HTML."""

    records: Records
    text: Marked
    claims: tuple[ClaimView, ...]
    counts: Mapping[str, int]
    """Claims by the key of their state."""
    findings: tuple[FindingView, ...]
    graded: tuple[Graded, ...]
    steps: tuple[StepView, ...]
    holes: tuple[Hole, ...]
    flags: tuple[tuple[str, str], ...]
    """Part of the evaluation and what it noted."""

    @property
    def unplaced(self) -> int:
        """Claims of whose words nothing is to see in the text."""
        return sum(not view.placed for view in self.claims)


def dossier(records: Records) -> Dossier:
    """Put one report's records together."""
    found = records.claims.claims if records.claims else ()
    verdicts = {verdict.claim: verdict for verdict in (records.check.verdicts if records.check else ())}
    audit = records.audit
    supports = {item.claim: item for item in (audit.supported if audit else ())}
    realised = {item.finding: item for item in (audit.realised if audit else ())}
    states = [_state(claim, verdicts.get(claim.id)) for claim in found]
    own = [_mark(n, claim, state) for n, (claim, state) in enumerate(zip(found, states, strict=True), 1)]
    repeats = [
        mark._replace(start=start, end=end, anchor="")
        for mark, claim in zip(own, found, strict=True)
        for start, end in claim.repeats
    ]
    findings = audit.findings if audit else ()
    quoted = [_quoted(n, realised.get(finding.id)) for n, finding in enumerate(findings, 1)]
    told = [mark for mark in quoted if mark is not None]
    report = records.output.report if records.output else ""
    text = marked(report, [*own, *told, *repeats, *_meant_for_judges(report)])
    shown = {mark.anchor for index, mark in enumerate([*own, *told]) if index in text.placed}
    views = tuple(
        ClaimView(
            index + 1,
            claim,
            states[index],
            verdicts.get(claim.id),
            supports.get(claim.id),
            own[index].anchor if index in text.placed else text.blocks.get(index, ""),
            index in text.placed,
        )
        for index, claim in enumerate(found)
    )
    numbers = {claim.id: n for n, claim in enumerate(found, 1)}
    return Dossier(
        records,
        text,
        views,
        Counter(state.key for state in states),
        tuple(
            FindingView(
                finding, realised.get(finding.id), mark.anchor if mark and mark.anchor in shown else ""
            )
            for finding, mark in zip(findings, quoted, strict=True)
        ),
        _graded(records),
        steps(records.output.trace if records.output else None, audit, numbers),
        tuple(holes(records, numbers)),
        tuple(flags(records)),
    )


def _state(claim: Claim, verdict: Verdict | None) -> State:
    if verdict is not None:
        return STATES[verdict.label.value.lower() if verdict.label else "failed"]
    return STATES["conclusion" if claim.kind is ClaimKind.CONCLUSION else "unchecked"]


def _mark(number: int, claim: Claim, state: State) -> Mark:
    return Mark(
        claim.start,
        claim.end,
        key=f"k{number}",
        anchor=f"t{number}",
        href=f"#c{number}",
        style=state.key,
        badge=f"{state.letter}{number}",
        title=f"Claim {number}: {state.title.lower()}",
        rank=list(STATES).index(state.key),
    )


def _quoted(number: int, realised: Realised | None) -> Mark | None:
    """Where the report says a finding; it shows only when one comes from there."""
    if realised is None or realised.start is None or realised.end is None:
        return None
    return Mark(realised.start, realised.end, key=f"q{number}", anchor=f"r{number}")


def _meant_for_judges(report: str) -> list[Mark]:
    """What of a report is meant for its judge or hidden from its readers; it shows over the claims in it."""
    return [
        Mark(
            *item.span,
            key=f"i{number}",
            href="#noticed",
            style="injected",
            badge="words meant for the judge" if item.kind == "instructs_judge" else "hidden from readers",
            title=item.kind.replace("_", " "),
            rank=-1,
        )
        for number, item in enumerate(injection.find(report), 1)
    ]


def _graded(records: Records) -> tuple[Graded, ...]:
    if records.rubric is None or records.grade is None or records.grade.missing:
        return ()
    scores = dimension_scores(records.rubric, records.grade)
    given = {score.criterion: score for score in records.grade.scores}
    return tuple(
        Graded(
            dimension,
            scores[dimension.id],
            tuple((criterion, given.get(criterion.id)) for criterion in dimension.criteria),
            apart(given[criterion.id].votes for criterion in dimension.criteria if criterion.id in given),
        )
        for dimension in records.rubric.dimensions
    )
