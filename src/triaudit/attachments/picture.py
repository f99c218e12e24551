"""Pictures of attachments as a judge is shown them: scaled to its limits, without what files say of them."""

from __future__ import annotations

import base64
import io
import re
from typing import TYPE_CHECKING, NamedTuple

from triaudit.attachments import Given, Unreadable
from triaudit.attachments.image import media_type, size
from triaudit.types import Record

if TYPE_CHECKING:
    from PIL.Image import Image

_PAGE = re.compile(r"page (\d{1,6})(?:, image (\d{1,6}))?")
_QUALITIES = (90, 75, 60)
_SMALLEST = 64
"""Pixels of the longer side below which nobody reads anything."""


class Limits(Record):
    """What a judge takes."""

    side: int
    """Pixels of the longer side."""
    bytes: int
    """Of the picture in base64, as it is sent."""


class Shown(NamedTuple):
    """A picture to send."""

    data: bytes
    media_type: str
    """`image/png` or `image/jpeg`."""
    width: int
    height: int


def show(data: bytes, locator: str, given: Given, limits: Limits) -> Shown:
    """The picture that a locator of a document's `pictures` names, or a page of a PDF (`page 3`).

    It is turned as its file says it should be, scaled down where it is above the limits, and written anew:
    EXIF, colour profiles and texts of the file stay behind. Run it in a reader: what it decodes may be
    hostile.

    Args:
        data: The attachment's bytes.
        locator: Such as `image`, `page 3`, `page 3, image 1` or `slide 2, image 1`.
        given: Caps, and the password of a PDF.
        limits: What the judge takes.

    Raises:
        Unreadable: There is no such picture, it can't be decoded, or no size of it is within the limits.
    """
    if found := _PAGE.fullmatch(locator):
        return _fitted(_page(data, int(found[1]), int(found[2] or 0), given, limits), True, limits)
    blob = data if media_type(data) else _embedded(data, locator, given)
    return _fitted(_decoded(blob, given, limits), media_type(blob) == "image/png", limits)


def _decoded(data: bytes, given: Given, limits: Limits) -> Image:
    from PIL import Image, ImageOps, UnidentifiedImageError  # noqa: PLC0415  (loaded where a picture is shown)

    found = size(data)
    if found is None or found[0] * found[1] > given.settings.max_pixels:
        raise Unreadable(f"is a picture of {found} pixels, above attachments.max_pixels or damaged", "image")
    Image.MAX_IMAGE_PIXELS = None  # the header was looked at before
    try:
        picture: Image.Image = Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "WEBP"))
        if picture.format == "JPEG":
            picture.draft("RGB", (limits.side, limits.side))  # decodes at about the size that is wanted
        turned = ImageOps.exif_transpose(picture)
        turned.load()
    except (OSError, UnidentifiedImageError, SyntaxError, ValueError) as error:
        raise Unreadable(f"is a damaged picture ({error}); save it anew or drop it", "image") from None
    if turned.mode in {"P", "LA", "PA", "RGBA", "La", "RGBa"} or "transparency" in turned.info:
        turned = turned.convert("RGBA")
        white = Image.new("RGB", turned.size, "white")
        white.paste(turned, mask=turned.getchannel("A"))
        return white
    return turned if turned.mode in {"L", "RGB"} else turned.convert("RGB")


def _page(data: bytes, number: int, image: int, given: Given, limits: Limits) -> Image:
    """A page of a PDF, or one picture on it, drawn so large as the limits let it be."""
    from triaudit.attachments.pdf import opened, worth  # noqa: PLC0415  (only PDFs need it)
    from triaudit.attachments.pdf_drawn import drawn  # noqa: PLC0415

    with opened(data, given) as document:
        if not 1 <= number <= len(document):
            raise Unreadable(f"has no page {number}", "pdf")
        page = document[number - 1]
        width, height = page.get_size()
        crop = (0.0, 0.0, 0.0, 0.0)
        if image:
            boxes = [one.box for one in worth(drawn(page)[1], page.get_size())]
            if image > len(boxes) or page.get_rotation():
                raise Unreadable(f"has no picture {image} on page {number} that could be cut out", "pdf")
            left, bottom, right, top = boxes[image - 1]
            left, bottom, right, top = max(0.0, left), max(0.0, bottom), min(width, right), min(height, top)
            crop = (left, bottom, width - right, height - top)
            width, height = right - left, top - bottom
        scale = min(limits.side / max(width, height, 1.0), 4.0)
        if scale * scale * width * height < 1:
            raise Unreadable(f"has a page {number} too small to be drawn", "pdf")
        return page.render(scale=scale, crop=crop, may_draw_forms=False).to_pil().convert("RGB")  # type: ignore[no-any-return]


def _embedded(data: bytes, locator: str, given: Given) -> bytes:
    """The bytes of a picture in a Word document or a deck."""
    from triaudit.attachments import docx, pptx  # noqa: PLC0415  (only they need it)

    for module in (docx, pptx):
        if module.recognises(data):
            found: dict[str, bytes] = dict(module.pictures(data, given))
            if locator in found:
                return found[locator]
    raise Unreadable(f"has no picture at {locator!r}")


def _fitted(picture: Image, lossless: bool, limits: Limits) -> Shown:
    """The picture within the limits: as it is where it fits, then coarser, then smaller."""
    picture = _scaled(picture, limits.side)
    while True:
        options: list[tuple[str, dict[str, int]]] = [("PNG", {})] if lossless else []
        options += [("JPEG", {"quality": quality}) for quality in _QUALITIES]
        for form, how in options:
            out = io.BytesIO()
            picture.save(out, form, **how)
            if 4 * -(-out.tell() // 3) <= limits.bytes:
                return Shown(out.getvalue(), f"image/{form.lower()}", *picture.size)
        side = max(picture.size) * 2 // 3
        if side < _SMALLEST:
            raise Unreadable(f"has a picture that does not fit into {limits.bytes} bytes", "image")
        picture = _scaled(picture, side)


def _scaled(picture: Image, side: int) -> Image:
    longer = max(picture.size)
    if longer <= side:
        bare = picture.copy()
        bare.info = {}
        return bare
    width, height = (max(1, round(edge * side / longer)) for edge in picture.size)
    made = picture.resize((width, height), reducing_gap=3.0)
    made.info = {}
    return made


def encoded(shown: Shown) -> str:
    """The picture in base64."""
    return base64.b64encode(shown.data).decode("ascii")
