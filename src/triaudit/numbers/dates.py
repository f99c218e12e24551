"""Dates in a text: years with month, day, quarter or half, seasons, and years before and after Christ."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from triaudit.units import MONTHS

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
        rf"\b(?:FY|[QH][1-4])[ ’']?\s?{_Y}(?!\d)",
        rf"(?<!\d){_Y}\s?[-/]?\s?(?:Q[1-4]|H[12])\b",
    )
)
_FOUR = re.compile(r"1[0-9]\d\d|20\d\d|2100")
_ERA = tuple(
    re.compile(pattern)
    for pattern in (
        r"公元(?P<bc>前)?(?P<y>\d{1,4})年",
        (
            r"(?<![\d.,])(?P<y>\d{1,4})\s?(?:(?P<bc>BCE?|B\.C\.(?:E\.)?|v\.\s?(?:Chr|u\.\s?Z)\.?)"
            r"|(?:CE|AD|A\.D\.|n\.\s?Chr\.?))(?!\w)"
        ),
        r"\b(?:AD|A\.D\.)\s(?P<y>\d{1,4})(?!\d)",
    )
)
_PERIODS = (
    ("q1", r"Q1|(?:first|1st) quarter|(?:erste[snm]?|1\.) quartal|第?[一1]季度"),
    ("q2", r"Q2|(?:second|2nd) quarter|(?:zweite[snm]?|2\.) quartal|第?[二2]季度"),
    ("q3", r"Q3|(?:third|3rd) quarter|(?:dritte[snm]?|3\.) quartal|第?[三3]季度"),
    ("q4", r"Q4|(?:fourth|4th|last|final) quarter|(?:vierte[snm]?|4\.) quartal|第?[四4]季度"),
    ("h1", r"H1|first half|(?:erste[snm]?|1\.) (?:halbjahr|jahreshälfte)|上半年"),
    ("h2", r"H2|second half|(?:zweite[snm]?|2\.) (?:halbjahr|jahreshälfte)|下半年"),
    ("9m", r"(?:first )?nine months|(?:ersten )?neun monaten?|前三季度|前9个月"),
)
_PERIOD = re.compile(
    "|".join(rf"(?P<p{code}>(?<![A-Za-z])(?:{words})(?![A-Za-z\d]))" for code, words in _PERIODS),
    re.IGNORECASE,
)
_PARTED = re.compile(r"[QqHh][1-4]|quart|[Hh]al[fb]|Quart|Jahres|month|Monat|季|半年|月")
_JOINT = re.compile(
    r"(?:\s+(?:of|in|des|im)\b)?(?:\s+(?:the|fiscal|year|jahres|jahr)\b)*[\s,(]*(?:FY\s?)?", re.IGNORECASE
)


class Date(NamedTuple):
    """Characters `start:end` of a text and the day, month, quarter, year or season that they name."""

    start: int
    end: int
    year: int
    """Negative before Christ."""
    month: int = 0
    day: int = 0
    part: str = ""
    """Of the year: `q1`-`q4`, `h1`, `h2`, `9m`."""
    season: bool = False


def periods(text: str) -> frozenset[str]:
    """The quarters and halves of a year that a text names, with or without the year."""
    found = _PERIOD.finditer(text) if _PARTED.search(text) else ()
    return frozenset(str(match.lastgroup)[1:] for match in found)


def dates(text: str) -> Iterator[Date]:
    """The dates of a text, none overlapping another, in no order."""
    taken = bytearray(len(text))
    years = [found.start() for found in _FOUR.finditer(text)]
    first, last = (max(0, years[0] - 26), years[-1] + 16) if years else (0, 0)
    for pattern in (*_ERA, *(_DATES if years else ())):
        old = pattern in _ERA
        for match in pattern.finditer(text, 0 if old else first, len(text) if old else last):
            start, end = match.span()
            if 1 not in taken[start:end]:
                taken[start:end] = b"\1" * (end - start)
                yield _date(match, text)


def part_of(start: int, end: int, text: str) -> tuple[str, int, int]:
    """Which quarter or half of the year at `start:end` of a text is meant, and the characters of both."""
    around = text[max(0, start - 50) : end + 20]
    for found in _PERIOD.finditer(text, max(0, start - 50), end + 20) if _PARTED.search(around) else ():
        first, last, code = found.start(), found.end(), str(found.lastgroup)[1:]
        before = last <= start <= last + 30 and _JOINT.fullmatch(text[last:start])
        after = end <= first <= end + 2 and not text[end:first].strip(" 年-/")
        if before or after or (start <= first and last <= end):
            return code, min(start, first), max(end, last)
    return "", start, end


def _date(match: re.Match[str], text: str) -> Date:
    groups = match.groupdict()
    start, end = match.span()
    year = int(match["y"]) * (-1 if groups.get("bc") else 1)
    if groups.get("season") and int(match["y2"]) == (year + 1) % 100:
        return Date(start, end, year, season=True)
    month = MONTHS[match["mn"].lower()] if groups.get("mn") else int(groups.get("m") or 0)
    part, start, end = ("", start, end) if month else part_of(start, end, text)
    return Date(start, end, year, month, int(groups.get("d") or 0), part)
