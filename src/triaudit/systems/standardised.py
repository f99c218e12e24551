"""Standardised lines: `{task_id, task_question, metadata: {user_query}}`, and plain `{id, report}`."""

from __future__ import annotations

from collections.abc import Mapping

from triaudit.systems.found import Found, Item, task_id, text_at, trace_at, why_empty

ORDER = 40


def read(found: Found) -> Item | None:
    """Read an object with a `report`, or with the report in `task_question`, of all places."""
    value = found.value
    if not isinstance(value, Mapping):
        return None
    if not {"report", "task_question"} & value.keys() and ("task_id" not in value or "response" in value):
        return None
    metadata = value.get("metadata")
    inner = metadata if isinstance(metadata, Mapping) else {}
    key = "report" if "report" in value else "task_question"
    return Item(
        id=task_id(value.get("task_id", value.get("id"))),
        query=text_at(inner, "user_query", "query") or text_at(value, "user_query", "query"),
        report=text_at(value, key),
        trace=trace_at(value, "process", "trace") or trace_at(inner, "process", "trace"),
        where=found.where,
        problem=why_empty(value, key),
    )
