"""Traces that are one JSON object a line."""

from __future__ import annotations

import json
import re

from triaudit.text import Span
from triaudit.traces.items import steps_of
from triaudit.traces.step import make, traced
from triaudit.types import Trace

ORDER = 30

_LINE = re.compile(r"[^\n]*(?:\n|\Z)")


def read(raw: str) -> Trace | None:
    """Read JSON lines; a line that is none is kept as it stands and named in `incomplete`."""
    if not raw.lstrip().startswith("{"):
        return None
    items: list[tuple[object, Span]] = []
    bad: list[tuple[int, Span]] = []
    for number, match in enumerate(_LINE.finditer(raw), 1):
        line = match[0].strip()
        if not line:
            continue
        try:
            items.append((json.loads(line), Span(*match.span())))
        except (ValueError, RecursionError):
            bad.append((number, Span(*match.span())))
            if not items or len(bad) > len(items) + 1:
                return None
    torn = [make("other", raw[s.start : s.end].strip(), *s, label="torn") for _, s in bad]
    steps = sorted(
        [*steps_of(items), *(s for s in torn if re.search(r"\w", s.text))], key=lambda step: step.start
    )
    numbers = ", ".join(str(number) for number, _ in bad[:5])
    return traced("jsonl", steps, f"not JSON: line {numbers}{', …' if len(bad) > 5 else ''}" if bad else "")
