"""Traces in plain text: a step for each paragraph, and for each line that names an activity."""

from __future__ import annotations

import re

from triaudit.traces.opener import opener
from triaudit.traces.step import logged, make, traced
from triaudit.types import Step, Trace

ORDER = 1000

_LINE = re.compile(r"[^\n]*\n?")


def read(raw: str) -> Trace | None:
    """Read any text."""
    starts: list[int] = []
    blank = True
    for match in _LINE.finditer(raw):
        if not match[0].strip():
            blank = True
        elif blank or opener(match[0]):
            starts.append(match.start())
            blank = False
    ends = [*starts[1:], len(raw)]
    return traced("plain", [_step(raw[a:b], a, b) for a, b in zip(starts, ends, strict=True)])


def _step(text: str, start: int, end: int) -> Step:
    first, _, rest = text.strip().partition("\n")
    kind, about = opener(first) or ("think", "")
    queries = [about] if kind == "search" and about else []
    return make(
        kind,
        text.strip(),
        start,
        end,
        queries=queries,
        has_results=kind in {"search", "read"} and logged(rest),
    )
