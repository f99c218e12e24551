"""Traces that are a JSON list of chat messages, with tool calls and their results."""

from __future__ import annotations

import re

from triaudit.traces.json_array import read_items
from triaudit.types import Trace

ORDER = 10

_MESSAGES = re.compile(
    r'\A[\ufeff\s]*(?:\{\s*"messages"\s*:\s*)?\[\s*\{(?:\s*"(?:id|name|timestamp|type)"\s*:\s*"[^"]*"\s*,)*\s*"role"\s*:'
)


def read(raw: str) -> Trace | None:
    """Read a list whose first item has a role."""
    return read_items(raw, "chat") if _MESSAGES.match(raw) else None
