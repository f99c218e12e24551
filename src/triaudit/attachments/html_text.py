"""HTML pages: their words, one line per block element, and their tables with their cells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from triaudit.attachments import Content, Given, Unreadable
from triaudit.attachments.lines import line_blocks
from triaudit.attachments.sheets import cap
from triaudit.attachments.tables import cell, heading, table, table_blocks
from triaudit.types import Block, Table

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_HTML = re.compile(
    r"(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*+)*+<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)
_NOT_THE_FILE = re.compile(
    r"\b(?:sign[ -]?in|log[ -]?in|access denied|forbidden|not found|captcha|enable javascript|anmelden"
    r"|einloggen|zugriff verweigert)\b|登录|登錄|登入|验证码|拒绝访问|页面不存在",
    re.IGNORECASE,
)
_SILENT = frozenset({"script", "style", "template", "noscript", "head"})
_INLINE = frozenset(
    "a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup time tt u var wbr".split()  # noqa: E501, SIM905
)
_MOST_SPAN = 1000
"""Rows or columns that one cell is believed to span, as browsers hold it."""
_DEEPEST = 200
"""Elements inside of each other that are read; a page has no use for more."""


def is_html(text: str) -> bool:
    """Whether a text begins as a page does."""
    return bool(_HTML.match(text.lstrip()))


def html(text: str, given: Given) -> Content:
    """A page's words and tables; a short page that asks to sign in is not the file that was meant.

    Raises:
        Unreadable: It is such a page, or has no words.
    """
    from lxml.html import HTMLParser, document_fromstring  # noqa: PLC0415  (loaded where there is a page)

    parser = HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True)
    root = document_fromstring(text.encode("utf-8", "replace"), parser=parser, ensure_head_body=True)
    reader = _Reader(given)
    reader.read(root.find("body"))
    words = " ".join(block.text for block in reader.blocks)
    suffix = given.name.lower().rpartition(".")[2]
    notes: tuple[str, ...] = ()
    if suffix not in {"html", "htm", "xhtml", "mhtml", "xml"}:
        if len(words) < 2000 and _NOT_THE_FILE.search(words):
            raise Unreadable(
                f"is an HTML sign-in or error page and no {suffix.upper()}: "
                f"{' '.join(words.split())[:80]!r}; "
                "download the file again",
                "html",
            )
        notes = (f"named .{suffix}, but its content is an HTML page",)
    if not words.strip():
        raise Unreadable("is an HTML page without words; save it as PDF", "html")
    return Content("html", tuple(reader.blocks), notes, tables=tuple(reader.tables), tools=("lxml",))


class _Reader:
    """Walks through a page and keeps words and tables in their order."""

    def __init__(self, given: Given) -> None:
        self.given = given
        self.blocks: list[Block] = []
        self.tables: list[Table] = []
        self.pieces: list[str] = []
        self.line = 1
        self.cells = 0

    def read(self, body: HtmlElement) -> None:
        self._walk(body, 0)
        self._flush()

    def _walk(self, element: HtmlElement, depth: int) -> None:
        tag = element.tag if isinstance(element.tag, str) else ""
        if tag in _SILENT or not tag or depth > _DEEPEST:
            return
        if tag == "table":
            rows = self._rows(element)
            if len(rows) > 1 and len(rows[0]) > 1 and not element.xpath(".//table"):
                self._table(element, rows)
                return
        if tag not in _INLINE:
            self.pieces.append("\n")
        self.pieces.append(_spaced(element.text))
        for child in element:
            self._walk(child, depth + 1)
            self.pieces.append(_spaced(child.tail))
        if tag not in _INLINE:
            self.pieces.append("\n")

    def _table(self, element: HtmlElement, rows: list[list[str]]) -> None:
        self._flush()
        captions = element.findall("caption")
        caption = cell(captions[0].text_content()) if captions else ""
        above = sum(1 for row in element.iter("tr") if row.getparent().tag == "thead") or _headings(element)
        found = table(
            list(enumerate(rows, 1)),
            f"table {len(self.tables) + 1}",
            header=above or heading(rows),
            caption=caption,
        )
        self.tables.append(found)
        self.blocks += table_blocks(found, always_rows=False)

    def _rows(self, element: HtmlElement) -> list[list[str]]:
        """The cells of a table, a spanning one's text in every cell that it covers; widths made equal."""
        grid: list[dict[int, str]] = []
        below: dict[int, tuple[int, str]] = {}
        for row in element.iter("tr"):
            cells = {column: text for column, (_, text) in below.items()}
            below = {column: (left - 1, text) for column, (left, text) in below.items() if left > 1}
            at = 0
            for one in row:
                if one.tag not in {"td", "th"}:
                    continue
                while at in cells:
                    at += 1
                text = cell("".join(_words(one)))
                wide, high = _span(one, "colspan"), _span(one, "rowspan")
                self.cells += wide
                cap("cells", self.cells, self.given.settings.max_cells, "html")
                for column in range(at, at + wide):
                    cells[column] = text
                    if high > 1:
                        below[column] = (high - 1, text)
                at += wide
            grid.append(cells)
            cap("rows", len(grid), self.given.settings.max_rows, "html")
        width = max((max(cells) + 1 for cells in grid if cells), default=0)
        cap("cells", width * len(grid), self.given.settings.max_cells, "html")
        return [[cells.get(column, "") for column in range(width)] for cells in grid if any(cells.values())]

    def _flush(self) -> None:
        lines = (" ".join(line.split()) for line in "".join(self.pieces).split("\n"))
        text = "\n".join(line for line in lines if line)
        if text:
            self.blocks += line_blocks(text, self.line)
            self.line += text.count("\n") + 1
        self.pieces = []


def _headings(element: HtmlElement) -> int:
    """How many of the first rows have nothing but heading cells."""
    count = 0
    for row in element.iter("tr"):
        if any(one.tag == "td" for one in row) or not len(row):
            break
        count += 1
    return count


def _words(element: HtmlElement) -> Iterator[str]:
    """An element's words, block elements apart."""
    if element.tag in _SILENT:
        return
    gap = "" if element.tag in _INLINE else "\n"
    yield gap + _spaced(element.text)
    for child in element.iterchildren("*"):
        yield from _words(child)
        yield _spaced(child.tail)
    yield gap


def _spaced(text: str | None) -> str:
    return re.sub(r"\s+", " ", text or "")


def _span(element: HtmlElement, name: str) -> int:
    found = re.match(r"\s*(\d{1,5})", element.get(name, ""))
    return max(1, min(int(found[1]), _MOST_SPAN)) if found else 1
