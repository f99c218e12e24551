"""Objects in a JSON text with their places: the elements of arrays by name, and what stands around them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from triaudit.text import Span
from triaudit.traces.scan import scan_array


class Located(NamedTuple):
    """The elements of all arrays of one name in a JSON text, and what stands around them."""

    elements: list[tuple[object, Span]]
    around: list[Span]
    torn: str


def located(raw: str, name: str) -> Located:
    """Every element of the arrays called `name`, wherever they are; of a torn one the whole ones."""
    elements: list[tuple[object, Span]] = []
    around: list[Span] = []
    torn = ""
    at = 0
    for match in re.finditer(rf'"{name}"\s*:\s*(?=\[)', raw):
        if match.start() < at:
            continue  # inside an element that was read
        found = scan_array(raw, match.end())
        if found is None:
            continue
        around.append(Span(at, match.start()))
        elements.extend(found.elements)
        broken = found.torn and not found.torn.startswith("text follows")
        torn = torn or (found.torn if broken else "")
        at = found.rest.start
    around.append(Span(at, len(raw)))
    return Located(elements, around, torn)


def stream(raw: str) -> Located:
    """The objects of an array, or of a text that has one after another, such as one a line."""
    array = scan_array(raw)
    if array is not None and array.elements:
        return Located(array.elements, [Span(0, 0), Span(array.rest.start, len(raw))], array.torn)
    elements: list[tuple[object, Span]] = []
    decoder = json.JSONDecoder()
    at, torn = 0, Span(len(raw), len(raw))
    while (start := raw.find("{", at)) >= 0:
        try:
            value, at = decoder.raw_decode(raw, start)
            elements.append((value, Span(start, at)))
        except (ValueError, RecursionError):
            torn = Span(start, len(raw))
            break
    what = f"broken off after {len(elements)} whole objects" if torn.start < len(raw) else ""
    return Located(elements, [Span(0, 0), torn], what)


def around(raw: str, places: Sequence[Span]) -> Mapping[str, object]:
    """The object that holds the arrays, without them; as far as it goes where it is torn."""
    frame = raw[places[0].start : places[0].end].rstrip().removesuffix(",")
    if len(places) > 1:
        whole = frame + "".join(raw[place.start : place.end] for place in places[1:])
        frame = whole if _object(_bare(whole)) else frame
    return _object(_bare(frame)) or {}


_JSON = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')


def _bare(text: str) -> str:
    """JSON with commas that stand alone taken away, and closed where it is open."""
    open_: list[str] = []
    for mark in _JSON.findall(text):
        if mark in "[{":
            open_.append("]" if mark == "[" else "}")
        elif mark in "]}" and open_:
            open_.pop()
    return _COMMAS.sub(r"\1\2", text) + "".join(reversed(open_))


_COMMAS = re.compile(r"([\[{])\s*,|,(?=\s*[,\]}])()", re.ASCII)


def _object(text: str) -> Mapping[str, object] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, Mapping) else None
