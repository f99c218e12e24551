"""How well a statement of a source fits a figure of a claim, and what it then says of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from triaudit.judge.rules.concepts import PLACES
from triaudit.judge.rules.factcheck import weights as w
from triaudit.judge.rules.factcheck.claims import Claim, Part
from triaudit.judge.rules.factcheck.names import entities
from triaudit.judge.rules.factcheck.figures import Stated, compare, nouns, ratio, telling
from triaudit.judge.rules.factcheck.statements import Statement
from triaudit.judge.rules.factcheck.terms import LIGHT, SAYING, content, nearest, weight
from triaudit.judge.rules.polarity import ahead, opposed, ways
from triaudit.judge.rules.slots import is_date
from triaudit.judge.rules.subjects import subject
from triaudit.judge.rules.verbs import Language, verb_at
from triaudit.numbers import read

Stance = Literal["supports", "contradicts"]
Rare = Mapping[str, float]


class Fit(NamedTuple):
    """A statement beside a figure of a claim."""

    statement: Statement
    stated: Stated | None
    stance: Stance
    share: float
    """Of the claim's weighted terms, 0-1."""
    score: float
    why: str


def share(
    terms: tuple[tuple[str, float], ...],
    statement: Statement,
    near: frozenset[str],
    rare: Rare,
    foreign: bool,
) -> float:
    """Share of weighted terms that a statement has, less where they only stand around it."""
    others = frozenset[str]().union(*(item.near for item in statement.figures if not is_date(item.figure)))
    own = statement.words - (others - near) if near - LIGHT else statement.words
    layers = (
        (near, w.CLAUSE),
        (own, w.SENTENCE),
        (statement.context, w.CONTEXT),
        (statement.before, w.BEFORE),
        (statement.words, w.ELSEWHERE),
    )
    have = total = 0.0
    for term, by in terms:
        size = by * weight(term, rare, foreign)
        total += size
        if term in near:
            have += size * w.CLAUSE
            continue
        best = 0.0
        for words, depth in layers:
            if depth <= best:
                break
            best = max(best, depth * nearest(term, words))
        have += size * best
    return have / total if total else 0.0


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
    foreign = statement.language != claim.language
    sized = [
        (weight(term, rare, foreign), nearest(term, claim.known))
        for term in sorted(own)
        if term not in LIGHT | SAYING | _DOING
    ]
    total = sum(size for size, _ in sized)
    return sum(size * have for size, have in sized) / total if total else 1.0


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
    return bool(titled and ours and not (titled | statement.names) & ours)


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


MEASURES = frozenset(
    "population capacity output revenue profit loss cost investment length height area depth volume distance speed weight temperature "
    "employees customers visitors students households subsidy tax tariff export import rainfall yield emissions inflation unemployment "
    "members patients deaths wages pension rent debts deficit assets dividend demand complaints satisfied votes".split()
)
"""Concepts that are measured."""


def other_measure(part: Part, source: Stated) -> bool:
    """Whether a figure is of one measure and a source's of another one."""
    ours = {term for term in part.stated.near if term in MEASURES}
    theirs = {term for term in source.near if term in MEASURES}
    ours, theirs = (
        {term for term in ours if not nearest(term, source.near)},
        {term for term in theirs if not nearest(term, part.stated.near)},
    )
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


def _narrower(part: Stated, source: Stated) -> bool:
    """Whether a source's figure is of a part of the claim's time."""
    theirs = [d for d in source.scope if d.part or d.month]
    return (
        bool(part.scope and theirs)
        and not any(d.part or d.month for d in part.scope)
        and not is_date(part.figure)
    )


