"""A report's Markdown as safe HTML, with places of its source marked in what a reader sees.

Nothing of the report becomes HTML but what Markdown makes of it: no raw HTML, no image, and links to
http and https alone, which say of themselves that they lead away.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from markdown_it.token import Token
from markupsafe import Markup, escape

from triaudit.report.located import At, Row, located, parser

REL = "noopener noreferrer nofollow external"
"""What every link that leads out of the report says."""


class Mark(NamedTuple):
    """Characters `start:end` of the source, and what they are marked with."""

    start: int
    end: int
    key: str
    """Each piece has it as a class, so that all of them can be pointed out together."""
    anchor: str = ""
    """Id that the first piece gets."""
    href: str = ""
    """Where a click leads; a mark without one does not show."""
    style: str = ""
    badge: str = ""
    """Stands behind the last piece."""
    title: str = ""
    rank: int = 0
    """Of marks of one length, the one with the lowest shows."""


class Marked(NamedTuple):
    """A text with its marks."""

    html: Markup
    placed: frozenset[int]
    """Indices of the marks of which something is there to see."""
    blocks: Mapping[int, str]
    """For each of the others, the id of the block that it is in or behind; empty where there is none."""


class _Piece(NamedTuple):
    text: str
    marks: tuple[int, ...]
    """Those over it, the one that shows first."""
    alone: bool = False
    """Whether nothing of it is text: an image's place."""


def marked(source: str, marks: Sequence[Mark]) -> Marked:
    """The HTML of a report with every mark of which something can be seen."""
    text, marks = _unix(source, marks)
    tokens = located(text)
    cover = _Cover(marks)
    cut = [[_pieces(token, cover) for token in _shown(block)] for block in tokens]
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    pieces = [piece for block in cut for token in block for piece in token]
    for serial, piece in enumerate(pieces):
        for index in piece.marks:
            first.setdefault(index, serial)
            last[index] = serial
    writer = _Writer(marks, first, last)
    blocks = _blocks(text, marks, tokens, frozenset(range(len(marks))) - first.keys())
    for block, parts in zip(tokens, cut, strict=True):
        writer.block(block, parts)
    html = parser().renderer.render(_dressed(tokens), parser().options, {})
    return Marked(Markup(html), frozenset(first), blocks)  # noqa: S704  (all of it was escaped on the way)


def _unix(source: str, marks: Sequence[Mark]) -> tuple[str, Sequence[Mark]]:
    """The text with one character for each line end, and the marks moved with it."""
    if "\r" not in source:
        return source, marks
    dropped = [at for at, char in enumerate(source) if char == "\r" and source.startswith("\n", at + 1)]
    text = source.replace("\r\n", "\n").replace("\r", "\n")
    moved = [
        mark._replace(
            start=mark.start - bisect_left(dropped, mark.start), end=mark.end - bisect_left(dropped, mark.end)
        )
        for mark in marks
    ]
    return text, moved


class _Cover:
    """Which marks lie over which characters."""

    def __init__(self, marks: Sequence[Mark]) -> None:
        self.edges = sorted(
            {edge for mark in marks for edge in (mark.start, mark.end) if mark.start < mark.end}
        )
        opens: defaultdict[int, list[int]] = defaultdict(list)
        for index, mark in enumerate(marks):
            if mark.start < mark.end:
                opens[mark.start].append(index)
        self._over: list[tuple[int, ...]] = []
        active: list[int] = []
        for edge in self.edges:
            active = [index for index in (*active, *opens[edge]) if marks[index].end > edge]
            active.sort(
                key=lambda index: (
                    not marks[index].href,
                    marks[index].end - marks[index].start,
                    marks[index].rank,
                    index,
                )
            )
            self._over.append(tuple(active))

    def at(self, start: int, end: int) -> tuple[int, ...]:
        """All marks over some of the characters, in the order of the first place where they are."""
        low, high = bisect_right(self.edges, start) - 1, bisect_left(self.edges, end)
        return tuple(dict.fromkeys(i for one in self._over[max(0, low) : high] for i in one))

    def cut(self, text: str, start: int) -> Iterator[_Piece]:
        """A text that stands as it is in the source, cut where a mark begins or ends."""
        end = start + len(text)
        inner = self.edges[bisect_right(self.edges, start) : bisect_left(self.edges, end)]
        for low, high in zip([start, *inner], [*inner, end], strict=True):
            part = text[low - start : high - start]
            yield _Piece(part, self.at(low, high) if part.strip() else ())


def _shown(block: Token) -> list[Token]:
    """The tokens of a block that show text."""
    return [block] if block.type == "fence" else list(block.children or ())


def _pieces(token: Token, cover: _Cover) -> list[_Piece]:
    if token.type == "fence":
        rows: list[Row] = token.meta.get("rows", [])
        return [
            piece
            for row in rows
            for piece in (
                *(cover.cut(row.text, row.start) if row.start >= 0 else [_Piece(row.text, ())]),
                _END,
            )
        ]
    at: At | None = token.meta.get("at")
    if token.type == "image":
        return [
            _Piece(f"[image: {token.content.strip() or 'no description'}]", cover.at(*at) if at else (), True)
        ]
    if token.type not in {"text", "text_special", "code_inline"}:
        return []
    if at is None or not token.content.strip():
        return [_Piece(token.content, ())]
    if at.end - at.start == len(token.content):
        return list(cover.cut(token.content, at.start))
    return [_Piece(token.content, cover.at(*at))]


