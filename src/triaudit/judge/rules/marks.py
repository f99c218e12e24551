"""Words that show how a sentence reasons, how sure it is, and that it says nothing of anything."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Literal

from triaudit.text import HAN
from triaudit.words import stem

Mark = Literal["cause", "contrast", "limit", "advice"]

_CUES: Mapping[Mark, str] = {
    "cause": """
        because therefore thus hence consequently due implies imply implying means meaning suggests
        suggesting indicates indicating leads leading led causes caused causing drives driven driving
        explains explaining reflects reflecting enables enabling reason reasons why allows making
        underlying mechanism stems consequence weil denn daher deshalb deswegen somit folglich dadurch
        aufgrund wegen bedeutet zeigt führt führen ursache gründe grund beruht hängt erklärt folgt
        ermöglicht sodass 因此 所以 由于 因为 从而 导致 意味 表明 说明 使得 原因 取决 可见 归因 故而
        于是 进而 促使 源于 本质 机制 背后
    """,
    "contrast": """
        whereas however although though despite while unlike versus vs compared comparison comparable
        contrast tradeoff tradeoffs but rather nevertheless instead conversely alternative alternatives
        differs differ outweigh outweighs stronger weaker higher lower better worse advantage
        disadvantage relative yet jedoch aber hingegen während obwohl dennoch dagegen vergleich
        gegenüber statt trotz allerdings vorteil nachteil höher niedriger besser schlechter 但是 然而
        不过 相比 相较 反之 尽管 虽然 权衡 取舍 而非 不是 优于 劣于 区别 差异 对比 相反 优势 劣势 高于
        低于 更高 更低 更强 更弱
    """,
    "limit": """
        uncertain uncertainty limitation limitations limited caveat caveats assumes assumption
        assumptions assuming unless depends likely unlikely may might risk risks unclear unknown
        estimate estimated roughly insufficient unsicher unsicherheit grenzen einschränkung annahme
        risiko risiken vermutlich unklar möglicherweise wahrscheinlich sofern 可能 不确 确定性 局限 假设
        尚未 或许 风险 置信 有待 未必 前提 不足 缺乏 争议 估计 大致 限制
    """,
    "advice": """
        recommend recommended recommendation recommendations should prefer prioritize prioritise
        consider choose avoid ensure suitable empfehle empfehlen empfehlung
        empfiehlt sollte sollten bevorzugen vermeiden geeignet priorität 建议 应当 应该 推荐 优先 值得
        不宜 避免 适合 务必 可考 策略 对策 行动
    """,
}
MARKS = {mark: frozenset(cues.split()) for mark, cues in _CUES.items()}
"""Words that show reasoning; two-character ones match Chinese text, whose tokens are pairs."""

SURE = re.compile(
    r"\b(?:how|fairly|reasonably|quite|less|least|most|not) (?:sure|certain|confident)\b(?! to\b)"
    r"|\b(?:am|are) sure of\b"
    r"|\b(?:un)?certain(?:ty)? (?:of|about|is|remains)\b|\bconfidence\b(?! interval)"
    r"|\b(?:single|only one|one) source\b|\bnot (?:proven|verified|confirmed|independent)\b"
    r"|把握|置信|可信度|不确定|单一来源|只有一(?:个来源|次|份)|尚无定论|无法证实|未经证实|确定性"
    r"|\b(?:un)?sicher (?:bin|sind|ist|bei)\b|\b(?:bin|sind|ist) (?:ich|wir)? ?(?:un)?sicher\b"
    r"|\b(?:un)?gewiss\b|\bunsicher\w*|\bnicht (?:belegt|gesichert|geprüft)\b|\beine einzige quelle\b",
    re.IGNORECASE,
)
"""How sure a report says that it is."""
DISAGREEING = re.compile(
    r"\b(?:dis|not )agree\w*|\bdiffers?\b|\bcontradict\w*|\bconflict(?:s|ing)?\b|\bdiscrepan\w+"
    r"|\binconsisten\w+|\bdoes not match\b|\bstill (?:wrote|gives|reported)\b"
    r"|\b(?:whereas|while|but|against|instead of|other than) [^.]{0,60}\b(?:report|chart|workbook|page"
    r"|register|regulator|office|agency|source|press|plan|survey|operator)\w*"
    r"|不一致|不同|出入|矛盾|分歧|曾(?:经)?报道|不符"
    r"|\bwiderspr[eiüuo]+ch\w*|\babweich\w*|\bweicht\b|\bdagegen\b|\bhingegen\b|\bstimm\w+ nicht\b",
    re.IGNORECASE,
)
"""That sources, or figures of one thing, differ."""

BECAUSE = re.compile(
    r", since (?!(?:19|20)\d\d|then\b|(?:january|february|march|april|may|june|july|august|september|october"
    r"|november|december)\b)|\bow(?:ed|ing) to\b|\bas a result\b|\bcomes? from\b|\baccounts? for\b"
    r"|\bso that\b|\bthanks to\b|\bdank\b|\bliegt (?:an|daran)\b|归因|在于|为此|以便",
    re.IGNORECASE,
)
"""Causes and purposes in several words."""
_GENERIC_TEXT = """
important importantly note noted noting crucial essential vital significant significantly key various
factor factors aspect aspects consider considered considering consideration carefully careful attention
overall topic subject matter matters issue issues general generally broad many holistic comprehensive
complex complexity perspective perspectives point points approach approaches situation context worth
remember clear clearly today world people deserves deserve worthwhile interesting question questions
answer depends ensure conclusion summary addition moreover furthermore additionally finally ultimately
way ways thing things role plays play time future past success successful good great better best positive
stakeholder stakeholders decision decisions report section analysis detail details following above
wichtig wichtige wichtigen verschiedene verschiedenen aspekt aspekte faktor faktoren betrachten
berücksichtigen insgesamt thema frage fragen allgemein sorgfältig ganzheitlich umfassend bedeutung rolle
spielt zukunft erfolg beachten gesamtbild punkt punkte viele komplex
重要 方面 因素 综合 考虑 总之 需要 注意 意义 问题 非常 十分 值得 关注 全面 总体 整体 角度 情况 来看
复杂 多种 各种 至关 关键 未来 发展 作用 影响 认真 仔细 深入 思考 理解 不可 忽视 同时 此外 许多 很多 问题
"""


def _generic() -> frozenset[str]:
    words = _GENERIC_TEXT.split()
    return frozenset([*words, *map(stem, words)])


GENERIC = _generic()
"""Terms that fit any report."""
TELLING = 0.35
"""A sentence with a smaller share of words of its own is idle."""
_HAN = re.compile(f"[{HAN}]")
_GENERIC_HAN = re.compile(
    "|".join(sorted((word for word in GENERIC if _HAN.match(word)), key=lambda word: (-len(word), word)))
    + "|这个|这一|那个|一个|一种|我们|可以|应该|应当|必须|进行|不断"
    + "|[都很更最的了是在和与及也还又并而其之从对为将把被让就会要能有这那各此]"
)
"""Chinese words that fit any report, and characters of grammar."""
_NAMED = re.compile(
    rf"(?<=[^\W\d_A-Z] |[,;(] )[A-ZÄÖÜ][\w&.-]+ (?:of |de )?[A-ZÄÖÜ]|\b[A-Z]{{2,}}|《|https?://|\]\("
    rf"|[{HAN}]\s?[A-Za-z]{{2,}}"
)
"""Two words with capitals, an abbreviation, a title or a link."""


def marks_of(piece: str, seen: Collection[str], advising: bool) -> frozenset[str]:
    """The ways in which a sentence reasons, by its folded words; `advising` where it stands among advice."""
    found = {name for name, cues in MARKS.items() if cues & set(seen)}
    if SURE.search(piece):
        found.add("limit")
    if BECAUSE.search(piece):
        found.add("cause")
    if DISAGREEING.search(piece):
        found.add("contrast")
    return frozenset(found | ({"advice"} if advising else set()))


def named(piece: str) -> bool:
    """Whether a sentence names somebody or something."""
    return _NAMED.search(piece) is not None


def idle(piece: str, found: Collection[str], numbers: Collection[str]) -> bool:
    """Whether a sentence says nothing of anything: no figure, no name, mostly words that fit any report."""
    if numbers or named(piece):
        return False
    han = len(_HAN.findall(piece))
    if han * 2 > len(piece):
        left = len(_HAN.findall(_GENERIC_HAN.sub("", piece)))
        return left < 3 or left < TELLING * han
    own = set(found)
    return len(own - GENERIC) <= TELLING * len(own)
