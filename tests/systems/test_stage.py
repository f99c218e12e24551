import json
from pathlib import Path

import pytest

from tests.helpers import context
from triaudit.context import Context
from triaudit.errors import TriauditError
from triaudit.files import read_records, write_records
from triaudit.runtime import Runtime
from triaudit.systems.stage import KEYS, run
from triaudit.types import MissingReason, SystemOutput, Task

CASES = Path(__file__).parents[1] / "cases"


class Heard(Runtime):
    """Keeps what it is told to say."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def say(self, line: str) -> None:
        self.lines.append(line)


def prepare(folder: Path, tasks: list[Task], path: str) -> tuple[Context, Heard]:
    write_records(folder / "data/benchmark/v1/tasks.jsonl", tasks)
    heard = Heard()
    values = [
        "benchmark.version=v1",
        "systems=[]",
        "+systems.mine._target_=triaudit.systems.SystemSettings",
        f"+systems.mine.path={path}",
    ]
    return context(folder, "systems", "mine", values, heard), heard


def tasks_of(path: Path, query: str) -> list[Task]:
    text = path.read_text("utf-8")
    values = (
        json.loads(text)
        if path.suffix == ".json"
        else [json.loads(line) for line in text.split("\n") if line]
    )
    return [Task(id=str(v["id"]), query=v[query], language="en", track="text") for v in values]


def read(folder: Path) -> list[SystemOutput]:
    return read_records(folder / "results/systems/mine.jsonl", SystemOutput)


def numbered(count: int) -> list[Task]:
    return [Task(id=str(i), query=f"question {i}", language="en", track="text") for i in range(1, count + 1)]


async def test_one_record_per_task_and_the_same_bytes_each_time(tmp_path: Path) -> None:
    outputs = tmp_path / "data/outputs/mine"
    outputs.mkdir(parents=True)
    (outputs / "2.md").write_text("# Two\nA line\u2028with its own end.", "utf-8")
    (outputs / "2.trace.jsonl").write_text('{"type": "search", "query": "q"}\n', "utf-8")
    ctx, heard = prepare(tmp_path, numbered(3), "data/outputs/mine")
    await run(ctx)
    first = (tmp_path / "results/systems/mine.jsonl").read_bytes()
    found = read(tmp_path)
    assert [o.task for o in found] == ["1", "2", "3"]
    assert [o.missing and o.missing.reason for o in found] == [
        MissingReason.NO_OUTPUT,
        None,
        MissingReason.NO_OUTPUT,
    ]
    assert found[1].trace is not None
    assert found[1].trace.steps[0].queries == ("q",)
    assert heard.lines == []
    await run(ctx)
    assert (tmp_path / "results/systems/mine.jsonl").read_bytes() == first


async def test_error_rows_are_missing_with_what_they_say(tmp_path: Path) -> None:
    (tmp_path / "out.jsonl").write_bytes((CASES / "resume/c02_error_rows.jsonl").read_bytes())
    ctx, _ = prepare(tmp_path, numbered(5), "out.jsonl")
    await run(ctx)
    found = read(tmp_path)
    assert {o.missing.reason for o in found if o.missing} == {MissingReason.NO_REPORT}
    assert found[3].missing is not None
    assert "error: timeout" in found[3].missing.detail


async def test_problems_are_told_ten_at_a_time(tmp_path: Path) -> None:
    lines = ['{"id": 1, "article": "r"}', *['{"id": 1, "art'] * 14]
    (tmp_path / "out.jsonl").write_text("\n".join(lines), "utf-8")
    ctx, heard = prepare(tmp_path, numbered(1), "out.jsonl")
    await run(ctx)
    assert len(heard.lines) == 11
    assert heard.lines[0].startswith("systems mine: out.jsonl, line 2 is not JSON")
    assert heard.lines[-1].endswith("4 more of the kind")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "is missing; put the outputs there"),
        ("", "out.json is empty"),
        ("{", "out.json is not JSON"),
        ('[{"x": 1}]', "no known format (it has x)"),
    ],
)
async def test_nothing_readable_is_an_error_that_names_the_path(
    tmp_path: Path, content: str | None, says: str
) -> None:
    if content is not None:
        (tmp_path / "out.json").write_text(content, "utf-8")
    ctx, _ = prepare(tmp_path, numbered(1), "out.json")
    with pytest.raises(TriauditError, match=r"systems\.mine\.path=out\.json") as error:
        await run(ctx)
    assert says in str(error.value)


async def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    ctx, _ = prepare(tmp_path, numbered(1), "out")
    with pytest.raises(TriauditError, match="holds no"):
        await run(ctx)


def test_the_stage_declares_what_it_reads() -> None:
    assert KEYS == ("benchmark.version", "inputs.benchmark", "systems.{system}", "inputs.systems.{system}")


@pytest.mark.parametrize(
    ("queries", "query", "outputs", "reports", "traces", "flags"),
    [
        (
            "miroeval/input_queries/mirobench_text.json",
            "rewritten_query",
            "miroeval/method_results",
            35,
            35,
            set(),
        ),
        (
            *("miroeval/input_queries/mirobench_multimodal.json", "rewritten_query"),
            *("miroeval/method_multimodal_results", 14, 14, set()),
        ),
        (
            *(
                "deepresearcheval/query.jsonl",
                "prompt",
                "deepresearcheval/method_results/gemini_2.5_pro",
                3,
                3,
            ),
            {"interface_text_removed"},
        ),
        (
            "deep_research_bench/query.jsonl",
            "prompt",
            "deep_research_bench/claude-3-7-sonnet-latest.jsonl",
            10,
            0,
            set(),
        ),
    ],
)
async def test_published_outputs_are_read(
    tmp_path: Path,
    shared: Path,
    *,
    queries: str,
    query: str,
    outputs: str,
    reports: int,
    traces: int,
    flags: set[str],
) -> None:
    data = shared / "data"
    tasks = tasks_of(data / queries, query)
    ctx, heard = prepare(tmp_path, tasks, (data / outputs).as_posix())
    await run(ctx)
    found = read(tmp_path)
    assert [o.task for o in found] == [task.id for task in tasks]
    assert sum(o.missing is None for o in found) == reports
    assert {o.missing.reason for o in found if o.missing} <= {MissingReason.NO_OUTPUT}
    assert sum(o.trace is not None for o in found) == traces
    assert {flag for o in found for flag in o.flags} == flags
    assert heard.lines == []
    if flags:
        kept = [o for o in found if o.missing is None]
        assert all("Start research" not in o.report and "Gemini can make" not in o.report for o in kept)
        assert all(len(o.report) > 40_000 and len(o.sources) > 50 for o in kept)
