"""Traces that are messages of Anthropic's API, with tools that the caller or the server ran."""

from __future__ import annotations

import re
from collections.abc import Mapping

from triaudit.traces.json_array import read_items
from triaudit.traces.render import DEEPEST
from triaudit.types import Trace

ORDER = 8

_BLOCK = re.compile(
    r'(?<!\\)"type"\s*:\s*"(?:tool_use|tool_result|server_tool_use|mcp_tool_use|mcp_tool_result|redacted_thinking'
    r"|(?:web_search|web_fetch|code_execution|bash_code_execution|text_editor_code_execution)_tool_result"
    r'|thinking"\s*,\s*"(?:thinking|signature))"'
)
_SEALED = frozenset({"signature", "encrypted_content", "encrypted_index"})
_MESSAGES = re.compile(
    r'[\ufeff\s]*(?:\{\s*"messages"\s*:\s*)?(?:\[\s*)?\{(?:\s*"(?:id|model|type|timestamp|system)"\s*:\s*"[^"]*"\s*,)*'
    r'\s*"(?:role|content)"\s*:'
)


def read(raw: str) -> Trace | None:
    """Read messages, or one, that hold content blocks which only this API has."""
    return read_items(raw, "anthropic", _plain) if _MESSAGES.match(raw) and _BLOCK.search(raw) else None


def _plain(item: object, depth: int = 0) -> object:
    """An item with marks where it holds what only the provider can read, and without the model's name."""
    if depth >= DEEPEST:
        return item
    if isinstance(item, list):
        return [_plain(one, depth + 1) for one in item]
    if not isinstance(item, Mapping):
        return item
    return {
        key: f"[data, {len(value)} characters]"
        if key in _SEALED and isinstance(value, str)
        else _plain(value, depth + 1)
        for key, value in item.items()
        if key != "model"
    }
