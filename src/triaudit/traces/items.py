"""One item of a JSON trace as steps: typed steps, chat messages, tool calls, nested ones.

A call and what it brought back become one step, matched by their ids, wherever the result stands.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from triaudit.text import Span
from triaudit.traces import clock
from triaudit.traces.render import DEEPEST, decoded, filled, lines, render
from triaudit.traces.step import ACTIONS, kind_of, make
from triaudit.types import Step

_LABELS = ("type", "kind", "step_type", "action_type", "action", "event", "role", "category")
_LONGEST_LABEL = 60
_TOOLS = ("tool", "tool_name", "function_name")
_QUERIES = ("queries", "query", "q", "keywords", "search_query", "search_queries")
_URLS = ("url", "urls", "link", "href", "uri", "page_url")
_ARGUMENTS = ("arguments", "args", "input", "parameters", "params", "function", "action", "tool_input")
_RESULTS = (
    *("results", "result", "sources", "search_results", "organic", "output", "outputs", "observation"),
    *("snippets", "documents", "response", "tool_result", "tool_output", "page_content", "markdown"),
)
_CHILDREN = (
    *("children", "steps", "substeps", "sub_steps", "actions", "events", "messages", "tool_calls"),
    *("process", "trace"),
)
_WRAPPERS = frozenset({"process", "trace", "steps", "data", "result", "output"})
"""Keys of an object around the steps."""
_PARTS = frozenset(
    [
        *["tool_use", "tool_result", "tool_call", "thinking", "redacted_thinking", "reasoning"],
        *["server_tool_use", "mcp_tool_use", "mcp_tool_result", "web_search_tool_result"],
        *["web_fetch_tool_result", "code_execution_tool_result", "bash_code_execution_tool_result"],
        *["text_editor_code_execution_tool_result", "tool_search_tool_result"],
    ]
)
"""Parts of a message's content that are steps of their own."""
_CALL = ("call_id", "id")
_IDS = ("span_id", "run_id", "uuid", "step_id")
_ANSWERS = ("tool_call_id", "tool_use_id", "call_id")
_ANSWERING = re.compile(r"tool|function|(?:\w+_)?tool_(?:result|output)|\w+_call_output|tool_call_response")
"""Kinds of item that hold what a call brought back."""

_THOUGHT = re.compile(r"\s*<(think|thinking|reasoning)>")


class Draft(NamedTuple):
    """A step with the ids that tie calls and results together."""

    step: Step
    call: str = ""
    answers: str = ""
    depth: int = 0


def steps_of(items: Iterable[tuple[object, Span]]) -> list[Step]:
    """Steps of a trace's items, results joined to their calls; numbered, so that parents can be told."""
    found: list[Draft] = []
    parents: list[int | None] = []
    calls: dict[str, int] = {}
    for item, span in items:
        above: list[tuple[int, int]] = []
        for draft in _drafts(item, span):
            while above and above[-1][0] >= draft.depth:
                above.pop()
            at = calls.pop(draft.answers, None) if draft.answers else None
            if at is not None:
                found[at] = found[at]._replace(step=_joined(found[at].step, draft.step))
            else:
                at = len(found)
                if draft.call:
                    calls[draft.call] = at
                parents.append(above[-1][1] + 1 if above else None)
                found.append(draft)
            above.append((draft.depth, at))
    if not any(parents):
        return [draft.step for draft in found]
    return [
        draft.step.model_copy(update={"index": number, "parent": parent})
        for number, (draft, parent) in enumerate(zip(found, parents, strict=True), 1)
    ]


def _drafts(item: object, span: Span, depth: int = 0) -> list[Draft]:
    """An item and the items inside it, in reading order."""
    if depth >= DEEPEST:
        return [Draft(make("other", json.dumps(item, ensure_ascii=False), *span), depth=depth)]
    if isinstance(item, list):
        return [draft for child in item for draft in _drafts(child, span, depth + 1)]
    if not isinstance(item, Mapping):
        text = render(item)
        return [Draft(make("message", text, *span), depth=depth)] if text.strip() else []
    if thought := _thought(item):
        before, after = thought
        said = Draft(make("think", before, *span, label="think"), depth=depth + 1)
        return [said, *_drafts(after, span, depth + 1)]
    inner = {key: value for key, value in item.items() if _holds_steps(key, value)}
    own = {key: value for key, value in item.items() if key not in inner}
    found = []
    if not inner or _says_something(own):
        found.append(_draft(own, span)._replace(depth=depth))
    for value in inner.values():
        found.extend(_drafts(value, span, depth + 1))
    return found


def _thought(item: Mapping[str, object]) -> tuple[str, Mapping[str, object]] | None:
    """The `<think>` passage that a message begins with, and the message without it."""
    key = next((key for key in ("content", "text") if isinstance(item.get(key), str)), "")
    text = str(item[key]) if key else ""
    opened = _THOUGHT.match(text)
    if opened is None:
        return None
    thought, closed, rest = text[opened.end() :].partition(f"</{opened[1]}>")
    return (thought, {**item, key: rest}) if closed and thought.strip() and rest.strip() else None


