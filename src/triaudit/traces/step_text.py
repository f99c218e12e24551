"""Traces of numbered steps in prose: `[Step 1] [Plan] …`, `Step 2 - …`, `步骤1：…`, `第3步：…`."""

from __future__ import annotations

import re

from triaudit.traces.opener import opener
from triaudit.traces.step import kind_of, logged, make, traced
from triaudit.types import Step, Trace

ORDER = 50

_WORDS = "step|schritt|étape|etape|paso|passo|шаг|步骤|步驟|ステップ|단계"
_STEP = re.compile(
    rf"^[ \t]*[#*>-]*[ \t]*\[?(?:(?:{_WORDS})[ \t]*\d+|第[ \t]*[\d一二三四五六七八九十百]+[ \t]*步)\]?"
    r"\**[ \t]*[:：.)）–—-]*\**[ \t]*(?:\[(?P<label>[^\]\n]{1,40})\][ \t]*)?",
    re.IGNORECASE | re.MULTILINE,
)


def read(raw: str) -> Trace | None:
    """Read from number to number; one numbered step is enough. Text before the first is a plan."""
    marks = list(_STEP.finditer(raw))
    if not marks:
        return None
    steps: list[Step] = []
    if raw[: marks[0].start()].strip():
        steps.append(make("plan", raw[: marks[0].start()].strip(), 0, marks[0].start()))
    for mark, end in zip(marks, [*(m.start() for m in marks[1:]), len(raw)], strict=True):
        steps.append(_step(mark["label"] or "", raw[mark.end() : end].strip(), mark.start(), end))
    return traced("step_text", steps)


def _step(label: str, text: str, start: int, end: int) -> Step:
    first, _, rest = text.partition("\n")
    found = opener(first)
    kind = kind_of(label) if label else found[0] if found else "think"
    queries = []
    if kind == "search":
        queries = [found[1] if found and found[0] == "search" else first]
    results = kind in {"search", "read"} and logged(rest)
    return make(kind, text, start, end, label=label, queries=queries, has_results=results)
