"""Verdicts on claims by rule: statements aligned by their words, figures compared, sides weighed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from triaudit.judge.rules.factcheck.decide import check
from triaudit.questions import CheckClaim, Question
from triaudit.types import Record

ANSWERS: Mapping[type[Question[Any]], Callable[[Any], Record]] = {CheckClaim: check}

__all__ = ["ANSWERS", "check"]
