"""JSON as models write it: found in the text around it, its common slips mended and named.

What is mended leaves no doubt about what was meant: comments, trailing commas, other quotation marks,
full-width punctuation and digits, line ends in strings, numbers such as `.5` and `+8`. Nothing is
guessed: a value that breaks off or holds anything else is an error, no part of it is read, and nor is
what stands behind it. Every text takes linear time.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

DEPTH = 40
"""Brackets in brackets; no reply type needs more than four."""
MOST = 100
"""JSON values in one text; a reply is one, and drafts and examples around it are few."""

_OPENING = re.compile(r"[{｛]\s*+(?:[\"'“‘＂}｝]|//|/\*)|[\[［]\s*+(?:[{｛]|//|/\*)")
"""Where JSON can begin in prose: a bracket by itself, as in `[1]` or `{name}`, is prose."""
_SPACE = re.compile(r"[\s\ufeff\u200b-\u200d\u2060]++")
_COMMENT = re.compile(r"//[^\n]*+|/\*(?:[^*]|\*(?!/))*+\*/")
_SCALAR = re.compile(r"[+\-＋－]?+[0-9A-Za-z０-９.．+-]++")
_NUMBER = re.compile(r"[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")
_STANDARD = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")
_WORDS: dict[str, object] = {
    "true": True,
    "false": False,
    "null": None,
    "True": True,
    "False": False,
    "None": None,
    "NaN": math.nan,
    "Infinity": math.inf,
    "-Infinity": -math.inf,
}
_CLOSE = {'"': '"', "'": "'", "“": "”", "‘": "’", "＂": "＂"}
_INSIDE = {close: re.compile(rf"[^{close}\\]*+") for close in _CLOSE.values()}
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_HEX = re.compile(r"[0-9a-fA-F]{4}")
_CONTROL = re.compile(r"[\x00-\x1f]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_FULL = str.maketrans("｛｝［］：，", "{}[]:,")
_BLANK = "\ufeff\u200b\u200c\u200d\u2060"


class Clash(NamedTuple):
    """What an object says of one key, where it says different things."""

    values: tuple[object, ...]


class Broken(Exception):  # noqa: N818 - no fault of the program
    """Text that is not JSON and can't be mended without guessing."""

    def __init__(self, what: str, cut: bool = False) -> None:
        """`cut`: the text ends in the middle of it."""
        super().__init__(what)
        self.cut = cut


class Found(NamedTuple):
    """The JSON values in a text."""

    values: tuple[object, ...]
    prose: tuple[str, ...]
    """What stands before, between and behind them: one more than there are values."""
    repairs: tuple[str, ...]
    plain: bool = False
    """Whether the text is one JSON value as it stands, with no name twice in an object."""


def bare(text: str) -> str:
    """The text without blanks and invisible characters around it."""
    return text.strip().strip(_BLANK).strip(_BLANK + " \t\r\n")


def found(text: str) -> Found:
    """All JSON objects and lists of objects in a text; the text as a whole where it is JSON.

    Raises:
        Broken: Something begins as JSON and is none.
    """
    try:
        clashes = 0

        def joined(pairs: list[tuple[str, object]]) -> dict[str, object]:
            nonlocal clashes
            made = _joined(pairs)
            clashes += len(made) != len(pairs)
            return made

        value = json.loads(text, object_pairs_hook=joined)
    except (ValueError, RecursionError):
        pass
    else:
        return Found((value,), ("", ""), (), plain=not clashes)
    values: list[object] = []
    prose: list[str] = []
    repairs: list[str] = []
    at = 0
    while opening := _OPENING.search(text, at):
        if len(values) == MOST:
            raise Broken(f"more than {MOST} JSON values")
        reader = _Reader(text, opening.start(), repairs)
        values.append(reader.value())
        prose.append(text[at : opening.start()])
        at = reader.at
    prose.append(text[at:])
    return Found(tuple(values), tuple(prose), tuple(dict.fromkeys(repairs)))


def start(text: str) -> int:
    """Where JSON begins in a text; its end where it doesn't."""
    if text.startswith('"'):
        return 0
    opening = _OPENING.search(text)
    return opening.start() if opening else len(text)


def whole(text: str) -> str:
    """Text with pairs of surrogates joined, and halves of pairs replaced by the mark for that."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _joined(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object; of a key given twice nothing wins unless the values are the same."""
    made: dict[str, object] = {}
    for key, value in pairs:
        if key not in made:
            made[key] = value
            continue
        old = made[key]
        if isinstance(old, Clash):
            made[key] = Clash((*old.values[:1], value))
        elif old != value or type(old) is not type(value):
            made[key] = Clash((old, value))
    return made


