"""Claims and sources taken apart: terms, names, figures, and the sentences and cells that state them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from triaudit import injection
from triaudit.judge.rules import tables
from triaudit.judge.rules.concepts import ideas
from triaudit.judge.rules.subjects import has_pronoun, names, subject
from triaudit.numbers import Figure, read
from triaudit.questions import Passage
from triaudit.text import plain, sentences
from triaudit.words import NEGATION

_SIDE_CLAUSE = re.compile(
    r"[;；]|，|,\s+(?=so that\b|because\b|which\b|and\b|but\b|while\b|whereas\b|since\b|as\b|weil\b|da\b"
    r"|und\b|aber\b|so dass\b)"
)
_COMPARED = re.compile(
    r"(?:\b(?:than|compared (?:with|to)|versus|vs\.?|against|unlike|from|after|over|gegenüber|als|nach|statt"
    r"|instead of)"
    r"\s+(?:in\s+|the\s+|[\d ., ]+\s+in\s+)?|(?:比|较|相比|相较于)\s*)$",
    re.IGNORECASE,
)
"""What stands before a year that another one is compared with."""


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


class Claim(NamedTuple):
    """A claim taken apart once for all passages."""

    text: str
    terms: frozenset[str]
    """Of the clauses with its figures, where those say enough; else of all of it."""
    names: tuple[str, ...]
    subject: tuple[str, ...]
    """The names in its subject, which evidence must share."""
    values: tuple[Figure, ...]
    years: tuple[Figure, ...]
    negated: frozenset[bool]
    """Whether it denies: in those clauses, and anywhere."""
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
    """Whether it begins with a pronoun, so that its subject is in the context."""


def is_year(figure: Figure) -> bool:
    """Whether a figure is a date."""
    return figure.dimension in {"year", "season"}


def years(text: str) -> tuple[Figure, ...]:
    """The dates that a sentence is about: not those that it only compares with."""
    dates = [figure for figure in read(text) if is_year(figure)]
    main = [date for date in dates if not _COMPARED.search(text[max(0, date.start - 30) : date.start])]
    return tuple(main or dates)


def bare(text: str) -> str:
    """The text without its figures, whose units would count as terms."""
    for figure in reversed(read(text)):
        text = f"{text[: figure.start]} {text[figure.end :]}"
    return text


@lru_cache(maxsize=2048)
def taken_apart(text: str) -> Claim:
    """The claim's names, terms and figures."""
    pieces = [piece for piece in _SIDE_CLAUSE.split(text) if piece.strip()]
    figured = " ".join(piece for piece in pieces if read(piece))
    core = figured if len(ideas(bare(figured))) >= 3 else text
    attributed, from_file = bool(_ATTRIBUTED.search(text)), bool(_FROM_FILE.search(text))
    labelled = re.match(r"([^:：]{2,80}?)\s*[:：]\s*\S", text)
    about, known = subject(text), names(core)
    head = tuple(name for name in known if name in about)
    head = head or tuple(name for name in known if core.find(name) < len(core) / 2)
    return Claim(
        text=text,
        terms=ideas(bare(core)) - (_SAYING if attributed or from_file else frozenset()),
        names=known,
        subject=head,
        values=tuple(figure for figure in read(text) if not is_year(figure)),
        years=years(text),
        negated=frozenset({bool(NEGATION.search(core)), bool(NEGATION.search(text))}),
        label=ideas(bare(re.split(r"\s–\s", labelled[1])[-1])) if labelled else frozenset(),
        attributed=attributed,
        from_file=from_file,
    )


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
    for cell in tables.cells(rows):
        shown = cell._replace(row=plain(cell.row), column=plain(cell.column), value=plain(cell.value))
        yield Said(passage, shown.says, cell.line.strip(), others[:200], leans=False)
    titled = next((line for line, _ in lines[:1] if line.lstrip().startswith("#")), "")
    heading = f"{passage.locator if passage.side == 'web' else ''} {titled}".strip()
    before = ""
    for span in sentences(text):
        tabled = any(start <= span.start < start + len(line) for line, start in rows)
        if tabled or any(span.start < other.end and other.start < span.end for other in unread):
            continue
        quote = text[span.start : span.end]
        words = plain(quote)
        leans = has_pronoun(words)
        context = f"{heading} {before}" if leans or not names(words) else heading
        yield Said(passage, words, quote, context.strip(), leans)
        before = words
