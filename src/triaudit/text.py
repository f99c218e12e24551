"""Plain text work that several stages share: folding, words, sentences, quotes, languages."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Literal, NamedTuple

from rapidfuzz import fuzz

HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af"
_WORD = re.compile(rf"[{HAN}]+|[^\W_{HAN}]+(?:['’.,:/-][^\W_{HAN}]+)*", re.UNICODE)
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_END = re.compile(r"[.!?](?=[\"'”’)\]*_]*(?:\s|$))[\"'”’)\]*_]*|[。！？；](?:[”’」』）)\"]*)|\n+")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\[])(?:[A-Za-z]|e\.g|i\.e|etc|vs|cf|approx|ca|no|nos|nr|vol|fig|figs|eq|sec|st|dr|mr|mrs|ms|prof"
    r"|inc|ltd|co|corp|mio|mrd|tsd|bzw|z\.b|d\.h|u\.a|rd|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)$",
    re.IGNORECASE,
)
_OPEN, _CLOSE = "“「『（(", "”」』）)"


class Span(NamedTuple):
    """Characters `start:end` of a text."""

    start: int
    end: int


def fold(text: str) -> str:
    """Text as it is compared: width and case folded, invisible characters dropped, spaces joined."""
    return " ".join(_INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).casefold().split())


def tokens(text: str) -> list[str]:
    """Words for matching, folded; runs of Chinese, Japanese or Korean characters become bigrams."""
    found: list[str] = []
    for word in _WORD.findall(fold(text)):
        if re.match(rf"[{HAN}]", word):
            found.extend([word] if len(word) == 1 else [word[i : i + 2] for i in range(len(word) - 1)])
        else:
            found.append(word)
    return found


def sentences(text: str) -> list[Span]:
    """Sentences in reading order, without the white space around them.

    Ends are `.!?` before white space, `。！？；` anywhere outside quotation marks and parentheses, and
    line ends. Decimal points, version numbers, addresses and common abbreviations end nothing.
    """
    spans: list[Span] = []
    start, scanned, depth = 0, 0, 0

    def add(end: int) -> None:
        piece = text[start:end]
        if piece.strip():
            spans.append(Span(start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())))

    for match in _END.finditer(text):
        between = text[scanned : match.start()]
        inside = max(0, depth + sum(between.count(c) for c in _OPEN) - sum(between.count(c) for c in _CLOSE))
        depth = max(0, inside - sum(match[0].count(c) for c in _CLOSE))
        scanned = match.end()
        if "\n" in match[0]:
            depth = 0
        elif (
            (match[0][0] in "。！？；" and inside)
            or (
                match[0][0] == "."
                and _ABBREVIATION.search(text[max(0, start, match.start() - 12) : match.start()])
            )
            or (match[0][0] == "." and re.fullmatch(r"\s*\d{1,3}", text[start : match.start()]))
        ):
            continue
        add(match.end())
        start = match.end()
    add(len(text))
    return spans


def find_quote(
    quote: str, text: str, threshold: float = 0.9
) -> tuple[Literal["exact", "fuzzy"], Span] | None:
    """Where a quote stands in a text.

    Exact means the same after folding width, case and white space; fuzzy means an alignment of at
    least `threshold` (0-1, normalised Indel similarity of the best window) and the same digits.

    Returns:
        How it was found and the characters of the text, or None.
    """
    wanted = fold(quote)
    if len(wanted) < 2:
        return None
    folded, back = _folded(text)
    at = folded.find(wanted)
    if at >= 0:
        return "exact", Span(back[at], back[at + len(wanted) - 1] + 1)
    if len(wanted) < 12:
        return None
    best = fuzz.partial_ratio_alignment(wanted, folded, score_cutoff=threshold * 100)
    if best is None or best.dest_end <= best.dest_start:
        return None
    if re.findall(r"\d+", wanted) != re.findall(r"\d+", folded[best.dest_start : best.dest_end]):
        return None
    return "fuzzy", Span(back[best.dest_start], back[best.dest_end - 1] + 1)


@lru_cache(maxsize=64)
def _folded(text: str) -> tuple[str, list[int]]:
    """`fold(text)` and, for each of its characters, where it came from."""
    out: list[str] = []
    back: list[int] = []
    for index, char in enumerate(text):
        if _INVISIBLE.match(char):
            continue
        for piece in unicodedata.normalize("NFKC", char).casefold():
            if piece.isspace():
                if out and out[-1] != " ":
                    out.append(" ")
                    back.append(index)
            else:
                out.append(piece)
                back.append(index)
    if out and out[-1] == " ":
        out.pop()
        back.pop()
    return "".join(out), back


_URL = (
    rf"https?://(?:[^\s<>\"()（）\[\]{{}}|\\^`{HAN}，。、；：！？“”「」『』【】《》]|\([^\s()（）<>]*\)"
    rf"|(?<=[/=_-])[{HAN}]+|(?<=[{HAN}])[{HAN}])+(?<![.,;:!?'*_~])"
)
"""An address in running text: ends before closing punctuation, keeps balanced parentheses, and takes
Chinese characters only where a path begins with them."""


def urls(text: str) -> list[tuple[Span, str]]:
    """The addresses that a text names, in reading order, with where each stands."""
    return [(Span(found.start(), found.end()), found[0]) for found in re.finditer(_URL, text)]


_MARKUP = (
    (re.compile(r"【[^】\n]{0,60}[†‡][^】\n]{0,60}】"), ""),
    (re.compile(r"[\ue000-\uf8ff]+(?:cite|[\w\ue000-\uf8ff]{0,40}turn\d+\w+)[\w\ue000-\uf8ff]*"), ""),
    (re.compile(r"\b(?:file)?cite\w{0,20}turn\d+(?:search|view|news|fetch|open|file|image)\d+\w*"), ""),
    (re.compile(r"[\ue000-\uf8ff]+"), ""),
    (re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL), ""),
    (re.compile(r"!\[[^\]\n]*\](?:\([^)\s]*(?:\([^)\s]*\)[^)\s]*)*[^)]*\)|\[[^\]\n]*\])"), ""),
    (re.compile(r"\[\[?\^?\d{1,3}\]?\]\((?:[^()\s]|\([^()\s]*\))*\)"), ""),
    (re.compile(r"(?<!!)\[([^\[\]\n]+)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+[\"'][^\n]*?[\"'])?\)"), r"\1"),
    (re.compile(r"\s?\[\^[^\]\s]+\]"), ""),
    (re.compile(r"\s?\[\d{1,3}(?:\s*[,，、;–-]\s*\d{1,3})*\]"), ""),
    (re.compile(r"\[([^\[\]\n]+)\]\[[^\[\]\n]*\]"), r"\1"),
    (re.compile(r"</?[a-zA-Z][^<>\n]*>"), " "),
    (re.compile(rf"\s?(?:[(（]\s*{_URL}\s*[)）]|<{_URL}>|{_URL})"), ""),
    (re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1"), r"\2"),
    (re.compile(r"(?<![\w*])([*_])(?=\S)([^*_\n]+?)(?<=\S)\1(?![\w*])"), r"\2"),
    (re.compile(r"`([^`\n]+)`"), r"\1"),
    (re.compile(r"\\([\\`*_{}\[\]()#+.!|>~-])"), r"\1"),
)
"""Markup and what a reader sees in its place, applied in this order."""


@lru_cache(maxsize=8192)
def plain(markdown: str) -> str:
    """One piece of Markdown as a reader sees it.

    Links keep their words, emphasis and code lose their marks; images, comments, addresses, citation
    markers (`[1]`, `[^a]`, `【8†source】`, private-use characters) are left out.
    """
    for pattern, shown in _MARKUP:
        markdown = pattern.sub(shown, markdown)
    return re.sub(r"\s+([,.;:!?，。；：！？](?:\s|$))", r"\1", " ".join(markdown.split()))


def language(text: str) -> str:
    """ISO 639-1 code of the text's language; `und` where there is nothing to tell by.

    Deterministic: by script first (Han, Kana, Hangul), else py3langid's model, which ships with it.
    """
    letters = [c for c in text[:5000] if c.isalpha()]
    if not letters:
        return "und"
    kana = sum("\u3040" <= c <= "\u30ff" for c in letters)
    hangul = sum("\uac00" <= c <= "\ud7af" for c in letters)
    han = sum("\u3400" <= c <= "\u9fff" for c in letters)
    if (kana + hangul + han) / len(letters) > 0.2:
        return "ko" if hangul > han else "ja" if kana > 0.1 * han else "zh"
    from py3langid import classify  # noqa: PLC0415  (1 MB model, read on first use)

    return str(classify(text[:5000])[0])
