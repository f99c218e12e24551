from __future__ import annotations

import asyncio
import hashlib
import time
from pathlib import Path

import pytest

from tests.helpers import ROOT, caps
from triaudit.attachments import exhibits, read_document
from triaudit.attachments.readers import Readers
from triaudit.types import Document, MissingReason

CASES = ROOT / "tests" / "cases" / "attachments"


def nested(depth: int, times: int = 10) -> bytes:
    """A small PDF whose page draws a form ten times, which draws a form ten times, and so on."""
    objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>"]
    objects.append(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>"
    )
    draw = "/X Do " * times
    objects.append(f"<</Length {len(draw)}>>stream\n{draw}\nendstream")
    for number in range(5, 5 + depth):
        body = draw if number < 4 + depth else "0 0 m 9 9 l S " * times
        inner = f"/Resources<</XObject<</X {number + 1} 0 R>>>>" if number < 4 + depth else ""
        kind = f"<</Type/XObject/Subtype/Form/BBox[0 0 99 99]{inner}/Length {len(body)}>>"
        objects.append(f"{kind}stream\n{body}\nendstream")
    text = "".join(f"{n} 0 obj\n{body}\nendobj\n" for n, body in enumerate(objects, 1))
    return f"%PDF-1.4\n{text}trailer\n<</Root 1 0 R>>\n".encode()


async def read(readers: Readers, data: bytes, name: str) -> Document:
    return await readers.read(data, name, hashlib.sha256(data).hexdigest())


def why(document: Document) -> str:
    assert document.missing is not None
    assert document.missing.reason is MissingReason.ATTACHMENT_UNREADABLE
    assert document.blocks == ()
    return document.missing.detail


async def test_many_small_files_cost_one_process() -> None:
    async with Readers(caps(), 1) as readers:
        found = [await read(readers, f"Ferry number {n} sails.".encode(), f"{n}.txt") for n in range(50)]
        assert readers.started == 1
    assert [document.blocks[0].text for document in found] == [f"Ferry number {n} sails." for n in range(50)]


async def test_no_process_is_started_for_no_file() -> None:
    async with Readers(caps(), 2) as readers:
        assert readers.started == 0


async def test_a_file_that_takes_for_ever_costs_its_own_time_and_nothing_else() -> None:
    start = time.monotonic()
    async with Readers(caps(max_seconds=1), 1) as readers:
        endless = await read(readers, nested(8), "endless.pdf")
        good = await read(readers, b"The ferry sails.", "good.txt")
        assert readers.started == 2
    assert why(endless) == (
        "attachment endless.pdf takes longer than attachments.max_seconds=1 to read; "
        "raise it, or attach the part that matters"
    )
    assert good.blocks[0].text == "The ferry sails."
    assert time.monotonic() - start < 30


async def test_a_file_that_eats_memory_costs_its_own_memory_and_nothing_else() -> None:
    async with Readers(caps(max_memory=250_000_000), 1) as readers:
        greedy = await read(readers, nested(8), "greedy.pdf")
        good = await read(readers, b"The ferry sails.", "good.txt")
    assert "attachments.max_memory=250000000" in why(greedy)
    assert good.blocks[0].text == "The ferry sails."


async def test_a_file_is_read_the_same_in_a_reader_as_in_this_process() -> None:
    async with Readers(caps(), 2) as readers:
        for path in sorted(CASES.iterdir()):
            data = path.read_bytes()
            digest = hashlib.sha256(data).hexdigest()
            if data:
                assert await readers.read(data, path.name, digest) == read_document(
                    path, path.name, digest, caps()
                )


async def test_a_reader_sees_the_password_of_its_file_and_no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRIEF_PASSWORD", "harbour light")
    settings = caps(passwords=[{"file": "password_harbour_light.pdf", "env": "BRIEF_PASSWORD"}])
    data = (CASES / "password_harbour_light.pdf").read_bytes()
    async with Readers(settings, 1) as readers:
        found = await read(readers, data, "password_harbour_light.pdf")
        other = await read(readers, data, "other.pdf")
    assert found.tables[0].rows[1] == ("Arden", "112.4", "1974")
    assert "is password-protected" in why(other)


async def test_a_caller_that_gives_up_leaves_no_process_behind() -> None:
    async with Readers(caps(), 1) as readers:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(read(readers, nested(8), "endless.pdf"), 1)
        good = await read(readers, b"The ferry sails.", "good.txt")
        assert readers.started == 2
    assert good.blocks[0].text == "The ferry sails."


def test_a_page_that_takes_for_ever_to_draw_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "endless.pdf"
    path.write_bytes(nested(8))
    monkeypatch.setattr(exhibits, "SECONDS", 0.5)
    start = time.monotonic()
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert exhibits.picture(path, digest, "page 1", 10**6, 10**6) == "takes longer than 0.5 s to draw"
    assert time.monotonic() - start < 20
