"""Traces that are a JSON list of steps, or an object around one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

from triaudit.text import Span
from triaudit.traces.items import steps_of
from triaudit.traces.scan import Scanned, scan_array
from triaudit.traces.step import make, traced
from triaudit.types import Step, Trace

ORDER = 20

_WRAPPED = re.compile(
    r'\A\s*\{(?:[^{}\[\]]*,)?\s*"(?:steps|messages|process|trace|events|children|actions|output)"\s*:\s*(?=\[)'
)


def read(raw: str) -> Trace | None:
    """Read a list of steps or one step object; a torn list gives its whole leading steps."""
    return read_items(raw, "json_array")


def read_items(raw: str, form: str, plain: Callable[[object], object] = lambda item: item) -> Trace | None:
    """As `read`, under another name of format; `plain` makes its items such as are known here."""
    start = raw.lstrip("\ufeff \t\r\n")[:1]
    if start == "[":
        scanned = scan_array(raw)
        if scanned is None or not _is_trace(raw, scanned):
            return None
        return _trace(form, [], raw, scanned, plain)
    if start != "{":
        return None
    try:
        value = json.loads(raw.strip("\ufeff \t\r\n"))
    except (ValueError, RecursionError):
        found = _WRAPPED.match(raw)
        scanned = scan_array(raw, found.end()) if found else None
        if found is None or scanned is None or not scanned.elements:
            return None
        before = make("other", raw[: found.end()], 0, found.end(), label="wrapper")
        return _trace(form, [before] if "," in before.text else [], raw, scanned, plain)
    return traced(form, steps_of([(plain(value), Span(0, len(raw)))]))


def _is_trace(raw: str, scanned: Scanned) -> bool:
    """Whether a list is a trace and not, say, the `[1]` or `[web_search]` that a text begins with."""
    if not scanned.elements:
        return bool(re.match(r"\s*\[\s*\{\s*\"", raw))
    return not scanned.torn or any(isinstance(element, Mapping) for element, _ in scanned.elements)


def _trace(
    form: str, before: list[Step], raw: str, scanned: Scanned, plain: Callable[[object], object]
) -> Trace:
    steps = [*before, *steps_of((plain(item), place) for item, place in scanned.elements)]
    if scanned.torn and re.search(r"\w", raw[scanned.rest.start : scanned.rest.end]):
        steps.append(make("other", raw[scanned.rest.start : scanned.rest.end], *scanned.rest, label="torn"))
    return traced(form, steps, scanned.torn)
