"""Traces that MLflow logged: `Trace.to_json()` of either schema, or the list of its spans."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Literal

from triaudit.text import Span
from triaudit.traces import clock
from triaudit.traces.render import decoded
from triaudit.traces.spans import Seen, forest
from triaudit.types import Trace

ORDER = 2

_MLFLOW = re.compile(r'"mlflow\.(?:spanType|spanInputs|spanOutputs|traceRequestId|spanFunctionName)"\s*:')
_SORTS: dict[str, Literal["model", "tool", "search", "read", "other"]] = {
    "LLM": "model",
    "CHAT_MODEL": "model",
    "TOOL": "tool",
    "RETRIEVER": "search",
}


def read(raw: str) -> Trace | None:
    """Read the spans; inputs and outputs are in their attributes, as JSON in JSON."""
    return forest(raw, "mlflow", "spans", _seen, _about) if _MLFLOW.search(raw) else None


def _about(around: Mapping[str, object]) -> Mapping[str, object]:
    """Tags and metadata that people gave; MLflow's own repeat the spans or name the machine."""
    info = around.get("info")
    given = info if isinstance(info, Mapping) else {}
    told = {}
    for key in ("tags", "trace_metadata", "request_metadata"):
        some = given.get(key)
        if isinstance(some, Mapping):
            told[key] = {k: v for k, v in some.items() if not str(k).startswith("mlflow.")}
    return {**told, "assessments": given.get("assessments")}


def _seen(item: Mapping[str, object], place: Span) -> Iterator[Seen]:
    given = item.get("attributes")
    attributes = {name: _value(value) for name, value in given.items()} if isinstance(given, Mapping) else {}
    context = item.get("context")
    name = item.get("span_id") or (context.get("span_id") if isinstance(context, Mapping) else "")
    began, took = clock.times(item)
    usage = attributes.get("mlflow.chat.tokenUsage")
    yield Seen(
        id=str(name or ""),
        parent=str(item.get("parent_span_id") or item.get("parent_id") or ""),
        name=str(item.get("name") or ""),
        sort=_SORTS.get(str(attributes.get("mlflow.spanType")), "other"),
        place=place,
        inputs=attributes.get("mlflow.spanInputs"),
        outputs=attributes.get("mlflow.spanOutputs"),
        rest={
            **{key: value for key, value in attributes.items() if not key.startswith("mlflow.")},
            "events": item.get("events"),
        },
        began=began,
        ended=began + took if began is not None and took is not None else None,
        tokens=clock.tokens(usage) if isinstance(usage, Mapping) else None,
    )


def _value(value: object) -> object:
    """An attribute out of its JSON text; also one that is a number or a quoted text."""
    if isinstance(value, str) and value[:1] == '"':
        return decoded(_unquoted(value))
    return decoded(value)


def _unquoted(value: str) -> str:
    try:
        return str(json.loads(value))
    except ValueError:
        return value
