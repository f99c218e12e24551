"""DeepResearch Bench lines: `{id, prompt, article}`."""

from __future__ import annotations

from collections.abc import Mapping

from triaudit.systems.found import Found, Item, task_id, text_at, trace_at, why_empty

ORDER = 30


def read(found: Found) -> Item | None:
    """Read an object with an `article`."""
    value = found.value
    if not isinstance(value, Mapping) or "article" not in value:
        return None
    return Item(
        id=task_id(value.get("id")),
        query=text_at(value, "prompt"),
        report=text_at(value, "article"),
        trace=trace_at(value, "process", "trace"),
        where=found.where,
        problem=why_empty(value, "article"),
    )
