"""A second look at figures that no rule decided: everything that speaks for and against each, summed up.

Where words differ, no single bonus tells a coincidence from a paraphrase. Here each pair of a claimed figure
and a source's that the rules have not barred is described by the same few marks, and their weighted sum
decides. The weights are those of a logistic regression (ridge, 2.0) over all such pairs of the worlds with
known answers, rounded; fitted without one of the worlds they do about as well on that one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum, log
from typing import NamedTuple

from triaudit.judge.rules.factcheck import weights as w
from triaudit.judge.rules.factcheck.align import SILENT, Fit, Told, far, narrow, open_to
from triaudit.judge.rules.factcheck.apart import times
from triaudit.judge.rules.factcheck.claims import Claim, Part
from triaudit.judge.rules.factcheck.equal import compare, nouns, ratio, telling
from triaudit.judge.rules.factcheck.figures import Stated
from triaudit.judge.rules.factcheck.overlap import Rare, share
from triaudit.judge.rules.factcheck.statements import Statement
from triaudit.judge.rules.polarity import opposed
from triaudit.judge.rules.slots import is_date

Marks = Mapping[str, float]
"""What is seen of a pair, by the names of the weights: shares and truth values 0-1, sizes as they are."""


class Pair(NamedTuple):
    """A claimed figure beside one of a source."""

    statement: Statement
    stated: Stated
    same: bool
    near: bool
    """Whether both are of the same breadth, so that the one alone contradicts the other."""
    share: float
    marks: Marks


def second(
    claim: Claim,
    told: Mapping[str, list[Told]],
    sides: Mapping[str, Sequence[Statement]],
    rare: Rare,
) -> dict[str, list[Told]]:
    """What the sides say of the parts on which both are silent."""
    made = {side: list(items) for side, items in told.items()}
    silent = [n for n in range(len(claim.parts)) if all(items[n] == SILENT for items in told.values())]
    listed = [statement for side in sorted(sides) for statement in sides[side]]
    for n in silent:
        pairs = list(_pairs(claim, n, listed, rare))
        found = {
            side: _said(claim.parts[n], [p for p in pairs if p.statement.passage.side == side])
            for side in made
        }
        for side, item in _together(found).items():
            made[side][n] = item
    return made


class _Said(NamedTuple):
    """The best fit for and against a figure on one side."""

    yes: Fit | None
    no: Fit | None
    beside: Fit | None
    """Against it, where the other side states it."""


def _said(part: Part, pairs: Sequence[Pair]) -> _Said:
    fits = [(_fit(part, pair), pair.near) for pair in pairs]
    return _Said(
        _best(fit for fit, _ in fits if fit.stance == "supports"),
        _best(fit for fit, near in fits if fit.stance == "contradicts" and near),
        _best(fit for fit, _ in fits if fit.stance == "contradicts"),
    )


def _best(fits: Iterable[Fit]) -> Fit | None:
    return max(fits, key=lambda fit: fit.score, default=None)


def _fit(part: Part, pair: Pair) -> Fit:
    score = _sum(w.SAME_WEIGHTS if pair.same else w.OTHER_WEIGHTS, pair.marks)
    if pair.same:
        return Fit(
            pair.statement, pair.stated, "supports", pair.share, score, f"states {pair.stated.figure.text}"
        )
    why = f"states {pair.stated.figure.text} where the claim has {part.stated.figure.text}"
    return Fit(pair.statement, pair.stated, "contradicts", pair.share, score, why)


def _sum(weights: Mapping[str, float], marks: Marks) -> float:
    return fsum(
        [weights["start"], *(weight * marks[name] for name, weight in weights.items() if name != "start")]
    )


def _together(found: Mapping[str, _Said]) -> dict[str, Told]:
    """What each side says; where one decides, less is asked of the other to say the opposite."""
    made = {side: _alone(said) for side, said in found.items()}
    for side, other in zip(sorted(made), sorted(made, reverse=True), strict=True):
        yes, _, beside = found[other]
        if made[other] != SILENT:
            continue
        if made[side].outcome == "supports" and beside and beside.score > w.BESIDE:
            return {**made, other: Told("contradicts", None, beside)}
        if made[side].outcome == "contradicts" and yes and yes.score > 0:
            return {**made, other: Told("supports", yes, None)}
    return made


def _alone(said: _Said) -> Told:
    yes, no, _ = said
    if yes and yes.score > 0 and (no is None or yes.score > no.score - w.RIVAL):
        return Told("supports", yes, None)
    return Told("contradicts", None, no) if no and no.score > 0 else SILENT


def _pairs(claim: Claim, n: int, listed: Sequence[Statement], rare: Rare) -> Iterator[Pair]:
    """A part's figure beside each of the sources that may be of the same, with their marks."""
    part = claim.parts[n]
    others = [part for m, part in enumerate((*claim.parts, *claim.beside)) if m != n]
    equal = [_stating(other, listed) for other in others]
    made = [
        (statement, item, compare(part.stated.figure, item.figure), _whole(claim, statement, rare))
        for statement in listed
        for item in statement.figures
    ]
    alike = max((whole for _, _, answer, whole in made if answer == "same"), default=0.0)
    unlike = max((whole for _, _, answer, whole in made if answer == "other"), default=0.0)
    for statement, item, answer, whole in made:
        same = answer in {"same", "close"}
        if answer == "apart" or far(answer, part, item) or not open_to(claim, part, statement, item, same):
            continue
        key = (statement.passage.id, statement.place)
        marks = {
            "whole": whole,
            "close": float(answer == "close"),
            "sentence": min(2.0, float(sum(key in places for places in equal))),
            "passage": min(2.0, float(sum(key[0] in {place[0] for place in places} for places in equal))),
            "better": max(0.0, unlike - whole),
            "equal": alike,
            **_marks(claim, part, statement, item, rare),
        }
        near = same or narrow(claim, statement, item, rare)
        yield Pair(statement, item, same, near, marks["clause"], marks)


def _marks(claim: Claim, part: Part, statement: Statement, source: Stated, rare: Rare) -> dict[str, float]:
    """What one pair shows by itself."""
    own, other = part.stated.figure, source.figure
    foreign = statement.language != claim.language
    time = times(part.stated, source, statement) or 0.0
    seen = {
        "telling": telling(own),
        "clause": min(1.0, share(part.terms, statement, source.near, rare, foreign)),
        "size": 0.0 if is_date(own) else abs(log(ratio(own, other))),
        "time": time > 0,
        "another time": time < 0,
        "noun": nouns(own, source, statement.words, claim.known) is True,
        "change": (part.stated.kind == "change") != (source.kind == "change"),
        "former": source.kind == "from" and part.stated.kind != "from",
        "plan": source.planned != part.stated.planned,
        "way": opposed(part.stated.ways, source.ways) == "level",
        "date": is_date(own),
        "foreign": foreign,
        "cell": statement.cell,
        "attachment": statement.passage.side == "attachment",
        "bound": bool(own.bound),
        "rate": own.per != other.per,
        "unit": own.dimension != other.dimension,
    }
    return {name: float(value) for name, value in seen.items()}


def _whole(claim: Claim, statement: Statement, rare: Rare) -> float:
    """Share of all terms of a claim that a statement has."""
    return share(claim.terms, statement, statement.words, rare, statement.language != claim.language)


def _stating(part: Part, listed: Sequence[Statement]) -> set[tuple[str, int]]:
    """The statements that have a part's figure."""
    return {
        (statement.passage.id, statement.place)
        for statement in listed
        for item in statement.figures
        if compare(part.stated.figure, item.figure) == "same"
    }