class _Reader:
    """Reads one value from a place on; notes what it mends."""

    def __init__(self, text: str, at: int, repairs: list[str]) -> None:
        self.text, self.at, self.repairs = text, at, repairs

    def value(self, depth: int = 0) -> object:
        if depth > DEPTH:
            raise Broken(f"more than {DEPTH} brackets in one another")
        char = self._next()
        if char == "{":
            return _joined(list(self._pairs(depth)))
        if char == "[":
            return list(self._items(depth))
        if char in _CLOSE:
            return self._string()
        return self._scalar()

    def _next(self) -> str:
        """The next character that is no blank or comment, full-width brackets and commas as plain ones."""
        while True:
            if blank := _SPACE.match(self.text, self.at):
                self.at = blank.end()
            if not self.text.startswith(("//", "/*"), self.at):
                break
            comment = _COMMENT.match(self.text, self.at)
            if comment is None:
                raise Broken("the text ends in a comment", cut=True)
            self.repairs.append("comment")
            self.at = comment.end()
        if self.at >= len(self.text):
            raise Broken("the text ends in the middle of the JSON", cut=True)
        char = self.text[self.at]
        if char > "\u007f" and (plain := char.translate(_FULL)) != char:
            self.repairs.append("full-width characters")
            return plain
        return char

    def _members(self, close: str) -> Iterator[None]:
        """Stops at each member up to the closing bracket."""
        self.at += 1
        if self._next() == close:
            self.at += 1
            return
        while True:
            yield
            char = self._next()
            if char == ",":
                self.at += 1
                if self._next() != close:
                    continue
                self.repairs.append("trailing comma")
            elif char != close:
                raise self._wrong(f"`,` or `{close}`")
            self.at += 1
            return

    def _pairs(self, depth: int) -> Iterator[tuple[str, object]]:
        for _ in self._members("}"):
            if self._next() not in _CLOSE:
                raise self._wrong("a name in quotation marks")
            key = self._string()
            if self._next() != ":":
                raise self._wrong("`:`")
            self.at += 1
            yield key, self.value(depth + 1)

    def _items(self, depth: int) -> Iterator[object]:
        for _ in self._members("]"):
            yield self.value(depth + 1)

    def _string(self) -> str:
        opened = self.text[self.at]
        if opened != '"':
            self.repairs.append("quotation marks")
        close = _CLOSE[opened]
        parts: list[str] = []
        self.at += 1
        while True:
            inside = _INSIDE[close].match(self.text, self.at)
            assert inside is not None
            parts.append(inside.group())
            self.at = inside.end()
            if self.at >= len(self.text):
                raise Broken("the text ends in the middle of a string", cut=True)
            self.at += 1
            if self.text[self.at - 1] == close:
                break
            parts.append(self._escaped(close))
        text = "".join(parts)
        if _CONTROL.search("".join(parts[::2])):
            self.repairs.append("line ends in a string")
        return text

    def _escaped(self, close: str) -> str:
        char = self.text[self.at : self.at + 1]
        self.at += 1
        if char in _ESCAPES:
            return _ESCAPES[char]
        if char == "u" and (code := _HEX.match(self.text, self.at)):
            self.at = code.end()
            return chr(int(code.group(), 16))
        self.repairs.append("stray backslash")
        return char if char == close else "\\" + char

    def _scalar(self) -> object:
        token = _SCALAR.match(self.text, self.at)
        if token is None:
            raise self._wrong("a value")
        raw = token.group()
        if token.end() >= len(self.text):
            raise Broken("the text ends in the middle of a value", cut=True)
        if raw in _WORDS:
            if raw in {"True", "False", "None"}:
                self.repairs.append("Python's words")
            self.at = token.end()
            return _WORDS[raw]
        plain = unicodedata.normalize("NFKC", raw)
        if plain != raw:
            self.repairs.append("full-width characters")
        if not _NUMBER.fullmatch(plain):
            raise self._wrong("a value")
        if not _STANDARD.fullmatch(plain):
            self.repairs.append("number in another form")
        self.at = token.end()
        return int(plain) if plain.lstrip("+-").isdigit() and len(plain) < 18 else float(plain)

    def _wrong(self, wanted: str) -> Broken:
        return Broken(f"no JSON at character {self.at}: {wanted} is expected")
