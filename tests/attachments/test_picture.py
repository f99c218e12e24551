from __future__ import annotations

import io

import pytest
from docx import Document as Docx
from PIL import Image

from tests.attachments.test_documents import CASES
from tests.helpers import caps
from triaudit.attachments import Given, Unreadable
from triaudit.attachments.picture import Limits, Shown, encoded, show
from triaudit.attachments.readers import Readers

WIDE = Limits(side=1568, bytes=5_000_000)


def saved(picture: Image.Image, form: str, **options: object) -> bytes:
    out = io.BytesIO()
    picture.save(out, form, **options)
    return out.getvalue()


def shown(data: bytes, locator: str = "image", limits: Limits = WIDE) -> tuple[Shown, Image.Image]:
    found = show(data, locator, Given("a", caps()), limits)
    picture = Image.open(io.BytesIO(found.data))
    assert Image.MIME[picture.format or ""] == found.media_type
    assert picture.size == (found.width, found.height)
    assert len(encoded(found)) <= limits.bytes
    return found, picture


def test_a_picture_within_the_limits_keeps_its_pixels() -> None:
    found, picture = shown(saved(Image.new("RGB", (300, 200), (1, 2, 3)), "PNG"))
    assert (found.media_type, found.width, found.height) == ("image/png", 300, 200)
    assert picture.getpixel((5, 5)) == (1, 2, 3)


def test_a_large_picture_is_scaled_to_the_longer_side() -> None:
    found, _ = shown(
        saved(Image.new("RGB", (4000, 1000), "teal"), "JPEG"), limits=Limits(side=800, bytes=10**6)
    )
    assert (found.media_type, found.width, found.height) == ("image/jpeg", 800, 200)


def test_a_picture_is_made_coarser_and_then_smaller_until_its_base64_fits() -> None:
    noise = Image.effect_noise((900, 900), 90)
    found, _ = shown(saved(noise, "PNG"), limits=Limits(side=900, bytes=60_000))
    assert found.media_type == "image/jpeg"
    assert found.width < 900
    with pytest.raises(Unreadable, match="does not fit into 100 bytes"):
        show(saved(noise, "PNG"), "image", Given("a", caps()), Limits(side=900, bytes=100))


def test_what_the_file_says_of_a_picture_stays_behind_and_it_is_turned() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned by a quarter
    exif[0x010E] = "taken at the back door of Nordhafen"
    data = saved(Image.new("RGB", (300, 100), "teal"), "JPEG", exif=exif, comment=b"back door")
    assert b"back door" in data
    found, picture = shown(data)
    assert (found.width, found.height) == (100, 300)
    assert b"back door" not in found.data
    assert not picture.getexif()


@pytest.mark.parametrize("mode", ["P", "LA", "RGBA", "CMYK", "I;16", "1"])
def test_a_picture_of_any_kind_can_be_shown_on_white(mode: str) -> None:
    form = "JPEG" if mode == "CMYK" else "PNG"
    _, picture = shown(saved(Image.new(mode, (30, 20), 0), form))
    assert picture.mode in {"L", "RGB"}
    if mode in {"LA", "RGBA"}:
        assert picture.convert("RGB").getpixel((3, 3)) == (255, 255, 255)


def test_a_page_of_a_pdf_and_a_picture_on_it_can_be_shown() -> None:
    (path,) = CASES.glob("e03*")
    data = path.read_bytes()
    page, drawn = shown(data, "page 1")
    assert (page.media_type, max(page.width, page.height)) == ("image/png", 1568)
    assert len(drawn.convert("L").getcolors(256) or ()) > 1  # something is on it
    part, _ = shown(data, "page 1, image 1")
    assert max(part.width, part.height) <= 1568
    for locator in ("page 2", "page 1, image 2", "slide 1, image 1", ""):
        with pytest.raises(Unreadable, match="has no p"):
            show(data, locator, Given("a", caps()), WIDE)


def test_a_picture_in_a_document_can_be_shown_by_its_locator() -> None:
    word = Docx()
    word.add_picture(io.BytesIO(saved(Image.new("RGB", (60, 40), "teal"), "PNG")))
    out = io.BytesIO()
    word.save(out)
    found, picture = shown(out.getvalue(), "image 1")
    assert (found.width, found.height) == (60, 40)
    assert picture.getpixel((5, 5)) == (0, 128, 128)


async def test_a_reader_shows_pictures_and_says_why_there_is_none() -> None:
    data = saved(Image.new("RGB", (300, 200), (1, 2, 3)), "PNG")
    huge = (CASES / "e11_huge_dimensions.png").read_bytes()
    async with Readers(caps(), 1) as readers:
        found = await readers.show(data, "a.png", "image", WIDE)
        with pytest.raises(Unreadable, match=r"22000, 22000.*max_pixels"):
            await readers.show(huge, "huge.png", "image", WIDE)
        with pytest.raises(Unreadable, match="damaged picture"):
            await readers.show(data[:200], "cut.png", "image", WIDE)
        assert readers.started == 1
    assert found == show(data, "image", Given("a", caps()), WIDE)
