"""What a sentence says of a claim by its words: yes, no, or the opposite."""

from __future__ import annotations

import re
from functools import lru_cache

from triaudit.judge.rules import polarity
from triaudit.judge.rules.agreement import counted
from triaudit.judge.rules.concepts import ideas
from triaudit.judge.rules.factcheck import weights as w
from triaudit.judge.rules.factcheck.align import Fit, Stance
from triaudit.judge.rules.factcheck.apart import contrary, stranger, unnamed
from triaudit.judge.rules.factcheck.claims import Claim
from triaudit.judge.rules.factcheck.overlap import Rare, share
from triaudit.judge.rules.factcheck.statements import Statement
from triaudit.judge.rules.factcheck.terms import LIGHT, content, nearest, weight
from triaudit.judge.rules.slots import is_date

_NONE = re.compile(
    r"\b(?:not a single|not one|none|no(?! more| less| fewer| later| longer| doubt| one\b)|never"
    r"|nobody|no one|nothing|without any|zero"
    r"|kein\w*|nichts|niemand\w*|nie(?:mals)?|ohne jede\w*)\b"
    r"|没有任何|没有一|从未|从来没有|无一|全部消除|零(?=[起次例处])|无(?=任何)",
    re.IGNORECASE,
)
"""Words that say there is nothing of the kind."""
_ALL = re.compile(
    r"\b(?:all|every|entirely|exclusively|solely|always|completely|alle[nrs]?|sämtliche\w*"
    r"|vollständig|ausschließlich)\b"
    r"|全部|所有|完全|均(?=[来为])|都(?=[是来])",
    re.IGNORECASE,
)
_SOME = re.compile(
    r"\b(?:the rest|the remainder|partly|partially|in part|only some|most of|except|but not"
    r"|der rest|teilweise|zum teil|außer)\b"
    r"|其余|其他|部分|除.{1,12}外|大部分|主要",
    re.IGNORECASE,
)
"""Words that say it is not so for all."""
_PAIRS = tuple(
    (re.compile(one, re.IGNORECASE), re.compile(other, re.IGNORECASE))
    for one, other in (
        (
            (
                r"\b(?:on schedule|on time|as planned|ahead of (?:schedule|time)|punctual\w*|pünktlich"
                r"|fristgerecht|planmäßig)\b|按时|如期|按期|提前"
            ),
            (
                r"\b(?:late[rn]?|delay(?:ed|s)?|behind schedule|overdue|postponed|verspät\w*"
                r"|put off|pushed back|verzöger(?:t|te|ung\w*)|später als geplant|verschoben)\b"
                r"|延期|推迟|延误|耽误|逾期|晚了|比计划晚|暂缓"
            ),
        ),
        (
            r"\b(?:unanimous\w*|einstimmig\w*)\b|一致(?=通过|同意|批准|表决)|全票",
            (
                r"\b\d+ (?:votes )?to \d+\b|\b\d+ (?:zu|gegen) \d+\b|\b\d+ (?:votes )?against\b"
                r"|\bnarrow\w*\b|\bknapp\w*\b|\d票(?:对|反对)|票反对"
            ),
        ),
        (
            r"\b(?:permanent(?:ly)?|for good|indefinite(?:ly)?|dauerhaft\w*|unbefristet\w*)\b|永久|无限期",
            (
                r"\b(?:temporar(?:y|ily)|for the time being|until (?:the end of )?(?:\w+ )?\d{4}|befristet\w*"
                r"|vorübergehend\w*|bis (?:ende|zum|mitte)(?: \w+)? \d{4})\b|临时|暂时|试行|延长[至到]"
            ),
        ),
        (
            (
                r"\b(?:met|meets|fulfil\w*|complied with|reached|attained|erfüll\w*|erreicht\w*)\b"
                r"|达到|达标|完成(?=了?[^，。]{0,8}(?:目标|指标|任务))"
            ),
            (
                r"\b(?:miss(?:ed|es)|fell short|falls short|short of|breach\w*|violat\w*|failed to meet"
                r"|verfehl\w*|nicht erfüllt|nicht erreicht)\b|未达|没有达到|没有完成|未完成"
            ),
        ),
        (
            (
                r"\b(?:left over|unspent|under budget|below budget|within budget|on budget|saved|übrig"
                r"|unter dem budget)\b|结余|节余|节省"
            ),
            (
                r"\b(?:overr[ua]n|over budget|above budget|exceeded|more than planned|überschritten"
                r"|mehrkosten|mehr als bewilligt)\b|超支|超出"
            ),
        ),
        (
            (
                r"\b(?:above|higher than|more expensive than|dearer than|over|exceeds?|teurer als"
                r"|höher als|über dem|oberhalb)\b|高于|高出|超过"
            ),
            (
                r"\b(?:below|lower than|cheaper than|under|billiger als|niedriger als|günstiger als"
                r"|unter dem|unterhalb)\b|低于|不及|不如"
            ),
        ),
    )
)


