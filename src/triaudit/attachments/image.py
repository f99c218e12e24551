"""Pictures (png, jpeg, webp), passed through by their place: no pixel is decoded.

A picture is its size and, where the file carries one, the file's own description of it: alone the
words of the description can be quoted by who cannot see the picture.

The size comes from the header alone. Pillow would do for png and jpeg, but opening a webp with it
allocates the whole canvas, and that is what a hostile file asks for.
"""

from __future__ import annotations

from triaudit.attachments import Content, Given, Unreadable
from triaudit.attachments.described import JPEG, PNG, described
from triaudit.types import DESCRIPTION, Block, Picture

ORDER = 10
OWN_WORD = "what is read of this picture is its file's own description, which nobody held against the picture"
# Start-of-frame markers; the other three of the range hold tables (DHT, JPG, DAC).
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def recognises(data: bytes) -> bool:
    """By the formats' signatures."""
    return bool(media_type(data))


def read(data: bytes, given: Given) -> Content:
    """One image block, its size in the locator."""
    found = size(data)
    if found is None or 0 in found:
        raise Unreadable("is a damaged picture: its header holds no size; save it anew or drop it", "image")
    width, height = found
    if width * height > given.settings.max_pixels:
        raise Unreadable(
            f"is a picture of {width} x {height} pixels, above attachments.max_pixels="
            f"{given.settings.max_pixels}; scale it down or raise the cap",
            "image",
        )
    found_text, warnings = described(data)
    shown = Picture(locator="image", media_type=media_type(data), width=width, height=height)
    block = Block(kind="image", locator=f"image, {width} x {height} pixels", text="")
    if not found_text:
        return Content("image", (block,), warnings, pictures=(shown,))
    words = Block(kind="text", locator=DESCRIPTION, text=found_text)
    shown = shown.model_copy(update={"alt": found_text})
    return Content("image", (block, words), (OWN_WORD, *warnings), pictures=(shown,))


def media_type(data: bytes) -> str:
    """Such as `image/png`; empty where it is none of the three."""
    if data.startswith(PNG):
        return "image/png"
    if data.startswith(JPEG):
        return "image/jpeg"
    return "image/webp" if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else ""


def size(data: bytes) -> tuple[int, int] | None:
    """Width and height in pixels, or None where the header is cut off."""
    if data.startswith(PNG):
        return _pair(data[16:24], 4, "big") if data[12:16] == b"IHDR" else None
    if data.startswith(JPEG):
        return _jpeg(data)
    chunk = data[12:16]
    if chunk == b"VP8X":
        found = _pair(data[24:30], 3, "little")
        return (found[0] + 1, found[1] + 1) if found else None
    if chunk == b"VP8L" and len(data) >= 25:
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    found = _pair(data[26:30], 2, "little") if chunk == b"VP8 " else None
    return (found[0] & 0x3FFF, found[1] & 0x3FFF) if found else None


def _jpeg(data: bytes) -> tuple[int, int] | None:
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker in _FRAMES:
            found = _pair(data[at + 5 : at + 9], 2, "big")
            return (found[1], found[0]) if found else None
        else:
            at += 2 + max(2, int.from_bytes(data[at + 2 : at + 4], "big"))
    return None


def _pair(data: bytes, width: int, order: str) -> tuple[int, int] | None:
    if len(data) < 2 * width:
        return None
    big = order == "big"
    first, second = data[:width], data[width : 2 * width]
    return int.from_bytes(first, "big" if big else "little"), int.from_bytes(
        second, "big" if big else "little"
    )
