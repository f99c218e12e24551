"""Finds the figures of a text, and makes them comparable."""

from __future__ import annotations

import re
from functools import lru_cache
from math import isfinite
from typing import NamedTuple

from triaudit.numbers.dates import dates, part_of
from triaudit.numbers.figure import Figure
from triaudit.numbers.ranges import ranged
from triaudit.text import HAN
from triaudit.units import CURRENCIES, DENOMINATORS, ORDINALS, PARTS, SCALES, WORDS, unit_named
from triaudit.written import (
    ANY,
    BOOKED,
    BOUNDS,
    CN_DIGITS,
    CN_PERCENT,
    CN_POWERS,
    CODE,
    FIGURE,
    FRACTION,
    LEAD,
    LY,
    MATHS,
    MATTER,
    NOT_COUNTED,
    NOUN,
    PER,
    PER_BEFORE,
    PER_SIGNS,
    PER_WORDS,
    RAISED,
    RATED,
    SHARED,
    SIGNS,
    SMALL_DE,
    SMALL_EN,
    SPELLED,
    TAIL,
    TELLING,
    TELLS_SHARE,
    WORD,
    YEAR_NEXT,
    Bound,
)


class Parsed(NamedTuple):
    """The readings of a number as written, and half a unit of its last digit."""

    values: tuple[float, ...]
    half: float


def separator(text: str) -> str:
    """What groups thousands in a text by its language: a comma, a point; empty where that can't be told."""
    if re.search(rf"[{HAN}]", text):
        return ","
    words = set(re.findall(r"[^\W\d_]+", text.lower()))
    german = len(words & SMALL_DE) + 2 * bool(re.search(r"[äöüß]", text.lower()))
    english = len(words & SMALL_EN)
    return "." if german > english else "," if english > german else ""


@lru_cache(maxsize=16384)
def read(text: str, grouping: str | None = None) -> tuple[Figure, ...]:
    """The figures and dates of a text in reading order; ordinals, sections and versions are none.

    Args:
        text: A sentence or table cell.
        grouping: What groups thousands in it, as `separator` says of the text that it is from.
    """
    words = frozenset(WORD.findall(text.lower()))
    spelled, parted = bool(words & TELLING), bool(words & TELLS_SHARE)
    if not (spelled or parted or ANY.search(text)):
        return ()
    whole = text
    text = CODE.sub(lambda found: " " * len(found[0]), text)
    text = MATHS.sub(lambda found: found[0].replace("$", " "), text)
    text = BOOKED.sub(lambda found: found[0].replace("(", "-").replace(")", " "), text)
    if grouping is None:
        grouping = separator(text) if re.search(r"\d[.,]\d{3}(?!\d)|Billion ", text) else ""
    found: list[Figure] = []
    taken = bytearray(len(text))

    def take(start: int, end: int) -> bool:
        """Whether no figure stands there yet; one does from now on."""
        free = 1 not in taken[start:end]
        taken[start:end] = b"\1" * (end - start)
        return free

    for date in dates(text):
        take(date.start, date.end)
        kind = "season" if date.season else "year"
        figure = Figure(text[date.start : date.end], date.start, date.end, kind, (float(date.year),), 0)
        found.append(figure._replace(month=date.month, day=date.day, part=date.part, lead=date.start))
    shares = (CN_PERCENT, FRACTION) if parted or SHARED.search(text) else ()
    for pattern in shares:
        for match in pattern.finditer(text):
            value = _share(match)
            if value is not None and isfinite(value) and take(*match.span()):
                half = 0.5 if pattern is CN_PERCENT else 1.0
                found.append(_bounded(Figure(match[0], *match.span(), "percent", (value,), half), text))
    for match in (SPELLED if spelled else FIGURE).finditer(text):
        if 1 not in taken[match.start() : match.end()] and not _numbered(match, text):
            figure_found = _figure(match, text, grouping)
            if figure_found:
                found.append(figure_found)
    ordered = ranged(sorted(found, key=lambda f: f.start), text)
    return tuple(figure._replace(text=whole[figure.start : figure.end].strip()) for figure in ordered)


