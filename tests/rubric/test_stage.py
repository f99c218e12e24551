"""The rubric stage: one rubric per task, or the reason why there is none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import context
from triaudit.errors import TriauditError
from triaudit.files import digest, read_records, write_records
from triaudit.judge.scripted import Scripted
from triaudit.rubric import RubricSettings, Shared, stage
from triaudit.store import Store
from triaudit.types import Block, Document, File, Missing, MissingReason, Rubric, Task

QUERY = (
    "Compare the ports of Nordhafen and Südhafen by throughput and staff, and recommend one for a new quay."
)
PORTS = Document(
    digest="a1",
    name="ports.xlsx",
    kind="xlsx",
    blocks=(
        Block(
            kind="table",
            locator="sheet Ports, rows 1-3",
            text="Port | Throughput 2024 (Mt) | Staff\nNordhafen | 12.5 | 830\nSüdhafen | 7.1 | 410",
        ),
        Block(
            kind="text",
            locator="sheet Notes",
            text="The depth at Nordhafen is limited to 11.2 metres since 2021.",
        ),
    ),
)
SCAN = Document(
    digest="b2", name="scan.png", kind="image", blocks=(Block(kind="image", locator="image", text=""),)
)
LOCKED = Document(
    digest="c3",
    name="q3.xlsx",
    kind="xlsx",
    missing=Missing(reason=MissingReason.ATTACHMENT_UNREADABLE, detail="password-protected"),
)


def task(name: str, *documents: Document) -> Task:
    files = tuple(File(name=one.name, path=f"files/{one.name}", digest=one.digest) for one in documents)
    return Task(id=name, query=QUERY, language="en", track="multimodal" if files else "text", files=files)


def settings(judge: Any, **changes: Any) -> RubricSettings:
    values = {
        "enabled": True,
        "accept_unanswered": 0,
        "max_dynamic": 3,
        "dynamic_cap": None,
        "key_facts": True,
        "source": "made",
        "path": "data/rubrics",
        "fixed": {
            name: Shared(name=name.title(), definition="…") for name in ("coverage", "insight", "clarity")
        },
    }
    return RubricSettings(judge=judge, **{**values, **changes})


async def make(documents: tuple[Document, ...], judge: Any = None, **changes: Any) -> Rubric:
    judge = judge or Scripted()
    known = {one.digest: one for one in documents}
    return await stage.make(task("7", *documents), known, judge, settings(judge, **changes))


def scripted(template: str, **entry: Any) -> Scripted:
    return Scripted([{"template": template, **entry}])


async def test_an_attachment_gives_facts_with_where_they_stand() -> None:
    rubric = await make((PORTS,))
    assert rubric.missing is None
    assert {fact.locator for fact in rubric.facts} == {"sheet Ports, rows 1-3", "sheet Notes"}
    assert any("12.5" in fact.text for fact in rubric.facts)
    assert [one.id for one in rubric.dimensions] == ["clarity", "coverage", "insight", "d1"]
    assert rubric.notes == ("attachment ports.xlsx gave 3 key facts: 5 are usual",)


@pytest.mark.parametrize(("document", "said"), [(SCAN, "no text"), (LOCKED, "password-protected")])
async def test_an_attachment_without_text_is_noted_and_the_task_goes_on(
    document: Document, said: str
) -> None:
    rubric = await make((document, PORTS))
    assert rubric.missing is None
    assert {fact.file for fact in rubric.facts} == {"a1"}
    assert said in rubric.notes[0]
    assert "goes without its facts" in rubric.notes[0]


@pytest.mark.parametrize("template", ["rubric/facts", "rubric/dimensions", "rubric/criteria"])
async def test_a_question_without_an_answer_leaves_no_rubric(template: str) -> None:
    rubric = await make((PORTS,), scripted(template, unanswered="refused"))
    assert rubric.dimensions == ()
    assert rubric.digest == ""
    assert rubric.missing is not None
    assert rubric.missing.reason == MissingReason.UNANSWERED
    assert rubric.missing.unanswered is not None
    assert rubric.missing.unanswered.reason == "refused"


async def test_facts_that_nobody_can_find_are_a_failure_not_a_text_task() -> None:
    invented = {"facts": [{"text": "Osthafen has 99 cranes", "locator": "sheet Ports", "importance": 3}]}
    rubric = await make((PORTS,), scripted("rubric/facts", reply=invented))
    assert rubric.missing is not None
    assert "none of 1 facts" in rubric.missing.detail


async def test_an_empty_list_of_dimensions_is_a_failure_not_a_generic_rubric() -> None:
    empty = {"dynamic": [], "weights": [{"id": "coverage", "weight": 1}]}
    rubric = await make((), scripted("rubric/dimensions", reply=empty))
    assert rubric.missing is not None
    assert rubric.missing.unanswered is not None
    assert rubric.missing.unanswered.reason == "unparsable"


async def test_at_most_two_questions_and_one_per_attachment_are_asked() -> None:
    judge = Scripted()
    await make((PORTS, SCAN), judge)
    assert judge.asked == 3


async def test_the_cap_reaches_the_rubric() -> None:
    rubric = await make((), dynamic_cap=0.2)
    assert sum(one.weight for one in rubric.dimensions if one.dynamic) == pytest.approx(0.2, abs=1e-9)
    assert any("capped" in note for note in rubric.notes)


async def test_a_document_that_upstream_does_not_know_is_named() -> None:
    rubric = await stage.make(task("7", PORTS), {}, Scripted(), settings(Scripted()))
    assert rubric.missing is not None
    assert rubric.missing.reason == MissingReason.UPSTREAM
    assert "ports.xlsx" in rubric.missing.detail


def world(folder: Path, *tasks: Task) -> Path:
    """A benchmark version and what the attachments stage made of it."""
    write_records(folder / "data" / "benchmark" / "v1" / "tasks.jsonl", tasks)
    write_records(folder / "results" / "attachments" / "tasks.jsonl", [PORTS, SCAN, LOCKED])
    return folder


async def run(folder: Path, *overrides: str) -> list[Rubric]:
    await stage.run(context(folder, "rubric", overrides=["benchmark.version=v1", *overrides]))
    return read_records(folder / "results" / "rubric" / "tasks.jsonl", Rubric)


async def test_every_task_gets_a_record_in_order_and_the_same_bytes_each_time(tmp_path: Path) -> None:
    world(tmp_path, task("9", PORTS), task("1"), task("10", LOCKED))
    rubrics = await run(tmp_path)
    first = (tmp_path / "results" / "rubric" / "tasks.jsonl").read_bytes()
    assert [rubric.task for rubric in rubrics] == ["9", "1", "10"]
    assert all(rubric.missing is None for rubric in rubrics)
    await run(tmp_path)
    assert (tmp_path / "results" / "rubric" / "tasks.jsonl").read_bytes() == first


async def test_a_second_system_asks_nothing_and_gets_the_same_rubric_bytes(tmp_path: Path) -> None:
    world(tmp_path, task("9", PORTS), task("1"))
    journal = tmp_path / "journal"
    judge = ("benchmark.version=v1", "judge=scripted", f"judge.journal={journal}")
    made = []
    for systems in ("[]", "[harbor]", "[harbor,breeze]"):
        store = Store(tmp_path / "store.sqlite")
        ctx = context(tmp_path, "rubric", overrides=[*judge, f"systems={systems}"])
        await stage.run(replace(ctx, store=store))
        store.close()
        made.append((tmp_path / "results" / "rubric" / "tasks.jsonl").read_bytes())
    assert len(set(made)) == 1
    asked = [line.split()[1] for line in journal.read_text().splitlines()]
    assert sorted(asked) == ["rubric/criteria"] * 2 + ["rubric/dimensions"] * 2 + ["rubric/facts"]


async def test_a_rubric_read_back_still_has_its_digest(tmp_path: Path) -> None:
    rubric = (await run(world(tmp_path, task("9", PORTS))))[0]
    content = rubric.model_dump(mode="json", include={"dimensions", "facts"})
    assert digest(content) == rubric.digest


async def test_switched_off_nothing_is_asked(tmp_path: Path) -> None:
    rubrics = await run(world(tmp_path, task("9", PORTS)), "rubric=off")
    assert rubrics[0].missing is not None
    assert rubrics[0].missing.reason == MissingReason.OFF


@pytest.mark.parametrize("taken", ["total", "specificity", "d1", "d3"])
def test_a_fixed_dimension_that_would_hide_another_figure_is_refused(tmp_path: Path, taken: str) -> None:
    fixed = f"+rubric.fixed={{{taken}:{{name:T,definition:x}}}}"
    with pytest.raises(TriauditError, match=rf"rubric\.fixed.*the id {taken} is taken already"):
        context(tmp_path, "rubric", overrides=[fixed]).settings("rubric", RubricSettings)


def test_two_fixed_dimensions_of_one_name_are_refused(tmp_path: Path) -> None:
    fixed = "+rubric.fixed={depth:{name:Depth,definition:x},width:{name:DEPTH,definition:x}}"
    with pytest.raises(TriauditError, match="two dimensions have the name depth"):
        context(tmp_path, "rubric", overrides=[fixed]).settings("rubric", RubricSettings)


async def test_a_rubric_says_which_attachments_nobody_could_read() -> None:
    assert (await make((PORTS, LOCKED))).incomplete == ("q3.xlsx",)
    assert (await make((PORTS, SCAN))).incomplete == ()
