"""What a report is about, as its title and the task name it: what a claim without a name of its own needs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from triaudit.judge.rules.concepts import ideas, is_concept
from triaudit.judge.rules.subjects import generic, names, subject
from triaudit.judge.rules.verbs import tongue
from triaudit.markdown import heading
from triaudit.text import HAN, fold, plain

MOST = 80
"""Characters above which a title is a sentence rather than a name."""
_NUMBER = re.compile(
    r"^\W*(?:(?:\d+(?:\.\d+)*|[A-Z]|[IVX]+|[一二三四五六七八九十]+)[.)、:：]\s*|第.{1,3}[章节部分]+\s*)?"
)
_NUMBERED = re.compile(
    r"\W*(?:\d+(?:\.\d+)*|[IVX]+|[一二三四五六七八九十]+)[.)、:：\s]|\W*第.{1,3}[章节部分]"
)
"""How a section begins, and no title."""
_PARTS = re.compile(r"\s*[:：|]\s*|\s+[–—-]\s+|——")
_ASKING = re.compile(
    r"^(?:how|why|what|where|when|who|whether|is|are|was|were|does|do|did|can|wie|warum|was|wo|wann"
    r"|ob|如何|为什么|为何|怎样)\b\s*",
    re.IGNORECASE,
)
_KIND = re.compile(
    r"\s+(?:as an? \w+|(?:an? )?(?:assessment|analysis|review|report|study|overview"
    r"|comparison)(?: (?:for|of) .*)?)$"
    r"|(?:[的之]?(?:综合|深度|系统|全面)?(?:评估|评价|分析|研究|报告|综述|调研|概览|比较|对比)){1,3}$",
    re.IGNORECASE,
)
"""What kind of text a title announces."""
_INSIDE = re.compile(r"(?<=[^\W\d_] )[A-ZÄÖÜ][\w’'-]*[\w]")
"""A capital inside a sentence."""
_ANY_PLACE = re.compile(
    r"^(?:全|各|本|该|此|每|某|中心|老|新|主|大|小|周边|附近|邻近|其他|个|地)|(?:城区|片区|地区|市区|社区|景区|园区|小区|冷冻厂)$|岛$(?<=^.岛)"
)


class Topic(NamedTuple):
    """What a part of a report is about."""

    name: str
    """Empty where nothing tells."""
    proper: frozenset[str]
    """The words, folded, that task and text write with a capital inside their sentences."""
    near: str = ""
    """What the nearest heading adds to it, for words that have no subject of their own."""

    def over(self, text: str, alone: bool = True) -> str:
        """A statement under its topic; as it is where it names that itself.

        Args:
            text: The statement.
            alone: Whether it is a sentence; a table's row and a phrase need what is near, too.
        """
        kept = [self.name] if self.name and not _held(self.name, text) else []
        if self.near and not (alone and tongue(text) != "zh") and fold(self.near) not in fold(text):
            kept.append(self.near)
        return f"{', '.join(kept)} – {text}" if kept else text

    def named(self, text: str) -> bool:
        """Whether a statement has a name; a capital of any first word or German noun is none."""
        for name in names(text):
            words = [_bare(word) for word in name.split()]
            if re.search(f"[{HAN}]", name):
                if re.search("[、，：]", name):
                    continue
                if not _ANY_PLACE.search(name) and not re.search("[来自有是为了]", name) and len(name) > 2:
                    return True
            elif any(word in self.proper for word in words) or (
                tongue(text) == "en" and not _opens(name, text)
            ):
                return True
        return False


def _opens(name: str, text: str) -> bool:
    """Whether a name of one word is the first of its sentence."""
    return " " not in name and bool(re.match(rf"\W*{re.escape(name)}\b", text))


def topic(headings: Sequence[str], query: str, segment: str) -> Topic:
    """What the nearest heading that names something is about, else the report's title.

    Titles may have capitals everywhere: a name is what the task or the text has with a capital too.
    """
    body = "\n".join(line for line in segment.splitlines() if not heading(line) and "|" not in line)
    called = [*_called(query), *(_called(body) if tongue(body) != "de" else [])]
    told = fold(f"{query}\n{body}")
    above = {word for one in headings for word in re.findall(r"[A-ZÄÖÜ][\w-]{3,}", one)}
    begun = [
        word
        for word in re.findall(r"(?:^|[.!?]\s)([A-ZÄÖÜ][\w-]{3,})", query)
        if word in above and not re.search(rf"\b{re.escape(word.lower())}\b", f"{query}\n{body}")
    ]
    proper = frozenset(
        made
        for word in [*called, *begun]
        if (made := _bare(word)) in told and not all(is_concept(idea) for idea in ideas(word))
    )
    han = frozenset(name for name in names(query) if re.search(f"[{HAN}]", name))
    source = _Source(query, told, proper, han)
    entitled = bool(headings) and not _NUMBERED.match(plain(headings[0]))
    titles = [made for above in headings if not generic(made := title(above))]
    whole, parts = (titles[:1], titles[1:]) if entitled else ([], titles)
    near = ""
    for made in reversed(parts):
        if len(made) <= MOST and (_proper(made, proper) or any(name in made for name in han)):
            return Topic(_part(made, source), proper)
        first = _first(made)
        if len(first) > 1 and fold(first) in told:
            near = near or first
    if whole:
        name = _part(whole[0], source)
        return Topic(name, proper, near if fold(near) not in fold(name) else "")
    if near or not titles:
        return Topic(near, proper)
    last = _first(titles[-1]) if len(titles) > 1 and not headings[-1].rstrip().endswith((":", "：")) else ""
    return Topic(", ".join(filter(None, (_part(titles[0], source), last))), proper)


class _Source(NamedTuple):
    """What tells the name in a title."""

    query: str
    told: str
    proper: frozenset[str]
    han: frozenset[str]


def _first(made: str) -> str:
    """A title up to its first colon, dash or bracket."""
    return re.split(r"[:：(（\[【–—-]|\svs\b", made, maxsplit=1)[0].strip()


def _called(text: str) -> list[str]:
    """The words of a text that a capital inside its sentences shows to be names."""
    if tongue(text) != "de":
        return _INSIDE.findall(text)
    return [word for name in names(text) for word in name.split()[1:] or [name]]


def _bare(word: str) -> str:
    return fold(word).removesuffix("'s").removesuffix("’s")


def title(above: str) -> str:
    """A heading without markup, number and closing colon."""
    return _NUMBER.sub("", plain(above), count=1).strip(" :：*_")


def _proper(text: str, proper: frozenset[str]) -> list[str]:
    """The words of a title that are names elsewhere."""
    return [word for word in re.findall(r"[A-ZÄÖÜ][\w’'-]*\w", text) if _bare(word) in proper]


def _part(made: str, source: _Source) -> str:
    """The piece of a title that says what it is about: the one that shares most with the task."""
    pieces = [piece for piece in _PARTS.split(re.sub(r"[(（][^()（）]*[)）]$", "", made)) if piece.strip()]
    asked = ideas(source.query)

    def fits(piece: str) -> int:
        """Names count thrice."""
        held = len(_proper(piece, source.proper)) + sum(name in piece for name in source.han)
        return 3 * held + len(ideas(piece) & asked) + 2 * (fold(piece) in source.told)

    best = max(pieces, key=fits, default="")
    words = _ASKING.sub("", best)
    called = _proper(best, source.proper)
    if words != best:
        found = subject(words[:1].upper() + words[1:], described=True)
        words = found if found and (_proper(found, source.proper) or not called) else " ".join(called)
    elif called and best is not pieces[0] and len(ideas(best) & asked) * 2 < len(ideas(best)):
        words = " ".join(called)
    kept = _KIND.sub("", words).strip(" ,，、?？")
    return kept if 2 <= len(kept) <= MOST else ""


def _held(name: str, text: str) -> bool:
    """Whether a text has the topic's names, or where it has none its words."""
    folded = fold(text)
    if fold(name) in folded:
        return True
    if called := names(name):
        return any(_bare(one) in folded for one in called)
    if re.search(f"[{HAN}]", name):
        return False
    words = ideas(name)
    return bool(words) and words <= ideas(text)
