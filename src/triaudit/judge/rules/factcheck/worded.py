"""Figures that a text states in words alone: `halved`, `one in six`, `七倍`."""

from __future__ import annotations

import re

from triaudit.numbers import Figure, chinese
from triaudit.units import WORDS

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


IN = re.compile(
    (
        rf"\b(?P<a>one|einer?|{_NUMBER}|\d)\s(?:in|out of|von)\s(?P<b>{_NUMBER}"
        rf"|\d{{1,2}})\b(?!\s*(?:percent|%|prozent))"
    ),
    re.IGNORECASE,
)
"""`one in six`, `vier von fünf`."""


_TIMES = re.compile(r"(?P<n>[二两三四五六七八九十]|\d{1,3}(?:\.\d)?)倍(?P<more>多)?")


HALVES = re.compile(
    rf"\b(?:(?P<en>{_NUMBER}|\d{{1,2}}) and a half "
    r"|(?P<de>ein|ander|zwei|drei|vier|fünf|sechs)(?:einhalb|thalb) )"
    r"(?P<unit>minutes?|hours?|days?|weeks?|months?|years?|minuten|stunden|tage|wochen|monate|jahre)\b"
    r"|(?<![〇零一二三四五六七八九十])(?P<zh>[一两二三四五六七八九])个?(?P<zu>小时|年|月|天)?半(?P<zv>小时|年|月|天)?",
    re.IGNORECASE,
)
"""`two and a half hours`, `anderthalb Jahre`, `两个半小时`."""
_SECONDS = (
    ("min", 60.0),
    ("hou", 3600.0),
    ("stu", 3600.0),
    ("小时", 3600.0),
    ("da", 86400.0),
    ("ta", 86400.0),
    ("天", 86400.0),
    ("w", 604800.0),
    ("mo", 2_629_746.0),
    ("月", 2_629_746.0),
    ("y", 31_556_952.0),
    ("j", 31_556_952.0),
    ("年", 31_556_952.0),
)


def _halves(text: str) -> list[Figure]:
    """Times that end in a half."""
    found = []
    for match in HALVES.finditer(text):
        unit = (match["unit"] or match["zu"] or match["zv"] or "").lower()
        by = next((seconds for name, seconds in _SECONDS if unit and unit.startswith(name)), 0.0)
        word = (match["en"] or match["de"] or "").lower()
        if by:
            spelled = {"ein": 1.0, "ander": 1.0} | WORDS
            whole = chinese(match["zh"]) if match["zh"] else float(spelled.get(word, word))
            value = (whole + 0.5) * by
            found.append(Figure(match[0], *match.span(), "time", (value,), 0.1 * by))
    return found


_HALF_YEAR = re.compile(r"半年")


_BOUND = re.compile(
    r"(?P<most>\b(?:less than|under|within|below|at most|no more than"
    r"|weniger als|unter|höchstens)\s|不到|不足|少于)$"
    r"|(?P<least>\b(?:more than|over|above|at least|no less than"
    r"|mehr als|über|mindestens)\s|超过|不止|至少)$",
    re.IGNORECASE,
)


def _bounded(figure: Figure, text: str) -> Figure:
    """A figure with the bound that stands before it: `less than an hour`."""
    found = _BOUND.search(text[max(0, figure.start - 16) : figure.start])
    if figure.bound or not found:
        return figure
    return figure._replace(bound="most" if found["most"] else "least", lead=figure.start - len(found[0]))


def worded(text: str) -> tuple[Figure, ...]:
    """What a text states in words: `halved`, `tripled`, `a quarter`, `one in six`."""
    found = [
        Figure(match[0], *match.span(), dimension, (value,), 2.5 if dimension == "percent" else 0.1)
        for pattern, dimension, value in _WORDED_RE
        for match in pattern.finditer(text)
    ]
    for match in IN.finditer(text):
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
    found += _halves(text)
    found += [
        Figure(match[0], *match.span(), "time", (31_556_952.0 / 2,), 1_300_000.0)
        for match in _HALF_YEAR.finditer(text)
        if text[max(0, match.start() - 1) : match.start()] not in {"上", "下"}
    ]
    return tuple(sorted((_bounded(figure, text) for figure in found), key=lambda figure: figure.start))
