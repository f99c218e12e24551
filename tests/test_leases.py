"""Who may ask: one at a time, for as long as it takes, and nobody who is dead."""

import multiprocessing
import subprocess
import sys
from multiprocessing.connection import Connection
from pathlib import Path

from triaudit.files import digest
from triaudit.leases import Leases

K = digest("k")

HOLDER = """
import sys
from pathlib import Path
from triaudit.leases import Leases
print(Leases(Path(sys.argv[1])).take(sys.argv[2]), flush=True)
sys.stdin.read()
"""


def holder(path: Path, key: str) -> tuple[subprocess.Popen[str], bool]:
    """Another process that takes the lease if it can and lives until its input ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path), key],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    return process, process.stdout.readline() == "True\n"


def end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def test_a_lease_is_held_by_one_at_a_time_in_one_process(tmp_path: Path) -> None:
    one, other = Leases(tmp_path / "leases"), Leases(tmp_path / "leases")
    assert one.take(K)
    assert not one.take(K)
    assert not other.take(K)
    assert other.take(digest("another"))
    one.give(K)
    assert other.take(K)


def test_a_lease_of_another_process_is_respected_and_free_the_moment_it_is_killed(tmp_path: Path) -> None:
    mine = Leases(tmp_path / "leases")
    process, taken = holder(tmp_path / "leases", K)
    assert taken
    assert not mine.take(K)
    assert mine.take(digest("another"))
    end(process)
    assert mine.take(K)


def test_opening_the_file_again_gives_no_lease_away(tmp_path: Path) -> None:
    mine = Leases(tmp_path / "leases")
    assert mine.take(K)
    Leases(tmp_path / "leases")
    process, taken = holder(tmp_path / "leases", K)
    end(process)
    assert not taken


def _forked(path: Path, answer: Connection) -> None:
    answer.send(Leases(path).take(K))


def test_a_forked_process_holds_none_of_its_parents_leases(tmp_path: Path) -> None:
    mine = Leases(tmp_path / "leases")
    fork = multiprocessing.get_context("fork")
    for held in (True, False):
        if held:
            assert mine.take(K)
        else:
            mine.give(K)
        here, there = fork.Pipe()
        child = fork.Process(target=_forked, args=(tmp_path / "leases", there))
        child.start()
        assert here.recv() is not held
        child.join()


def test_a_lease_writes_nothing(tmp_path: Path) -> None:
    leases = Leases(tmp_path / "leases")
    assert all(leases.take(digest(number)) for number in range(50))
    assert (tmp_path / "leases").stat().st_size == 0
