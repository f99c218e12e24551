"""Rubrics that people write, take over from another run, and compare."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers import context
from tests.rubric.test_stage import LOCKED, PORTS, make, run, task, world
from triaudit.errors import TriauditError
from triaudit.files import write_records
from triaudit.rubric.build import frozen
from triaudit.rubric.diff import differences
from triaudit.rubric.readable import parse, taken, written
from triaudit.rubric.weights import shares
from triaudit.rubric_diff import run as rubric_diff
from triaudit.rubric_diff import told
from triaudit.types import Criterion, Dimension, MissingReason, Rubric

TASK = task("7", PORTS)
KNOWN = {PORTS.digest: PORTS}


async def document(**changes: Any) -> dict[str, Any]:
    """A made rubric's YAML as data, with changes."""
    content = yaml.safe_load(written(await make((PORTS,)), TASK))
    assert isinstance(content, dict)
    return content | changes


def taken_from(content: object, cap: float | None = None) -> Rubric:
    text = content if isinstance(content, str) else yaml.safe_dump(content, allow_unicode=True)
    return taken(parse(text, "7.yaml"), TASK, KNOWN, cap, "7.yaml")


# ---------------------------------------------------------------- the file


async def test_a_rubric_written_and_read_back_grades_the_same() -> None:
    rubric = await make((PORTS,))
    text = written(rubric, TASK)
    again = taken_from(text)
    assert again.digest == rubric.digest
    assert again.notes == ("written by hand: 7.yaml",)
    assert "file: ports.xlsx" in text
    assert "sheet Ports, rows 1-3" in text


HOSTILE = st.text(alphabet=st.sampled_from("a:#-'\"{}[]&*!|>%@`\\\t\n \u2028é漢☃"), min_size=1, max_size=60)


@given(HOSTILE, HOSTILE.filter(lambda text: text.strip()))
def test_any_words_survive_the_file(name: str, text: str) -> None:
    criteria = (Criterion(id="coverage.c1", text=text, explanation=name, weight=1),)
    one = Dimension(id="coverage", name=name, definition=text, dynamic=False, weight=1, criteria=criteria)
    made = frozen(TASK, (one,), [], [])
    assert taken_from(written(made, TASK)).digest == made.digest


async def test_a_rubric_that_is_missing_says_so_in_its_file() -> None:
    off = Rubric.model_validate(
        {"task": "7", "missing": {"reason": "unanswered", "detail": "refused\n- id: x"}}
    )
    assert written(off, TASK) == "# There is no rubric: refused - id: x\n"


# ---------------------------------------------------------------- what a person may change


async def test_weights_that_do_not_sum_to_one_are_normalised_with_a_note() -> None:
    content = await document()
    for one in content["dimensions"]:
        one["weight"] *= 2
    rubric = taken_from(content)
    assert sum(one.weight for one in rubric.dimensions) == pytest.approx(1, abs=1e-12)
    assert any("summed to 2 and were normalised" in note for note in rubric.notes)


async def test_the_cap_holds_for_edited_rubrics_too() -> None:
    content = await document()
    shares_ = shares({one["id"]: one["weight"] for one in content["dimensions"]})
    rubric = taken_from(content, cap=0.2)
    held = {one.id: one.weight for one in rubric.dimensions}
    assert held["d1"] == pytest.approx(0.2, abs=1e-6)
    factor = 0.8 / (1 - shares_["d1"])
    assert held["coverage"] == pytest.approx(shares_["coverage"] * factor, abs=2e-6)
    assert any("capped at 0.2" in note for note in rubric.notes)


async def test_a_fact_in_a_persons_own_words_stays_with_a_note() -> None:
    content = await document()
    content["facts"][0] |= {"text": "Osthafen has 99 cranes."}
    rubric = taken_from(content)
    assert rubric.facts[0].text == "Osthafen has 99 cranes."
    assert any(f"fact {rubric.facts[0].id} is not found in ports.xlsx" in note for note in rubric.notes)


async def test_a_criterion_without_an_id_gets_one() -> None:
    content = await document()
    content["dimensions"][0]["criteria"] = [{"text": "Is short.", "weight": 1}]
    assert [one.id for one in taken_from(content).dimensions[0].criteria] == ["clarity.c1"]


