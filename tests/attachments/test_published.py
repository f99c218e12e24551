"""Attachments that people really sent: read in place, held against what was seen on the rendered pages."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.helpers import ROOT, caps
from triaudit.attachments import read_document
from triaudit.files import digest
from triaudit.types import Document

FOLDER = "data/miroeval/input_queries/multimodal-attachments"


class Seen(NamedTuple):
    """A table as somebody counted it who looked at the page."""

    page: int
    rows: int
    columns: int
    header: int
    name: str
    """The first cell below the header, by the first digits of its SHA-256."""
    last: str
    """The last cell of all."""


SEEN = {
    1: [Seen(2, 6, 7, 2, "32d7e820", "28.0**"), Seen(3, 6, 4, 2, "32d7e820", "45.5***")],
    2: [Seen(5, 16, 2, 1, "f67ab10a", "207")],
    3: [
        Seen(9, 13, 2, 1, "a3efa74a", "ND"),
        Seen(11, 8, 3, 1, "5b8ad88d", "1.034"),
        Seen(12, 9, 4, 2, "5b8ad88d", "2.501"),
        Seen(14, 8, 3, 1, "5b8ad88d", "2.172"),
        Seen(16, 8, 4, 1, "5b8ad88d", "1.116"),
        Seen(17, 8, 4, 1, "5b8ad88d", "0.340"),
        Seen(19, 9, 5, 2, "5b8ad88d", "5.370"),
    ],
    4: [
        Seen(5, 4, 5, 1, "a3efa74a", "[17]"),
        Seen(13, 13, 8, 1, "5ad9c12d", "[74]"),
        Seen(14, 13, 8, 1, "b0d807f3", "[86]"),
        Seen(15, 11, 8, 1, "e6a78f40", "[96]"),
        Seen(16, 14, 8, 1, "db98fc31", "[84]"),
        Seen(17, 11, 8, 1, "fb6c38aa", "[117]"),
        Seen(18, 7, 8, 1, "dae796db", "[122]"),
        Seen(20, 14, 6, 1, "4a2e16d9", "[134]"),
        Seen(21, 5, 6, 1, "fb28b58c", "[138]"),
    ],
    5: [Seen(3, 7, 5, 1, "7faac0b1", "15 *↑ ±1")],
}
"""Every table on the 81 pages of one task's five papers, with rules around all cells, between rows or hardly
any; the flow chart, the frames around pictures and the drawings of molecules on those pages are none."""

FIGURES = {
    (1, 2): {(2, 1): "67.8 ± 2.8", (3, 5): "90.1 ± 2.2*", (2, 6): "", (5, 4): "90.2 ± 1.2*"},
    (1, 3): {(3, 2): "237.0 ± 11.5**", (4, 3): "48.4***", (2, 3): ""},
    (2, 5): {(3, 1): "249", (7, 1): "149", (4, 1): ""},
    (3, 9): {(1, 1): "375.11", (9, 1): "534.30", (11, 1): "ND"},
    (3, 16): {(4, 1): "39.60d±1.42", (4, 2): "69.38c±1.35", (6, 1): "45.90b±1.34"},
    (3, 17): {(6, 1): "28.38e±1.36", (6, 2): "3.92bc±0.27", (7, 1): "1.132"},
    (3, 19): {(2, 4): "251.5f±3.20", (8, 1): "1.072"},
    (5, 3): {(1, 1): "145.83 ±4.92", (5, 2): "280*↑ ±5", (3, 4): "8 ± 2"},
}
"""Cells by paper, page, row and column, read off the pages; some of them stand in two rows or are empty."""


@pytest.fixture(scope="module")
def papers(shared: Path) -> dict[int, Document]:
    found = {}
    for number in SEEN:
        path = shared / FOLDER / "93" / f"attachment_93_{number:02d}.pdf"
        found[number] = read_document(path, path.name, digest(path.read_bytes()), caps())
    return found


@pytest.mark.parametrize("number", SEEN)
def test_no_prose_is_taken_for_a_table_and_no_table_is_missed(
    papers: dict[int, Document], number: int
) -> None:
    found = [
        Seen(
            one.part,
            len(one.rows),
            len(one.rows[0]),
            one.header,
            hashlib.sha256(one.rows[one.header][0].encode()).hexdigest()[:8],
            one.rows[-1][-1],
        )
        for one in papers[number].tables
    ]
    assert found == SEEN[number]


def test_the_cells_of_those_tables_are_the_figures_on_the_page(papers: dict[int, Document]) -> None:
    for (number, page), cells in FIGURES.items():
        (found,) = (one for one in papers[number].tables if one.part == page)
        assert {place: found.rows[place[0]][place[1]] for place in cells} == cells, (number, page)


def test_a_heading_over_several_columns_stands_over_each(papers: dict[int, Document]) -> None:
    first, second = papers[1].tables[0].rows[:2]
    assert len(set(first[1:])) == 1
    assert len(set(second[1:])) == 6
    groups, names = papers[3].tables[-1].rows[:2]
    assert groups[0] == names[0]
    assert len(set(groups[1:])) == 1
    assert len(set(names[1:])) == 4


def test_every_table_of_those_papers_has_its_caption(papers: dict[int, Document]) -> None:
    for number, document in papers.items():
        numbers = [int("".join(filter(str.isdecimal, one.caption[:12]))) for one in document.tables]
        expected = {1: [1, 2], 2: [1], 3: [1, 2, 3, 4, 5, 6, 7], 4: [1, 2, 2, 2, 2, 2, 2, 3, 3], 5: [1]}
        assert numbers == expected[number]


READ = """
import asyncio, hashlib, json, resource, sys
from pathlib import Path
from tests.helpers import caps
from triaudit.attachments.readers import Readers

