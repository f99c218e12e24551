"""Plain text work that several stages share: folding, words, sentences, quotes, languages."""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from rapidfuzz import fuzz

HAN = r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af"
_WORD = re.compile(rf"[{HAN}]+|[^\W_{HAN}]+(?:['’.,:/-][^\W_{HAN}]+)*", re.UNICODE)
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_MANY_MARKS = re.compile(r"[^\w\s\x00-\u02ff]{31}")
"""More marks in a row than any script puts on a letter: putting thousands of them in order takes minutes."""
_MANY_SOUND_MARKS = re.compile(r"(?:[^\w\s\x00-\u02ff]|[\uff9e\uff9f]){31}")
"""The same with the marks that count as letters; takes ten times as long to look for."""
_MARKS = r"(?:\[\^?[\w-]{1,20}\](?:\([^()\s]{0,300}\))?|【[^】\n]{1,60}】)*"
"""Citation markers glued to a sentence's end: `.[1]`, `。【2†source】`."""
_END = re.compile(
    rf"[.!?](?=[\"'”’)\]*_]*{_MARKS}(?:\s|$))[\"'”’)\]*_]*{_MARKS}|[。！？；](?:[”’」』）)\"]*){_MARKS}|\n+"
)
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\[*_\"“])(?:[A-Za-z]|e\.g|i\.e|etc|vs|cf|approx|ca|no|nos|nr|vol|fig|figs|eq|sec|st|dr|mr|mrs|ms|prof|lt|col|gen|sgt|capt|maj|adm|gov|sen|rev|messrs"
    r"|inc|ltd|co|corp|mio|mrd|tsd|bzw|z\.b|d\.h|u\.a|rd|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec)$",
    re.IGNORECASE,
)
_INITIALS = re.compile(r"(?:^|[\s(\[*_\"“])(?:[A-Za-z]\.){1,4}[A-Za-z]$")
"""`U.S`, `e.V`, `a.m`: the point behind ends a sentence only where a new one clearly begins."""
_OPENER = re.compile(
    r"\.\s+(?:The|This|These|That|Those|It|Its|In|On|At|By|For|A|An|He|She|They|We|But|However|According|Der|Die"
    r"|Das|Im|Es|Sie)\s"
)
_ORDINAL = re.compile(r"(?:^|[\s(\[–-])\d{1,2}$")
_COUNTED = re.compile(
    r"\.\s+(?:[a-zäöü]|Jan|Feb|März|Apr|Mai|Juni|Juli|Aug|Sept|Okt|Nov|Dez|Jahrhundert|Quartal|Halbjahr|Etage"
    r"|Stock|Platz|Auflage|Klasse|Runde|Mal\b|Jahr|Tag)"
)
"""What a German ordinal such as `3.` stands before."""
_LIST_NUMBER = re.compile(r"\d{1,3}")
_SPACES = re.compile(r"\s*+")
_OPEN, _CLOSE = "“「『（(", "”」』）)"


class Span(NamedTuple):
    """Characters `start:end` of a text."""

    start: int
    end: int


def fold(text: str) -> str:
    """Text as it is compared: composed (NFKC), case folded, invisible characters dropped, spaces joined."""
    if text.isascii():
        composed = text
    elif _piled(text):
        composed = "".join(unicodedata.normalize("NFKC", chunk) for _, _, chunk in _chunks(text))
    else:
        composed = unicodedata.normalize("NFKC", _INVISIBLE.sub("", text))
    return " ".join(composed.casefold().split())


def _piled(text: str) -> bool:
    """Whether marks are piled up without end."""
    pattern = _MANY_SOUND_MARKS if "\uff9e" in text or "\uff9f" in text else _MANY_MARKS
    return pattern.search(text) is not None


def _chunks(text: str) -> Iterator[tuple[int, int, str]]:
    """Each visible character with all that combines with it: start, end, and the characters themselves.

    Composing the chunks one by one composes the text. Where marks are piled up without end, a chunk
    takes 30 of them.
    """
    most = 31 if _piled(text) else len(text)
    start = end = 0
    chunk = ""
    for index, char in enumerate(text):
        if char > "\u007f" and _INVISIBLE.match(char):
            continue
        if chunk and char > "\u02ff" and len(chunk) < most and _joins(char):
            chunk += char
        else:
            if chunk:
                yield start, end, chunk
            start, chunk = index, char
        end = index + 1
    if chunk:
        yield start, end, chunk


