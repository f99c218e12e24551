"""A report as the rules read it: sentences with their terms and marks of reasoning, and its layout.

Words meant for the judge are cut out first, so that a report scores the same with and without them.
Sentences that repeat an earlier one or say nothing of anything (`idle`) are read for nothing but that.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from triaudit import injection
from triaudit.judge.rules.concepts import ideas
from triaudit.judge.rules.marks import idle, marks_of, named
from triaudit.markdown import is_fence
from triaudit.text import HAN, fold, sentences, tokens
from triaudit.words import figures, size, terms_of

_HEADING = re.compile(
    r"^ {0,3}(?P<level>#{1,6})\s+(?P<text>\S.*)$|^ {0,3}\*\*(?P<bold>[^*\n]{2,80})\*\*[:：]?\s*$"
    r"|^(?P<zh>[一二三四五六七八九十]{1,3}、.{1,40})$"
    r"|^(?P<number>\d{1,2}(?:\.\d{1,2}){0,2}\.? {1,2}[^\d\s].{1,70})(?<![.。;；,，:：])$"
)
_HAN = re.compile(f"[{HAN}]")
_ITEM = re.compile(r"^\s*(?:[-*+•·]|\d{1,3}[.)、])\s+")
_ROW = re.compile(r"^\s*\|.*\|\s*$")
_RULE = re.compile(r"^[\s|:*_=-]+$")
_ADVICE = re.compile(
    r"recommend|\badvi[cs]e|next steps|what to (?:do|copy|avoid)|copy or not|lessons|safeguards"
    r"|建议|对策|启示|借鉴|做法|empfehl|handlungs|nächste schritte|ratschl"
)
"""Headings under which everything is advice."""
_ENDS = re.compile(r"[.!?:;。！？：；][\"'”’)）\]*_]*\s*$|  $")
"""How a line ends that the next one does not continue."""
_MAY = re.compile(r"\bmay\b")
"""The verb; the month has a capital."""
_LINK = re.compile(r"https?://|\[\^?\d{1,3}\]|【\d+[^】]*】|\((?:19|20)\d\d\)|\bdoi:", re.IGNORECASE)
_LEAD = re.compile(r"^(?:\s*(?:[-*+•·>]|\d{1,3}[.)、]|#{1,6})\s+)+")


@dataclass(frozen=True)
class Sentence:
    """A sentence, list item or table row of the report's body."""

    text: str
    """As the report has it, without list marks."""
    terms: frozenset[str]
    marks: frozenset[str]
    numbers: frozenset[str]
    paragraph: int
    section: int
    words: int
    row: bool
    named: bool = False
    idle: bool = False
    """Repeats an earlier sentence or says nothing of anything: its terms, marks and figures count nowhere."""

    @property
    def specific(self) -> bool:
        """Whether it gives a figure or a name, or reasons."""
        return bool(self.numbers or self.marks or self.named)


@dataclass(frozen=True)
class Heading:
    """A heading and how many words stand before it, those of idle sentences apart."""

    text: str
    level: int
    before: int


@dataclass(frozen=True)
class Reading:
    """What the rules know of a report."""

    words: int
    solid: int
    """Words without those of idle sentences."""
    han: bool
    """Whether more of its terms are Chinese, Japanese or Korean than not."""
    sentences: tuple[Sentence, ...]
    headings: tuple[Heading, ...]
    paragraphs: tuple[int, ...]
    """Words of each paragraph of prose."""
    items: int
    rows: int
    links: int
    code: int
    formulas: int
    where: Mapping[str, tuple[int, ...]]
    """Term to the sentences that hold it; `prefix…` entries stand for long words with other endings."""

    def find(self, term: str) -> tuple[int, ...]:
        """Sentences with this term, or with a long word that begins like it."""
        return (
            self.where.get(term) or self.where.get(f"{term[:7]}…", ())
            if len(term) > 7
            else self.where.get(term, ())
        )

    def holding(self, wanted: Iterable[str]) -> dict[int, int]:
        """For each sentence that holds some of the terms: how many."""
        found: dict[int, int] = {}
        for term in sorted(wanted):
            for index in self.find(term):
                found[index] = found.get(index, 0) + 1
        return found


