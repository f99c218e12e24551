"""Pictures and files of attachments as a judge is shown them: scaled, without metadata, the same each time.

Sizes are checked in the header before anything is decoded. A picture is drawn anew, so that nothing of its
file but what is seen goes on: no position, no camera, no comment. A PDF's page is rendered.
"""

from __future__ import annotations

import io
import json
import math
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from triaudit.attachments import image, pdf
from triaudit.attachments.described import JPEG
from triaudit.attachments.worker import environment, limit
from triaudit.files import digest as sha256

if TYPE_CHECKING:
    from PIL.Image import Image

DECODED = {"jpeg": 80_000_000, "other": 40_000_000}
"""Pixels of a file that are decoded at most; of a JPEG fewer are, where it is scaled down."""
DPI = 200
"""At which a page is rendered, where the judge takes that many pixels."""
SIDE = 8_000
"""Pixels of a side at most."""
QUALITY = (88, 75, 60)
"""Of JPEG, tried in turn until a picture is small enough."""

SECONDS, MEMORY = 60, 1_500_000_000
"""Of computing and bytes of memory that one picture may take, after which its process is ended."""

_PAGE = re.compile(r"page (\d{1,6})")
_LOCK = threading.Lock()
"""One large picture at a time is enough."""


def base64_size(size: int) -> int:
    """Characters that so many bytes have in base64."""
    return 4 * math.ceil(size / 3)


def whole(path: Path, digest: str, max_bytes: int) -> tuple[str, bytes] | str:
    """A PDF file's media type and bytes, or why it is not shown."""
    data = _data(path, digest)
    if isinstance(data, str):
        return data
    if not pdf.recognises(data):
        return "no PDF"
    if base64_size(len(data)) > max_bytes:
        return f"{base64_size(len(data))} bytes in base64, above takes.max_bytes={max_bytes}"
    return "application/pdf", data


