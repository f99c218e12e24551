"""One reply in three is an error, cut, malformed or refused: no score changes, and every hole says why."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from pathlib import Path

import pytest
from bench import replies, world

from tests.judge.asked import Run
from tests.server import Reply, Request, Server
from triaudit.judge import retry
from triaudit.quality.stage import grade
from triaudit.types import CriterionScore, UnansweredReason

REPORTS = 12


class Stormy:
    """What a server replies: by each call's content, and by how often it came."""

    def __init__(self) -> None:
        self.times: Counter[str] = Counter()
        self.faults = 0

    def __call__(self, request: Request) -> Reply:
        text = json.dumps(request.body)
        self.times[text] += 1
        fault = replies.fault(request.prompt, text.encode(), self.times[text])
        if fault is None:
            return calm(request)
        self.faults += 1
        if fault.silent:
            return {"status": 200, "delay_s": 60}
        return {"status": fault.status, "headers": dict(fault.headers), "body": fault.body}


def calm(request: Request) -> Reply:
    return {"status": 200, "body": replies.completion(replies.answer(request.prompt), 0)}


def reason(score: CriterionScore) -> UnansweredReason | None:
    return None if score.unanswered is None else score.unanswered.reason


Scores = dict[tuple[str, str], CriterionScore]


async def graded(folder: Path, server: Server) -> Scores:
    async with Run(folder) as run:
        judge = run.judge(server, runtime={"attempts": 6, "timeout": 1})
        grades = await asyncio.gather(
            *(grade(task, output.report, rubric, judge) for task, output, rubric in world.reports(REPORTS))
        )
    return {(one.task, score.criterion): score for one in grades for score in one.scores}


@pytest.fixture
def lost(tmp_path: Path) -> dict[tuple[str, str], str]:
    """Scores that no asking again can bring, with the reason that they must have."""
    world.make(tmp_path / "world", REPORTS)
    return world.lost(tmp_path / "world")


async def test_a_storm_changes_no_score_and_every_hole_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: dict[tuple[str, str], str]
) -> None:
    monkeypatch.setattr(retry, "FIRST", 0.01)
    monkeypatch.setattr(retry, "SPACING", 0.001)
    async with Server(calm) as server:
        expected = await graded(tmp_path / "calm", server)
    assert all(score.unanswered is None for score in expected.values())
    stormy = Stormy()
    async with Server(stormy) as server:
        found = await graded(tmp_path / "storm", server)
    assert len(server.requests) / 4 < stormy.faults < len(server.requests) / 2
    assert found.keys() == expected.keys()

    assert set(lost.values()) == set(replies.NEVER)
    assert {key: reason(found[key]) for key in lost} == lost
    wanted = expected.keys() - lost.keys()
    same = [key for key in wanted if found[key] == expected[key]]
    assert len(same) >= 0.99 * len(wanted)
    for key in wanted - set(same):
        assert found[key].score is None
        assert reason(found[key]) is not None
