"""Claims and sources taken apart: terms, names, figures, and the sentences and cells that state them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from triaudit import injection
from triaudit.judge.rules import polarity, tables
from triaudit.judge.rules.concepts import ideas
from triaudit.judge.rules.slots import Slot, bare, is_date, slots, unfigured
from triaudit.judge.rules.subjects import has_pronoun, names, subject
from triaudit.judge.rules.verbs import Language, has_verb, is_verb, tongue
from triaudit.numbers import Figure, periods, read, separator
from triaudit.questions import Passage
from triaudit.text import HAN, fold, plain, sentences
from triaudit.words import stem

_SIDE_CLAUSE = re.compile(
    r"[;；]|，|,\s+(?=so that\b|because\b|which\b|and\b|but\b|while\b|whereas\b|since\b|as\b|weil\b|da\b"
    r"|und\b|aber\b|so dass\b)"
)
_ATTRIBUTED = re.compile(
    r"\b(?:according to|reported|reports|counted|counts|says?|said|stated|puts|estimated by|laut|zufolge"
    r"|berichtete"
    r"|meldete|erklärte)\b|据|称|表示",
    re.IGNORECASE,
)
_FROM_FILE = re.compile(
    r"\b(?:according to|in|from|per) (?:the|your) (?:attached |provided |uploaded )?(?:workbook|spreadsheet"
    r"|attachment|attached"
    r"|file|pdf|document|sheet|chart|table provided)\b"
    r"|\b(?:workbook|spreadsheet|attachment|chart) (?:gives|shows|lists|says|states|has)\b"
    r"|(?:附件|附表|所附|工作簿|表格)(?:中|里|显示|给出|所示)?|\b(?:laut|gemäß|im|in der) (?:der "
    r"|dem )?(?:anhang|anlage|arbeitsmappe|tabelle)\b",
    re.IGNORECASE,
)
_SAYING = ideas(
    "according workbook spreadsheet attachment attached file document sheet says shows lists gives reported "
    "stated puts 附件 laut"
)
"""Terms of who says it, not of what is said."""
_HEADED = re.compile(r"(?P<heading>[^:：]{3,160}?(?::[^:：–]{3,100})?)\s–\s(?P<rest>\S.*)$", re.DOTALL)
_LABEL = re.compile(r"([^:：]{2,80}?)\s*[:：]\s*\S")
_PHRASE_END = re.compile(
    r"\s(?:of|in|on|at|for|from|to|along|between|per|by|with|during|since|within|der|des|von|im|am"
    r"|auf|bei|für"
    r"|zum|zur|that|which|who)\s"
)


class Fact(NamedTuple):
    """One clause of a claim, with what it leaves to the clause before."""

    terms: frozenset[str]
    names: tuple[str, ...]
    """The names in its subject, which evidence must share."""
    head: frozenset[str]
    """The terms of its subject before any preposition: what it is about."""
    named: frozenset[str] = frozenset()
    """The terms of all the claim's names."""


class Claim(NamedTuple):
    """A claim taken apart once for all passages."""

    text: str
    """Without the heading that it stood under."""
    heading: str
    language: Language
    terms: frozenset[str]
    """Of the clauses with its figures, where those say enough; else of all of it."""
    all_terms: frozenset[str]
    """Of all of it and of its heading."""
    names: tuple[str, ...]
    told: frozenset[str]
    """The terms of all its facts."""
    facts: dict[int, Fact]
    """By the clause of its figures; one where it has no figures."""
    slots: tuple[Slot, ...]
    """The figures that it states; dates only in clauses that have no other figure."""
    periods: frozenset[str]
    """Quarters and halves of a year."""
    negations: int
    """Words that deny, in the clauses with its figures."""
    perhaps: bool
    label: frozenset[str]
    """Terms of what stands before its colon: a table's row, which evidence must share."""
    attributed: bool
    """Whether it reports what somebody says or counts."""
    from_file: bool
    """Whether it reports what the task's own attachment says."""