def picture(
    path: Path, digest: str, locator: str, max_pixels: int, max_bytes: int
) -> tuple[str, bytes] | str:
    """A block that is a picture, as media type and bytes, or why it is not shown.

    Args:
        path: Where the attachment is; the caller has made sure that it may be read.
        digest: SHA-256 that the frozen benchmark holds for it.
        locator: The block's: `page 3` of a PDF, anything for a file that is one picture.
        max_pixels: Width times height, to which more is scaled down.
        max_bytes: Of the result in base64.
    """
    data = _data(path, digest)
    if isinstance(data, str):
        return data
    ask = json.dumps([locator, max_pixels, max_bytes]).encode() + b"\n"
    with _LOCK:
        try:
            made = subprocess.run(
                [sys.executable, "-m", "triaudit.attachments.exhibits"],
                input=ask + data,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                timeout=5 * SECONDS,
                env=environment(),
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"takes longer than {SECONDS} s to draw"
    if made.returncode:
        return f"takes more than {SECONDS} s or {MEMORY} bytes to draw, or is damaged"
    head, _, body = made.stdout.partition(b"\n")
    media, why = json.loads(head)
    return why or (media, body)


def main() -> None:
    """Draw the picture that standard input asks for, in a process of its own."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a decoder prints is no reply
    locator, max_pixels, max_bytes = json.loads(sys.stdin.buffer.readline())
    data = sys.stdin.buffer.read()
    limit(SECONDS, MEMORY)
    made: tuple[str, bytes] | str
    try:
        drawn = _drawn(data, locator, max_pixels)
        made = drawn if isinstance(drawn, str) else _encoded(drawn, max_bytes, not data.startswith(JPEG))
    except Exception as error:  # noqa: BLE001  (decoders of damaged or hostile files raise anything)
        made = f"can't be decoded ({type(error).__name__})"
    media, body, why = ("", b"", made) if isinstance(made, str) else (*made, "")
    with replies:
        replies.write(json.dumps([media, why]).encode() + b"\n" + body)


def _data(path: Path, digest: str) -> bytes | str:
    try:
        data = path.read_bytes()
    except OSError:
        return "the file is missing from the benchmark's folder"
    return data if sha256(data) == digest else "not the file that the benchmark froze"


def _drawn(data: bytes, locator: str, max_pixels: int) -> Image | str:
    if image.recognises(data):
        return _decoded(data, max_pixels)
    page = _PAGE.fullmatch(locator)
    if pdf.recognises(data) and page is not None:
        return _rendered(data, int(page[1]), max_pixels)
    return "a picture inside a file of another kind"


def _decoded(data: bytes, max_pixels: int) -> Image | str:
    """The picture upright on white, scaled down while it is decoded where its format can do that."""
    from PIL import Image, ImageOps  # noqa: PLC0415  (loads slowly)

    cap = DECODED["jpeg" if data.startswith(JPEG) else "other"]
    size = image.size(data)
    if size is None or 0 in size or size[0] * size[1] > cap:
        return f"a picture of more than {cap} pixels, or of none"
    with Image.open(io.BytesIO(data), formats=["PNG", "JPEG", "WEBP"]) as found:
        if found.width * found.height > cap:
            return f"a picture of more than {cap} pixels"
        found.draft("RGB", _fitting(found.width, found.height, max_pixels))
        upright = ImageOps.exif_transpose(found)
        scaled = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
        target = _fitting(scaled.width, scaled.height, max_pixels)
        if target != scaled.size:
            scaled = scaled.resize(target, Image.Resampling.LANCZOS, reducing_gap=2.0)
        clean = Image.new("RGB", scaled.size, "white")
        clean.paste(scaled, mask=scaled if scaled.mode == "RGBA" else None)
        return clean


def _fitting(width: int, height: int, max_pixels: int) -> tuple[int, int]:
    """The largest size of this shape within so many pixels and SIDE."""
    factor = min(1.0, math.sqrt(max_pixels / (width * height)), SIDE / max(width, height))
    return max(1, math.floor(width * factor)), max(1, math.floor(height * factor))


def _rendered(data: bytes, number: int, max_pixels: int) -> Image | str:
    import pypdfium2 as pdfium  # noqa: PLC0415  (0.1 s)

    with pdfium.PdfDocument(data) as document:
        if not 1 <= number <= len(document):
            return f"there is no page {number}"
        page = document[number - 1]
        try:
            width, height = page.get_size()
            if not (width > 0 and height > 0):
                return f"page {number} has no size"
            scale = min(DPI / 72, math.sqrt(max_pixels / (width * height)), SIDE / max(width, height))
            drawn: Image = page.render(scale=scale, rev_byteorder=True).to_pil().convert("RGB")
        finally:
            page.close()
    # pdfium rounds sides up
    target = _fitting(drawn.width, drawn.height, max_pixels)
    return drawn if target == drawn.size else drawn.resize(target)


def _encoded(drawn: Image, max_bytes: int, lossless: bool) -> tuple[str, bytes] | str:
    """Without loss where that is small enough, else as JPEG, at last smaller."""
    for media, data in _encodings(drawn, lossless):
        if base64_size(len(data)) <= max_bytes:
            return media, data
    return f"more than takes.max_bytes={max_bytes} bytes in base64, however small"


def _encodings(drawn: Image, lossless: bool) -> Iterator[tuple[str, bytes]]:
    if lossless:
        yield "image/png", _saved(drawn, format="PNG", compress_level=6)
    for _ in range(5):
        for quality in QUALITY:
            yield "image/jpeg", _saved(drawn, format="JPEG", quality=quality)
        drawn = drawn.resize((max(1, drawn.width // 2), max(1, drawn.height // 2)))


def _saved(drawn: Image, **how: int | str) -> bytes:
    out = io.BytesIO()
    drawn.save(out, **how)  # type: ignore[arg-type]
    return out.getvalue()


if __name__ == "__main__":
    main()