async def main():
    async with Readers(caps(), 2) as readers:
        async def one(path):
            data = path.read_bytes()
            return await readers.read(data, path.name, hashlib.sha256(data).hexdigest())
        return await asyncio.gather(*map(one, sorted(p for p in Path(sys.argv[1]).rglob("*") if p.is_file())))

documents = asyncio.run(main())
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps({"seconds": used.ru_utime + used.ru_stime}))
for document in documents:
    print(document.model_dump_json())
"""


def memory(pid: int) -> int:
    """Kilobytes of a process and of those that it started, what they share counted once."""
    try:
        below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:  # it has ended
        return 0
    own = sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return own + sum(memory(int(child)) for child in below)


def run(folder: Path) -> tuple[float, int, list[str]]:
    """Seconds of computing, the most kilobytes at a time, and the documents as JSON."""
    places = os.pathsep.join([str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, "-c", READ, str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": places},
    )
    most = 0

    def watch() -> None:
        nonlocal most
        while process.poll() is None:
            most = max(most, memory(process.pid))
            time.sleep(0.05)

    watcher = threading.Thread(target=watch)
    watcher.start()
    out, _ = process.communicate()
    watcher.join()
    assert process.returncode == 0
    head, *documents = out.splitlines()
    return json.loads(head)["seconds"], most, documents


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_all_of_them_are_read_in_15_seconds_and_400_megabytes_and_the_same_each_time(shared: Path) -> None:
    seconds, kilobytes, first = run(shared / FOLDER)
    _, _, second = run(shared / FOLDER)
    assert seconds < 20  # of computing by two processes side by side
    assert 0 < kilobytes < 400_000
    assert first == second
    documents = [Document.model_validate_json(line) for line in first]
    assert Counter(document.kind for document in documents) == {
        "image": 8,
        "pdf": 10,
        "text": 1,
        "unsupported": 2,
    }
    assert {document.name.rpartition(".")[2] for document in documents if document.missing} == {"doc"}
    pages = {}
    for document in documents:
        if document.kind == "pdf":
            texts = [block.locator for block in document.blocks if block.kind == "text"]
            assert texts == [f"page {number}" for number in range(1, len(document.parts) + 1)], document.name
            pages[document.name[11:16]] = len(document.parts)
    names = ["85_01", "86_01", "88_01", "88_02", "88_03", "93_01", "93_02", "93_03", "93_04", "93_05"]
    assert pages == dict(zip(names, (58, 10, 13, 33, 40, 3, 11, 27, 32, 8), strict=True))
