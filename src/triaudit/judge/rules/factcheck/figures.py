"""Figures in their places: what each is of, when, whether it is a level or a change, planned or real."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple

from triaudit import numbers
from triaudit.judge.rules.agreement import agree, bare, counted
from triaudit.judge.rules.concepts import ideas, is_concept
from triaudit.judge.rules.factcheck import weights as w
from triaudit.judge.rules.factcheck.terms import LIGHT, SAYING, content, nearest
from triaudit.judge.rules.slots import Slot, is_date, slots
from triaudit.judge.rules.verbs import has_verb, is_verb, tongue
from triaudit.numbers import Figure, chinese, read
from triaudit.units import MONTHS, WORDS

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
    r"\s?(?:(?P<word>[^\W\d_]+)\s)?(?:more|less|fewer|higher|lower|above|below|over|under|late[rn]?|earl(?:y|ier)"
    r"|longer|shorter|cheaper|mehr|weniger|höher|niedriger|unter|über|später|früher|teurer|billiger|länger"
    r"|kürzer|zu spät)\b",
    re.IGNORECASE,
)
_ONCE = re.compile(
    r"(?:\b(?:before|previously|formerly|vorher|früher)[:：]?\s|以前[:：]?\s?|(?<=\d)\sof (?:the|its|all)\s"
    r"|\b(?:after|instead of|compared (?:with|to)|against|than|nach|statt|gegenüber)\s"
    r"(?:the\s|an?\s|its\s|some\s|about\s)?|原来的?)$",
    re.IGNORECASE,
)
_WORDED = (
    (r"\b(?:halv(?:e|ed|es|ing)|by (?:a )?half|halbiert\w*|um die hälfte)\b|减半|了一半", "percent", 50.0),
    (r"\b(?:by a third|um ein drittel)\b", "percent", 100 / 3),
    (r"\b(?:(?:by )?a quarter(?! of)|um ein viertel)\b", "percent", 25.0),
    (r"\b(?:by a fifth|um ein fünftel)\b", "percent", 20.0),
    (r"\b(?:by a tenth|um ein zehntel)\b", "percent", 10.0),
    (r"\b(?:every second|jede[rnms]? zweite\w*)\b", "percent", 50.0),
    (r"\bjede[rnms]? dritte\w*\b", "percent", 100 / 3),
    (r"\bjede[rnms]? vierte\w*\b", "percent", 25.0),
    (r"\bjede[rnms]? fünfte\w*\b", "percent", 20.0),
    (r"\bjede[rnms]? zehnte\w*\b", "percent", 10.0),
    (r"\b(?:doubl(?:e|ed|es|ing)|verdoppel\w*)\b|翻(?:了一)?[番倍]", "ratio", 2.0),
    (r"\b(?:tripl(?:e|ed|es|ing)|verdreifach\w*)\b", "ratio", 3.0),
    (r"\b(?:quadrupl(?:e|ed|es|ing)|vervierfach\w*)\b", "ratio", 4.0),
    (r"\b(?:an|one|einer?) (?:full )?(?:hour|stunde)\b|一(?:个)?小时", "time", 3600.0),
)
"""Words that state a figure without a number."""
_WORDED_RE = tuple(
    (re.compile(words, re.IGNORECASE), dimension, value) for words, dimension, value in _WORDED
)
_NUMBER = "|".join(sorted(WORDS, key=lambda word: (-len(word), word)))
_IN = re.compile(
    rf"\b(?P<a>one|einer?|{_NUMBER}|\d)\s(?:in|out of|von)\s(?P<b>{_NUMBER}|\d{{1,2}})\b(?!\s*(?:percent|%|prozent))",
    re.IGNORECASE,
)
"""`one in six`, `vier von fünf`."""
_TIMES = re.compile(r"(?P<n>[二两三四五六七八九十]|\d{1,3}(?:\.\d)?)倍(?P<more>多)?")
_MONTH = re.compile(rf"\s?(?:{'|'.join(sorted(MONTHS, key=lambda m: (-len(m), m)))})\b|\s?月", re.IGNORECASE)
_HALF_YEAR = re.compile(r"半年")


_FROM = re.compile(
    r"(?:\b(?:from|von)\s(?:about\s|some\s|rund\s|etwa\s)?|[由从](?:\d{4}年)?的?)$", re.IGNORECASE
)
_TO = re.compile(
    r".{0,30}?(?:\b(?:to|auf|zu)\b|[至到为])|\s*(?:in|im)?\s?[\d年]*\s*[.,;，。；)]|\s*$", re.IGNORECASE
)
_PIECE = re.compile(
    r"[,，、;；](?!\d)|\b(?:and|but|or|after|because|since|so that|which|although|while|whereas|at a cost|und|aber|weil|nachdem|oder"
    r"|wobei|damit)\b|而|但|并且|以及",
    re.IGNORECASE,
)
_PLANNED = re.compile(
    r"(?:\b(?:should have|ought to have|was due|were due|had been approved|budget approved|hätte\w*|bewilligt\w*)\b|概算|本应|原定|应达到|承诺|promised|pledged|zugesagt|versprochen)[^,，;；。]*$",
    re.IGNORECASE,
)
"""What makes a figure a plan, beside what is listed for directions."""
_BEHIND = re.compile(
    r"[^,，;；.。()（）\d]{0,40}?(?:\b(?:in|im|of|for|at the end of|by the end of|ende|seit|since)\s)?|\s?[(（]",
    re.IGNORECASE,
)
"""What stands between a figure and the date that it is of."""
_UNTIL = re.compile(
    r"\b(?:until|till|through|bis(?: ende)?|up to)\s(?:the\s)?(?:end\sof\s)?$|[至到]$", re.IGNORECASE
)


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


def worded(text: str) -> tuple[Figure, ...]:
    """What a text states in words: `halved`, `tripled`, `a quarter`, `one in six`."""
    found = [
        Figure(match[0], *match.span(), dimension, (value,), 2.5 if dimension == "percent" else 0.1)
        for pattern, dimension, value in _WORDED_RE
        for match in pattern.finditer(text)
    ]
    for match in _IN.finditer(text):
        above, below = (
            float(WORDS.get(part.lower(), part if part.isdigit() else 1)) for part in (match["a"], match["b"])
        )
        if 0 < above < below:
            found.append(Figure(match[0], *match.span(), "percent", (100 * above / below,), 2.5))
    for match in _TIMES.finditer(text):
        value = chinese(match["n"]) if not match["n"][0].isdigit() else float(match["n"])
        found.append(
            Figure(match[0], *match.span(), "ratio", (value,), 0.5, bound="least" if match["more"] else "")
        )
    found += [
        Figure(match[0], *match.span(), "time", (31_556_952.0 / 2,), 1_300_000.0)
        for match in _HALF_YEAR.finditer(text)
        if text[max(0, match.start() - 1) : match.start()] not in {"上", "下"}
    ]
    return tuple(sorted(found, key=lambda figure: figure.start))


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
    ]
    for figure in worded(text):
        fraction = bool(_IN.fullmatch(figure.text))
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
    planned = slot.planned or bool(_PLANNED.search(before.rsplit(". ", 1)[-1]))
    return Stated(figure, near, scope, _kind(text, slot), planned, slot.ways, slot.part, slot.text)


def _piece(text: str, slot: Slot, grouping: str | None) -> frozenset[str]:
    """The terms of the part of a clause that a figure is in, where they say anything; else of all of it."""
    start = text.find(slot.text)
    if start < 0 or slot.figure.start < start:
        return content(slot.text, grouping)
    end, at = start + len(slot.text), slot.figure
    cuts = [match for match in _PIECE.finditer(text, start, end)]
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
    dates = [d for d in figures if is_date(d) and not _UNTIL.search(text[max(0, d.start - 20) : d.start])]
    free: list[tuple[float, Figure]] = []
    for date in dates:
        following = next((v for v in values if v.start >= date.end), None)
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


def _kind(text: str, slot: Slot) -> Kind:
    """Whether a figure is a level, the size of a change or difference, or what was before."""
    figure = slot.figure
    if is_date(figure):
        return "level"
    begin = figure.lead if 0 <= figure.lead <= figure.start else figure.start
    ahead, behind = text[max(0, begin - 30) : begin], text[figure.end : figure.end + 40]
    than = _THAN.match(behind)
    if _CHANGED.search(ahead) or (than and not (than["word"] and is_verb(than["word"].lower()))):
        return "change"
    before = _ONCE.search(ahead) or (_FROM.search(ahead) and _TO.match(behind))
    return "from" if before else "level"


def telling(figure: Figure) -> float:
    """How much an equal figure says by itself: long ones don't meet by chance."""
    if is_date(figure):
        return w.DAY if figure.day else w.MONTH if figure.month or figure.part else 0.0
    digits = re.sub(r"\D", "", figure.text)
    short = digits.strip("0")
    size = len(short) + (len(digits) - len(digits.rstrip("0"))) // 2 if short else 0
    decimal = w.DECIMAL if re.search(r"\d[.,]\d{1,2}(?!\d)", figure.text) else 0.0
    return w.DIGITS[min(4, size)] + decimal + (w.UNIT if figure.dimension != "count" else 0.0)


