"""A picture's own description is read, within bounds, and is told from what is seen."""

from __future__ import annotations

import io
import struct
import zlib
from time import process_time

import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from tests.helpers import ROOT, caps
from triaudit.attachments import Given, image
from triaudit.attachments.described import LARGEST, LONGEST, PNG, described
from triaudit.attachments.passages import passages
from triaudit.types import Document

SAID = "Bar chart of herring landed at Norvik. 2021: 410 tonnes. 2022: 385 tonnes – 鲱鱼 & more."
CAPS = caps(max_bytes=10**6, max_pixels=10**6)


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(*chunks: bytes) -> bytes:
    size = struct.pack(">IIBBBBB", 4, 4, 8, 0, 0, 0, 0)
    return PNG + chunk(b"IHDR", size) + b"".join(chunks) + chunk(b"IEND", b"")


def saved(form: str, **options: object) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (4, 4)).save(out, form, **options)
    return out.getvalue()


def xmp(prop: str, text: str) -> bytes:
    item = text.replace("&", "&amp;")
    inner = f'<rdf:Alt><rdf:li xml:lang="x-default">{item}</rdf:li></rdf:Alt>'
    described_by = f"<rdf:Description><{prop}>{inner}</{prop}></rdf:Description>"
    return f"<x:xmpmeta><rdf:RDF>{described_by}</rdf:RDF></x:xmpmeta>".encode()


def info(key: str, text: str, packed: bool) -> PngInfo:
    made = PngInfo()
    made.add_itxt(key, text, zip=packed)
    return made


def exif(text: str) -> Image.Exif:
    made = Image.Exif()
    made[0x010E] = text
    return made


@pytest.mark.parametrize("key", ["Description", "description", "Title", "Alt", "Alt Text", "Caption"])
@pytest.mark.parametrize("packed", [False, True])
def test_a_png_says_what_it_shows(key: str, packed: bool) -> None:
    assert described(saved("PNG", pnginfo=info(key, SAID, packed))) == (SAID, ())


def test_latin_chunks_are_read_packed_and_not() -> None:
    text = "Die Brücke ist 210 m lang."
    latin = text.encode("latin-1")
    assert described(png(chunk(b"tEXt", b"Description\0" + latin))).text == text
    assert described(png(chunk(b"zTXt", b"Description\0\0" + zlib.compress(latin)))).text == text


@pytest.mark.parametrize("form", ["JPEG", "WEBP", "PNG"])
def test_exif_and_xmp_are_read_in_every_format(form: str) -> None:
    assert described(saved(form, exif=exif("Herring landed at Norvik"))).text == "Herring landed at Norvik"
    for prop in ("dc:description", "dc:title", "Iptc4xmpCore:AltTextAccessibility"):
        packet = xmp(prop, SAID)
        options = (
            {"pnginfo": info("XML:com.adobe.xmp", packet.decode(), False)}
            if form == "PNG"
            else {"xmp": packet}
        )
        assert described(saved(form, **options)).text == SAID


def test_texts_are_kept_once_and_programs_words_not_at_all() -> None:
    texts = [("Title", "Herring"), ("Software", "Plotter 3"), ("Comment", "Created with Plotter")]
    texts += [("Description", SAID), ("Alt", SAID), ("Caption", "Catch by year")]
    data = png(*(chunk(b"iTXt", key.encode() + b"\0\0\0\0\0" + text.encode()) for key, text in texts))
    assert described(data).text == f"Herring\n{SAID}\nCatch by year"


def test_a_picture_is_a_picture_and_its_files_word_flagged_as_such() -> None:
    content = image.read(saved("PNG", pnginfo=info("Description", SAID, True)), Given("a.png", CAPS))
    assert [(b.kind, b.locator, b.text) for b in content.blocks] == [
        ("image", "image, 4 x 4 pixels", ""),
        ("text", "description", SAID),
    ]
    assert content.warnings == (image.OWN_WORD,)
    document = Document(digest="d", name="a.png", kind="image", blocks=content.blocks)
    (found,) = passages(document, "How much herring was landed in 2022?", 3)
    assert (found.locator, "385 tonnes" in found.text) == ("description", True)
    assert image.read(saved("PNG"), Given("a.png", CAPS)).warnings == ()


