"""Reads a model's reply: the value that its own fields hold, or what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from pydantic import ValidationError

from triaudit.types import Record, UnansweredReason

R = TypeVar("R", bound=Record)


@dataclass(frozen=True)
class Read(Generic[R]):
    """A reply that could be read."""

    value: R
    repairs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Problem:
    """Why a reply could not be read."""

    reason: UnansweredReason
    detail: str
    missing: tuple[str, ...] = ()


def read(text: str, finish_reason: str, reply: type[R]) -> Read[R] | Problem:
    """The reply's value, or the problem with it."""
    if finish_reason == "length":
        return Problem(UnansweredReason.TRUNCATED, "the reply was cut at the token limit")
    if not text.strip():
        return Problem(UnansweredReason.UNPARSABLE, "the reply is empty")
    if text.startswith(("I'm sorry", "I cannot")):
        return Problem(UnansweredReason.REFUSED, text[:200])
    try:
        return Read(reply.model_validate_json(text))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        return Problem(UnansweredReason.UNPARSABLE, f"{where}: {first['msg']}")
