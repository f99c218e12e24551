from __future__ import annotations

import json
from pathlib import Path

import pytest

from triaudit.errors import TriauditError
from triaudit.task_path import Attachment, Candidate, Draft
from triaudit.task_path.curated import CuratedSettings, entries, read

CASES = Path(__file__).parents[1] / "cases"
SHARED = Path(__file__).parents[2].parent / "shared"


def written(tmp_path: Path, text: str) -> list[Candidate]:
    (tmp_path / "q.json").write_text(text, encoding="utf-8")
    return read(tmp_path / "q.json", tmp_path.parent)


def one(tmp_path: Path, **fields: object) -> Candidate:
    (found,) = written(tmp_path, json.dumps(fields))
    return found


def draft(candidate: Candidate) -> Draft:
    assert candidate.kept, candidate.why
    assert candidate.draft is not None
    return candidate.draft


def test_our_own_lines_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_bytes(b"a")
    (tmp_path / "b.xlsx").write_bytes(b"b")
    found = one(
        tmp_path,
        id=" t1 ",
        query="What?",
        language="de-AT",
        domain="law",
        files=["a.xlsx", {"path": "b.xlsx", "name": "Costs.xlsx"}],
        annotation={"difficulty": "hard", "features": ["x"], "rank": 3, "planted": True, "none": None},
    )
    assert draft(found) == Draft(
        id="t1",
        query="What?",
        language="de",
        domain="law",
        files=(Attachment(name="a.xlsx", path="a.xlsx"), Attachment(name="Costs.xlsx", path="b.xlsx")),
        annotation={"difficulty": "hard", "features": '["x"]', "rank": "3", "planted": "true"},
    )
    assert found.folder == tmp_path.name
    assert found.origin == f"{tmp_path.name}/q.json, entry 1"


def test_a_miroeval_array_prefers_the_rewritten_query_and_ignores_a_systems_answer(tmp_path: Path) -> None:
    (tmp_path / "m/7").mkdir(parents=True)
    (tmp_path / "m/7/a.png").write_bytes(b"a")
    item = {
        "id": 7,
        "chat_id": "private",
        "query": "old",
        "rewritten_query": "new",
        "files": [{"filename": "a.png", "type": "image", "dir": "m/7/a.png", "size": "1 B"}],
        "annotation": {"category": "image", "language": "zh", "domain": "science", "origin_id": 2},
        "response": "# Report",
        "process": [],
    }
    for text in (json.dumps([item]), json.dumps({"model_name": "m", "entries": [item]})):
        (found,) = written(tmp_path, text)
        task = draft(found)
        assert (task.id, task.query, task.language, task.domain) == ("7", "new", "zh", "science")
        assert task.files == (Attachment(name="a.png", path="m/7/a.png"),)
        assert task.annotation == {"category": "image", "origin_id": "2"}


def test_prompt_lines_are_read_with_their_topic_and_attachment(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"a")
    lines = [
        {"id": 1, "topic": "Health", "language": "en", "prompt": "Why?", "attachment": "a.pdf"},
        {"id": 2, "topic": "Law", "language": "en", "prompt": "How?", "article": "# Report"},
    ]
    first, second = map(draft, written(tmp_path, "\ufeff" + "\r\n".join(map(json.dumps, lines))))
    assert (first.domain, first.files[0].path) == ("Health", "a.pdf")
    assert (second.id, second.query, second.files) == ("2", "How?", ())


def test_a_language_that_is_no_code_is_left_to_detection_and_said(tmp_path: Path) -> None:
    found = one(tmp_path, id=1, query="Why?", language="english")
    assert draft(found).language is None
    assert "'english'" in found.why


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"query": "no id"}, "no id"),
        ({"id": "  ", "query": "blank id"}, "no id"),
        ({"id": True, "query": "odd id"}, "no id"),
        ({"id": 1.5, "query": "odd id"}, "no id"),
        ({"id": 1}, "task 1: no query"),
        ({"id": 1, "query": " "}, "task 1: no query"),
        ({"id": 1, "query": "q", "annotation": "x"}, "task 1: `annotation`"),
        ({"id": 1, "query": "q", "files": [{"name": "x"}]}, "task 1: a file without a path"),
        ({"id": 1, "query": "q", "files": ["gone.pdf"]}, "task 1: attachment 'gone.pdf' is missing"),
    ],
)
def test_a_bad_entry_is_dropped_with_the_reason_and_the_rest_goes_on(
    tmp_path: Path, fields: dict[str, object], why: str
) -> None:
    bad, good = written(tmp_path, json.dumps(fields) + "\n" + json.dumps({"id": 2, "query": "fine"}))
    assert not bad.kept
    assert why in bad.why
    assert bad.origin == f"{tmp_path.name}/q.json, line 1"
    assert draft(good).id == "2"


def test_lines_that_are_no_objects_are_dropped_one_by_one(tmp_path: Path) -> None:
    text = (
        '{"id": 1, "query": "a"}\n{"id": 2, "que\n\n[1]\n{"id": NaN, "query": "x"}\n{"id": 5, "query": "e"}\n'
    )
    found = written(tmp_path, text)
    assert [(c.origin[-6:], c.kept) for c in found] == [
        ("line 1", True),
        ("line 2", False),
        ("line 4", False),
        ("line 5", False),
        ("line 6", True),
    ]


