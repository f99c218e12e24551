"""DeepResearchEval conversations: `{query_id, entries: [{query, response, thinking_panel, …}]}`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from triaudit.systems.found import Found, Item, RawTrace, task_id, text_at, trace_at
from triaudit.traces.step import addresses

ORDER = 20

_FILE_ID = re.compile(
    r"^(?:deep_research_)?(\d+)(?:[_-](?:\d{4}-\d\d-\d\d|\d{6,14}|\d\d[:.-]\d\d(?:[:.-]\d\d)?)"
    r"(?:T\d[\d:.-]{3,14}Z?)?)*$"
)
"""A number, and when the conversation was saved."""


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
    panels = [panel for entry in answers if (panel := trace_at(entry, "thinking_panel", "process"))]
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
        trace=_joined(panels),
        where=found.where,
        sources=tuple(dict.fromkeys(addresses("\n".join(told_sources)))),
        flags=tuple(flags),
        problem="" if answers else "the conversation has no entry of the assistant",
    )


def _joined(panels: Sequence[RawTrace]) -> RawTrace | None:
    """What the panels of a conversation's answers show, one after the other."""
    if len(panels) < 2:
        return panels[0] if panels else None
    if all(isinstance(panel, str) for panel in panels):
        return "\n\n".join(panel for panel in panels if isinstance(panel, str))
    return [item for panel in panels for item in (panel if isinstance(panel, list) else [panel])]


def is_conversation(value: Mapping[str, object]) -> bool:
    """Whether an object with `entries` is one conversation and not a list of results in a wrapper."""
    entries = value.get("entries")
    if not isinstance(entries, list):
        return False
    first: Mapping[str, object] = next((entry for entry in entries if isinstance(entry, Mapping)), {})
    if "query_id" in value:
        return True
    return "response" in first and not {"id", "task_id", "rewritten_query"} & first.keys()
