"""What words say: their listed meanings, how near two of them are, and how rare they are in the passages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import log

from triaudit.judge.rules.concepts import ideas, is_concept
from triaudit.judge.rules.factcheck import weights as w
from triaudit.judge.rules.slots import bare
from triaudit.judge.rules.verbs import is_verb
from triaudit.text import HAN

_HAN = re.compile(f"[{HAN}]")
_LIGHT_TEXT = """
final total overall entire whole current latest official exact actual own single full number amount figure
value level sum new said same recent average annual yearly closest result target planned count item key
year years day month week period data measure indicator gesamt anzahl zahl wert höhe neue endgültige
kennzahl angabe jahr monat nevertheless instead allow comes thank account company group half
 relevant main rest fewer less more extra change additional product million billion thousand crowns euros
 one two three four five six seven eight nine ten statt
总 数量 总数 金额 水平 最终 全部 指标 结果 数据
"""
LIGHT = ideas(_LIGHT_TEXT)
SAYING = ideas(
    "source report list lists listed show shows shown believe believes record recorded differently "
    "regulator watchdog "
    "audit office authority survey according workbook spreadsheet attachment chart "
    "sheet wrote gave state book "
    "differ disagree agree publish press newspaper gazette minutes measured counted given say "
    "says study review notice "
    "scorecard kennzahlen ab je kommt kam gab gibt ging gingen lag lagen liegt davon zuvor "
    "bleibt blieb schon ganz ende still "
    "bericht geschäftsbericht aufsicht quelle angabe zählte nennt laut "
    "报告 报道 媒体 通报 来源 问卷 调查 显示"
)
"""Who says it, not what is said."""
_KIN_TEXT = """
ferry ships boat
ships boat vehicles
loan debts owe lend lent bank
visitors population peopl rider ridership customers members employees patients students
employees population peopl staff
carried moved process
cost investment spend spent bill paid
planned budget target
tram railway line
apartment house households
growth improv
decline cut shrank
"""
_KIN: dict[str, frozenset[str]] = {}
for _row in _KIN_TEXT.strip().splitlines():
    _words = [min(ideas(word), default=word) for word in _row.split()]
    for _word in _words:
        _KIN[_word] = _KIN.get(_word, frozenset()) | (frozenset(_words) - {_word})
_NOBODY: frozenset[str] = frozenset()
_SHORT, _STEM = 4, 5


_RESEARCH = re.compile(
    r"\b(?:on|for|in|into|of|and|,) research\b|\bresearch (?:and|costs?|budget|spending)\b", re.IGNORECASE
)
"""Research as what money or people go into: elsewhere it is a word of tasks, and says nothing."""


@lru_cache(maxsize=32768)
def content(text: str, grouping: str | None = None) -> frozenset[str]:
    """The terms of a text without its figures."""
    found = ideas(bare(text, grouping))
    return found | {"research"} if _RESEARCH.search(text) else found


@lru_cache(maxsize=131072)
def kin(one: str, other: str) -> float:
    """How near two terms are: 1 the same, 0 nothing in common."""
    if one == other:
        return 1.0
    if other in _KIN.get(one, ()):
        return w.RELATED
    if _crude(one) == _crude(other):
        return 0.9
    short, long = sorted((one, other), key=len)
    if len(short) < _SHORT or _HAN.search(short) or _HAN.search(long):
        return 0.0
    if long.startswith(short) and (len(short) >= _STEM or len(long) - len(short) <= 2):
        return w.RELATED
    if long.endswith(short) and len(short) >= _STEM:
        return w.RELATED
    shared = next((n for n, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    return w.RELATED if shared >= _STEM and shared >= 0.66 * len(long) else 0.0


_ENDING = re.compile(r"(?:ings?|ed|es|s|e|en|n)$")


@lru_cache(maxsize=32768)
def _crude(term: str) -> str:
    """A word without its endings, where three letters and more are left."""
    cut = _ENDING.sub("", term)
    return cut if len(cut) >= 3 and term.isalpha() else term


@lru_cache(maxsize=131072)
def nearest(term: str, others: frozenset[str]) -> float:
    """How near the nearest of some terms is."""
    if term in others:
        return 1.0
    best = 0.0 if _KIN.get(term, _NOBODY).isdisjoint(others) else w.RELATED
    if _HAN.match(term):
        return best
    start = term[:2]
    # Whatever is kin by its letters begins alike or ends one in the other.
    for other in others:
        if other[:2] == start or other.endswith(term) or term.endswith(other):
            best = max(best, kin(term, other))
    return best


def rarity(statements: Iterable[frozenset[str]]) -> Mapping[str, float]:
    """How telling the terms of some statements are, COMMON to 1."""
    listed = list(statements)
    counts = Counter(term for terms in listed for term in terms)
    size = log(len(listed) + 2)
    return {term: max(w.COMMON, 1 - log(n + 1) / size + log(2) / size) for term, n in counts.items()}


def weight(term: str, rare: Mapping[str, float], foreign: bool) -> float:
    """What a term of a claim weighs beside a source, which may be in another language."""
    han = bool(_HAN.match(term))
    if foreign and not is_concept(term):
        return w.UNTRANSLATED * (w.PAIR if han else 1.0)
    base = (
        w.SAYING
        if term in SAYING
        else w.LIGHT
        if term in LIGHT
        else w.VERB
        if not han and not is_concept(term) and is_verb(term)
        else 1.0
    )
    known = rare.get(term)
    if known is None:
        return base * w.ABSENT * (w.PAIR if han else 1.0)
    return base * known
