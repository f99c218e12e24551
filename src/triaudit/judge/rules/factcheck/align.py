"""How well a statement of a source fits a figure of a claim, and what it then says of it."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from triaudit.judge.rules.factcheck import weights as w
from triaudit.judge.rules.factcheck.apart import (
    came,
    contrary,
    foreseen,
    known,
    lacking,
    narrower,
    other_measure,
    stranger,
    times,
    unnamed,
)
from triaudit.judge.rules.factcheck.claims import Claim, Part
from triaudit.judge.rules.factcheck.equal import compare, nouns, ratio, telling
from triaudit.judge.rules.factcheck.figures import Stated
from triaudit.judge.rules.factcheck.names import entities
from triaudit.judge.rules.factcheck.overlap import Rare, share
from triaudit.judge.rules.factcheck.statements import Statement
from triaudit.judge.rules.polarity import ahead, opposed, ways
from triaudit.judge.rules.slots import is_date

Stance = Literal["supports", "contradicts"]


class Fit(NamedTuple):
    """A statement beside a figure of a claim."""

    statement: Statement
    stated: Stated | None
    stance: Stance
    share: float
    """Of the claim's weighted terms, 0-1."""
    score: float
    why: str


Outcome = Literal["supports", "contradicts", "disagree", "silent"]


class Told(NamedTuple):
    """What one side says of one part of a claim."""

    outcome: Outcome
    yes: Fit | None
    no: Fit | None


SILENT = Told("silent", None, None)


def fits(claim: Claim, part: Part, statement: Statement, rare: Rare) -> list[Fit]:
    """What each figure of a statement says of a figure of the claim."""
    if stranger(claim, statement):
        return []
    foreign = statement.language != claim.language
    found: list[Fit] = []
    for source in statement.figures:
        answer = compare(part.stated.figure, source.figure)
        if answer == "apart" or _elsewhere(claim, source) or far(answer, part, source):
            continue
        fit = share(part.terms, statement, source.near, rare, foreign) + _base(part.stated, source)
        alike = answer in {"same", "close"}
        made = (_same if alike else _other)(claim, part, statement, source, min(1.0, fit))
        if made is None or not (alike or narrow(claim, statement, source, rare)):
            continue
        if answer == "close":
            made = made._replace(score=made.score - w.ROUGHLY)
        if part.stated.figure.per != source.figure.per and made.stance == "contradicts":
            made = made._replace(score=made.score - w.OTHER_RATE)
        found.append(made)
    return _unstolen(claim, part, found, rare)


def open_to(claim: Claim, part: Part, statement: Statement, source: Stated, same: bool) -> bool:
    """Whether nothing but words that don't meet speaks against two figures being of the same.

    Args:
        claim: The claim.
        part: Its figure.
        statement: The source's sentence or cell.
        source: The figure there.
        same: Whether the figures are equal; otherwise more is asked, as the one would contradict the other.
    """
    if stranger(claim, statement) or _elsewhere(claim, source):
        return False
    if nouns(part.stated.figure, source, statement.words, claim.known) is False:
        return False
    if _common(claim, part, statement, source)[0] <= w.BARRED:
        return False
    return same or not (
        is_date(source.figure)
        or (part.stated.kind == "change") != (source.kind == "change")
        or (times(part.stated, source, statement) or 0.0) < 0
        or other_measure(part, source)
        or narrower(part.stated, source)
        or unnamed(claim, statement)
        or _label(statement, source)
    )


def narrow(claim: Claim, statement: Statement, source: Stated, rare: Rare) -> bool:
    """Whether claim and source are of the same breadth, so that another value would contradict."""
    return not lacking(claim, statement, source.near, rare) and known(claim, statement, source, rare) >= w.OWN


def far(answer: str, part: Part, source: Stated) -> bool:
    """Whether a figure that is left open is too far off to be the same."""
    alike = part.stated.figure.dimension == source.figure.dimension
    return answer == "close" and alike and ratio(part.stated.figure, source.figure) > w.NEARLY


