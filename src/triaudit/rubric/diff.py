"""What differs between two rubrics of one task, line by line for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from triaudit.types import Criterion, Dimension, KeyFact, Record, Rubric

R = TypeVar("R", Dimension, Criterion, KeyFact)

LONGEST = 160
"""Characters of a text that are shown."""


def differences(old: Rubric, new: Rubric) -> list[str]:
    """Lines such as `~ coverage.c2 weight: 0.3 -> 0.2`, `+ d1.c4 (0.1): …` and `- f3 (2): …`.

    Dimensions, criteria and facts are compared by their ids; their order, notes and makers are no
    difference.
    """
    if old.missing or new.missing:
        states = [rubric.missing.detail if rubric.missing else "" for rubric in (old, new)]
        return (
            []
            if all(states)
            else [f"~ rubric: {_shown(states[0]) or 'there'} -> {_shown(states[1]) or 'there'}"]
        )
    lines = list(_items(old.dimensions, new.dimensions, ("name", "definition", "dynamic", "weight", "bands")))
    before, after = ({one.id: one for one in rubric.dimensions} for rubric in (old, new))
    for key in before.keys() & after.keys():
        lines += _items(before[key].criteria, after[key].criteria, ("text", "explanation", "weight"))
    lines += _items(old.facts, new.facts, ("file", "locator", "text", "importance"))
    return sorted(lines, key=lambda line: (line[2:].split(" ")[0], line))


def _items(old: Sequence[R], new: Sequence[R], fields: Sequence[str]) -> Iterator[str]:
    before: Mapping[str, R] = {one.id: one for one in old}
    after: Mapping[str, R] = {one.id: one for one in new}
    for key in dict.fromkeys((*before, *after)):
        if key not in after:
            yield f"- {_whole(before[key])}"
        elif key not in before:
            yield f"+ {_whole(after[key])}"
        else:
            for field in fields:
                was, now = getattr(before[key], field), getattr(after[key], field)
                if was != now:
                    yield f"~ {key} {field}: {_shown(was)} -> {_shown(now)}"


def _whole(one: Dimension | Criterion | KeyFact) -> str:
    weight = one.importance if isinstance(one, KeyFact) else one.weight
    text = f"{one.name}. {one.definition}" if isinstance(one, Dimension) else one.text
    return f"{one.id} ({_shown(weight)}): {_shown(text)}"


def _shown(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, tuple):
        return _shown(
            "; ".join(str(item.model_dump()) if isinstance(item, Record) else str(item) for item in value)
        )
    text = "".join(char if char.isprintable() else " " for char in str(value))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