class Said(NamedTuple):
    """A sentence or table cell of a passage."""

    passage: Passage
    text: str
    quote: str
    context: str
    """What stands around it where it needs that to be understood."""
    leans: bool
    """Whether its subject is in the context: it begins with a pronoun, or is a table's cell."""
    grouping: str
    """What groups thousands in the passage."""
    language: Language
    words: frozenset[str]
    """Its terms."""
    around: frozenset[str]
    """With those of its context."""
    host: str = ""
    """The words of the address that the passage is from."""
    alone: bool = False
    """Whether it is the one figure of its table row."""


@lru_cache(maxsize=2048)
def taken_apart(text: str) -> Claim:
    """The claim's names, terms and figures; a heading before ` – ` is context alone."""
    headed = _HEADED.match(text)
    rest = headed["rest"] if headed else text
    if headed and (
        _LABEL.match(rest)
        or not has_verb(rest, tongue(rest))
        or not has_verb(headed["heading"], tongue(headed["heading"]))
    ):
        text = rest
    else:
        headed = None
    pieces = [piece for piece in _SIDE_CLAUSE.split(text) if piece.strip()]
    figured = " ".join(piece for piece in pieces if read(piece))
    core = figured if len(ideas(bare(figured))) >= 3 else text
    attributed, from_file = bool(_ATTRIBUTED.search(text)), bool(_FROM_FILE.search(text))
    labelled = _LABEL.match(text)
    known = names(unfigured(core))
    saying = _SAYING if attributed or from_file else frozenset[str]()
    found = slots(text)
    valued = {slot.part for slot in found if not is_date(slot.figure)}
    stated = tuple(
        slot._replace(
            scope=tuple(f for f in slot.scope if not _happened(text, f))
            if not is_date(slot.figure)
            else slot.scope
        )
        for slot in found
        if not is_date(slot.figure) or slot.part not in valued or _happened(text, slot.figure)
    )
    terms = ideas(bare(core)) - saying
    named = frozenset(stem(word) for name in known for word in fold(name).split())
    facts = {
        part: fact._replace(named=named) for part, fact in _facts(text, stated, terms, known, saying).items()
    }
    return Claim(
        text=text,
        heading=headed["heading"] if headed else "",
        language=tongue(text),
        terms=terms,
        all_terms=ideas(bare(f"{headed['heading']} {text}" if headed else text)),
        names=known,
        told=frozenset[str]().union(*(fact.terms for fact in facts.values())),
        facts=facts,
        slots=stated,
        periods=periods(text),
        negations=polarity.negations(" ".join(dict.fromkeys(slot.text for slot in stated)) or text),
        perhaps=polarity.perhaps(text),
        label=ideas(bare(labelled[1])) if labelled else frozenset(),
        attributed=attributed,
        from_file=from_file,
    )


_EVENTS = ideas(
    "opened completed founded closed started built acquired signed approved born elected launched"
)
"""What happens on a date: there the date is claimed, beside whatever else its clause states."""


def _happened(text: str, date: Figure) -> bool:
    """Whether the word before a date says what happened then, as in `completed in 1987`."""
    words = re.findall(r"[^\W\d_]{4,}", text[max(0, date.start - 30) : date.start])
    return bool(words) and bool(ideas(words[-1]) & _EVENTS)


def _facts(
    text: str, stated: tuple[Slot, ...], terms: frozenset[str], known: tuple[str, ...], saying: frozenset[str]
) -> dict[int, Fact]:
    """The clauses of a claim: one without a subject takes the first's, one without a verb its words too."""
    about = subject(text, described=True)
    foremost = tuple(name for name in known if name in about)
    foremost = foremost or tuple(name for name in known if text.find(name) < len(text) / 2)
    whole = Fact(terms, foremost, head(about) - saying)
    parts = {slot.part: slot for slot in stated}
    if len(parts) < 2:
        for part, slot in parts.items():
            own = _subject(slot.text)
            told = slot.terms - saying
            enough = len(told) > 1 or (told and len(stated) > 1)
            called = tuple(name for name in known if name in own) if own else whole.names
            told = told if enough else terms
            return {part: Fact((told - LIGHT) or told, called or whole.names, head(own or about) - saying)}
        return {0: whole}
    made: dict[int, Fact] = {}
    first: Fact | None = None
    for part, slot in parts.items():
        own = _subject(slot.text)
        called = tuple(name for name in slot.names if not own or name in own)
        fact = Fact(slot.terms - saying, called, head(own) - saying)
        if first is not None and not own:
            spoken = has_verb(slot.text, tongue(text)) and not (_LABEL.match(text))
            more = first.head if spoken else first.terms
            fact = Fact(fact.terms | more, first.names, first.head)
        elif first is None and not own:
            fact = Fact(fact.terms, foremost, whole.head)
        first = first or fact
        made[part] = fact
    return {part: fact._replace(terms=(fact.terms - LIGHT) or fact.terms) for part, fact in made.items()}


