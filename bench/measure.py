"""One program run against a server of its own: seconds, processor time, memory and bytes written."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
ENVIRONMENT = {
    **os.environ,
    "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")]),
    "NO_PROXY": "127.0.0.1",
}


@dataclass(frozen=True)
class Run:
    """What one run took."""

    status: int
    seen: dict[str, Any]
    """What the server saw, see `server.Seen`."""
    processor: float
    """Seconds, of the program and what it started."""
    peak: float
    """Megabytes."""
    written: int | None
    """Bytes given to write(); None where the system does not say."""
    load: float | None
    """Cores that others kept busy meanwhile; None where the system does not say."""

    @property
    def span(self) -> float:
        """Seconds from the first call that came in to the last reply."""
        return float(self.seen["last"] - self.seen["first"])


@contextlib.contextmanager
def served(seconds: float, storm: bool = False) -> Iterator[str]:
    """A server's address, for as long as it is needed."""
    words = [sys.executable, "-m", "bench.server", str(seconds), *(["storm"] if storm else [])]
    server = subprocess.Popen(
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT, cwd=ROOT, text=True
    )
    assert server.stdin is not None
    assert server.stdout is not None
    try:
        yield f"http://127.0.0.1:{int(server.stdout.readline())}/v1"
    finally:
        server.stdin.close()
        server.stdout.close()
        server.wait(10)


def run(command: Sequence[str], folder: Path, seconds: float, storm: bool = False) -> Run:
    """Run `python COMMAND` in the folder; `{url}` in it becomes the server's address."""
    with served(seconds, storm) as url, (folder / "said.txt").open("w") as said:
        words = [sys.executable, *(word.replace("{url}", url) for word in command)]
        busy, begin = _busy(), time.monotonic()
        child = subprocess.Popen(
            words, cwd=folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=said, stderr=said
        )
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        written = _written(child.pid)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        wall, others = time.monotonic() - begin, _busy()
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url, timeout=10) as reply:
            seen = json.load(reply)
    processor = used.ru_utime + used.ru_stime
    load = None
    if busy is not None and others is not None:
        load = max(0.0, (others - busy - processor - seen["processor"]) / wall)
    unit = 1 if sys.platform == "darwin" else 1024
    return Run(child.returncode, seen, processor, used.ru_maxrss * unit / 1e6, written, load)


def _busy() -> float | None:
    """Seconds that all cores have worked since the system started."""
    try:
        user, nice, system, _, _, irq, soft = map(int, Path("/proc/stat").read_text().split()[1:8])
    except OSError:
        return None
    return (user + nice + system + irq + soft) / os.sysconf("SC_CLK_TCK")


def _written(process: int) -> int | None:
    """Bytes that a process which has just ended wrote."""
    try:
        told = Path(f"/proc/{process}/io").read_text()
    except OSError:
        return None
    return int(told.split("wchar: ", 1)[1].split("\n", 1)[0])
