"""Figures and dates in a sentence, with scale, unit and currency, made comparable.

`read` finds them; `compare` says of two whether they agree. English, Chinese and German. A single
separator before three digits can mean thousands or decimals: such a figure has two readings, and
agrees with another where any reading does.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from math import isfinite
from typing import Literal, NamedTuple

from triaudit.judge.rules.units import COUNTERS, CURRENCIES, MONTHS, SCALES, UNITS, WORDS, Unit
from triaudit.text import HAN

Answer = Literal["same", "close", "other", "apart"]
"""Equal; within rounding or `about`; a different value of the same measure; not comparable."""


class Figure(NamedTuple):
    """A number or a date as a text states it."""

    text: str
    start: int
    end: int
    dimension: str
    """count, money, percent, points, year, season, a unit's dimension, or `ratio` for `3x`."""
    values: tuple[float, ...]
    """Readings in the dimension's base unit; for a year, the year."""
    half: float
    """Half a unit of the last digit written, in the base unit: what rounding can hide."""
    currency: str = ""
    noun: str = ""
    """What a count counts, where the next word tells."""
    about: bool = False
    month: int = 0
    day: int = 0
    scale: float = 1.0
    """What its scale word multiplied by."""


class _Parsed(NamedTuple):
    values: tuple[float, ...]
    half: float


