"""Words that carry meaning, in English, Chinese and German: what the rules match texts by."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import fsum, sqrt
from typing import NamedTuple

from triaudit.text import HAN, tokens

_EN = """
a about above across after again against all also although am an and another any are as at away back be
because been before being below between both but by came can cannot could did do does doing done down
during each either else especially etc even ever every everything few find for from further get gets
give given go going got had has have having he help her here hers him his how however i i'd i'll i'm
i've if in include including into is it it's its itself just keep kind know let like likely look looking
made make makes many may me might mine more most much must my myself need needed needs neither never no
nor not now of off often on once one ones only or other others our ours out over own particularly per
please possible put quite rather really regarding same say see set several shall she should since so
some something specifically such take tell than that that's the their theirs them then there these they
thing things this those though through thus to together too toward towards under until up upon us use
used using various very want was way ways we well were what what's when where whether which while who
whom whose why will with within without would yes yet you you're your yours provide compare comparing
analyze analyse explain describe identify list assess evaluate examine summarize summarise recommend
recommendations discuss outline understand research deliver include report please interested
"""
_DE = """
aber alle allem allen aller alles als also am an andere anderen anderer auch auf aus außerdem bei beim
bereits bin bis bist bitte da dabei dadurch dafür damit danach dann daran darauf daraus darin das dass
dazu dein dem den denn der deren des dessen die dies diese diesem diesen dieser dieses doch dort du
durch ein eine einem einen einer eines er es etwa etwas für ganz gegen gibt hat hatte haben ich ihm ihn
ihnen ihr ihre ihrem ihren ihrer im in indem ins ist ja jede jeder jedes jedoch jetzt kann kein keine
können könnte man mehr mein mit möchte muss müssen nach nicht noch nun nur ob oder ohne sein seine
seiner seit sich sie sind so solche soll sollen sollte sowie sowohl über um und uns unser unter viel vom
von vor war waren warum was weil welche welchem welchen welcher welches wenn wer werden wie wir wird wo
wurde wurden zu zum zur zwischen bitte vergleiche vergleichen analysiere erkläre nenne liste beschreibe
empfiehl empfehlen bewerte untersuche erstelle
"""
_ZH = """
一个 一些 一下 一种 这个 这些 这种 那个 那些 那么 这样 什么 怎么 怎样 如何 哪些 哪个 是否 可以 能够 能否
需要 我们 我想 你们 他们 它们 自己 目前 现在 最近 关于 对于 以及 或者 还是 而且 并且 但是 因为 所以 如果
为了 通过 根据 进行 其中 另外 同时 最后 首先 其次 然后 还有 就是 不是 没有 比如 例如 包括 特别 具体 主要
相关 情况 方面 问题 分析 研究 了解 帮我 请你 请帮 想请 想了 使得 看看 假设 找到 建立 计划 听说 推荐 应该
附件 比较 对比 方便 作为 要求 标注 梳理 整理 总结 介绍 说明 提供 给出 一份 一下
"""
STOP = frozenset(f"{_EN} {_DE} {_ZH}".split())
_GLUE = re.compile(
    "[的了是在和与及吗呢吧也都还又并而但则我你您他她它们这那哪些么于其被把让且给请帮将很每]|就(?!业|诊|医)|想(?!法|象)"
)
"""Characters that make a two-character piece of Chinese a joint rather than a word."""
_NUMBER = re.compile(r"\d[\d.,:/-]*")
_HAN = re.compile(f"[{HAN}]")
_ENDING = re.compile(r"(?:ies|es|s|ing|ed|en|er|ern|em|e|n)$")

NEGATION = re.compile(
    r"\b(?:not(?! only)|no(?! less| fewer| more)|never|neither|nor|without|cannot|failed to)\b|n['’]t\b"
    r"|\b(?:nicht(?! nur)|kein\w*|nie(?:mals)?|weder|ohne)\b"
    r"|没有|并未|未(?!来|必)|并非|不是|(?<!无)不(?!仅|断|过|同|少|足|久|只|但|等|含|论|到)|从未|毫无",
    re.IGNORECASE,
)
"""Words that turn a statement into its opposite."""


def stem(token: str) -> str:
    """A word without its commonest English or German ending, so that `risks` meets `risk`."""
    if len(token) < 5 or not token.isalpha() or _HAN.match(token):
        return token
    if token.endswith("ies"):
        return token[:-3] + "y"
    cut = _ENDING.sub("", token)
    return cut if len(cut) >= 4 else token


def _term(token: str) -> str:
    """The term that a token stands for; empty for words of grammar and for plain numbers."""
    if token in STOP or _NUMBER.fullmatch(token):
        return ""
    if _HAN.match(token):
        return "" if len(token) < 2 or _GLUE.search(token) else token
    word = token.strip("'’.,:/-").removesuffix("'s").removesuffix("’s")
    if len(word) < 2 or word in STOP:
        return ""
    return stem(word)


def terms(text: str) -> list[str]:
    """The terms of a text in reading order: stemmed words, and pairs of Chinese characters."""
    return terms_of(tokens(text))


def terms_of(words: Iterable[str]) -> list[str]:
    """The terms that folded tokens stand for."""
    return [term for token in words for _, term in pieces(token)]


@lru_cache(maxsize=65536)
def pieces(token: str) -> tuple[tuple[str, str], ...]:
    """The words of one folded token, of its parts where a dash or a slash joins them, each with its term."""
    joined = token.isascii() and not _NUMBER.fullmatch(token)
    parts = re.split(r"[/-]", token) if joined else [token]
    return tuple((part, term) for part in parts if (term := _term(part)))


@lru_cache(maxsize=8192)
def term_set(text: str) -> frozenset[str]:
    """The distinct terms of a text."""
    return frozenset(terms(text))


def figures(text: str) -> frozenset[str]:
    """The numbers of a text as compared: separators of thousands dropped, `12,5` as `12.5`."""
    return frozenset(plain_number(found) for found in re.findall(r"\d[\d.,]*", text))


def plain_number(text: str) -> str:
    """`1,234.50` and `1.234,50` as `1234.5`; `3,5` as `3.5`; `2,100` as `2100`."""
    text = text.rstrip(".,")
    if "," in text and "." in text:
        thousands = "," if text.rindex(".") > text.rindex(",") else "."
        text = text.replace(thousands, "").replace(",", ".")
    elif re.fullmatch(r"\d{1,3}(?:,\d{3})+", text):
        text = text.replace(",", "")
    elif text.count(",") == 1:
        text = text.replace(",", ".")
    elif text.count(",") > 1 or text.count(".") > 1:
        text = text.replace(",", "").replace(".", "") if "," in text else text
    if text.count(".") == 1:
        text = text.rstrip("0").rstrip(".")
    return text.lstrip("0") or "0"


def size(text: str) -> int:
    """Length in words; Chinese, Japanese and Korean characters count 0.6 each."""
    han = len(_HAN.findall(text))
    other = len(re.findall(rf"[^\W{HAN}]+(?:['’.,:/-][^\W{HAN}]+)*", text))
    return round(han * 0.6) + other


class Phrase(NamedTuple):
    """A run of telling words as the text has it."""

    text: str
    start: int
    terms: frozenset[str]


_RUN = re.compile(rf"[{HAN}]+|[^\W_{HAN}]+(?:['’.&/-][^\W_{HAN}]+)*")
_GAP = re.compile(r"[ \t]{1,2}|[ \t]?[-–·][ \t]?")
_ZH_VERBS = """
出现 影响 可能 产生 通常 转向 提到 不再 导致 引发 造成 左右 以便 更好 选择 处理 基于 面向 实现 支持 结合
采用 属于 存在 成为 作为 达到 受到 得到 发布 催生 涉及 相关 各个 各种 各类 之间 以上 以下 以内 期间 分别
特定 已经 正在 准备 考虑 尤其 区分 数据最好 最好 看到 认为 觉得 打算 开展 牵头 搭建 做好 识别 覆盖 排除
统计 收集 展示 按照 针对 有没有 多少 几个 当前 近年
"""
"""Verbs and fillers around which a clause falls into its subjects."""
_ZH_SPLIT = re.compile(
    "|".join(sorted(f"{_ZH} {_ZH_VERBS}".split(), key=lambda w: (-len(w), w))) + "|" + _GLUE.pattern
)
_ZH_EDGE = re.compile(r"^[当对为受到以向按各像如做]{1,2}(?=.{3})|(?<=.{2})[时上下中里到等做得受应]{1,2}$")


@lru_cache(maxsize=256)
def phrases(text: str) -> tuple[Phrase, ...]:
    """Runs of one to four telling words, and runs of Chinese between joints, in reading order."""
    pieces: list[tuple[int, int, bool]] = []
    for run in _RUN.finditer(text):
        if _HAN.match(run[0]):
            at = run.start()
            for cut in (*_ZH_SPLIT.finditer(run[0]), None):
                end = run.end() if cut is None else run.start() + cut.start()
                edge = _ZH_EDGE.search(text[at:end]) if end - at <= 24 else None
                while edge and edge[0]:
                    at, end = (at + edge.end(), end) if edge.start() == 0 else (at, at + edge.start())
                    edge = _ZH_EDGE.search(text[at:end])
                if 2 <= end - at <= 12:
                    pieces.append((at, end, True))
                at = run.end() if cut is None else run.start() + cut.end()
        elif term_set(run[0]):
            pieces.append((run.start(), run.end(), False))
    found: list[tuple[int, int, int, bool]] = []
    for start, end, han in pieces:
        if (
            found
            and not han
            and not found[-1][3]
            and found[-1][2] < 4
            and _GAP.fullmatch(text[found[-1][1] : start])
        ):
            found[-1] = (found[-1][0], end, found[-1][2] + 1, False)
        else:
            found.append((start, end, 1, han))
    made = (Phrase(text[start:end], start, term_set(text[start:end])) for start, end, _, _ in found)
    return tuple(phrase for phrase in made if phrase.terms)


def main_phrases(text: str, count: int) -> list[Phrase]:
    """The phrases that a text turns on, most telling first, none of them inside another one.

    A phrase weighs what its terms weigh, each term by how often the text uses it.
    """
    counts = Counter(terms(text))

    def weight(phrase: Phrase) -> float:
        """Repeated terms weigh more; phrases too long to be a name weigh less."""
        used = fsum(1 + 0.5 * (counts[term] - 1) for term in sorted(phrase.terms)) / sqrt(len(phrase.terms))
        named = 1 if len(phrase.terms) > 1 or phrase.text[:1].isupper() else 0.5
        return used * named * (1 if len(phrase.terms) <= 6 else 0.6)

    chosen: list[Phrase] = []
    for phrase in sorted(phrases(text), key=lambda p: (-weight(p), p.start)):
        if not any(len(phrase.terms & other.terms) * 2 > len(phrase.terms) for other in chosen):
            chosen.append(phrase)
        if len(chosen) == count:
            break
    return chosen


def main_terms(text: str, count: int) -> list[str]:
    """The terms that a short text is about, most telling first: frequent, then long, then early ones."""
    seen = terms(text)
    counts = Counter(seen)
    first: dict[str, int] = {}
    for index, term in enumerate(seen):
        first.setdefault(term, index)
    return sorted(counts, key=lambda t: (-counts[t] * (1 + min(len(t), 12) / 12), first[t]))[:count]
