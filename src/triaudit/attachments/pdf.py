"""PDF files: text page by page (pdfium), ruled tables (camelot), pages without a text layer named."""

from __future__ import annotations

import re
import unicodedata
import warnings
from collections.abc import Sequence
from statistics import median
from typing import Any, NamedTuple

from triaudit.attachments import AttachmentSettings, Content, Unreadable
from triaudit.attachments.tables import cell, table_blocks
from triaudit.types import Block

ORDER = 10
_MAGIC = b"%PDF-"
_WRONG_PASSWORD = 4  # FPDF_ERR_PASSWORD
_PATH, _IMAGE = 2, 3  # FPDF_PAGEOBJ_*
_DEPTH = 15

PROSE_WIDTH = 100
"""A column of cells that are wider than this (Latin characters, median) is prose in a frame."""
STACK_SHARE = 0.2
"""Share of cells holding several values below each other from which a grid lacks rules between its rows."""

MIN_LINE = 45
"""Width from which a page's wide lines are lines of prose rather than cells or headings."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
# pdfium's mark for a hyphen at a line's end, the line end itself left out.
_HYPHEN = re.compile(r"(?<=\w)[\x02\ufffe]\s*(?=\w)")
_NUMBER = re.compile(r"[-+−–(]?[\d.,]*\d[\d.,]*(?:[eE][-−+]?\d+)?[%)*]*")


class Grid(NamedTuple):
    """A ruled grid as found on a page, its cells as they stand there."""

    page: int
    rows: list[list[str]]


def recognises(data: bytes) -> bool:
    """By the mark, which may stand behind some other bytes."""
    return _MAGIC in data[:1024] and data.lstrip()[:1] != b"<"


def read(data: bytes, name: str, settings: AttachmentSettings) -> Content:
    """A text block and the tables of each page."""
    pages, ruled, scanned = _pages(data, settings)
    tables: dict[int, list[list[list[str]]]] = {}
    refused: dict[str, list[int]] = {}
    notes: list[str] = []
    damaged = sum(page.count("\ufffd") for page in pages)
    if damaged:
        notes.append(f"{damaged} characters of the text have no readable form (�)")
    if ruled:
        try:
            grids = _grids(data, ruled)
        except Exception as error:  # noqa: BLE001  (the text is good without the tables)
            grids = []
            notes.append(f"tables were not read ({type(error).__name__}); the text holds their words")
        for page, found in grids:
            rows = tidy(found)
            why = no_table(found, rows)
            if why is None:
                tables.setdefault(page, []).append(rows)
            elif why:
                refused.setdefault(why, []).append(page)
    for why, on in sorted(refused.items()):
        notes.append(f"{_on(on)}: {why} not taken for a table; the words are in the text")
    blocks: list[Block] = []
    for number, text in enumerate(pages, 1):
        where = f"page {number}"
        if text:
            blocks.append(Block(kind="text", locator=where, text=text))
        elif number in scanned:
            blocks.append(Block(kind="image", locator=where, text=""))
        for index, rows in enumerate(tables.get(number, ()), 1):
            blocks += table_blocks(list(enumerate(rows, 1)), f"{where}, table {index}", always_rows=False)
    unreadable = ""
    if not any(pages):
        unreadable = (
            f"has no text layer on any of its {len(pages)} pages (a scan?); "
            "attach a version with recognised text, or use a judge that takes pictures"
        )
    elif scanned:
        notes.append(f"{_on(sorted(scanned))}: no text layer (a scan?)")
    return Content("pdf", tuple(blocks), tuple(notes), unreadable)


def _on(pages: Sequence[int]) -> str:
    """Such as `page 3` or `pages 3, 5 (2)`."""
    counted = [
        f"{page}" if pages.count(page) == 1 else f"{page} ({pages.count(page)})"
        for page in sorted(set(pages))
    ]
    return f"page{'s' if len(counted) > 1 else ''} {', '.join(counted)}"


def _pages(data: bytes, settings: AttachmentSettings) -> tuple[list[str], list[int], set[int]]:
    """The pages' texts, the pages (1-based) with lines drawn on them, and those with pictures and no text."""
    import pypdfium2 as pdfium  # noqa: PLC0415  (0.1 s)

    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) == _WRONG_PASSWORD:
            raise Unreadable(
                "is password-protected; attach a copy without a password (`qpdf --decrypt`) or drop the file",
                "pdf",
            ) from None
        raise Unreadable(f"is a damaged PDF ({error}); get the file again or save it anew", "pdf") from None
    with document:
        if len(document) > settings.max_pages:
            raise Unreadable(
                f"has {len(document)} pages, above attachments.max_pages={settings.max_pages}; "
                "raise it or attach the pages that matter",
                "pdf",
            )
        texts: list[str] = []
        ruled: list[int] = []
        scanned: set[int] = set()
        for number in range(1, len(document) + 1):
            page = document[number - 1]
            words = page.get_textpage()
            texts.append(paragraphs(words.get_text_range()))
            words.close()
            if not texts[-1] and _has(page, _IMAGE):
                scanned.add(number)
            elif texts[-1] and _has(page, _PATH):
                ruled.append(number)
            page.close()
    return texts, ruled, scanned


