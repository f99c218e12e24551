"""How figures are written: the patterns that they are read by."""

from __future__ import annotations

import re
from typing import Literal

from triaudit.text import HAN
from triaudit.units import COUNTERS, CURRENCIES, DENOMINATORS, ORDINALS, PARTS, SCALES, UNITS, WORDS

Bound = Literal["", "about", "least", "most"]
BOUNDS: dict[str, Bound] = {"about": "about", "least": "least", "most": "most"}

_CN = "零〇一二两三四五六七八九十百千万亿"
CN_DIGITS = {char: index for index, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
CN_POWERS = {"十": 10, "百": 100, "千": 1000, "万": 10**4, "亿": 10**8}
RAISED = {char: str(index) for index, char in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")} | {"⁻": "-", "−": "-", "⁺": ""}

_BEFORE = r"(?P<money>US\$|HK\$|CN¥|JP¥|A\$|C\$|[$€£¥₹₩]|\b(?:USD|EUR|GBP|CNY|RMB|JPY|CHF|INR)\b)?\s?"
_DIGITS = r"(?P<digits>\d{1,3}(?:[\u00a0\u202f ’']\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)*)"
_POWER = r"(?P<power>[eE][+-]?\d{1,2}(?!\w)|\s?[×x·]\s?10(?:\^\{?[-−+]?\d{1,2}\}?|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}))?"


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
_SCALE = rf"(?:{_SCALE_SIGNS})(?!时|瓦|克|米|吨)|(?:{_SCALE_WORDS})(?:{_AFTER_WORD})"


def _pattern(words: str) -> re.Pattern[str]:
    """Figures written with digits or Chinese numerals, and with these words."""
    return re.compile(
        rf"(?<![^\W{HAN}])(?<![.,\d])(?<![A-Za-z]-)(?P<minus>(?<![)\]%％万亿千百十元米吨度个])[-−–](?=[\d$€£¥])"
        rf"|\bminus\s|负)?"
        rf"(?:{_BEFORE})(?:{_DIGITS}{_POWER}"
        rf"|(?<![第{_CN}])(?P<cn>[一二两三四五六七八九十][{_CN}]*[十百千万亿][{_CN}]*"
        rf"|[一二两三四五六七八九十百千](?=成|倍|个百分点|个月|小时|分钟|天))|{words})"
        rf"(?P<odd>[多余+](?!\d))?(?:\s{{0,2}}-?(?P<scale>{_SCALE}))?(?P<odd2>[多余])?"
        rf"(?:\s?(?:of\s)?-?(?P<unit>{_UNIT_SIGNS}|(?:{_UNIT_WORDS})(?:{_AFTER_WORD}))"
        rf"|\s?(?P<cash>(?:{_MONEY_SIGNS})(?!\s?\d)|(?:{_MONEY_WORDS})(?:{_AFTER_WORD}))|(?P<tenths>成)"
        rf"|(?P<times>[x×倍]"
        rf"|-?fold\b|\s?times\b))?",
        re.IGNORECASE,
    )


FIGURE = _pattern(r"(?P<word>(?!))|(?P<one>(?!))")
SPELLED = _pattern(
    rf"\b(?P<word>{'|'.join(sorted(WORDS, key=lambda word: (-len(word), word)))})\b(?=[\s-]+[^\W\d_])"
    r"|\b(?P<one>one|an?|eine?[mnr]?)\b(?=\s(?:[mb]illion|milliarde)\b)"
)
ANY = re.compile(r"[\d十百千万亿成半½¼¾⅓⅔]|分之")
WORD = re.compile(r"[^\W\d_]+")
TELLING = frozenset((*WORDS, "million", "billion", "milliarde"))
TELLS_SHARE = frozenset((*PARTS, "in", "out", "von", "every", "each", "jede", "jeder", "jedes", "jeden"))
"""What every figure has some of."""
CODE = re.compile(
    r"\b10\.\d{4,9}/\S+|\b(?=\d{0,200}[A-Za-z][A-Za-z-]{0,200}\d"
    r"|[\d-]{1,200}[A-Za-z])[A-Za-z0-9]{1,20}(?:-[A-Za-z0-9]{1,20}){2,8}\b(?!-)|\b\d{1,3}(?:\.\d{1,3}){3}\b"
)
"""Identifiers and addresses whose digits count nothing."""
MATHS = re.compile(r"\$(?=[^$\n]*+\$)[^$\n]*(?:\\[a-z]|[=^_])[^$\n]*\$")
"""A formula, whose dollar signs are no currency."""
BOOKED = re.compile(
    rf"\((?P<a>[\d.,]*\d)\)(?=\s?(?:%|(?:{_SCALE})))|^\s*[$€£]?\((?P<b>[\d.,]*\d)\)\s*$", re.IGNORECASE
)
"""A negative amount in parentheses, as accounts have it."""
CN_PERCENT = re.compile(rf"(?P<of>百|千)分之(?P<n>\d+(?:\.\d+)?|[{_CN}点]+)")
FRACTION = re.compile(
    rf"\b(?P<n>\d|one|an?|eine?|{'|'.join(list(WORDS)[:18])})[\s-](?P<d>{'|'.join(PARTS)})\b"
    r"|(?P<half>(?<!first )(?<!second )(?<!other )\bhalf(?= of\b| the\b| its\b| their\b| all\b)"
    r"|(?<=\bby )half\b|(?<=\bin )half\b|\bdie hälfte\b|一半|半数)"
    rf"|\b(?P<every>every|each|jede[rsnm]?) (?P<ordinal>{'|'.join(ORDINALS)})\b"
    rf"|\b(?P<some>one|ein(?:e[rsm]?)?|{'|'.join(list(WORDS)[:18])}|\d) (?:in|out of|von) (?:every "
    rf")?(?P<all>{'|'.join(list(WORDS)[:18])}|\d{{1,2}})\b(?!\s?[%\d])"
    rf"|(?P<cd>[{_CN}\d]+)分之(?P<cn>[{_CN}\d]+)|(?<![\d/])(?P<a>\d)/(?P<b>\d{{1,2}})(?= (?:of|der|des)\b)"
    r"|(?P<sign>[½¼¾⅓⅔])(?= (?:of|der|des)\b)",
    re.IGNORECASE,
)
SHARED = re.compile(r"分之|[半½¼¾⅓⅔]|\d/\d")
SIGNS = {"½": 50.0, "¼": 25.0, "¾": 75.0, "⅓": 100 / 3, "⅔": 200 / 3}
_LEADS: tuple[tuple[Bound, str], ...] = (
    (
        "most",
        (
            r"(?:less|fewer|lower|no more|not more|nicht mehr|weniger) (?:than|als)|under|below"
            r"|(?:not|never) (?:to )?(?:exceed(?:ing)?|go beyond|surpass)|limited to|capped at"
            r"|up to|at (?:the )?most"
            r"|(?:a )?maximum(?: of)?|höchstens|maximal|bis zu|unter|不到|少于|低于|不超过|至多"
            r"|最多|不足|[<≤]"
        ),
    ),
    (
        "least",
        (
            r"(?:more|greater|higher|no less|not less|no fewer|mehr|nicht weniger) (?:than|als)"
            r"|over|above|at least"
            r"|in excess of|exceed(?:s|ed|ing)?|beyond|(?:a )?minimum(?: of)?|upwards of|über|mindestens"
            r"|wenigstens"
            r"|超过|超|逾|至少|高于|多于|不少于|不低于|突破|[>≥]"
        ),
    ),
    (
        "about",
        (
            r"about|around|approximately|approx\.?|roughly|nearly|almost|some|circa|ca\.?"
            r"|an estimated|rund|etwa"
            r"|ungefähr|fast|knapp|gut|大约|约|将近|接近|近|[~≈]"
        ),
    ),
)
LEAD = re.compile(
    "(?:" + "|".join(rf"(?P<{kind}>(?<![A-Za-z])(?:{words}))" for kind, words in _LEADS) + r")[为]?\s*$",
    re.IGNORECASE,
)
TAIL = re.compile(
    r"[^\S\n]?(?:(?P<least>or (?:more|above|over)|and (?:more|above)|oder mehr|以上)"
    r"|(?P<most>or (?:less|fewer|below)|oder weniger|以下|以内)|(?P<about>左右|上下|or so))",
    re.IGNORECASE,
)
NOT_COUNTED = re.compile(
    r"(?:\b(?:section|chapter|table|figure|fig\.?|step|page|p\.|pp\.|no\.|nr\.|version|v|appendix|kapitel"
    r"|abschnitt"
    r"|tabelle|abbildung|seite)\s*|第\s*|[#§]\s?)$",
    re.IGNORECASE,
)
YEAR_NEXT = re.compile(
    r"\s+(?:people|persons|children|men|women)\b"
    r"|\s+(?!(?:and|to|was|is|by|in|the|at|for|on|with|of|as)\b)[a-z]{2,}[^\Ws]s\b"
    rf"|[{COUNTERS}](?!月)"
)
"""A plural right after four digits: they count things and are no year."""
NOUN = re.compile(
    rf"\s?[{COUNTERS}]?(?P<han>[{HAN}]{{1,4}})|[\s-]{{1,2}}(?P<word>[^\W\d_]{{3,}}(?:[\s-][^\W\d_]{{3,}})?)"
)
PER_WORDS = "|".join(sorted((n for n in DENOMINATORS if n.isascii()), key=lambda n: (-len(n), n)))
PER_SIGNS = "|".join(sorted((n for n in DENOMINATORS if not n.isascii()), key=lambda n: (-len(n), n)))
PER = re.compile(
    rf"(?:\s[^\W\d_]{{1,24}}+){{0,3}}?(?:\s?/\s?|\s(?:per|an?|each|every|pro|je|im)\s)(?:square\s)?"
    rf"(?P<word>{PER_WORDS}|stück|kopf)\b|(?:\s?/\s?|\s?每)(?P<sign>{PER_SIGNS})"
    r"|(?:\s[^\W\d_]{1,24}+){0,2}\s(?P<ly>daily|weekly|monthly|annually|yearly|hourly|täglich|jährlich"
    r"|monatlich)\b",
    re.IGNORECASE,
)
PER_BEFORE = re.compile(
    r"(?P<word>\b(?:daily|weekly|monthly|annual|annually|yearly|hourly|täglich\w*|jährlich\w*|monatlich\w*"
    r"|(?:pro|per) (?:jahr|tag|monat|woche|kopf|stunde|year|day|month|week|hour|head|capita)|im jahr(?= "
    r"\D)))\b[^\d,;.。，；|]{0,30}$"
    rf"|(?P<sign>每(?:{PER_SIGNS})|年均|日均|月均|人均)[^\d,;.。，；|]{{0,8}}$",
    re.IGNORECASE,
)
RATED = re.compile(r"ly\b|annual|äglich|ährlich|onatlich|[Pp]ro |[Pp]er |[Jj]ahr|[每均]")
"""What `PER_BEFORE` has some of."""
LY = {"dai": "day", "täg": "day", "wee": "week", "mon": "month", "ann": "year", "yea": "year", "jäh": "year"}
LY |= {"hou": "hour", "年均": "year", "日均": "day", "月均": "month", "人均": "head"}
SMALL_DE_TEXT = """
der die das und ist ein eine von im mit für auf wurde werden beträgt rund zu den dem
"""
SMALL_DE = frozenset(SMALL_DE_TEXT.split())
SMALL_EN_TEXT = """
the of and to is are were for on with by at from it has have a its than
"""
SMALL_EN = frozenset(SMALL_EN_TEXT.split())
MATTER = frozenset({"mass", "volume", "energy", "area"})
"""Dimensions of amounts of something: `12 tonnes of copper` are none of ore."""
