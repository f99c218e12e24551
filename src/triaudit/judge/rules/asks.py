"""What a task asks for, found by its wording: points to answer, subjects, and demands on form.

The same reading serves a query and a criterion, so that `Has a table: "as a table"` is checked like
the query's own words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

from triaudit.text import HAN, fold, sentences
from triaudit.words import Phrase, main_phrases, term_set

Form = Literal[
    "table", "comparison", "advice", "sources", "summary", "code", "formula", "count", "length", "years"
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
        r"\brecommend\w*|\bmost suitable\b|\bsuggest(?:ions?)?\b|\bwhich (?:\w+ ){0,4}(?:should|best)\b"
        r"|\badvise\b"
        r"|建议|推荐(?!为|作)|选型|决策|\bempf(?:ie|e)hl\w*|\bratschl\w*",
        re.IGNORECASE,
    ),
    "sources": re.compile(
        r"\bcit(?:e|es|ed|ing|ations?)\b|\bsources?\b|\breferences\b|\bevidence links?\b|\bpeer-reviewed\b"
        r"|来源|出处|引用|证据链接|参考文献|文献依据|\bquellen?\b|\bbeleg\w*",
        re.IGNORECASE,
    ),
    "summary": re.compile(
        r"\bsummar(?:y|i[sz]e)\b|\bconclu(?:de|sion)\b|总结|概括|归纳|\bzusammenfass\w*|\bfazit\b",
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
_ASKS = re.compile(
    r"[?？]|\b(?:please|could you|can you|would you|help me|i need|we need|i want|i'd like|i would like"
    r"|interested in|looking for|deliver|provide|compare|analy[sz]e|explain|describe|identify|list|assess"
    r"|evaluate|summari[sz]e|recommend|examine|determine|find|include|create|design|give|discuss|outline"
    r"|estimate|calculate|investigate|prioriti[sz]e|produce|map out|how|why|what|which|whether)\b"
    r"|请|帮我|想了解|想知道|需要|希望|梳理|列出|对比|比较|总结|分析(?!师)|评估|给出|提供|说明|标注|规划|是否"
    r"|哪些|如何|怎么|怎样|为什么|多少|什么|能否|收集|整理|调研|研究一下|预测|设计|推荐|解读|介绍|搜索"
    r"|\b(?:bitte|vergleich\w*|analysier\w*|erklär\w*|nenne\w*|liste|beschreib\w*|welche\w*|wie|warum|was"
    r"|empfiehl|bewert\w*|untersuch\w*|ich (?:brauche|möchte)|stell\w*|ermittl\w*)\b",
    re.IGNORECASE,
)
_SPLIT = re.compile(
    r"[;；]|(?:(?<=\s)|^)\(?(?:\d{1,2}|[a-h]|i{1,3}|iv|v)\)\s|[（(]\d{1,2}[)）]|[①-⑩]"
    r"|(?:(?<=[。；，,\s])|^)\d{1,2}[.、](?=\s|\D)"
    r"|[,，]?\s*(?:然后|另外|最后|其次|再次|同时|此外|还有就是|并且)(?=.{6})"
    r"|(?:^|, )(?:and )?(?:additionally|finally|also|then|außerdem|schließlich),? (?=\w.{12})",
    re.IGNORECASE,
)
_ZH_BEGIN = re.compile(
    rf"(?:[{HAN}]{{2}}(?=一[套个种项份]))?(?:[一两几多每某各][套个位条种项份批类些年]|所有|无论|各个?(?=.{{3}})"
    r"|位(?![置移于])|条(?![例件款约形])|天(?![然气线津文空体])|等(?=.{4})|解各)+"
)
_ZH_END = re.compile(r"(?:中?有|中找|过去|刚|安排|发表)$")
"""Measure words, pronouns and halves of verbs that a cut between characters leaves at a phrase's ends."""
_NO_AND = "(?!(?:and|or|und|oder|sowie) )"
_LISTS = (
    (
        re.compile(
            rf"[{HAN}\w .·/&-]{{1,20}}(?:、[{HAN}\w .·/&-]{{1,20}}){{1,14}}"
            rf"(?:(?:以及|和|及|或|与)[{HAN}\w .·/&-]{{1,10}})?"
        ),
        r"、",
        r"以及|(?<=.{2})[和及或与](?=.{2})",
        re.compile(r"比如|例如|包括|像|如|了解|提供|列出|关注|在|对|从|把|将|的|和"),
        re.compile(r"这|等|的|在|方面|几"),
    ),
    (
        re.compile(
            r"[\w'’&/+-]{1,40}(?: [\w'’&./+-]{1,40}){0,3}"
            rf"(?:, {_NO_AND}[\w'’&./+-]{{1,40}}(?: {_NO_AND}[\w'’&./+-]{{1,40}}){{0,4}}){{1,14}},? "
            r"(?:and|or|und|oder|sowie) [\w'’&./+-]{1,40}(?: [\w'’&./+-]{1,40}){0,2}"
        ),
        r", ",
        r"\s?\b(?:and|or|und|oder|sowie) ",
        re.compile(
            r"\b(?:including|like|such as|as|of|for|across|between|in|by|the|is|are|on|about|with|wie|von|für"
            r"|nach|die|der|das)\s"
        ),
        re.compile(r"\s\b(?:in|by|for|with|that|to|on|from|at|as|is|are|für|bei|nach|mit|in)\b"),
    ),
)
"""Enumerations: the pattern, what parts their items, the last two, what may stand before and behind them."""