def _has(page: Any, kind: int) -> bool:
    return next(iter(page.get_objects(filter=[kind], max_depth=_DEPTH)), None) is not None


def _grids(data: bytes, pages: Sequence[int]) -> list[Grid]:
    """Ruled grids by camelot's lattice; it is given the bytes, since it would open an address by itself."""
    import logging  # noqa: PLC0415

    import camelot  # noqa: PLC0415  (seconds: it imports pandas and OpenCV)

    parser = logging.getLogger("playa")
    level = parser.level
    parser.setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = camelot.read_pdf(
                data, pages=",".join(map(str, pages)), flavor="lattice", engine="vector", suppress_stdout=True
            )
    finally:
        parser.setLevel(level)
    return [
        Grid(int(table.page), [[str(c) for c in row] for row in table.df.values.tolist()]) for table in found
    ]


def tidy(grid: Sequence[Sequence[str]]) -> list[list[str]]:
    """A grid's cells on one line each, without empty rows and columns."""
    rows = [[cell(_readable(text)) for text in row] for row in grid]
    used = [any(column) for column in zip(*rows, strict=True)]
    return [[text for text, keep in zip(row, used, strict=True) if keep] for row in rows if any(row)]


def no_table(grid: Sequence[Sequence[str]], rows: Sequence[Sequence[str]]) -> str | None:
    """Why a grid is no table: what it is instead, "" for a mere box, None for a table.

    Args:
        grid: As found, with the lines in its cells.
        rows: The same after `tidy`.
    """
    if len(rows) < 2 or len(rows[0]) < 2:
        return ""
    cells = [[line.strip() for line in text.splitlines() if line.strip()] for row in grid for text in row]
    cells = [lines for lines in cells if lines]
    stacked = sum(
        len(lines) >= 3 and sum(bool(_NUMBER.fullmatch(line)) for line in lines) >= 0.6 * len(lines)
        for lines in cells
    )
    if stacked >= STACK_SHARE * len(cells):
        return "grid without rules between its rows"
    columns = [[text for text in column if text] for column in zip(*rows, strict=True)]
    if all(median(map(width, column)) > PROSE_WIDTH for column in columns):
        return "prose in frames"
    return None


def paragraphs(text: str) -> str:
    """A page's text with the lines of a paragraph joined, so that a sentence is not cut at a line's end.

    A line runs on into the next one where it is as wide as the page's wide lines, does not end a
    sentence, and is no row of numbers. Words hyphenated at a line's end are put together again.
    """
    text = _HYPHEN.sub(_joined, text)
    lines = [" ".join(_readable(line).split()) for line in re.split(r"\r\n|\n|\r", text)]
    lines = [line for line in lines if line]
    widths = sorted(map(width, lines))
    full = widths[round(0.8 * (len(widths) - 1))] if widths else 0
    out: list[str] = []
    open_line = False
    for line in lines:
        if open_line and not re.match(r"[•●▪◦*–—-]\s|\(?\d+[.)、]\s?|#", line):
            wide = _wide(out[-1][-1]) and _wide(line[0])
            out[-1] += line if wide else f" {line}"
        else:
            out.append(line)
        # Tables of contents and rows of numbers are as wide as prose but go on nowhere.
        numbers = sum(c.isdigit() for c in line) > 0.25 * len(line) or "...." in line
        open_line = (
            full >= MIN_LINE
            and width(line) >= 0.75 * full
            and not numbers
            and line[-1] not in ".!?:;。！？：；"
        )
    return "\n".join(out)


def _joined(mark: re.Match[str]) -> str:
    """Nothing within a word, a hyphen where it stands between other things (`HOMA-β`, `2020-2025`)."""
    before, after = mark.string[mark.start() - 1], mark.string[mark.end()]
    return "" if re.fullmatch(r"[a-zà-öø-ÿ]{2}", before + after) else "-"


def width(text: str) -> int:
    """Columns that a text takes, Chinese characters counting as two."""
    return sum(2 if _wide(char) else 1 for char in text)


def _wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"


def _readable(text: str) -> str:
    """Characters that the PDF's fonts map to nothing that can be shown become �."""
    return _CONTROL.sub(lambda match: match[0] if match[0] in "\n\r" else "\ufffd", text)
