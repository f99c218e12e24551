"""A judge measured on a world in a folder, in this process."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hydra import compose, initialize_config_dir
from hydra.core.global_hydra import GlobalHydra
from omegaconf import DictConfig

from tests.helpers import ROOT
from triaudit.errors import TriauditError
from triaudit.selftest.report import run

PAGE = """---
url: https://mill.example/report
title: The mill of Aldwick
date: 2024-05-01
language: en
---

The mill of Aldwick ground 840 tonnes of rye in 2023. Its new wheel cost 6.2 million crowns.
"""
REPORT = """# The mill

The mill of Aldwick ground 840 tonnes of rye in 2023. Its new wheel cost 9.7 million crowns.
"""


def world(folder: Path) -> Path:
    """A world of one task, one page and one report, of which one sentence is right and one wrong."""
    task = {"id": "mill", "query": "How does the mill of Aldwick do?", "language": "en"}
    lines = [
        (
            "The mill of Aldwick ground 840 tonnes of rye in 2023.",
            "RIGHT",
            "ground 840 tonnes of rye in 2023",
        ),
        ("Its new wheel cost 9.7 million crowns.", "WRONG", "new wheel cost 6.2 million crowns"),
    ]
    truth = [
        {
            "kind": "claim",
            "system": "clerk",
            "task": "mill",
            "sentence": sentence,
            "label": label,
            "evidence": [{"source": "https://mill.example/report", "quote": quote, "side": "web"}],
        }
        for sentence, label, quote in lines
    ]
    for name, text in {
        "tasks.jsonl": json.dumps(task) + "\n",
        "truth.jsonl": "".join(json.dumps(line) + "\n" for line in truth),
        "corpus/mill.md": PAGE,
        "outputs/clerk/mill.md": REPORT,
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def configured(*values: str) -> DictConfig:
    """The configuration with nothing of the demo in it."""
    GlobalHydra.instance().clear()
    with initialize_config_dir(str(ROOT / "conf"), version_base="1.3"):
        return compose("config", overrides=["selftest.truth=''", "selftest.variants=0", *values])


def test_a_world_in_a_folder_is_measured_without_freezing_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    world(tmp_path / "aldwick")
    assert run(configured("selftest.worlds=[aldwick]"), tmp_path / "results") == 0
    line = capsys.readouterr().out.splitlines()[-1].split()
    assert line == ["aldwick", "2", "100.0%", "none", "50.0%", "100.0%", "100.0%", "none", "none", "0"]
    assert not (tmp_path / "results").exists()


def test_what_a_model_judge_answers_on_a_world_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    world(tmp_path / "aldwick")
    journal = tmp_path / "journal"
    cfg = configured("selftest.worlds=[aldwick]", "judge=scripted", f"judge.journal={journal}")
    run(cfg, tmp_path / "results")
    asked = len(journal.read_text("utf-8").splitlines())
    first = capsys.readouterr().out
    run(cfg, tmp_path / "results")
    assert asked > 0
    assert len(journal.read_text("utf-8").splitlines()) == asked
    assert capsys.readouterr().out == first


def test_a_world_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TriauditError, match=r"selftest\.worlds: nowhere is no folder"):
        run(configured("selftest.worlds=[nowhere]"), tmp_path / "results")


def test_variants_need_a_folder_of_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TriauditError, match=r"choose search=corpus search\.path=… or selftest\.variants=0"):
        run(configured("selftest.variants=1", "benchmark.version=none"), tmp_path / "results")