def _says_something(own: Mapping[str, object]) -> bool:
    """Whether a parent of steps is one itself, and not only the message that carries them."""
    says_message = kind_of(str(own.get("type") or "")) == "message"
    if "role" not in own and not says_message:
        return any(filled(value) for value in own.values())
    carries = {*_CALL, "role", "type"} if says_message else {*_CALL, "role"}
    return any(filled(value) for key, value in own.items() if key not in carries)


def _label(item: Mapping[str, object]) -> tuple[str, str]:
    """The key that names an item's kind, and the name; a role goes before a type that says `message`."""
    named = {
        key: value
        for key in _LABELS
        if isinstance(value := item.get(key), str) and 0 < len(value) <= _LONGEST_LABEL and "\n" not in value
    }
    if "role" in named and kind_of(next(iter(named.values()))) == "message":
        return "role", named["role"]
    return next(iter(named.items()), ("", ""))


def _draft(item: Mapping[str, object], span: Span) -> Draft:
    key, label = _label(item)
    kind = kind_of(label)
    tool = _tool(item, kind)
    if kind in {"other", "message"} and tool and kind_of("", tool) in ACTIONS:
        kind = kind_of("", tool)
    answering = next((k for k in _ANSWERS if item.get(k)), "") if _ANSWERING.fullmatch(label) else ""
    shown = {
        k: v
        for k, v in item.items()
        if k not in {key, answering} and not (k == "step" and isinstance(v, int))
    }
    text = "\n".join(lines(shown)) or (json.dumps(item, ensure_ascii=False) if item else "")
    queries: list[str] = []
    links: list[str] = []
    results = False
    if kind in ACTIONS or kind == "other":
        queries = _values(item, _QUERIES)
        links = [value for value in _values(item, _URLS) if "://" in value]
        content = decoded(item.get("content"))
        if kind == "search" and not queries and "content" in item:
            queries = _values({"query": item["content"]}, _QUERIES)
            content = None
        results = any(filled(decoded(item.get(name))) for name in _RESULTS)
        results = results or (filled(content) and (kind == "search" or (kind == "read" and bool(links))))
    answers = str(item[answering]) if answering else ""
    call = "" if answers else next((str(item[k]) for k in _CALL if item.get(k)), "")
    at, seconds = clock.times(item)
    step = make(
        kind,
        text,
        *span,
        label=label,
        queries=queries,
        links=links,
        tool=tool,
        has_results=results,
        name=call or answers or next((str(item[k]) for k in _IDS if isinstance(item.get(k), str)), ""),
        at=at,
        seconds=seconds,
        tokens=clock.tokens(item),
    )
    return Draft(step, call, answers)


def _tool(item: Mapping[str, object], kind: str) -> str | None:
    """The tool that an item calls; `name` alone names one where the kind is an action or unknown."""
    function = item.get("function")
    named: list[object] = [item.get(key) for key in _TOOLS]
    named.append(function.get("name") if isinstance(function, Mapping) else function)
    if kind in ACTIONS or kind == "other":
        named.append(item.get("name"))
    return next((name for name in named if isinstance(name, str) and 0 < len(name) <= _LONGEST_LABEL), None)


def _joined(call: Step, result: Step) -> Step:
    """A call with what it brought back."""
    return call.model_copy(
        update={
            "text": f"{call.text}\n{result.text}",
            "urls": tuple(dict.fromkeys([*call.urls, *result.urls])),
            "has_results": call.has_results or bool(result.text.strip()),
            "start": min(call.start, result.start),
            "end": max(call.end, result.end),
            **_took(call, result),
        }
    )


def _took(call: Step, result: Step) -> dict[str, object]:
    """The times and tokens of a call and its result together."""
    seconds = call.seconds if call.seconds is not None else result.seconds
    if seconds is None and call.at is not None and result.at is not None:
        seconds = max(0.0, result.at - call.at)
    some = [count for count in (call.tokens, result.tokens) if count is not None]
    return {
        "at": call.at if call.at is not None else result.at,
        "seconds": seconds,
        "tokens": sum(some) if some else None,
    }


def _holds_steps(key: str, value: object) -> bool:
    if isinstance(value, Mapping):
        return key in _WRAPPERS and any(_holds_steps(inner, child) for inner, child in value.items())
    if not isinstance(value, list) or not any(isinstance(child, Mapping) for child in value):
        return False
    if key == "content":
        return any(isinstance(child, Mapping) and str(child.get("type")) in _PARTS for child in value)
    return key in _CHILDREN


def _values(item: Mapping[str, object], keys: tuple[str, ...], depth: int = 0) -> list[str]:
    """Texts at any of the keys, in the item or in what it calls a tool with."""
    found: list[str] = []
    for key in keys:
        value = decoded(item.get(key))
        for text in value if isinstance(value, list) else [value]:
            if isinstance(text, str) and text.strip():
                found.append(text)
            elif isinstance(text, Mapping) and depth < 3:
                found.extend(_values(text, keys, depth + 1))
    if not found and depth < 3:
        for key in _ARGUMENTS:
            value = decoded(item.get(key))
            if isinstance(value, Mapping):
                found.extend(_values(value, keys, depth + 1))
    return found
