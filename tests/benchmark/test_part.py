"""A part of a benchmark: which tasks it has, what going on to more of them costs, and where it is said."""

from __future__ import annotations

import json
import sqlite3
from itertools import pairwise
from pathlib import Path

import pytest

from tests.project import Project
from triaudit.benchmark import BenchmarkSettings
from triaudit.benchmark.subset import drawn, part
from triaudit.errors import TriauditError
from triaudit.types import Task

TASKS = [
    Task(id=f"t{n}", query="q", language="en", track="multimodal" if n % 10 > 6 else "text")
    for n in range(100)
]


def settings(**given: object) -> BenchmarkSettings:
    return BenchmarkSettings.model_validate(
        {"version": "v", "build": "v", "limit": None, "only": None, **given}
    )


def test_without_a_limit_every_task_is_evaluated_and_nothing_is_marked() -> None:
    for limit, only in ((None, None), (100, None), (500, None), (None, [task.id for task in TASKS])):
        assert part(TASKS, limit, only) == (tuple(TASKS), "")


def test_a_larger_part_holds_every_smaller_ones_tasks_in_the_benchmarks_order() -> None:
    parts = [[task.id for task in part(TASKS, n, None).tasks] for n in range(1, 100)]
    for smaller, larger in pairwise(parts):
        assert set(smaller) < set(larger)
        assert len(larger) == len(smaller) + 1
    assert all(ids == [task.id for task in TASKS if task.id in set(ids)] for ids in parts)


def test_both_tracks_have_their_share_of_a_part() -> None:
    for n in range(2, 101):
        text = sum(task.track == "text" for task in part(TASKS, n, None).tasks)
        assert abs(text - 0.7 * n) <= 1, n


def test_the_draw_does_not_depend_on_how_the_tasks_are_listed() -> None:
    assert drawn(TASKS) == drawn(TASKS[::-1])


def test_the_tasks_named_are_evaluated_and_a_limit_takes_of_them() -> None:
    named = part(TASKS, None, ["t8", "t2"])
    assert [task.id for task in named.tasks] == ["t2", "t8"]
    assert named.note == "2 of 100 tasks (benchmark.only)"
    both = part(TASKS, 2, ["t8", "t2", "t3", "t4"])
    assert len(both.tasks) == 2
    assert both.note == "2 of 100 tasks (benchmark.only, benchmark.limit=2)"


def test_an_unknown_id_is_answered_with_its_neighbours() -> None:
    tasks = [
        Task(id=name, query="q", language="en", track="text") for name in ("harbour-cost", "tram-line", "7")
    ]
    with pytest.raises(
        TriauditError, match=r"no task has the id harbor-cost \(did you mean harbour-cost\?\)"
    ):
        part(tasks, None, ["harbor-cost", "7"])


def test_ids_may_be_numbers_or_one_alone() -> None:
    assert settings(only=[7, " a "]).only == ("7", "a")
    assert settings(only="a").only == ("a",)
    for wrong in ({"only": []}, {"limit": 0}, {"only": [1.5]}):
        with pytest.raises(ValueError, match="validation error"):
            settings(**wrong)


@pytest.mark.pipeline
def test_a_part_is_marked_everywhere_and_the_whole_run_asks_nothing_again(tmp_path: Path) -> None:
    project = Project.make(tmp_path / "project")
    journal = project.folder / ".triaudit" / "journal"
    project.params(judge={"use": "scripted", "model": "m", "journal": ".triaudit/journal"})

    def asked() -> list[str]:
        return sorted(journal.read_text().splitlines()) if journal.is_file() else []

    said = project.triaudit("benchmark.only=[nobody]", expect=2)
    assert "benchmark.only: no task has the id nobody" in said
    project.triaudit()
    whole, results = asked(), project.read("results/metrics.json")
    assert '"part"' not in results
    journal.unlink()
    (project.folder / ".triaudit" / "store.sqlite").rename(tmp_path / "kept.sqlite")

    mark = "1 of 2 tasks (benchmark.limit=1)"
    said = project.triaudit("benchmark.limit=1")
    assert f"Measured on {mark}: not comparable" in said
    assert {card["part"] for card in json.loads(project.read("results/metrics.json")).values()} == {mark}
    for page in (project.folder / "results" / "report").rglob("*.html"):
        assert f"Measured on {mark}" in page.read_text(), page
    first = asked()
    assert set(first) < set(whole)
    tags = sqlite3.connect(project.folder / "mlruns" / "mlflow.db").execute(
        "select value, count(*) from tags where key='part' group by value order by value"
    )
    assert tags.fetchall() == [(mark, 2), ("all tasks", 2)]

    project.triaudit()
    assert asked() == whole
    assert project.read("results/metrics.json") == results
    project.triaudit("benchmark.limit=1")
    assert asked() == whole