@lru_cache(maxsize=16384)
def _joins(char: str) -> bool:
    """Whether a character may combine with the one before: a mark, or a later part of a Hangul syllable."""
    first = unicodedata.normalize("NFKD", char)[0]
    return unicodedata.category(first)[0] == "M" or "\u1160" <= first <= "\u11ff"


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
    start, begin, scanned, depth = 0, 0, 0, 0

    def add(end: int) -> None:
        piece = text[start:end]
        if piece.strip():
            spans.append(Span(start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())))

    for match in _END.finditer(text):
        begin = _SPACES.match(text, max(begin, start)).end()  # type: ignore[union-attr]
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
            or (match[0][0] == "." and _LIST_NUMBER.fullmatch(text, begin, match.start()))
            or (match[0] == "." and _goes_on(text, max(0, start, match.start() - 12), match.start()))
        ):
            continue
        add(match.end())
        start = match.end()
    add(len(text))
    return spans


def _goes_on(text: str, start: int, point: int) -> bool:
    """Whether a point ends initials or a German ordinal and not the sentence that they are in."""
    before = text[start:point]
    if _INITIALS.search(before):
        return not _OPENER.match(text, point)
    return bool(_ORDINAL.search(before) and _COUNTED.match(text, point))


def find_quote(
    quote: str, text: str, threshold: float = 0.9
) -> tuple[Literal["exact", "fuzzy"], Span] | None:
    """Where a quote stands in a text.

    Exact means the same after folding width, case and white space; fuzzy means an alignment of at
    least `threshold` (0-1, normalised Indel similarity of the best window) and the same digits.

    Returns:
        How it was found and the characters of the text, or None.
    """
    folded, starts, ends = _folded(text)
    found = _found(fold(quote), folded, threshold)
    if found is None:
        return None
    kind, (start, end) = found
    return kind, Span(starts[start], ends[end - 1])


def has_quote(quote: str, text: str) -> bool:
    """Whether `find_quote` finds a quote; quicker, as nobody asks where."""
    wanted = fold(quote)
    return (quote in text and len(wanted) > 1) or _found(wanted, _flat(text)) is not None


def _found(wanted: str, folded: str, threshold: float = 0.9) -> tuple[Literal["exact", "fuzzy"], Span] | None:
    """Where a folded quote stands in a folded text, see `find_quote`."""
    if len(wanted) < 2:
        return None
    at = folded.find(wanted)
    if at >= 0:
        return "exact", Span(at, at + len(wanted))
    near = _near(wanted, folded, threshold * 100) if len(wanted) >= 12 else None
    if near is None or re.findall(r"\d+", wanted) != re.findall(r"\d+", folded[near.start : near.end]):
        return None
    return "fuzzy", near


def place(quote: str, text: str, start: int = 0) -> Span | None:
    """Where a quote stands: to the letter from `start` on, else as `find_quote` finds it."""
    at = text.find(quote, start) if quote.strip() else -1
    if at >= 0:
        return Span(at, at + len(quote))
    found = find_quote(quote, text)
    return found[1] if found else None


_PIECE = 256
"""Characters of a quote that are aligned at once: the work grows with their square."""


