from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.helpers import ROOT, context
from triaudit.attachments.stage import run
from triaudit.context import TASKS
from triaudit.errors import TriauditError
from triaudit.files import write_records
from triaudit.types import Document, File, Task

CASES = ROOT / "tests" / "cases" / "attachments"


def file(root: Path, path: str, data: bytes | None = None) -> File:
    place = root / path
    if data is not None:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
    content = place.read_bytes() if place.is_file() else path.encode()
    return File(name=Path(path).name, path=path, digest=hashlib.sha256(content).hexdigest())


def task(number: int, *files: File) -> Task:
    track = "multimodal" if files else "text"
    return Task(id=str(number), query="?", language="en", track=track, files=files)


async def documents(folder: Path, *tasks: Task, overrides: Sequence[str] = ()) -> list[Document]:
    write_records(folder / "data" / "benchmark" / "demo" / "tasks.jsonl", tasks)
    ctx = context(folder, "attachments", overrides=overrides)
    await run(ctx)
    return ctx.read("attachments", Document, TASKS)


async def test_each_distinct_file_is_read_once_in_the_order_of_the_tasks(tmp_path: Path) -> None:
    root = tmp_path / "data" / "benchmark" / "demo"
    b, a = file(root, "files/b.txt", b"second letter"), file(root, "files/a.txt", b"first letter")
    again = file(root, "files/copy-of-b.txt", b"second letter")
    found = await documents(tmp_path, task(1, b), task(2), task(3, again, a), task(4, b))
    assert [(document.name, document.digest) for document in found] == [
        ("b.txt", b.digest),
        ("a.txt", a.digest),
    ]


async def test_without_attachments_the_file_is_there_and_empty(tmp_path: Path) -> None:
    assert await documents(tmp_path, task(1), task(2)) == []
    assert (tmp_path / "results" / "attachments" / "tasks.jsonl").read_bytes() == b""


async def test_a_broken_file_never_stops_the_rest_and_names_its_tasks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "data" / "benchmark" / "demo"
    empty, good = file(root, "files/empty.pdf", b""), file(root, "files/good.txt", b"good")
    found = await documents(
        tmp_path, task(7, empty), task(9, empty, file(root, "files/gone.pdf")), task(10, good)
    )
    assert [document.missing is None for document in found] == [False, False, True]
    first, second = capsys.readouterr().err.splitlines()
    assert first == (
        "attachments: tasks 7, 9: attachment empty.pdf is empty (0 bytes); get the file again or drop it"
    )
    assert second == (
        "attachments: task 9: attachment gone.pdf is missing from the benchmark's folder; "
        "freeze the benchmark again with the file in place"
    )


async def test_a_path_that_leads_outside_is_refused_and_nothing_there_is_read(tmp_path: Path) -> None:
    root = tmp_path / "data" / "benchmark" / "demo"
    secret = tmp_path / "secret.txt"
    secret.write_text("the secret")
    root.mkdir(parents=True)
    (root / "link.pdf").symlink_to(secret)
    paths = ["../../../secret.txt", str(secret), "link.pdf", "nul\0.pdf", "x" * 5000, "/etc/passwd"]
    paths += [
        "multimodal-attachments/1/../../../../../secret.txt",
        "a\\..\\..\\b.pdf",
        "http://127.0.0.1:9/x.pdf",
    ]
    found = await documents(tmp_path, *(task(n, _named(p)) for n, p in enumerate(paths, 1)))
    assert len(found) == len(paths)
    for number, document in enumerate(found, 1):
        assert document.missing is not None
        assert f"task {number}: attachment " in document.missing.detail
        assert document.blocks == ()
    assert "the secret" not in (tmp_path / "results" / "attachments" / "tasks.jsonl").read_text()


def published(folder: Path) -> Task:
    """The case's task as a frozen benchmark has it, with the files of it that are there."""
    (given,) = json.loads((CASES / "e18_task_missing_files.json").read_text("utf-8"))
    root = folder / "data" / "benchmark" / "demo"
    there = {"e00_plain.pdf": "e00_plain.pdf", "old.doc": "e14_legacy.doc"}
    files = [
        file(root, one["dir"], (CASES / there[one["filename"]]).read_bytes())
        if one["filename"] in there
        else file(root, one["dir"])
        for one in given["files"]
    ]
    return task(given["id"], *files)


MISSING = "is missing from the benchmark's folder; freeze the benchmark again with the file in place"


async def test_what_is_missing_or_unsupported_is_known_before_any_judge_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = await documents(tmp_path, published(tmp_path))
    assert [(document.name, document.missing is None) for document in found] == [
        ("e00_plain.pdf", True),
        ("gone.pdf", False),
        ("chart.webp", False),
        ("old.doc", False),
    ]
    said = capsys.readouterr().err.splitlines()
    assert said[:2] == [
        f"attachments: task 71: attachment gone.pdf {MISSING}",
        f"attachments: task 71: attachment chart.webp {MISSING}",
    ]
    assert said[2].startswith("attachments: task 71: attachment old.doc is an old binary Office document")


async def test_a_strict_run_stops_at_attachments_that_cannot_be_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(
        TriauditError, match=r"attachments\.strict: 3 of 4 attachments can't be used; no judge"
    ):
        await documents(tmp_path, published(tmp_path), overrides=["attachments.strict=true"])
    assert len(capsys.readouterr().err.splitlines()) == 3
    good = file(tmp_path / "data" / "benchmark" / "demo", "a.txt", b"The ferry sails.")
    (found,) = await documents(tmp_path, task(1, good), overrides=["attachments.strict=true"])
    assert found.missing is None


async def test_passwords_are_given_by_the_names_of_variables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "data" / "benchmark" / "demo"
    name = unicodedata.normalize("NFD", "résumé.pdf")
    locked = file(root, f"files/{name}", (CASES / "password_harbour_light.pdf").read_bytes())
    monkeypatch.setenv("BRIEF_PASSWORD", "harbour light")
    (found,) = await documents(
        tmp_path,
        task(1, locked),
        overrides=['attachments.passwords=[{file:"résumé.pdf",env:BRIEF_PASSWORD}]'],
    )
    assert found.missing is None
    assert found.tables[0].rows[1] == ("Arden", "112.4", "1974")


def _named(path: str) -> File:
    return File(name="brief.pdf", path=path, digest=hashlib.sha256(path.encode()).hexdigest())


async def test_a_link_inside_the_benchmark_may_be_followed(tmp_path: Path) -> None:
    root = tmp_path / "data" / "benchmark" / "demo"
    file(root, "files/a.txt", b"linked words")
    (root / "files" / "b.txt").symlink_to("a.txt")
    (found,) = await documents(tmp_path, task(1, file(root, "files/b.txt")))
    assert found.blocks[0].text == "linked words"
