"""Traces that are items of OpenAI's Responses API: the response as it came, or the list of its items."""

from __future__ import annotations

import re
from collections.abc import Mapping

from triaudit.traces.json_array import read_items
from triaudit.types import Trace

ORDER = 9

_ITEM = re.compile(
    r'(?<!\\)"type"\s*:\s*"(?:(?:web_search|file_search|code_interpreter|function|custom_tool|mcp|computer'
    r"|image_generation|local_shell|shell|apply_patch)_call(?:_output)?|mcp_list_tools|mcp_approval_request"
    r'|summary_text|output_text|input_text)"'
)
_START = re.compile(r"[\ufeff\s]*[\[{]")
_OPENS = frozenset({"open_page", "find_in_page", "find"})


def read(raw: str) -> Trace | None:
    """Read items whose types only this API has; a web search call that opens a page is a read."""
    return read_items(raw, "responses", _plain) if _START.match(raw) and _ITEM.search(raw) else None


def _plain(item: object) -> object:
    """An item with its kind where the other formats have it."""
    if isinstance(item, list):
        return [_plain(one) for one in item]
    if not isinstance(item, Mapping):
        return item
    output = item.get("output")
    if isinstance(output, list) and item.get("object") == "response":
        said = {key: value for key, value in item.items() if key in {"id", "created_at", "usage", "error"}}
        return {**said, "type": "response_object", "steps": _plain(output)}
    action = item.get("action")
    if item.get("type") == "web_search_call" and isinstance(action, Mapping):
        kind = "open_page" if action.get("type") in _OPENS else "web_search"
        return {**item, "type": kind, "action": {k: v for k, v in action.items() if k != "type"}}
    if item.get("type") == "code_interpreter_call":
        return {**item, "type": "code_interpreter"}
    return item