def test_a_damaged_array_gives_the_entries_before_the_damage(tmp_path: Path) -> None:
    found = written(tmp_path, '[{"id": 1, "query": "a"}, {"id": 2, "query": "b"}, {"id": 3, "quer')
    assert [c.kept for c in found] == [True, True, False]
    assert "damaged" in found[2].why


def test_deep_nesting_is_damage_and_no_crash() -> None:
    assert entries("[" * 100_000)[0].problem


def test_lone_surrogates_do_not_stop_the_run(tmp_path: Path) -> None:
    (found,) = written(tmp_path, '{"id": "a\\ud800", "query": "q\\udfff"}')
    assert draft(found).query == "q\ufffd"


@pytest.mark.parametrize(
    ("content", "why"), [(b"", "no tasks"), (b"[]", "no tasks"), (b"\xff\xfe{", "not UTF-8")]
)
def test_a_file_that_can_not_be_used_is_an_error(tmp_path: Path, content: bytes, why: str) -> None:
    (tmp_path / "q.json").write_bytes(content)
    with pytest.raises(TriauditError, match=rf"q\.json.*{why}"):
        read(tmp_path / "q.json", tmp_path)


def test_a_missing_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(TriauditError, match=r"q\.json.*task_path\.curated\.path"):
        read(tmp_path / "q.json", tmp_path)


def test_a_file_elsewhere_is_named_without_the_folders_of_this_machine(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    (tmp_path / "q.jsonl").write_text(json.dumps({"id": 1, "query": "q", "files": ["a.txt"]}))
    (tmp_path / "root").mkdir()
    (found,) = read(tmp_path / "q.jsonl", tmp_path / "root")
    assert (found.origin, found.folder, found.kept) == ("q.jsonl, entry 1", "..", True)


def test_inputs_are_the_query_file_and_the_attachments_that_may_be_opened(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/a.txt").write_text("a")
    lines = [{"id": 1, "query": "q", "files": ["a.txt"]}, {"id": 2, "query": "q", "files": ["../x"]}]
    (tmp_path / "data/q.jsonl").write_text("\n".join(map(json.dumps, lines)))
    settings = CuratedSettings(path="data/q.jsonl")
    assert settings.inputs(tmp_path) == [tmp_path / "data/q.jsonl", (tmp_path / "data/a.txt").resolve()]
    assert CuratedSettings(path="gone.jsonl").inputs(tmp_path) == [tmp_path / "gone.jsonl"]


def test_hostile_attachments_are_refused_with_the_task_and_others_go_on(tmp_path: Path) -> None:
    case = json.loads((CASES / "security/i05_attachment_names.json").read_text("utf-8"))
    home = tmp_path / "home"
    (home / "multimodal-attachments/1").mkdir(parents=True)
    (home / "x").write_text("x")
    (home / "symlink to /etc").mkdir(parents=True)
    (home / "symlink to /etc/hosts").symlink_to("/etc/hosts")
    (tmp_path / ".env").write_text("secret")
    (home / ".env").write_text("secret")
    items = [{"id": c["task"], "query": "q", "files": c["files"]} for c in case]
    found = written(home, json.dumps([*items, {"id": 99, "query": "fine"}]))
    assert [c.kept for c in found] == [False] * len(case) + [True]
    for item, candidate in zip(case, found, strict=False):
        assert candidate.why.startswith(f"task {item['task']}: attachment ")
        assert "missing" not in candidate.why


@pytest.mark.parametrize(
    ("path", "n"),
    [
        ("miroeval/input_queries/mirobench_text.json", 35),
        ("miroeval/input_queries/mirobench_multimodal.json", 14),
        ("miroeval/method_results/mirothinker_v17_text.json", 35),
        ("deepresearcheval/query.jsonl", 100),
        ("deepresearcheval/query_2601_en.jsonl", 30),
        ("deep_research_bench/query.jsonl", 20),
        ("deep_research_bench/claude-3-7-sonnet-latest.jsonl", 10),
    ],
)
def test_published_query_files_are_read_whole(path: str, n: int) -> None:
    file = SHARED / "data" / path
    if not file.is_file():
        pytest.skip(f"{file} is not there: real data stand beside the project or not at all")
    found = read(file, SHARED)
    assert len(found) == n
    assert [c.why for c in found if not c.kept] == []
    assert len({draft(c).id for c in found}) == n
    assert all(bool(draft(c).files) == ("multimodal" in path) for c in found)


def test_a_task_with_missing_attachments_is_dropped_and_names_the_first(tmp_path: Path) -> None:
    text = (CASES / "attachments/e18_task_missing_files.json").read_text("utf-8")
    place = tmp_path / "multimodal-attachments/71"
    place.mkdir(parents=True)
    (place / "e00_plain.pdf").write_bytes(b"%PDF-")
    (found,) = written(tmp_path, text)
    assert not found.kept
    assert found.why.startswith("task 71: attachment 'gone.pdf'")
    assert "is missing; put the file" in found.why


@pytest.mark.parametrize("key", ["file_path", "file_paths", "attachments", "attachment", "files"])
@pytest.mark.parametrize("several", [False, True])
def test_flat_items_name_their_files_under_any_key(tmp_path: Path, key: str, several: bool) -> None:
    (tmp_path / "a.pdf").write_bytes(b"a")
    found = one(tmp_path, task_id=4, user_query="Which dam?", **{key: ["a.pdf"] if several else "a.pdf"})
    assert draft(found) == Draft(
        id="4", query="Which dam?", files=(Attachment(name="a.pdf", path="a.pdf"),), annotation={}
    )
