"""Figures in their places: what each is of, when, whether it is a level or a change, planned or real."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from triaudit import numbers
from triaudit.judge.rules.factcheck.terms import LIGHT, SAYING, content
from triaudit.judge.rules.factcheck.worded import HALVES, IN, worded
from triaudit.judge.rules.slots import Slot, is_date, slots
from triaudit.judge.rules.verbs import has_verb, is_verb, tongue
from triaudit.numbers import Figure, read
from triaudit.units import MONTHS

Kind = Literal["level", "change", "from"]


_CHANGED = re.compile(
    r"(?:\b(?:by|um)(?:\s(?:about|some|nearly|almost|around|rund|etwa|over|another|further|weitere|more than"
    r"|at least|mehr als))?\s"
    r"|\b(?:rose|risen|grew|grown|fell|fallen|dropped|climbed|increased|decreased|declined|shrank|gained"
    r"|(?<!made )(?<!make )(?<!makes )up|down|stieg|sank|wuchs|fiel)\s(?:about\s|some\s|nearly\s)?"
    r"|(?:增长|增加|上升|提高|上涨|下降|减少|降低|下跌|缩短|延长|超支|超出|多出|高出|节省|节约|提前|推迟"
    r"|(?<![最至])[晚早迟多少低高])了?(?:约|近|超过)?)$",
    re.IGNORECASE,
)
_THAN = re.compile(
    r"\s?(?:(?P<word>(?!or\b|oder\b)[^\W\d_]+)\s)?(?:more|less|fewer|higher|lower|above|below|over|under"
    r"|late[rn]?|earl(?:y|ier)"
    r"|longer|shorter|cheaper|dearer|colder|warmer|hotter|cooler|faster|slower|larger|smaller|bigger|taller"
    r"|kälter|wärmer|kühler|schneller|langsamer|größer|kleiner|mehr|weniger|höher|niedriger|unter|über"
    r"|später|früher|teurer|billiger|länger|kürzer|zu spät)\b",
    re.IGNORECASE,
)
_ONCE = re.compile(
    r"(?:\b(?:before|previously|formerly|had been|had (?:stood|amounted|come) (?:at|to)"
    r"|vorher|früher|zuvor)[:：]?\s|以前[:：]?\s?|(?<=\d)\sof (?:the|its|all)\s"
    r"|\b(?:after|instead of|compared (?:with|to)|against|than|nach|statt|gegenüber)\s"
    r"(?:the\s|an?\s|its\s|some\s|about\s)?|原来的?)$",
    re.IGNORECASE,
)
_MONTH = re.compile(rf"\s?(?:{'|'.join(sorted(MONTHS, key=lambda m: (-len(m), m)))})\b|\s?月", re.IGNORECASE)
_FROM = re.compile(
    r"(?:\b(?:from|von)\s(?:about\s|some\s|rund\s|etwa\s)?|[由从](?:\d{4}年)?的?)$", re.IGNORECASE
)
_TO = re.compile(
    r".{0,30}?(?:\b(?:to|auf|zu)\b|[至到为])|\s*(?:in|im)?\s?[\d年]*\s*[.,;，。；)]|\s*$", re.IGNORECASE
)
_PIECE = re.compile(
    r"[,，、;；](?!\d)|\b(?:and|but|or|after|because|since|so that|which|although|while|whereas"
    r"|at a cost|und|aber|weil|nachdem|oder"
    r"|wobei|damit)\b|而|但|并且|以及",
    re.IGNORECASE,
)
_PLANNED = re.compile(
    (
        r"(?:\b(?:should have|ought to have|was due|were due|had been approved|budget approved"
        r"|hätte\w*|bewilligt\w*)\b|概算|(?:方案|规划|计划)(?:提出|要求|规定)|本应|原定|应达到|承诺|promised|pledged|zugesagt|versprochen)[^,，;；。]*$"
    ),
    re.IGNORECASE,
)
"""What makes a figure a plan, beside what is listed for directions."""
_BEHIND = re.compile(
    r"[^,，;；.。()（）\d]{0,40}?(?:\b(?:in|im|of|for|at the end of|by the end of|ende|seit|since)\s)?"
    r"|\s?[(（]",
    re.IGNORECASE,
)
"""What stands between a figure and the date that it is of."""
_STRONG = re.compile(r"[;；]|\b(?:while|whereas|während|wohingegen)\b|而")
"""What ends a clause that has dates of its own."""
_UNTIL = re.compile(
    r"\b(?:until|till|through|bis(?: ende)?|up to)\s(?:the\s)?(?:end\sof\s)?$|[至到]$", re.IGNORECASE
)
_SINCE = re.compile(
    r"\b(?:than|as|compared (?:with|to)|versus|als|gegenüber|verglichen mit|im vergleich zu)\s"
    r"(?:[^\W\d]+\s){0,4}$|比$|较$|同比$",
    re.IGNORECASE,
)
"""What makes a date the one that is compared with: what a figure is more or less than."""
_BEGUN = re.compile(r"\b(?:since|seit)\s(?:[^\W\d]+\s){0,5}$|自$", re.IGNORECASE)
"""What makes a date the one from which on something was counted, and not the time of the count."""
_LIMIT = re.compile(
    r"[^.,;，。；\d]{0,20}?\s(?:(?:is|are|was|were|had been|has been|have been|sind|ist|war|waren|wurden?)\s)"
    r"(?:\w+\s)?(?:allowed|permitted|approved|budgeted|planned|required|forecast|foreseen|erlaubt|zulässig"
    r"|bewilligt|genehmigt|geplant|vorgesehen)\b",
    re.IGNORECASE,
)
"""What makes a figure before it a plan or a limit."""
_NAMED = re.compile(
    r"\b(?:lines?|routes?|buses|bus|trams?|phases?|stages?|lots?|articles?|sections?|chapters?|units?|blocks?"
    r"|boilers?|platforms?|gates?|piers?|berths?|zones?|districts?|rooms?|levels?|versions?|no\.|nos\."
    r"|linien?|phasen?|abschnitte?|kapitel|artikel|kessel|halle|bezirke?|stufen?|nr\.|paragra(?:f|ph))\s"
    r"(?:\d{1,3}(?:,\s|\s(?:and|or|to|und|oder|bis)\s)){0,3}$"
    r"|第$",
    re.IGNORECASE,
)
"""What makes a short number a name: `line 4`, `lines 7 and 9`."""


class Stated(NamedTuple):
    """One figure of a text in its place."""

    figure: Figure
    near: frozenset[str]
    """Terms of its clause, or of its cell's labels."""
    scope: tuple[Figure, ...]
    """The dates that it holds for, nearest first."""
    kind: Kind
    planned: bool
    ways: frozenset[str]
    """The directions of its clause, as `polarity.ways` names them."""
    part: int
    """Which clause it is in."""
    text: str
    """The clause."""


