import asyncio
import subprocess
import sys
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import yaml

from tests.helpers import ROOT, context
from tests.score.made import card, table
from triaudit.context import Context
from triaudit.errors import TriauditError
from triaudit.files import write_records, write_text
from triaudit.track import runs as module
from triaudit.track.describe import SCORING
from triaudit.track.stage import KEYS, run


@pytest.fixture(autouse=True)
def no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[object]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from mlflow import MlflowClient  # noqa: PLC0415

        yield MlflowClient(tracking_uri=f"sqlite:///{tmp_path / 'mlruns' / 'mlflow.db'}")


def world(folder: Path, quality: Sequence[float], alpha: float = 0.5, title: str = "t") -> Context:
    scores = {name: table(name, quality, [50, 70], [None, None]) for name in ("careful", "hasty")}
    results = folder / "results"
    write_records(results / "score/tasks.jsonl", [s for own in scores.values() for s in own])
    write_records(results / "score/scorecards.jsonl", [card(own) for own in scores.values()])
    judge = {"_target_": "x.Judge", "model": "model-a", "prompt": "p" * 7000}
    snapshot = {
        "benchmark": {"version": "demo", "build": "demo"},
        "systems": {"careful": {"path": "a"}, "hasty": {"path": "b"}},
        "search": {"_target_": "triaudit.search.none.NoSearch"},
        "quality": {"enabled": True, "judge": judge},
        "audit": {"alpha": alpha, "dimensions": [{"id": "depth"}]},
        "score": {"weights": {"quality": 1}, "bootstrap": 500},
        "report": {"title": title},
        "inputs": {"benchmark": "b1"},
    }
    write_text(results / "snapshot.yaml", yaml.safe_dump(snapshot))
    return context(folder, "track", overrides=["benchmark.version=demo"])


def runs(client, **tags: str):
    where = client.get_experiment_by_name("triaudit-demo").experiment_id
    found = client.search_runs([where])
    return [r for r in found if all(r.data.tags.get(k) == v for k, v in tags.items())]


def test_every_system_is_one_run_however_often_it_comes(tmp_path: Path, client, capsys):
    ctx = world(tmp_path, [60, 80])
    asyncio.run(run(ctx))
    assert "2 new of 2 runs" in capsys.readouterr().err
    asyncio.run(run(ctx))
    said = capsys.readouterr()
    assert "0 new of 2 runs" in said.err
    assert "INFO" not in said.err
    assert len(runs(client)) == 2
    (careful,) = runs(client, system="careful")
    assert careful.data.metrics["quality/total"] == 70.0
    assert careful.data.metrics["quality/total/n"] == 2
    assert "quality/total/low" in careful.data.metrics
    assert "audit/total" not in careful.data.metrics
    assert careful.data.metrics["not_logged"] > 0
    assert careful.data.params["audit/alpha"] == "0.5"
    assert careful.data.params["quality/judge"] == "rules"
    assert careful.data.params["quality/judge/model"] == "model-a"
    assert careful.data.params["quality/judge/prompt"].startswith("sha256 ")
    assert careful.data.params["search"] == "NoSearch"
    assert careful.data.tags["baseline"] == "true"
    assert careful.data.tags["benchmark"] == "demo"
    assert careful.data.tags["judge"] == "rules"
    names = {item.path for item in client.list_artifacts(careful.info.run_id)}
    assert {"config.yaml", "scorecard.json", "scores.jsonl", "metrics.csv", "params"} <= names
    assert (tmp_path / "mlruns/artifacts/triaudit-demo").is_dir()
    told = yaml.safe_load(Path(client.download_artifacts(careful.info.run_id, "config.yaml")).read_text())
    assert set(told) == set(KEYS)
    assert told["quality"]["judge"]["model"] == "model-a"
    assert told["inputs"] == {"benchmark": "b1"}


def test_all_that_a_run_is_told_of_the_configuration_is_declared():
    assert set(SCORING) <= set(KEYS)


