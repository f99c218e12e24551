"""How figures and dates are written: the patterns that they are read by."""

from __future__ import annotations

import re

from triaudit.text import HAN
from triaudit.units import COUNTERS, CURRENCIES, MONTHS, SCALES, UNITS, WORDS

_CN = "零〇一二两三四五六七八九十百千万亿"
CN_DIGITS = {char: index for index, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
CN_POWERS = {"十": 10, "百": 100, "千": 1000, "万": 10**4, "亿": 10**8}

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
FIGURE = re.compile(
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
ANY = re.compile(rf"[\d十百千万亿成]|百分|\b(?:{'|'.join(WORDS)})\b", re.IGNORECASE)
"""What every figure has some of."""
CODE = re.compile(
    r"\b10\.\d{4,9}/\S+|\b(?=\d{0,200}[A-Za-z][A-Za-z-]{0,200}\d"
    r"|[\d-]{1,200}[A-Za-z])[A-Za-z0-9]{1,20}(?:-[A-Za-z0-9]{1,20}){2,8}\b(?!-)|\b\d{1,3}(?:\.\d{1,3}){3}\b"
)
"""Identifiers and addresses whose digits count nothing."""
MATHS = re.compile(r"\$(?=[^$\n]*+\$)[^$\n]*(?:\\[a-z]|[=^_])[^$\n]*\$")
"""A formula, whose dollar signs are no currency."""
CN_PERCENT = re.compile(rf"百分之(?P<n>\d+(?:\.\d+)?|[{_CN}点]+)")
_MONTH = "|".join(sorted(MONTHS, key=lambda name: (-len(name), name)))
_D = r"(?P<d>[12]\d|3[01]|0?[1-9])"
_Y = r"(?P<y>1[0-9]\d\d|20\d\d|2100)"
DATES = tuple(
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
ABOUT = re.compile(
    r"(?:\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|over|more than|less than"
    r"|under|at least|up to|circa|ca\.?|rund|etwa|ungefähr|fast|knapp|über|mehr als|mindestens|bis zu|gut)\s*"
    r"|[~≈>≥<≤]\s*|(?:约|大约|近|接近|超过|超|逾|至少|将近|不到|高达)[为]?\s*)(?:US\$|[$€£¥])?$",
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
    r"|\s+(?!(?:and|to|was|is|by|in|the|at|for|on|with|of|as)\b)[a-z]{3,}s\b"
)
"""A plural right after four digits: they count things and are no year."""
NOUN = re.compile(
    rf"\s?[{COUNTERS}]?(?P<han>[{HAN}]{{1,4}})|[\s-]{{1,2}}(?P<word>[^\W\d_]{{3,}}(?:[\s-][^\W\d_]{{3,}})?)"
)