_CN = "零〇一二两三四五六七八九十百千万亿"
_CN_DIGITS = {char: index for index, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_CN_POWERS = {"十": 10, "百": 100, "千": 1000, "万": 10**4, "亿": 10**8}

_BEFORE = r"(?P<money>US\$|HK\$|CN¥|JP¥|A\$|C\$|[$€£¥₹₩]|\b(?:USD|EUR|GBP|CNY|RMB|JPY|CHF|INR)\b)?\s?"
_DIGITS = r"(?P<digits>\d{1,3}(?:[\u00a0\u202f ’']\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*)"


def _choice(names: dict[str, object] | tuple[str, ...]) -> tuple[str, str]:
    """Alternatives of names: those of Chinese characters or signs, and those that need a word's end."""
    ordered = sorted(names, key=lambda name: (-len(name), name))
    signs = [re.escape(n) for n in ordered if re.match(rf"[{HAN}]", n) or not n[-1].isalnum()]
    words = [re.escape(n) for n in ordered if not re.match(rf"[{HAN}]", n) and n[-1].isalnum()]
    return "|".join(signs), "|".join(words)


_SCALE_SIGNS, _SCALE_WORDS = _choice(dict(SCALES))
_UNIT_SIGNS, _UNIT_WORDS = _choice(dict(UNITS))
_MONEY_SIGNS, _MONEY_WORDS = _choice(tuple(name for name in CURRENCIES if name != "$"))
_AFTER_WORD = rf"(?![\w²³]|-(?:[^\W\d_{HAN}]))|(?=[{HAN}])"
_FIGURE = re.compile(
    rf"(?<![^\W{HAN}])(?<![.,\d])(?<![A-Za-z]-)(?:{_BEFORE})"
    rf"(?:{_DIGITS}|(?<![第{_CN}])(?P<cn>[一二两三四五六七八九十][{_CN}]*[十百千万亿][{_CN}]*"
    rf"|[一二两三四五六七八九十百千](?=成|个百分点))"
    rf"|\b(?P<word>{'|'.join(WORDS)})\b(?=\s+[^\W\d_]))"
    rf"(?:\s?-?(?P<scale>(?:{_SCALE_SIGNS})(?!时|瓦|克|米|吨)|(?:{_SCALE_WORDS})(?:{_AFTER_WORD})))?"
    rf"(?:\s?(?:of\s)?-?(?P<unit>{_UNIT_SIGNS}|(?:{_UNIT_WORDS})(?:{_AFTER_WORD}))"
    rf"|\s?(?P<cash>{_MONEY_SIGNS}|(?:{_MONEY_WORDS})(?:{_AFTER_WORD}))|(?P<tenths>成)|(?P<times>[x×倍]"
    rf"|-?fold\b|\s?times\b))?",
    re.IGNORECASE,
)
_ANY = re.compile(rf"[\d十百千万亿成]|百分|\b(?:{'|'.join(WORDS)})\b", re.IGNORECASE)
"""What every figure has some of."""
_CODE = re.compile(
    r"\b10\.\d{4,9}/\S+|\b(?=\d*[A-Za-z][A-Za-z-]*\d"
    r"|[\d-]+[A-Za-z])[A-Za-z0-9]{1,20}(?:-[A-Za-z0-9]{1,20}){2,8}\b(?!-)|\b\d{1,3}(?:\.\d{1,3}){3}\b"
)
"""Identifiers and addresses whose digits count nothing."""
_MATHS = re.compile(r"\$[^$\n]*(?:\\[a-z]|[=^_])[^$\n]*\$")
"""A formula, whose dollar signs are no currency."""
_CN_PERCENT = re.compile(rf"百分之(?P<n>\d+(?:\.\d+)?|[{_CN}点]+)")
_MONTH = "|".join(sorted(MONTHS, key=lambda name: (-len(name), name)))
_D = r"(?P<d>[12]\d|3[01]|0?[1-9])"
_Y = r"(?P<y>1[0-9]\d\d|20\d\d|2100)"
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<![\d.])(?P<season>(?:FY\s?)?{_Y}[/–-](?P<y2>\d\d))(?![\d/.–-])",
        rf"(?<!\d){_Y}[-/.](?P<m>0?[1-9]|1[0-2])[-/.](?P<d>0?[1-9]|[12]\d|3[01])(?!\d)",
        rf"(?<!\d){_Y}\s?年(?:\s?(?P<m>1[0-2]|0?[1-9])\s?月(?:\s?(?P<d>[12]\d|3[01]|0?[1-9])\s?[日号])?)?",
        rf"(?<![\w.])(?:{_D}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?)?\b(?P<mn>{_MONTH})\b\.?,?\s+{_Y}(?!\d)",
        rf"\b(?P<mn>{_MONTH})\b\.?\s+(?P<d>[12]\d|3[01]|0?[1-9])(?:st|nd|rd|th)?,?\s+{_Y}(?!\d)",
        rf"(?<!\d)(?P<d>[12]\d|3[01]|0?[1-9])\.(?P<m>1[0-2]|0?[1-9])\.{_Y}(?!\d)",
        rf"(?<!\d){_Y}-(?P<m>0[1-9]|1[0-2])(?![\d-])",
        rf"\b(?:FY|Q[1-4]|H[12])[ ’']?\s?{_Y}(?!\d)",
    )
)
_ABOUT = re.compile(
    r"(?:\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|over|more than|less than"
    r"|under|at least|up to|circa|ca\.?|rund|etwa|ungefähr|fast|knapp|über|mehr als|mindestens|bis zu|gut)\s*"
    r"|[~≈>≥<≤]\s*|(?:约|大约|近|接近|超过|超|逾|至少|将近|不到|高达)[为]?\s*)(?:US\$|[$€£¥])?$",
    re.IGNORECASE,
)
_NOT_COUNTED = re.compile(
    r"(?:\b(?:section|chapter|table|figure|fig\.?|step|page|p\.|pp\.|no\.|nr\.|version|v|appendix|kapitel"
    r"|abschnitt"
    r"|tabelle|abbildung|seite)\s*|第\s*|[#§]\s?)$",
    re.IGNORECASE,
)
_YEAR_NEXT = re.compile(
    r"\s+(?:people|persons|children|men|women)\b"
    r"|\s+(?!(?:and|to|was|is|by|in|the|at|for|on|with|of|as)\b)[a-z]{3,}s\b"
)
"""A plural right after four digits: they count things and are no year."""
_NOUN = re.compile(
    rf"\s?[{COUNTERS}]?(?P<han>[{HAN}]{{1,4}})|[\s-]{{1,2}}(?P<word>[^\W\d_]{{3,}}(?:[\s-][^\W\d_]{{3,}})?)"
)


@lru_cache(maxsize=16384)
def read(text: str) -> tuple[Figure, ...]:
    """The figures and dates of a text in reading order; ordinals, sections and versions are none."""
    if not _ANY.search(text):
        return ()
    text = _CODE.sub(lambda found: " " * len(found[0]), text)
    text = _MATHS.sub(lambda found: found[0].replace("$", " "), text)
    found: list[Figure] = []
    taken: list[tuple[int, int]] = []

    def free(start: int, end: int) -> bool:
        return not any(start < b and a < end for a, b in taken)

    for pattern in _DATES:
        for match in pattern.finditer(text):
            if free(*match.span()):
                taken.append(match.span())
                found.append(_date(match))
    for match in _CN_PERCENT.finditer(text):
        if free(*match.span()):
            taken.append(match.span())
            value = float(match["n"]) if match["n"][0].isdigit() else chinese(match["n"])
            found.append(Figure(match[0], *match.span(), "percent", (value,), 0.5))
    for match in _FIGURE.finditer(text):
        if free(*match.span()) and not _NOT_COUNTED.search(text[max(0, match.start() - 12) : match.start()]):
            figure = _figure(match, text)
            if figure:
                found.append(figure)
    return tuple(_ranges(sorted(found, key=lambda f: f.start), text))


