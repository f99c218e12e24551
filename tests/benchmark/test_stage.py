from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.helpers import context
from triaudit.benchmark.freeze import Manifest
from triaudit.benchmark.stage import run
from triaudit.errors import TriauditError
from triaudit.files import digest, read_records, tree_digest
from triaudit.task_path.stage import run as find
from triaudit.types import Task

SHARED = Path(__file__).parents[2].parent / "shared"


async def build(
    root: Path, path: str = "in/q.jsonl", version: str = "v1", overrides: Sequence[str] | None = None
) -> Path:
    chosen = ["task_path=[curated]", f"task_path.curated.path={path}", f"benchmark.build={version}"]
    given = chosen if overrides is None else overrides
    await find(context(root, "task_path", overrides=given))
    await run(context(root, "benchmark", overrides=given))
    return root / "data/benchmark" / version


def queries(root: Path, *items: dict[str, object]) -> None:
    (root / "in").mkdir(exist_ok=True)
    (root / "in/q.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items), encoding="utf-8")
    (root / "in/costs.csv").write_text("a,b\n1,2\n")


TEXT: dict[str, object] = {"id": 1, "query": "What does the bridge cost?"}
WITH_FILE: dict[str, object] = {
    "id": "Ünï/2",
    "query": "Was kostet die Brücke?",
    "files": [{"path": "costs.csv", "name": "Kosten 2024 (neu).CSV"}],
}


async def test_a_version_is_frozen_with_its_files_by_content(tmp_path: Path) -> None:
    queries(tmp_path, TEXT, WITH_FILE)
    frozen = await build(tmp_path)
    tasks = read_records(frozen / "tasks.jsonl", Task)
    assert [(t.id, t.language, t.track) for t in tasks] == [
        ("1", "en", "text"),
        ("Ünï/2", "de", "multimodal"),
    ]
    (file,) = tasks[1].files
    content = (frozen / file.path).read_bytes()
    assert file.name == "Kosten 2024 (neu).CSV"
    assert (file.digest, file.path) == (digest(content), f"files/{digest(content)[:16]}.csv")
    pinned = Manifest.model_validate_json((frozen / "manifest.json").read_text())
    assert pinned.version == "v1"
    assert [t.digest for t in pinned.tasks] == [digest(t) for t in tasks]
    assert tree_digest(tmp_path / "results/benchmark") == tree_digest(frozen)
    assert [p.name for p in frozen.parent.iterdir()] == ["v1"]


async def test_building_the_same_again_changes_nothing(tmp_path: Path) -> None:
    queries(tmp_path, TEXT, WITH_FILE)
    frozen = await build(tmp_path)
    before = {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in frozen.rglob("*") if p.is_file()}
    (tmp_path / "in").rename(tmp_path / "moved")
    await build(tmp_path, "moved/q.jsonl")
    assert {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in frozen.rglob("*") if p.is_file()} == before


@pytest.mark.parametrize("change", ["task", "file", "frozen file"])
async def test_a_frozen_version_is_never_overwritten(tmp_path: Path, change: str) -> None:
    queries(tmp_path, TEXT, WITH_FILE)
    frozen = await build(tmp_path)
    if change == "task":
        queries(tmp_path, {**TEXT, "query": "What did it cost?"}, WITH_FILE)
    elif change == "file":
        (tmp_path / "in/costs.csv").write_text("a,b\n1,3\n")
    else:
        next((frozen / "files").iterdir()).write_text("touched")
    before = tree_digest(frozen)
    with pytest.raises(TriauditError, match=r"data/benchmark/v1 is frozen.*benchmark\.build=v1-2"):
        await build(tmp_path)
    assert tree_digest(frozen) == before
    if change != "frozen file":
        assert (await build(tmp_path, version="v1-2")).is_dir()


async def test_without_a_task_path_nothing_is_built_and_a_foreign_version_is_left_alone(
    tmp_path: Path,
) -> None:
    queries(tmp_path, TEXT)
    await build(tmp_path)
    mine = tmp_path / "data/benchmark/mine"
    mine.mkdir()
    (mine / "tasks.jsonl").write_text("by hand\n")
    await build(tmp_path, overrides=["benchmark.version=mine"])
    built = tmp_path / "results/benchmark"
    assert [p.name for p in built.iterdir()] == ["manifest.json"]
    assert json.loads((built / "manifest.json").read_text())["built"] is False
    assert [p.name for p in mine.iterdir()] == ["tasks.jsonl"]


async def test_what_can_not_be_a_task_is_told_once_and_stands_in_the_manifest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    queries(tmp_path, TEXT, {"id": " 1 ", "query": "again"}, {**WITH_FILE, "files": ["gone.csv"]})
    frozen = await build(tmp_path)
    told = capsys.readouterr().err
    assert told.count("gone.csv") == 1
    assert told.count("this id is taken by in/q.jsonl, line 1") == 1
    pinned = Manifest.model_validate_json((frozen / "manifest.json").read_text())
    assert [d.origin for d in pinned.dropped] == ["in/q.jsonl, line 2", "in/q.jsonl, line 3"]
    assert pinned.counts["tasks"] == 1


async def test_an_attachment_that_vanished_after_it_was_listed_drops_its_task(tmp_path: Path) -> None:
    queries(tmp_path, TEXT, WITH_FILE)
    given = ["task_path=[curated]", "task_path.curated.path=in/q.jsonl", "benchmark.build=v1"]
    await find(context(tmp_path, "task_path", overrides=given))
    (tmp_path / "in/costs.csv").unlink()
    await run(context(tmp_path, "benchmark", overrides=given))
    assert [t.id for t in read_records(tmp_path / "data/benchmark/v1/tasks.jsonl", Task)] == ["1"]


async def test_a_set_without_tasks_is_not_frozen(tmp_path: Path) -> None:
    queries(tmp_path, {"id": 1})
    with pytest.raises(TriauditError, match="none of 1 candidates was kept"):
        await build(tmp_path)
    assert not (tmp_path / "data").exists()


async def test_the_published_multimodal_tasks_are_frozen_with_their_attachments(tmp_path: Path) -> None:
    path = SHARED / "data/miroeval/input_queries/mirobench_multimodal.json"
    if not path.is_file():
        pytest.skip(f"{path} is not there: real data stand beside the project or not at all")
    frozen = await build(tmp_path, str(path))
    tasks = read_records(frozen / "tasks.jsonl", Task)
    assert len(tasks) == 14
    assert all(task.track == "multimodal" for task in tasks)
    for file in (file for task in tasks for file in task.files):
        assert digest((frozen / file.path).read_bytes()) == file.digest
