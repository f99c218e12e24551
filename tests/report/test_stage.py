from itertools import chain
from pathlib import Path

import pytest

from tests.helpers import context
from tests.report.made import QUOTE, TASKS, records, scores
from tests.score.made import BOOTSTRAP, WEIGHTS, card
from triaudit.errors import TriauditError
from triaudit.files import write_records
from triaudit.report.stage import run
from triaudit.score.pairs import compare


async def test_pages_are_written_and_those_of_systems_that_left_are_gone(tmp_path: Path):
    write_records(tmp_path / "data/benchmark/demo/tasks.jsonl", TASKS)
    found = scores()

    async def build(*systems: str) -> list[str]:
        own = [[score for score in found if score.system == name] for name in systems]
        write_records(tmp_path / "results/score/tasks.jsonl", [score for part in own for score in part])
        write_records(tmp_path / "results/score/scorecards.jsonl", [card(part) for part in own])
        compared = compare(list(chain(*own)), WEIGHTS, BOOTSTRAP)
        write_records(tmp_path / "results/score/pairs.jsonl", compared)
        overrides = ["benchmark.version=demo", "report.title='Ports & coasts'"]
        await run(context(tmp_path, "report", overrides=overrides))
        folder = tmp_path / "results/report"
        return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html"))

    everything = await build("heron", "wren")
    assert len(everything) == 1 + 2 + 2 * len(TASKS)
    assert {"index.html", "systems/heron.html", "systems/wren.html", "reports/wren/8.html"} < set(everything)
    first = (tmp_path / "results/report/index.html").read_bytes()
    assert b"Ports &amp; coasts</h1>" in first
    assert "systems/heron.html" not in await build("wren")
    assert not (tmp_path / "results/report/reports/heron").exists()
    await build("heron", "wren")
    assert (tmp_path / "results/report/index.html").read_bytes() == first


async def test_what_the_stages_wrote_is_on_the_report_page(tmp_path: Path):
    write_records(tmp_path / "data/benchmark/demo/tasks.jsonl", TASKS)
    one, results = records(), tmp_path / "results"
    found = [score for score in scores() if score.system == "heron"]
    for place, record in (
        ("systems/heron", one.output),
        ("rubric/tasks", one.rubric),
        ("quality/heron", one.grade),
        ("claims/heron", one.claims),
        ("factcheck/heron", one.check),
        ("audit/heron", one.audit),
    ):
        assert record
        write_records(results / f"{place}.jsonl", [record])
    write_records(results / "score/tasks.jsonl", found)
    write_records(results / "score/scorecards.jsonl", [card(found)])
    write_records(results / "score/pairs.jsonl", compare(found, WEIGHTS, BOOTSTRAP))
    await run(context(tmp_path, "report", overrides=["benchmark.version=demo"]))
    page = (results / "report/reports/heron/1.html").read_text("utf-8")
    assert QUOTE in page
    assert "stage claims left no record" in (results / "report/reports/heron/2.html").read_text("utf-8")
    (results / "score/scorecards.jsonl").unlink()
    with pytest.raises(TriauditError, match="run stage score first"):
        await run(context(tmp_path, "report", overrides=["benchmark.version=demo"]))
