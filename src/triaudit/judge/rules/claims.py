"""Claims and conclusions of a segment, by rule.

A statement counts where it asserts something checkable: a figure or date, a citation, or a name with a
verb. Questions, advice, conditionals, opinion, quotations, headings, code and talk about the report
itself give none; sentences that draw a conclusion are kept as such.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from triaudit import injection
from triaudit.judge.rules import lexicon
from triaudit.judge.rules.antecedents import antecedent, counted, has_pronoun, heads, resolve, things
from triaudit.judge.rules.clauses import clauses, unsourced
from triaudit.judge.rules.kinds import MARKS, YEARS, is_cited, kind_of, kind_of_fact
from triaudit.judge.rules.pieces import ITEM, Piece, pieces
from triaudit.judge.rules.quantified import tells
from triaudit.judge.rules.tables import Cell
from triaudit.judge.rules.times import anchored, years
from triaudit.judge.rules.topics import Topic, topic
from triaudit.judge.rules.verbs import has_verb, tongue
from triaudit.markdown import heading
from triaudit.numbers import read
from triaudit.questions import ClaimDraft, ClaimsReply, ExtractClaims, Question
from triaudit.text import Span, plain, sentences
from triaudit.types import ClaimKind, Record

_LEADING_MARKS = re.compile(rf"(?:\s*(?:{MARKS}))+")
_DATED = re.compile(
    r"\b(?:as of|as at|stand)\s+(?P<en>[^,.;)]{4,24}?\b\d{4}(?:-\d\d(?:-\d\d)?)?)"
    r"|截至(?P<zh>\d{4}年(?:\d{1,2}月)?(?:\d{1,2}日)?)",
    re.IGNORECASE,
)


class _Place(NamedTuple):
    """Where words stand."""

    piece: Piece
    over: Topic
    question: ExtractClaims
    year: int | None = None
    """The last one named before."""
    things: str = ""
    """What was counted last."""


def extract(question: ExtractClaims) -> ClaimsReply:
    """The claims and conclusions of one segment, in its order."""
    unread = [found.span for found in injection.find(question.segment)]
    spoken = _before(question)
    year = next(reversed(years(spoken)), None)
    claims: list[ClaimDraft] = []
    topics: dict[tuple[str, ...], Topic] = {}
    headings, under, of = question.headings, "", ""
    for piece in pieces(question):
        if piece.headings != headings:
            headings, of = piece.headings, ""
            under = heads(plain(piece.headings[-1])) if piece.headings else ""
        if piece.headings not in topics:
            topics[piece.headings] = topic(piece.headings, question.query, question.segment)
        at_hand = _Place(piece, topics[piece.headings], question)
        if piece.cell:
            claims.extend(_from_cell(piece.cell, at_hand))
            continue
        for span in _sentences(piece.text):
            at = piece.start + span.start
            if any(at < other.end and other.start < at + span.end - span.start for other in unread):
                continue
            raw = piece.text[span.start : span.end]
            meant = antecedent(plain(raw), spoken, at_hand.over.name, under)
            at_hand = at_hand._replace(year=year, things=of)
            whole = _statement(raw, resolve(plain(unsourced(raw)), meant), at_hand)
            if whole is not None and whole.kind is ClaimKind.CONCLUSION:
                claims.append(whole)
            elif whole is not None:
                claims.extend(_parts(raw, whole, meant, at_hand))
            if not has_pronoun(plain(raw)):
                spoken, under = plain(raw), ""
            year = next(reversed(years(plain(raw))), year)
            of = things(plain(raw)) or of
    return ClaimsReply(claims=tuple(claims))


def _parts(raw: str, whole: ClaimDraft, meant: str, at_hand: _Place) -> list[ClaimDraft]:
    """The statements of one sentence; the sentence itself where one of its parts states nothing alone."""
    found: list[ClaimDraft] = []
    cited = raw if is_cited(raw) else ""
    for quote, text in clauses(raw, meant):
        draft = _statement(quote, resolve(plain(text), meant), at_hand, cited)
        if draft is None or draft.kind is ClaimKind.CONCLUSION:
            return [whole]
        found.append(draft)
    return found


def _before(question: ExtractClaims) -> str:
    """The last sentence of the text right before the segment."""
    spoken = ""
    for line in question.before.splitlines():
        if heading(line) or "|" in line:
            continue
        for span in sentences(line):
            spoken = plain(ITEM.sub("", line[span.start : span.end], count=1)) or spoken
    return spoken


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


def _statement(quote: str, text: str, at_hand: _Place, cited: str = "") -> ClaimDraft | None:
    """A claim or conclusion, or None where the words state neither; `cited` has the source of a part."""
    shown = plain(text).strip(" -–—*_")
    kind = kind_of(shown, cited or quote, at_hand.piece, tongue(shown))
    if kind is None:
        return None
    leans = has_pronoun(shown) or _DEFINITE.search(shown)
    if kind is not ClaimKind.CONCLUSION and (leans or not at_hand.over.named(shown)):
        shown = at_hand.over.over(shown, alone=has_verb(shown, tongue(shown)))
    return _draft(
        counted(anchored(shown, at_hand.year), at_hand.things), quote.strip(), kind, at_hand.question
    )


_DEFINITE = re.compile(
    r"\b(?:the|its|their|this) (?:company|firm|group|agency|city|town|country|council|district|utility"
    r"|project|plant|line|programme|program|bank|board|rival|neighbour\w*)\b"
    r"|[该本](?:公司|企业|集团|机构|项目|国|市|省|县|工程|系统)"
    r"|\b(?:das unternehmen|die (?:stadt|firma|gemeinde|bank|gruppe)|der (?:konzern|rat|kreis))\b",
    re.IGNORECASE,
)
"""What only the report's topic makes definite."""


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
    r"|值|说明|描述|figures?|amounts?|numbers?|data|zahlen?)\W*$|^$",
    re.IGNORECASE,
)