def chinese(text: str) -> float:
    """A number written in Chinese characters, such as 三百二十万."""
    whole, _, part = text.partition("点")
    total = section = digit = 0
    for char in whole:
        if char in _CN_DIGITS:
            digit = _CN_DIGITS[char]
            continue
        power = _CN_POWERS.get(char, 1)
        if power >= 10**4:
            total = (total + section + digit) * power if power == 10**8 else total + (section + digit) * power
            section = 0
        else:
            section += (digit or 1) * power
        digit = 0
    decimals = "".join(str(_CN_DIGITS[char]) for char in part if char in _CN_DIGITS)
    return float(total + section + digit) + (float(f"0.{decimals}") if decimals else 0.0)


def parsed(digits: str) -> _Parsed:
    """The readings of a number as written, and half a unit of its last digit."""
    digits = re.sub(r"[\u00a0\u202f ’']", "", digits)
    marks = re.findall(r"[.,]", digits)
    if not marks:
        return _Parsed((float(digits),), 0.5)
    if len(set(marks)) == 2 or (len(marks) == 1 and not re.fullmatch(r"[1-9]\d{0,2}[.,]\d{3}", digits)):
        whole, _, part = digits.rpartition(marks[-1])
        return _Parsed((float(f"{re.sub('[.,]', '', whole)}.{part}"),), 0.5 * 10 ** -len(part))
    grouped = float(re.sub("[.,]", "", digits))
    if len(marks) > 1:
        return _Parsed((grouped,), 0.5)
    decimal = float(digits.replace(",", "."))
    return _Parsed((grouped, decimal) if marks[0] == "," else (decimal, grouped), 0.0005)


def _date(match: re.Match[str]) -> Figure:
    groups = match.groupdict()
    year = float(match["y"])
    if groups.get("season") and int(match["y2"]) == (int(match["y"]) + 1) % 100:
        return Figure(match[0], *match.span(), "season", (year,), 0)
    month = MONTHS[match["mn"].lower()] if groups.get("mn") else int(groups.get("m") or 0)
    return Figure(match[0], *match.span(), "year", (year,), 0, month=month, day=int(groups.get("d") or 0))


def _figure(match: re.Match[str], text: str) -> Figure | None:
    start, end = match.span()
    start += len(match[0]) - len(match[0].lstrip())
    number = match["digits"]
    if number:
        if number.count(".") > 1 and re.search(r"\.\d{1,2}\.|\.\d{1,2}$", number) and "," not in number:
            return None
        values, half = parsed(number)
        if not all(map(isfinite, values)):
            return None
    else:
        values, half = (chinese(match["cn"]) if match["cn"] else float(WORDS[match["word"].lower()]),), 0.5
    scale, unit = (match["scale"] or "").lower(), (match["unit"] or "").lower()
    money = match["money"] or match["cash"] or ""
    if scale in {"m", "w", "b", "k"} and not money:
        unit, scale = ("m", "") if scale == "m" and not unit else (unit, scale if scale == "k" else "")
    factor = SCALES.get(scale, 1.0)
    values, half = tuple(value * factor for value in values), half * factor
    about = bool(_ABOUT.search(text[max(0, start - 14) : start]))
    figure = Figure(text[start:end].strip(), start, end, "count", values, half, about=about, scale=factor)
    if unit in {"g", "l", "t"} and match["unit"].isupper():
        return None
    if unit == "m":
        return figure._replace(dimension="length")
    if unit:
        dimension, by, offset = UNITS[unit]
        return figure._replace(
            dimension=dimension, values=tuple(value * by + offset for value in values), half=half * by
        )
    if money:
        return figure._replace(dimension="money", currency=CURRENCIES[money.lower()])
    if match["tenths"]:
        return figure._replace(
            dimension="percent", values=tuple(10 * value for value in values), half=10 * half
        )
    if match["times"]:
        return figure._replace(dimension="ratio")
    rest = text[end : end + 40]
    if number and not scale and re.match(r"(?:st|nd|rd|th|s|er)\b", rest):
        return None
    if number and not scale and len(number) < 3 and re.match(r"\.\s*[A-ZÄÖÜ]", rest):
        return None
    year = number and not scale and re.fullmatch(r"1[5-9]\d\d|20\d\d|2100", number)
    if year and not _YEAR_NEXT.match(rest):
        return figure._replace(dimension="year", half=0)
    noun = _NOUN.match(rest)
    return figure._replace(noun=(noun["han"] or noun["word"] or "").lower() if noun else "")


