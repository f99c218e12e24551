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
_KNOWN = (
    *("cp1252", "gb18030", "big5", "shift_jis", "euc_jp", "euc_kr"),
    *("cp1250", "cp1251", "koi8_r", "cp1253", "cp1254", "cp1255", "cp1256"),
)
"""What text without a mark comes in, the commonest first."""
_NOT_CHINESE = re.compile("[\u3040-\u30ff]|[이가의을를다는은에고로도]")
"""Kana, and the syllables that Korean ends words with: the bytes of Chinese give other ones."""
SAMPLE = 200_000
"""Bytes that an encoding is guessed by."""
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def decode(data: bytes) -> tuple[str, str]:
    """The text of some bytes, and a note where the encoding had to be guessed.

    A byte order mark decides; else UTF-16 by where the zeros stand, UTF-8 where it fits, then the encoding
    in which the text reads most like a language.

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
    if _read(data, "utf-8") is not None:
        return "utf-8"
    import charset_normalizer  # noqa: PLC0415  (loaded where no mark says it and it is not UTF-8)

    guess = charset_normalizer.from_bytes(data[:SAMPLE], cp_isolation=list(_KNOWN)).best()
    if _common_chinese(data) and (guess is None or not _NOT_CHINESE.search(str(guess))):
        return "gb18030"
    if guess is None or _read(data, guess.encoding) is None:
        return "cp1252"
    # Several encodings can give the same text: the commonest of them is named.
    start = data[:SAMPLE].decode(guess.encoding, "ignore")
    return next(name for name in (*_KNOWN, guess.encoding) if data[:SAMPLE].decode(name, "ignore") == start)


def _common_chinese(data: bytes) -> bool:
    """Whether most of what is not ASCII would be the commonest characters in GB18030."""
    pairs = re.findall(rb"[\x81-\xfe][\x40-\xfe]", data[:SAMPLE])
    common = sum(0xB0 <= pair[0] <= 0xD7 and pair[1] >= 0xA1 for pair in pairs)
    western = len(re.findall(rb"(?<![\x80-\xff])[\x80-\xff](?![\x80-\xff])", data[:SAMPLE]))
    return common > max(0.8 * len(pairs), western) and _read(data, "gb18030") is not None


def _read(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None