def _elsewhere(claim: Claim, source: Stated) -> bool:
    """Whether a figure's own clause is about somebody else by name."""
    theirs = entities(source.text) & claim.sure
    return bool(claim.about and theirs and not theirs & (claim.about | claim.names | claim.home))


def _base(part: Stated, source: Stated) -> float:
    """A bonus for two differences from one plan."""
    both = part.kind == source.kind == "change" and "planned" in part.near & source.near
    return w.SAME_BASE if both else 0.0


def _unstolen(claim: Claim, part: Part, found: list[Fit], rare: Rare) -> list[Fit]:
    """Equal figures lose where the same sentence gives another value of just what is claimed."""
    others = [
        fit
        for fit in found
        if fit.stance == "contradicts" and not fit.statement.cell and not _taken(claim, part, fit, rare)
    ]
    return [
        fit._replace(score=fit.score - w.STOLEN, why=fit.why + ", of something else")
        if fit.stance == "supports" and any(_better(part, o, fit) for o in others)
        else fit
        for fit in found
    ]


def _taken(claim: Claim, part: Part, fit: Fit, rare: Rare) -> bool:
    """Whether another figure of the claim is what a source's figure is, and fits it no worse."""
    stated = fit.stated
    if stated is None:
        return False
    foreign = fit.statement.language != claim.language
    return any(
        other is not part
        and compare(other.stated.figure, stated.figure) == "same"
        and share(other.terms, fit.statement, stated.near, rare, foreign) >= fit.share
        for other in claim.parts
    )


def _better(part: Part, other: Fit, fit: Fit) -> bool:
    """Whether another figure of the sentence is more what the claim speaks of than the equal one."""
    if other.score < w.CONTRADICTION or other.stated is None or fit.stated is None:
        return False
    once = (
        fit.stated.kind == "from"
        and part.stated.kind == "level" == other.stated.kind
        and not part.stated.scope
    )
    return other.share > fit.share + w.BETTER or (once and other.share > fit.share - 0.1)


_LABEL = re.compile(
    r"\b(?:lines?|routes?|bus(?:es)?|no|nos|number|rooms?|chapters?|figures?|tables?|sections?|articles?|platforms?"
    r"|roads?|linien?|nr|kapitel|straße|raum|zimmer|artikel)\.?\s(?:\d+\s?(?:,|and|or|to|und|oder|bis)\s?)*$",
    re.IGNORECASE,
)
"""What stands before a number that is a name, as in `lines 7 and 9`."""


def _label(statement: Statement, source: Stated) -> bool:
    """Whether a number of a sentence is a name and counts nothing."""
    at = source.figure.start
    return not statement.cell and bool(_LABEL.search(statement.text[max(0, at - 40) : at]))


def _common(claim: Claim, part: Part, statement: Statement, source: Stated) -> tuple[float, bool]:
    """Bonuses and penalties of any pair, and whether another value could contradict at all."""
    bonus, open_ = 0.0, True
    time = times(part.stated, source, statement)
    if time is None:
        return -1.0, False
    bonus += time
    open_ = time >= 0
    same = nouns(part.stated.figure, source, statement.words, claim.known)
    if same is not None:
        bonus += w.SAME_NOUN if same else -w.OTHER_NOUN
        open_ = open_ and same
    if part.stated.figure.per and part.stated.figure.per == source.figure.per:
        bonus += w.SAME_RATE
    dated = is_date(part.stated.figure)
    if part.stated.kind == source.kind == "change":
        open_ = open_ and ("planned" in part.stated.near) == ("planned" in source.near)
    if part.stated.kind != source.kind and not dated:
        change = "change" in {part.stated.kind, source.kind}
        bonus -= (
            w.CONTRARY
            if change and part.stated.figure.bound in {"least", "most"}
            else w.OTHER_KIND
            if change
            else 0.0
            if time > 0
            else w.EARLIER
        )
        open_ = open_ and not change and time > 0
    else:
        bonus += w.SAME_KIND
    plan = source.planned and not part.stated.planned
    if claim.language == "zh" and not part.stated.planned and foreseen(part.stated, source, statement):
        return -w.NOT_YET, False
    open_ = open_ and not plan
    if (
        plan
        and not {"verdict_m"} & part.stated.ways
        and (dated or "actual" in claim.words)
        and ahead(claim.text, source.text, plan)
    ):
        bonus -= w.NOT_YET if came(claim) else w.OTHER_PLAN
    if opposed(part.stated.ways, source.ways) in {"side", "coast"}:
        return -1.0, False
    if narrower(part.stated, source):
        open_ = False
    if part.stated.planned and not source.planned:
        open_ = False
        bonus -= w.ROUGHLY
    if contrary(claim, part, statement, source.near):
        bonus -= w.CONTRARY
        open_ = False
    if unnamed(claim, statement):
        bonus -= w.NO_NAME
        open_ = False
    return bonus, open_


