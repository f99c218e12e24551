"""Files that no adapter reads, each named with a way out."""

from __future__ import annotations

from triaudit.attachments import Content, Given, Unreadable
from triaudit.attachments.archive import members

ORDER = 80
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
READABLE = "pdf, xlsx, xls, docx, pptx, csv, text, html, json, png, jpg or webp"

_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"{\\rtf", "an RTF document"),
    (b"GIF8", "a GIF picture"),
    (b"BM", "a BMP picture"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\xfd7zXZ\0", "an xz archive"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"\x7fELF", "a program"),
    (b"ID3", "a sound file"),
    (b"RIFF", "a sound or video file"),
    (b"%!PS", "a PostScript document"),
)
_OLE: tuple[tuple[str, str], ...] = (
    ("WordDocument", "an old binary Word document (.doc)"),
    ("PowerPoint Document", "an old binary PowerPoint deck (.ppt)"),
)


def recognises(data: bytes) -> bool:
    """By signature; what `text` could read by accident is listed here too."""
    return _what(data) is not None or data[:4] == b"PK\x03\x04" or data.startswith(OLE)


def read(data: bytes, given: Given) -> Content:
    """Raises Unreadable, always."""
    if data.startswith(OLE):
        raise Unreadable(_ole(data))
    what = _what(data) or _zip(data)
    raise Unreadable(f"is {what}, an unsupported type; attach it as {READABLE}")


def _what(data: bytes) -> str | None:
    if data[4:8] == b"ftyp":
        return "a video or HEIC picture"
    if data[:3] == b"BZh" and data[4:10] == b"1AY&SY":
        return "a bzip2 archive"
    found = next((what for signature, what in _SIGNATURES if data.startswith(signature)), None)
    # "BM" and "ID3" may begin a plain text; a bitmap's bytes 6-9 are zero and a tag has a version byte.
    if (found == "a BMP picture" and data[6:10] != b"\0\0\0\0") or (
        found == "a sound file" and data[3:4] > b"\x10"
    ):
        return None
    return found


def _ole(data: bytes) -> str:
    """Which of the old Office formats it is, by the names of its streams."""
    if "EncryptedPackage".encode("utf-16-le") in data:
        return "is a password-protected Office document; attach a copy without a password or drop the file"
    what = next(
        (what for stream, what in _OLE if stream.encode("utf-16-le") in data), "an old binary Office document"
    )
    return f"is {what}, an unsupported type; save it as {READABLE}"


def _zip(data: bytes) -> str:
    names = members(data)
    if "xl/workbook.bin" in names:
        return "a binary Excel workbook (xlsb)"
    return "a zip archive"
