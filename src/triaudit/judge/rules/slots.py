"""A sentence's figures, each with the words, dates and direction of its own clause.

`The budget was 212 million, the final cost 247 million` holds two: what is said of the one is not said of
the other.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from triaudit.judge.rules import polarity
from triaudit.judge.rules.concepts import ideas
from triaudit.judge.rules.subjects import names
from triaudit.judge.rules.verbs import has_verb, tongue
from triaudit.numbers import Figure, per, read
from triaudit.text import HAN

_JOINT = re.compile(
    r"[;；:：。]|\b(?:while|whereas|although|but|and|as well as|plus|or|against|versus|vs\.?"
    r"|compared (?:with|to)"
    r"|(?:rather )?than|up from|down from|instead of|of which|in contrast|und|sowie|aber|während"
    r"|oder|gegenüber"
    r"|statt|wohingegen|davon)\b"
    r"|[,，、](?!\d)|而|但|和(?!平|谐)|以及|且|与(?=\D)|比|较|其中|相比",
    re.IGNORECASE,
)
"""Where one figure's clause may end and the next one's begin, if there is one."""
_STRONG = re.compile(r"[;；。]|while|whereas|although|but|während|wohingegen|而|但", re.IGNORECASE)
_COMPARED = re.compile(
    r"(?:\b(?:than|compared (?:with|to)|versus|vs\.?|against|unlike|from|over|gegenüber|als|statt"
    r"|instead of)\s+(?:in\s+|the\s+|[\d ., ]+\s+in\s+)?|(?:比|较|相比|相较于)\s*)$",
    re.IGNORECASE,
)
"""What stands before a date that another one is compared with."""
_ROLE = re.compile(rf"([^\W\d_{HAN}]+|[{HAN}])\s*(?:[$€£¥]|the\s|some\s)*$")
_ROLES = {
    "from": "from",
    "von": "from",
    "从": "from",
    "由": "from",
    "to": "to",
    "auf": "to",
    "至": "to",
    "到": "to",
}
_ROLES |= {"by": "by", "um": "by", "of": "of", "above": "above", "below": "below"}


MOST = 40
"""Figures of one sentence that are taken apart: lists of more state no more that can be told apart."""


class Slot(NamedTuple):
    """One figure of a sentence with its own clause."""

    figure: Figure
    text: str
    """The clause."""
    terms: frozenset[str]
    """Of the clause without its figures."""
    names: tuple[str, ...]
    scope: tuple[Figure, ...]
    """The dates that hold for it: of its clause, else the nearest before, else the sentence's only one."""
    ways: frozenset[str]
    """The directions that its clause names."""
    planned: bool
    role: str
    """`from`, `to` or `by`, where that stands right before it."""
    part: int
    """Which clause of the sentence it is in."""


def is_date(figure: Figure) -> bool:
    """Whether a figure is a date."""
    return figure.dimension in {"year", "season"}


@lru_cache(maxsize=32768)
def bare(text: str, grouping: str | None = None) -> str:
    """The text without its figures and their bounds, whose words would count as terms."""
    for figure in reversed(read(text, grouping)):
        begin = figure.lead if 0 <= figure.lead <= figure.start else figure.start
        text = f"{text[:begin]} {text[figure.end :]}"
    return _PER.sub(" ", text)


_PER = re.compile(
    r"\b(?:per|an?|each|every|pro|im|je) (?:week)?(?:day|week|month|year|hour|tag|woche|monat|jahr"
    r"|stunde)\b"
    r"|每[天日周月年]",
    re.IGNORECASE,
)


def clauses(text: str, figures: tuple[Figure, ...]) -> list[tuple[int, int]]:
    """The parts of a sentence with figures of their own."""
    edges, begin = [0], 0
    for first, second in pairwise(figures):
        cut = _cut(text, begin, first, second)
        if cut is not None:
            edges.append(cut)
            begin = cut
    edges.append(len(text))
    spans = [(start, end) for start, end in pairwise(edges) if start < end]
    return [_trimmed(text, start, end, figures) for start, end in spans]


_ASIDE = re.compile(
    r"[;；]|，|,\s+(?=(?:so that|because|which|and|but|while|whereas|since|as|although|weil|da|und"
    r"|aber|so dass"
    r"|wobei)\b)",
    re.IGNORECASE,
)


