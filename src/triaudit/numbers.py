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

from triaudit.units import CURRENCIES, MONTHS, SCALES, UNITS, WORDS, Unit
from triaudit.written import (
    ABOUT,
    ANY,
    CN_DIGITS,
    CN_PERCENT,
    CN_POWERS,
    CODE,
    DATES,
    FIGURE,
    MATHS,
    NOT_COUNTED,
    NOUN,
    YEAR_NEXT,
)

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


@lru_cache(maxsize=16384)
def read(text: str) -> tuple[Figure, ...]:
    """The figures and dates of a text in reading order; ordinals, sections and versions are none."""
    if not ANY.search(text):
        return ()
    text = CODE.sub(lambda found: " " * len(found[0]), text)
    text = MATHS.sub(lambda found: found[0].replace("$", " "), text)
    found: list[Figure] = []
    taken = bytearray(len(text))

    def take(start: int, end: int) -> bool:
        """Whether no figure stands there yet; one does from now on."""
        free = 1 not in taken[start:end]
        taken[start:end] = b"\1" * (end - start)
        return free

    for pattern in DATES:
        found += [_date(match) for match in pattern.finditer(text) if take(*match.span())]
    for match in CN_PERCENT.finditer(text):
        value = float(match["n"]) if match["n"][0].isdigit() else chinese(match["n"])
        if isfinite(value) and take(*match.span()):
            found.append(Figure(match[0], *match.span(), "percent", (value,), 0.5))
    for match in FIGURE.finditer(text):
        if 1 not in taken[match.start() : match.end()] and not NOT_COUNTED.search(
            text[max(0, match.start() - 12) : match.start()]
        ):
            figure = _figure(match, text)
            if figure:
                found.append(figure)
    return tuple(_ranges(sorted(found, key=lambda f: f.start), text))


def chinese(text: str) -> float:
    """A number written in Chinese characters, such as 三百二十万."""
    whole, _, part = text.partition("点")
    total = section = digit = 0.0
    for char in whole:
        if char in CN_DIGITS:
            digit = CN_DIGITS[char]
            continue
        power = CN_POWERS.get(char, 1)
        if power >= 10**4:
            total = (total + section + digit) * power if power == 10**8 else total + (section + digit) * power
            section = 0
        else:
            section += (digit or 1) * power
        digit = 0
    decimals = "".join(str(CN_DIGITS[char]) for char in part if char in CN_DIGITS)
    return total + section + digit + (float(f"0.{decimals}") if decimals else 0.0)


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
    else:
        values, half = (chinese(match["cn"]) if match["cn"] else float(WORDS[match["word"].lower()]),), 0.5
    scale, unit = (match["scale"] or "").lower(), (match["unit"] or "").lower()
    money = match["money"] or match["cash"] or ""
    if scale in {"m", "w", "b", "k"} and not money:
        unit, scale = ("m", "") if scale == "m" and not unit else (unit, scale if scale == "k" else "")
    factor = SCALES.get(scale, 1.0)
    values, half = tuple(value * factor for value in values), half * factor
    if not all(map(isfinite, values)):
        return None
    about = bool(ABOUT.search(text[max(0, start - 14) : start]))
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
    if year and not YEAR_NEXT.match(rest):
        return figure._replace(dimension="year", half=0)
    noun = NOUN.match(rest)
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
