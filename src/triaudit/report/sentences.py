"""The result in plain words: who leads by how much, what is a tie, what was not measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from triaudit.score.aggregate import AXES
from triaudit.score.leaderboard import COLUMNS, interval, places, shared_notes, show
from triaudit.score.pairs import paired, told_apart
from triaudit.types import Estimate, Pair, Scorecard

MEANING: Mapping[str, str] = {
    "overall": "weighted mean of the axes measured on every track, tracks weighted by their tasks",
    "quality/specificity": "weighted mean of the dimensions made for the task",
    "quality/total": "weighted mean of all dimensions of the rubric",
    "quality/length_controlled": "total, less what a report's length alone predicts within a task",
    "factcheck/right_ratio": "right claims in percent of all checked ones, mean over reports",
    "factcheck/right_ratio_micro": "the same over the claims of all reports together",
    "factcheck/checked_share": "claims in percent that evidence decided one way or the other",
    "factcheck/right": "claims that match the evidence",
    "factcheck/wrong": "claims that the evidence contradicts",
    "factcheck/conflict": "claims on which attachment and web contradict each other",
    "factcheck/unknown": "claims that the evidence found does not decide",
    "factcheck/failed": "claims that could not be checked; in no ratio",
    "factcheck/claims": "claims that were to be checked",
    "audit/intrinsic": "mean of the rated qualities of the process",
    "audit/findings_to_report": "findings in percent, by strength, that reached the report",
    "audit/report_to_process": "claims and conclusions in percent that rest on a step of the trace",
    "audit/claims_traced": "claims alone in percent that rest on a step of the trace",
    "audit/conclusions_traced": "conclusions alone in percent that rest on a step of the trace",
    "audit/contradiction": "contradictions in percent that were noticed and resolved",
    "audit/consistency": "rating of how far report and trace agree",
    "audit/alignment": "mean of the measured shares between report and trace",
    "audit/total": "alpha times intrinsic plus the rest times alignment",
    "audit/asked": "ratings, findings, claims and windows of traces that a judge was asked about",
    "audit/failed": "those of them that were not answered; in no share",
    "audit/measured/near_duplicate_queries": "queries a report that repeat an earlier one of the trace",
    "audit/measured/backtracks": "searches and reads a report that go back to an earlier query or page",
    "audit/measured/dead_ends": "searches a report that brought nothing",
    "audit/measured/depth": "queries a report that take up what earlier results brought",
    "audit/measured/cited_seen": "addresses in percent that a report cites and its research opened or saw",
    "audit/measured/results_logged": "searches and reads in percent whose results the trace holds",
}


def first_paragraph(
    cards: Sequence[Scorecard], shared: Mapping[str, Estimate], pairs: Sequence[Pair]
) -> list[str]:
    """The sentences that the report begins with."""
    measured = [place for place in places(cards) if place.rank is not None]
    if not cards:
        return ["No system is listed, so nothing was measured."]
    if not measured:
        return [f"None of the {len(cards)} systems could be measured; the reasons are below."]
    top = measured[0]
    said = [_lead([place.card for place in measured], "overall", pairs)]
    if top.partial:
        said.append(f"{top.card.system} was not measured on every task and axis: its place is not certain.")
    if any(place.partial for place in measured) and len(shared) > 1:
        tasks = max(estimate.n for estimate in shared.values())
        ranked = sorted(shared, key=lambda name: -(shared[name].value or 0.0))
        figures = ", ".join(f"{name} {_figure(shared[name])}" for name in ranked)
        said.append(f"On the {_tasks(tasks)} and the axes that all of them are measured on: {figures}.")
        said += shared_notes(shared)
    if len(measured) > 1:
        for metric in AXES.values():
            there = [card for card in cards if card.metrics[metric].value is not None]
            if len(there) > 1:
                there.sort(key=lambda card: -(card.metrics[metric].value or 0.0))
                said.append(_lead(there, metric, pairs))
    for metric in AXES.values():
        without = [card.system for card in cards if card.metrics[metric].value is None]
        if without:
            whose = "any system" if len(without) == len(cards) else _listed(without)
            said.append(f"The {COLUMNS[metric].lower()} of {whose} was not measured.")
    return said


def _lead(ranked: Sequence[Scorecard], metric: str, pairs: Sequence[Pair]) -> str:
    """The first against the second; a tie where the paired interval holds 0, open where there is none."""
    where = "overall" if metric == "overall" else f"on {COLUMNS[metric].lower()}"
    best = ranked[0].metrics[metric]
    if len(ranked) == 1:
        return f"{ranked[0].system} scores {_figure(best)} of 100 {where}, on {_tasks(best.n)}."
    second = ranked[1].metrics[metric]
    ahead = (best.value or 0.0) - (second.value or 0.0)
    if show(best.value) == show(second.value):
        level = [card.system for card in ranked if show(card.metrics[metric].value) == show(best.value)]
        return f"{_listed(level)} are level {where} at {show(best.value)}."
    against = f"{_figure(best)} against {_figure(second)}, {show(ahead)} points apart"
    pair = paired(ranked[0].system, ranked[1].system, metric, pairs)
    apart = None if pair is None else told_apart(pair)
    if pair is None or apart is None:
        open_ = "too few tasks, or too little spread, to say whether that would hold on others"
        return f"{ranked[0].system} has more than {ranked[1].system} {where}: {against}; {open_}."
    resampled = f"{against} on the same tasks [{show(pair.low)}, {show(pair.high)}]"
    if apart:
        return f"{ranked[0].system} leads {ranked[1].system} {where}: {resampled}."
    tied = [ranked[0].system]
    for card in ranked[1:]:
        other = paired(ranked[0].system, card.system, metric, pairs)
        if other is not None and told_apart(other) is False:
            tied.append(card.system)
    return f"{_listed(tied)} are tied {where}: {resampled}."


def _figure(estimate: Estimate) -> str:
    return f"{show(estimate.value)} {interval(estimate)}".rstrip()


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


def _tasks(count: int) -> str:
    return f"{count} task" if count == 1 else f"{count} tasks"
