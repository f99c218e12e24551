"""PDF files: text page by page (pdfium), tables with their cells, pages without a text layer named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from triaudit.attachments import AttachmentSettings, Content, Given, Unreadable
from triaudit.attachments.pdf_columns import CAPTION, Found
from triaudit.attachments.pdf_drawn import Image, drawn, straight
from triaudit.attachments.pdf_page import characters, lines
from triaudit.attachments.pdf_tables import Looked, tables
from triaudit.attachments.pdf_text import paragraphs
from triaudit.attachments.sheets import cap
from triaudit.attachments.tables import table, table_blocks
from triaudit.types import Block, Part, Picture, Table

ORDER = 10
_MAGIC = b"%PDF-"
_WRONG_PASSWORD = 4  # FPDF_ERR_PASSWORD
_SHOWN = 0.02
"""Share of a page that a picture covers at least; smaller ones are marks and lines."""
_FIGURES = re.compile(r"(?<![\w.])[-−–(]?\d[\d.,]*")


class _Pages(NamedTuple):
    texts: list[str]
    scanned: set[int]
    looked: dict[int, Looked]
    pictures: list[Picture]


def recognises(data: bytes) -> bool:
    """By the mark, which may stand behind some other bytes."""
    return _MAGIC in data[:1024] and data.lstrip()[:1] != b"<"


def read(data: bytes, given: Given) -> Content:
    """A text block and the tables of each page."""
    pages = _pages(data, given)
    notes: list[str] = []
    damaged = sum(page.count("\ufffd") for page in pages.texts)
    if damaged:
        notes.append(f"{damaged} characters of the text have no readable form (�)")
    found: dict[int, list[Found]] = {}
    refused: dict[str, list[int]] = {}
    try:
        found, refused = tables(data, pages.looked, given.password)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  (the text is good without the tables)
        notes.append(f"tables were not read ({type(error).__name__}); the text holds their words")
    for why, on in sorted(refused.items()):
        notes.append(f"{_on(on)}: {why} not taken for a table; the words are in the text")
    turned = [number for number, page in pages.looked.items() if page.turn and number in found]
    if turned:
        notes.append(f"{_on(turned)}: the table stood sideways and was turned")
    blocks: list[Block] = []
    kept: list[Table] = []
    for number, text in enumerate(pages.texts, 1):
        where = f"page {number}"
        if text:
            blocks.append(Block(kind="text", locator=where, text=text))
        elif number in pages.scanned:
            blocks.append(Block(kind="image", locator=where, text=""))
        for index, one in enumerate(found.get(number, ()), 1):
            made = table(
                list(enumerate(one.rows, 1)),
                f"{where}, table {index}",
                header=one.header,
                part=number,
                caption=one.caption,
            )
            kept.append(made)
            blocks += table_blocks(made, always_rows=False)
    _cap(kept, given.settings)
    unreadable = ""
    if not any(pages.texts):
        unreadable = (
            f"has no text layer on any of its {len(pages.texts)} pages (a scan?); "
            "attach a version with recognised text, or use a judge that takes pictures"
        )
    elif pages.scanned:
        notes.append(f"{_on(sorted(pages.scanned))}: no text layer (a scan?)")
    return Content(
        "pdf",
        tuple(blocks),
        tuple(notes),
        unreadable,
        parts=tuple(
            Part(kind="page", number=number, scanned=number in pages.scanned)
            for number in range(1, len(pages.texts) + 1)
        ),
        tables=tuple(kept),
        pictures=tuple(pages.pictures),
        tools=("camelot-py", "pypdfium2"),
    )


def _cap(found: Sequence[Table], settings: AttachmentSettings) -> None:
    cap("rows", sum(len(one.rows) for one in found), settings.max_rows, "pdf")
    cap("cells", sum(len(row) for one in found for row in one.rows), settings.max_cells, "pdf")


def _on(pages: Sequence[int]) -> str:
    """Such as `page 3` or `pages 3, 5 (2)`."""
    counted = [
        f"{page}" if pages.count(page) == 1 else f"{page} ({pages.count(page)})"
        for page in sorted(set(pages))
    ]
    return f"page{'s' if len(counted) > 1 else ''} {', '.join(counted)}"


def opened(data: bytes, given: Given) -> Any:
    """The file as a `pypdfium2.PdfDocument`.

    Raises:
        Unreadable: It is damaged, wants another password, or has too many pages.
    """
    import pypdfium2 as pdfium  # noqa: PLC0415  (0.1 s)

    try:
        document = pdfium.PdfDocument(data, password=given.password or None)
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) == _WRONG_PASSWORD:
            raise Unreadable(_password(given), "pdf") from None
        raise Unreadable(f"is a damaged PDF ({error}); get the file again or save it anew", "pdf") from None
    if len(document) > given.settings.max_pages:
        count = len(document)
        document.close()
        raise Unreadable(
            f"has {count} pages, above attachments.max_pages={given.settings.max_pages}; "
            "raise it or attach the pages that matter",
            "pdf",
        )
    return document


def _password(given: Given) -> str:
    if given.password:
        return "is password-protected, and the password given for it does not open it; correct the variable"
    return (
        "is password-protected; put its password into an environment variable and name that in "
        f"attachments.passwords ({{file: {given.name}, env: SOME_PASSWORD}}), or attach a copy without one"
    )


def _pages(data: bytes, given: Given) -> _Pages:
    """The pages' texts, those with pictures and no text, and where things stand on those with tables."""
    texts: list[str] = []
    scanned: set[int] = set()
    looked: dict[int, Looked] = {}
    pictures: list[Picture] = []
    with opened(data, given) as document:
        for number in range(1, len(document) + 1):
            page = document[number - 1]
            words = page.get_textpage()
            raw = words.get_text_range()
            texts.append(paragraphs(raw))
            pieces, images = drawn(page)
            pictures += _pictures(images, page.get_size(), number)
            if not texts[-1] and images:
                scanned.add(number)
            elif texts[-1] and (len(straight(pieces).rules) > 1 or _may_have_table(raw)):
                chars, turn = characters(page, words)
                looked[number] = Looked(
                    chars, lines(chars), straight(pieces, turn), turn, page.get_rotation() != 0
                )
            words.close()
            page.close()
    return _Pages(texts, scanned, looked, pictures)


def _may_have_table(text: str) -> bool:
    """Whether a line is a caption, or three below each other have two figures each."""
    run = 0
    for line in text.splitlines():
        run = run + 1 if len(_FIGURES.findall(line)) > 1 else 0
        if run == 3 or CAPTION.match(line.strip()):
            return True
    return False


def _pictures(images: Sequence[Image], size: tuple[float, float], number: int) -> Iterator[Picture]:
    """The pictures that cover a part of a page worth looking at, such as `page 3, image 1`."""
    least = _SHOWN * size[0] * size[1]
    count = 0
    for image in images:
        left, bottom, right, top = image.box
        if (right - left) * (top - bottom) >= least:
            count += 1
            yield Picture(
                locator=f"page {number}, image {count}",
                part=number,
                media_type="image/png",
                width=image.width,
                height=image.height,
            )
