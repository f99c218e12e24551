from pathlib import Path

from tests.helpers import context
from tests.report.made import TASKS, scores
from tests.score.made import card
from triaudit.files import write_records
from triaudit.report.stage import run


async def test_pages_are_written_and_those_of_systems_that_left_are_gone(tmp_path: Path):
    write_records(tmp_path / "data/benchmark/demo/tasks.jsonl", TASKS)
    found = scores()

    async def build(*systems: str) -> list[str]:
        own = [[score for score in found if score.system == name] for name in systems]
        write_records(tmp_path / "results/score/tasks.jsonl", [score for part in own for score in part])
        write_records(tmp_path / "results/score/scorecards.jsonl", [card(part) for part in own])
        overrides = ["benchmark.version=demo", "report.title='Ports & coasts'"]
        await run(context(tmp_path, "report", overrides=overrides))
        return sorted(path.name for path in (tmp_path / "results/report").iterdir())

    assert await build("heron", "wren") == ["index.html", "system-heron.html", "system-wren.html"]
    first = (tmp_path / "results/report/index.html").read_bytes()
    assert b"<h1>Ports &amp; coasts</h1>" in first
    assert await build("wren") == ["index.html", "system-wren.html"]
    await build("heron", "wren")
    assert (tmp_path / "results/report/index.html").read_bytes() == first
