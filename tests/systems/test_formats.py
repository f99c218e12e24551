import json
import os
from pathlib import Path

import pytest

from triaudit.systems import adapters, folder
from triaudit.systems.folder import walk
from triaudit.systems.found import Item, Problem

CASES = Path(__file__).parents[1] / "cases"


def read(path: Path) -> tuple[list[Item], list[str]]:
    items, problems = [], []
    for found in walk(path):
        if isinstance(found, Problem):
            problems.append(found.text)
            continue
        item = next((item for adapter in adapters() if (item := adapter(found)) is not None), None)
        if item is None:
            problems.append(f"{found.where}: unknown")
        else:
            items.append(item)
    return items, problems


def write(path: Path, value: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), "utf-8")
    return path


ENTRY = {
    "id": 1,
    "query": "old",
    "rewritten_query": "Which dam?",
    "response": "# Dam A",
    "process": "<think>x",
}


@pytest.mark.parametrize("value", [[ENTRY], {"model_name": "m", "entries": [ENTRY]}, ENTRY])
def test_miroeval_arrays_wrapped_or_one_file_per_item(tmp_path: Path, value: object) -> None:
    items, problems = read(write(tmp_path / "results.json", value))
    assert problems == []
    assert [(i.id, i.query, i.report, i.trace) for i in items] == [("1", "Which dam?", "# Dam A", "<think>x")]


def test_a_lone_item_without_id_has_it_in_its_file_name(tmp_path: Path) -> None:
    write(tmp_path / "some_model_07.json", {"user_query": "q", "response": "r"})
    items, _ = read(tmp_path)
    assert [(i.id, i.flags) for i in items] == [("07", ("id_from_file_name",))]


def test_traces_given_as_values_are_taken_as_they_are(tmp_path: Path) -> None:
    steps = [{"type": "think", "content": "x"}]
    items, _ = read(write(tmp_path / "a.json", [{**ENTRY, "process": steps}]))
    assert items[0].trace == steps


def test_conversations_take_all_that_the_assistant_said_and_prefer_query_id(tmp_path: Path) -> None:
    entries = [
        {"entry_type": "user", "query": "Which dam?", "response": "not this"},
        {
            "query": "Which dam?",
            "entry_type": "assistant",
            "response": "First.",
            "thinking_panel": "I look.",
            "deep_research_sources": "Sources[a.exampleA](https://a.example/x_(y))[b](https://b.example)",
        },
        {"entry_type": "assistant", "response": "Second."},
    ]
    write(tmp_path / "deep_research_9_20250101_101010.json", {"query_id": 7, "entries": entries})
    write(tmp_path / "deep_research_8_20250101_101010.json", {"entries": entries[1:2]})
    write(tmp_path / "12.json", {"entries": entries[1:2]})
    items, problems = read(tmp_path)
    assert problems == []
    assert [item.id for item in items] == ["12", "8", "7"]
    assert items[2].report == "First.\n\nSecond."
    assert items[2].trace == "I look."
    assert items[2].sources == ("https://a.example/x_(y)", "https://b.example")
    assert items[2].flags == ("several_answers_joined",)


def test_lines_of_both_kinds(tmp_path: Path) -> None:
    bench = write(tmp_path / "bench.jsonl", '{"id": 3, "prompt": "q", "article": "r"}\n\n')
    line = {
        "task_id": "t1",
        "task_question": "the report",
        "ground_truth": "",
        "metadata": {"user_query": "q"},
    }
    standard = write(tmp_path / "standard.jsonl", json.dumps(line))
    assert [(i.id, i.query, i.report) for i in read(bench)[0]] == [("3", "q", "r")]
    assert [(i.id, i.query, i.report) for i in read(standard)[0]] == [("t1", "q", "the report")]
    assert len(read(tmp_path)[0]) == 2


def test_plain_items_with_a_report_are_read(tmp_path: Path) -> None:
    items, _ = read(write(tmp_path / "a.json", [{"id": "x", "report": "r", "process": "<think>y</think>"}]))
    assert [(i.id, i.report, i.trace) for i in items] == [("x", "r", "<think>y</think>")]


