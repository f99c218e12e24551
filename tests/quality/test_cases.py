"""Hostile and unclean reports are graded like the same text without what does not belong to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest

from tests.quality.test_stage import RUBRIC, TASK
from triaudit.injection import without
from triaudit.judge.rules import Rules
from triaudit.judge.scripted import Scripted
from triaudit.prompts import render
from triaudit.quality import stage
from triaudit.questions import Question, ScoreDimension
from triaudit.systems.interface import clean_report

CASES = Path(__file__).parents[1] / "cases"
ATTEMPTS = ("i01_injection_en", "i02_injection_zh_hidden", "i03_fake_delimiters")


@pytest.mark.parametrize("name", ATTEMPTS)
@pytest.mark.parametrize("calls", ["per_dimension", "one"])
async def test_words_for_the_judge_change_no_score_and_are_flagged(
    name: str, calls: Literal["per_dimension", "one"]
) -> None:
    hostile = (CASES / "security" / f"{name}.md").read_text("utf-8")
    bad = await stage.grade(TASK, hostile, RUBRIC, Rules(), calls)
    good = await stage.grade(TASK, without(hostile), RUBRIC, Rules(), calls)
    assert [one.score for one in bad.scores] == [one.score for one in good.scores]
    assert "instructs_judge" in bad.flags
    assert "instructs_judge" not in good.flags


@pytest.mark.parametrize("name", ATTEMPTS)
async def test_a_model_judge_sees_the_whole_report_inside_one_fence(name: str) -> None:
    hostile = (CASES / "security" / f"{name}.md").read_text("utf-8")
    criteria = RUBRIC.dimensions[0].criteria
    seen: list[str] = []

    class Seeing(Scripted):
        async def ask(self, question: Question[Any]) -> Any:
            assert isinstance(question, ScoreDimension)
            seen.append(render(question))
            return await super().ask(question)

    grade = await stage.grade(TASK, hostile, RUBRIC, Seeing())
    assert len(grade.scores) == len(criteria)
    assert f"\n{hostile}\n" in seen[0]


async def test_interface_words_are_no_part_of_the_graded_report() -> None:
    unclean = (CASES / "reports/d14_ui_residue.md").read_text("utf-8")
    report, flag = clean_report(unclean)
    assert flag
    assert "Share Export" not in report
    assert "research plan" not in report
    grade = await stage.grade(TASK, report, RUBRIC, Rules())
    assert all("Thinking" not in one.quote for one in grade.scores)
