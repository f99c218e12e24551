"""Kills a run judged over HTTP again and again, and counts what it costs.

    python -m bench.kills [--kills 50] [--seed 7]

A local server answers after a tenth of a second. Each run on the demo's world is killed (SIGKILL) at a
moment drawn from the seed, then the same command is given again; a run that comes to its end begins anew
with an empty store. At the end the run is finished, and its results are compared with those of one that
nobody disturbed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from tests.grader import grader
from tests.project import Project, kill_session
from tests.server import Reply, Request, Server

from triaudit.store import PLACE, Store

LATENCY, AT_A_TIME = 0.1, 8
STAGES = "stage=compose,systems,attachments,rubric,quality,claims,factcheck,audit"


def slow(request: Request) -> Reply:
    return {**grader(request), "delay_s": LATENCY}


@dataclass
class Tally:
    kills: int = 0
    runs: int = 0
    asked: int = 0
    lost: Counter[int] = field(default_factory=Counter)
    """Calls of a run that a later one had to make again."""
    damaged: int = 0
    wholes: int = 0
    """Runs that came to their end."""
    last: dict[str, int] = field(default_factory=dict)
    """Call to the run that made it last, since the store was empty."""

    def count(self, requests: list[Request]) -> None:
        """The calls of one run."""
        self.runs, self.asked = self.runs + 1, self.asked + len(requests)
        for request in requests:
            body = json.dumps(request.body, sort_keys=True)
            if body in self.last:
                self.lost[self.last[body]] += 1
            self.last[body] = self.runs


def sound(project: Project) -> bool:
    """Whether the store is whole and every answer in it can be read."""
    path = project.folder / PLACE
    if not path.is_file():
        return True
    with closing(sqlite3.connect(path)) as db:
        whole = db.execute("pragma integrity_check").fetchone() == ("ok",)
        count = db.execute("select count(*) from entries").fetchone()
    store = Store(path)
    readable = sum(1 for _ in store.entries())
    store.close()
    return whole and count == (readable,)


def results(project: Project) -> dict[str, bytes]:
    folder = project.folder / "results"
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.glob("*/*.jsonl"))}


async def killed(server: Server, process: subprocess.Popen[str], after: int, pause: float) -> bool:
    """Kill it after so many calls and a pause; False where it ended by itself before."""
    goal, end = len(server.requests) + after, 0.0
    while process.poll() is None and time.monotonic() < (end or sys.maxsize):
        if not end and len(server.requests) >= goal:
            end = time.monotonic() + pause
        await asyncio.sleep(0.002)
    if process.poll() is not None:
        return False
    kill_session(process)
    return True


async def measure(folder: Path, kills: int, seed: int) -> Tally:
    draw, tally = random.Random(seed), Tally()
    async with Server(slow) as server:
        command = [
            *(sys.executable, "-m", "triaudit", STAGES, "judge=local", "judge.model=judge-small"),
            *("judge.identity=w", f"judge.base_url={server.url}", f"runtime.concurrency={AT_A_TIME}"),
        ]
        calm = Project.make(folder / "calm", demo=True)
        await asyncio.to_thread(calm.run, *command)
        project = Project.make(folder / "killed", demo=True)
        while True:
            begin, last = len(server.requests), tally.kills == kills
            process = project.start(*command, output=folder / "output")
            after = sys.maxsize if last else draw.randint(1, 4 * AT_A_TIME)
            was_killed = await killed(server, process, after, draw.uniform(0, 2 * LATENCY))
            tally.kills += was_killed
            await asyncio.sleep(2 * LATENCY)
            tally.count(server.requests[begin:])
            tally.damaged += not sound(project)
            if was_killed:
                continue
            if process.wait() != 0 or results(project) != results(calm):
                raise RuntimeError(
                    f"the run ended otherwise: {(folder / 'output').read_text('utf-8')[-2000:]}"
                )
            tally.wholes += 1
            if last:
                return tally
            shutil.rmtree(project.folder / PLACE.parent)
            tally.last.clear()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        tally = asyncio.run(measure(Path(place), given.kills, given.seed))
    print(f"{'kills':<40}{tally.kills:>8}")
    print(f"{'runs to their end, same results':<40}{tally.wholes:>8}")
    print(f"{'damaged stores':<40}{tally.damaged:>8}")
    print(f"{'calls':<40}{tally.asked:>8}")
    print(f"{'calls repeated':<40}{tally.lost.total():>8}")
    print(f"{f'most lost by one kill ({AT_A_TIME} at a time)':<40}{max(tally.lost.values(), default=0):>8}")


if __name__ == "__main__":
    main()