_STILL = re.compile(
    r"\b(?:no (?:\w+ )?(?:effect|change|difference|impact)"
    r"|(?:not|n't) (?:\w+ )?(?:change|differ|rise|fall|measure any)"
    r"|unchanged|kein\w* (?:\w+ )?(?:einfluss|wirkung|unterschied|veränderung|effekt)|unverändert)\b"
    r"|不显著|(?:没有|无)(?:明显|显著)?(?:变化|影响|差异)",
    re.IGNORECASE,
)
"""What says that a measure has not moved, or not for this reason."""


LISTED = "says the opposite"


@lru_cache(maxsize=8192)
def none(text: str) -> bool:
    """Whether a text says that there is nothing of the kind."""
    return bool(_NONE.search(text))


def opposite(claim: str, source: str) -> str:
    """In which way two texts point apart: `listed` by a pair of phrases, else the family; empty if not."""
    if _listed(claim, source):
        return "listed"
    return polarity.opposed(polarity.ways(claim), polarity.ways(source))


def _listed(claim: str, source: str) -> bool:
    """Whether two texts are on the two sides of a pair of phrases."""
    sides = ((_side(claim, pair), _side(source, pair)) for pair in _PAIRS)
    return any(ours and theirs and ours != theirs for ours, theirs in sides)


def _ahead(claim: Claim, statement: Statement) -> bool:
    """Whether a sentence speaks of a plan that the claim says has come about."""
    return polarity.ahead(claim.text, statement.text, polarity.planned(statement.text))


_DENIED = re.compile(
    r"(?:\b(?:not|never|no|without|nicht|kein\w*|ohne|nie)\b[^.,;]{0,16}|[没未不无][^，。]{0,5})$",
    re.IGNORECASE,
)


def _side(text: str, pair: tuple[re.Pattern[str], re.Pattern[str]]) -> int:
    """Which side of a pair a text is on, 1 or -1, a denied word counting for the other; else 0."""
    sides = {
        sign * (-1 if _DENIED.search(text[max(0, match.start() - 24) : match.start()]) else 1)
        for sign, pattern in zip((1, -1), pair, strict=True)
        for match in pattern.finditer(text)
    }
    return sides.pop() if len(sides) == 1 else 0


def by_words(claim: Claim, statement: Statement, rare: Rare) -> Fit | None:
    """What a sentence says of a claim apart from figures; None where it speaks of something else."""
    if polarity.perhaps(statement.text) and not polarity.perhaps(claim.text):
        return None
    empty = _QUANTITY | content(polarity.denials(claim.text))
    terms = tuple((term, by) for term, by in claim.terms if term not in empty)
    if not any(term not in LIGHT and nearest(term, statement.words) > 0.5 for term, _ in terms):
        return None
    if (
        stranger(claim, statement)
        or unnamed(claim, statement)
        or contrary(claim, None, statement, statement.words)
    ):
        return None
    foreign = statement.language != claim.language
    fit = share(terms, statement, statement.words, rare, foreign)
    if fit < w.APART:
        return None

    def made(stance: Stance, why: str) -> Fit:
        return Fit(statement, None, stance, fit, fit, why)

    valued = any(not is_date(item.figure) for item in statement.figures)
    listed = _listed(claim.text, statement.text) and not _ahead(claim, statement)
    if none(claim.text) and not listed:
        if _of_another_column(claim, statement):
            return None
        if not claim.parts and fit >= w.COUNTED and _counts(claim, statement):
            return made("contradicts", "says that there is some")
        if (
            not any(not is_date(part.stated.figure) for part in claim.parts)
            and not none(statement.text)
            and not polarity.negations(statement.text)
            and fit >= (w.SOME if valued else w.DENIED)
        ):
            return made("contradicts", "says that there is some")
        yet = polarity.ahead(claim.text, statement.text, polarity.planned(statement.text))
        return (
            made("supports", "says the same") if none(statement.text) and fit >= w.TOLD and not yet else None
        )
    if _ALL.search(claim.text) and _SOME.search(statement.text) and fit >= w.OPPOSED:
        return made("contradicts", "says that it is not so for all")
    changes = claim.parts and all(part.stated.kind == "change" for part in claim.parts)
    if changes and fit >= w.UNMOVED and _STILL.search(statement.text) and not _STILL.search(claim.text):
        return made("contradicts", "says that nothing changed")
    if not claim.parts and fit >= w.OPPOSED and _other_holder(claim, statement):
        return made("contradicts", "names somebody else")
    clause = _clause(claim, statement)
    odd = polarity.negations(claim.text) % 2 != polarity.negations(clause) % 2
    way = opposite(claim.text, statement.text)
    if (
        way
        and (way == "listed" or not odd)
        and (not claim.parts or way in {"listed", "multiple", "verdict", "contest"})
        and fit >= (w.APART if way == "listed" else w.OPPOSED)
    ):
        return made("contradicts", LISTED if way == "listed" else "points the other way")
    if odd:
        own = tuple((term, by) for term, by in terms if by >= w.FAR_NEEDED)
        sure = fit >= w.DENIED and share(own, statement, statement.words, rare, foreign) >= w.DENIED
        whole = clause == statement.text and len(_JOINT.findall(clause)) > 1
        told = sure and not whole and not claim.parts and _predicate(claim, statement, rare) >= w.SAID
        return made("contradicts", "denies it") if told else None
    if (
        fit < w.TOLD
        or _predicate(claim, statement, rare) < w.SAID
        or way
        or polarity.ahead(claim.text, statement.text, polarity.planned(statement.text))
    ):
        return None
    head = claim.head - _QUANTITY
    around = statement.words | statement.context
    if head and not any(nearest(term, around) for term in head):
        return None
    return made("supports", "says the same")


