"""Several processes and one store: each question is asked once, a kill costs what was in flight."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

from tests.helpers import ROOT
from tests.judge.test_repeats import counted
from tests.server import Reply, Request, Server
from triaudit.store import Store

ASKER = """
import asyncio, sys
from pathlib import Path
from tests.judge.asked import Run, judge, question
from triaudit.judge.stack import stack
from triaudit.questions import ScoreReply
from triaudit.runtime import Runtime, RuntimeSettings

async def main(folder, url, count):
    runtime = Runtime(RuntimeSettings(concurrency=4, offline=False, progress="off"))
    async with Run(Path(folder), runtime) as run:
        asked = stack(judge(url, runtime={"timeout": 60}), run.store, runtime)
        questions = [question(f"The pump costs {n} crowns.") for n in range(int(count))]
        print("ready", flush=True)
        sys.stdin.readline()
        answers = await asyncio.gather(*map(asked.ask, questions))
        print(sum(isinstance(one, ScoreReply) for one in answers), flush=True)

asyncio.run(main(*sys.argv[1:]))
"""


def started(folder: Path, server: Server, count: int) -> subprocess.Popen[str]:
    """A process that waits for a line and then asks so many questions, four at a time."""
    path = os.pathsep.join((str(ROOT), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")))
    process = subprocess.Popen(
        [sys.executable, "-c", ASKER, str(folder), server.url, str(count)],
        env={**os.environ, "PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def go(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def ended(process: subprocess.Popen[str]) -> str:
    """What it printed last."""
    return process.communicate(timeout=60)[0].strip()


def killed(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


async def until(server: Server, requests: int) -> None:
    end = time.monotonic() + 30
    while len(server.requests) < requests:
        assert time.monotonic() < end, "waited in vain"
        await asyncio.sleep(0.001)


def asked(server: Server) -> Counter[str]:
    return Counter(request.prompt for request in server.requests)


async def test_six_jobs_ask_each_question_once_however_long_it_takes(tmp_path: Path) -> None:
    async with Server([{**counted(7)[0], "delay_s": 1.0}]) as server:
        jobs = await asyncio.gather(*(asyncio.to_thread(started, tmp_path, server, 6) for _ in range(6)))
        for job in jobs:
            go(job)
        assert await asyncio.gather(*(asyncio.to_thread(ended, job) for job in jobs)) == ["6"] * 6
        assert len(asked(server)) == 6
        assert set(asked(server).values()) == {1}
        assert server.most <= 4


async def test_what_a_killed_job_was_asking_is_asked_by_the_next_at_once(tmp_path: Path) -> None:
    slow_once = [{**counted(7)[0], "delay_s": 60}, counted(7)[0]]
    async with Server(slow_once) as server:
        first = await asyncio.to_thread(started, tmp_path, server, 1)
        second = await asyncio.to_thread(started, tmp_path, server, 1)
        go(first)
        await until(server, 1)
        go(second)
        await asyncio.sleep(0.3)
        assert len(server.requests) == 1
        killed(first)
        begin = time.monotonic()
        assert await asyncio.to_thread(ended, second) == "1"
        assert time.monotonic() - begin < 10
        assert list(asked(server).values()) == [2]


async def test_kills_leave_a_sound_store_and_repeat_what_was_in_flight(tmp_path: Path) -> None:
    draw = random.Random(11)

    def answer(_: Request) -> Reply:
        return {**counted(7)[0], "delay_s": 0.02}

    kills, last, lost = 4, dict[str, int](), Counter[int]()
    async with Server(answer) as server:

        def count(run: int, begin: int) -> None:
            """Charge what was asked before to the run that asked it last."""
            for request in server.requests[begin:]:
                lost.update([last[request.prompt]] if request.prompt in last else [])
                last[request.prompt] = run

        for run in range(kills):
            begin = len(server.requests)
            job = await asyncio.to_thread(started, tmp_path, server, 60)
            go(job)
            await until(server, len(server.requests) + draw.randint(1, 14))
            await asyncio.sleep(draw.uniform(0, 0.03))
            killed(job)
            await asyncio.sleep(0.05)
            count(run, begin)
            with closing(sqlite3.connect(tmp_path / "store.sqlite")) as db:
                assert db.execute("pragma integrity_check").fetchone() == ("ok",)
        begin = len(server.requests)
        job = await asyncio.to_thread(started, tmp_path, server, 60)
        go(job)
        assert await asyncio.to_thread(ended, job) == "60"
        count(kills, begin)
        assert len(last) == 60
        assert lost.total() == len(server.requests) - 60
        assert max(lost.values()) <= 4
    assert len(list(Store(tmp_path / "store.sqlite").entries())) == 60
