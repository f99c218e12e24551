"""Plain text, csv, html and json, whatever the encoding; the last adapter to be tried."""

from __future__ import annotations

import csv
import io
import json
import re
from html.parser import HTMLParser

from triaudit.attachments import AttachmentSettings, Content, Unreadable
from triaudit.attachments.tables import cell, table_blocks
from triaudit.attachments.unsupported import READABLE
from triaudit.types import Block

ORDER = 90
BLOCK_CHARS = 2000

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_HTML = re.compile(
    r"(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*+)*+<(?:!doctype\s+html|html|head|body)\b",
    re.IGNORECASE | re.DOTALL,
)
_NOT_THE_FILE = re.compile(
    r"\b(?:sign[ -]?in|log[ -]?in|access denied|forbidden|not found|captcha|enable javascript|anmelden"
    r"|einloggen|zugriff verweigert)\b|登录|登錄|登入|验证码|拒绝访问|页面不存在",
    re.IGNORECASE,
)


def recognises(data: bytes) -> bool:
    """Everything that no other adapter took; what is no text is found on reading."""
    return True


def read(data: bytes, name: str, settings: AttachmentSettings) -> Content:
    """Blocks of lines, or of rows where the text is a csv."""
    text, note = decode(data)
    notes = (note,) if note else ()
    if _HTML.match(text.lstrip()):
        return _html(text, name, notes)
    if not text.strip():
        raise Unreadable("holds nothing but white space; get the file again or drop it", "text")
    rows = separated(text, min_rows=2 if name.lower().endswith((".csv", ".tsv", ".tab")) else 3)
    if rows:
        if len(rows) > settings.max_rows:
            raise Unreadable(
                f"is too large: {len(rows)} rows, above attachments.max_rows={settings.max_rows}; "
                "raise it or attach the rows that matter",
                "csv",
            )
        cells = len(rows) * len(rows[0])
        if cells > settings.max_cells:
            raise Unreadable(
                f"is too large: {cells} cells, above attachments.max_cells={settings.max_cells}; "
                "raise it or attach the columns that matter",
                "csv",
            )
        numbered = [(number, [cell(text) for text in row]) for number, row in enumerate(rows, 1)]
        return Content("csv", tuple(table_blocks(numbered, "table")), notes)
    return Content("json" if _is_json(text) else "text", tuple(line_blocks(text)), notes)


def decode(data: bytes) -> tuple[str, str]:
    """The text of some bytes, and a note where the encoding had to be guessed.

    A byte order mark decides; else UTF-16 by where the zeros stand, UTF-8 where it fits, GB18030 where
    it fits and most of it would be Chinese, Windows-1252.

    Raises:
        Unreadable: The bytes are no text.
    """
    found = next((encoding for bom, encoding in _BOMS if data.startswith(bom)), None)
    note = ""
    if found is None:
        found = _without_mark(data)
        if found != "utf-8":
            note = f"read as {found.upper()}: nothing in the file says which encoding it is in"
    try:
        text = data.decode(found).removeprefix("\ufeff")
    except UnicodeDecodeError:
        raise Unreadable(
            f"is neither text in a known encoding nor another supported type; attach it as {READABLE}"
        ) from None
    if len(_CONTROL.findall(text)) > len(text) // 1000:
        raise Unreadable(f"is binary data of a type that is not known; attach it as {READABLE}")
    return _CONTROL.sub("\ufffd", text).replace("\r\n", "\n").replace("\r", "\n"), note


def _without_mark(data: bytes) -> str:
    sample = data[:4096]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if even + odd > len(sample) // 5 and min(even, odd) < max(even, odd) // 4:
        return "utf-16-le" if odd > even else "utf-16-be"
    if _fits(data, "utf-8"):
        return "utf-8"
    # In GB18030 both bytes of a common Chinese character are high; a lone accented letter of a Western
    # encoding takes the plain letter after it for its second byte.
    chinese = len(re.findall(rb"[\xa1-\xfe]{2}|[\x81-\xfe][\x30-\x39][\x81-\xfe][\x30-\x39]", data))
    western = len(re.findall(rb"(?<![\x80-\xff])[\x80-\xff](?![\x80-\xff])", data))
    return "gb18030" if chinese > western and _fits(data, "gb18030") else "cp1252"


