"""Word documents (docx): headings, paragraphs and tables in reading order, notes, headers and footers."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from triaudit.attachments import Content, Given
from triaudit.attachments.archive import checked, members
from triaudit.attachments.lines import BLOCK_CHARS
from triaudit.attachments.office import attribute, joined, local, picture, text_of
from triaudit.attachments.sheets import cap
from triaudit.attachments.tables import cell, heading, table, table_blocks
from triaudit.types import Block, Picture, Table

if TYPE_CHECKING:
    from docx.document import Document as Docx
    from lxml.etree import _Element

ORDER = 10
_CAPTION = re.compile(r"(?:table|tabelle|tab\.|表)\s*[\dA-Z]", re.IGNORECASE)


def recognises(data: bytes) -> bool:
    """A zip container with a document in it."""
    return "word/document.xml" in members(data)


def read(data: bytes, given: Given) -> Content:
    """Blocks such as `paragraphs 1-12` and `table 2`; a document has no pages until it is printed."""
    from docx import Document  # noqa: PLC0415  (loaded where a document is read)

    xml = checked(data, "docx", given.settings)
    document = Document(io.BytesIO(data))
    reader = _Reader(given)
    reader.body(document.element.body)
    for name, kind in (("footnotes", "footnote"), ("endnotes", "endnote"), ("comments", "comment")):
        reader.notes(xml.get(f"word/{name}.xml", b""), kind)
    reader.margins(document)
    changed = b"<w:ins " in xml["word/document.xml"] or b"<w:del " in xml["word/document.xml"]
    notes = ("has tracked changes: they are read as if accepted",) if changed else ()
    return Content(
        "docx",
        tuple(reader.blocks),
        notes,
        "" if reader.blocks else "has no words; drop the file",
        tables=tuple(reader.tables),
        pictures=tuple(_pictures(document)),
        tools=("python-docx",),
    )


class _Reader:
    """Collects blocks in reading order."""

    def __init__(self, given: Given) -> None:
        self.given = given
        self.blocks: list[Block] = []
        self.tables: list[Table] = []
        self.open: list[str] = []
        self.count = self.first = self.rows = self.cells = 0

    def body(self, body: _Element) -> None:
        """Everything between the margins."""
        self._walk(body)
        self._flush()

    def _walk(self, element: _Element) -> None:
        for child in element:
            name = local(child)
            if name == "p":
                self._paragraph(child)
            elif name == "tbl":
                self._table(child)
            elif name in {"sdt", "sdtContent", "customXml", "ins", "moveTo", "smartTag"}:
                self._walk(child)

    def _paragraph(self, element: _Element) -> None:
        self._say(text_of(element))
        for box in element.iter("{*}txbxContent"):
            if not any(local(above) == "Fallback" for above in box.iterancestors()):
                self._walk(box)

    def _say(self, text: str) -> None:
        text = joined([text])
        if not text:
            return
        if self.open and sum(map(len, self.open)) + len(text) > BLOCK_CHARS:
            self._flush()
        self.count += 1
        self.first = self.first or self.count
        self.open.append(text)

    def _flush(self) -> None:
        if self.open:
            last = f"-{self.count}" if self.count > self.first else ""
            where = f"paragraph{'s' if last else ''} {self.first}{last}"
            self.blocks.append(Block(kind="text", locator=where, text="\n".join(self.open)))
        self.open, self.first = [], 0

    def _table(self, element: _Element) -> None:
        rows = list(self._rows(element))
        width = max(map(len, rows), default=0)
        if len(rows) < 2 or width < 2:  # a frame around text
            for one in element.iter("{*}tc"):
                if not any(local(below) == "tbl" for below in one.iter() if below is not one):
                    self._walk(one)
            return
        caption = self.open[-1] if self.open and _CAPTION.match(self.open[-1]) else ""
        self._flush()
        marked = sum(1 for row in element.findall("{*}tr") if row.find("{*}trPr/{*}tblHeader") is not None)
        found = table(
            list(enumerate(rows, 1)),
            f"table {len(self.tables) + 1}",
            header=marked or heading(rows),
            caption=caption,
        )
        self.tables.append(found)
        self.blocks += table_blocks(found, always_rows=False)

    def _rows(self, element: _Element) -> Iterator[list[str]]:
        """A table's rows; a merged cell's text stands in every cell that it covers."""
        above: dict[int, str] = {}
        for row in element.findall("{*}tr"):
            cells: list[str] = [""] * _number(row.find("{*}trPr/{*}gridBefore"), 0)
            for one in row.iterfind("{*}tc"):
                merge = one.find("{*}tcPr/{*}vMerge")
                below = merge is not None and _value(merge) != "restart"
                text = above.get(len(cells), "") if below else cell("\n".join(_cell_lines(one)))
                wide = min(_number(one.find("{*}tcPr/{*}gridSpan"), 1), 200)
                cells += [text] * wide
            above = dict(enumerate(cells))
            self.rows, self.cells = self.rows + 1, self.cells + len(cells)
            cap("rows", self.rows, self.given.settings.max_rows, "docx")
            cap("cells", self.cells, self.given.settings.max_cells, "docx")
            if any(cells):
                yield cells

    def notes(self, xml: bytes, kind: str) -> None:
        """Footnotes and the like, a block each."""
        if not xml:
            return
        from lxml import etree  # noqa: PLC0415

        root = etree.fromstring(xml, etree.XMLParser(resolve_entities=False, no_network=True))
        number = 0
        for note in root.iterfind("{*}" + kind):
            text = joined(text_of(paragraph) for paragraph in note.iter("{*}p"))
            if _value(note, "type") in {"separator", "continuationSeparator"} or not text:
                continue
            number += 1
            self.blocks.append(Block(kind="text", locator=f"{kind} {number}", text=text))

    def margins(self, document: Docx) -> None:
        """Headers and footers, each different one once."""
        for kind in ("header", "footer"):
            said: list[str] = []
            for section in document.sections:
                part: Any = getattr(section, kind)
                text = "" if part.is_linked_to_previous else joined(map(text_of, part._element.iter("{*}p")))
                if text and text not in said:
                    said.append(text)
                    self.blocks.append(Block(kind="text", locator=f"{kind} {len(said)}", text=text))


def _cell_lines(element: _Element) -> Iterator[str]:
    for paragraph in element.iter("{*}p"):
        yield text_of(paragraph)


def _value(element: _Element, name: str = "val") -> str:
    found = (value for key, value in element.attrib.items() if str(key).rpartition("}")[2] == name)
    return str(next(found, ""))


def _number(element: _Element | None, default: int) -> int:
    value = _value(element) if element is not None else ""
    return int(value) if re.fullmatch(r"\d{1,3}", value) else default


def _pictures(document: Docx) -> Iterator[Picture]:
    """The pictures of the body in their order, such as `image 1`; linked ones are not fetched."""
    number = 0
    for blip in document.element.body.iter("{*}blip"):
        reference = next((v for k, v in blip.attrib.items() if str(k).endswith("}embed")), None)
        part = document.part.related_parts.get(reference) if reference else None
        if part is None:
            continue
        number += 1
        near = next((e for e in blip.iterancestors() if local(e) in {"inline", "anchor"}), None)
        described = near.find("{*}docPr") if near is not None else None
        found = picture(part.blob, f"image {number}", 0, attribute(described, "descr"))
        if found is not None:
            yield found