def _same(claim: Claim, part: Part, statement: Statement, source: Stated, fit: float) -> Fit | None:
    if fit < (w.LEAST_LONG if telling(part.stated.figure) >= w.LONG else w.LEAST):
        return None
    bonus, _ = _common(claim, part, statement, source)
    way = opposed(part.stated.ways, source.ways)
    change = part.stated.kind == source.kind == "change"
    agreed = {way for way in part.stated.ways & source.ways if way.startswith("level")}
    if (
        way
        and not agreed
        and (change or (way in {"verdict", "contest", "result", "door"} and fit >= w.OPPOSED))
    ):
        return Fit(
            statement,
            source,
            "contradicts",
            fit,
            fit + w.ANCHOR,
            f"says the opposite of {part.stated.figure.text}",
        )
    back = source.kind == "from" and part.stated.kind == "level" and not statement.cell
    if back and fit >= w.TURNED and opposed(part.stated.ways, ways(statement.text)) == "level":
        why = f"starts from {source.figure.text}, and goes the other way"
        return Fit(statement, source, "contradicts", max(fit, w.ALIKE), fit + w.SAME_BASE, why)
    for family in ("verdict", "contest"):
        said = {way for way in part.stated.ways if way.startswith(family)}
        if said and not said & ways(statement.text):
            bonus -= w.UNSAID
    if (statement.language == "zh") != (claim.language == "zh"):
        bonus -= w.FOREIGN
    score = fit + telling(part.stated.figure) + bonus
    return Fit(statement, source, "supports", fit, score, f"states {source.figure.text}")


def _spanned(source: Stated) -> bool:
    """Whether a change was computed from two values: it is of whatever those are of."""
    return source.kind == "change" and len(re.findall(r"\d[\d.,]*", source.figure.text)) > 1


def _other(claim: Claim, part: Part, statement: Statement, source: Stated, fit: float) -> Fit | None:
    if fit < w.ALIKE - w.ANCHOR:
        return None
    bonus, open_ = _common(claim, part, statement, source)
    worded = part.stated.figure.dimension in {"percent", "ratio"}
    words = worded and not re.search(r"\d", part.stated.figure.text)
    if words and part.stated.kind != "change" and fit < w.WORDED:
        return None
    if part.stated.figure.dimension == "percent" and _spanned(source) and fit < w.OWN_HEAD:
        return None
    if not open_ or other_measure(part, source) or _label(statement, source):
        return None
    size = ratio(part.stated.figure, source.figure)
    if not is_date(part.stated.figure):
        bonus += (
            w.CLOSE_SIZE if size < 1.35 else w.NEAR_SIZE if size < 2 else 0.0 if size < 12 else -w.FAR_SIZE
        )
    why = f"states {source.figure.text} where the claim has {part.stated.figure.text}"
    return Fit(statement, source, "contradicts", fit, fit + bonus, why)
