"""STAGES: every stage by name, in the order of the flow, and the tools beside them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from pathlib import Path

    from omegaconf import DictConfig

    from triaudit.context import Context


@dataclass(frozen=True)
class Stage:
    """A step of the pipeline; its code is `triaudit.<name>.stage`."""

    name: str
    needs: tuple[str, ...] = ()
    """Earlier stages whose records it reads."""
    per_system: bool = False
    tolerant: bool = False
    """Works on what is there; records that are not there, or of another configuration, are missing."""

    def keys(self, system: str | None = None) -> tuple[str, ...]:
        """Configuration keys that it declares; a change in one of them reruns it."""
        module = import_module(f"triaudit.{self.name}.stage")
        return tuple(key.replace("{system}", system or "") for key in cast("tuple[str, ...]", module.KEYS))

    async def run(self, context: Context) -> None:
        """Do it."""
        module = import_module(f"triaudit.{self.name}.stage")
        await cast("Callable[[Context], Awaitable[None]]", module.run)(context)


STAGES = {
    stage.name: stage
    for stage in (
        Stage("task_path"),
        Stage("benchmark", ("task_path",)),
        Stage("systems", per_system=True),
        Stage("attachments"),
        Stage("rubric", ("attachments",)),
        Stage("quality", ("systems", "rubric"), per_system=True),
        Stage("claims", ("systems",), per_system=True),
        Stage("factcheck", ("systems", "claims", "attachments"), per_system=True),
        Stage("audit", ("systems", "claims"), per_system=True),
        Stage("score", ("rubric", "quality", "claims", "factcheck", "audit"), tolerant=True),
        Stage("track", ("score",)),
        Stage(
            "report",
            ("systems", "attachments", "rubric", "quality", "claims", "factcheck", "audit", "score"),
            tolerant=True,
        ),
    )
}

CONSTRUCTION = ("task_path", "benchmark")
"""They make a benchmark version; all others evaluate on one."""

PARTIAL = ("score", "track", "report")
"""They work on whatever is there."""

TOOLS = {
    "doctor": "triaudit.doctor",
    "init": "triaudit.init",
    "plan": "triaudit.plan.report",
    "published": "triaudit.published.rebuild",
    "rubric_diff": "triaudit.rubric_diff",
    "selftest": "triaudit.selftest.report",
    "show": "triaudit.show",
    "store_export": "triaudit.portable:store_export",
    "store_import": "triaudit.portable:store_import",
}
"""Modules of what `stage` can name beside the stages; `run(cfg, out)` of each, or what the name after the
colon says, is imported when asked for."""


def tool(name: str) -> Callable[[DictConfig, Path], int]:
    """What `stage=<name>` runs, by its name in TOOLS; it returns the exit status."""
    module, _, function = TOOLS[name].partition(":")
    return cast("Callable[[DictConfig, Path], int]", getattr(import_module(module), function or "run"))
