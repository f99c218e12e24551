from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.helpers import context
from triaudit.errors import TriauditError
from triaudit.files import read_records
from triaudit.task_path import Candidate, chosen
from triaudit.task_path.stage import run

CHOSEN = ("task_path=[curated]", "task_path.curated.path=q.jsonl")


async def ran(tmp_path: Path, overrides: Sequence[str] = CHOSEN) -> Path:
    await run(context(tmp_path, "task_path", overrides=overrides))
    return tmp_path / "results/task_path"


async def test_candidates_are_written_kept_and_dropped_and_the_dropped_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "q.jsonl").write_text('{"id": 1, "query": "a"}\n{"id": 2}\n')
    out = await ran(tmp_path)
    found = read_records(out / "curated.jsonl", Candidate)
    assert [c.kept for c in found] == [True, False]
    assert json.loads((out / "summary.json").read_text()) == {"curated": {"kept": 1, "dropped": 1}}
    assert "curated: dropped: q.jsonl, line 2: task 2: no query" in capsys.readouterr().err


async def test_without_a_path_there_is_a_summary_and_no_candidate_of_an_earlier_run(tmp_path: Path) -> None:
    (tmp_path / "q.jsonl").write_text('{"id": 1, "query": "a"}\n')
    await ran(tmp_path)
    out = await ran(tmp_path, ())
    assert [p.name for p in out.iterdir()] == ["summary.json"]
    assert json.loads((out / "summary.json").read_text()) == {}


def test_a_key_that_is_no_option_is_refused() -> None:
    with pytest.raises(TriauditError, match=r"task_path.curated is not chosen"):
        chosen({"curated": {"path": "q.jsonl"}})
