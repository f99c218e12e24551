"""A report as the rules read it: sentences with their terms and marks of reasoning, and its layout.

Words meant for the judge are cut out first, so that a report scores the same with and without them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from triaudit import injection
from triaudit.markdown import is_fence
from triaudit.text import HAN, fold, sentences, tokens
from triaudit.words import figures, size, terms_of

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

_HEADING = re.compile(
    r"^ {0,3}(?P<level>#{1,6})\s+(?P<text>\S.*)$|^ {0,3}\*\*(?P<bold>[^*\n]{2,80})\*\*[:：]?\s*$"
    r"|^(?P<zh>[一二三四五六七八九十]{1,3}、.{1,40})$"
    r"|^(?P<number>\d{1,2}(?:\.\d{1,2}){0,2}\.? {1,2}[^\d\s].{1,70})(?<![.。;；,，:：])$"
)
_HAN = re.compile(f"[{HAN}]")
_ITEM = re.compile(r"^\s*(?:[-*+•·]|\d{1,3}[.)、])\s+")
_ROW = re.compile(r"^\s*\|.*\|\s*$")
_RULE = re.compile(r"^[\s|:*_=-]+$")
_ENDS = re.compile(r"[.!?:;。！？：；][\"'”’)）\]*_]*\s*$|  $")
"""How a line ends that the next one does not continue."""
_MAY = re.compile(r"\bmay\b")
"""The verb; the month has a capital."""
_LINK = re.compile(r"https?://|\[\^?\d{1,3}\]|【\d+[^】]*】|\((?:19|20)\d\d\)|\bdoi:", re.IGNORECASE)
_LEAD = re.compile(r"^(?:\s*(?:[-*+•·>]|\d{1,3}[.)、]|#{1,6})\s+)+")


@dataclass(frozen=True)
class Sentence:
    """A sentence, list item or table row of the report's body."""

    text: str
    """As the report has it, without list marks."""
    terms: frozenset[str]
    marks: frozenset[str]
    numbers: frozenset[str]
    paragraph: int
    section: int
    words: int


@dataclass(frozen=True)
class Heading:
    """A heading and how many words stand before it."""

    text: str
    level: int
    before: int


@dataclass(frozen=True)
class Reading:
    """What the rules know of a report."""

    words: int
    han: bool
    """Whether more of its terms are Chinese, Japanese or Korean than not."""
    sentences: tuple[Sentence, ...]
    headings: tuple[Heading, ...]
    paragraphs: tuple[int, ...]
    """Words of each paragraph of prose."""
    items: int
    rows: int
    links: int
    code: int
    formulas: int
    where: Mapping[str, tuple[int, ...]]
    """Term to the sentences that hold it; `prefix…` entries stand for long words with other endings."""

    def find(self, term: str) -> tuple[int, ...]:
        """Sentences with this term, or with a long word that begins like it."""
        return (
            self.where.get(term) or self.where.get(f"{term[:7]}…", ())
            if len(term) > 7
            else self.where.get(term, ())
        )

    def holding(self, wanted: Iterable[str]) -> dict[int, int]:
        """For each sentence that holds some of the terms: how many."""
        found: dict[int, int] = {}
        for term in sorted(wanted):
            for index in self.find(term):
                found[index] = found.get(index, 0) + 1
        return found


@lru_cache(maxsize=16)
def read(report: str) -> Reading:
    """Read a report once; every question about it uses the same reading."""
    text = injection.without(report)
    body: list[Sentence] = []
    headings: list[Heading] = []
    paragraphs: list[int] = []
    where: dict[str, list[int]] = {}
    total = items = rows = code = 0
    open_paragraph = in_code = False
    paragraph = 0
    for line in _lines(text):
        if is_fence(line):
            in_code, code = not in_code, code + (not in_code)
            continue
        if not line.strip() or _RULE.match(line):
            open_paragraph = False
            continue
        if in_code:
            total += size(line)
            continue
        head = _HEADING.match(line)
        if head:
            level = len(head["level"]) if head["level"] else 4
            headings.append(Heading(fold(head[head.lastgroup or 0]), level, total))
            total += size(line)
            open_paragraph = False
            _note(where, terms_of(tokens(line)), len(body))
            continue
        row, item = bool(_ROW.match(line)), bool(_ITEM.match(line))
        rows, items = rows + row, items + item
        if row or item or not open_paragraph:
            paragraph += 1
            if not row:
                paragraphs.append(0)
        open_paragraph = not row
        pieces = (
            [line.strip().strip("|").strip()] if row else [line[s.start : s.end] for s in sentences(line)]
        )
        for piece in pieces:
            words = tokens(piece)
            if not words:
                continue
            length = size(piece)
            total += length
            if not row:
                paragraphs[-1] += length
            seen = frozenset(words)
            if "may" in seen and not _MAY.search(piece):
                seen -= {"may"}
            here = frozenset(terms_of(words))
            _note(where, here, len(body))
            body.append(
                Sentence(
                    text=_LEAD.sub("", piece).strip(),
                    terms=here,
                    marks=frozenset(name for name, cues in MARKS.items() if seen & cues),
                    numbers=figures(piece),
                    paragraph=paragraph,
                    section=len(headings),
                    words=length,
                )
            )
    return Reading(
        words=total,
        han=sum(_HAN.match(term) is not None for term in where) * 2 > len(where),
        sentences=tuple(body),
        headings=tuple(headings),
        paragraphs=tuple(n for n in paragraphs if n),
        items=items,
        rows=rows,
        links=len(_LINK.findall(text)),
        code=code,
        formulas=len(re.findall(r"\$[^$\n]{2,}\$|\\\[|\\\(", text)),
        where={term: tuple(dict.fromkeys(i for i in at if i < len(body))) for term, at in where.items()},
    )


def _lines(text: str) -> list[str]:
    """Lines of the text; those of a hard-wrapped paragraph or list item are joined again."""
    lines: list[str] = []
    last, in_code = "", False
    for line in text.splitlines():
        fence = is_fence(line)
        in_code = in_code != fence
        plain = line.strip() and not fence and not any(p.match(line) for p in (_HEADING, _ITEM, _ROW, _RULE))
        if plain and not in_code and len(last) >= 40 and not _ENDS.search(last):
            lines[-1] = f"{lines[-1]} {line.strip()}"
        else:
            lines.append(line)
        closed = not line.strip() or fence or in_code or _HEADING.match(line) or _ROW.match(line)
        last = "" if closed else line
    return lines


def _note(where: dict[str, list[int]], found: Iterable[str], index: int) -> None:
    for term in found:
        where.setdefault(term, []).append(index)
        if len(term) > 7:
            where.setdefault(f"{term[:7]}…", []).append(index)
