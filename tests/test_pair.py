"""The small world of the pipeline tests holds together: what its reports cite, count and claim is where it should be."""

from __future__ import annotations

import json
import re
import zipfile
from datetime import date
from pathlib import Path

import openpyxl
import pytest
import yaml

from tests.helpers import ROOT, context
from triaudit.benchmark.stage import run
from triaudit.files import read_records, tree_digest
from triaudit.task_path.stage import run as find
from triaudit.text import language
from triaudit.types import Task

DATA = ROOT / "tests/worlds/pair/data"
URL = re.compile(r"https://[a-z.]+\.example/[\w./-]*\w")
BREEZE = ("harbour-tram", "ovrey-crossing")


def corpus() -> dict[str, tuple[dict[str, object], str]]:
    pages = {}
    for path in sorted((DATA / "demo/corpus").glob("*.md")):
        _, head, body = path.read_text("utf-8").split("---\n", 2)
        fields = yaml.safe_load(head)
        pages[fields["url"]] = (fields, body)
    return pages


def harbor() -> list[dict[str, str]]:
    results: list[dict[str, str]] = json.loads((DATA / "outputs/harbor/results.json").read_text("utf-8"))
    return results


def reports() -> dict[str, str]:
    found = {f"harbor {item['id']}": item["response"] for item in harbor()}
    return found | {f"breeze {t}": (DATA / f"outputs/breeze/{t}.md").read_text("utf-8") for t in BREEZE}


def test_every_page_is_dated_and_says_its_language() -> None:
    pages = corpus()
    assert len(pages) == len(list((DATA / "demo/corpus").iterdir())) >= 12
    for url, (fields, body) in pages.items():
        assert set(fields) == {"url", "title", "date", "language"}
        assert URL.fullmatch(url)
        assert isinstance(fields["date"], date)
        assert language(body) == fields["language"]
    assert {fields["language"] for fields, _ in pages.values()} == {"en", "de"}


def test_harbor_cites_pages_of_the_corpus_and_breeze_does_not() -> None:
    pages = set(corpus())
    for name, report in reports().items():
        cited = set(URL.findall(report))
        if name.startswith("harbor"):
            assert len(cited) >= 5
            assert cited <= pages
        else:
            assert not cited & pages


def test_what_harbors_traces_quote_stands_in_the_page_they_name() -> None:
    pages = {url: " ".join(body.split()) for url, (_, body) in corpus().items()}
    for item in harbor():
        steps = json.loads(json.dumps(item["process"]))
        assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
        for step in steps:
            for hit in step.get("sources", []):
                assert hit["snippet"] in pages[hit["url"]]
            if step["type"] == "web_fetch":
                assert " ".join(step["output"].split()) == pages[step["url"]]


def test_reports_are_full_with_headings_and_a_table() -> None:
    for name, report in reports().items():
        assert 350 <= len(report.split()) <= 700, name
        assert len(re.findall(r"^#+ ", report, re.MULTILINE)) >= 5, name
        assert re.search(r"^\|[-|]+\|$", report, re.MULTILINE), name


def test_one_report_of_breeze_has_a_trace() -> None:
    traces = [p.name for p in (DATA / "outputs/breeze").glob("*.trace.txt")]
    assert traces == ["harbour-tram.trace.txt"]


def test_the_workbook_adds_up_and_is_quoted_rightly() -> None:
    path = DATA / "demo/files/ovrey-crossing-costs.xlsx"
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["Ferry", "Cable car"]
    for sheet, first, last in (("Ferry", 2, 6), ("Cable car", 2, 6)):
        rows = list(book[sheet].iter_rows(values_only=True))
        for column in range(2, len(rows[0])):
            assert rows[last][0] == "Total running cost"
            assert sum(row[column] for row in rows[first - 1 : last]) == rows[last][column]  # type: ignore[misc]
    with zipfile.ZipFile(path) as archive:
        assert {info.date_time[0] for info in archive.infolist()} == {2025}
    crossing = reports()["harbor ovrey-crossing"]
    for figure in ("5,970 thousand", "3,000 thousand", "412,000", "68.5 million"):
        assert figure in crossing


@pytest.mark.parametrize(
    ("figure", "task", "page"),
    [
        ("247 million", "harbour-tram", "final-account"),
        ("231 million", "harbour-tram", "harbour-tram-bill"),
        ("18,900 passengers", "harbour-tram", "figures/2024"),
        ("31 percent", "harbour-tram", "bus-network-review"),
        ("58 percent", "harbour-tram", "quay-2024"),
        ("398,000 passengers", "ovrey-crossing", "annual-report-2024"),
        ("24 million", "ovrey-crossing", "vessel-replacement"),
        ("19 days", "ovrey-crossing", "ovrey-sound-wind"),
        ("22 percent", "ovrey-crossing", "skelting-gorge-review"),
    ],
)
def test_harbor_has_the_corpus_figure_and_breeze_has_not(figure: str, task: str, page: str) -> None:
    (body,) = [body for url, (_, body) in corpus().items() if url.endswith(page)]
    assert figure in " ".join(body.split())
    assert figure in reports()[f"harbor {task}"]
    assert figure not in reports()[f"breeze {task}"]


def test_web_and_workbook_disagree_on_the_passengers_alone() -> None:
    pages = " ".join(body for _, body in corpus().values())
    assert "412,000" not in pages
    assert "398,000" in pages
    assert "5.51 million" in pages.replace("\n", " ")


def test_planted_gaps_of_harbor_are_there() -> None:
    tram, ferry = harbor()
    assert "from 64 to 22" in json.dumps(tram["process"])
    assert "64" not in tram["response"]
    assert "reserve boat" in ferry["response"]
    assert "reserve boat" not in json.dumps(ferry["process"])


async def test_the_frozen_version_is_what_the_query_file_gives(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/demo").symlink_to(DATA / "demo")
    params = yaml.safe_load((ROOT / "params.yaml").read_text("utf-8"))
    path = params["task_path"]["curated"]["path"]
    given = ["task_path=[curated]", f"task_path.curated.path={path}", "benchmark.build=demo"]
    await find(context(tmp_path, "task_path", overrides=given))
    await run(context(tmp_path, "benchmark", overrides=given))
    assert tree_digest(tmp_path / "data/benchmark/demo") == tree_digest(DATA / "benchmark/demo")
    tasks = read_records(DATA / "benchmark/demo/tasks.jsonl", Task)
    assert [task.id for task in tasks] == [item["id"] for item in harbor()] == list(BREEZE)
