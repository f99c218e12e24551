"""Which findings reached the report, and which claims a step supports: same numbers, same telling words."""

from __future__ import annotations

from typing import NamedTuple

from triaudit.judge.rules.audit.index import Index, Weighed, of_report, of_steps
from triaudit.judge.rules.audit.statements import Statement, agree, statement
from triaudit.questions import (
    FindingsToReport,
    RealisedDraft,
    RealisedReply,
    ReportToProcess,
    SupportedDraft,
    SupportedReply,
)

WORDS = {0: 0.6, 1: 0.45, 2: 0.3}
"""By how many of its figures agree, its years being one more: the share of the weight of words needed."""

MOST = 2 / 3
"""Share of the figures that must agree where there are three or more; of fewer, all must."""

SPEAKS_OF = 0.5
"""Share of the weight of words from which on two statements are about the same thing."""


class Match(NamedTuple):
    """The statement that comes nearest."""

    number: int
    found: bool
    overlap: float
    why: str


def match(query: Statement, index: Index) -> Match | None:
    """The statement that says what the query says, else the nearest one and what is wrong with it."""
    best: Match | None = None
    ascii_terms = frozenset(term for term in query.terms if term.isascii())
    whole, names = index.weighed(query.terms), index.weighed(ascii_terms)
    for number in index.nearest(query):
        candidate = _compare(query, index, number, whole if query.han == index.items[number].han else names)
        if best is None or (candidate.found, candidate.overlap) > (best.found, best.overlap):
            best = candidate
    return best


def _compare(query: Statement, index: Index, number: int, wanted: Weighed) -> Match:
    own, around = index.items[number], index.around(number)
    there = own.terms.union(*(item.terms for item in around))
    overlap = 0.5 * wanted.share(own.terms) + 0.5 * wanted.share(there)
    if overlap < min(WORDS.values()):
        return Match(number, False, overlap, f"{overlap:.0%} of the telling words")
    years = frozenset(year for item in around for year in item.years)
    undated = query.years and not years and not query.figures
    if undated:
        return Match(
            number, False, overlap, f"the nearest sentence has no date, such as {_listed(query.years)}"
        )
    if query.years and years and not query.years & years:
        why = f"the nearest sentence is about {_listed(years)}, not {_listed(query.years)}"
        return Match(number, False, overlap, why)
    other_codes = own.codes - query.codes
    if other_codes and not query.codes <= frozenset(code for item in around for code in item.codes):
        return Match(number, False, overlap, "the nearest sentence is about another one of the kind")
    figures = [figure for item in around for figure in item.figures]
    absent = [f for f in query.figures if not any(agree(f, other) for other in figures)]
    agreeing = len(query.figures) - len(absent)
    if absent and (len(query.figures) < 3 or agreeing < MOST * len(query.figures)):
        told = own.figures[0].text if own.figures and overlap >= SPEAKS_OF else ""
        instead = f" and has {told}" if told else ""
        return Match(number, False, overlap, f"the nearest sentence lacks {absent[0].text}{instead}")
    needed = WORDS[min(agreeing + bool(query.years & years), 2)]
    what = "the same figures and " if query.figures else ""
    if query.han != own.han:
        shared = sum(term in there for term, _ in wanted.terms)
        found = overlap >= needed and shared >= (1 if agreeing else 3)
        return Match(number, found, overlap, f"{what}{shared} names shared across languages")
    return Match(number, overlap >= needed, overlap, f"{what}{overlap:.0%} of the telling words")


def _listed(years: frozenset[int]) -> str:
    return ", ".join(map(str, sorted(years)))


def findings_to_report(question: FindingsToReport) -> RealisedReply:
    """A finding is realised if one place of the report has its numbers and most of its telling words."""
    index = of_report(question.report)
    drafts = []
    for finding in question.findings:
        near = match(statement(finding.text), index)
        if near is None:
            drafts.append(
                RealisedDraft(
                    finding=finding.id, realised=False, quote="", reason="the report has none of its words"
                )
            )
            continue
        drafts.append(
            RealisedDraft(
                finding=finding.id,
                realised=near.found,
                quote=index.items[near.number].text if near.found else "",
                reason=f"rules: {near.why}",
            )
        )
    return RealisedReply(findings=tuple(drafts))


def report_to_process(question: ReportToProcess) -> SupportedReply:
    """A claim is supported if one place of a step has its numbers and most of its telling words."""
    index, items = of_steps(question.steps)
    drafts = []
    for claim in question.claims:
        near = match(statement(claim.text), index)
        if near is None:
            drafts.append(
                SupportedDraft(
                    claim=claim.id, supported=False, step=None, quote="", reason="no step has its words"
                )
            )
            continue
        step = items[near.number].step.index
        drafts.append(
            SupportedDraft(
                claim=claim.id,
                supported=near.found,
                step=step if near.found else None,
                quote=index.items[near.number].text if near.found else "",
                reason=f"rules, step {step}: {near.why}",
            )
        )
    return SupportedReply(claims=tuple(drafts))
