"""What a task asks of a report's form, found by its wording: a table, sources, a length, and so on.

The same reading serves a query and a criterion, so that `Has a table: "as a table"` is checked like
the query's own words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from triaudit.text import HAN, fold, sentences

Form = Literal[
    "table",
    "comparison",
    "advice",
    "sources",
    "summary",
    "code",
    "formula",
    "count",
    "length",
    "years",
    "certainty",
    "disagreement",
]


class Demand(NamedTuple):
    """A demand on the form of the report."""

    form: Form
    text: str
    """The query's words."""
    least: int = 0
    most: int = 0
    """Bounds for `count` (things) and `length` (words, or characters of Chinese); 0 for none."""
    years: tuple[str, ...] = ()


LABELS: Mapping[Form, str] = {
    "table": "a table",
    "comparison": "a comparison",
    "advice": "a recommendation",
    "sources": "sources",
    "summary": "a summary or conclusion",
    "code": "code",
    "formula": "formulas",
    "count": "a number of things",
    "length": "a certain length",
    "years": "these years",
    "certainty": "a statement of how sure it is",
    "disagreement": "where sources disagree",
}
"""What a criterion calls each form."""

_FORMS: Mapping[Form, re.Pattern[str]] = {
    "table": re.compile(
        r"(?<!attached )(?<!uploaded )(?<!this )\btables?\b(?! of contents)|\bspreadsheet format\b|\bmatrix\b"
        r"|(?<!附件)(?<!上传的)(?:表格|对照表|一览表|列表形式)|\btabelle\w*|\btabellarisch",
        re.IGNORECASE,
    ),
    "comparison": re.compile(
        r"\bcompar(?:e|es|ing|ison|ative)\b|\bversus\b|\bvs\.?(?=\s)|\bdiffer(?:s|ences?)?\b"
        r"|\bpros and cons\b"
        r"|对比|比较(?!全面|客观|系统|成熟|权威|合适|好)|异同|区别|差异|优缺点|\bvergl(?:ei|i)ch\w*"
        r"|\bunterschied\w*",
        re.IGNORECASE,
    ),
    "advice": re.compile(
        r"\bwhat (?:\w+ ){1,3}should\b|值得(?:借鉴|学习|推广)|能否照搬|应当先|\btun soll\w*\b"
        r"|\brecommend\w*|\bmost suitable\b|\bsuggest(?:ions?)?\b|\bwhich (?:\w+ ){0,4}(?:should|best)\b"
        r"|\badvise\b"
        r"|建议|推荐(?!为|作)|选型|决策|\bempf(?:ie|e)hl\w*|\bratschl\w*",
        re.IGNORECASE,
    ),
    "sources": re.compile(
        r"\bcit(?:e|es|ed|ing|ations?)\b|\breferences\b|\bevidence links?\b|\bpeer-reviewed\b"
        r"|(?<!public )\bsources?\b(?! (?:disagree|differ|conflict|diverge|contradict))"
        r"|来源(?!.{0,8}(?:不一致|矛盾|分歧|出入))|出处|引用|证据链接|参考文献|文献依据"
        r"|(?<!öffentlicher )\bquellen?\b(?!.{0,24}(?:abweich|widersprech))|\bbeleg\w*",
        re.IGNORECASE,
    ),
    "summary": re.compile(
        r"\bsummar(?:y|i[sz]e)\b|\bconclu(?:de|sion)\b|总结|概括|归纳|\bzusammenfass\w*|\bfazit\b",
        re.IGNORECASE,
    ),
    "certainty": re.compile(
        r"\bhow (?:sure|certain|confident|reliable|robust)\b|\b(?:confidence|certainty|uncertaint(?:y|ies))\b"
        r"|\bwhat is (?:proven|known|certain)\b|把握|置信|确定性|可信度|可靠程度|不确定|只有一个来源"
        r"|\bwie (?:sicher|gewiss|verlässlich|belastbar)\b"
        r"|\b(?:un)?sicherheit(?:en|sgrad)?\b(?! (?:von|der|des|bei)\b)"
        r"|\bgesichert\w*",
        re.IGNORECASE,
    ),
    "disagreement": re.compile(
        r"\bsources? (?:disagree|differ|conflict|diverge|contradict)\w*|\bdiscrepanc(?:y|ies)\b"
        r"|\b(?:conflicting|contradictory) (?:figures|sources|data|evidence|claims|information)"
        r"|\b(?:whether|if|where) [^.?!]{1,60}?\b(?:dis)?agrees?\b"
        r"|\binconsisten(?:t|cy|cies)\b|\bboth (?:figures|values|numbers)\b"
        r"|(?:资料|来源|数据|说法|各方|口径).{0,12}(?:不一致|矛盾|分歧|出入|冲突)|不一致|相互矛盾"
        r"|\bwidersprech\w*|\bwidersprüch\w*|\babweich\w*|\bweich\w{1,3}\b.{1,60}\bab\b|\bunstimmigkeit\w*",
        re.IGNORECASE,
    ),
    "code": re.compile(
        r"\bcode\b(?! name)|\bscripts?\b|代码|脚本|编程实现|\bquellcode\b|\bskript\b", re.IGNORECASE
    ),
    "formula": re.compile(
        r"\bformula[es]?\b|\bequations?\b|公式|方程|\bformeln?\b|\bgleichung\w*", re.IGNORECASE
    ),
}
_NUMBER_WORD = {
    word: value
    for words in (
        "two three four five six seven eight nine ten",
        "zwei drei vier fünf sechs sieben acht neun zehn",
    )
    for value, word in enumerate(words.split(), 2)
}
_NUMBER_WORD |= {"两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}
_LENGTH = re.compile(
    r"(?P<bound>\b(?:within|under|below|less than|at most|no more than|not exceeding|maximum(?: of)?|max\.?"
    r"|up to|at least|minimum(?: of)?|more than|about|around|höchstens|maximal|mindestens|etwa|unter)\s+)?"
    r"(?P<n>\d[\d,.]{0,12})[ -]?(?P<unit>words?|wörtern?|worte|字|characters)"
    r"(?P<after>以内|之内|以下|以上|左右)?",
    re.IGNORECASE,
)
_COUNT = re.compile(
    r"(?:\b(?:at least|minimum of|no fewer than|top|list|give|name|identify|mindestens|nenne)\s+"
    rf"|至少(?:输出|列出|给出)?\s*)(?P<n>\d[\d,.]{{0,12}}|{'|'.join(_NUMBER_WORD)})"
    r"(?!\s*(?:words?|wörter|字|%|years?|jahre?|年|months?|monate?|个月|天|days?|tage?|万|元|\d))",
    re.IGNORECASE,
)
_YEAR = re.compile(
    r"(?<![\d.,$€£¥])(?:19[5-9]\d|20[0-4]\d)(?!\d|[.,]\d|\s*(?:字|words?\b|w[oö]rte?r?\b|[万亿元%€$]))"
)
_YEARS_TO = re.compile(r"\s?年?\s?(?:to|through|until|and|bis|und|[–—~-]|至|到|和|与)\s?$", re.IGNORECASE)
_OPEN = (
    re.compile(
        r"(?:\b(?:since|after|before|prior to|as of|as at|from|starting(?: in)?|seit|ab|nach|vor|stand)\s+"
        r"(?:(?:the|early|mid|late|end of|anfang|mitte|ende|dem|\w{3,9})[\s-]+){0,2}|自从?|截至|截止到?)$",
        re.IGNORECASE,
    ),
    re.compile(
        r"年?(?:\d{1,2}月)?(?:底|末|初)?(?:以来|之后|以后|后|以前|之前|前|起|至今|开始)|\s+onwards?\b"
    ),
)
"""What stands before and after a year that only bounds the time: no year that a report must name."""
ASKS = re.compile(
    r"[?？]|\b(?:say|state|check|tell|judge|put|separate"
    r"|please|could you|can you|would you|help me|i need|we need|i want|i'd like|i would like"
    r"|interested in|looking for|deliver|provide|compare|analy[sz]e|explain|describe|identify|list|assess"
    r"|evaluate|summari[sz]e|recommend|examine|determine|find|include|create|design|give|discuss|outline"
    r"|estimate|calculate|investigate|prioriti[sz]e|produce|map out|how|why|what|(?<!, )which|whether)\b"
    r"|请|帮我|想了解|想知道|需要|希望|梳理|列出|对比|比较|总结|分析(?!师)|评估|给出|提供|说明|标注|规划|是否"
    r"|哪些|如何|怎么|怎样|为什么|多少|什么|能否|收集|整理|调研|研究一下|预测|设计|推荐|解读|介绍|搜索"
    r"|\b(?:bitte|vergleich\w*|analysier\w*|erklär\w*|nenne\w*|liste|beschreib\w*|(?<!, )welche\w*|wie"
    r"|warum|was|empf(?:ie|e)hl\w*|prüf\w*|nennen|sagen|beurteil\w*"
    r"|bewert\w*|untersuch\w*|ich (?:brauche|möchte)|stell\w*|ermittl\w*)\b",
    re.IGNORECASE,
)


_PLAIN = frozenset({"sources", "table", "certainty", "disagreement"})
"""Forms that are asked for by their name alone."""


def _amount(text: str) -> int:
    text = text.casefold().rstrip(".,")
    return _NUMBER_WORD.get(text) or int(re.sub(r"[,.]", "", text))


@lru_cache(maxsize=256)
def demands(text: str) -> tuple[Demand, ...]:
    """Demands on form, one for each form (and count, and length), in the order of the text."""
    found: dict[str, tuple[int, Demand]] = {}
    for span in sentences(text):
        clause = text[span.start : span.end]
        asking = bool(ASKS.search(clause))
        for form, pattern in _FORMS.items():
            match = pattern.search(clause)
            if match and form not in found and (asking or form in _PLAIN):
                found[form] = (
                    span.start + match.start(),
                    Demand(form, _around(clause, match.start(), match.end())),
                )
        for match in _LENGTH.finditer(clause):
            n, bound = _amount(match["n"]), fold((match["bound"] or "") + (match["after"] or ""))
            lower = (
                any(word in bound for word in ("least", "minimum", "more than", "mindestens", "以上"))
                and "no more" not in bound
            )
            near = any(word in bound for word in ("about", "around", "etwa", "左右")) or not bound
            least, most = (n, 0) if lower else (round(n * 0.7), round(n * 1.3)) if near else (0, n)
            found.setdefault(
                "length", (span.start + match.start(), Demand("length", match[0].strip(), least, most))
            )
        for match in _COUNT.finditer(clause):
            n = _amount(match["n"])
            if 2 <= n <= 100:
                words = _around(clause, match.start(), match.end())
                found.setdefault(f"count {n}", (span.start + match.start(), Demand("count", words, n)))
    years = _years(text)
    if years:
        listed = tuple(sorted(years))
        found["years"] = (min(years.values()), Demand("years", ", ".join(listed), years=listed))
    return tuple(demand for _, demand in sorted(found.values(), key=lambda item: item[0]))


def _years(text: str) -> dict[str, int]:
    """The years that the clauses which ask are about, with where each stands first."""
    clauses = [(span.start, text[span.start : span.end]) for span in sentences(text)]
    asking = [(start, clause) for start, clause in clauses if ASKS.search(clause)]
    found: dict[str, int] = {}
    for start, clause in asking or clauses:
        years = list(_YEAR.finditer(clause))
        for index, year in enumerate(years):
            before = clause[years[index - 1].end() : year.start()] if index else ""
            after = clause[year.end() : years[index + 1].start()] if index + 1 < len(years) else ""
            ends = _YEARS_TO.fullmatch(before) or _YEARS_TO.fullmatch(after)
            if ends or not (_OPEN[0].search(clause[: year.start()]) or _OPEN[1].match(clause, year.end())):
                found.setdefault(year[0], start + year.start())
    return found


def _around(clause: str, start: int, end: int) -> str:
    """A few words on both sides, so that a reader sees what was asked."""
    reach = 14 if re.search(f"[{HAN}]", clause) else 36
    low, high = max(0, start - reach), min(len(clause), end + reach)
    low = low if low == 0 or reach == 14 else clause.find(" ", low, start) + 1 or start
    high = (
        high
        if high == len(clause) or reach == 14
        else (clause.rfind(" ", end, high) if " " in clause[end:high] else high)
    )
    return re.sub(r"[\"“”„]", "", " ".join(clause[low:high].split())).strip(" ,;，；：:.。()（）")
