import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.helpers import context
from tests.score.made import check, grade, rubric
from triaudit.context import Context
from triaudit.errors import TriauditError
from triaudit.files import read_records, write_records
from triaudit.score.stage import run
from triaudit.show import run as show
from triaudit.types import Missing, MissingReason, ProcessAudit, Scorecard, Task, TaskScore

FIXED = {"coverage": 0.3, "insight": 0.3, "instruction_following": 0.2, "clarity": 0.2}


def refuse(name: str) -> float:
    raise AssertionError(f"metrics.json holds {name}")


def world(folder: Path, systems: Sequence[str], overrides: Sequence[str] = ()) -> Context:
    """Two tasks and, for each system, records of every stage; no traces."""
    tasks = [
        Task(id="1", query="q", language="en", track="text"),
        Task(id="2", query="q", language="en", track="text"),
    ]
    write_records(folder / "data/benchmark/demo/tasks.jsonl", tasks)
    results = folder / "results"
    write_records(results / "rubric/tasks.jsonl", [rubric(task.id, FIXED) for task in tasks])
    for system in systems:
        score = 8.0 if system == "good" else 4.0
        grades = [grade(task.id, {f"{name}.0": score + n for name in FIXED}) for n, task in enumerate(tasks)]
        write_records(results / f"quality/{system}.jsonl", grades)
        write_records(
            results / f"factcheck/{system}.jsonl", [check(task.id, right=3, wrong=1) for task in tasks]
        )
        none = Missing(reason=MissingReason.NO_TRACE)
        write_records(
            results / f"audit/{system}.jsonl", [ProcessAudit(task=task.id, missing=none) for task in tasks]
        )
    listed = (
        ["+systems={}"]
        if not systems
        else [f"+systems.{name}={{_target_:triaudit.systems.SystemSettings,path:x}}" for name in systems]
    )
    return context(folder, "score", overrides=[*listed, "benchmark.version=demo", *overrides])


async def test_every_system_gets_a_scorecard_and_every_task_every_metric(tmp_path: Path, capsys):
    ctx = world(tmp_path, ["poor", "good"])
    await run(ctx)
    cards = read_records(tmp_path / "results/score/scorecards.jsonl", Scorecard)
    assert [card.system for card in cards] == ["poor", "good"]
    good = cards[1]
    assert good.metrics["quality/total"].value == pytest.approx(85.0)
    assert good.metrics["overall"].value == pytest.approx(80.0)
    assert good.overall_over == ("quality", "factcheck")
    assert good.baseline
    assert good.judge == {"rubric": "rules", "quality": "rules", "claims": "rules", "factcheck": "rules"}
    scores = read_records(tmp_path / "results/score/tasks.jsonl", TaskScore)
    metrics = {score.metric for score in scores}
    assert len(scores) == 2 * 2 * len(metrics)
    assert {"quality/insight", "factcheck/conflict", "audit/efficiency", "audit/consistency"} <= metrics
    show(ctx.view.cfg, ctx.out)
    out = capsys.readouterr().out
    assert "80.0" in out
    assert "poor: audit was not measured" in out


async def test_metrics_json_is_strict_and_names_listed_systems_alone(tmp_path: Path):
    await run(world(tmp_path, ["poor", "good"]))
    text = (tmp_path / "results/metrics.json").read_text("utf-8")
    found = json.loads(text, parse_constant=refuse)
    assert list(found) == ["poor", "good"]
    assert found["good"]["overall"] == 80.0
    assert found["good"]["audit/total"] is None
    assert found["good"]["baseline"] is True
    assert {"role": "quality", "judge": "rules"} in found["good"]["judge"]
    assert not [v for v in found["good"].values() if isinstance(v, str | dict)]
    listed = {entry["metric"]: entry for entry in found["good"]["estimates"]}
    assert listed["text/audit/total"]["missing"] == 2
    assert listed["factcheck/right"]["value"] == 6.0
    await run(world(tmp_path, ["good"]))
    assert list(json.loads((tmp_path / "results/metrics.json").read_text("utf-8"))) == ["good"]


async def test_bytes_are_the_same_every_time(tmp_path: Path):
    await run(world(tmp_path, ["poor", "good"]))
    names = ["metrics.json", "score/tasks.jsonl", "score/scorecards.jsonl"]
    first = [(tmp_path / "results" / name).read_bytes() for name in names]
    await run(world(tmp_path, ["poor", "good"]))
    assert [(tmp_path / "results" / name).read_bytes() for name in names] == first


async def test_a_stage_that_has_not_run_is_said_and_the_rest_is_scored(tmp_path: Path, capsys):
    ctx = world(tmp_path, ["poor", "good"])
    (tmp_path / "results/factcheck/good.jsonl").unlink()
    await run(ctx)
    show(ctx.view.cfg, ctx.out)
    good = read_records(tmp_path / "results/score/scorecards.jsonl", Scorecard)[1]
    assert good.overall_over == ("quality",)
    assert good.metrics["factcheck/right_ratio"].reasons == {"upstream": 2}
    said = capsys.readouterr()
    assert "factcheck/good.jsonl is missing" in said.err
    assert "1*" in said.out


async def test_a_task_without_a_record_is_missing_and_a_second_record_is_refused(tmp_path: Path):
    ctx = world(tmp_path, ["good"])
    path = tmp_path / "results/factcheck/good.jsonl"
    write_records(path, [check("1", right=1), check("99", right=1)])
    await run(ctx)
    (good,) = read_records(tmp_path / "results/score/scorecards.jsonl", Scorecard)
    assert (good.metrics["factcheck/claims"].value, good.metrics["factcheck/claims"].missing) == (1.0, 1)
    write_records(path, [check("1", right=1), check("1", wrong=1)])
    with pytest.raises(TriauditError, match="task 1 has more than one record"):
        await run(ctx)


async def test_axis_weights_reach_overall(tmp_path: Path):
    await run(world(tmp_path, ["good"], ["score.weights.quality=3", "score.weights.audit=0"]))
    (good,) = read_records(tmp_path / "results/score/scorecards.jsonl", Scorecard)
    assert good.metrics["overall"].value == pytest.approx((3 * 85 + 75) / 4)


async def test_all_weights_zero_is_refused(tmp_path: Path):
    none = [f"score.weights.{axis}=0" for axis in ("quality", "factcheck", "audit")]
    with pytest.raises(TriauditError, match="all are 0"):
        await run(world(tmp_path, ["good"], none))


async def test_an_empty_benchmark_is_refused(tmp_path: Path):
    ctx = world(tmp_path, ["good"])
    write_records(tmp_path / "data/benchmark/demo/tasks.jsonl", [])
    with pytest.raises(TriauditError, match="no tasks"):
        await run(ctx)


async def test_no_systems_is_an_empty_table(tmp_path: Path, capsys):
    ctx = world(tmp_path, [])
    await run(ctx)
    show(ctx.view.cfg, ctx.out)
    assert json.loads((tmp_path / "results/metrics.json").read_text("utf-8")) == {}
    assert "No systems are listed" in capsys.readouterr().out