def test_new_results_supersede_old_ones_and_old_ones_come_back(tmp_path: Path, client):
    asyncio.run(run(world(tmp_path, [60, 80])))
    asyncio.run(run(world(tmp_path, [61, 80])))
    assert len(runs(client, system="careful")) == 2
    (old,) = runs(client, system="careful", superseded="true")
    assert old.data.metrics["quality/total"] == 70.0
    asyncio.run(run(world(tmp_path, [60, 80])))
    assert len(runs(client)) == 4
    (old,) = runs(client, system="careful", superseded="true")
    assert old.data.metrics["quality/total"] == 70.5


def test_another_scoring_config_is_another_run_and_a_title_is_not(tmp_path: Path, client):
    asyncio.run(run(world(tmp_path, [60, 80])))
    asyncio.run(run(world(tmp_path, [60, 80], title="other")))
    assert len(runs(client)) == 2
    asyncio.run(run(world(tmp_path, [60, 80], alpha=0.3)))
    assert len(runs(client)) == 4
    assert not runs(client, superseded="true")


def test_runs_that_are_there_already_are_recognised_without_mlflow(tmp_path: Path, monkeypatch):
    ctx = world(tmp_path, [60, 80])
    asyncio.run(run(ctx))

    def unused(*arguments: object) -> int:
        raise AssertionError("MLflow was asked")

    monkeypatch.setattr(module, "_log", unused)
    asyncio.run(run(ctx))
    with pytest.raises(AssertionError, match="asked"):
        asyncio.run(run(world(tmp_path, [61, 80])))
    (tmp_path / "mlruns/mlflow.db").write_bytes(b"not a database")
    with pytest.raises(AssertionError, match="asked"):
        asyncio.run(run(ctx))


def test_a_run_cut_off_in_the_middle_is_completed(tmp_path: Path, client, monkeypatch: pytest.MonkeyPatch):
    whole = module._fill

    def dies(*arguments: object) -> None:
        raise KeyboardInterrupt

    ctx = world(tmp_path, [60, 80])
    monkeypatch.setattr(module, "_fill", dies)
    with pytest.raises(KeyboardInterrupt):
        asyncio.run(run(ctx))
    assert [r.info.status for r in runs(client)] == ["RUNNING"]
    monkeypatch.setattr(module, "_fill", whole)
    asyncio.run(run(ctx))
    found = runs(client)
    assert [r.info.status for r in found] == ["FINISHED", "FINISHED"]
    assert all("overall" in r.data.metrics for r in found)


def test_results_are_left_alone_and_runs_go_where_the_environment_says(tmp_path: Path, monkeypatch):
    ctx = world(tmp_path, [60, 80])
    before = sorted(p.as_posix() for p in (tmp_path / "results").rglob("*"))
    monkeypatch.setenv("MLFLOW_TRACKING_URI", f"sqlite:///{tmp_path / 'elsewhere.db'}")
    monkeypatch.chdir(tmp_path)
    asyncio.run(run(ctx))
    assert (tmp_path / "elsewhere.db").is_file()
    assert not (tmp_path / "mlruns" / "mlflow.db").exists()
    assert sorted(p.as_posix() for p in (tmp_path / "results").rglob("*")) == before


def test_a_deleted_experiment_is_said_with_the_way_out(tmp_path: Path, client):
    asyncio.run(run(world(tmp_path, [60, 80])))
    client.delete_experiment(client.get_experiment_by_name("triaudit-demo").experiment_id)
    with pytest.raises(TriauditError, match="mlflow experiments restore"):
        asyncio.run(run(world(tmp_path, [60, 80])))


def test_a_missing_snapshot_is_said(tmp_path: Path):
    ctx = world(tmp_path, [60, 80])
    (tmp_path / "results/snapshot.yaml").unlink()
    with pytest.raises(TriauditError, match="stage=compose"):
        asyncio.run(run(ctx))


def test_processes_that_start_together_make_database_and_runs_once(tmp_path: Path, request):
    world(tmp_path, [60, 80])
    code = (
        "import asyncio, sys; from pathlib import Path; from tests.helpers import context; "
        "from triaudit.track.stage import run; "
        "asyncio.run(run(context(Path(sys.argv[1]), 'track', overrides=['benchmark.version=demo'])))"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, stderr=subprocess.PIPE)
        for _ in range(3)
    ]
    assert [(p.communicate(timeout=300)[1], p.returncode)[1] for p in started] == [0, 0, 0]
    assert len(runs(request.getfixturevalue("client"))) == 2