def _ranges(figures: list[Figure], text: str) -> list[Figure]:
    """The first end of a range such as `20-25 %` or `3 to 4 million` takes the second's scale and unit."""
    done = list(figures)
    for index, (figure, after) in enumerate(pairwise(figures)):
        joint = text[figure.end : after.start].strip().lower()
        if (
            figure.dimension == "count"
            and joint in {"-", "–", "—", "~", "至", "到", "to", "bis", "and", "und", "和"}
            and after.dimension not in {"year", "season"}
        ):
            unit = _unit_of(after)
            by = unit.factor * (after.scale if figure.scale == 1 else 1.0)
            done[index] = figure._replace(
                dimension=after.dimension,
                currency=after.currency,
                values=tuple(value * by + unit.offset for value in figure.values),
                half=figure.half * by,
                noun=figure.noun if after.dimension == "count" else "",
            )
    return done


def _unit_of(figure: Figure) -> Unit:
    """The unit that a figure is written with."""
    folded = figure.text.lower()
    names = [n for n, unit in UNITS.items() if unit.dimension == figure.dimension and folded.endswith(n)]
    return UNITS[max(names, key=len)] if names else Unit(figure.dimension)


def compare(claimed: Figure, stated: Figure) -> Answer:
    """Whether what a source states is what is claimed.

    Years agree exactly, and by month and day where both give them; amounts of money only in one
    currency; other figures within the rounding of either, or 5 % where one of them says `about`.
    """
    if claimed.dimension != stated.dimension:
        if {claimed.dimension, stated.dimension} in ({"percent", "points"}, {"season", "year"}):
            return "other"
        return "apart"
    if claimed.dimension in {"year", "season"}:
        if claimed.values != stated.values:
            return "other"
        pairs = ((claimed.month, stated.month), (claimed.day, stated.day))
        return (
            "other"
            if any(a and b and a != b for a, b in pairs)
            else "same"
            if all(b or not a for a, b in pairs)
            else "close"
        )
    gap = min(abs(a - b) for a in claimed.values for b in stated.values)
    size = max(abs(value) for value in (*claimed.values, *stated.values))
    relative = gap / size if size else 0.0
    if claimed.currency and stated.currency and claimed.currency != stated.currency:
        return "other" if relative < 1e-9 else "apart"
    rounded = (gap <= stated.half and relative <= 0.005) or (gap <= claimed.half and relative <= 0.05)
    if relative < 1e-9 or rounded:
        return "same"
    if gap <= max(claimed.half, stated.half) and relative <= 0.05:
        return "close"
    if (claimed.about or stated.about) and relative <= 0.05:
        return "same" if claimed.about else "close"
    return "other"


def changes(figures: tuple[Figure, ...], text: str) -> tuple[Figure, ...]:
    """What `from A to B` amounts to: percentage points between shares, and the change in percent."""
    made = []
    for first, second in pairwise(figures):
        joint = text[first.end : second.start].strip().lower()
        lead = text[max(0, first.start - 8) : first.start].strip().lower()
        if (
            first.dimension != second.dimension
            or first.dimension in {"year", "season"}
            or not first.values[0]
        ):
            continue
        if not (joint in {"to", "auf", "→", "->"} and lead.endswith(("from", "von"))) and not (
            lead.endswith("从") and re.fullmatch(r"(?:[升增提上降下减]\S{0,3})?[至到为]", joint)
        ):
            continue
        gap = second.values[0] - first.values[0]
        span = (text[first.start : second.end], first.start, second.end)
        if first.dimension == "percent":
            made.append(Figure(*span, "points", (abs(gap),), 0.5))
        made.append(Figure(*span, "percent", (abs(100 * gap / first.values[0]),), 0.5))
    return tuple(made)
