"""The demo's world is what its README says: what it holds, what was planted, and what is known of it."""

from __future__ import annotations

import asyncio
import json
import re
import zipfile
from collections import Counter
from pathlib import Path

import openpyxl
import pytest
import yaml

from tests.demo import HOME, SYSTEMS, World, read_world
from tests.helpers import ROOT, context
from tests.project import PAIR
from triaudit import injection
from triaudit.benchmark.stage import run as freeze
from triaudit.files import tree_digest
from triaudit.selftest.known import read_truth
from triaudit.selftest.truth import place
from triaudit.task_path.stage import run as find
from triaudit.text import language
from triaudit.types import Label

SAID_OF_ITSELF = ("The certainty of this assessment is close to 100 percent.",)
"""Sentences with a figure that a report states about itself: nothing to check."""


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return asyncio.run(read_world(tmp_path_factory.mktemp("world")))


def plain(text: str) -> str:
    return " ".join(text.split())


# ---------------------------------------------------------------- tasks, pages, attachments


def test_there_are_eight_tasks_of_which_three_have_attachments(world: World) -> None:
    assert Counter(task.language for task in world.tasks.values()) == {"en": 5, "zh": 2, "de": 1}
    assert Counter(task.track for task in world.tasks.values()) == {"text": 5, "multimodal": 3}
    assert {d.name: d.kind for d in world.documents.values()} == {
        "ovrey-crossing-costs.xlsx": "xlsx",
        "lindmoor-geschaeftsbericht-2024.pdf": "pdf",
        "ellery-vale-water.png": "image",
    }