def _numbered(match: re.Match[str], text: str) -> bool:
    """Whether a number names a section, a figure or a page: a short one without scale or unit."""
    short = re.fullmatch(r"\d{1,2}(?:\.\d{1,2}){0,3}\.?", match["digits"] or "")
    measured = match["scale"] or match["unit"] or match["money"] or match["cash"]
    before = text[max(0, match.start() - 12) : match.start()]
    return bool(short and not measured and NOT_COUNTED.search(before))


def _share(match: re.Match[str]) -> float | None:
    """A fraction in percent."""
    groups = match.groupdict()
    if groups.get("of"):
        value = float(match["n"]) if match["n"][0].isdigit() else chinese(match["n"])
        return value / (1 if match["of"] == "百" else 10)
    if groups.get("half"):
        return 50.0
    if groups.get("every"):
        return 100.0 / next(
            n for word, n in ORDINALS.items() if re.fullmatch(word, match["ordinal"], re.IGNORECASE)
        )
    if groups.get("some"):
        some, out_of = (
            float(w) if w.isdigit() else float(WORDS.get(w, 1))
            for w in (match["some"].lower(), match["all"].lower())
        )
        return 100 * some / out_of if 1 < out_of > some and out_of <= 20 else None
    if groups.get("sign"):
        return SIGNS[match["sign"]]
    if groups.get("a"):
        above, below = float(match["a"]), float(match["b"])
    elif groups.get("cn"):
        above, below = (float(p) if p.isdigit() else chinese(p) for p in (match["cn"], match["cd"]))
    else:
        word = match["n"].lower()
        above = float(word) if word.isdigit() else float(WORDS.get(word, 1))
        below = float(PARTS[match["d"].lower()])
        tail = match.string[match.end() :]
        by = re.search(
            r"\b(?:by|um|than|about|nearly|almost|roughly|around|over|rund|etwa|fast|knapp|als)\s$",
            match.string[max(0, match.start() - 10) : match.start()],
            re.IGNORECASE,
        )
        if above == 1 and not by and not re.match(r"\s+(?:of|der|des|aller|von)\b", tail):
            return None
    return 100 * above / below if below and above < below else None


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


def parsed(digits: str, grouping: str = "") -> Parsed:
    """The readings of a number as written, and half a unit of its last digit."""
    digits = re.sub(r"[\u00a0\u202f ’']", "", digits)
    marks = re.findall(r"[.,]", digits)
    if not marks:
        return Parsed((float(digits),), 0.5)
    if len(set(marks)) == 2 or (len(marks) == 1 and not re.fullmatch(r"[1-9]\d{0,2}[.,]\d{3}", digits)):
        whole, _, part = digits.rpartition(marks[-1])
        return Parsed((float(f"{re.sub('[.,]', '', whole)}.{part}"),), 0.5 * 10 ** -len(part))
    grouped = float(re.sub("[.,]", "", digits))
    if len(marks) > 1 or marks[0] == grouping:
        return Parsed((grouped,), 0.5)
    decimal = float(digits.replace(",", "."))
    if grouping:
        return Parsed((decimal,), 0.0005)
    return Parsed((grouped, decimal) if marks[0] == "," else (decimal, grouped), 0.0005)


