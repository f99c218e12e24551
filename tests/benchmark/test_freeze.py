from __future__ import annotations

import json
from pathlib import Path

import pytest

from triaudit.benchmark.freeze import difference, frozen_path, manifest, merge
from triaudit.errors import TriauditError
from triaudit.task_path import Attachment, Candidate, Draft
from triaudit.types import File, Task

CASES = Path(__file__).parents[1] / "cases"


def candidate(name: str, query: str = "What does it cost?", origin: str = "q", **fields: object) -> Candidate:
    draft = Draft.model_validate({"id": name, "query": query, **fields})
    return Candidate(origin=origin, kept=True, why="written by hand", draft=draft)


def no_files(_: Candidate, attachment: Attachment) -> File:
    raise TriauditError(f"{attachment.name} is missing")


def frozen(_: Candidate, attachment: Attachment) -> File:
    return File(name=attachment.name, path=frozen_path("a" * 64, attachment.name), digest="a" * 64)


def test_tasks_keep_the_candidates_order_and_drop_their_duplicates() -> None:
    rows = [
        json.loads(x) for x in (CASES / "resume/c03_duplicate_and_mixed_ids.jsonl").read_text().splitlines()
    ]
    found = [candidate(str(row["task_id"]), origin=f"line {n}") for n, row in enumerate(rows, 1)]
    tasks, dropped = merge(found, no_files)
    assert [task.id for task in tasks] == ["1", "01", "2"]
    assert [(d.origin, d.id) for d in dropped] == [("line 2", "1"), ("line 5", "2")]
    assert "taken by line 1" in dropped[0].why


def test_language_is_detected_only_where_it_is_absent() -> None:
    tasks, _ = merge(
        [candidate("a", "这座桥花了多少钱？"), candidate("b", "这座桥花了多少钱？", language="en")], no_files
    )
    assert [task.language for task in tasks] == ["zh", "en"]


def test_a_task_is_multimodal_exactly_if_it_has_files() -> None:
    files = (Attachment(name="x.pdf", path="x.pdf"),)
    tasks, _ = merge([candidate("a"), candidate("b", files=files)], frozen)
    assert [task.track for task in tasks] == ["text", "multimodal"]


def test_a_task_whose_attachment_is_missing_is_left_out_and_frees_its_id() -> None:
    files = (Attachment(name="x.pdf", path="x.pdf"),)
    tasks, dropped = merge([candidate("a", files=files), candidate("a")], no_files)
    assert [task.track for task in tasks] == ["text"]
    assert [d.why for d in dropped] == ["task a: x.pdf is missing"]


def test_dropped_candidates_keep_their_reason() -> None:
    tasks, dropped = merge([Candidate(origin="line 3", kept=False, why="not JSON")], no_files)
    assert tasks == []
    assert (dropped[0].origin, dropped[0].id, dropped[0].why) == ("line 3", None, "not JSON")


@pytest.mark.parametrize(
    ("name", "suffix"),
    [
        ("A.XLSX", ".xlsx"),
        ("季度 报告.pdf", ".pdf"),
        ("x", ""),
        ("a.p f", ""),
        ("a.tar.gz", ".gz"),
        ("a." + "x" * 9, ""),
    ],
)
def test_files_are_named_by_content_with_a_harmless_suffix(name: str, suffix: str) -> None:
    assert frozen_path("0123456789abcdef" * 4, name) == f"files/0123456789abcdef{suffix}"


def test_the_manifest_pins_tasks_and_files_and_nothing_else_moves_its_digest() -> None:
    tasks, dropped = merge([candidate("a", files=(Attachment(name="x.pdf", path="x.pdf"),))], frozen)
    path = tasks[0].files[0].path
    first = manifest("v1", tasks, {path: 3}, dropped, "config")
    again = manifest("v2", tasks, {path: 3}, dropped, "other config")
    other = manifest("v1", [tasks[0].model_copy(update={"query": "else"})], {path: 3}, dropped, "config")
    assert first.digest == again.digest != other.digest
    assert first.canary == again.canary != other.canary
    assert first.counts == {"candidates": 1, "dropped": 0, "tasks": 1, "text": 0, "multimodal": 1, "files": 1}
    assert first.files[0].bytes == 3


def test_a_difference_is_told_by_task() -> None:
    def task(name: str, query: str = "q") -> Task:
        return Task(id=name, query=query, language="en", track="text")

    assert difference([task("a"), task("b")], [task("a", "new"), task("c")]) == "new: c; gone: b; changed: a"
    assert difference([task("a"), task("b")], [task("b"), task("a")]) == "another order"
    assert difference([task("a")], [task("a")]) == ""