@lru_cache(maxsize=32768)
def stated(text: str, grouping: str | None = None) -> tuple[Stated, ...]:
    """The figures of a sentence, dates among them, in reading order."""
    listed = _merged(slots(text, grouping), text)
    dates = [slot.figure for slot in listed if is_date(slot.figure)]
    made = [
        _stated(text, slot, dates, grouping)
        for slot in listed
        if not (
            slot.figure.dimension == "count"
            and slot.figure.values[0] <= 31
            and _MONTH.match(text, slot.figure.end)
        )
        and not _is_name(text, slot.figure)
    ]
    for figure in worded(text):
        fraction = bool(IN.fullmatch(figure.text) or HALVES.fullmatch(figure.text))
        beside = [o for o in made if o.figure.start < figure.end and figure.start < o.figure.end]
        if beside and not fraction:
            continue
        made = [item for item in made if item not in beside]
        host = next((item for item in made if figure.text in item.text), None)
        changed = re.match(r"by|um|halv|halb|doub|trip|quad|ver|减|了|翻|半年", figure.text.lower())
        kind: Kind = "change" if changed else "level"
        made.append(
            host._replace(figure=figure, kind=kind)
            if host
            else Stated(figure, content(text, grouping), tuple(dates), kind, False, frozenset(), 0, text)
        )
    for figure in numbers.changes(tuple(item.figure for item in made), text):
        host = next(item for item in made if item.figure.start >= figure.start)
        made.append(host._replace(figure=figure, kind="change"))
    return tuple(made)


def _is_name(text: str, figure: Figure) -> bool:
    """Whether a number names one of several: `line 4`, `Phase 2`."""
    return (
        figure.dimension == "count"
        and bool(re.fullmatch(r"\d{1,3}", figure.text))
        and bool(_NAMED.search(text[max(0, figure.start - 48) : figure.start]))
    )


def _merged(listed: tuple[Slot, ...], text: str) -> list[Slot]:
    """`5 minutes and 20 seconds` as one figure."""
    done: list[Slot] = []
    for slot in listed:
        last = done[-1].figure if done else None
        joint = text[last.end : slot.figure.start].strip().lower() if last else ""
        if (
            last
            and last.dimension == slot.figure.dimension == "time"
            and joint in {"", "and", "und", ","}
            and last.values[0] > slot.figure.values[0]
        ):
            whole = last._replace(
                text=text[last.start : slot.figure.end],
                end=slot.figure.end,
                values=(last.values[0] + slot.figure.values[0],),
                half=slot.figure.half,
                per=slot.figure.per,
            )
            done[-1] = done[-1]._replace(figure=whole)
        else:
            done.append(slot)
    return done


