"""The bench counts what it says it counts."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from bench import lines, replies, world
from bench.measure import Run, run
from bench.server import Server

from triaudit.judge import reply
from triaudit.judge.endpoint import Call
from triaudit.prompts import prompt
from triaudit.quality.stage import grade
from triaudit.questions import Question, ScoreDimension
from triaudit.types import Unanswered, UnansweredReason


def body(shared: str, end: str) -> bytes:
    report = f"<<<report {'0' * 16}\n{shared}\n{'0' * 16} report>>>\nIts criteria:\na.c1: {end}"
    return json.dumps({"messages": [{"role": "user", "content": report}]}).encode()


REPORT = "# Report 00007\n" + "A line of more than sixty characters, so that it can be quoted here.\n" * 120


async def test_the_server_counts_calls_in_flight_and_beginnings_that_a_finished_call_sent() -> None:
    server = Server(0.01, storm=False)
    await server.handle(body(REPORT, "first"))
    assert (server.seen.most, server.seen.shared) == (1, 0)
    sent = server.seen.sent
    await asyncio.gather(*(server.handle(body(REPORT, f"more {n}")) for n in range(3)))
    seen = server.seen
    assert (seen.calls, seen.done, seen.most, seen.flying) == (4, 4, 3, 0)
    assert 0.9 * 3 * sent < seen.shared < 3 * sent
    assert seen.fresh["00007"] == seen.sent - seen.shared
    assert seen.last - seen.first >= 0.02
    assert not server.early


async def test_a_second_call_before_the_first_has_finished_is_seen() -> None:
    server = Server(0.01, storm=False)
    await asyncio.gather(*(server.handle(body(REPORT, f"{n}")) for n in range(2)))
    assert server.early == {"00007"}
    assert server.seen.shared == 0


def test_made_up_replies_are_read_as_they_are() -> None:
    asked: list[ScoreDimension] = []

    class Asked:
        name, baseline, identity = "asked", True, None

        async def ask(self, question: Question) -> Unanswered:
            asked.append(question)
            return Unanswered(reason=UnansweredReason.NOT_IN_STORE, detail="")

    task, output, rubric = world.reports(5)[4]
    asyncio.run(grade(task, output.report, rubric, Asked()))
    assert len(asked) == len(rubric.dimensions)
    for question in asked:
        text = replies.answer(Call(question, prompt(question)).prompt.text)
        read = reply.read(text, "stop", question.reply, question.asked)
        assert read.value is not None
        assert (read.repairs, read.problem) == ((), None)


def test_a_program_that_fails_is_told_from_one_that_ends_well(tmp_path: Path) -> None:
    done = run(["-c", "import sys; print('{url}'); sys.exit(3)"], tmp_path, 0.0)
    assert done.status == 3
    assert done.seen["calls"] == 0
    assert done.peak > 1
    assert (tmp_path / "said.txt").read_text().startswith("http://127.0.0.1:")


def made(seconds: float, most: int = 20, load: float = 0.0, processor: float = 1.0, calls: int = 100) -> Run:
    seen = {"first": 0.0, "last": seconds, "most": most, "calls": calls}
    return Run(0, seen, processor, 50.0, None, load)


@pytest.mark.parametrize(("seconds", "most", "holds"), [(10.5, 20, [True, True]), (10.6, 21, [False, False])])
def test_a_line_says_whether_its_target_holds(seconds: float, most: int, holds: list[bool]) -> None:
    found = lines.span("x", 20, ([made(10.0), made(12.0)], [made(seconds, most), made(13.0)]))
    assert [line.holds for line in found] == holds
    assert ("DOES NOT HOLD" in str(found[0])) is not holds[0]


def test_processor_time_is_of_further_calls_and_a_busy_machine_is_marked() -> None:
    few = ([made(1, processor=1.0)], [made(1, processor=2.0)])
    many = ([made(1, processor=2.0, calls=600)], [made(1, processor=3.8, calls=600, load=0.5)])
    line = lines.processor(few, many)
    assert line.holds is False
    assert "2.00 +1.60 ms" in line.figure
    assert "* 0.5 other cores busy" in str(line)
