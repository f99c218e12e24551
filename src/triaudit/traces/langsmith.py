"""Traces that are LangSmith runs: a tree with `child_runs`, a list of runs, or one run a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal

from triaudit.text import Span
from triaudit.traces import clock
from triaudit.traces.spans import Seen, forest
from triaudit.types import Trace

ORDER = 6

_RUN = re.compile(
    r'(?<!\\)"run_type"\s*:\s*"(?:chain|llm|tool|retriever|embedding|prompt|parser|agent|chat_model)"'
)
_START = re.compile(r"[\ufeff\s]*[\[{]")
_SORTS: dict[str, Literal["model", "tool", "search", "read", "other"]] = {
    "llm": "model",
    "chat_model": "model",
    "tool": "tool",
    "retriever": "search",
}
_ROLES = {"human": "user", "ai": "assistant", "AIMessageChunk": "assistant", "AIMessage": "assistant"}
_DEEPEST = 40


def read(raw: str) -> Trace | None:
    """Read runs; what is run inside another names it by `parent_run_id`, or stands in it."""
    if not _RUN.search(raw) or not _START.match(raw):
        return None
    wrapped = re.match(r'[\ufeff\s]*\{\s*"runs"\s*:', raw)
    return forest(raw, "langsmith", "runs" if wrapped else "", _seen, lambda _: {})


def _seen(item: Mapping[str, object], place: Span, parent: str = "", path: str = "") -> Iterator[Seen]:
    """The run and those inside it; all stand where the outermost one does."""
    name = str(item.get("id") or item.get("run_id") or f"run{path}")
    began, took = clock.times(item)
    yield Seen(
        id=name,
        parent=str(item.get("parent_run_id") or parent),
        name=str(item.get("name") or item.get("run_type") or ""),
        sort=_SORTS.get(str(item.get("run_type")), "other"),
        place=place,
        inputs=_message(item.get("inputs")),
        outputs=_message(item.get("outputs")),
        rest={"error": item.get("error"), "feedback": item.get("feedback_stats")},
        began=began,
        ended=began + took if began is not None and took is not None else None,
        tokens=clock.tokens(item),
    )
    inside = item.get("child_runs")
    for number, child in enumerate(inside if isinstance(inside, list) and path.count(".") < _DEEPEST else []):
        if isinstance(child, Mapping):
            yield from _seen(child, place, name, f"{path}.{number}")


def _message(value: object, depth: int = 0) -> object:
    """A value with LangChain's messages as messages with a role."""
    if depth > _DEEPEST:
        return value
    if isinstance(value, list):
        return [_message(one, depth + 1) for one in value]
    if not isinstance(value, Mapping):
        return value
    inner = value.get("kwargs")
    if value.get("lc") is not None and isinstance(inner, Mapping):
        named = value.get("id")
        kind = str(named[-1]) if isinstance(named, list) and named else ""
        return _message(
            {"type": kind.removesuffix("Message").removesuffix("Chunk").casefold(), **inner}, depth
        )
    kept = {str(key): _message(one, depth + 1) for key, one in value.items() if key not in _BESIDE}
    if "content" in kept and "role" not in kept and isinstance(role := kept.get("type"), str):
        kept.pop("type")
        return {"role": _ROLES.get(role, role), **kept}
    said = kept.get("message")
    if isinstance(said, Mapping) and said.get("content") == kept.get("text"):
        kept.pop("text", None)
    return kept


_BESIDE = frozenset(
    [
        *["additional_kwargs", "response_metadata", "usage_metadata", "llm_output", "generation_info"],
        *["invalid_tool_calls", "example", "lc"],
    ]
)
"""What repeats the message or is about the provider."""
