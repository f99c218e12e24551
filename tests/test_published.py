"""Published outputs run to the end with the rules judge; read in place, skipped where they are missing."""

import json
from pathlib import Path

import pytest
from bench.published import SETS, prepare, run

from triaudit.files import read_records
from triaudit.types import Grade, MissingReason, ProcessAudit, ReportClaims, Scorecard, SystemOutput

pytestmark = pytest.mark.pipeline

WITH_OUTPUT = {
    "miroeval-text": 35,
    "miroeval-multimodal": 14,
    "deepresearcheval": 3,
    "deep-research-bench": 10,
}


@pytest.mark.parametrize("name", SETS)
def test_a_published_set_runs_to_the_end(shared: Path, tmp_path: Path, name: str) -> None:
    prepare(tmp_path, shared, name)
    run(tmp_path, "stage=task_path,benchmark")
    run(tmp_path)
    results = tmp_path / "results"
    tasks = (tmp_path / "data" / "benchmark" / name / "tasks.jsonl").read_text("utf-8").splitlines()
    outputs = read_records(results / "systems" / "published.jsonl", SystemOutput)
    there = [output.task for output in outputs if output.missing is None]
    assert len(outputs) == len(tasks)
    assert len(there) == WITH_OUTPUT[name]
    grades = {grade.task: grade for grade in read_records(results / "quality" / "published.jsonl", Grade)}
    assert all(grades[task].missing is None for task in there)
    assert all(score.score is not None for task in there for score in grades[task].scores)
    claims = read_records(results / "claims" / "published.jsonl", ReportClaims)
    assert sum(len(record.claims) for record in claims) > 5 * len(there)
    traced = [output.task for output in outputs if output.trace is not None]
    audits = {
        audit.task: audit for audit in read_records(results / "audit" / "published.jsonl", ProcessAudit)
    }
    assert [task for task in there if audits[task].missing is None] == traced
    assert len(traced) == (0 if name == "deep-research-bench" else WITH_OUTPUT[name])
    (card,) = read_records(results / "score" / "scorecards.jsonl", Scorecard)
    total = card.metrics["quality/total"]
    assert total.n + total.reasons.get("attachment_unreadable", 0) == len(there)
    assert total.n >= len(there) - 1
    assert card.metrics["factcheck/right_ratio"].n == 0
    assert set(card.metrics["factcheck/right_ratio"].reasons) == {
        MissingReason.NO_SEARCH,
        *([MissingReason.NO_OUTPUT] if len(there) < len(tasks) else []),
    }
    json.loads((results / "metrics.json").read_text("utf-8"), parse_constant=pytest.fail)
