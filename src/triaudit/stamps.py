"""Stamps: which configuration the records in a results folder were made under.

Beside the results lie the stamps of every stage and system that finished: hashes of the declared
configuration, of what was read and of what was written. By it a sweep knows which records of
`results/` are what it would make itself, and a single stage refuses to build on records of another
configuration. A stamp vouches for the bytes it saw written: what DVC or a person put there since has
none. DVC has books of its own and needs none of this.
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

KEPT = 20
"""Stamps of one stage's records that are kept: DVC brings back what an earlier configuration made."""


@dataclass(frozen=True)
class Stamps:
    """The stamps of one job."""

    job: Job
    snapshot: dict[str, Any]
    upstream: dict[str, Path] = field(default_factory=dict)
    """Stages whose records are read from another folder than the job's own."""

    def write(self, stage: Stage, system: str | None) -> None:
        """The stage has finished without holes; what was known of other bytes stays, for when they return."""
        stamp = self._stamp(self.job.out, stage, system)
        known = [old for old in self._read(self.job.out, stage, system) if old != stamp]
        write_text(self._path(self.job.out, stage, system), to_json([*known[1 - KEPT :], stamp]))

    def reusable(self, stage: Stage) -> bool:
        """Whether the checkout's records of a stage are what this job would make."""
        if any(self.upstream.get(need) != self.job.results for need in stage.needs):
            return False
        for system in self.job.systems(stage):
            if self._stamp(self.job.results, stage, system) not in self._read(
                self.job.results, stage, system
            ):
                return False
        return True

    def unvouched(self, stage: Stage, system: str | None) -> list[str]:
        """Records that a stage is to read and of which no stamp says how they were made."""
        return [
            f"{need.name}/{name or TASKS}"
            for need, name in self._reads(stage, system)
            if not self._made(need, name) and _output(self._place(need), need, name) is not None
        ]

    def stale(self, stage: Stage, system: str | None) -> frozenset[tuple[str, str]]:
        """Stage and name of the records that were made under another configuration.

        Raises:
            TriauditError: The stage would read them and can't do without; names what must run too.
        """
        found = {
            (need.name, name or TASKS)
            for need, name in self._reads(stage, system)
            if (made := self._made(need, name)) and self._config(need, name) not in made
        }
        if found and not stage.tolerant:
            needs = ",".join(sorted({name for name, _ in found}, key=list(STAGES).index))
            raise TriauditError(
                f"{stage.name}: the records of {needs} were made under another configuration: "
                f"run it too (`triaudit stage={needs},{stage.name} …`), or `dvc repro`"
            )
        return frozenset(found)

    def _place(self, stage: Stage) -> Path:
        return self.upstream.get(stage.name, self.job.out)

    def _made(self, stage: Stage, system: str | None) -> set[str]:
        """Digests of the configurations that these very bytes were made under; none where none is known."""
        now = _output(self._place(stage), stage, system)
        stamps = self._read(self._place(stage), stage, system)
        return {str(stamp["config"]) for stamp in stamps if stamp["output"] == now}

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

    def _read(self, place: Path, stage: Stage, system: str | None) -> list[dict[str, Any]]:
        path = self._path(place, stage, system)
        try:
            stamps = json.loads(path.read_text("utf-8"))
        except (OSError, ValueError):
            return []
        return [stamp for stamp in stamps if _sound(stamp)] if isinstance(stamps, list) else []

    @staticmethod
    def _path(place: Path, stage: Stage, system: str | None) -> Path:
        return place / ".stamps" / f"{stage.name}.{system or TASKS}.json"


def _sound(stamp: Any) -> bool:
    return isinstance(stamp, dict) and stamp.keys() >= {"config", "reads", "output"}


def _output(place: Path, stage: Stage, system: str | None) -> str | None:
    path = place / stage.name / f"{system}.jsonl" if stage.per_system else place / stage.name
    return tree_digest(path) if path.exists() else None