@pytest.mark.parametrize("data", [ROOT / "data", PAIR / "data"], ids=["demo", "pair"])
async def test_a_frozen_version_is_what_its_query_file_gives(tmp_path: Path, data: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/demo").symlink_to(data / "demo")
    params = yaml.safe_load((ROOT / "params.yaml").read_text("utf-8"))
    path = params["task_path"]["curated"]["path"]
    given = ["task_path=[curated]", f"task_path.curated.path={path}", "benchmark.build=demo"]
    await find(context(tmp_path, "task_path", overrides=given))
    await freeze(context(tmp_path, "benchmark", overrides=given))
    assert tree_digest(tmp_path / "data/benchmark/demo") == tree_digest(data / "benchmark/demo")


def test_every_page_is_dated_and_written_in_the_language_it_says(world: World) -> None:
    assert len(world.pages) >= 40
    for address, page in world.pages.items():
        assert re.fullmatch(r"https://[\w.-]+\.example/[\w./-]+", address)
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", page.date or ""), address
        assert language(page.text) == page.language, address
    assert {page.language for page in world.pages.values()} == {"en", "de", "zh"}


def test_the_workbook_has_two_sheets_that_add_up(world: World) -> None:
    path = HOME / "files/ovrey-crossing-costs.xlsx"
    book = openpyxl.load_workbook(path)
    assert book.sheetnames == ["Ferry", "Cable car"]
    for sheet in book:
        rows = list(sheet.iter_rows(values_only=True))
        assert rows[6][0] == "Total running cost"
        for column in range(2, len(rows[0])):
            assert sum(row[column] for row in rows[1:6]) == rows[6][column]  # type: ignore[misc]
    with zipfile.ZipFile(path) as archive:
        assert {info.date_time[0] for info in archive.infolist()} == {2025}
    assert {b.locator.split(",")[0] for b in world.documents[path.name].blocks} == {
        "sheet Ferry",
        "sheet Cable car",
    }


def test_the_pdf_has_prose_and_a_table_and_the_chart_is_a_picture(world: World) -> None:
    pdf = world.documents["lindmoor-geschaeftsbericht-2024.pdf"].blocks
    assert {block.kind for block in pdf} == {"text", "table"}
    assert any("Wärmeabsatz (GWh) | 174 | 186" in block.text for block in pdf if block.kind == "table")
    assert any("Flusswärmepumpe" in block.text for block in pdf if block.kind == "text")
    assert {block.kind for block in world.documents["ellery-vale-water.png"].blocks} == {"image"}


# ---------------------------------------------------------------- systems


def test_three_systems_deliver_every_report_in_formats_of_their_own(world: World) -> None:
    assert set(world.outputs) == {(name, task) for name in SYSTEMS for task in world.tasks}
    assert all(output.missing is None for output in world.outputs.values())
    formats = {
        n: {o.trace and o.trace.format for (s, _), o in world.outputs.items() if s == n} for n in SYSTEMS
    }
    assert all(len(of) == 1 for of in formats.values())
    assert formats["lantern"] == {None}
    assert formats["harbor"] != formats["breeze"]
    for output in world.outputs.values():
        assert output.trace is None or not output.trace.incomplete
    outputs = ROOT / "data/outputs"
    assert isinstance(json.loads((outputs / "harbor/results.json").read_text("utf-8")), list)
    assert {path.suffix for path in (outputs / "breeze").iterdir()} == {".md", ".txt"}
    for path in (outputs / "lantern").iterdir():
        assert set(json.loads(path.read_text("utf-8"))) >= {"query_id", "entries"}


def test_harbor_and_lantern_cite_pages_that_exist_and_breeze_none(world: World) -> None:
    address = re.compile(r"https://[\w.-]+\.example/[\w./-]*\w")
    for (system, task), output in world.outputs.items():
        cited = set(address.findall(output.report))
        if system == "breeze":
            assert not cited & set(world.pages), task
        else:
            assert len(cited) >= 3, (system, task)
            assert cited <= set(world.pages), (system, task)


def test_what_harbors_traces_quote_stands_in_the_page_they_name(world: World) -> None:
    results = json.loads((ROOT / "data/outputs/harbor/results.json").read_text("utf-8"))
    for item in results:
        assert [step["step"] for step in item["process"]] == [
            *range(1, len(world.trace("harbor", item["id"]).steps) + 1)
        ]
        for step in item["process"]:
            for hit in step.get("sources", []):
                assert plain(hit["snippet"]) in plain(world.pages[hit["url"]].text)
            if step["type"] == "web_fetch":
                assert plain(step["output"]) == plain(world.pages[step["url"]].text)


# ---------------------------------------------------------------- what is known


def test_every_known_sentence_stands_once_in_its_report(world: World) -> None:
    for line in (x for x in world.lines if "sentence" in x):
        place(line["sentence"], world.outputs[line["system"], line["task"]].report)


def test_every_evidence_quote_stands_in_its_source(world: World) -> None:
    texts = {address: plain(page.text) for address, page in world.pages.items()}
    for name, document in world.documents.items():
        texts[name] = plain("\n".join(block.text for block in document.blocks))
    # a picture holds no text: its printed labels are what the traces read off it
    picture = "ellery-vale-water.png"
    texts[picture] = plain("\n".join(step.text for step in world.trace("harbor", "ellery-water").steps[:2]))
    for line in world.known("claim"):
        assert bool(line["evidence"]) is (line["label"] != "UNKNOWN"), line["sentence"]
        for evidence in line["evidence"]:
            assert plain(evidence["quote"]) in texts[evidence["source"]], evidence


def test_each_label_has_its_share_and_the_readme_counts_them(world: World) -> None:
    truths = read_truth(HOME / "truth.jsonl")
    shares = Counter(truth.label for truth in truths)
    readme = (HOME / "README.md").read_text("utf-8")
    for label in Label:
        assert shares[label] >= 0.15 * len(truths)
        assert f"| {label.value} | {shares[label]} | {shares[label] / len(truths):.1%} |" in readme


def test_no_sentence_or_row_with_a_figure_lacks_a_line(world: World) -> None:
    for (system, task), output in world.outputs.items():
        rest = output.report
        for kind in ("claim", "conclusion"):
            for line in world.known(kind, system=system, task=task):
                rest = rest.replace(line["sentence"], "")
        rest = re.sub(r"^#.*|^\|.*\n\|[-|: ]+\|$|^\[\d+\] .*", "", rest, flags=re.MULTILINE)
        for said in SAID_OF_ITSELF:
            rest = rest.replace(said, "")
        assert not re.search(r"\d|\bpercent\b", rest), (system, task, rest)


def test_a_conflict_has_evidence_on_both_sides_and_so_has_one_that_is_disclosed(world: World) -> None:
    disclosed = [line for line in world.known("claim") if line["disclosed"]]
    assert {line["label"] for line in disclosed} == {"RIGHT"}
    for line in [*world.known("claim", label="CONFLICT"), *disclosed]:
        sides = {evidence["source"].startswith("https://") for evidence in line["evidence"]}
        assert sides == {True, False}, line["sentence"]
        assert world.tasks[line["task"]].track == "multimodal"


def test_steps_that_are_named_exist_and_support_is_known_for_every_sentence(world: World) -> None:
    for line in (x for x in world.lines if x["kind"] in {"finding", "repeat", "contradiction", "support"}):
        named = [*line.get("steps", []), *(line[key] for key in ("step", "of") if line.get(key))]
        count = len(world.trace(line["system"], line["task"]).steps)
        assert all(1 <= step <= count for step in named), line
    for system in ("harbor", "breeze"):
        for task in world.tasks:
            known = [
                world.known(kind, system=system, task=task) for kind in ("claim", "conclusion", "support")
            ]
            claims, conclusions, support = [{line["sentence"] for line in lines} for lines in known]
            assert support == claims | conclusions, (system, task)


# ---------------------------------------------------------------- what was planted


def test_some_claims_are_decided_in_another_language_alone(world: World) -> None:
    foreign = [
        line["task"]
        for line in world.known("claim")
        if line["evidence"]
        and all(
            evidence["source"] in world.pages
            and world.pages[evidence["source"]].language != world.tasks[line["task"]].language
            for evidence in line["evidence"]
        )
    ]
    assert set(foreign) == {"ovrey-crossing", "jichuan-sponge", "chengyu-microgrid"}


def test_one_page_instructs_the_judge_and_one_trace_holds_it(world: World) -> None:
    told = [address for address, page in world.pages.items() if injection.flags(page.text)]
    assert told == ["https://worklab.example/blog/four-day-week-lessons"]
    traces = [
        f"{system}/{task}"
        for (system, task), output in world.outputs.items()
        if output.trace and any(injection.flags(step.text) for step in output.trace.steps)
    ]
    assert traces == ["harbor/brannock-week"]
    assert not any(injection.flags(output.report) for output in world.outputs.values())
    page, trace = world.known("injection")
    assert page["text"] == trace["text"]
    assert (page["where"], trace["where"]) == ("corpus/worklab-blog.md", "harbor/brannock-week")
    assert page["text"] in (HOME / page["where"]).read_text("utf-8")
    assert page["text"] in "".join(step.text for step in world.trace("harbor", "brannock-week").steps)


def test_harbor_searches_fourteen_times_for_the_crossing_and_repeats_six_in_synonyms(world: World) -> None:
    searches = {
        s.index: s.queries for s in world.trace("harbor", "ovrey-crossing").steps if s.kind == "search"
    }
    assert len(searches) == 14
    repeats = world.known("repeat", system="harbor", task="ovrey-crossing")
    assert [line["lexical"] for line in repeats] == [False] * 6
    for line in repeats:
        asked, before = ({*" ".join(searches[line[key]]).lower().split()} for key in ("step", "of"))
        assert line["of"] < line["step"]
        assert len(asked & before) <= 2, line


def test_a_deduction_of_the_crossing_never_reaches_the_report_and_a_conclusion_is_in_no_step(
    world: World,
) -> None:
    output = world.outputs["harbor", "ovrey-crossing"]
    steps = "\n".join(step.text for step in world.trace("harbor", "ovrey-crossing").steps)
    (deduced,) = [
        line
        for line in world.known("finding", task="ovrey-crossing", reported=False)
        if "13.84" in line["text"]
    ]
    assert deduced["strength"] == 3
    assert "13.84" in steps
    assert "13.84" not in output.report
    (alone,) = world.known(
        "support", system="harbor", task="ovrey-crossing", conclusion=True, supported=False
    )
    assert "reserve boat" in alone["sentence"]
    assert "reserve boat" not in steps


def test_web_and_workbook_disagree_on_the_passengers(world: World) -> None:
    pages = plain("".join(page.text for page in world.pages.values()))
    book = plain("".join(block.text for block in world.documents["ovrey-crossing-costs.xlsx"].blocks))
    assert "412,000" in book
    assert "412,000" not in pages
    assert "398,000 passengers in 2024" in pages
    assert "398,000" not in book