@lru_cache(maxsize=16)
def read(report: str) -> Reading:
    """Read a report once; every question about it uses the same reading."""
    text = injection.without(report)
    draft = _Draft()
    for line in _lines(text):
        if is_fence(line):
            draft.in_code = not draft.in_code
            draft.code += draft.in_code
        elif not line.strip() or _RULE.match(line):
            draft.open_paragraph = draft.open_paragraph and draft.in_code
        elif draft.in_code:
            draft.words += size(line)
        elif head := _HEADING.match(line):
            draft.heading(line, head)
        else:
            draft.line(line)
    where, body = draft.where, draft.body
    return Reading(
        words=draft.words,
        solid=draft.words - draft.idle,
        han=sum(_HAN.match(term) is not None for term in where) * 2 > len(where),
        sentences=tuple(body),
        headings=tuple(draft.headings),
        paragraphs=tuple(n for n in draft.paragraphs if n),
        items=draft.items,
        rows=draft.rows,
        links=draft.links,
        code=draft.code,
        formulas=len(re.findall(r"\$[^$\n]{2,}\$|\\\[|\\\(", text)),
        where={term: tuple(dict.fromkeys(i for i in at if i < len(body))) for term, at in where.items()},
    )


@dataclass
class _Draft:
    """A reading in the making."""

    words: int = 0
    idle: int = 0
    items: int = 0
    rows: int = 0
    links: int = 0
    code: int = 0
    in_code: bool = False
    open_paragraph: bool = False
    advising: bool = False
    paragraph: int = 0
    body: list[Sentence] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    paragraphs: list[int] = field(default_factory=list)
    where: dict[str, list[int]] = field(default_factory=dict)
    said: set[frozenset[str]] = field(default_factory=set)

    def heading(self, line: str, head: re.Match[str]) -> None:
        """Read a heading."""
        level = len(head["level"]) if head["level"] else 4
        text = fold(head[head.lastgroup or 0])
        self.advising = _ADVICE.search(text) is not None
        self.open_paragraph = False
        self.words += size(line)
        if any(text == other.text for other in self.headings):
            self.idle += size(line)
            return
        self.headings.append(Heading(text, level, self.words - self.idle - size(line)))
        _note(self.where, {*terms_of(tokens(line)), *ideas(line)}, len(self.body))

    def line(self, line: str) -> None:
        """Read a line of prose, an item of a list or a row of a table."""
        row, item = bool(_ROW.match(line)), bool(_ITEM.match(line))
        if row or item or not self.open_paragraph:
            self.paragraph += 1
            if not row:
                self.paragraphs.append(0)
        self.open_paragraph = not row
        spans = () if row else sentences(line)
        pieces = [line.strip().strip("|").strip()] if row else [line[s.start : s.end] for s in spans]
        told = [self.sentence(piece, row) for piece in pieces if tokens(piece)]
        self.rows += row and any(told)
        self.items += item and any(told)

    def sentence(self, piece: str, row: bool) -> bool:
        """Read a sentence or row; whether it says something that none did before."""
        words, length, numbers = tokens(piece), size(piece), figures(piece)
        here = frozenset(terms_of(words))
        key = here | numbers
        empty = (key in self.said and len(key) > 2) or (not row and idle(piece, here, numbers))
        self.said.add(key)
        self.words += length
        self.idle += length if empty else 0
        marks: frozenset[str] = frozenset()
        if not empty:
            here |= ideas(piece)
            seen = frozenset(words) - ({"may"} if not _MAY.search(piece) else set())
            marks = marks_of(piece, seen, self.advising)
            _note(self.where, here, len(self.body))
            self.links += len(_LINK.findall(piece))
            if not row:
                self.paragraphs[-1] += length
        self.body.append(
            Sentence(
                text=_LEAD.sub("", piece).strip(),
                terms=here,
                marks=marks,
                numbers=frozenset() if empty else numbers,
                paragraph=self.paragraph,
                section=len(self.headings),
                words=length,
                row=row,
                named=not empty and named(piece),
                idle=empty,
            )
        )
        return not empty


def _lines(text: str) -> list[str]:
    """Lines of the text; those of a hard-wrapped paragraph or list item are joined again."""
    lines: list[str] = []
    last, in_code = "", False
    for line in text.splitlines():
        fence = is_fence(line)
        in_code = in_code != fence
        plain = line.strip() and not fence and not any(p.match(line) for p in (_HEADING, _ITEM, _ROW, _RULE))
        if plain and not in_code and len(last) >= 40 and not _ENDS.search(last):
            lines[-1] = f"{lines[-1]} {line.strip()}"
        else:
            lines.append(line)
        closed = not line.strip() or fence or in_code or _HEADING.match(line) or _ROW.match(line)
        last = "" if closed else line
    return lines


def _note(where: dict[str, list[int]], found: Iterable[str], index: int) -> None:
    for term in found:
        where.setdefault(term, []).append(index)
        if len(term) > 7:
            where.setdefault(f"{term[:7]}…", []).append(index)
