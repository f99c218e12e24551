"""Stamps: which configuration the records in a results folder were made under.

Beside the results lies one stamp per stage and system that finished: hashes of the declared
configuration, of what was read and of what was written. By it a sweep knows which records of
`results/` are what it would make itself, and a single stage refuses to build on records of another
configuration. DVC has books of its own and needs none of this.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from triaudit import config
from triaudit.compose import Job
from triaudit.context import TASKS
from triaudit.errors import TriauditError
from triaudit.files import digest, to_json, tree_digest, write_text
from triaudit.stages import STAGES, Stage


@dataclass(frozen=True)
class Stamps:
    """The stamps of one job."""

    job: Job
    snapshot: dict[str, Any]
    upstream: dict[str, Path] = field(default_factory=dict)
    """Stages whose records are read from another folder than the job's own."""

    def clear(self, stage: Stage, system: str | None) -> None:
        """The stage is about to run: what was is no longer vouched for."""
        self._path(self.job.out, stage, system).unlink(missing_ok=True)

    def write(self, stage: Stage, system: str | None) -> None:
        """The stage has finished without holes."""
        write_text(self._path(self.job.out, stage, system), to_json(self._stamp(self.job.out, stage, system)))

    def reusable(self, stage: Stage) -> bool:
        """Whether the checkout's records of a stage are what this job would make."""
        if any(self.upstream.get(need) != self.job.results for need in stage.needs):
            return False
        for system in self.job.systems(stage):
            path = self._path(self.job.results, stage, system)
            if not path.is_file() or json.loads(path.read_text("utf-8")) != self._stamp(
                self.job.results, stage, system
            ):
                return False
        return True

    def stale(self, stage: Stage, system: str | None) -> frozenset[tuple[str, str]]:
        """Stage and name of the records that were made under another configuration.

        Raises:
            TriauditError: The stage would read them and can't do without; names what must run too.
        """
        found: set[tuple[str, str]] = set()
        for need, name in self._reads(stage, system):
            path = self._path(self.upstream.get(need.name, self.job.out), need, name)
            if path.is_file() and json.loads(path.read_text("utf-8"))["config"] != self._config(need, name):
                found.add((need.name, name or TASKS))
        if found and not stage.tolerant:
            needs = ",".join(sorted({name for name, _ in found}, key=list(STAGES).index))
            raise TriauditError(
                f"{stage.name}: the records of {needs} were made under another configuration: "
                f"run it too (`triaudit stage={needs},{stage.name} …`), or `dvc repro`"
            )
        return frozenset(found)

    def _stamp(self, place: Path, stage: Stage, system: str | None) -> dict[str, Any]:
        return {
            "config": self._config(stage, system),
            "reads": {
                f"{need.name}.{name or TASKS}": _output(
                    self.upstream.get(need.name, self.job.out), need, name
                )
                for need, name in self._reads(stage, system)
            },
            "output": _output(place, stage, system),
        }

    def _config(self, stage: Stage, system: str | None) -> str:
        return digest(config.cut(self.snapshot, stage.keys(system)))

    def _reads(self, stage: Stage, system: str | None) -> Iterator[tuple[Stage, str | None]]:
        for need in (STAGES[name] for name in stage.needs):
            for name in [system] if need.per_system and stage.per_system else self.job.systems(need):
                yield need, name

    @staticmethod
    def _path(place: Path, stage: Stage, system: str | None) -> Path:
        return place / ".stamps" / f"{stage.name}.{system or TASKS}.json"


def _output(place: Path, stage: Stage, system: str | None) -> str | None:
    path = place / stage.name / f"{system}.jsonl" if stage.per_system else place / stage.name
    return tree_digest(path) if path.exists() else None
