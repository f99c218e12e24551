"""Traces in whatever format they came, as numbered steps of which nothing is lost.

A reader is a module of this package with `ORDER` (readers are tried from low to high, `plain` comes
last and takes any text) and `read(raw) -> Trace | None`; a new file here is a new format.

`start:end` of a step points into the trace as text: a JSON value counts as its JSON text without white
space, and a trace that was encoded as a JSON string counts as that string.
"""

from __future__ import annotations

import json
import pkgutil
import re
from collections.abc import Callable
from functools import cache
from importlib import import_module

from triaudit.files import clean
from triaudit.types import Missing, MissingReason, Trace

_BLANK = re.compile(
    r"|null|none|nil|nan|n/?a|n\.a\.?|-+|—|\[\]|\{\}|undefined|unknown|empty|not available|not applicable"
    r"|无|暂无|没有|不适用|なし|keine"
)
_NOT_EXPOSED = re.compile(
    r"(?=.*(?:\b(?:process|trace|reasoning|thinking|thoughts?|steps|logs?|prozess|denkschritte)\b|过程|轨迹|推理|思考))"
    r".*(?:\b(?:not|n['’]t|nicht|never)\s+(?:\w+\s+)?(?:expose|provide|reveal|share|show|disclose|return|log|record"
    r"|available|support|offengelegt|verfügbar|bereit)|^no\s+(?:\w+\s+){0,3}(?:process|trace|reasoning|thinking|steps)\b"
    r"|(?:未|没有|不)(?:公开|提供|展示|暴露|返回|记录))",
    re.IGNORECASE,
)
_SHORT = 160
"""Longer text is a trace even where it says that something is not available."""


def read_trace(raw: str | list[object] | dict[str, object] | None) -> Trace | Missing:
    """The steps of a trace, read by the first reader that recognises its content.

    Args:
        raw: The trace as the system delivered it, text or a JSON value.

    Returns:
        The trace, or `no_trace` where there is none: nothing, a blank value in any usual spelling, or
        one sentence saying that the system does not expose its process.
    """
    text = raw if isinstance(raw, str) else json.dumps(raw, ensure_ascii=False, separators=(",", ":"))
    text = _decoded(clean(text))
    if text.startswith("\ufeff"):
        text = " " + text[1:]
    if _blank(text):
        return Missing(reason=MissingReason.NO_TRACE, detail="the system delivered no trace of its work")
    for read in readers():
        trace = read(text)
        if trace is not None and trace.steps:
            return trace
    return Missing(reason=MissingReason.NO_TRACE, detail="the trace holds no step with any text")


@cache
def readers() -> tuple[Callable[[str], Trace | None], ...]:
    """The readers in the order they are tried."""
    modules = [import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
    return tuple(
        m.read for m in sorted((m for m in modules if hasattr(m, "ORDER")), key=lambda m: int(m.ORDER))
    )


def _decoded(text: str) -> str:
    """Text taken out of at most two layers of JSON string."""
    for _ in range(2):
        stripped = text.strip()
        if len(stripped) < 2 or stripped[0] != '"' or stripped[-1] != '"':
            break
        try:
            inner = json.loads(stripped)
        except ValueError:
            break
        text = clean(str(inner))
    return text


def _blank(text: str) -> bool:
    folded = text.strip().strip("\"'`<>()*_ \ufeff\u200b").rstrip(".。").strip().casefold()
    if _BLANK.fullmatch(folded):
        return True
    if len(folded) <= _SHORT and "\n" not in folded:
        if folded[:1] in "[{":
            try:
                value = json.loads(text)
            except (ValueError, RecursionError):
                return False
            return _empty(value)
        return _NOT_EXPOSED.search(folded) is not None
    return False


def _empty(value: object) -> bool:
    """Whether a small JSON value says nothing."""
    if isinstance(value, list):
        return all(_empty(item) for item in value)
    if isinstance(value, dict):
        return not value
    return value is None or (isinstance(value, str) and _blank(value))
