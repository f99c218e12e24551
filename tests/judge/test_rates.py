"""How fast a judge is asked: limits that all jobs keep together."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.judge.asked import Run, question
from tests.judge.test_api_cases import replay
from tests.server import Server
from triaudit.judge.slots import Slots
from triaudit.store import Store


async def test_a_judge_may_have_a_concurrency_of_its_own(tmp_path: Path) -> None:
    slow = {**replay("b01")[1], "delay_s": 0.03}
    async with Server([slow]) as server, Run(tmp_path) as run:
        asked = run.judge(server, runtime={"concurrency": 3})
        await asyncio.gather(*(asked.ask(question(str(n))) for n in range(10)))
        assert server.most == 3


async def test_jobs_share_one_concurrency(tmp_path: Path) -> None:
    slow = {**replay("b01")[1], "delay_s": 0.03}
    async with Server([slow]) as server, Run(tmp_path) as one, Run(tmp_path) as two:
        asked = [run.judge(server, runtime={"concurrency": 3}) for run in (one, two)]
        await asyncio.gather(*(asked[n % 2].ask(question(str(n))) for n in range(12)))
        assert server.most == 3


def test_a_killed_process_gives_its_slots_back(tmp_path: Path) -> None:
    code = (
        "import asyncio, os, signal, sys\nfrom pathlib import Path\nfrom triaudit.judge.slots import Slots\n"
        "async def main():\n    async with Slots(Path(sys.argv[1]), 1).one():\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\nasyncio.run(main())\n"
    )
    assert (
        subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False).returncode == -signal.SIGKILL
    )
    slots = Slots(tmp_path, 1)
    assert slots._taken() is not None
    slots.close()


async def test_the_first_call_about_a_long_text_goes_ahead_alone(tmp_path: Path) -> None:
    slow = {**replay("b01")[1], "delay_s": 0.05}
    async with Server([slow]) as server, Run(tmp_path) as run:
        asked = run.judge(server, runtime={"concurrency": 20})
        await asyncio.gather(*(asked.ask(question("long " * 2000, repeat=n)) for n in range(5)))
        first, *others = (request.at for request in server.requests)
        assert min(others) - first >= 0.05
        assert max(others) - min(others) < 0.05


async def test_calls_per_minute_are_kept(tmp_path: Path) -> None:
    async with Server(replay("b01")[1:]) as server, Run(tmp_path) as run:
        asked = run.judge(server, runtime={"requests_per_minute": 240, "concurrency": 60})
        start = time.monotonic()
        await asyncio.gather(*(asked.ask(question(str(n))) for n in range(44)))
        late = [request.at - start for request in server.requests][-4:]
        # Ten seconds' worth goes at once, one more every quarter of a second.
        assert all(at >= due for at, due in zip(late, (0.25, 0.5, 0.75, 1.0), strict=True))


def test_jobs_share_one_rate(tmp_path: Path) -> None:
    one, two = Store(tmp_path / "s"), Store(tmp_path / "s")
    waits = [store.reserve("r", 1.0, 2.0) for _ in range(3) for store in (one, two)]
    assert [round(wait) for wait in waits] == [0, 0, 1, 2, 3, 4]
    assert one.reserve("another", 1.0, 2.0) == 0


def test_what_is_larger_than_the_burst_goes_through(tmp_path: Path) -> None:
    assert Store(tmp_path / "s").reserve("r", 30.0, 10.0) == 0
