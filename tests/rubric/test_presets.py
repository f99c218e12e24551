"""Fixed dimensions as files of a group: presets, and one more dimension without code."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hydra import compose, initialize_config_dir

from tests.helpers import ROOT, context
from triaudit.config import View, settle
from triaudit.errors import TriauditError
from triaudit.files import read_records, write_records
from triaudit.judge.rules import Rules
from triaudit.judge.scripted import Scripted
from triaudit.quality import stage as quality
from triaudit.quality.aggregate import dimension_scores
from triaudit.rubric import RubricSettings, stage
from triaudit.types import Document, Rubric, Task

TASK = Task(id="1", query="Compare Nordhafen and Südhafen for a new quay.", language="en", track="text")
REPORT = "# Ports\n\nNordhafen is deep, because its channel was dredged in 2021. Südhafen is shallow."
FOUR = ["clarity", "coverage", "insight", "instruction_following"]


def chosen(folder: Path, *overrides: str) -> RubricSettings:
    return context(folder, "rubric", overrides=overrides).settings("rubric", RubricSettings)


@pytest.mark.parametrize(
    ("preset", "ids", "dynamic", "facts"),
    [
        ("default", FOUR, 3, True),
        ("miroeval", FOUR, 3, True),
        ("deepresearcheval", FOUR, 3, False),
        ("race", ["comprehensiveness", "insight", "instruction_following", "readability"], 0, False),
        ("fixed", FOUR, 0, True),
    ],
)
async def test_a_preset_gives_its_dimensions_and_a_rubric_by_rule(
    tmp_path: Path, preset: str, ids: list[str], dynamic: int, facts: bool
) -> None:
    settings = chosen(tmp_path, f"rubric={preset}")
    assert [one.id for one in settings.dimensions] == ids
    assert (settings.max_dynamic, settings.key_facts, settings.dynamic_cap) == (dynamic, facts, None)
    rubric = await stage.make(TASK, {}, Rules(), settings)
    assert [one.id for one in rubric.dimensions] == [*ids, *(["d1"] if dynamic else [])]


async def test_a_dimension_is_added_by_a_file_and_graded_without_code(tmp_path: Path) -> None:
    conf = tmp_path / "conf"
    shutil.copytree(ROOT / "conf", conf)
    (conf / "rubric/dimension/foresight.yaml").write_text(
        "# @package rubric.fixed.foresight\nname: Foresight\ndefinition: Looks at what comes next.\n"
        "bands:\n  - {to: 5, means: only the past}\n  - {to: 10, means: what follows is thought through}\n"
    )
    with initialize_config_dir(str(conf), version_base="1.3"):
        values = ["rubric/dimension=[coverage,foresight]", "rubric.max_dynamic=0"]
        cfg = settle(compose("config", overrides=values))
    settings = View("rubric", cfg, ("rubric",)).read("rubric", RubricSettings)
    rubric = await stage.make(TASK, {}, Rules(), settings)
    assert [one.id for one in rubric.dimensions] == ["coverage", "foresight"]
    judge = Scripted()
    grade = await quality.grade(TASK, REPORT, rubric, judge)
    scores = dimension_scores(rubric, grade)
    assert list(scores) == ["coverage", "foresight"]
    assert None not in scores.values()


async def test_the_order_in_which_dimensions_are_listed_changes_no_byte(tmp_path: Path) -> None:
    made = []
    for names in ("coverage,clarity", "clarity,coverage"):
        settings = chosen(tmp_path, f"rubric/dimension=[{names}]")
        made.append(await stage.make(TASK, {}, Rules(), settings))
    assert made[0] == made[1]


def test_bands_must_cover_the_scale(tmp_path: Path) -> None:
    for bands in ("[{to:5,means:a}]", "[{to:5,means:a},{to:5,means:b},{to:10,means:c}]"):
        with pytest.raises(TriauditError, match=r"rubric\.fixed\.coverage\.bands.*the last one 10"):
            chosen(tmp_path, f"rubric.fixed.coverage.bands={bands}")


async def test_without_key_facts_an_attachment_is_not_asked_about(tmp_path: Path) -> None:
    write_records(tmp_path / "data/benchmark/v1/tasks.jsonl", [TASK])
    write_records(tmp_path / "results/attachments/tasks.jsonl", list[Document]())
    await stage.run(context(tmp_path, "rubric", None, ["benchmark.version=v1", "rubric=deepresearcheval"]))
    (rubric,) = read_records(tmp_path / "results/rubric/tasks.jsonl", Rubric)
    assert rubric.facts == ()
    assert rubric.missing is None
