import multiprocessing
import sqlite3
import subprocess
import sys
import time
import zlib
from pathlib import Path

import pytest

from triaudit.errors import TriauditError
from triaudit.files import digest
from triaudit.store import Entry, Store
from triaudit.types import UnansweredReason

K = digest("k")


def test_an_answer_is_found_again_by_another_connection(tmp_path: Path) -> None:
    Store(tmp_path / "s.sqlite").put(K, "reply", '{"a": 1}', '{"b": 2}')
    store = Store(tmp_path / "s.sqlite")
    assert store.get(K) == '{"a": 1}'
    (entry,) = store.entries()
    assert entry == Entry(key=K, kind="reply", value='{"a": 1}', about='{"b": 2}', at=entry.at)
    assert abs(entry.at - time.time()) < 60


def test_a_missing_answer_is_none(tmp_path: Path) -> None:
    assert Store(tmp_path / "s.sqlite").get(K) is None


def test_failures_are_counted_and_are_no_answers(tmp_path: Path) -> None:
    store = Store(tmp_path / "s.sqlite")
    store.fail(K, "reply", UnansweredReason.REFUSED, "no")
    store.fail(K, "reply", UnansweredReason.TRUNCATED, "cut", '{"attempts": 2}')
    assert store.get(K) is None
    assert [failure.detail for failure in store.failures()] == ["no", "cut"]
    last = store.failed(K)
    assert last is not None
    assert (last.reason, last.about) == (UnansweredReason.TRUNCATED, '{"attempts": 2}')
    assert store.failed(digest("another")) is None


@pytest.mark.parametrize("content", [b"no zlib", zlib.compress(b"of one line"), zlib.compress(b"{}\n\xff")])
def test_a_damaged_answer_is_none_and_can_be_replaced(tmp_path: Path, content: bytes) -> None:
    store = Store(tmp_path / "s.sqlite")
    store.put(K, "reply", "whole")
    store.db.execute("update entries set content=?", (content,))
    assert store.get(K) is None
    assert list(store.entries()) == []
    store.put(K, "reply", "new")
    assert store.get(K) == "new"


def test_an_answer_costs_five_small_pages_at_most(tmp_path: Path) -> None:
    store = Store(tmp_path / "s.sqlite")
    store.db.execute("pragma wal_checkpoint(truncate)")
    for number in range(100):
        store.put(digest(number), "completion", f'{{"text": "{digest(number)}", "pad": "{"x" * 1000}"}}')
    log = (tmp_path / "s.sqlite-wal").stat().st_size
    assert log < 100 * 5 * 536


def _write(path: Path, start: int) -> None:
    store = Store(path)
    for i in range(50):
        store.put(digest([start, i]), "reply", "{}")


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
        "import sys\nfrom pathlib import Path\nfrom triaudit.files import digest\n"
        "from triaudit.store import Store\n"
        "s = Store(Path(sys.argv[1]))\nprint('up', flush=True)\ni = 0\n"
        "while True:\n    s.put(digest(i), 'reply', 'x' * 500)\n    i += 1\n"
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
    assert Store(path).get(digest(0)) == "x" * 500


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


@pytest.mark.parametrize("version", [1, 2])
def test_a_store_of_an_older_version_keeps_its_answers(tmp_path: Path, version: int) -> None:
    path = tmp_path / "s.sqlite"
    db = sqlite3.connect(path, isolation_level=None)
    db.executescript(
        "create table entries(key text primary key, kind text not null, value text not null, about text"
        " not null, at real not null) without rowid;"
        "create table leases(key text primary key, owner text not null, until real not null) without rowid;"
        "create table ledger(id integer primary key, key text not null, kind text not null, reason text"
        f" not null, detail text not null, at real not null{', about text' * (version == 2)});"
        f"insert into entries values('{K}', 'reply', 'kept', '{{\"x\": 1}}', 7);"
        f"pragma user_version={version};"
    )
    db.close()
    for _ in range(2):
        store = Store(path)
        assert list(store.entries()) == [Entry(key=K, kind="reply", value="kept", about='{"x": 1}', at=7)]
        assert store.get(K) == "kept"
    store.fail(K, "reply", UnansweredReason.REFUSED, "no", '{"attempts": 2}')
    failure = store.failed(K)
    assert failure is not None
    assert failure.about == '{"attempts": 2}'


def test_what_is_learnt_of_a_server_is_found_again(tmp_path: Path) -> None:
    Store(tmp_path / "s").learn("server", "{}")
    assert Store(tmp_path / "s").known("server") == "{}"
    assert Store(tmp_path / "s").known("another") is None
