"""What a reply answers of what was asked: ids compared as exact sets, in this one place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from triaudit.questions import Answer
from triaudit.types import Unanswered, UnansweredReason

A = TypeVar("A", bound=Answer)


class Grouped(NamedTuple, Generic[A]):
    """Answers by the things that were asked about."""

    by_id: dict[str, tuple[A, ...]]
    """Every id asked about, in that order; without answers where it got none."""
    extra: tuple[str, ...]
    """Ids of answers that nobody asked for, once for each answer, in the order given."""


class Matched(NamedTuple, Generic[A]):
    """One answer for every id asked about."""

    by_id: dict[str, A | Unanswered]
    extra: tuple[str, ...]


def grouped(items: Iterable[A], asked: Sequence[str]) -> Grouped[A]:
    """All answers to each id."""
    found: dict[str, list[A]] = {name: [] for name in asked}
    extra: list[str] = []
    for item in items:
        if item.about in found:
            found[item.about].append(item)
        else:
            extra.append(item.about)
    return Grouped({name: tuple(some) for name, some in found.items()}, tuple(extra))


def matched(items: Iterable[A], asked: Sequence[str]) -> Matched[A]:
    """The answer to each id.

    An id that is missing, or answered twice with different decisions, is unanswered: nothing is
    averaged, and neither the first nor the last wins.
    """
    by_id, extra = grouped(items, asked)
    return Matched({name: one(name, some) for name, some in by_id.items()}, extra)


def one(name: str, some: Sequence[A]) -> A | Unanswered:
    """The answer that these agree on."""
    if not some:
        return unparsable(f"the reply has no answer for {name}")
    if len({item.decision for item in some}) > 1:
        return unparsable(f"{name} is answered {len(some)} times, differently")
    return some[0]


def unparsable(detail: str) -> Unanswered:
    """A reply of the right shape that does not answer what was asked."""
    return Unanswered(reason=UnansweredReason.UNPARSABLE, detail=detail)
