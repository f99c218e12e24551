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
_FENCED = re.compile(r"\s*```(?:json|jsonl)?[ \t]*\n(?P<json>\s*[\[{].*?)\n[ \t]*```\s*", re.DOTALL)
_BLOCKS = re.compile(r"\s*\[\s*\"(?:\\n|\s)*(?:\[[a-z_]{2,40}\]|<(?:think|thinking|reasoning)>)")
"""A JSON list of texts of which the first is a block."""
_ENCODED = re.compile(r"\"\s*(?:\\n|\s)*(?:[\[{]\s*\\\"|\[\s*\{|<think>|\[[a-z_]{2,40}\])")
"""How an encoded trace begins."""
_CUT = re.compile(r"\\(?:u[0-9a-fA-F]{0,3})?\Z")
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
    """Text taken out of at most two layers of JSON string, a fence around JSON, and a list of blocks.

    A string that was cut off is decoded up to the cut.
    """
    for _ in range(2):
        stripped = text.strip()
        if stripped[:1] != '"':
            break
        inner = _string(stripped)
        if inner is None:
            break
        text = clean(inner)
    fenced = _FENCED.fullmatch(text)
    if fenced:  # blanks for the fence, so that places stay
        text = " " * fenced.start("json") + fenced["json"] + " " * (len(text) - fenced.end("json"))
    if _BLOCKS.match(text):
        try:
            parts = json.loads(text)
        except (ValueError, RecursionError):
            return text
        if all(isinstance(part, str) for part in parts):
            text = clean("\n\n".join(parts))
    return text


def _string(text: str) -> str | None:
    """The text that a JSON string holds; of one without an end, what is there."""
    if len(text) > 1 and text[-1] == '"':
        try:
            return str(json.loads(text))
        except ValueError:
            pass
    if not _ENCODED.match(text):
        return None
    try:
        return str(json.loads(_CUT.sub("", text) + '"'))
    except ValueError:
        return None


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
