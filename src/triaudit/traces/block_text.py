"""Traces of `[tag]` blocks and `<think>` passages, alone or mixed."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from triaudit.traces.render import decoded, render
from triaudit.traces.step import ACTIONS, kind_of, make, traced
from triaudit.types import Step, Trace

ORDER = 40

_MARK = re.compile(
    r"(?<![`'\"])<(?P<open>think|thinking|reasoning)>"
    r"|^[ \t]*\[(?P<tag>[a-z][a-z0-9_-]{1,40})\](?![(\]])(?P<glued>[:\w])?"
    r"|</(?P<close>think|thinking|reasoning)>",
    re.MULTILINE,
)
"""Tags of one letter are boxes to tick; `[a](…)` is a link."""
_QUERY = re.compile(r"\"(?:query|q|search_query)\"\s*:\s*(\"(?:[^\"\\]|\\.)*\")")
_RESULT = re.compile(r"\"(?:result|results|output|organic|content)\"\s*:\s*(?!\"\"|\[\]|\{\}|null)\S")
_THOUGHT = frozenset({"think", "thinking", "reasoning"})
_DECODER = json.JSONDecoder()


class _Segment(NamedTuple):
    """A stretch of the trace between two marks."""

    label: str | None
    """`""` is what the model says outside all blocks, None what stands before the first mark."""
    start: int
    body: int
    """Where the text after the mark begins."""
    stop: int
    """Where the text ends."""
    end: int
    """Where the closing mark ends."""


def read(raw: str) -> Trace | None:
    """Read blocks from mark to mark.

    Text before the first mark is a plan, text after a passage of thought is what the model says; any
    tag in small letters opens a block, so that tools nobody knows are steps too. Tags inside a closed
    passage of thought, or inside a block's JSON, are text.
    """
    marks = [mark for mark in _MARK.finditer(raw) if _opens(mark)]
    if not marks:
        return None
    segments = _glued([s for s in _segments(raw, marks) if raw[s.start : s.end].strip()], raw)
    return traced("block_text", [_step(raw, segment) for segment in segments])


def _opens(mark: re.Match[str]) -> bool:
    """Whether a mark is one: `[word]: …` and `[word]s` are notes unless the word names an activity."""
    return not mark["glued"] or "_" in mark["tag"] or kind_of(mark["tag"]) != "other"


def _segments(raw: str, marks: list[re.Match[str]]) -> list[_Segment]:
    found: list[_Segment] = []
    label: str | None = None
    start = body = 0
    until = -1
    """Marks before this place are text."""
    for mark, closing in zip(marks, _closings(marks), strict=True):
        if mark.start() < until:
            continue
        if mark["close"]:
            found.append(_Segment(label or mark["close"], start, body, mark.start(), mark.end()))
            label, start, body = "", mark.end(), mark.end()
            continue
        found.append(_Segment(label, start, body, mark.start(), mark.start()))
        body = mark.end("tag") + 1 + (mark["glued"] == ":") if mark["tag"] else mark.end()
        label, start = mark["open"] or mark["tag"], mark.start()
        until = closing if mark["open"] else _payload_end(raw, body)
    found.append(_Segment(label, start, body, len(raw), len(raw)))
    return found


def _closings(marks: list[re.Match[str]]) -> list[int]:
    """For each mark where the thought that it opens is closed; -1 where another opens first, or none."""
    places = [-1] * len(marks)
    following = -1
    for index in range(len(marks) - 1, -1, -1):
        if marks[index]["close"]:
            following = marks[index].start()
        elif marks[index]["open"]:
            places[index], following = following, -1
    return places


def _glued(segments: list[_Segment], raw: str) -> list[_Segment]:
    """Segments with empty thoughts made part of what stands next to them."""
    found: list[_Segment] = []
    start: int | None = None
    for segment in segments:
        if segment.label in {*_THOUGHT, ""} and not raw[segment.body : segment.stop].strip():
            start = segment.start if start is None else start
            continue
        found.append(segment if start is None else segment._replace(start=start))
        start = None
    if start is not None and found:
        found[-1] = found[-1]._replace(end=segments[-1].end)
    return found


def _payload_end(raw: str, body: int) -> int:
    """Where the JSON that follows a tag ends; -1 where none does."""
    at = body + len(raw[body : body + 200]) - len(raw[body : body + 200].lstrip())
    if raw[at : at + 1] not in {"{", "["}:
        return -1
    try:
        return _DECODER.raw_decode(raw, at)[1]
    except (ValueError, RecursionError):
        return -1


def _step(raw: str, segment: _Segment) -> Step:
    text = raw[segment.body : segment.stop].strip()
    label = segment.label or ""
    if not label:
        return make("plan" if segment.label is None else "message", text, segment.start, segment.end)
    kind = kind_of(label)
    queries: list[str] = []
    results = False
    shown = text
    if text[:1] == "{":
        stop = _payload_end(text, 0)
        rest = text[stop:].strip() if stop > 0 else ""
        if stop > 0:
            shown = _lines(render(decoded(text[:stop])), _rendered(rest))
        queries = [_unquoted(quoted) for quoted in _QUERY.findall(text)[:1]]
        results = bool(rest) or _RESULT.search(text) is not None
    elif kind in {"search", "read"}:
        stop = _payload_end(text, 0)
        first, rest = (text[:stop], text[stop:]) if stop > 0 else text.partition("\n")[::2]
        asked = decoded(first)
        several = [each for each in asked if isinstance(each, str)] if isinstance(asked, list) else [first]
        queries = several if kind == "search" else []
        results = rest.strip() not in {"", "[]", "{}", "null"}
        shown = _lines(render(asked) or first, _rendered(rest.strip()))
    return make(
        kind,
        shown,
        segment.start,
        segment.end,
        label=label,
        queries=queries,
        tool=label if kind in ACTIONS or kind == "other" else None,
        has_results=results,
    )


def _rendered(text: str) -> str:
    """Text that is JSON as its lines, other text as it is."""
    return render(decoded(text)) or text


def _lines(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def _unquoted(quoted: str) -> str:
    try:
        return str(json.loads(quoted, strict=False))
    except ValueError:
        return quoted.strip('"')
