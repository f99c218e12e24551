import multiprocessing
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from triaudit.errors import TriauditError
from triaudit.store import Store, alive, owner


def test_an_answer_is_found_again_by_another_connection(tmp_path: Path) -> None:
    Store(tmp_path / "s.sqlite").put("k", "reply", '{"a": 1}')
    assert Store(tmp_path / "s.sqlite").get("k") == '{"a": 1}'


def test_a_missing_answer_is_none(tmp_path: Path) -> None:
    assert Store(tmp_path / "s.sqlite").get("k") is None


def test_failures_are_counted_and_are_no_answers(tmp_path: Path) -> None:
    store = Store(tmp_path / "s.sqlite")
    store.fail("k", "reply", "refused", "no")
    assert store.get("k") is None
    assert store.db.execute("select key, reason from ledger").fetchall() == [("k", "refused")]


def test_a_question_is_leased_to_one_at_a_time(tmp_path: Path) -> None:
    store, other = Store(tmp_path / "s.sqlite"), Store(tmp_path / "s.sqlite")
    first, second = owner(), owner()
    assert store.lease("k", first, 60)
    assert not other.lease("k", second, 60)
    store.release("k", first)
    assert other.lease("k", second, 60)


def test_a_lease_whose_time_is_over_can_be_taken(tmp_path: Path) -> None:
    store = Store(tmp_path / "s.sqlite")
    assert store.lease("k", "elsewhere/1/a", 0.01)
    time.sleep(0.02)
    assert store.lease("k", owner(), 60)


def test_a_lease_on_another_machine_is_respected(tmp_path: Path) -> None:
    store = Store(tmp_path / "s.sqlite")
    assert store.lease("k", "elsewhere/1/a", 60)
    assert not store.lease("k", owner(), 60)


def test_the_lease_of_a_dead_process_can_be_taken_at_once(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from triaudit.store import owner; print(owner())"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    assert not alive(done)
    assert alive(owner())
    store = Store(tmp_path / "s.sqlite")
    assert store.lease("k", done, 600)
    assert store.lease("k", owner(), 600)


def _write(path: Path, start: int) -> None:
    store = Store(path)
    for i in range(50):
        store.put(f"{start}-{i}", "reply", "{}")


def test_several_processes_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    processes = [
        multiprocessing.get_context("spawn").Process(target=_write, args=(path, n)) for n in range(4)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0] * 4
    assert Store(path).db.execute("select count(*) from entries").fetchone() == (200,)


def test_killing_a_writer_leaves_a_sound_store(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    code = (
        "import sys\nfrom pathlib import Path\nfrom triaudit.store import Store\n"
        "s = Store(Path(sys.argv[1]))\nprint('up', flush=True)\ni = 0\n"
        "while True:\n    s.put(f'k{i}', 'reply', 'x' * 500)\n    i += 1\n"
    )
    for _ in range(5):
        process = subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.05)
        process.kill()
        process.wait()
        process.stdout.close()
        assert Store(path).db.execute("pragma integrity_check").fetchone() == ("ok",)
    assert Store(path).get("k0") == "x" * 500


def test_a_file_that_is_no_store_is_named_with_the_remedy(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    path.write_bytes(b"not a database at all" * 100)
    with pytest.raises(TriauditError, match=r"s\.sqlite: not a usable store .*: move the file away"):
        Store(path)


def test_a_store_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    db = sqlite3.connect(path)
    db.execute("pragma user_version=99")
    db.close()
    with pytest.raises(TriauditError, match="newer triaudit"):
        Store(path)


def test_a_store_of_an_older_version_keeps_its_answers(tmp_path: Path) -> None:
    path = tmp_path / "s.sqlite"
    db = sqlite3.connect(path, isolation_level=None)
    db.executescript(
        "create table entries(key text primary key, kind text not null, value text not null, about text"
        " not null, at real not null) without rowid;"
        "create table leases(key text primary key, owner text not null, until real not null) without rowid;"
        "create table ledger(id integer primary key, key text not null, kind text not null, reason text"
        " not null, detail text not null, at real not null);"
        "insert into entries values('k', 'reply', 'kept', '{}', 0); pragma user_version=1;"
    )
    db.close()
    store = Store(path)
    assert store.get("k") == "kept"
    store.fail("k", "reply", "refused", "no", '{"attempts": 2}')
    assert store.db.execute("select about from ledger").fetchone() == ('{"attempts": 2}',)
    assert Store(path).get("k") == "kept"


def test_what_is_learnt_of_a_server_is_found_again(tmp_path: Path) -> None:
    Store(tmp_path / "s").learn("server", "{}")
    assert Store(tmp_path / "s").known("server") == "{}"
    assert Store(tmp_path / "s").known("another") is None


def test_owners_name_machine_process_and_question() -> None:
    assert owner().split("/")[1] == str(os.getpid())
    assert owner() != owner()
