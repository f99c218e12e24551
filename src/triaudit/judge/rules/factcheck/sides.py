"""What one side, the attachment or the web, says of each figure of a claim."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from triaudit.judge.rules.factcheck import weights as w
from triaudit.judge.rules.factcheck.align import Fit, Outcome, Told, fits
from triaudit.judge.rules.factcheck.claims import Claim, Part
from triaudit.judge.rules.factcheck.computed import computed
from triaudit.judge.rules.factcheck.equal import compare
from triaudit.judge.rules.factcheck.leftover import leftover
from triaudit.judge.rules.factcheck.opposed import LISTED, by_words
from triaudit.judge.rules.factcheck.overlap import Rare
from triaudit.judge.rules.factcheck.statements import Statement
from triaudit.judge.rules.slots import is_date
from triaudit.numbers import read


def side_of(claim: Claim, listed: Sequence[Statement], rare: Rare, as_of: str | None) -> list[Told]:
    """What one side says of each part of a claim; of its words where it has no figures."""
    words = [fit for statement in listed if (fit := by_words(claim, statement, rare))]
    words = [fit for fit in words if not _later(fit, as_of)]
    if not claim.parts:
        return [_told(words, claim)]
    found = [
        [fit for s in listed for fit in fits(claim, part, s, rare)] for part in (*claim.parts, *claim.beside)
    ]
    found = _anchored([_own_row(part) for part in found])
    beside = [fit for part in found[len(claim.parts) :] if (fit := _told(part, claim).yes)]
    found = [[fit for fit in part if not _later(fit, as_of)] for part in found[: len(claim.parts)]]
    told = [_told(_void(claim, n, found), claim, part) for n, part in enumerate(claim.parts)]
    told = leftover(claim, computed(claim, told, listed, rare, beside), rare, beside)
    against = [fit for fit in words if fit.stance == "contradicts" and fit.share >= w.APART]
    if against:
        best = max(against, key=lambda fit: fit.score)
        plain = best.share >= w.PLAINLY and best.why == LISTED
        told = [
            Told("contradicts", None, best) if plain or item.outcome != "supports" else item for item in told
        ]
    return told


def _own_row(found: list[Fit]) -> list[Fit]:
    """Equal cells lose where a better fitting row of their table has another value."""
    rows = [f for f in found if f.stance == "contradicts" and f.statement.cell and f.score >= w.CONTRADICTION]
    return [
        fit._replace(score=fit.score - w.STOLEN)
        if fit.stance == "supports"
        and fit.statement.cell
        and any(
            r.statement.passage.id == fit.statement.passage.id and r.share > fit.share + w.BETTER_ROW
            for r in rows
        )
        else fit
        for fit in found
    ]


def _anchored(found: list[list[Fit]]) -> list[list[Fit]]:
    """Fits of a figure gain where the sentence or its neighbour supports another figure of the claim."""
    sure = [
        {
            (fit.statement.passage.id, fit.statement.place)
            for fit in part
            if fit.stance == "supports" and fit.score >= w.SUPPORT
        }
        for part in found
    ]
    made: list[list[Fit]] = []
    for n, part in enumerate(found):
        others = set().union(*(places for m, places in enumerate(sure) if m != n))
        near = {(passage, place + step) for passage, place in others for step in (-1, 0, 1)}
        passages = {passage for passage, _ in others}
        row = []
        for fit in part:
            key = (fit.statement.passage.id, fit.statement.place)
            gain = w.ANCHOR if key in near else w.ANCHOR_PASSAGE if key[0] in passages else 0.0
            more = gain if key in others or fit.stance == "supports" else 0.0
            row.append(fit._replace(score=fit.score + gain, share=min(1.0, fit.share + more)))
        made.append(row)
    return made


def _void(claim: Claim, n: int, found: list[list[Fit]]) -> list[Fit]:
    """The fits of a part without contradictions by a figure that the claim itself gives elsewhere.

    Where one side's statement is so explained, others that fit no better contradict nothing either. A
    statement that has both figures, the other way round, contradicts all the same.
    """
    own = claim.parts[n].stated.figure
    others = [part.stated.figure for m, part in enumerate((*claim.parts, *claim.beside)) if m != n]
    kept, given = [], 0.0
    for fit in found[n]:
        told = fit.stated is not None and any(compare(other, fit.stated.figure) == "same" for other in others)
        swapped = any(
            item.figure != own and compare(own, item.figure) == "same" for item in fit.statement.figures
        )
        if fit.stance == "contradicts" and told and not swapped:
            given = max(given, fit.share)
        else:
            kept.append(fit)
    return [fit for fit in kept if fit.stance == "supports" or fit.share > given + w.BEST or not given]


def _told(found: Sequence[Fit], claim: Claim, part: Part | None = None) -> Told:
    """What the fits of one side come to."""
    good = [f for f in found if (_supports if f.stance == "supports" else _contradicts)(f)]
    best = max((f.share for f in good), default=0.0)
    yes = max((f for f in good if f.stance == "supports"), key=lambda f: f.score, default=None)
    against = [f for f in good if f.stance == "contradicts" and f.share >= best - w.BEST]
    no = max(against, key=lambda f: f.score, default=None)
    if yes is None or no is None:
        return Told("supports" if yes else "contradicts" if no else "silent", yes, no)
    return Told("contradicts" if _passed(yes, no, part) else _weighed(yes, no, claim), yes, no)


def _supports(fit: Fit) -> bool:
    return fit.stated is None or fit.score >= w.SUPPORT


def _contradicts(fit: Fit) -> bool:
    if fit.stated is None:
        return True
    return fit.score >= w.CONTRADICTION and fit.share >= (
        w.ALIKE_DATE if is_date(fit.stated.figure) else w.ALIKE
    )


def _passed(yes: Fit, no: Fit, part: Part | None) -> bool:
    """Whether a source gives the claimed value as a former one, and another one as that of now."""
    if part is None or yes.stated is None or no.stated is None or part.stated.kind != "level":
        return False
    former = yes.stated.kind == "from" and no.stated.kind == "level" and not part.stated.scope
    return former and no.share >= yes.share and yes.statement.passage.source == no.statement.passage.source


def _weighed(yes: Fit, no: Fit, claim: Claim) -> Outcome:
    """Which of two statements of one side counts: the own source's word, the newer page, the better fit."""
    if claim.voiced or yes.statement.passage.source == no.statement.passage.source:
        return "supports"
    ages = (_day(yes.statement.passage.date), _day(no.statement.passage.date))
    if ages[0] and ages[1] and abs((ages[0] - ages[1]).days) > w.NEWER:
        newer = ages[0] > ages[1]
        return (
            "supports"
            if newer or yes.share > no.share + w.BEST
            else "contradicts"
            if no.share >= yes.share
            else "supports"
        )
    if yes.share > no.share + 0.1:
        return "supports"
    return "disagree" if no.share <= yes.share + 0.1 else "contradicts"


def _later(fit: Fit, as_of: str | None) -> bool:
    """Whether a contradiction comes from a page dated after the day for which the claim holds."""
    dated = fit.statement.passage.date
    if fit.stance != "contradicts" or not as_of or not dated:
        return False
    held, page = date_parts(as_of), date_parts(dated)
    size = min(len(held), len(page))
    dates = [f.figure for f in fit.statement.figures if is_date(f.figure)]
    return bool(size) and page[:size] > held[:size] and not any(f.values[0] <= held[0] for f in dates)


def date_parts(text: str) -> tuple[float, ...]:
    """Year, month and day of a date, as far as it gives them."""
    found = next((f for f in read(text) if f.dimension == "year"), None)
    if found is None:
        return ()
    return (found.values[0], float(found.month), float(found.day))[
        : 1 + bool(found.month) + bool(found.month and found.day)
    ]


def _day(text: str | None) -> date | None:
    """The day that a page is dated, the first of what is left out."""
    parts = date_parts(text or "")
    return date(int(parts[0]), *(int(p) for p in (*parts[1:], 1, 1)[:2])) if parts and parts[0] > 0 else None