def compare(claimed: Figure, source: Figure) -> numbers.Answer:
    """Whether a source's figure is the claimed one; a number without a unit takes the other's."""
    if (claimed.per or source.per) and not (claimed.per and source.per):
        claimed, source = claimed._replace(per=""), source._replace(per="")
    if claimed.dimension == source.dimension:
        if claimed.dimension == "percent" and not all(
            re.search(r"\d", figure.text) for figure in (claimed, source)
        ):
            gap = abs(claimed.values[0] - source.values[0])
            if gap <= 0.125 * max(claimed.values[0], source.values[0]) and not claimed.bound:
                return "same"
        return numbers.compare(claimed, source)
    if {claimed.dimension, source.dimension} == {"count", "money"}:
        count = claimed if claimed.dimension == "count" else source
        if count.scale > 1 and not any(map(_tells, counted(count))):
            return numbers.compare(
                claimed._replace(dimension="money", noun=""), source._replace(dimension="money", noun="")
            )
    if bare(claimed) or bare(source):
        return _alone(claimed, source)
    return numbers.compare(claimed, source)


def _alone(claimed: Figure, source: Figure) -> numbers.Answer:
    """Of two figures one of which is a number alone: the same where it is written the same."""
    alone = claimed if bare(claimed) else source
    if is_date(claimed) or is_date(source) or any(map(_tells, ideas(alone.noun))):
        return "apart"
    if agree(claimed, source):
        return "same"
    one, other = (re.sub(r"[^\d.,]", "", figure.text).strip(".,") for figure in (claimed, source))
    if not one or one != other:
        return "apart"
    return "same" if len(one) > 2 else "close"


