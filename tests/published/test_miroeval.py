"""Others' per-task scores, read and compared with what was published of them."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from pathlib import Path

import pytest
import yaml

from tests.helpers import ROOT
from triaudit.__main__ import entry
from triaudit.errors import TriauditError
from triaudit.published import CELLS, PublishedSettings, miroeval
from triaudit.published.findings import ROUNDED, Finding, cards, cells, findings, table
from triaudit.score.bootstrap import Bootstrap
from triaudit.types import Missing, MissingReason, TaskScore

RATED = {
    "intrinsic": dict.fromkeys(miroeval.Intrinsic.model_fields, 8),
    "alignment": {"findings_to_report": 9, "report_to_process": 6, "contradiction": 3},
}
SCORED = dict.fromkeys(("coverage", "insight", "instruction_following", "clarity"), 5.0) | {
    "query_spec": 4.0,
    "total_weighted_score": 4.5,
}


def settings() -> PublishedSettings:
    conf = yaml.safe_load((ROOT / "conf" / "published" / "miroeval.yaml").read_text("utf-8"))
    return PublishedSettings(**{key: value for key, value in conf.items() if key != "_target_"})


def write(folder: Path, text: dict[str, dict[str, object]]) -> Path:
    """Detail files of text tasks: part to task to the one system's row."""
    for part in miroeval.PARTS:
        (folder / part).mkdir(parents=True, exist_ok=True)
        rows = {task: {"one": row} for task, row in text.get(part, {}).items()}
        (folder / part / "text.json").write_text(json.dumps(rows))
        (folder / part / "multimodal.json").write_text("{}")
    return folder


def value(scores: list[TaskScore], task: str, metric: str) -> float | Missing | None:
    (score,) = [score for score in scores if (score.task, score.metric) == (task, metric)]
    return score.missing if score.value is None else score.value


def test_a_row_of_each_kind_becomes_figures_of_0_to_100(tmp_path: Path) -> None:
    counts = {"right": 6, "wrong": 2, "conflict": 1, "unknown": 3}
    folder = write(tmp_path, {"report": {"1": SCORED}, "factuality": {"1": counts}, "process": {"1": RATED}})
    scores = miroeval.read(folder, ["one"])
    assert value(scores, "1", "quality/total") == 45
    assert value(scores, "1", "quality/specificity") == 40
    assert value(scores, "1", "factcheck/right_ratio") == 50
    assert value(scores, "1", "factcheck/checked_share") == 75
    assert value(scores, "1", "audit/consistency") == 30
    assert value(scores, "1", "audit/alignment") == 60
    assert value(scores, "1", "audit/total") == 70


def test_what_is_not_there_is_missing_and_never_0(tmp_path: Path) -> None:
    none = dict.fromkeys(("right", "wrong", "conflict", "unknown"), 0)
    unrated = {**RATED, "alignment": {**RATED["alignment"], "contradiction": None}}
    folder = write(
        tmp_path,
        {"report": {"1": SCORED, "2": None}, "factuality": {"1": none}, "process": {"1": unrated}},
    )
    scores = miroeval.read(folder, ["one"])
    for task, metric, reason in (
        ("2", "quality/total", MissingReason.NOT_PUBLISHED),
        ("1", "factcheck/right_ratio", MissingReason.NO_CLAIMS),
        ("2", "factcheck/right_ratio", MissingReason.NOT_PUBLISHED),
        ("1", "audit/total", MissingReason.NOT_PUBLISHED),
    ):
        missing = value(scores, task, metric)
        assert isinstance(missing, Missing)
        assert missing.reason == reason
    assert value(scores, "1", "audit/intrinsic") == 80


