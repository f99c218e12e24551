"""What is found in files of outputs, before and after an adapter has recognised it."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

from triaudit.files import clean
from triaudit.traces.render import render

RawTrace = str | list[object] | dict[str, object]
"""A trace as a system delivered it: text or a JSON value."""


class Problem(NamedTuple):
    """Something that could not be used."""

    text: str
    """File, item, what is wrong and the remedy, as one line."""


class Found(NamedTuple):
    """One JSON object, or one text file, of a system's outputs."""

    value: Mapping[str, object] | str
    where: str
    """File and item, for people."""
    stem: str
    """File name without suffix; it is data."""
    suffix: str
    alone: bool
    """Whether the file holds nothing else."""
    trace: str | None = None
    """Text of the trace file beside it."""


class Item(NamedTuple):
    """One output as a system delivered it, before it is matched to a task."""

    id: str
    query: str
    report: str
    trace: RawTrace | None
    where: str
    sources: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    problem: str = ""
    """Why there is no report, where the file says so."""


def task_id(value: object) -> str:
    """An id as it is compared: trimmed text, so that 7, 7.0 and "7" are one and "07" is another."""
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, str | int | float):
        return unicodedata.normalize("NFC", clean(str(value))).strip()
    return ""


def text_at(item: Mapping[str, object], *keys: str) -> str:
    """The first text at one of the keys; message parts count as their text."""
    for key in keys:
        value = item.get(key)
        if isinstance(value, list | dict):
            value = render(value)
        if isinstance(value, str) and value.strip():
            return clean(value)
    return ""


def trace_at(item: Mapping[str, object], *keys: str) -> RawTrace | None:
    """The first trace at one of the keys, as it stands."""
    for key in keys:
        value = item.get(key)
        if isinstance(value, str | list | dict) and value:
            return value
    return None


def why_empty(item: Mapping[str, object], report_key: str) -> str:
    """What an item without a report says about it."""
    value = item.get(report_key)
    if value is not None and not isinstance(value, str | list | dict):
        return f"{report_key} is {clean(str(value))[:40]}, not text"
    for key in ("error", "error_message", "exception"):
        text = text_at(item, key)
        if text:
            return f"{key}: {' '.join(text.split())[:120]}"
    status = text_at(item, "status")
    if status:
        return f"status: {status[:40]}"
    return f"it has no {report_key}" if value is None else ""