_END = _Piece("\n", ())


class _Writer:
    """Puts the pieces' HTML in place of the tokens they came from."""

    def __init__(self, marks: Sequence[Mark], first: Mapping[int, int], last: Mapping[int, int]) -> None:
        self._marks, self._first, self._last = marks, first, last
        self._serial = 0
        self._held: list[int] = []
        """Badges that wait for the end of the link that they would be in."""

    def block(self, block: Token, parts: Sequence[Sequence[_Piece]]) -> None:
        """Write one block; tokens without text stay as they are."""
        if block.type == "fence":
            block.content = f"<pre{_id(block)}><code>{self._join(parts[0], in_link=False)}</code></pre>\n"
            block.type = "html_block"
            return
        in_link = False
        for token, pieces in zip(block.children or (), parts, strict=True):
            if token.type == "link_open":
                in_link = True
                _lead(token)
            elif token.type == "link_close":
                in_link = False
                token.meta["behind"] = "".join(self._badge(index) for index in self._held)
                self._held.clear()
            elif pieces:
                html = self._join(pieces, in_link)
                token.content = f"<code>{html}</code>" if token.type == "code_inline" else html
                token.type = "html_inline"
        ends: list[Token] = []
        open_as: list[str] = []
        for token in block.children or ():
            if token.type == "link_open":
                open_as.append(token.tag)
            ends.append(token)
            if token.type == "link_close":
                token.tag = open_as.pop() if open_as else "a"
                ends.append(Token("html_inline", "", 0, content=str(token.meta["behind"])))
        block.children = ends if block.children is not None else None

    def _join(self, pieces: Sequence[_Piece], in_link: bool) -> str:
        return "".join(self._piece(piece, in_link) for piece in pieces)

    def _piece(self, piece: _Piece, in_link: bool) -> str:
        serial, self._serial = self._serial, self._serial + 1
        text = escape(piece.text)
        if piece.alone:
            text = Markup('<span class="image">{}</span>').format(text)
        if not piece.marks:
            return str(text)
        marks = [self._marks[index] for index in piece.marks]
        anchors = "".join(
            Markup('<span id="{}"></span>').format(mark.anchor)
            for index, mark in zip(piece.marks, marks, strict=True)
            if mark.anchor and self._first[index] == serial
        )
        top, keys = marks[0], " ".join(dict.fromkeys(mark.key for mark in marks))
        if not top.href:
            html = Markup('<span class="{}">{}</span>').format(keys, text)
        else:
            title = "; ".join(dict.fromkeys(mark.title for mark in marks if mark.href))
            html = (
                Markup('<span class="m {} {}" title="{}">{}</span>').format(top.style, keys, title, text)
                if in_link
                else Markup('<a class="m {} {}" href="{}" title="{}" tabindex="-1">{}</a>').format(
                    top.style, keys, top.href, title, text
                )
            )
        done = [
            index for index in sorted(piece.marks) if self._last[index] == serial and self._marks[index].badge
        ]
        if in_link:
            self._held += done
            done = []
        return f"{anchors}{html}{''.join(self._badge(index) for index in done)}"

    def _badge(self, index: int) -> str:
        mark = self._marks[index]
        return str(
            Markup('<a class="badge {} {}" href="{}" title="{}">{}</a>').format(
                mark.style, mark.key, mark.href, mark.title, mark.badge
            )
        )


def _id(token: Token) -> str:
    return str(Markup(' id="{}"').format(token.attrGet("id"))) if token.attrGet("id") else ""


def _lead(token: Token) -> None:
    """Make a link safe to show: one that leads out says so, any other leads nowhere."""
    href = str(token.attrGet("href") or "")
    if href.lower().startswith(("http://", "https://")):
        token.attrs = {"href": href, "rel": REL, "target": "_blank"}
    else:
        token.tag = "span"
        token.attrs = {"class": "dead", "title": href}


def _blocks(
    text: str, marks: Sequence[Mark], tokens: Sequence[Token], wanted: frozenset[int]
) -> dict[int, str]:
    """Ids for the blocks that marks without a piece are in; the blocks get them."""
    tops = [token for token in tokens if token.level == 0 and token.nesting >= 0 and token.map]
    starts = [token.map[0] for token in tops if token.map]
    found = {}
    for index in sorted(wanted):
        line = text.count("\n", 0, max(0, marks[index].start))
        at = max(0, bisect_right(starts, line) - 1)
        if tops:
            tops[at].attrSet("id", f"b{starts[at]}")
        found[index] = f"b{starts[at]}" if tops else ""
    return found


def _dressed(tokens: Sequence[Token]) -> list[Token]:
    """Headings below the page's own, tables that scroll by themselves, alignment as classes."""
    made: list[Token] = []
    for token in tokens:
        if token.type in {"heading_open", "heading_close"}:
            token.tag = f"h{min(6, int(token.tag[1:]) + 2)}"
        if style := token.attrGet("style"):
            del token.attrs["style"]
            token.attrSet("class", str(style).replace("text-align:", "align-"))
        if token.type == "table_open":
            made.append(Token("html_block", "", 0, content='<div class="scroll" tabindex="0">\n'))
        made.append(token)
        if token.type == "table_close":
            made.append(Token("html_block", "", 0, content="</div>\n"))
    return made
