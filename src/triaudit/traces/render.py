"""JSON values as the text that a person would read."""

from __future__ import annotations

import json
from collections.abc import Mapping

_UNNAMED = frozenset(
    [
        *[
            "content",
            "text",
            "message",
            "thinking",
            "thinking_text",
            "thought",
            "reasoning",
            "output",
            "answer",
        ],
        *[
            "response",
            "report",
            "value",
            "function",
            "arguments",
            "args",
            "input",
            "parameters",
            "query",
            "q",
        ],
        *["input_text", "output_text", "summary_text"],
    ]
)
"""Keys whose text speaks for itself; of the others the key is shown before the value."""


DEEPEST = 40
"""Deeper nesting is kept as JSON text."""


def render(value: object, key: str = "", depth: int = 0) -> str:
    """All that a JSON value says, as lines; text that is JSON itself is decoded, images become a mark."""
    value = decoded(value)
    if depth >= DEEPEST and isinstance(value, Mapping | list | tuple):
        value = json.dumps(value, ensure_ascii=False)
    if value is None:
        return ""
    if isinstance(value, str):
        shown = [value] if value.strip() else []
    elif isinstance(value, Mapping):
        named = value.get("type")
        kind = named if isinstance(named, str) else ""
        image = "image" in kind and _has_data(value)
        hidden = image or kind in _UNNAMED
        shown = lines({k: v for k, v in value.items() if k != "type" or not hidden}, image, depth + 1)
        shown = ["[image]", *shown] if image else shown
    elif isinstance(value, list | tuple):
        shown = [text for text in (render(item, depth=depth + 1) for item in value) if text]
    else:
        shown = [json.dumps(value)]
    if key and key not in _UNNAMED and shown:
        return f"{key}: {shown[0]}" if len(shown) == 1 else "\n".join([f"{key}:", *shown])
    return "\n".join(shown)


def lines(value: Mapping[str, object], without_data: bool = False, depth: int = 0) -> list[str]:
    """The entries of an object that say something, rendered in order."""
    kept = value.items()
    if without_data:
        kept = {k: _dataless(v) for k, v in value.items()}.items()
    return [text for text in (render(item, str(key), depth) for key, item in kept) if text]


def decoded(value: object) -> object:
    """The object or list that a text encodes, if it does; else the value as it is."""
    if not isinstance(value, str):
        return value
    stripped = value.strip()
    if len(stripped) < 2 or (stripped[0], stripped[-1]) not in {("{", "}"), ("[", "]")}:
        return value
    try:
        inner = json.loads(stripped)
    except (ValueError, RecursionError):
        return value
    if isinstance(inner, list) and inner and all(isinstance(item, int | float) for item in inner):
        return value  # `[3]` in a text is a citation more often than data
    return inner


def filled(value: object) -> bool:
    """Whether a JSON value holds anything."""
    if isinstance(value, str):
        return value.strip() not in {"", "[]", "{}", "null", "None"}
    return value is not None and value not in ([], {})


def _has_data(value: Mapping[str, object]) -> bool:
    return any(key in value for key in ("image_url", "source", "data", "image", "file_id", "url"))


def _dataless(value: object) -> object:
    """An image's fields without its bytes."""
    if isinstance(value, str):
        return None if value.startswith("data:") else value
    if isinstance(value, Mapping):
        binary = value.get("type") == "base64"
        return {k: _dataless(v) for k, v in value.items() if not (binary and k in {"data", "type"})}
    return value
