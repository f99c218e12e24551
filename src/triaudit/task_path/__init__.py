"""Ways to candidate tasks; each option of the group is one of them.

A path is one file with a settings class below `TaskPath`, and one yaml that names the class.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import Field

from triaudit.errors import TriauditError
from triaudit.judge import Judge
from triaudit.settings import Settings
from triaudit.types import Record


class Attachment(Record):
    """A file that a task comes with."""

    name: str
    """As people see it; data, never a path."""
    path: str
    """Relative to the candidate's folder; `locate` is the one way to open it."""


class Draft(Record):
    """A task before it is frozen."""

    id: str
    query: str
    language: str | None = None
    """ISO 639-1; None has it detected."""
    domain: str | None = None
    files: tuple[Attachment, ...] = ()
    annotation: Mapping[str, str] = Field(default_factory=dict)


class Candidate(Record):
    """A task that a path came up with, kept or dropped."""

    origin: str
    """Where it came from, such as `tasks.jsonl, line 3`."""
    kept: bool
    why: str
    """Why it was kept or dropped; for a dropped one, what would change that."""
    draft: Draft | None = None
    """None where the entry could not even be read."""
    folder: str = "."
    """Where its attachments are, relative to the checkout."""


@dataclass(frozen=True)
class Tools:
    """What a path may use beside its settings."""

    root: Path
    """Relative paths of the configuration start here."""
    judge: Callable[[Judge], Judge]
    """Puts store, limits and counting around a judge."""


class TaskPath(Settings, ABC):
    """One way to candidate tasks: its settings, and what they lead to."""

    @abstractmethod
    def inputs(self, root: Path) -> Sequence[Path]:
        """The files that the candidates depend on, those that don't exist included."""

    @abstractmethod
    async def candidates(self, tools: Tools) -> Sequence[Candidate]:
        """All candidates, dropped ones included, in an order that depends on settings and inputs alone.

        Raises:
            TriauditError: An input as a whole can't be used.
        """


def chosen(options: object) -> dict[str, TaskPath]:
    """The options of the group in the order chosen, from the configuration's value; none where it has none.

    Raises:
        TriauditError: A key below `task_path` is no chosen option.
    """
    if not isinstance(options, dict):
        return {}
    for name, path in options.items():
        if not isinstance(path, TaskPath):
            raise TriauditError(
                f"task_path.{name} is not chosen; choose it by `task_path: {{use: [{name}], …}}`, "
                "and let its yaml's `_target_` name a class below triaudit.task_path.TaskPath"
            )
    return options
