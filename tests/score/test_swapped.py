"""A model that is swapped for another while a run goes on, from the records to what people read."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import yaml

from tests.answering import Answering
from tests.helpers import ROOT
from tests.project import PAIR
from triaudit.__main__ import entry


def test_a_swap_shows_in_records_leaderboard_metrics_and_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(PAIR / "data", tmp_path / "data")
    params = yaml.safe_load((ROOT / "params.yaml").read_text())
    (tmp_path / "params.yaml").write_text(yaml.safe_dump({**params, "systems": ["harbor", "breeze"]}))
    monkeypatch.chdir(tmp_path)
    axes = ["factcheck=off", "audit=off", "stage=systems,attachments,rubric,quality,score,report"]
    with Answering(monkeypatch, swap=12) as server:
        judge = server.as_judge(*axes)
        assert entry(judge) == 0
        shown = capsys.readouterr()
        assert "WARNING: quality mixes judges: quality was answered by judge-small (" in shown.out
        assert "and judge-small-next (" in shown.out
        grades = [json.loads(line) for line in Path("results/quality/harbor.jsonl").read_text().splitlines()]
        told = {(one["asked"], one["served"]) for grade in grades for one in grade["answered"]}
        assert told == {("judge-small", "judge-small"), ("judge-small", "judge-small-next")}
        assert sum(one["answers"] for grade in grades for one in grade["answered"]) >= 10
        metrics = json.loads(Path("results/metrics.json").read_text())
        (quality,) = (entry for entry in metrics["harbor"]["judge"] if entry["role"] == "quality")
        assert set(quality["served"]) == {"judge-small", "judge-small-next"}
        for page in Path("results/report").rglob("*.html"):
            assert "WARNING: quality mixes judges" in page.read_text(), page
