"""Why a statement that shares words with a claim may speak of something else: names, measures, times."""

from __future__ import annotations

import re
from functools import lru_cache

from triaudit.judge.rules.concepts import PLACES
from triaudit.judge.rules.factcheck import weights as w
from triaudit.judge.rules.factcheck.claims import Claim, Part
from triaudit.judge.rules.factcheck.figures import Stated
from triaudit.judge.rules.factcheck.overlap import Rare
from triaudit.judge.rules.factcheck.statements import Statement
from triaudit.judge.rules.factcheck.terms import LIGHT, SAYING, content, nearest, weight
from triaudit.judge.rules.polarity import ahead, opposed
from triaudit.judge.rules.slots import is_date
from triaudit.judge.rules.subjects import subject
from triaudit.judge.rules.verbs import Language, verb_at
from triaudit.numbers import read
from triaudit.text import fold


def known(claim: Claim, statement: Statement, source: Stated, rare: Rare) -> float:
    """Share of what a statement says its figure is of that the claim, its heading or its task knows."""
    own = source.near
    if not statement.cell:
        lead = _before_verb(statement.text, statement.language)
        own = own & content(
            lead
            if len(lead) <= source.figure.start or source.figure.start < 8
            else statement.text[: source.figure.start]
        )
        if _piece_of(lead, claim):
            return 0.0
    foreign = statement.language != claim.language
    sized = [
        (weight(term, rare, foreign), nearest(term, claim.known))
        for term in sorted(own)
        if term not in LIGHT | SAYING | _DOING
    ]
    total = sum(size for size, _ in sized)
    return sum(size * have for size, have in sized) / total if total else 1.0


_TO = re.compile(r"\b(?:to|of|for|on|in|an|der|des|am|vom|von)\b", re.IGNORECASE)


def _piece_of(lead: str, claim: Claim) -> bool:
    """Whether a subject is something of what the claim is about: `Repairs to the bridge`."""
    head, _, rest = lead.partition(found[0]) if (found := _TO.search(lead)) else (lead, "", "")
    own = content(head) - LIGHT - SAYING - MEASURES
    return bool(own and rest and claim.head & content(rest)) and not any(
        nearest(term, claim.known) for term in own
    )


_DOING = frozenset({"built"})
"""What an amount is spent on whether it is said or not."""


@lru_cache(maxsize=8192)
def _before_verb(text: str, language: Language) -> str:
    """What stands before the verb: the subject, where it names one."""
    return subject(text, described=True) or text[: verb_at(text, language) or 0]


def stranger(claim: Claim, statement: Statement) -> bool:
    """Whether a statement is about somebody else by name."""
    ours = claim.names | claim.home
    if (statement.language == "zh") != (claim.language == "zh"):
        return False
    theirs = statement.about & claim.sure
    if theirs:
        return not theirs & ours and not statement.names & claim.about
    titled = statement.titled & claim.sure
    if not titled or not ours or (titled | statement.names) & ours:
        return False
    spoken = set(re.findall(r"[^\W\d_][\w-]+", fold(statement.text)))
    return not spoken & ours & claim.sure


def unnamed(claim: Claim, statement: Statement) -> bool:
    """Whether a statement lacks the names that the claim is about."""
    if (
        not claim.about
        or claim.about & claim.home
        or (statement.language == "zh") != (claim.language == "zh")
    ):
        return False
    return not claim.about & (statement.names | statement.titled)


def contrary(claim: Claim, part: Part | None, statement: Statement, near: frozenset[str]) -> bool:
    """Whether another kind of thing is spoken of: a ferry and not a tram."""
    ours = {
        term for term, by in (part.terms if part else claim.terms) if term in PLACES and by >= w.FAR_NEEDED
    }
    around = near | statement.words | statement.context | statement.before
    theirs = {term for term in near | statement.words if term in PLACES}
    missing = {term for term in ours if not nearest(term, around)}
    return bool(missing and {term for term in theirs if not nearest(term, claim.known)})


