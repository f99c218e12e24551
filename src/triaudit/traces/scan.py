"""JSON arrays element by element, so that a torn one still gives what is whole."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from triaudit.text import Span

_SPACE = re.compile(r"[ \t\r\n\ufeff]*")
_DECODER = json.JSONDecoder()


class Scanned(NamedTuple):
    """Elements of an array with their places, and what is wrong with the rest."""

    elements: list[tuple[object, Span]]
    torn: str
    """Empty where the array is whole."""
    rest: Span
    """What could not be read."""


def scan_array(text: str, at: int = 0) -> Scanned | None:
    """Read the array that starts at a place of a text; None where none starts there."""
    here = _skip(text, at)
    if text[here : here + 1] != "[":
        return None
    elements: list[tuple[object, Span]] = []
    here = _skip(text, here + 1)
    if text[here : here + 1] == "]":
        return _closed(text, elements, here + 1)
    while True:
        try:
            value, end = _DECODER.raw_decode(text, here)
        except (ValueError, RecursionError):
            break
        elements.append((value, Span(here, end)))
        here = _skip(text, end)
        if text[here : here + 1] == "]":
            return _closed(text, elements, here + 1)
        if text[here : here + 1] != ",":
            break
        here = _skip(text, here + 1)
    line = text.count("\n", 0, here) + 1
    return Scanned(
        elements, f"broken off after {len(elements)} whole items, at line {line}", Span(here, len(text))
    )


def _closed(text: str, elements: list[tuple[object, Span]], end: int) -> Scanned:
    rest = Span(_skip(text, end), len(text))
    return Scanned(elements, "text follows the end of the list" if text[rest.start :].strip() else "", rest)


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at
