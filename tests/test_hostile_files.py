"""Files that would run code when they are opened the wrong way."""

from __future__ import annotations

import ast
import shutil
from pathlib import Path

import pytest

from tests.helpers import ROOT, context
from triaudit.attachments import stage as attachments
from triaudit.errors import TriauditError
from triaudit.files import digest, write_records
from triaudit.store import Store
from triaudit.systems import stage as systems
from triaudit.types import File, Task

PICKLE = ROOT / "tests/cases/security/i06_cache_entry.pkl"
LOADERS = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "shelve", "marshal"}


def test_no_module_can_unpickle() -> None:
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {name.partition(".")[0] for name in names} & LOADERS, path


async def test_a_pickled_entry_is_never_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    places = ["outputs/1.pkl", "outputs/2.json", "data/benchmark/demo/files/a.pkl", "results/systems/s.jsonl"]
    for place in (*places, "store.sqlite"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PICKLE, tmp_path / place)
    file = File(name="a.pkl", path="files/a.pkl", digest=digest(PICKLE.read_bytes()))
    task = Task(id="1", query="q", language="en", track="multimodal", files=(file,))
    write_records(tmp_path / "data/benchmark/demo/tasks.jsonl", [task])
    listed = [f"+systems.s={{_target_:triaudit.systems.SystemSettings,path:'{tmp_path / 'outputs'}'}}"]
    with pytest.raises(TriauditError, match="no output could be read"):
        await systems.run(context(tmp_path, "systems", "s", listed))
    await attachments.run(context(tmp_path, "attachments"))
    with pytest.raises(TriauditError):
        Store(tmp_path / "store.sqlite")
    assert [path.name for path in tmp_path.rglob("PICKLE*")] == []  # noqa: ASYNC240
