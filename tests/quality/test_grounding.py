"""A report that reasons from the key facts of an attachment beats one that lists them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Any, cast

import pytest

from tests.demo import World, read_world
from tests.helpers import ROOT, context
from triaudit.judge import Judge
from triaudit.judge.rules import Rules
from triaudit.quality import stage
from triaudit.quality.aggregate import specificity
from triaudit.questions import Question, ScoreDimension, ScoreDraft, ScoreReply
from triaudit.rubric import RubricSettings
from triaudit.rubric.stage import make
from triaudit.text import sentences
from triaudit.types import Rubric, Task, Unanswered
from triaudit.words import figures

WITH_FACTS = ("ovrey-crossing", "lindmoor-waerme", "ellery-water")
REASONS = re.compile(
    r"\b(?:because|since|so that|therefore|hence|whereas|but|if|unless|recommend\w*|should"
    r"|weil|da|damit|daher|sodass|dagegen|aber|wenn|sollte\w*)\b",
    re.IGNORECASE,
)


class Follower:
    """A judge that does what the criteria say: facts count in sentences that make something of them."""

    name = "follower"
    baseline = False
    identity: Mapping[str, object] | None = {"judge": "follower"}

    async def ask(self, question: Question[Any]) -> Any | Unanswered:
        assert isinstance(question, ScoreDimension)
        report = question.report
        said = [report[span.start : span.end] for span in sentences(report)]
        made = [text for text in said if REASONS.search(text)]
        scores = []
        for criterion in question.criteria:
            named = set(re.findall(r"\bf\d+\b", criterion.text))
            facts = [fact for fact in question.facts if fact.id in named] or list(question.facts)
            used = [f for f in facts if any(figures(f.text) & figures(text) for text in made)]
            value = len(used) / len(facts) if named else min(1.0, 3 * len(made) / max(1, len(said)))
            quote = next((text for text in made or said), "")[:200].strip()
            scores.append(ScoreDraft(criterion=criterion.id, score=10 * value, reason="…", quote=quote))
        return ScoreReply(scores=tuple(scores))


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return asyncio.run(read_world(tmp_path_factory.mktemp("world")))


async def rubric_of(world: World, task: Task) -> Rubric:
    """The rubric by rules; the same for every system."""
    ctx = context(ROOT, "rubric")
    known = {document.digest: document for document in world.documents.values()}
    rubric = await make(task, known, Rules(), ctx.settings("rubric", RubricSettings))
    assert len(rubric.facts) >= 5
    return rubric


def listing(rubric: Rubric) -> str:
    """A report that says every key fact, and nothing of them."""
    return "# Facts\n\n" + "\n".join(f"- {fact.text}" for fact in rubric.facts) + "\n"


@pytest.mark.parametrize("judge", [Rules(), Follower()], ids=["rules", "a judge that follows the criteria"])
@pytest.mark.parametrize("name", WITH_FACTS)
async def test_reasoning_from_the_facts_beats_listing_them(world: World, name: str, judge: Judge) -> None:
    task = world.tasks[name]
    rubric = await rubric_of(world, task)
    reports = {
        "reasons": world.outputs["harbor", name].report,
        "lists": listing(rubric),
        "decorates": world.outputs["breeze", name].report,
    }
    grades = {kind: await stage.grade(task, text, rubric, judge) for kind, text in reports.items()}
    grounding = {kind: cast("float", specificity(rubric, grade)) for kind, grade in grades.items()}
    assert grounding["reasons"] > grounding["lists"] + 0.5
    assert grounding["reasons"] > grounding["decorates"]
