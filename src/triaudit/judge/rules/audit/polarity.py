"""Which way a statement points: what it denies, whether things rise or fall, which of two is more."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from triaudit.judge.rules.audit.cues import cue
from triaudit.judge.rules.concepts import EXCLUDES, ideas
from triaudit.numbers import Figure
from triaudit.text import fold
from triaudit.words import NEGATION

_AXES: Mapping[str, tuple[re.Pattern[str], re.Pattern[str]]] = {
    "approval": (
        cue(
            r"approv\w* accept\w* grant(?:s|ed)? endors\w* adopt(?:s|ed)? genehmig\w* bewillig\w* zugestimmt"
            r" stimmte_zu angenommen",
            "批准 获批 同意 核准",
        ),
        cue(
            r"reject\w* refus\w* den(?:y|ies|ied) veto\w* turn(?:s|ed)?_down abgelehnt ablehn\w* lehnte\w*"
            r" verworfen verweiger\w*",
            "否决 拒绝 驳回 未获批",
        ),
    ),
    "amount": (
        cue(
            r"higher greater larger bigger exceed\w* outnumber\w* more_expensive costlier dearer costs?_more"
            r" above(?!_[\W\d]) more(?=(?:_\w+){0,3}_than_\D) höher\w* größer\w* mehr(?=(?:_\w+){0,3}_als_\D)"
            r" teurer\w* übersteigt übertrifft oberhalb highest largest biggest greatest most_expensive"
            r" höchste\w* größte\w* teuerste\w*",
            "高于 多于 大于 超过(?![约近]?\\s*\\d) 更高 更多 更大 更贵"
            " 最高 最多 最大 最贵 比(?=[^，。；]{1,14}?(?:高|多|大|贵))",
        ),
        cue(
            r"lower smaller fewer cheaper less_expensive costs?_less below(?!_[\W\d])"
            r" less(?=(?:_\w+){0,3}_than_\D)"
            r" niedriger\w* geringer\w* kleiner\w* weniger(?=(?:_\w+){0,3}_als_\D) billiger\w* günstiger\w*"
            r" unterschreitet unterhalb lowest smallest fewest cheapest least_expensive niedrigste\w*"
            r" geringste\w* kleinste\w* billigste\w* günstigste\w*",
            "低于 少于 小于 不及 更低 更少 更小 更便宜"
            " 最低 最少 最小 最便宜 比(?=[^，。；]{1,14}?(?:低|少|小|便宜))",
        ),
    ),
    "speed": (
        cue(r"faster quicker sooner schneller\w*", "更快 快于"),
        cue(r"slower langsamer\w*", "更慢 慢于"),
    ),
    "worth": (
        cue(
            r"better best prefer\w* recommend\w* suit(?:s|ed|able)? advantage\w* superior favou?r\w*"
            r" worthwhile viable outperform\w* besser\w* beste\w* bevorzug\w* empfehl\w* empfiehlt"
            r" empfohlen\w* geeignet\w* vorteil\w* lohn(?:t|en|end\w*) überlegen",
            "更好 推荐 建议 适合 优于 优势 值得 有利 可行 更优 首选",
        ),
        cue(
            r"worse worst avoid\w* unsuitable disadvantage\w* inferior advises?_against discourag\w* unviable"
            r" schlechter\w* ungeeignet\w* nachteil\w* abzuraten unterlegen vermeiden vermieden",
            "更差 不适合 劣于 劣势 不宜 避免 不值得 不利 不可行 不推荐 不建议",
        ),
    ),
    "result": (
        cue(r"profit\w* gain(?:s|ed)? surplus\w* gewinn\w* überschuss\w*", "盈利 盈余"),
        cue(r"loss(?:es)? lost deficit\w* verlust\w* defizit\w*", "亏损 赤字"),
    ),
    "leave": (
        cue(r"allow(?:s|ed)? permit(?:s|ted)? legal erlaub\w* zulässig\w*", "允许 合法"),
        cue(
            r"prohibit\w* forbid\w* forbade banned bans? illegal verboten\w* verbiet\w* unzulässig\w*",
            "禁止 非法 不允许",
        ),
    ),
    "quality": (
        cue(r"improv\w* strengthen\w* verbesser\w* gestärkt stärk(?:t|te|en)", "改善 加强 好转"),
        cue(r"worsen\w* deteriorat\w* weaken\w* verschlechter\w* geschwächt schwäch(?:t|te|en)", "恶化 减弱"),
    ),
}
"""What points up and what points down; words of pointing down are looked for first."""

_ANY = re.compile("|".join(f"{up.pattern}|{down.pattern}" for up, down in _AXES.values()))

TREND = min("growth", EXCLUDES["growth"])
"""The axis of the concepts that exclude each other on which a conclusion may lie."""

_LACKS = cue(r"lack(?:s|ed|ing)? fehl(?:t|te|en) unable incapable", "缺乏 缺少 未能 无法")
_CLAUSE = re.compile(r"[,;:，；：]\s*|\s(?=(?:so that|damit)\s)|(?=以免|以便)")
_NOT_YET = re.compile(
    r"\b(?:not|nicht|never|nie|don['’]t|kein\w*)\b(?=[^,.;]{1,60}?\b(?:before|until|unless|without|bevor|ohne|ehe|bis)\b)"
)
"""A denial that only sets an order: `not sign before the survey` says that the survey comes first."""
_THAN = re.compile(
    r"(?P<left>.*?(?:\b(?:more|less|fewer|better|worse|rather|mehr|weniger|lieber|besser)\b|\b\w{2,}er(?:e[nrs]?)?\b)"
    r"[^,.;]{0,60}?)\b(?:than|als)\b(?P<right>[^,.;]*)"
)
_HAN_THAN = re.compile(
    r"(?P<left>[^，。；]*)比(?!例|重|率|较|如)(?P<right>[^，。；]{1,14}?)(?:更|高|低|多|少|大|小|贵|便宜|快|慢|好|差|强|弱)"
)
_NEGATED_BY = ("un", "non", "non-", "ir", "il", "im", "nicht")


@lru_cache(maxsize=8192)
def directions(text: str) -> Mapping[str, frozenset[bool]]:
    """For each axis that a text speaks of: whether it points up, down or both."""
    folded, found = fold(text), dict[str, frozenset[bool]]()
    for axis, (up, down) in _AXES.items() if _ANY.search(folded) else ():
        rest = down.sub(" ", folded)
        signs = frozenset(sign for sign, seen in ((False, rest != folded), (True, up.search(rest))) if seen)
        if signs:
            found[axis] = signs
    words = ideas(text)
    for one in sorted(words & EXCLUDES.keys()):
        pair = min(one, EXCLUDES[one])
        found[pair] = found.get(pair, frozenset()) | {one == pair}
    return found


def unpointed(folded: str) -> str:
    """A folded text without the words by which it points somewhere."""
    if not _ANY.search(folded):
        return folded
    for axis in _AXES.values():
        for pattern in reversed(axis):
            folded = pattern.sub(" ", folded)
    return folded


def drawn(text: str) -> frozenset[str]:
    """The axes on which a text takes a side, as conclusions do."""
    seen = directions(text)
    return frozenset(axis for axis in seen if axis in _AXES or axis == TREND)


def contrary(text: str, other: str) -> str:
    """How another statement on the same thing says the opposite; empty where it does not.

    A denial of the opposite is no opposite, nor is `B is less than A` of `A is more than B`.
    """
    here, there = directions(text), directions(other)
    apart = [axis for axis in here if axis in there and not here[axis] & there[axis]]
    opposite = bool(apart) or _prefixed(text, other)
    swapped = bool(here.keys() & there.keys() & _AXES.keys()) and _swapped(text, other)
    denied = _denies(text, other)
    if (opposite + swapped + denied) % 2 == 0:
        return ""
    if denied:
        return "one of the two denies it"
    return "the two are compared the other way round" if swapped else "it points the other way"


def _prefixed(text: str, other: str) -> bool:
    """Whether one has a word and the other the same word with a prefix that negates it."""
    here, there = ideas(text), ideas(other)
    return any(
        len(term) > 4 and any(f"{prefix}{term}" in b - a for prefix in _NEGATED_BY)
        for a, b in ((here, there), (there, here))
        for term in a - b
    )


def _denies(text: str, other: str) -> bool:
    """Whether one denies and the other does not, as a whole and in the clauses that say the same."""
    if _negated(text) == _negated(other):
        return False
    mine, theirs = _main(text, ideas(other)), _main(other, ideas(text))
    return _negated(theirs) not in {_negated(text), _negated(mine)}


def _main(text: str, wanted: frozenset[str]) -> str:
    return max(filter(None, _CLAUSE.split(text)), key=lambda piece: len(ideas(piece) & wanted), default=text)


@lru_cache(maxsize=8192)
def _negated(text: str) -> bool:
    folded = _NOT_YET.sub(" ", fold(text))
    if _LACKS.search(folded) or not NEGATION.search(folded):
        return bool(_LACKS.search(folded))
    for _, down in _AXES.values():
        folded = down.sub(" ", folded)
    return bool(NEGATION.search(folded))


def _swapped(text: str, other: str) -> bool:
    """Whether what the one compares with is what the other compares."""
    one, two = _sides(text), _sides(other)
    if one is None or two is None:
        return False
    (left, right), (their_left, their_right) = one, two
    return bool(right & their_left) and bool(left & their_right) and not right & their_right


@lru_cache(maxsize=8192)
def _sides(text: str) -> tuple[frozenset[str], frozenset[str]] | None:
    """What a comparison is about, and what it compares that with; terms of both sides left out."""
    found = _THAN.match(fold(text)) or _HAN_THAN.search(text)
    if found is None:
        return None
    left, right = ideas(found["left"]), ideas(found["right"])
    return left - right, right - left


_BY = re.compile(
    r"\b(?:by|um)\s*(?:about|around|some|rund|etwa|over|nearly)?\s*$|(?:增长|上升|增加|提高|上涨|下降|减少|下滑|降低|下跌)了?(?:约|近)?\s*$"
)
_TO = re.compile(r"\b(?:to|auf)\s*(?:about|around|some|rund|etwa|over|nearly)?\s*$|[至到为](?:约|近)?\s*$")


def change(text: str, figure: Figure) -> str:
    """Whether a figure is by how much something changed or what it changed to; empty where untold."""
    if TREND not in directions(text):
        return ""
    before = text[max(0, figure.start - 24) : figure.start].casefold()
    return "by" if _BY.search(before) else "to" if _TO.search(before) else ""