@pytest.mark.parametrize(
    ("row", "said"),
    [({**SCORED, "insight": 11}, "insight"), ({**SCORED, "insight": float("nan")}, "insight"), ([1], "row")],
)
def test_an_impossible_row_is_named_with_file_task_and_system(tmp_path: Path, row: object, said: str) -> None:
    folder = write(tmp_path, {"report": {"7": row}})
    with pytest.raises(TriauditError, match=rf"report/text\.json: task 7: one: {said}"):
        miroeval.read(folder, ["one"])


def test_a_folder_or_system_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(TriauditError, match=r"published\.path"):
        miroeval.read(tmp_path / "none", ["one"])
    with pytest.raises(TriauditError, match="no file has scores of 'two'; they have one"):
        miroeval.read(write(tmp_path, {"report": {"1": SCORED}}), ["two"])


def test_a_finding_holds_within_its_rounding() -> None:
    assert Finding("x", 63.4, 63.45, ROUNDED).holds
    assert not Finding("x", 63.4, 63.4511, ROUNDED).holds
    assert not Finding("x", 63.4, None, ROUNDED).holds


def test_the_published_table_and_findings_are_rebuilt(shared: Path) -> None:
    known = settings()
    scores = miroeval.read(shared / "data" / "miroeval" / "detail_results", known.systems)
    found = cards(scores, Bootstrap(4000, 0))
    rebuilt = table(found, known)
    published = json.loads((shared / "data" / "miroeval" / "published_table.json").read_text("utf-8"))
    assert {name: list(row.values()) for name, row in published.items()} == {
        name: list(row) for name, row in known.table.items()
    }
    assert {name: list(row) for name, row in rebuilt.items()} == {
        n: list(row) for n, row in published.items()
    }
    compared = cells(rebuilt, known)
    assert len(compared) == 102
    assert [finding for finding in compared if not finding.holds] == []
    others = findings(scores, found, known, Bootstrap(4000, 0))
    assert [finding for finding in others if not finding.holds] == []


def test_other_formulas_do_not_give_the_published_table(shared: Path) -> None:
    known = settings()
    scores = miroeval.read(shared / "data" / "miroeval" / "detail_results", known.systems)
    found = cards(scores, Bootstrap(100, 0))
    rated = [*miroeval.Intrinsic.model_fields, "findings_to_report", "report_to_process", "consistency"]
    rows: dict[tuple[str, str, str], dict[str, float]] = defaultdict(dict)
    for score in scores:
        if score.value is not None and score.metric.removeprefix("audit/") in rated:
            rows[score.system, score.track, score.task][score.metric] = score.value
    wrong = {"factuality": 0, "process": 0}
    for system, name in known.systems.items():
        published = dict(zip(CELLS, known.table[name], strict=False))
        for track, prefix in (("text", "text"), ("multimodal", "mm")):
            if f"{prefix}_factuality" not in published:
                continue
            micro = found[system][f"{track}/factcheck/right_ratio_micro"].value
            flat = [
                math.fsum(row.values()) / 8
                for (who, where, _), row in rows.items()
                if (who, where) == (system, track) and len(row) == 8
            ]
            for axis, other in (("factuality", micro), ("process", math.fsum(flat) / len(flat))):
                assert other is not None
                wrong[axis] += abs(other - published[f"{prefix}_{axis}"]) > ROUNDED
    assert wrong["factuality"] > 12
    assert wrong["process"] > 12


def test_the_command_writes_the_table_and_says_what_it_found(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = shared / "data" / "miroeval" / "detail_results"
    assert entry(["experiment=published", f"published.path={folder}", "score.bootstrap=4000"]) == 0
    written = json.loads((tmp_path / "published.json").read_text("utf-8"))
    assert len(written) == 13
    assert written["Doubao Deep Research"].keys() == set(CELLS[:4])
    said = capsys.readouterr().out
    assert "126 of 126 published figures rebuilt" in said
    assert "not comparable" in said


def test_the_command_without_a_folder_says_what_to_give(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert entry(["experiment=published"]) == 2
    assert "published.path" in capsys.readouterr().err