_MEASURES_TEXT = """
population capacity output revenue profit loss cost investment length height area depth volume distance
speed weight temperature employees customers visitors students households subsidy tax tariff export
import rainfall yield emissions inflation unemployment members patients deaths wages pension rent debts
deficit assets dividend demand complaints satisfied votes
"""
MEASURES = frozenset(_MEASURES_TEXT.split())
"""Concepts that are measured."""


def other_measure(part: Part, source: Stated) -> bool:
    """Whether a figure is of one measure and a source's of another one."""
    ours = {term for term in part.stated.near if term in MEASURES}
    theirs = {term for term in source.near if term in MEASURES}
    ours, theirs = (
        {term for term in ours if not nearest(term, source.near)},
        {term for term in theirs if not nearest(term, part.stated.near)},
    )
    if opposed(part.stated.ways, source.ways) == "result":
        return False
    return bool(ours and theirs)


def lacking(claim: Claim, statement: Statement, near: frozenset[str], rare: Rare) -> bool:
    """Whether a statement lacks what narrows the claim's subject down: it may be of something wider."""
    head = claim.head - PLACES
    foreign = statement.language != claim.language
    around = near | statement.words | statement.context | statement.before
    sized = [(weight(term, rare, foreign), nearest(term, around)) for term in sorted(head)]
    total = sum(size for size, _ in sized)
    return len(head) > 1 and sum(size * have for size, have in sized) < w.OWN_HEAD * total


def times(part: Stated, source: Stated, statement: Statement) -> float | None:
    """A bonus for the same time, a penalty for a page of another one; None for another time."""
    ours = {int(date.values[0]) for date in part.scope if not is_date(part.figure)}
    theirs = {int(date.values[0]) for date in source.scope}
    if not ours or is_date(source.figure) or (source.planned and not statement.cell):
        return 0.0
    page = next((int(f.values[0]) for f in read(statement.passage.date or "") if is_date(f)), None)
    if page is not None and page < min(ours) and not theirs & ours:
        return -w.OTHER_TITLE_TIME if not theirs else None
    if theirs:
        if not ours & theirs:
            return None
        halves = [{(d.part, d.month) for d in s.scope if d.part or d.month} for s in (part, source)]
        if halves[0] and halves[1] and not halves[0] & halves[1]:
            return None
        return w.SAME_TIME
    if statement.years and not ours & statement.years:
        return -w.OTHER_TITLE_TIME
    return 0.0


def narrower(part: Stated, source: Stated) -> bool:
    """Whether a source's figure is of a part of the claim's time."""
    theirs = [d for d in source.scope if d.part or d.month]
    return (
        bool(part.scope and theirs)
        and not any(d.part or d.month for d in part.scope)
        and not is_date(part.figure)
    )


def foreseen(part: Stated, source: Stated, statement: Statement) -> bool:
    """Whether a page is older than what it gives a figure for: then it can only be a plan."""
    if _FROM_ON.search(source.text) or _FROM_ON.search(statement.text[: source.figure.start]):
        return False
    page = next((f for f in read(statement.passage.date or "") if is_date(f)), None)
    dates = [source.figure] if is_date(source.figure) else list(source.scope)
    dates = dates or [item.figure for item in statement.figures if is_date(item.figure)]
    if page is None or not dates:
        return False
    when = max(
        (date.values[0], date.month or (0 if date.values[0] == page.values[0] else 1)) for date in dates
    )
    return when > (page.values[0], page.month or 12) and part.scope != ()


_FROM_ON = re.compile(r"自[^，。]{2,12}起|从[^，。]{2,12}起")
"""What says in Chinese from when something that is decided holds."""


def came(claim: Claim) -> bool:
    """Whether a claim says that something has come about."""
    return ahead(claim.text, "will", False) or "actual" in claim.words or bool(_REAL.search(claim.text))


_REAL = re.compile(r"高达|达到|如期|按期|完成|只花|仅")
"""What says in Chinese that something has come about."""
