"""The judge port: a question goes in, a typed reply or a reasoned Unanswered comes out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar, runtime_checkable

from pydantic import Field

from triaudit.questions import Question
from triaudit.settings import Settings
from triaudit.types import Record, Unanswered

R = TypeVar("R", bound=Record)


@runtime_checkable
class Judge(Protocol):
    """Answers questions. Wrappers (store, counting) have the same shape and stack."""

    @property
    def name(self) -> str:
        """What people call it: shown beside every score."""
        ...

    @property
    def baseline(self) -> bool:
        """Whether it answers by rules, so that its scores can't be compared with a model's."""
        ...

    @property
    def identity(self) -> Mapping[str, object] | None:
        """Everything about the judge that can change an answer; the store's key holds it.

        None: answers are computed at once and for nothing, so they are not stored.
        """
        ...

    async def ask(self, question: Question[R]) -> R | Unanswered:
        """The validated reply, or why there is none; raises only on programming errors."""
        ...


def sees(judge: Judge) -> bool:
    """Whether a judge takes pictures; one that says nothing of it does not."""
    return bool(getattr(judge, "sees", False))


class JudgedSettings(Settings):
    """Settings of a stage that asks a judge."""

    enabled: bool
    """False switches the axis off: its figures are `not measured (off)`."""
    judge: Judge
    """The stage's own judge, else the one that `judge=` chose for all."""
    accept_unanswered: int = Field(ge=0)
    """How many retryable failures the stage may record as done; above, it exits 75 and can be resumed."""