def fits(claim: Claim, part: Part, statement: Statement, rare: Rare) -> list[Fit]:
    """What each figure of a statement says of a figure of the claim."""
    if stranger(claim, statement):
        return []
    foreign = statement.language != claim.language
    found: list[Fit] = []
    for source in statement.figures:
        answer = compare(part.stated.figure, source.figure)
        if answer == "apart" or _elsewhere(claim, source) or _far(answer, part, source):
            continue
        fit = share(part.terms, statement, source.near, rare, foreign) + _base(part.stated, source)
        made = (_same if answer in {"same", "close"} else _other)(
            claim, part, statement, source, min(1.0, fit), rare
        )
        if made is None:
            continue
        if answer == "close":
            made = made._replace(score=made.score - w.ROUGHLY)
        if part.stated.figure.per != source.figure.per and made.stance == "contradicts":
            made = made._replace(score=made.score - w.OTHER_RATE)
        found.append(made)
    return _unstolen(claim, part, found, rare)


def _far(answer: str, part: Part, source: Stated) -> bool:
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
    real = claim.language == "zh" or _came(claim)
    if real and not part.stated.planned and foreseen(part.stated, source, statement):
        return -w.NOT_YET, False
    if plan and ahead(claim.text, source.text, plan) and (dated or _came(claim)):
        bonus -= w.NOT_YET if _came(claim) else w.OTHER_PLAN
        open_ = False
    if opposed(part.stated.ways, source.ways) in {"side", "coast"}:
        return -1.0, False
    if _narrower(part.stated, source):
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


def foreseen(part: Stated, source: Stated, statement: Statement) -> bool:
    """Whether a page is older than what it gives a figure for: then it can only be a plan."""
    page = next((f for f in read(statement.passage.date or "") if is_date(f)), None)
    dates = [source.figure] if is_date(source.figure) else list(source.scope)
    dates = dates or [item.figure for item in statement.figures if is_date(item.figure)]
    if page is None or not dates:
        return False
    when = max(
        (date.values[0], date.month or (0 if date.values[0] == page.values[0] else 1)) for date in dates
    )
    return when > (page.values[0], page.month or 12) and part.scope != ()


def _came(claim: Claim) -> bool:
    """Whether a claim says that something has come about."""
    return ahead(claim.text, "will", False) or "actual" in claim.words or bool(_REAL.search(claim.text))


_REAL = re.compile(r"高达|达到|如期|按期|完成|只花|仅")
"""What says in Chinese that something has come about."""


def _same(
    claim: Claim, part: Part, statement: Statement, source: Stated, fit: float, rare: Rare
) -> Fit | None:
    if fit < w.LEAST:
        return None
    bonus, _ = _common(claim, part, statement, source)
    way = opposed(part.stated.ways, source.ways)
    change = part.stated.kind == source.kind == "change"
    if way and (change or (way in {"verdict", "contest", "result", "door"} and fit >= w.OPPOSED)):
        return Fit(
            statement,
            source,
            "contradicts",
            fit,
            fit + w.ANCHOR,
            f"says the opposite of {part.stated.figure.text}",
        )
    for family in ("verdict", "contest"):
        said = {way for way in part.stated.ways if way.startswith(family)}
        if said and not said & ways(statement.text):
            bonus -= w.UNSAID
    if (statement.language == "zh") != (claim.language == "zh"):
        bonus -= w.FOREIGN
    score = fit + telling(part.stated.figure) + bonus
    return Fit(statement, source, "supports", fit, score, f"states {source.figure.text}")


def _other(
    claim: Claim, part: Part, statement: Statement, source: Stated, fit: float, rare: Rare
) -> Fit | None:
    if fit < w.ALIKE - w.ANCHOR:
        return None
    bonus, open_ = _common(claim, part, statement, source)
    words = not re.search(r"\d", part.stated.figure.text) and part.stated.figure.dimension != "count"
    if words and part.stated.kind != "change" and fit < w.WORDED:
        return None
    if other_measure(part, source) or lacking(claim, statement, source.near, rare):
        return None
    if not open_ or known(claim, statement, source, rare) < w.OWN:
        return None
    size = ratio(part.stated.figure, source.figure)
    if not is_date(part.stated.figure):
        bonus += (
            w.CLOSE_SIZE if size < 1.35 else w.NEAR_SIZE if size < 2 else 0.0 if size < 12 else -w.FAR_SIZE
        )
    why = f"states {source.figure.text} where the claim has {part.stated.figure.text}"
    return Fit(statement, source, "contradicts", fit, fit + bonus, why)
