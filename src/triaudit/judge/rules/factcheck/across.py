"""What the other side says of a figure that one side has decided: its words show how a source puts it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from triaudit.judge.rules.agreement import bare
from triaudit.judge.rules.concepts import ideas
from triaudit.judge.rules.factcheck import weights as w
from triaudit.judge.rules.factcheck.align import Fit, Told
from triaudit.judge.rules.factcheck.apart import contrary, known, other_measure, stranger, unnamed
from triaudit.judge.rules.factcheck.claims import Claim, Part
from triaudit.judge.rules.factcheck.equal import compare, nouns, ratio, telling
from triaudit.judge.rules.factcheck.figures import Stated
from triaudit.judge.rules.factcheck.overlap import Rare, share
from triaudit.judge.rules.factcheck.statements import Statement
from triaudit.judge.rules.factcheck.terms import LIGHT, nearest
from triaudit.judge.rules.slots import is_date
from triaudit.numbers import Figure, read


def across(
    claim: Claim, told: Mapping[str, list[Told]], sides: Mapping[str, Sequence[Statement]], rare: Rare
) -> dict[str, list[Told]]:
    """Parts that one side decides by a figure and on which the other is silent, read again beside it.

    Two sources seldom put one measure in the same words; a figure near in size, of the same unit, thing
    counted and time, in words of the claim or of the source that decided, is that measure.
    """
    made = {side: list(items) for side, items in told.items()}
    for side, other in zip(sorted(told), sorted(told, reverse=True), strict=True):
        for n, part in enumerate(claim.parts):
            item = told[side][n]
            fit = item.yes if item.outcome == "supports" else item.no
            if (
                item.outcome not in {"supports", "contradicts"}
                or told[other][n].outcome != "silent"
                or fit is None
                or fit.stated is None
                or is_date(fit.stated.figure)
                or is_date(part.stated.figure)
            ):
                continue
            found = max(
                _beside(claim, part, fit, sides[other], rare),
                key=lambda f: f.score,
                default=None,
            )
            if found:
                yes = found.stance == "supports"
                made[other][n] = Told(found.stance, found if yes else None, None if yes else found)
    return made


def _beside(claim: Claim, part: Part, decided: Fit, listed: Sequence[Statement], rare: Rare) -> Iterator[Fit]:
    """The fits of one side with the claim's value where the other side denied it, else with another one."""
    wanted = decided.stance == "contradicts"
    anchor, host = decided.stated, decided.statement
    if anchor is None:
        return
    near = anchor.near | (frozenset() if host.cell else host.words)
    wider = claim._replace(known=claim.known | near | host.context)
    terms = tuple((term, w.NEAR if term in anchor.near else w.FAR) for term in sorted(near))
    for statement in listed:
        if stranger(claim, statement) or unnamed(claim, statement):
            continue
        foreign = statement.language != claim.language
        for source in statement.figures:
            if not _alike(wider, part, decided, source, statement):
                continue
            if contrary(claim, part, statement, source.near):
                continue
            same = compare(part.stated.figure, source.figure) in {"same", "close"}
            if not same and _given(claim, statement):
                continue
            if same != wanted or (same and telling(source.figure) < w.DIGITS[2]):
                continue
            if not same and known(wider, statement, source, rare) < w.OWN:
                continue
            fit = max(
                share(part.terms, statement, source.near, rare, foreign),
                share(terms, statement, source.near, rare, statement.language != host.language),
                _row(anchor, source, statement),
            )
            if fit < (w.ACROSS_SAME if same else w.ACROSS):
                continue
            why = (
                f"states {source.figure.text}"
                if same
                else f"states {source.figure.text} where the claim has {part.stated.figure.text}"
            )
            yield Fit(statement, source, "supports" if same else "contradicts", fit, fit, why)


def _alike(claim: Claim, part: Part, decided: Fit, source: Stated, statement: Statement) -> bool:
    """Whether two sources' figures may be of one measure at one time."""
    anchor, host = decided.stated, decided.statement
    if anchor is None:
        return False
    one, other = _united(anchor, host, source, statement)
    if is_date(source.figure) or one.dimension != other.dimension or source.kind == "change":
        return False
    if "change" in {anchor.kind, part.stated.kind}:
        return False
    ours, theirs = _when(part.stated, anchor, host), _when(source, source, statement)
    if source.planned != anchor.planned and not (ours & theirs or statement.cell or host.cell):
        return False
    if bool(one.per) != bool(other.per) and not (host.cell or statement.cell):
        return False
    if ratio(one, other) > w.ACROSS_SIZE:
        return False
    if nouns(anchor.figure, source, statement.words, claim.known) is False or other_measure(part, source):
        return False
    return bool(ours & theirs) or not ours or not theirs


def _row(anchor: Stated, source: Stated, statement: Statement) -> float:
    """Share of a row's label that the source that decided has in the figure's own clause."""
    label = source.near - LIGHT
    if not statement.cell or not label - ideas(source.figure.text):
        return 0.0
    return sum(nearest(term, anchor.near) for term in sorted(label)) / len(label)


def _given(claim: Claim, statement: Statement) -> bool:
    """Whether a source's sentence has a figure of the claim: then others there are of something else."""
    return any(
        compare(mine.stated.figure, item.figure) == "same"
        for mine in claim.parts
        for item in statement.figures
        if not is_date(item.figure)
    )


def _united(anchor: Stated, host: Statement, source: Stated, statement: Statement) -> tuple[Figure, Figure]:
    """Both figures, without a unit that the label of the other's cell has: `Opening days | 305`."""
    one, other = anchor.figure, source.figure
    if bare(one) and host.cell and not bare(other) and _unit(other) & anchor.near:
        return one, _number(other)
    if bare(other) and statement.cell and not bare(one) and _unit(one) & source.near:
        return _number(one), other
    return one, other


def _unit(figure: Figure) -> frozenset[str]:
    return ideas(re.sub(r"[\d.,]+", " ", figure.text))


def _number(figure: Figure) -> Figure:
    """A figure as a number alone."""
    return next(iter(read(re.sub(r"[^\d.,]", "", figure.text).strip(".,"))), figure)


def _when(stated: Stated, other: Stated, statement: Statement) -> frozenset[int]:
    """The years that a figure holds for: its own, else those of its page; empty where none is told."""
    own = {int(date.values[0]) for item in (stated, other) for date in item.scope}
    return frozenset(own) or statement.years