def _stated(text: str, slot: Slot, dates: list[Figure], grouping: str | None) -> Stated:
    figure = slot.figure
    scope = slot.scope if is_date(figure) else _scope(text, figure, read(text, grouping))
    near = _piece(text, slot, grouping)
    before = text[max(0, figure.start - 60) : figure.start]
    planned = slot.planned or bool(
        _PLANNED.search(before.rsplit(". ", 1)[-1])
        or (not is_date(figure) and _LIMIT.match(text, figure.end))
    )
    return Stated(figure, near, scope, _kind(text, slot), planned, slot.ways, slot.part, slot.text)


def _piece(text: str, slot: Slot, grouping: str | None) -> frozenset[str]:
    """The terms of the part of a clause that a figure is in, where they say anything; else of all of it."""
    start = text.find(slot.text)
    if start < 0 or slot.figure.start < start:
        return content(slot.text, grouping)
    end, at = start + len(slot.text), slot.figure
    cuts = list(_PIECE.finditer(text, start, end))
    low = max((match.end() for match in cuts if match.end() <= at.start), default=start)
    high = min((match.start() for match in cuts if match.start() >= at.end), default=end)
    own = content(text[low:high], grouping)
    if (
        low > start
        and own - LIGHT
        and not content(text[low : at.start])
        and not has_verb(text[low:high], tongue(text))
    ):
        cut = min((match.start() for match in re.finditer(r"\d", text)), default=0)
        own |= content(text[:cut], grouping) if cut < low else frozenset()
    return own if own - LIGHT - SAYING else content(slot.text, grouping)


def _scope(text: str, figure: Figure, figures: tuple[Figure, ...]) -> tuple[Figure, ...]:
    """The date that a figure holds for: right behind it, else before it and not another figure's."""
    values = [other for other in figures if not is_date(other)]
    dates = [
        d
        for d in figures
        if is_date(d)
        and not _UNTIL.search(text[max(0, d.start - 20) : d.start])
        and not _SINCE.search(text[max(0, d.start - 48) : d.start])
        and not _BEGUN.search(text[max(0, d.start - 48) : d.start])
    ]
    free: list[tuple[float, Figure]] = []
    for date in dates:
        following = next((v for v in values if v.start >= date.end), None)
        if following and date.start > figure.end and _STRONG.search(text, figure.end, date.start):
            continue
        if following and (
            text[date.end : date.end + 1] in {":", "："} or text[date.end : following.start] in {"的", " "}
        ):
            owner: Figure | None = following
        else:
            owner = next((v for v in reversed(values) if v.end <= date.start), None)
            if owner is not None and not _BEHIND.fullmatch(text[owner.end : date.start]):
                owner = None
        if owner is not None and owner.start == figure.start:
            return (date,)
        between = any(
            min(figure.end, date.end) <= v.start < max(figure.start, date.start)
            for v in values
            if v.start != figure.start
        )
        if owner is None and not (date.start > figure.start and between):
            apart = 200 if date.start > figure.end and _PIECE.search(text, figure.end, date.start) else 0
            free.append(
                (
                    figure.start - date.end
                    if date.end <= figure.start
                    else 1.5 * (date.start - figure.end) + apart,
                    date,
                )
            )
    return (min(free, key=lambda item: item[0])[1],) if free else ()


_ALLOWED = re.compile(
    r"\s?(?:(?:is|are|was|were|sind|ist|waren|war)\s)?(?:allowed|permitted|required|erlaubt|zulässig|vorgeschrieben)\b",
    re.IGNORECASE,
)
"""What makes a figure a limit, and no value that came about."""


def _kind(text: str, slot: Slot) -> Kind:
    """Whether a figure is a level, the size of a change or difference, or what was before."""
    figure = slot.figure
    if is_date(figure):
        return "level"
    begin = figure.lead if 0 <= figure.lead <= figure.start else figure.start
    ahead, behind = text[max(0, begin - 30) : begin], text[figure.end : figure.end + 40]
    if _ALLOWED.match(behind):
        return "from"
    than = _THAN.match(behind)
    if _CHANGED.search(ahead) or (than and not (than["word"] and is_verb(than["word"].lower()))):
        return "change"
    before = _ONCE.search(ahead) or (_FROM.search(ahead) and _TO.match(behind))
    return "from" if before else "level"
