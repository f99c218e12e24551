"""Traces copied from a web interface: thoughts in prose with runs of links between them."""

from __future__ import annotations

import re
from itertools import pairwise

from triaudit.traces.step import make, traced
from triaudit.types import Step, Trace

ORDER = 60

_LINK = r"\[[^\n]{0,400}?\]\(https?://[^\s()]*(?:\([^\s()]*\)[^\s()]*)*\)"
_SITES = re.compile(
    rf"(?:Research(?:ing|ed) websites?\s*)?(?:{_LINK}[ \t]*){{2,}}|Research(?:ing|ed) websites?\s*{_LINK}"
)
_GLUED = re.compile(r"(?<=[a-z)\]][.!?])(?=[A-Z][a-z])|\n\s*\n")
"""Interfaces lose the line ends between a passage and the next one's title."""


def read(raw: str) -> Trace | None:
    """Read prose with at least one run of links in it; a run is one step that opened those pages."""
    runs = list(_SITES.finditer(raw)) if "](http" in raw else []
    if not runs:
        return None
    steps: list[Step] = []
    at = 0
    for run in runs:
        steps.extend(_thoughts(raw, at, run.start()))
        steps.append(make("read", run[0], *run.span(), label="websites"))
        at = run.end()
    steps.extend(_thoughts(raw, at, len(raw)))
    return traced("panel", steps)


def _thoughts(raw: str, start: int, end: int) -> list[Step]:
    cuts = [start, *(m.start() for m in _GLUED.finditer(raw, start, end)), end]
    return [make("think", raw[a:b].strip(), a, b) for a, b in pairwise(cuts) if raw[a:b].strip()]
