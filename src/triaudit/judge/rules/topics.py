"""What a report is about, as its title and the task name it: what a claim without a name of its own needs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from triaudit.judge.rules.concepts import ideas
from triaudit.judge.rules.subjects import generic, names, subject
from triaudit.text import HAN, fold, plain

MOST = 80
"""Characters above which a title is a sentence rather than a name."""
_NUMBER = re.compile(r"^\W*(?:(?:\d+(?:\.\d+)*|[A-Z]|[IVX]+|[一二三四五六七八九十]+)[.)、:：]\s*|第.{1,3}[章节部分]+\s*)?")
_PARTS = re.compile(r"\s*[:：|]\s*|\s+[–—-]\s+|——")
_ASKING = re.compile(
    r"^(?:how|why|what|where|when|who|whether|is|are|was|were|does|do|did|can|wie|warum|was|wo|wann"
    r"|ob|如何|为什么|为何|怎样)\b\s*",
    re.IGNORECASE,
)
_KIND = re.compile(
    r"\s+(?:as an? \w+|(?:an? )?(?:assessment|analysis|review|report|study|overview|comparison)(?: (?:for|of) .*)?)$"
    r"|(?:[的之]?(?:综合|深度|系统|全面)?(?:评估|评价|分析|研究|报告|综述|调研|概览|比较|对比)){1,3}$",
    re.IGNORECASE,
)
"""What kind of text a title announces."""


def title(heading: str) -> str:
    """A heading without markup, number and closing colon."""
    return _NUMBER.sub("", plain(heading), count=1).strip(" :：*_")


def topic(headings: Sequence[str], query: str, text: str) -> str:
    """What the nearest heading that names something is about, else the report's title; empty where none tells.

    A title in capitals names nothing by its look: a name counts where the task or the text has it too.
    """
    known = frozenset(names(query)) | frozenset(names(text))
    titles = [made for heading in headings if not generic(made := title(heading))]
    for made in reversed(titles[1:]):
        if any(name in known for name in names(made)) and len(made) <= MOST:
            return _part(made, query, known)
    return _part(titles[0], query, known) if titles else ""


def _part(made: str, query: str, known: frozenset[str]) -> str:
    """The piece of a title that says what it is about: the one that shares most with the task."""
    pieces = [piece for piece in _PARTS.split(made) if piece.strip()]
    asked, folded = ideas(query), fold(query)

    def fits(piece: str) -> int:
        """Names that the task or text has count thrice."""
        held = sum(name in known or fold(name) in folded for name in names(piece))
        return 3 * held + len(ideas(piece) & asked)

    best = max(pieces, key=fits, default="")
    words = _ASKING.sub("", best)
    if words != best:
        words = subject(words[:1].upper() + words[1:], described=True) or next(iter(names(words)), "")
    kept = _KIND.sub("", words).strip(" ,，、")
    return kept if 2 <= len(kept) <= MOST else ""


def about(topic: str, text: str) -> str:
    """A statement under its topic, as it is where it names that itself."""
    if not topic or _held(topic, text):
        return text
    return f"{topic} – {text}"


def _held(topic: str, text: str) -> bool:
    """Whether a text has the topic's names, or where it has none its words."""
    folded = fold(text)
    if fold(topic) in folded:
        return True
    if named := names(topic):
        return any(fold(name).removesuffix("'s").removesuffix("’s") in folded for name in named)
    if re.search(f"[{HAN}]", topic):
        return False
    words = ideas(topic)
    return bool(words) and words <= ideas(text)
