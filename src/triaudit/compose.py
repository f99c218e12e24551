"""`compose`: checks a whole configuration before any work, and writes what decides the results."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from omegaconf import DictConfig

from triaudit import config, overrides
from triaudit.benchmark.intact import intact
from triaudit.benchmark.subset import part
from triaudit.errors import TriauditError
from triaudit.files import read_records, write_text
from triaudit.stages import CONSTRUCTION, STAGES, Stage
from triaudit.types import Task


@dataclass(frozen=True)
class Job:
    """One composed configuration and where its results go."""

    cfg: DictConfig
    """Settled."""
    root: Path
    """The working folder."""
    out: Path
    results: Path
    """The checkout's own results; a sweep's job reads records there where they are what it would make."""
    under_dvc: bool

    @property
    def home(self) -> Path:
        """Where the store and mlruns are: the main checkout, in DVC's temporary copies too."""
        return Path(os.environ.get("DVC_ROOT", self.root))

    @property
    def sweep(self) -> bool:
        """Whether this is one job of several."""
        return self.out != self.results

    def systems(self, stage: Stage) -> list[str | None]:
        """The systems that a stage runs for, one at a time; [None] where it runs once."""
        return [str(name) for name in self.cfg.systems] if stage.per_system else [None]


def compose(job: Job, names: Sequence[str]) -> dict[str, Any]:
    """The snapshot of a job that is to run the given stages.

    Under DVC the stage `compose` checks and writes it, and every other stage holds to what that wrote.

    Raises:
        TriauditError: Bad configuration or input; names the key and the remedy.
    """
    path = job.out / "snapshot.yaml"
    if job.under_dvc and "compose" not in names:
        return _hold_to(path, job, names)
    _check(job, names)
    whole = config.snapshot(job.cfg, job.root)
    _inputs_are_there(job, whole, names)
    write_text(path, yaml.safe_dump(whole, allow_unicode=True, sort_keys=True))
    if job.under_dvc:
        _forget(job)
    return whole


def _hold_to(path: Path, job: Job, names: Sequence[str]) -> dict[str, Any]:
    if not path.is_file():
        raise TriauditError(f"{path} is missing: run `dvc repro`, which composes first")
    made: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    now = config.snapshot(job.cfg, job.root, made["inputs"])
    for stage in (STAGES[name] for name in names):
        for system in job.systems(stage):
            keys = stage.keys(system)
            if config.cut(made, keys) != config.cut(now, keys):
                raise TriauditError(f"{path} was composed from another configuration: run `dvc repro` again")
    _benchmark_is_there(job, made, names)
    return made


def _evaluates(names: Sequence[str]) -> bool:
    """Whether more is asked for than making a benchmark version."""
    return not set(names) & set(CONSTRUCTION) or bool(set(names) - {"compose", *CONSTRUCTION})


def _inputs_are_there(job: Job, whole: Mapping[str, Any], names: Sequence[str]) -> None:
    for kind in config.LISTS:
        for name, found in whole["inputs"][kind].items():
            if found is None or found == [None]:
                where = job.cfg[kind][name].get("path")
                raise TriauditError(f"{kind}.{name}.path={where}: nothing there; name what exists")
    if whole["inputs"]["rubric"] == [None]:
        raise TriauditError(
            f"rubric.path={job.cfg.rubric.path}: nothing there; for rubric.source=edited copy files of "
            "results/rubric there and edit them, for rubric.source=reused name another run's results"
        )
    if whole["inputs"]["search"] is None and "path" in job.cfg.search:
        raise TriauditError(f"search.path={job.cfg.search.path}: nothing there; name a folder of pages")
    _benchmark_is_there(job, whole, names)


def _benchmark_is_there(job: Job, whole: Mapping[str, Any], names: Sequence[str]) -> None:
    version = str(job.cfg.benchmark.version)
    if not _evaluates(names):
        return
    if whole["inputs"]["benchmark"]:
        folder = job.root / "data" / "benchmark" / version
        intact(folder)
        settings = config.build(job.cfg.benchmark, "benchmark")
        part(read_records(folder / "tasks.jsonl", Task), settings.limit, settings.only)
        return
    build = "triaudit stage=task_path,benchmark"
    if not job.cfg.task_path or job.cfg.benchmark.build != version:
        build += f" benchmark.build={version} task_path=[curated] task_path.curated.path=…"
    raise TriauditError(
        f"benchmark.version={version}: data/benchmark/{version} is missing; "
        f"name a version that exists, or freeze this one first: `{build}`"
    )


def _check(job: Job, names: Sequence[str]) -> None:
    """Build every group's object, and let those that can check themselves, before any work."""
    for key, node in job.cfg.items():
        if isinstance(node, DictConfig):
            check = getattr(config.build(node, str(key)), "check", None)
            if callable(check):
                check()
    for kind in config.LISTS:
        for name in job.cfg[kind]:
            if not overrides.is_slug(str(name)):
                raise TriauditError(
                    f"{kind}: {str(name)!r} is not a slug: rename conf/{kind}/{name}.yaml to letters a-z, "
                    f"digits, - and _, and begin it with `# @package {kind}.<name>`"
                )
    if not job.cfg.systems and _evaluates(names):
        raise TriauditError(
            "systems is empty: name systems, such as `systems: [mine]` with conf/systems/mine.yaml"
        )
    if job.under_dvc:
        listed = [str(name) for name in job.cfg.systems]
        params = overrides.load(job.root / "params.yaml")
        if params.get("systems") != listed:
            raise TriauditError(
                f"the configuration evaluates systems {listed}, params.yaml lists {params.get('systems')}: "
                "under DVC params.yaml must list them, since dvc.yaml makes a stage for each"
            )


def _forget(job: Job) -> None:
    """Remove results of systems that params.yaml no longer lists: DVC has no stage for them any more."""
    listed = set(map(str, job.cfg.systems))
    for stage in STAGES.values():
        if stage.per_system:
            for file in sorted((job.out / stage.name).glob("*.jsonl")):
                if file.stem not in listed:
                    file.unlink()
