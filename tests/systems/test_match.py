import json
from pathlib import Path

from triaudit.systems.found import Item, task_id
from triaudit.systems.match import match
from triaudit.types import MissingReason, Task

CASES = Path(__file__).parents[1] / "cases"


def task(name: str, query: str = "Which dam is larger, A or B?") -> Task:
    return Task(id=name, query=query, language="en", track="text")


def item(name: str, report: str = "A report.", query: str = "", **more: object) -> Item:
    return Item(id=name, query=query, report=report, trace=None, where=f"out, item {name}", **more)  # type: ignore[arg-type]


def test_ids_are_compared_as_trimmed_text() -> None:
    assert [task_id(v) for v in (7, "7", " 7 ", 7.0, "07", None, True, [7])] == [
        *("7", "7", "7", "7", "07", "", "", "")
    ]


def test_every_task_gets_one_record_in_the_tasks_order() -> None:
    outputs, problems = match([task("b"), task("a"), task("c")], [item("a"), item("b", "  \n")])
    assert [o.task for o in outputs] == ["b", "a", "c"]
    assert [o.missing and o.missing.reason for o in outputs] == [
        MissingReason.NO_REPORT,
        None,
        MissingReason.NO_OUTPUT,
    ]
    assert problems == []
    assert outputs[0].missing is not None
    assert "out, item b" in outputs[0].missing.detail


def test_of_duplicates_the_first_with_a_report_counts_and_the_others_are_named() -> None:
    rows = [
        json.loads(line)
        for line in (CASES / "resume/c03_duplicate_and_mixed_ids.jsonl").read_text("utf-8").splitlines()
    ]
    items = [item(task_id(row["task_id"]), f"Report {number}.") for number, row in enumerate(rows, 1)]
    outputs, problems = match([task("1"), task("01"), task("2")], items)
    assert [o.report for o in outputs] == ["Report 1.", "Report 3.", "Report 4."]
    assert [p.text.split(":")[0] for p in problems] == ["out, item 1", "out, item 2"]
    retried, _ = match([task("4")], [item("4", "", problem="error: timeout"), item("4", "Second try.")])
    assert retried[0].report == "Second try."


def test_outputs_for_no_task_are_named() -> None:
    outputs, problems = match([task("1")], [item("1"), item("99"), item("")])
    assert outputs[0].missing is None
    assert "id '99', which is not a task" in problems[0].text
    assert "no id, which is not a task" in problems[1].text


def test_where_no_id_fits_equal_queries_do_and_it_is_flagged() -> None:
    tasks = [task("x1", "Which dam?"), task("x2", "Which bridge?")]
    outputs, problems = match(tasks, [item("1", "B", "which  BRIDGE?"), item("2", "A", "Which dam?")])
    assert [(o.report, o.flags) for o in outputs] == [
        ("A", ("matched_by_query",)),
        ("B", ("matched_by_query",)),
    ]
    assert len(problems) == 1


def test_an_id_that_fits_with_another_question_is_flagged() -> None:
    outputs, problems = match(
        [task("1")], [item("1", query="Give an overview of tax law in four countries.")]
    )
    assert outputs[0].flags == ("query_differs",)
    assert "asks something else" in problems[0].text
    same, none = match([task("1")], [item("1", query="Which dam is the larger one, A or B?")])
    assert (same[0].flags, none) == ((), [])


def test_a_damaged_trace_is_named_and_used() -> None:
    torn = item("1")._replace(trace='[{"type": "think", "content": "a"}, {"ty')
    outputs, problems = match([task("1")], [torn])
    assert outputs[0].trace is not None
    assert len(outputs[0].trace.steps) == 2
    assert "damaged" in problems[0].text


def test_an_output_without_a_report_keeps_its_trace() -> None:
    outputs, _ = match([task("1")], [item("1", "")._replace(trace="<think>a</think>")])
    assert outputs[0].missing is not None
    assert outputs[0].trace is not None
