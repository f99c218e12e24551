"""Markdown as tokens, and for each piece of text that a reader sees where it stands in the source.

The parser tells the lines of a block. The characters are found by following its inline tokens through the
block's text: every token is the next thing in it, so that no text is looked for beyond the marks between.
Raw HTML is text here, and so is everything that the parser takes too long for.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

LONGEST = 20_000
"""Characters of one paragraph above which its markup is shown as it is."""


class At(NamedTuple):
    """Characters `start:end` of the source."""

    start: int
    end: int


class Row(NamedTuple):
    """A line of a block of code, and where it stands; `start` is negative where it was not found."""

    text: str
    start: int


@cache
def parser() -> MarkdownIt:
    """CommonMark with tables and strikethrough; no HTML, and indented text is no code."""
    made = MarkdownIt("commonmark", {"html": False, "breaks": True, "maxNesting": 30})
    made.enable(["table", "strikethrough"])
    made.core.ruler.at("inline", _inline)
    # An escaped character stays a token of its own, which remembers how it was written.
    made.disable(["code", "html_block", "html_inline", "text_join"])
    return made


def _inline(state: StateCore) -> None:
    """Read the markup of every block of text that is not too long."""
    for token in state.tokens:
        if token.type != "inline":
            continue
        children = token.children = []
        if len(token.content) <= LONGEST:
            state.md.inline.parse(token.content, state.md, state.env, children)
            continue
        for number, line in enumerate(token.content.split("\n")):
            children += [Token("softbreak", "br", 0)] if number else []
            children += [Token("text", "", 0, content=line)]


def located(source: str) -> list[Token]:
    r"""The tokens of a Markdown text with `\n` line ends.

    `meta["at"]` of a text, code or image token is where it stands (`At`), `meta["rows"]` of a block of code
    its lines (`Row`). What could not be found has none.
    """
    lines = [0]
    for line in source.split("\n"):
        lines.append(lines[-1] + len(line) + 1)
    tokens = parser().parse(source, {})
    cells: dict[int, int] = {}
    for index, token in enumerate(tokens):
        if token.map is None:
            continue
        if token.type == "inline":
            in_table = tokens[index - 1].tag in {"td", "th"}
            runs = _cell(token, source, lines, cells) if in_table else _lines(token, source, lines)
            _follow(token, _Places(runs))
        elif token.type == "fence":
            texts = token.content.split("\n")[:-1]
            starts = [_suffix(text, source, lines, token.map[0] + 1 + n) for n, text in enumerate(texts)]
            token.meta["rows"] = [Row(text, at) for text, at in zip(texts, starts, strict=True)]
    return tokens


def _suffix(text: str, source: str, lines: Sequence[int], number: int) -> int:
    """Where a line of a block stands: the end of its source line, behind quote marks and indents."""
    if number + 1 >= len(lines):
        return -1
    row, bare = source[lines[number] : lines[number + 1] - 1].rstrip(), text.strip()
    at = len(row) - len(bare) if row.endswith(bare) else row.rfind(bare)
    return -1 if at < 0 else lines[number] + at - (len(text) - len(text.lstrip()))


def _lines(token: Token, source: str, lines: Sequence[int]) -> list[tuple[int, int]]:
    """Where each line of a paragraph or heading begins: in its text, and in the source."""
    runs, offset = [], 0
    for number, text in enumerate(token.content.split("\n"), (token.map or [0])[0]):
        runs.append((offset, _suffix(text, source, lines, number)))
        offset += len(text) + 1
    return runs


def _cell(token: Token, source: str, lines: Sequence[int], cells: dict[int, int]) -> list[tuple[int, int]]:
    """The same for a table's cell; `cells` says how far its row has been read."""
    row = (token.map or [0])[0]
    written = token.content.replace("|", "\\|")
    at = source.find(written, cells.get(row, lines[row]), lines[row + 1])
    if at < 0 or not written:
        return []
    cells[row] = at + len(written)
    runs = [(0, at)]
    for index, char in enumerate(token.content):
        if char == "|":
            runs.append((index, at + index + len(runs)))
    return runs


class _Places:
    """Offsets in a block's text as offsets in the source."""

    def __init__(self, runs: Sequence[tuple[int, int]]) -> None:
        self._offsets = [offset for offset, _ in runs]
        self._sources = [at for _, at in runs]

    def __call__(self, start: int, end: int) -> At | None:
        first, last = self._source(start), self._source(max(start, end - 1))
        return None if first is None or last is None else At(first, last + 1)

    def _source(self, offset: int) -> int | None:
        run = bisect_right(self._offsets, offset) - 1
        if run < 0 or self._sources[run] < 0:
            return None
        return self._sources[run] + offset - self._offsets[run]


def _follow(block: Token, places: _Places) -> None:
    """Find the tokens of one block, one behind the other."""
    content, cursor = block.content, 0

    def behind(text: str) -> int:
        """Past the next place of a mark; where it isn't, nothing moves."""
        found = content.find(text, cursor, cursor + len(text) + 2000) if text else -1
        return cursor if found < 0 else found + len(text)

    def note(token: Token, written: str) -> None:
        nonlocal cursor
        end = behind(written)
        if end - len(written) >= cursor and written and (at := places(end - len(written), end)):
            token.meta["at"] = at
        cursor = end

    for token in block.children or ():
        if token.type == "text":
            note(token, token.content)
        elif token.type == "text_special":
            note(token, token.markup)
        elif token.type == "code_inline":
            start = behind(token.markup)
            end = _closing(content, token.markup, start)
            inner = start + (len(token.content) + 2 == end - start)
            if at := places(inner, inner + len(token.content)):
                token.meta["at"] = at
            cursor = end + len(token.markup)
        elif token.type in {"softbreak", "hardbreak"}:
            cursor = behind("\n")
        elif token.type == "link_open":
            cursor = behind("<" if token.markup == "autolink" else "[")
        elif token.type == "link_close":
            cursor = behind(">") if token.markup == "autolink" else _target(content, behind("]"))
        elif token.type == "image":
            start = behind("![") - 2
            if at := places(max(0, start), start + 3 + len(token.content)):
                token.meta["at"] = at
            cursor = _target(content, start + 3 + len(token.content))
        elif token.markup:
            cursor = behind(token.markup)


def _closing(content: str, mark: str, start: int) -> int:
    """Where the run of backticks begins that is exactly as long as the opening one."""
    at = content.find(mark, start)
    while at >= 0:
        end = at + len(mark)
        while content.startswith("`", end):
            end += 1
        if end - at == len(mark):
            return at
        at = content.find(mark, end)
    return start


def _target(content: str, at: int) -> int:
    """Behind what a link leads to: `(address "title")` or `[name]`."""
    helpers, end = parser().helpers, len(content)
    if content.startswith("(", at):
        here = _spaces(content, at + 1)
        address = helpers.parseLinkDestination(content, here, end)
        if address.ok:
            here = _spaces(content, address.pos)
        title = helpers.parseLinkTitle(content, here, end)
        if title.ok:
            here = _spaces(content, title.pos)
        if content.startswith(")", here):
            return here + 1
    if content.startswith("[", at) and (close := content.find("]", at, at + 1000)) > 0:
        return close + 1
    return at


def _spaces(content: str, at: int) -> int:
    while at < len(content) and content[at] in " \t\n":
        at += 1
    return at
