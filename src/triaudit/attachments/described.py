"""What a picture's file says of the picture: titles, descriptions and alternative texts that it carries.

PNG text chunks, EXIF (PNG, JPEG, WebP) and XMP (the same three) are read from the bytes; no pixel is
decoded. What a file says of itself is its author's word, so that it is kept apart from what is seen.
"""

from __future__ import annotations

import html
import re
import zlib
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from triaudit.files import clean

PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
DESCRIPTION = "description"
"""The locator of what a file says of its picture."""
LONGEST = 20_000
"""Characters of description that are kept."""
LARGEST = 200_000
"""Bytes of one piece of metadata, unpacked, that are read."""

_KEYS = re.compile(
    r"(?:image ?)?(?:title|description|caption|subject|alt(?:ernative|ernate)?(?:[ _-]?text)?)"
)
"""Names of text chunks that speak of the picture; `Comment` and `Software` speak of a program."""
_XMP_KEY = "XML:com.adobe.xmp"
_XMP = re.compile(
    r"<(?P<tag>dc:title|dc:description|Iptc4xmpCore:(?:AltTextAccessibility|ExtDescrAccessibility))\b[^<>]{0,200}>"
)
_ITEM = re.compile(r"<rdf:li\b[^<>]{0,200}>([^<]*)</rdf:li>")
_EXIF_TEXTS = {0x010E: "utf-8", 0x9C9B: "utf-16-le", 0x9C9F: "utf-16-le"}
"""Tags of EXIF: ImageDescription, XPTitle, XPSubject."""
_MOST_ENTRIES, _MOST_TEXTS = 500, 50


class Described(NamedTuple):
    """The file's own words on its picture, and what of them was refused."""

    text: str
    warnings: tuple[str, ...] = ()


def described(data: bytes) -> Described:
    """All that a picture's file says of the picture, in the file's order, each text once."""
    found: list[str] = []
    warnings: list[str] = []
    for piece in islice(_pieces(data), _MOST_TEXTS):
        if isinstance(piece, _Refused):
            warnings.append(piece.why)
            continue
        text = "\n".join(" ".join(line.split()) for line in clean(piece).splitlines() if line.strip())
        if len(re.findall(r"\w", text)) > 2 and not any(text in other for other in found):
            found = [*(other for other in found if other not in text), text]
    text = "\n".join(found)
    if len(text) > LONGEST:
        warnings.append(f"the file's description has {len(text)} characters: the first {LONGEST} are kept")
        text = text[:LONGEST]
    return Described(text, tuple(dict.fromkeys(warnings)))


class _Refused(NamedTuple):
    why: str


_Piece = str | _Refused


def _pieces(data: bytes) -> Iterator[_Piece]:
    if data.startswith(PNG):
        yield from _png(data)
    elif data.startswith(JPEG):
        yield from _jpeg(data)
    elif data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        for name, body in _riff(data):
            yield from _exif(body.removeprefix(b"Exif\0\0")) if name == b"EXIF" else ()
            yield from _xmp(_utf8(body)) if name == b"XMP " else ()


# ---------------------------------------------------------------- PNG


def _png(data: bytes) -> Iterator[_Piece]:
    at = len(PNG)
    while at + 12 <= len(data):
        size, name = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        body = data[at + 8 : at + 8 + size]
        at += 12 + size
        if at > len(data) or name == b"IEND":
            return
        if name == b"eXIf":
            yield from _exif(body)
        elif name in {b"tEXt", b"zTXt", b"iTXt"}:
            yield from _chunk(name, body)


def _chunk(name: bytes, body: bytes) -> Iterator[_Piece]:
    """A text chunk: keyword, then by kind of chunk how the text is packed, then the text."""
    keyword, _, rest = body.partition(b"\0")
    key = keyword[:80].decode("latin-1")
    if key != _XMP_KEY and not _KEYS.fullmatch(key.strip().lower()):
        return
    packed = name == b"zTXt"
    if packed:
        rest = rest[1:]  # the method, of which there is one
    elif name == b"iTXt":
        packed = rest[:1] == b"\1"
        rest = rest[2:].partition(b"\0")[2].partition(b"\0")[2]  # language and translated keyword
    raw = _unpacked(rest) if packed else rest if len(rest) <= LARGEST else None
    if raw is None:
        yield _Refused(f"the file's text “{clean(key)}” is too large or damaged and was not read")
        return
    text = raw.decode("latin-1", "replace") if name != b"iTXt" else _utf8(raw)
    yield from _xmp(text) if key == _XMP_KEY else (text,)


def _unpacked(data: bytes) -> bytes | None:
    """What a stream unpacks to, or None where that is damaged or more than LARGEST bytes."""
    stream = zlib.decompressobj()
    try:
        raw = stream.decompress(data, LARGEST)
    except zlib.error:
        return None
    return raw if stream.eof else None


# ---------------------------------------------------------------- JPEG, WebP


def _jpeg(data: bytes) -> Iterator[_Piece]:
    """The application segments before the picture begins."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker in {0xD9, 0xDA}:
            return
        size = int.from_bytes(data[at + 2 : at + 4], "big")
        body = data[at + 4 : at + 2 + max(2, size)]
        if marker == 0xE1 and body.startswith(b"Exif\0\0"):
            yield from _exif(body[6:])
        elif marker == 0xE1 and body.startswith(b"http://ns.adobe.com/xap/1.0/\0"):
            yield from _xmp(_utf8(body.partition(b"\0")[2]))
        at += 2 + max(2, size)


def _riff(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 12
    while at + 8 <= len(data):
        name, size = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        yield name, data[at + 8 : at + 8 + min(size, LARGEST)] if name in {b"EXIF", b"XMP "} else b""
        at += 8 + size + size % 2


# ---------------------------------------------------------------- EXIF, XMP


def _exif(data: bytes) -> Iterator[_Piece]:
    """The descriptive texts of the first directory of a TIFF structure."""
    order = {b"II*\0": "little", b"MM\0*": "big"}.get(data[:4])
    if order is None:
        return
    big = order == "big"

    def number(start: int, size: int) -> int:
        return int.from_bytes(data[start : start + size], "big" if big else "little")

    at = number(4, 4)
    for index in range(min(number(at, 2), _MOST_ENTRIES)):
        entry = at + 2 + 12 * index
        if entry + 12 > len(data):
            return
        coding = _EXIF_TEXTS.get(number(entry, 2))
        if coding and number(entry + 2, 2) in {1, 2}:
            size = number(entry + 4, 4)
            start = entry + 8 if size <= 4 else number(entry + 8, 4)
            if size > LARGEST or start + size > len(data):
                yield _Refused("a text of the file's EXIF data is too large or damaged and was not read")
                continue
            raw = data[start : start + size]
            yield (_utf8(raw) if coding == "utf-8" else raw.decode(coding, "replace")).rstrip("\0")


def _xmp(text: str) -> Iterator[_Piece]:
    """The descriptive properties of an XMP packet, found by their names: nothing is expanded."""
    if len(text) > LARGEST:
        yield _Refused("the file's XMP data are too large and were not read")
        return
    at, open_ended = 0, set()
    for opened in _XMP.finditer(text):
        tag = opened["tag"]
        if opened.start() < at or tag in open_ended:
            continue
        end = text.find(f"</{tag}>", opened.end())
        if end < 0:
            open_ended.add(tag)
            continue
        yield from (html.unescape(item) for item in _ITEM.findall(text, opened.end(), end))
        at = end


def _utf8(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