def _amount(text: str) -> int:
    text = text.casefold().rstrip(".,")
    return _NUMBER_WORD.get(text) or int(re.sub(r"[,.]", "", text))


@lru_cache(maxsize=256)
def demands(text: str) -> tuple[Demand, ...]:
    """Demands on form, one for each form (and count, and length), in the order of the text."""
    found: dict[str, tuple[int, Demand]] = {}
    for span in sentences(text):
        clause = text[span.start : span.end]
        asking = bool(_ASKS.search(clause))
        for form, pattern in _FORMS.items():
            match = pattern.search(clause)
            if match and form not in found and (asking or form in {"sources", "table"}):
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
    asking = [(start, clause) for start, clause in clauses if _ASKS.search(clause)]
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


@lru_cache(maxsize=256)
def points(text: str) -> tuple[str, ...]:
    """The clauses that ask for something, in order; all clauses where none does."""
    clauses: list[str] = []
    for span in sentences(text):
        sentence = text[span.start : span.end]
        at = 0
        for cut in (*_SPLIT.finditer(sentence), None):
            clause = sentence[at : cut.start() if cut else len(sentence)].strip(" ,，;；:：.。")
            at = cut.end() if cut else at
            if len(term_set(clause)) >= 2:
                clauses.append(" ".join(re.sub(r"[\"“”„]", "", clause).split()))
    asking = [clause for clause in clauses if _ASKS.search(clause)]
    return tuple(asking or clauses)


@lru_cache(maxsize=256)
def lists(text: str) -> tuple[tuple[str, ...], ...]:
    """Enumerations of three or more things that the text names, in order."""
    found: list[tuple[int, tuple[str, ...]]] = []
    for pattern, comma, last, joint, tail in _LISTS:
        for match in (m for span in sentences(text) for m in pattern.finditer(text, span.start, span.end)):
            first, *rest = re.split(comma, match[0])
            cuts = list(joint.finditer(first))
            first = first[cuts[-1].end() :] if cuts else first
            rest[-1:] = [part for part in re.split(last, tail.split(rest[-1])[0]) if part] if rest else []
            items = dict.fromkeys(item.strip(" .") for item in (first, *rest))
            kept = [item for item in items if term_set(item) and len(item) <= 48 and not _ASKS.search(item)]
            if len(kept) >= 3:
                found.append((match.start(), tuple(kept[:12])))
    return tuple(items for _, items in sorted(found))


@lru_cache(maxsize=256)
def subjects(text: str, count: int = 6) -> tuple[Phrase, ...]:
    """What a query turns on: its weightiest phrases, in the order of the query."""
    return tuple(sorted(topics(" \n".join(points(text)) or text, count), key=lambda phrase: phrase.start))


def topics(text: str, count: int) -> list[Phrase]:
    """The main phrases of a text, most telling first; Chinese ones without measure words at their ends."""
    chosen: list[Phrase] = []
    for phrase in map(_trimmed, main_phrases(text, 2 * count)):
        if phrase.terms and not any(phrase.terms <= other.terms for other in chosen):
            chosen.append(phrase)
    return chosen[:count]


def _trimmed(phrase: Phrase) -> Phrase:
    begin = _ZH_BEGIN.match(phrase.text)
    start = begin.end() if begin and len(phrase.text) - begin.end() >= 2 else 0
    kept = _ZH_END.sub("", phrase.text[start:])
    kept = kept if len(kept) >= 2 else phrase.text[start:]
    return Phrase(kept, phrase.start + start, term_set(kept)) if kept != phrase.text else phrase