def _trimmed(text: str, start: int, end: int, figures: tuple[Figure, ...]) -> tuple[int, int]:
    """The clause without what is beside it and has no figure: reasons, and other statements."""
    own = [figure for figure in figures if start <= figure.start < end]
    if not own:
        return start, end
    language = tongue(text)
    for aside in reversed(list(_ASIDE.finditer(text, start, own[0].start))):
        spoken = has_verb(bare(text[aside.end() : end]), language) and has_verb(
            text[start : aside.start()], language
        )
        if spoken:
            start = aside.end()
            break
    after = _ASIDE.search(text, own[-1].end, end)
    return start, after.start() if after else end


def _cut(text: str, begin: int, first: Figure, second: Figure) -> int | None:
    """Where between two figures of a sentence the second one's clause begins; None where they share one."""
    if first.span is not None and first.span == second.span:
        return None
    between = text[first.end : max(first.end, second.lead if second.lead >= 0 else second.start)]
    joints = list(_JOINT.finditer(between))
    strong = [joint for joint in joints if _STRONG.fullmatch(joint[0])]
    told = not (is_date(first) and is_date(second)) and bool(ideas(bare(between)))
    if strong:
        return first.end + strong[0].start()
    if is_date(first) and not has_verb(bare(text[begin : first.end]), tongue(text)):
        return None
    if joints:
        trailing = is_date(second) and not is_date(first) and not ideas(between[joints[0].end() :])
        return None if trailing else first.end + joints[0].start()
    spoken = has_verb(bare(text[begin : first.start]), tongue(text))
    if told and spoken and not is_date(first) and not is_date(second):
        noun = re.match(rf"[\s-]*[^\W\d_{HAN}]+|[{HAN}]{{1,3}}", between)
        return first.end + (noun.end() if noun else 0)
    return None


_JOINED = re.compile(r"(?!\w+ty-(?:one|two|three|four|five|six|seven|eight|nine)\b)[^\W\d_]+-", re.IGNORECASE)


@lru_cache(maxsize=32768)
def slots(text: str, grouping: str | None = None) -> tuple[Slot, ...]:
    """The figures of a sentence, dates among them, in reading order."""
    figures = _labelled(text, read(text, grouping)[:MOST])
    found: list[Slot] = []
    spans = clauses(text, figures)
    before: tuple[Figure, ...] = ()
    after = _only_date(spans, figures)
    for part, (start, end) in enumerate(spans):
        own = [figure for figure in figures if start <= figure.start < end]
        clause = text[start:end]
        words = bare(clause, grouping)
        scope = tuple(
            f for f in own if is_date(f) and not _COMPARED.search(text[max(0, f.start - 24) : f.start])
        )
        own_dates = bool(scope)
        scope = scope or before or after
        before = scope if any(not is_date(figure) for figure in own) else before
        terms, ways, called = ideas(words), polarity.ways(words), names(_masked(text, figures)[start:end])
        for index, figure in enumerate(own):
            if is_date(figure) and figure not in scope:
                continue
            if _JOINED.match(figure.text):  # a five-year review
                continue
            if figure.span is not None and index and own[index - 1].span == figure.span:
                continue
            begin = figure.lead if figure.lead >= 0 else figure.start
            role = _ROLE.search(text[max(start, begin - 16) : begin])
            intended = polarity.planned(text[start:begin], text[figure.end : end])
            found.append(
                Slot(
                    figure,
                    clause,
                    terms,
                    called,
                    # a plan beside a figure is of an earlier time
                    scope if own_dates or not intended else (),
                    ways,
                    intended,
                    _ROLES.get(role[1].lower(), "") if role else "",
                    part,
                )
            )
    return tuple(found)


def _labelled(text: str, figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
    """The figures behind a label such as `Passengers per day:` as amounts per what it says."""
    label = re.match(r"[^:：]{2,80}[:：](?=\s)", text)
    found = per(label[0]) if label else ""
    if not label or not found:
        return figures
    return tuple(
        f if is_date(f) or f.per or f.start < label.end() else f._replace(per=found) for f in figures
    )


def _only_date(spans: list[tuple[int, int]], figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
    """The one date of a sentence, where its clause has another figure that it holds for."""
    dates = [figure for figure in figures if is_date(figure)]
    if len(dates) != 1:
        return ()
    start, end = next((a, b) for a, b in spans if a <= dates[0].start < b)
    beside = any(start <= figure.start < end and not is_date(figure) for figure in figures)
    return tuple(dates) if beside else ()


def _masked(text: str, figures: tuple[Figure, ...]) -> str:
    """The text with blanks for its figures, whose units are no names."""
    for figure in figures:
        text = text[: figure.start] + " " * (figure.end - figure.start) + text[figure.end :]
    return text


def unfigured(text: str) -> str:
    """The text with blanks for its figures, of the same length."""
    return _masked(text, read(text))