def test_a_text_that_unpacks_to_too_much_is_refused() -> None:
    bomb = zlib.compress(b"a" * 50_000_000)
    found = described(png(chunk(b"zTXt", b"Description\0\0" + bomb), chunk(b"tEXt", b"Title\0Herring")))
    assert found.text == "Herring"
    assert found.warnings == ("the file's text “Description” is too large or damaged and was not read",)
    plain = described(png(chunk(b"tEXt", b"Description\0" + b"a" * (LARGEST + 1))))
    assert (plain.text, len(plain.warnings)) == ("", 1)


def test_a_long_description_is_cut_and_says_so() -> None:
    found = described(png(chunk(b"tEXt", b"Description\0" + b"herring " * 5000)))
    assert len(found.text) == LONGEST
    assert "the first 20000 are kept" in found.warnings[0]


@pytest.mark.parametrize(
    "data",
    [
        png(chunk(b"tEXt", b"Description")),
        png(chunk(b"iTXt", b"Description\0")),
        png(chunk(b"zTXt", b"Description\0\0not packed")),
        PNG + b"\xff\xff\xff\xfftEXtDescription\0x",
        png(chunk(b"eXIf", b"MM\0*\0\0\0\x08\0\x01\x01\x0e\0\x02\xff\xff\xff\xff\0\0\0\x08")),
        png(chunk(b"eXIf", b"II*\0\xff\xff\xff\xff")),
        b"\xff\xd8\xff\xe1\0\0Exif\0\0",
        b"\xff\xd8\xff\xe1\xff\xffhttp://ns.adobe.com/xap/1.0/\0<dc:title>",
        b"RIFF\0\0\0\0WEBPXMP \xff\xff\xff\xff<dc:title><rdf:li>",
        *[b"\xff\xd8" + b"\xff" * n for n in (1, 2, 9)],
    ],
)
def test_damaged_metadata_say_nothing(data: bytes) -> None:
    assert described(data).text == ""


@pytest.mark.parametrize(
    "data",
    [
        png(*[chunk(b"tEXt", b"Title\0Herring %d" % n) for n in range(60_000)]),
        png(chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + b"<dc:title>" * 19_000 + b"</dc:title>")),
        png(chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + b"<dc:title>" * 19_000)),
        png(chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0<dc:title>" + b"<rdf:li>" * 24_000 + b"</dc:title>")),
        b"\xff\xd8" + b"\xff\xe1\0\x08Exif\0\0" * 100_000,
        b"RIFF\0\0\0\0WEBP" + b"XMP \0\0\0\0" * 100_000,
    ],
)
def test_hostile_metadata_are_read_in_little_time(data: bytes) -> None:
    start = process_time()
    described(data)
    assert process_time() - start < 2


def test_the_demos_chart_says_all_that_is_printed_on_it() -> None:
    said = described((ROOT / "data/demo/files/ellery-vale-water.png").read_bytes()).text
    supply = ["61.4", "62.0", "58.7", "60.1", "63.9", "59.2", "56.8"]
    labels = [f"{year}: {value} ML/d" for year, value in enumerate(supply, 2018)]
    labels += [f"{year}: {value} % leakage" for year, value in enumerate((27, 26, 25, 24, 22, 19, 17), 2018)]
    labels += [f"{year}: {value} % of homes metered" for year, value in ((2018, 34), (2021, 52), (2024, 72))]
    labels += ["Target 2030: 12 % leakage", "Reservoir capacity: 8,400 ML", "ML = million litres"]
    assert [label for label in labels if label not in said] == []
