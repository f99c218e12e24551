"""MiroEval result items: `{id, rewritten_query, response, process, files}`, also flat with `query`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from triaudit.systems.found import Found, Item, task_id, text_at, trace_at, why_empty
from triaudit.traces.step import addresses

ORDER = 50

_KEYS = frozenset({"response", "process", "rewritten_query", "user_query", "query"})
_QUERY = ("rewritten_query", "query", "user_query", "prompt")
_FILE_ID = re.compile(r"(?:^|_)([^_]+)$")


def read(found: Found) -> Item | None:
    """Read an object with a `response`, or without one; a lone one without id has it in its file's name."""
    value = found.value
    if not isinstance(value, Mapping) or not _KEYS & value.keys():
        return None
    name = task_id(value.get("id", value.get("task_id")))
    flags: tuple[str, ...] = ()
    if not name and found.alone:
        match = _FILE_ID.search(found.stem)
        name, flags = (task_id(match[1]), ("id_from_file_name",)) if match else ("", ())
    return Item(
        id=name,
        query=text_at(value, *_QUERY),
        report=text_at(value, "response"),
        trace=trace_at(value, "process", "trace"),
        where=found.where,
        sources=tuple(dict.fromkeys(addresses(text_at(value, "sources", "citations")))),
        flags=flags,
        problem=why_empty(value, "response"),
    )