def _near(wanted: str, text: str, least: float) -> Span | None:
    """The part of a text that is most like a quote; a long quote is followed piece by piece."""
    found: Span | None = None
    for begin in range(0, max(1, len(wanted) - _PIECE // 4), _PIECE):
        last = begin + _PIECE + _PIECE // 4 >= len(wanted)
        piece = wanted[begin:] if last else wanted[begin : begin + _PIECE]
        low = 0 if found is None else max(found.start, found.end - _PIECE // 4)
        part = text[low:] if found is None else text[low : found.end + 2 * _PIECE]
        if len(piece) > len(part):  # the words of the text would be looked for in the quote
            if fuzz.ratio(piece, part, score_cutoff=least) == 0:
                return None
            start, end = 0, len(part)
        else:
            best = fuzz.partial_ratio_alignment(piece, part, score_cutoff=least)
            if best is None or best.dest_end <= best.dest_start:
                return None
            start, end = best.dest_start, best.dest_end
        found = Span(low + start if found is None else found.start, low + end)
    return found


_flat = lru_cache(maxsize=64)(fold)


@lru_cache(maxsize=64)
def _folded(text: str) -> tuple[str, Sequence[int], Sequence[int]]:
    """`fold(text)` and, for each of its characters, where what it came from starts and ends."""
    out: list[str] = []
    starts, ends = array("q"), array("q")
    for start, end, chunk in _chunks(text):
        for char in unicodedata.normalize("NFKC", chunk).casefold():
            if char.isspace():
                if not out or out[-1] == " ":
                    continue
                char = " "  # noqa: PLW2901
            out.append(char)
            starts.append(start)
            ends.append(end)
    if out and out[-1] == " ":
        del out[-1], starts[-1], ends[-1]
    return "".join(out), starts, ends


_URL = (
    rf"https?://(?:[.,;:!?'*_~]*+(?:[^\s<>\"()（）\[\]{{}}|\\^`{HAN}，。、；：！？“”「」『』【】《》.,;:!?'*_~]++"
    rf"|\([^\s()（）<>]*+\)|(?<=[/=_-])[{HAN}]++))++"
)
"""An address in running text: ends before closing punctuation, keeps balanced parentheses, and takes
Chinese characters only where a path begins with them.

Here and below, what is repeated gives nothing back (`++`, `*+`) and stops where the next mark would begin,
so that hostile text takes no longer than any other."""


def urls(text: str) -> list[tuple[Span, str]]:
    """The addresses that a text names, in reading order, with where each stands."""
    return [(Span(found.start(), found.end()), found[0]) for found in re.finditer(_URL, text)]


_PRIVATE = r"\ue000-\uf8ff"
_TARGET = r"\((?:[^()\s]++|\([^()\s]*+\))*+"
"""What a link leads to, up to its title."""
_TITLE = r"(?:\s++[\"'][^\n]{0,300}?[\"'](?=\)))?"
GROUP = r"\d{1,3}(?:\s*+[,，、;–-]\s*+\d{1,3})*+"
"""The numbers of a citation such as `[1, 3-5]`."""
MARKERS = (
    r"【[^【】\n†‡]{0,60}[†‡][^【】\n]{0,60}】",
    rf"(?<![{_PRIVATE}])[{_PRIVATE}]++(?:cite|[\w{_PRIVATE}]{{0,40}}turn\d+\w+)[\w{_PRIVATE}]*+",
    r"\b(?:file)?cite\w{0,20}turn\d+(?:search|view|news|fetch|open|file|image)\d+\w*",
    rf"[{_PRIVATE}]++",
)
"""Citations that only the tool that wrote them could follow, such as `【8†source】`."""


def _strong(mark: str) -> str:
    """Words between two doubled marks, `**` or `__`, up to the next that can open or close any."""
    return (
        rf"(?<!\\){mark}{mark}(?=\S)(?!{mark}{mark})"
        rf"([^{mark}\n]*+(?:(?:{mark}(?!{mark})|(?<=\s){mark}{mark}(?!\S))[^{mark}\n]*+)*+)(?<=\S){mark}{mark}"
    )


_MARKUP = (
    *((re.compile(marker), "") for marker in MARKERS),
    (re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL), ""),
    (re.compile(rf"!\[(?:[^\]\n!]++|!(?!\[))*+\](?:{_TARGET}{_TITLE}[^()]*+\)|\[[^\]\n]*+\])"), ""),
    (re.compile(rf"\[\[?\^?\d{{1,3}}\]?\]{_TARGET}\)"), ""),
    (re.compile(rf"(?<!!)\[([^\[\]\n]++)\]{_TARGET}{_TITLE}\)"), r"\1"),
    (re.compile(r"\s?\[\^[^\[\]\s]++\]"), ""),
    (re.compile(rf"\s?\[{GROUP}\]"), ""),
    (re.compile(r"\[([^\[\]\n]++)\]\[[^\[\]\n]*+\]"), r"\1"),
    (re.compile(r"</?[a-zA-Z][^<>\n]*+>"), " "),
    (re.compile(rf"\s?(?:[(（]\s*+{_URL}\s*+[)）]|<{_URL}>|{_URL})"), ""),
    (re.compile(_strong(r"\*")), r"\1"),
    (re.compile(_strong("_")), r"\1"),
    (re.compile(r"(?<![\w*\\])([*_])(?=\S)([^*_\n]++)(?<=\S)\1(?![\w*])"), r"\2"),
    (re.compile(r"`([^`\n]++)`"), r"\1"),
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