_ASIDE = re.compile(
    r"[,，;；]|\b(?:when|while|after|before|because|since|although|als|wenn|während|nachdem|bevor|weil)\b",
    re.IGNORECASE,
)
"""What ends the clause in which a claim denies something."""


def _counts(claim: Claim, statement: Statement) -> bool:
    """Whether a sentence counts what a claim says there is none of."""
    denied = content(_ASIDE.split(claim.text)[0]) - LIGHT
    return any(
        item.figure.dimension == "count"
        and item.figure.values[0] > 0
        and any(nearest(term, denied) > 0.5 for term in counted(item.figure))
        for item in statement.figures
    )


_CELL = re.compile(
    r"[:：]\s*(?P<column>[^:：,.]{2,40}?)\s(?:none|nil|zero|keine?r?|无|没有)\W*$", re.IGNORECASE
)
"""The end of a claim that a table's row and column make: `Staff: Night shift none`."""


def _of_another_column(claim: Claim, statement: Statement) -> bool:
    """Whether a table's cell says none, and a source lacks every word of the cell's column."""
    cell = _CELL.search(claim.text)
    column = content(cell["column"]) if cell else frozenset()
    around = statement.words | statement.context
    return bool(column) and not any(nearest(term, around) > 0.5 for term in column)


_JOINT = re.compile(r"[,;，；]|\s(?:and|but|while|although|und|aber|während|obwohl)\s|而|但")


def _clause(claim: Claim, statement: Statement) -> str:
    """The clause of a sentence that has all the words that it shares with a claim; else the sentence."""
    shared = {term for term in claim.words - LIGHT if nearest(term, statement.words) > 0.5}
    clauses = (part for part in _JOINT.split(statement.text) if len(part) > 3)
    return next(
        (part for part in clauses if all(nearest(term, content(part)) > 0.5 for term in shared)),
        statement.text,
    )


def _predicate(claim: Claim, statement: Statement, rare: Rare) -> float:
    """Share of what a claim says of its subject that a sentence has."""
    foreign = statement.language != claim.language
    sized = [
        (weight(term, rare, foreign), nearest(term, statement.words))
        for term in sorted(claim.words - claim.head - _QUANTITY - content(polarity.denials(claim.text)))
    ]
    total = sum(size for size, _ in sized)
    return sum(size * have for size, have in sized) / total if total else 1.0


_ROLES = ideas("ceo president minister mayor director chair founder")
_PERSON = re.compile(r"[A-ZÄÖÜ](?:\.|[\w’'-]+)\s[A-ZÄÖÜ][\w’'-]+")


def _other_holder(claim: Claim, statement: Statement) -> bool:
    """Whether a sentence names another person for the office that a claim gives to one."""
    if not claim.words & statement.words & _ROLES:
        return False
    ours, theirs = (
        {name for name in _PERSON.findall(text) if not ideas(name) & _ROLES}
        for text in (claim.text, statement.text)
    )
    return bool(ours and theirs) and not any(a.split()[-1] == b.split()[-1] for a in ours for b in theirs)


_QUANTITY = content("single any none every never nothing all entire nobody still yet nichts")