BAD: list[tuple[Any, str]] = [
    ("{", "not YAML"),
    ("- 1", "the file"),
    ("a: &x [1]\nb: *x", "references"),
    ({"task": "7", "dimensions": []}, "dimensions"),
    ({"task": "7", "dimensions": [], "surprise": 1}, "dimensions"),
]


@pytest.mark.parametrize(("content", "said"), BAD, ids=[said for _, said in BAD[:-1]] + ["unknown key"])
def test_a_file_that_is_no_rubric_is_named_with_the_place(content: Any, said: str) -> None:
    with pytest.raises(TriauditError, match=f"7.yaml: .*{said}"):
        taken_from(content)


async def test_what_contradicts_itself_or_its_task_is_refused_with_the_remedy() -> None:
    def zero(content: dict[str, Any]) -> None:
        for one in content["dimensions"]:
            one["weight"] = 0

    def weightless(content: dict[str, Any]) -> None:
        for one in content["dimensions"][0]["criteria"]:
            one["weight"] = 0

    def twice(content: dict[str, Any]) -> None:
        content["dimensions"][1]["id"] = content["dimensions"][0]["id"]

    def crowded(content: dict[str, Any]) -> None:
        content["dimensions"][0]["criteria"] = [{"text": f"Is {n}.", "weight": 1} for n in range(11)]

    def stranger(content: dict[str, Any]) -> None:
        content["facts"][0]["file"] = "other.pdf"

    def elsewhere(content: dict[str, Any]) -> None:
        content["query"] = "What is the price of wheat?"

    def negative(content: dict[str, Any]) -> None:
        content["dimensions"][0]["weight"] = -1

    for change, said in (
        (zero, "all dimensions weigh 0"),
        (weightless, "all criteria weigh 0"),
        (twice, "two dimensions have the id clarity"),
        (crowded, "dimensions.0.criteria"),
        (stranger, "other.pdf is no attachment of the task; its attachments: ports.xlsx"),
        (elsewhere, "its query is not the one of task 7"),
        (negative, "dimensions.0.weight"),
    ):
        content = await document()
        change(content)
        with pytest.raises(TriauditError, match=f"7.yaml: .*{said}"):
            taken_from(content)


# ---------------------------------------------------------------- the stage


async def test_every_run_writes_its_rubrics_for_people(tmp_path: Path) -> None:
    folder = tmp_path / "results" / "rubric"
    folder.mkdir(parents=True)
    (folder / "old.yaml").write_text("task: gone\n")
    await run(world(tmp_path, task("9", PORTS), task("A/b")))
    names = sorted(path.name for path in folder.glob("*.yaml"))
    assert names[0] == "9.yaml"
    assert len(names) == 2
    assert "old.yaml" not in names


async def test_an_edited_rubric_is_taken_and_the_others_are_made(tmp_path: Path) -> None:
    world(tmp_path, task("9", PORTS), task("1"))
    before = await run(tmp_path)
    mine = tmp_path / "data" / "rubrics"
    mine.mkdir()
    content = yaml.safe_load((tmp_path / "results/rubric/9.yaml").read_text("utf-8"))
    content["dimensions"][0]["criteria"] = [{"text": "Names the deepest port first.", "weight": 1}]
    (mine / "any-name.yaml").write_text(yaml.safe_dump(content), "utf-8")
    after = await run(tmp_path, "rubric.source=edited")
    assert [one.text for one in after[0].dimensions[0].criteria] == ["Names the deepest port first."]
    assert after[0].digest != before[0].digest
    assert after[1] == before[1]


@pytest.mark.parametrize(
    ("names", "said"),
    [(("9", "9"), "task 9 has a rubric in a0.yaml too"), (("8",), "the benchmark has no task '8'")],
)
async def test_files_that_fit_no_task_or_the_same_one_are_named(
    tmp_path: Path, names: tuple[str, ...], said: str
) -> None:
    world(tmp_path, task("9", PORTS))
    await run(tmp_path)
    (tmp_path / "data/rubrics").mkdir()
    text = (tmp_path / "results/rubric/9.yaml").read_text("utf-8")
    for index, name in enumerate(names):
        changed = text.replace("task: '9'", f"task: '{name}'")
        (tmp_path / f"data/rubrics/a{index}.yaml").write_text(changed, "utf-8")
    with pytest.raises(TriauditError, match=said):
        await run(tmp_path, "rubric.source=edited")