_CONJUNCTION = re.compile(
    r"^[\s,;，；:：]*(?:(?:and|but|while|whereas|because|since|although|as|which|und|aber|während"
    r"|weil|da|而|但"
    r"|并|且|因为)\b\s*)?",
    re.IGNORECASE,
)


def _subject(clause: str) -> str:
    """The subject of a clause without its conjunction; empty where it leaves that to the clause before."""
    clause = _CONJUNCTION.sub("", clause, count=1)
    found = subject(clause[:1].upper() + clause[1:], described=True)
    return found if head(found) and not is_verb(found.split()[0].lower()) else ""


@lru_cache(maxsize=8192)
def head(about: str) -> frozenset[str]:
    """The terms of a subject up to its first preposition; of all of it where those are light words."""
    if re.search(rf"[{HAN}]", about):
        return ideas(about)
    about = bare(about)
    first = _PHRASE_END.split(f" {about} ", maxsplit=1)[0]
    return (ideas(first) - LIGHT) or (ideas(about) - LIGHT)


LIGHT = ideas(
    "final total overall entire whole current latest official exact actual own single full number amount "
    "figure value level sum new said same recent average annual yearly closest gesamt anzahl zahl wert höhe "
    "neue endgültige eigentliche 总 数量 总数 金额 水平 最终 全部"
)
"""Words that narrow nothing down."""


@lru_cache(maxsize=4096)
def said(passage: Passage) -> tuple[Said, ...]:
    """The sentences and table cells of a passage; words that address a judge are left out."""
    return tuple(_said(passage))


def _said(passage: Passage) -> Iterator[Said]:
    text = passage.text
    unread = [found.span for found in injection.find(text)]
    lines = [(match[0], match.start()) for match in re.finditer(r"[^\n]+", text)]
    rows = [(line, start) for line, start in lines if line.count("|") >= (1 if " | " in line else 2)]
    rows = rows if len(rows) > 1 else []
    others = " ".join(line for line, start in lines if (line, start) not in rows)
    grouping, language = separator(text), tongue(text)
    place = re.sub(r"\b(?:sheet|rows?|pages?|tables?|lines?)\b|\d+(?:[-–]\d+)?|,", " ", passage.locator)
    address = re.match(r"https?://([^/]+)", passage.source)
    host = re.sub(r"[.-]", " ", address[1]) if address else ""
    stated = list(tables.cells(rows))
    figured = Counter(cell.start for cell in stated if re.search(r"\d", cell.value))
    for cell in stated:
        shown = cell._replace(row=plain(cell.row), column=plain(cell.column), value=plain(cell.value))
        context = f"{' '.join(place.split())} {others[:200]}".strip()
        alone = figured[cell.start] == 1
        says, quote = shown.says, cell.line.strip()
        words = ideas(bare(says, grouping))
        near = words | ideas(bare(context))
        yield Said(passage, says, quote, context, True, grouping, language, words, near, host, alone)
    titled = next((line for line, _ in lines[:1] if line.lstrip().startswith("#")), "")
    heading = f"{passage.locator if passage.side == 'web' else ' '.join(place.split())} {titled}".strip()
    before = ""
    for span in sentences(text):
        tabled = any(start <= span.start < start + len(line) for line, start in rows)
        if tabled or any(span.start < other.end and other.start < span.end for other in unread):
            continue
        quote = text[span.start : span.end]
        told = " ".join(plain(quote).split())
        leans = has_pronoun(told)
        context = (f"{heading} {before}" if leans or not names(told) else heading).strip()
        words = ideas(bare(told, grouping))
        near = words | ideas(bare(context))
        yield Said(passage, told, quote, context, leans, grouping, language, words, near, host)
        before = told
