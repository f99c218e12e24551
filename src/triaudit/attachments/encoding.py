"""Bytes as text, whatever encoding they are in."""

from __future__ import annotations

import re

from triaudit.attachments import Unreadable
from triaudit.attachments.unsupported import READABLE

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


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