async def test_another_runs_rubrics_are_the_same_bytes_and_cost_no_call(tmp_path: Path) -> None:
    world(tmp_path, task("9", PORTS), task("1"))
    await run(tmp_path)
    made = tmp_path / "results/rubric/tasks.jsonl"
    before = made.read_bytes()
    shutil.copytree(tmp_path / "results", tmp_path / "other")
    journal = tmp_path / "journal"
    values = ["rubric.source=reused", "rubric.path=other", "judge=scripted", f"judge.journal={journal}"]
    await run(tmp_path, *values)
    assert made.read_bytes() == before
    assert not journal.exists()


async def test_a_task_that_the_other_run_lacks_has_no_rubric(tmp_path: Path) -> None:
    world(tmp_path, task("9", PORTS))
    await run(tmp_path)
    shutil.move(tmp_path / "results/rubric", tmp_path / "other")
    world(tmp_path, task("9", PORTS), task("1"))
    rubrics = await run(tmp_path, "rubric.source=reused", "rubric.path=other")
    assert rubrics[0].missing is None
    assert rubrics[1].missing is not None
    assert rubrics[1].missing.reason is MissingReason.NO_RUBRIC


async def test_rubrics_of_another_question_or_changed_ones_are_not_taken_over(tmp_path: Path) -> None:
    world(tmp_path, task("9", PORTS))
    (rubric,) = await run(tmp_path)
    values = ("rubric.source=reused", "rubric.path=other.jsonl")
    other = tmp_path / "other.jsonl"
    write_records(other, [rubric.model_copy(update={"query": "0" * 64})])
    with pytest.raises(TriauditError, match="made for another question"):
        await run(tmp_path, *values)
    write_records(other, [rubric.model_copy(update={"facts": ()})])
    with pytest.raises(TriauditError, match="changed after it was made"):
        await run(tmp_path, *values)
    write_records(other, [rubric])
    world(tmp_path, task("9", LOCKED))
    with pytest.raises(TriauditError, match="attachments that the task does not have"):
        await run(tmp_path, *values)


# ---------------------------------------------------------------- comparing


async def test_a_rubric_does_not_differ_from_itself_and_order_is_no_difference() -> None:
    rubric = await make((PORTS,))
    turned = rubric.model_copy(update={"dimensions": rubric.dimensions[::-1], "facts": rubric.facts[::-1]})
    assert differences(rubric, turned) == []


async def test_every_change_is_a_line() -> None:
    rubric = await make((PORTS,))
    content = await document()
    content["dimensions"][0]["criteria"][0]["text"] = "Is short."
    del content["dimensions"][1]["criteria"][-1]
    content["dimensions"][-1]["definition"] = "Knows ports."
    del content["facts"][0]
    lines = differences(rubric, taken_from(content))
    assert any(line.startswith("~ clarity.c1 text: ") and line.endswith("-> Is short.") for line in lines)
    assert any(line.startswith("- coverage.c") for line in lines)
    assert any(line.startswith("~ d1 definition: ") for line in lines)
    assert any(line.startswith("- f1 (") for line in lines)
    assert lines == sorted(lines, key=lambda line: (line[2:].split(" ")[0], line))


async def test_the_tool_tells_what_was_edited(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    world(tmp_path, task("9", PORTS), task("1"))
    await run(tmp_path)
    (tmp_path / "data/rubrics").mkdir()
    text = (tmp_path / "results/rubric/9.yaml").read_text("utf-8")
    (tmp_path / "data/rubrics/9.yaml").write_text(text.replace("importance: 3", "importance: 1"), "utf-8")
    monkeypatch.chdir(tmp_path)
    cfg = context(tmp_path, "rubric", overrides=["benchmark.version=v1"]).view.cfg
    assert rubric_diff(cfg, tmp_path / "results") == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "task 9"
    assert all(line.endswith("importance: 3 -> 1") for line in said[1:-1])
    assert said[-1] == "0 rubrics are the same, 1 differ, 1 in the results alone, 0 in rubric.path alone"


def test_what_one_side_alone_has_is_counted() -> None:
    one, two = Rubric(task="7"), Rubric(task="8")
    assert told([TASK, task("8")], {"7": one}, {"8": two}) == [
        "0 rubrics are the same, 0 differ, 1 in the results alone, 1 in rubric.path alone"
    ]
