"""What judges said as one file: whole, portable, without secrets, and enough to rebuild a run."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path

import pytest
from omegaconf import DictConfig

from tests.grader import grader
from tests.project import Project
from tests.server import Reply, Request, Server, said
from triaudit.errors import TriauditError
from triaudit.files import digest
from triaudit.portable import store_export, store_import
from triaudit.store import PLACE, Entry, Failure, Store
from triaudit.types import UnansweredReason


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DVC_ROOT", raising=False)
    monkeypatch.chdir(tmp_path)


def config(path: str | None = "replies.jsonl.gz") -> DictConfig:
    return DictConfig({"store": {"_target_": "triaudit.portable.StoreSettings", "path": path}})


def filled() -> Store:
    store = Store(PLACE)
    for number in range(20):
        store.put(digest(number), "completion", f'{{"text": "答 {number}"}}', '{"judge": {"model": "m"}}')
    store.fail(digest("f"), "completion", UnansweredReason.REFUSED, "no", '{"attempts": 3}')
    store.fail(digest("f"), "completion", UnansweredReason.TRUNCATED, "cut")
    return store


def held(store: Store) -> tuple[list[Entry], list[Failure]]:
    return list(store.entries()), list(store.failures())


def exported() -> tuple[tuple[list[Entry], list[Failure]], bytes]:
    """What a store held, the bytes of its export, and the store gone."""
    store = filled()
    store_export(config(), Path())
    before = held(store)
    store.close()
    PLACE.rename("gone.sqlite")
    return before, Path("replies.jsonl.gz").read_bytes()


def test_an_import_gives_what_was_exported_and_twice_adds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    before, _ = exported()
    store_import(config(), Path())
    assert held(Store(PLACE)) == before
    store_import(config(), Path())
    assert held(Store(PLACE)) == before
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "replies.jsonl.gz: 22 answers and failed questions added, 0 were here already",
        "replies.jsonl.gz: 0 answers and failed questions added, 22 were here already",
    ]


def test_the_same_store_gives_the_same_bytes_wherever_it_was_filled() -> None:
    _, first = exported()
    store_import(config(), Path())
    store_export(config("again.gz"), Path())
    assert Path("again.gz").read_bytes() == first
    lines = gzip.decompress(first).decode().splitlines()
    assert json.loads(lines[0]) == {"format": "triaudit store", "version": 1}
    assert json.loads(lines[-1]).items() >= {"answers": 20, "failures": 2}.items()


def test_an_answer_that_is_here_stays_and_a_damaged_one_is_replaced() -> None:
    exported()
    store = Store(PLACE)
    store.put(digest(1), "completion", "mine")
    store.put(digest(2), "completion", "damaged")
    store.db.execute("update entries set content=x'00' where key=?", (bytes.fromhex(digest(2)),))
    store_import(config(), Path())
    assert store.get(digest(1)) == "mine"
    assert store.get(digest(2)) == '{"text": "答 2"}'


def changed(data: bytes, old: bytes, new: bytes) -> bytes:
    text = gzip.decompress(data)
    assert old in text
    return gzip.compress(text.replace(old, new, 1))


HARM = {
    "cut": lambda data: data[: len(data) // 2],
    "cut in its last bytes": lambda data: data[:-6],
    "a bit turned": lambda data: data[:300] + bytes([data[300] ^ 4]) + data[301:],
    "another word": lambda data: changed(data, "答 7".encode(), "问 7".encode()),
    "another count": lambda data: changed(data, b'"answers":20', b'"answers":19'),
    "a line less": lambda data: gzip.compress(
        b"".join(line for n, line in enumerate(gzip.decompress(data).splitlines(True)) if n != 5)
    ),
    "without its end": lambda data: gzip.compress(
        b"".join(gzip.decompress(data).splitlines(True)[:-1]),
    ),
    "more behind its end": lambda data: gzip.compress(gzip.decompress(data) + b"\n"),
    "no key": lambda data: changed(data, digest(3).encode(), b"3"),
    "no reason": lambda data: changed(data, b'"refused"', b'"tired"'),
    "no json about it": lambda data: changed(data, b'"about":"{}"', b'"about":"[" '),
    "an unknown field": lambda data: changed(data, b'"kind"', b'"kind":"x","extra"'),
}


@pytest.mark.parametrize("harm", HARM)
def test_a_damaged_file_is_refused_and_nothing_changes(harm: str) -> None:
    _, data = exported()
    store = Store(PLACE)
    store.put(digest("mine"), "completion", "mine")
    before = held(store)
    Path("replies.jsonl.gz").write_bytes(HARM[harm](data))
    with pytest.raises(TriauditError, match=r"store\.path=replies\.jsonl\.gz: damaged .*nothing was added"):
        store_import(config(), Path())
    assert held(store) == before


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"plain text\n",
        gzip.compress(b"plain text\n"),
        gzip.compress(b'{"format":"another","version":1}\n'),
        b"SQLite format 3\0",
    ],
)
def test_a_foreign_file_is_refused_and_never_written_over(data: bytes) -> None:
    filled().close()
    Path("foreign").write_bytes(data)
    with pytest.raises(TriauditError, match=r"store\.path=foreign: not an export of a store"):
        store_import(config("foreign"), Path())
    with pytest.raises(TriauditError, match=r"store\.path=foreign: another file is there, and stays"):
        store_export(config("foreign"), Path())
    assert Path("foreign").read_bytes() == data


def test_a_file_of_a_newer_version_says_so() -> None:
    Path("replies.jsonl.gz").write_bytes(gzip.compress(b'{"format":"triaudit store","version":2}\n'))
    with pytest.raises(TriauditError, match="written by a newer triaudit"):
        store_import(config(), Path())


def test_what_is_missing_is_named() -> None:
    for stage in (store_export, store_import):
        with pytest.raises(TriauditError, match=f"{stage.__name__}: give store.path=FILE"):
            stage(config(None), Path())
    with pytest.raises(TriauditError, match="no judge whose answers are kept"):
        store_export(config(), Path())
    with pytest.raises(TriauditError, match=r"store\.path=replies\.jsonl\.gz: no such file"):
        store_import(config(), Path())
    assert not PLACE.exists()


def test_a_secret_of_this_environment_is_never_exported(monkeypatch: pytest.MonkeyPatch) -> None:
    store = filled()
    store.put(digest("s"), "completion", '{"text": "your key is open-sesame-77"}')
    store.fail(digest("s"), "completion", UnansweredReason.REFUSED, "open-sesame-77")
    monkeypatch.setenv("A_JUDGES_KEY", "open-sesame-77")
    store_export(config(), Path())
    text = gzip.decompress(Path("replies.jsonl.gz").read_bytes())
    assert b"sesame" not in text
    assert text.count(b"[secret]") == 2
    PLACE.rename("gone.sqlite")
    store_import(config(), Path())
    assert Store(PLACE).get(digest("s")) == '{"text": "your key is [secret]"}'


def stubborn(request: Request) -> Reply:
    """The grader, which refuses to grade one dimension of every report."""
    if "The dimension to grade (insight)" in request.prompt:
        return said("I'm sorry, but I can't help with that.")
    return grader(request)


def results(project: Project) -> dict[str, bytes]:
    folder = project.folder / "results"
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".stamps" not in path.parts
    }


@pytest.mark.pipeline
async def test_a_run_is_rebuilt_elsewhere_without_key_and_server(tmp_path: Path) -> None:
    here = Project.make(tmp_path / "here")
    here.env["A_JUDGES_KEY"] = "open-sesame-77"
    async with Server(stubborn) as server:
        judge = {"use": "local", "base_url": server.url, "model": "judge-small", "identity": "w"}
        here.params(judge={**judge, "key_env": "A_JUDGES_KEY"})
        await asyncio.to_thread(here.repro)
        asked = len(server.requests)
        await asyncio.to_thread(here.triaudit, "stage=store_export", "store.path=replies.jsonl.gz")
        assert len(server.requests) == asked > 40
    here.git("add", "dvc.lock", "params.yaml", "results")
    here.commit("evaluated")
    made = results(here)
    assert b'"reason":"refused"' in made["quality/harbor.jsonl"]
    assert b'"label":"RIGHT"' in made["factcheck/harbor.jsonl"]

    here.git("clone", "-q", str(here.folder), str(tmp_path / "there"))
    there = Project(tmp_path / "there")
    there.params(runtime={"offline": True})
    there.triaudit("stage=store_import", f"store.path={here.folder / 'replies.jsonl.gz'}")
    there.repro()
    assert results(there) == made
    assert there.read("dvc.lock") == here.read("dvc.lock")
    assert b"not_in_store" not in b"".join(made.values())