def _figure(match: re.Match[str], text: str, grouping: str) -> Figure | None:
    start, end = match.span()
    start += len(match[0]) - len(match[0].lstrip())
    number = match["digits"]
    if number:
        if number.count(".") > 1 and re.search(r"\.\d{1,2}\.|\.\d{1,2}$", number) and "," not in number:
            return None
        values, half = parsed(number, grouping)
        if match["power"]:
            power = "".join(RAISED.get(c, c) for c in re.sub(r"^\s?[×x·]\s?10|[eE^{}]", "", match["power"]))
            values, half = tuple(v * 10.0 ** int(power) for v in values), half * 10.0 ** int(power)
    elif match["one"]:
        values, half = (1.0,), 0.5
    else:
        values, half = (chinese(match["cn"]) if match["cn"] else float(WORDS[match["word"].lower()]),), 0.5
    scale, unit = (match["scale"] or "").lower(), (match["unit"] or "").lower()
    money = match["money"] or match["cash"] or ""
    if scale in {"m", "w", "b", "k"} and not money:
        unit, scale = ("m", "") if scale == "m" and not unit else (unit, scale if scale == "k" else "")
    factor = 1e12 if scale == "billion" and grouping == "." else SCALES.get(scale, 1.0)
    factor *= -1 if match["minus"] else 1
    values, half = tuple(value * factor for value in values), half * abs(factor)
    if not all(map(isfinite, values)):
        return None
    figure = Figure(text[start:end].strip(), start, end, "count", values, half, scale=abs(factor))
    figure = _bounded(figure, text)
    if match["odd"] or match["odd2"]:
        figure = figure._replace(bound="least")
    if unit in {"g", "l", "t"} and match["unit"].isupper():
        return None
    if unit == "m":
        return figure._replace(dimension="length")
    if unit:
        dimension, by, offset = unit_named(match["unit"])
        of = (
            re.match(r"\s(?:of\s)?(?P<word>[^\W\d_]{3,})", text[end : end + 40])
            if dimension in MATTER
            else None
        )
        return figure._replace(
            dimension=dimension,
            values=tuple(value * by + offset for value in values),
            half=half * by,
            noun=of["word"].lower() if of and (of[0][1:4] == "of " or of["word"][0].isupper()) else "",
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
    dated = re.search(
        r"\b(?:in|since|by|from|until|during|of|for|im jahr|seit)\s$",
        text[max(0, start - 12) : start],
        re.IGNORECASE,
    )
    if year and figure.bound in {"", "about"} and (dated or not YEAR_NEXT.match(rest)):
        part, start, end = part_of(start, end, text)
        return figure._replace(
            dimension="year", half=0, bound="", per="", part=part, start=start, end=end, lead=start
        )
    noun = NOUN.match(rest)
    return figure._replace(noun=(noun["han"] or noun["word"] or "").lower() if noun else "")


def _bounded(figure: Figure, text: str) -> Figure:
    """A figure with the words around it that make it a bound, an approximation or an amount per something."""
    start, end = figure.start, figure.end
    ahead = text[max(0, start - 24) : start]
    lead = LEAD.search(ahead) if ahead and not ahead[-1].isdigit() and ahead[-1] not in "-–/.,(" else None
    tail = TAIL.match(text, end)
    bound: Bound = ""
    for found in (tail, lead):
        bound = BOUNDS.get(str(found.lastgroup), bound) if found else bound
    rate = PER.match(text, end)
    around = text[max(0, start - 48) : start]
    before = None if rate or not RATED.search(around) else PER_BEFORE.search(around)
    name = ""
    if rate:
        name = DENOMINATORS.get((rate["word"] or rate["sign"] or "").lower()) or LY[rate["ly"][:3].lower()]
    elif before and before["sign"]:
        name = LY.get(before["sign"]) or DENOMINATORS[before["sign"][1:]]
    elif before:
        word = before["word"].lower()
        name = DENOMINATORS[word.split()[1]] if " " in word else LY[word[:3]]
    begin = max(0, start - 24) + lead.start() if lead else start
    return figure._replace(bound=bound, per=name, lead=begin)


def per(text: str) -> str:
    """What a label such as `Passengers per day` says that amounts are stated per; empty where nothing."""
    found = re.search(
        rf"\b(?:per|pro|je)\s(?P<word>{PER_WORDS})\b|每(?P<sign>{PER_SIGNS})", text, re.IGNORECASE
    )
    return DENOMINATORS[(found["word"] or found["sign"]).lower()] if found else ""
