"""Claims and conclusions of a segment, by rule.

A statement counts where it asserts something checkable: a figure or date, a citation, or a name with a
verb. Questions, advice, conditionals, opinion, quotations, headings, code and talk about the report
itself give none; sentences that draw a conclusion are kept as such.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from triaudit import injection
from triaudit.judge.rules import lexicon
from triaudit.judge.rules.kinds import MARKS, YEARS, kind_of, kind_of_fact, telling
from triaudit.judge.rules.pieces import ITEM, Piece, pieces
from triaudit.judge.rules.subjects import generic, has_pronoun, names, resolve, subject
from triaudit.judge.rules.verbs import has_verb, tongue
from triaudit.markdown import heading
from triaudit.numbers import read
from triaudit.questions import ClaimDraft, ClaimsReply, ExtractClaims, Question
from triaudit.text import Span, plain, sentences
from triaudit.types import ClaimKind, Record

_LEADING_MARKS = re.compile(rf"(?:\s*(?:{MARKS}))+")
_PARTICIPLE = re.compile(
    r"^(?P<what>(?:[A-Z][a-z]+ed|Built|Begun|Won|Sold|Set|Made|Founded|Born|Known)\b[^,.;]{3,80}),\s+"
    r"(?P<who>(?:the|this|its|[A-Z])[^,.;]*)"
)
_CLAUSE = re.compile(rf"(?:{MARKS})\s*[,，;；]\s+(?=\S)|[;；]\s+(?=[a-zA-Z\u4e00-\u9fff])")
_DATED = re.compile(
    r"\b(?:as of|as at|stand)\s+(?P<en>[^,.;)]{4,24}?\b\d{4}(?:-\d\d(?:-\d\d)?)?)"
    r"|截至(?P<zh>\d{4}年(?:\d{1,2}月)?(?:\d{1,2}日)?)",
    re.IGNORECASE,
)


def extract(question: ExtractClaims) -> ClaimsReply:
    """The claims and conclusions of one segment, in its order."""
    unread = [found.span for found in injection.find(question.segment)]
    about = _last_subject(question)
    claims: list[ClaimDraft] = []
    for piece in pieces(question):
        if piece.cell:
            claims.extend(_from_cell(piece, about, question))
            continue
        for span in _sentences(piece.text):
            at = piece.start + span.start
            if any(at < other.end and other.start < at + span.end - span.start for other in unread):
                continue
            raw = piece.text[span.start : span.end]
            for quote, text in _clauses(raw):
                draft = _statement(quote, text, piece, about, question)
                if draft:
                    claims.append(draft)
            about = subject(plain(raw)) or about
    return ClaimsReply(claims=tuple(claims))


def _last_subject(question: ExtractClaims) -> str:
    """What the text right before the segment is about, else the nearest heading that names something."""
    about = ""
    for line in question.before.splitlines():
        if heading(line) or "|" in line:
            continue
        for span in sentences(line):
            about = subject(plain(ITEM.sub("", line[span.start : span.end], count=1))) or about
    named = [heading for heading in question.headings if not generic(heading)]
    return about or (_named(named[-1]) if named else "")


def _named(heading: str) -> str:
    """The one name in a heading, else nothing."""
    found = names(_topic(heading))
    return found[0] if len(found) == 1 else ""


def _topic(heading: str) -> str:
    """A heading without its number."""
    return re.sub(
        r"^\W*(?:(?:\d+(?:\.\d+)*|[A-Z]|[IVX]+|[一二三四五六七八九十]+)[.)、:：]\s*)?", "", plain(heading)
    ).strip(" :：")


def _about(headings: tuple[str, ...]) -> str:
    """What the nearest heading that is not generic is about: of a question, its subject."""
    topics = [_topic(heading) for heading in headings if not generic(heading)]
    if not topics:
        return ""
    words = _SLOGAN.split(topics[-1], maxsplit=1)[0]
    asked = _ASKING.sub("", words)
    return subject(_capital(asked), described=True) if asked != words else words


_SLOGAN = re.compile(
    r"\s*[:：–—]\s+(?=(?:why|how|what|an?|the|your|warum|wie|ein|eine|der|die|das)\s)", re.IGNORECASE
)
_ASKING = re.compile(
    r"^(?:how|why|what|where|when|who|whether|is|are|was|were|does|do|did|can|wie|warum|was|wo|wann"
    r"|ob|如何|为什么"
    r"|为何|怎样)\b\s*",
    re.IGNORECASE,
)


def _sentences(text: str) -> list[Span]:
    """Sentences with the citation markers right behind each."""
    spans: list[Span] = []
    for span in sentences(text):
        marks = _LEADING_MARKS.match(text, span.start) if spans else None
        if marks and spans and marks.end() <= span.end:
            spans[-1] = Span(spans[-1].start, marks.end())
            rest = text[marks.end() : span.end]
            if rest.strip(" .。,"):
                spans.append(Span(marks.end() + len(rest) - len(rest.lstrip()), span.end))
        else:
            spans.append(span)
    return spans


def _clauses(raw: str) -> Iterator[tuple[str, str]]:
    """A sentence as one statement, or as several with their own figures: the words and what they state."""
    opened = _PARTICIPLE.match(raw)
    if (
        opened
        and read(opened["what"])
        and (who := subject(_capital(plain(raw[opened.end("what") + 1 :].strip()))))
    ):
        rest = raw[opened.end("what") + 1 :].strip()
        what = opened["what"]
        yield what, f"{who} {what[0].lower()}{what[1:]}"
        yield rest, _capital(rest)
        return
    begin, parts = 0, []
    for cut in _CLAUSE.finditer(raw):
        left, right = raw[begin : cut.end()], raw[cut.end() :]
        if _checkable(plain(left)) and _checkable(plain(right)):
            parts.append((begin, begin + len(left.rstrip(" ,，;；"))))
            begin = cut.end()
    parts.append((begin, len(raw)))
    about = subject(plain(raw), described=True)
    opening = raw[: next((figure.start for figure in read(raw)), 0)].rstrip(" ,，")
    for start, end in parts:
        piece = raw[start:end]
        said = re.sub(r"^(?:and|but|while|und|aber|而|并|但)\b\s*", "", piece, flags=re.IGNORECASE)
        if has_pronoun(_capital(said)) and start:
            yield piece, resolve(_capital(said), about)
        elif start == 0 or subject(plain(_capital(said))):
            yield piece, _capital(said) if start else piece
        elif about and has_verb(plain(f"{about} {said}"), tongue(plain(raw))):
            yield piece, f"{about} {said}"
        else:
            yield piece, f"{opening}, {said}" if opening else said


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _checkable(text: str) -> bool:
    return any(telling(figure) for figure in read(text))


def _statement(quote: str, text: str, piece: Piece, about: str, question: ExtractClaims) -> ClaimDraft | None:
    """A claim or conclusion, or None where the words state neither."""
    shown = plain(text).strip(" -–—*_")
    language = tongue(shown)
    kind = kind_of(shown, quote, piece, language)
    if kind is None:
        return None
    shown = resolve(shown, about)
    fragment = not has_pronoun(shown) and not has_verb(shown, language)
    topic = _about(piece.headings)
    if fragment and topic and topic.casefold() not in shown.casefold():
        shown = f"{topic} – {shown}"
    return _draft(shown, quote.strip(), kind, question)


def _draft(text: str, quote: str, kind: ClaimKind, question: ExtractClaims) -> ClaimDraft:
    dated = _DATED.search(text)
    as_of = (dated["en"] or dated["zh"]).strip() if dated else None
    if question.date:
        if as_of is None and lexicon.RELATIVE.search(text):
            as_of = question.date
        for pattern, shift in YEARS:
            text = pattern.sub(rf"\g<0> ({int(question.date[:4]) + shift})", text, count=1)
    return ClaimDraft(text=text, quote=quote, kind=kind, as_of=as_of)


_GENERIC_ROWS = re.compile(
    r"^\W*(?:items?|metrics?|parameters?|attributes?|features?|fields?|property|aspect|criteri(?:on|a)"
    r"|indicators?|category|指标|项目|参数"
    r"|特征|维度|内容|kennzahl|merkmal|größe|kategorie|values?|details?|description|wert|beschreibung|数值"
    r"|值|说明|描述)\W*$|^$",
    re.IGNORECASE,
)


def _from_cell(piece: Piece, about: str, question: ExtractClaims) -> Iterator[ClaimDraft]:
    """The fact that a table's cell states with its row and column; prose cells as sentences."""
    cell = piece.cell
    if cell is None:
        return
    row, value = plain(cell.row).strip("*_ "), plain(cell.value)
    column = plain(cell.column).strip("*_ ")
    said = cell._replace(row=row, column=column, unit=plain(cell.unit), value=value)
    topic = _about(piece.headings)
    figures = [figure for figure in read(f"{value} {said.unit}".strip()) if re.search(r"\d", figure.text)]
    quote = cell.line[: cell.width].strip().strip("|").strip()
    pairs = cell.columns == 2 and not re.search(r"\d", row) and len(column.split()) <= 4
    if pairs and (_GENERIC_ROWS.match(cell.header) or _GENERIC_ROWS.match(column)):
        said = said._replace(column="")
        if not _GENERIC_ROWS.match(column):
            row = f"{column} – {row}"
            said = said._replace(row=row)
    text = said.says
    total = re.fullmatch(r"\W*(?:total|sum|合计|总计|summe|gesamt)\W*", row, re.IGNORECASE)
    if (total or not names(row)) and topic and topic.casefold() not in text.casefold():
        text = f"{topic} – {text}"
    if not row or lexicon.QUESTION.search(value) or lexicon.META.search(value):
        return
    language = tongue(value)
    short = len(value.split()) <= 8 and len(value) <= 60
    if figures and short:
        yield _draft(text, quote, kind_of_fact(value, figures), question)
    elif has_verb(value, language) and len(value) > 15:
        kind = kind_of(value, cell.value, piece, language)
        if kind is not None and kind is not ClaimKind.CONCLUSION:
            yield _draft(text, quote, kind, question)


ANSWERS: Mapping[type[Question[Any]], Callable[[Any], Record]] = {ExtractClaims: extract}
