"""The third world is well-formed: what its truth says stands where it says it.

Nothing here judges a report, and no message tells what stands in it: a line of the truth is named by its
number, so that whoever works on the rules may see this test fail. That is why nothing is a fixture, whose
value pytest would show.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from triaudit.attachments import AttachmentSettings
from triaudit.selftest.world import World, read_world

FOLDER = Path(__file__).resolve().parents[1] / "worlds" / "third"
LIMITS = AttachmentSettings(
    max_bytes=10**6, max_unpacked_bytes=10**7, max_pages=10, max_rows=100, max_cells=1000, max_pixels=10**6
)


@cache
def read() -> tuple[World, tuple[str, ...]]:
    """The world as the self-test reads it, and what that complained about."""
    told: list[str] = []
    return read_world(FOLDER, LIMITS, told.append), tuple(told)


@cache
def lines() -> tuple[dict[str, Any], ...]:
    """The truth, line by line."""
    return tuple(json.loads(line) for line in (FOLDER / "truth.jsonl").read_text("utf-8").splitlines())


@cache
def reports() -> dict[tuple[str, str], str]:
    """Reports by system and task."""
    return {
        (system, output.task): output.report or ""
        for system, outputs in read()[0].outputs.items()
        for output in outputs
    }


def test_every_task_has_a_report_of_each_system_and_its_attachment() -> None:
    tasks = read()[0].tasks
    assert read()[1] == ()
    assert {key for key, text in reports().items() if text} == {
        (system, task.id) for system in ("mosaic", "quill") for task in tasks
    }
    assert [document.missing for document in read()[0].documents] == [None, None]
    assert sorted(task.language for task in tasks) == ["de", "en", "en", "zh"]


def test_every_page_has_a_date_and_a_language() -> None:
    assert len(read()[0].pages) >= 24
    assert [page.url for page in read()[0].pages if not page.date or page.language == "und"] == []


def test_every_sentence_stands_once_in_its_report() -> None:
    wrong = [
        number
        for number, line in enumerate(lines(), 1)
        if reports()[line["system"], line["task"]].count(line["sentence"]) != 1
    ]
    assert wrong == []


def test_the_truth_reads_as_the_self_test_reads_it() -> None:
    claims = [line for line in lines() if line["kind"] == "claim"]
    assert len(read()[0].truths) == len(claims) >= 150


def test_every_quote_stands_in_its_source() -> None:
    sources = {page.url: page.text for page in read()[0].pages} | {
        document.name: "\n".join(block.text for block in document.blocks) for document in read()[0].documents
    }
    wrong = [
        number
        for number, line in enumerate(lines(), 1)
        for each in line.get("evidence", [])
        if each["quote"] not in sources[each["source"]]
    ]
    assert wrong == []


def test_labels_go_with_their_evidence() -> None:
    attached = {document.name for document in read()[0].documents}
    with_file = {task.id for task in read()[0].tasks if task.files}
    wrong = []
    for number, line in enumerate(lines(), 1):
        if line["kind"] != "claim":
            continue
        sides = {each["source"] in attached for each in line["evidence"]}
        both = sides == {True, False}
        good = {
            "RIGHT": bool(sides) and (both or not line["disclosed"]),
            "WRONG": bool(sides) and not line["disclosed"],
            "CONFLICT": both and not line["disclosed"] and line["task"] in with_file,
            "UNKNOWN": not sides and not line["disclosed"],
        }
        if not good[line["label"]] or not line["why"]:
            wrong.append(number)
    assert wrong == []


def test_each_label_has_its_share() -> None:
    counted = Counter(line["label"] for line in lines() if line["kind"] == "claim")
    total = sum(counted.values())
    assert 0.35 <= counted["RIGHT"] / total <= 0.45
    assert min(counted[label] for label in ("WRONG", "CONFLICT", "UNKNOWN")) >= 0.15 * total