def test_a_folder_of_reports_with_traces_beside_them(tmp_path: Path) -> None:
    write(tmp_path / "a.md", "# A")
    write(tmp_path / "a.trace.txt", "[web_search] a")
    write(tmp_path / "季度 报告（终稿）#1 100%.md", "# B")
    write(tmp_path / "季度 报告（终稿）#1 100%.trace.json", "[]")
    write(tmp_path / "c.trace.jsonl", "{}")
    items, problems = read(tmp_path)
    assert [(i.id, i.report, i.trace) for i in items] == [
        ("a", "# A", "[web_search] a"),
        ("季度 报告（终稿）#1 100%", "# B", "[]"),
    ]
    assert problems == ["c.trace.jsonl has no report beside it: add c.md or remove it"]


def test_a_torn_last_line_is_named_and_the_others_are_kept() -> None:
    items, problems = read(CASES / "resume" / "c01_partial_last_line.jsonl")
    assert [item.id for item in items] == ["1", "2", "3", "4", "5"]
    assert problems == ["c01_partial_last_line.jsonl, line 6 is torn off: write this line again"]


def test_a_line_torn_inside_a_character_spoils_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    line = '{"id": 1, "article": "水库"}\n'.encode()
    path.write_bytes(line + b'{"id": 2, "article": "\xff"}\n' + line[:-6])
    items, problems = read(path)
    assert [item.report for item in items] == ["水库"]
    assert [problem.split(":")[0] for problem in problems] == [
        "a.jsonl, line 2 is not UTF-8 text",
        "a.jsonl, line 3 is torn off",
    ]


def test_a_torn_array_keeps_its_whole_items(tmp_path: Path) -> None:
    items, problems = read(write(tmp_path / "a.json", json.dumps([ENTRY, {**ENTRY, "id": 2}])[:-9]))
    assert [item.id for item in items] == ["1"]
    assert "a.json: the list is broken off after 1 whole items" in problems[0]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "a.json is empty"),
        ("oops", "a.json is not JSON"),
        ('{"id": 1, "response": ', "a.json is not JSON"),
        ("3", "a.json holds int, not results"),
        ('["x", 4]', "a.json, item 1 is str, not an object"),
        ('[{"foo": 1}]', "a.json, item 1: unknown"),
        ("[" * 100_000, "a.json is not JSON (nested too deeply)"),
    ],
)
def test_what_is_no_output_is_named(tmp_path: Path, content: str, says: str) -> None:
    items, problems = read(write(tmp_path / "a.json", content))
    assert items == []
    assert says in problems[0]


def test_other_encodings_are_read_or_named(tmp_path: Path) -> None:
    (tmp_path / "bom.md").write_bytes(b"\xef\xbb\xbf# A")
    (tmp_path / "gb.md").write_bytes("水库容量".encode("gb18030"))
    (tmp_path / "wide.md").write_bytes("# C".encode("utf-16"))
    items, problems = read(tmp_path)
    assert [(i.id, i.report) for i in items] == [("bom", "# A"), ("wide", "# C")]
    assert problems == ["gb.md is not UTF-8 text (byte 2): save it as UTF-8"]


def test_nothing_outside_the_folder_is_read(tmp_path: Path) -> None:
    secret = write(tmp_path / "secret.md", "secret")
    inside = tmp_path / "outputs"
    write(inside / "a.md", "# A")
    (inside / "b.md").symlink_to(secret)
    (inside / "a.trace.txt").symlink_to(secret)
    (inside / "up").symlink_to(tmp_path)
    os.mkfifo(inside / "pipe.md")
    items, problems = read(inside)
    assert [(i.id, i.trace) for i in items] == [("a", None)]
    assert sorted(problem.split(" is ")[0] for problem in problems) == ["a.trace.txt", "b.md"]


