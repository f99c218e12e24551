"""DeepResearchEval conversations: `{query_id, entries: [{query, response, thinking_panel, …}]}`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from triaudit.systems.found import Found, Item, task_id, text_at
from triaudit.traces.step import addresses

ORDER = 20

_FILE_ID = re.compile(r"^(?:deep_research_)?(\d+)(?:_\d{6,8})*$")


def read(found: Found) -> Item | None:
    """Read a conversation: all that the assistant answered is the report.

    `query_id` names the task; without one the number in the file's name does.
    """
    value = found.value
    if not isinstance(value, Mapping) or not is_conversation(value):
        return None
    entries = value["entries"]
    told = [entry for entry in entries if isinstance(entry, Mapping)] if isinstance(entries, list) else []
    answers = [e for e in told if e.get("entry_type", "assistant") == "assistant"]
    reports = [text_at(entry, "response") for entry in answers]
    panels = [text_at(entry, "thinking_panel", "process") for entry in answers]
    told_sources = [text_at(entry, "deep_research_sources") for entry in answers]
    name, flags = task_id(value.get("query_id")), []
    if not name and (match := _FILE_ID.match(found.stem)):
        name, flags = match[1], ["id_from_file_name"]
    if sum(bool(report) for report in reports) > 1:
        flags.append("several_answers_joined")
    return Item(
        id=name,
        query=next((query for entry in told if (query := text_at(entry, "query"))), ""),
        report="\n\n".join(filter(None, reports)),
        trace="\n\n".join(filter(None, panels)) or None,
        where=found.where,
        sources=tuple(dict.fromkeys(addresses("\n".join(told_sources)))),
        flags=tuple(flags),
        problem="" if answers else "the conversation has no entry of the assistant",
    )


def is_conversation(value: Mapping[str, object]) -> bool:
    """Whether an object with `entries` is one conversation and not a list of results in a wrapper."""
    entries = value.get("entries")
    if not isinstance(entries, list):
        return False
    first: Mapping[str, object] = next((entry for entry in entries if isinstance(entry, Mapping)), {})
    return "query_id" in value or ("response" in first and "id" not in first)
