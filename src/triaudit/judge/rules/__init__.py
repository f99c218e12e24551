"""A deterministic judge that answers every question from the text by declared rules.

A baseline: it knows words, numbers, dates and structure, not meaning. Its scores can't be compared
with a model judge's. Each module here answers the questions of one stage.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, TypeVar, cast

from triaudit.questions import Question
from triaudit.types import Record, Unanswered

R = TypeVar("R", bound=Record)


class Rules:
    """The rules judge: `<stage>/<kind>` is answered by ANSWERS in the module named like the stage."""

    name = "rules"
    baseline = True
    identity: Mapping[str, object] | None = None

    async def ask(self, question: Question[R]) -> R | Unanswered:
        """The reply that the rules compute from the question's inputs."""
        stage = question.template.split("/")[0]
        answers: Mapping[type[Question[Any]], Callable[[Any], Record | Unanswered]] = import_module(
            f"{__name__}.{stage}"
        ).ANSWERS
        return cast("R | Unanswered", answers[type(question)](question))