def nouns(claimed: Figure, source: Stated, words: frozenset[str], known: frozenset[str]) -> bool | None:
    """Whether two counts count the same; None where that can't be told."""
    if claimed.dimension != "count":
        matter = [ideas(figure.noun) for figure in (claimed, source.figure)]
        return (
            bool(matter[0] & matter[1]) if matter[0] and matter[1] and claimed.dimension != "energy" else None
        )
    one, other = (frozenset(filter(_tells, counted(figure))) for figure in (claimed, source.figure))
    if not one:
        return None
    if any(nearest(term, other | source.near) > 0 for term in one):
        return True
    if not other or any(nearest(term, words) for term in one) or any(nearest(term, known) for term in other):
        return None
    return False


def _tells(noun: str) -> bool:
    """Whether a word after a figure is what it counts, as far as the lists know."""
    return (
        noun not in SAYING
        and noun not in LIGHT
        and (is_concept(noun) or (noun.isascii() and not is_verb(noun)))
    )


def ratio(claimed: Figure, source: Figure) -> float:
    """The larger of two figures by the smaller, 1 and more."""
    one, other = (max(abs(value) for value in figure.values[:1]) for figure in (claimed, source))
    return max(one, other) / max(min(one, other), 1e-9)


class Made(NamedTuple):
    """A value computed from two figures."""

    figure: Figure
    one: Stated
    other: Stated
    rises: bool | None
    """Whether the later of the two is more; None where it can't be told which is later."""


def derived(items: tuple[Stated, ...]) -> tuple[Made, ...]:
    """What pairs of figures amount to: difference, sum, change in percent, share, multiple, time between dates."""
    made: list[Made] = []
    for x, y in combinations(items[:12], 2):
        one, other = x.figure, y.figure
        if is_date(one) and is_date(other):
            months = abs((one.values[0] - other.values[0]) * 12 + (one.month or 1) - (other.month or 1))
            if one.month and other.month and months:
                made.append(Made(Figure("", 0, 0, "time", (months * 2_629_746.0,), 1_400_000.0), x, y, None))
            continue
        if one.dimension != other.dimension or is_date(one) or one.currency != other.currency:
            continue
        a, b = one.values[0], other.values[0]
        rises = _rises(x, y)
        base = one._replace(text="", noun="", bound="", span=None, per="", half=one.half + other.half)
        made += [Made(base._replace(values=(value,)), x, y, rises) for value in (abs(a - b), a + b)]
        if one.dimension == "percent":
            made.append(Made(base._replace(dimension="points", values=(abs(a - b),)), x, y, rises))
        for first, second in ((a, b), (b, a)):
            if second:
                part = Figure("", 0, 0, "percent", (0.0,), 0.5)
                made.append(Made(part._replace(values=(abs(100 * (first - second) / second),)), x, y, rises))
                if x.kind == y.kind and {d.values for d in x.scope} == {d.values for d in y.scope}:
                    made.append(Made(part._replace(values=(abs(100 * first / second),)), x, y, None))
                made.append(
                    Made(
                        part._replace(dimension="ratio", values=(abs(first / second),), half=0.1), x, y, None
                    )
                )
    return tuple(made)


def _rises(one: Stated, other: Stated) -> bool | None:
    """Whether the later of two figures is more: by their years, or by which is the former one."""
    years = [max((int(date.values[0]) for date in item.scope), default=9999) for item in (one, other)]
    if years[0] == years[1]:
        years = [0 if item.kind == "from" else 1 for item in (one, other)]
    if years[0] == years[1]:
        return None
    first, last = (one, other) if years[0] < years[1] else (other, one)
    return last.figure.values[0] > first.figure.values[0]