def _from_cell(cell: Cell, at_hand: _Place) -> Iterator[ClaimDraft]:
    """The fact that a table's cell states with its row and column; prose cells as sentences."""
    over, question = at_hand.over, at_hand.question
    row, value = plain(cell.row).strip("*_ "), plain(cell.value)
    column = plain(cell.column).strip("*_ ")
    said = cell._replace(row=row, column=column, unit=plain(cell.unit), value=value)
    figures = [figure for figure in read(f"{value} {said.unit}".strip()) if re.search(r"\d", figure.text)]
    quote = cell.line[: cell.width].strip().strip("|").strip()
    pairs = cell.columns == 2 and not re.search(r"\d", row) and len(column.split()) <= 4
    if pairs and (_GENERIC_ROWS.match(cell.header) or _GENERIC_ROWS.match(column)):
        said = said._replace(column="")
        if not _GENERIC_ROWS.match(column) and (over.named(column) or not over.name):
            row = f"{column} – {row}"
            said = said._replace(row=row)
        elif not _GENERIC_ROWS.match(column):
            said = said._replace(column=column)
    elif _GENERIC_ROWS.match(column):
        said = said._replace(column="")
    text = said.says
    text = over.over(text, alone=False)
    if not row or lexicon.QUESTION.search(value) or lexicon.META.search(value):
        return
    language = tongue(value)
    short = len(value.split()) <= 12 and len(value) <= 80
    if figures and short:
        yield _draft(text, quote, kind_of_fact(value, figures), question)
    elif tells(value):
        yield _draft(text, quote, ClaimKind.OTHER, question)
    elif has_verb(value, language) and len(value) > 15:
        kind = kind_of(value, cell.value, at_hand.piece, language)
        if kind is not None and kind is not ClaimKind.CONCLUSION:
            yield _draft(text, quote, kind, question)


ANSWERS: Mapping[type[Question[Any]], Callable[[Any], Record]] = {ExtractClaims: extract}