def _fits(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def separated(text: str, min_rows: int) -> list[list[str]]:
    """The rows of a text that is a table with a separator, else nothing.

    It is one where some separator gives every row the same number of cells, at least two, and the rows
    are at least `min_rows`. Of several separators the one with the most cells counts.
    """
    best: list[list[str]] = []
    for separator in ",;\t|":
        if separator not in text:
            continue
        try:
            rows = [
                row for row in csv.reader(io.StringIO(text), delimiter=separator, strict=True) if any(row)
            ]
        except csv.Error:
            continue
        columns = {len(row) for row in rows}
        if len(rows) >= min_rows and len(columns) == 1 and len(rows[0]) > max(1, len(best[0]) if best else 1):
            best = rows
    return best


def line_blocks(text: str) -> list[Block]:
    """Blocks of whole lines, such as `lines 1-40`, cut at blank lines where there are some."""
    blocks: list[Block] = []
    lines = text.split("\n")
    start, size = 0, 0
    for number, line in enumerate(lines):
        full = size + len(line) > BLOCK_CHARS or (size > BLOCK_CHARS // 2 and not line.strip())
        if full and number > start:
            blocks += _lines(lines, start, number)
            start, size = number, 0
        size += len(line) + 1
    return blocks + _lines(lines, start, len(lines))


def _lines(lines: list[str], start: int, end: int) -> list[Block]:
    while start < end and not lines[start].strip():
        start += 1
    while start < end and not lines[end - 1].strip():
        end -= 1
    if start == end:
        return []
    return [Block(kind="text", locator=f"lines {start + 1}-{end}", text="\n".join(lines[start:end]))]


def _is_json(text: str) -> bool:
    if text.lstrip()[:1] not in ("{", "["):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _html(text: str, name: str, notes: tuple[str, ...]) -> Content:
    """An HTML page's words; a short page that asks to sign in is not the file that was meant."""
    reader = _Words()
    reader.feed(text)
    reader.close()
    words = reader.text()
    suffix = name.lower().rpartition(".")[2]
    if suffix not in {"html", "htm", "xhtml", "mhtml", "xml"}:
        if len(words) < 2000 and _NOT_THE_FILE.search(words):
            raise Unreadable(
                f"is an HTML sign-in or error page and no {suffix.upper()}: {words[:80]!r}; "
                "download the file again",
                "html",
            )
        notes += (f"named .{suffix}, but its content is an HTML page",)
    if not words:
        raise Unreadable("is an HTML page without words; save it as PDF", "html")
    return Content("html", tuple(line_blocks(words)), notes)


class _Words(HTMLParser):
    """The words of an HTML page, one line per block element, cells joined by ` | `."""

    SILENT = frozenset({"script", "style", "template", "noscript", "head"})
    INLINE = frozenset(
        "a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup time tt u var wbr".split()  # noqa: E501, SIM905
    )

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self.silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self.SILENT:
            self.silent.append(tag)
        elif tag == "body":
            self.silent.clear()
        if tag in {"td", "th"}:
            self.pieces.append("\t")
        elif tag not in self.INLINE:
            self.pieces.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in self.silent:
            del self.silent[self.silent.index(tag) :]
        if tag not in self.INLINE and tag not in {"td", "th"}:
            self.pieces.append("\n")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.pieces.append(re.sub(r"\s+", " ", data))

    def text(self) -> str:
        lines = []
        for line in "".join(self.pieces).split("\n"):
            cells = [" ".join(piece.split()) for piece in line.split("\t")]
            first = [piece for piece in cells[:1] if piece]
            lines.append(" | ".join(first + cells[1:]).rstrip(" |"))
        return "\n".join(line for line in lines if line)