def test_a_file_over_the_bound_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "MAX_BYTES", 10)
    write(tmp_path / "a.md", "# A")
    write(tmp_path / "b.md", "x" * 11)
    items, problems = read(tmp_path)
    assert [item.id for item in items] == ["a"]
    assert problems[0].startswith("b.md is ")


def test_a_file_name_is_data(tmp_path: Path) -> None:
    name = "a\n\x1b[31mline.md"
    write(tmp_path / name, "# A")
    items, _ = read(tmp_path)
    assert items[0].id == name[:-3]
    assert items[0].where == "a??[31mline.md"


def test_hidden_and_other_files_are_passed_over(tmp_path: Path) -> None:
    for name in (".gitignore", ".hidden/x.md", "results.json.dvc", "chart.png"):
        write(tmp_path / name, "x")
    write(tmp_path / "a.md", "# A")
    assert [item.id for item in read(tmp_path)[0]] == ["a"]


def test_lone_surrogates_can_be_written(tmp_path: Path) -> None:
    items, _ = read(write(tmp_path / "a.json", '[{"id": "\\ud800", "response": "x\\ud83d\\ude00\\udfff"}]'))
    assert items[0].report == "x😀\ufffd"
    items[0].id.encode("utf-8")


def test_a_wrapped_list_without_ids_is_no_conversation(tmp_path: Path) -> None:
    entries = [
        {"rewritten_query": "Which dam?", "response": "A"},
        {"rewritten_query": "Why?", "response": "B"},
    ]
    items, _ = read(write(tmp_path / "a.json", {"model_name": "m", "entries": entries}))
    assert [(i.query, i.report) for i in items] == [("Which dam?", "A"), ("Why?", "B")]


@pytest.mark.parametrize(
    "name",
    [
        *("deep_research_9", "deep_research_9_20250819_222419", "deep_research_9_1733000000", "9"),
        *("deep_research_9_2025-08-19T22-24-19", "9_20250819222419", "deep_research_9_2025-08-19_22-24"),
    ],
)
def test_a_conversations_number_stands_before_the_time_in_its_files_name(tmp_path: Path, name: str) -> None:
    items, _ = read(write(tmp_path / f"{name}.json", {"entries": [{"query": "q", "response": "r"}]}))
    assert [(i.id, i.flags) for i in items] == [("9", ("id_from_file_name",))]


def test_panels_given_as_values_stay_values(tmp_path: Path) -> None:
    step = {"type": "think", "content": "x"}
    one, two = {"response": "r", "thinking_panel": [step]}, {"response": "s", "thinking_panel": "text"}
    items, _ = read(write(tmp_path / "a.json", {"query_id": 1, "entries": [one]}))
    assert items[0].trace == [step]
    items, _ = read(write(tmp_path / "a.json", {"query_id": 1, "entries": [one, two]}))
    assert items[0].trace == [step, "text"]


@pytest.mark.parametrize(
    "value", [{"response": None, "error": "timeout"}, {"status": "failed"}, {"response": " "}]
)
def test_an_item_without_a_report_is_read_and_says_why(tmp_path: Path, value: dict[str, object]) -> None:
    items, problems = read(write(tmp_path / "a.json", [{"id": 1, "query": "q", **value}]))
    assert problems == []
    assert [(i.id, i.report.strip()) for i in items] == [("1", "")]
    assert items[0].problem == {"timeout": "error: timeout", "failed": "status: failed"}.get(
        str(value.get("error", value.get("status"))), ""
    )


@pytest.mark.parametrize("key", ["query", "user_query", "rewritten_query"])
@pytest.mark.parametrize("files", [{"file_path": None}, {"file_paths": ["a.pdf"]}, {"attachments": []}])
def test_flat_items_are_read_with_either_name_of_the_query(tmp_path: Path, key: str, files: object) -> None:
    items, _ = read(write(tmp_path / "m_3.json", {key: "Which dam?", "response": "A", **files}))  # type: ignore[dict-item]
    assert [(i.id, i.query, i.report) for i in items] == [("3", "Which dam?", "A")]
