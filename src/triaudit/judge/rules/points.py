"""What a task asks about, found by its wording: points to answer, enumerations, and subjects."""

from __future__ import annotations

import re
from functools import lru_cache

from triaudit.judge.rules.asks import ASKS, Form, demands
from triaudit.text import HAN, sentences
from triaudit.words import Phrase, main_phrases, term_set

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
_PREFACE = re.compile(
    r"^(?:please,? )?(?:for|as|für|als) [^,;:.]{3,90}, (?=[^\W\d_]{3,})"
    r"|(?<=请)为[^，。]{2,24}?(?=评估|分析|比较|设计|制定|说明)",
    re.IGNORECASE,
)
"""Whom a report is for: what it should fit, and not what it is about."""
_WEAK_EN = (
    "along|turned|turns|happened|happens|depends?|wants?|holds?|shows?|runs?|well|helps?|agrees?|done|said|taken"
    "|since|considers?|tried|published|attached|similar size|like ours|check|separate|judge|put|state|using"
    "|public sources|beurteilen|prüfen|anhand|bitte"
)
_WEAK = re.compile(rf"^(?:(?:{_WEAK_EN})(?: |$))+|(?:(?:^| )(?:{_WEAK_EN}))+$", re.IGNORECASE)
"""Words at a phrase's ends that name nothing."""
_OF_FORM: frozenset[Form] = frozenset(
    {"table", "sources", "summary", "code", "formula", "length", "certainty", "disagreement"}
)
_FOR_ME: frozenset[Form] = frozenset({"advice", "certainty"})
_FEW, _FEW_HAN = 4, 10
"""Terms of a clause that asks for a form and for nothing else; Chinese terms are pairs of characters."""
_COLON = re.compile(r"[:：](?!//)")
_COMMA = re.compile(
    r"\s*[,，、;；](?![^()（）]{0,80}[)）])\s*(?:(?:and|or|und|oder|sowie|then)\s+|以及|并且?|和)?",
    re.IGNORECASE,
)
"""Between the items of an enumeration, and not inside parentheses."""
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
    asking = [clause for clause in clauses if ASKS.search(clause)]
    return tuple(asking or clauses)


@lru_cache(maxsize=256)
def parts(point: str) -> tuple[str, ...]:
    """The things that a point of a task asks for: the items that it enumerates, and what it says of them all.

    Items that are demands on form alone are left out. A point without an enumeration is one thing, or none.
    """
    head, tail = _COLON.split(point, maxsplit=1) if _COLON.search(point) else ("", point)
    items = [item.strip(" .。") for item in _COMMA.split(tail)]
    items = [item for item in items if item and term_set(item)]
    named = [item for item in items if not formal(item)]
    if len(items) < 3:
        return (point,) if named else ()
    told = _PREFACE.sub("", head).strip()
    return (*([told] if len(term_set(told)) > 1 else []), *named)


def formal(item: str) -> bool:
    """Whether a clause asks for a form and hardly for anything else."""
    forms = {demand.form for demand in demands(f"Please {item}")}
    few = _FEW_HAN if re.search(f"[{HAN}]", item) else _FEW
    return bool(forms) and forms <= _OF_FORM and len(term_set(item)) <= few


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
            kept = [item for item in items if term_set(item) and len(item) <= 48 and not ASKS.search(item)]
            if len(kept) >= 3:
                found.append((match.start(), tuple(kept[:12])))
    return tuple(items for _, items in sorted(found))


def about(text: str) -> str:
    """What a task asks about, without whom the report is for and what form it should have."""
    told = [_PREFACE.sub("", part) for point in points(text) for part in parts(point)]
    asking = [
        part for part in told if not {"advice", "certainty"} & {d.form for d in demands(f"Please {part}")}
    ]
    return " \n".join(asking or told) or text


@lru_cache(maxsize=256)
def subjects(text: str, count: int = 6) -> tuple[Phrase, ...]:
    """What a query turns on: its weightiest phrases, in the order of the query."""
    return tuple(sorted(topics(about(text), count), key=lambda phrase: phrase.start))


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
    plain = _WEAK.sub("", kept)
    start, kept = start + kept.index(plain), plain
    return Phrase(kept, phrase.start + start, term_set(kept)) if kept != phrase.text else phrase
