"""MLflow runs, written once: the same system, config and results are one run, however often they come."""

from __future__ import annotations

import logging
import os
import sqlite3
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from triaudit import secrets
from triaudit.errors import TriauditError
from triaudit.files import safe_name
from triaudit.track.describe import Run

if TYPE_CHECKING:
    from mlflow import MlflowClient

CONFIG, RESULTS, SUPERSEDED = "config_digest", "results_digest", "superseded"
"""Tags that say which run is which; `superseded` marks what later results of the same config replaced."""
BATCH = 900
"""Metrics a call; MLflow takes 1000 entries."""

_FINISHED = """
select 1 from runs join experiments using (experiment_id)
join tags as a on a.run_uuid = runs.run_uuid and a.key = ? and a.value = ?
join tags as b on b.run_uuid = runs.run_uuid and b.key = ? and b.value = ?
join tags as c on c.run_uuid = runs.run_uuid and c.key = ? and c.value = ?
where experiments.name = ? and experiments.lifecycle_stage = 'active'
and runs.status = 'FINISHED' and runs.lifecycle_stage = 'active'
and not exists (select 1 from tags where tags.run_uuid = runs.run_uuid and tags.key = ?)
"""


def log(runs: Sequence[Run], experiment: str, folder: Path, uri: str | None = None) -> int:
    """Write the runs that are not there yet and mark the ones that they supersede.

    Args:
        runs: What to write.
        experiment: Name of the MLflow experiment, made where it is missing.
        folder: Holds database, artifacts and lock where no `uri` is given.
        uri: MLflow's tracking URI where runs go elsewhere.

    Returns:
        How many runs were written.

    Raises:
        TriauditError: MLflow refuses; the results themselves are safe on disk.
    """
    database = folder / "mlflow.db"
    if uri is None and all(_known(database, experiment, run) for run in runs):
        return 0
    os.environ.setdefault("MLFLOW_DISABLE_TELEMETRY", "true")
    with _quiet():
        from mlflow.exceptions import MlflowException  # noqa: PLC0415

        try:
            if uri is not None:
                return _log(runs, experiment, uri, None)
            folder.mkdir(parents=True, exist_ok=True)
            with _alone(folder / "lock.sqlite"):
                artifacts = (folder / "artifacts" / safe_name(experiment)).resolve().as_uri()
                return _log(runs, experiment, f"sqlite:///{database.resolve().as_posix()}", artifacts)
        except MlflowException as error:
            first = secrets.scrub(str(error).splitlines()[0])[:300]
            raise TriauditError(
                f"MLflow: {first}; the results are on disk: once it works, `triaudit stage=track` writes them"
            ) from None


def _log(runs: Sequence[Run], experiment: str, uri: str, artifacts: str | None) -> int:
    from mlflow import MlflowClient  # noqa: PLC0415

    client = MlflowClient(tracking_uri=uri)
    found = client.get_experiment_by_name(experiment)
    if found is not None and found.lifecycle_stage != "active":
        raise TriauditError(
            f"MLflow experiment {experiment} was deleted: restore it (`mlflow experiments restore "
            f"--experiment-id {found.experiment_id}`) or choose another with track.experiment"
        )
    where = (
        found.experiment_id if found else client.create_experiment(experiment, artifact_location=artifacts)
    )
    return sum(_one(client, where, run) for run in runs)


def _one(client: MlflowClient, experiment: str, run: Run) -> bool:
    """Whether the run was written now; a run that was cut off in the middle is completed."""
    same = f"tags.{CONFIG} = '{run.config}' and tags.system = '{run.system}'"
    there = client.search_runs([experiment], filter_string=same, max_results=1000)
    mine = next((old for old in there if old.data.tags.get(RESULTS) == run.results), None)
    if mine is None:
        tags = {**run.tags, CONFIG: run.config, RESULTS: run.results, "mlflow.source.name": "triaudit"}
        mine = client.create_run(experiment, run_name=run.system, tags=tags)
    if SUPERSEDED in mine.data.tags:
        client.delete_tag(mine.info.run_id, SUPERSEDED)
    for old in there:
        if old.data.tags.get(RESULTS) != run.results and SUPERSEDED not in old.data.tags:
            client.set_tag(old.info.run_id, SUPERSEDED, "true")
    fresh = bool(mine.info.status != "FINISHED")
    if fresh:
        _fill(client, mine.info.run_id, mine.info.start_time, run)
    return fresh


def _fill(client: MlflowClient, run_id: str, start: int, run: Run) -> None:
    from mlflow.entities import Metric, Param  # noqa: PLC0415

    metrics = [Metric(name, value, start, 0) for name, value in run.metrics.items()]
    params = [Param(name, value) for name, value in run.params.items()]
    for first in range(0, len(metrics), BATCH):
        client.log_batch(run_id, metrics=metrics[first : first + BATCH])
    for first in range(0, len(params), 100):
        client.log_batch(run_id, params=params[first : first + 100])
    with tempfile.TemporaryDirectory() as folder:
        for name, text in run.files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8", "replace"))
        client.log_artifacts(run_id, folder)
    client.set_terminated(run_id, "FINISHED")


def _known(database: Path, experiment: str, run: Run) -> bool:
    """Whether the run stands finished in our own database, asked without MLflow.

    Importing MLflow takes seconds, and every `dvc repro` comes by here. A database that looks
    otherwise than expected is left to MLflow.
    """
    if not database.is_file():
        return False
    try:
        with closing(sqlite3.connect(f"{database.resolve().as_uri()}?mode=ro", uri=True)) as asked:
            values = (CONFIG, run.config, RESULTS, run.results, "system", run.system, experiment, SUPERSEDED)
            return asked.execute(_FINISHED, values).fetchone() is not None
    except sqlite3.Error:
        return False


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """One process at a time, so that two make neither the database nor a run twice.

    SQLite's lock works on every system and is freed when its holder dies.
    """
    with closing(sqlite3.connect(path, timeout=600, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


@contextmanager
def _quiet() -> Iterator[None]:
    """MLflow and what it stands on neither warn about themselves nor report their migrations."""
    loggers = [logging.getLogger(name) for name in ("mlflow", "alembic")]
    levels = [logger.level for logger in loggers]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import mlflow  # noqa: F401, PLC0415

        for logger in loggers:
            logger.setLevel(logging.ERROR)
        try:
            yield
        finally:
            for logger, level in zip(loggers, levels, strict=True):
                logger.setLevel(level)
