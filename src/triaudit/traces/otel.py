"""Traces of OpenTelemetry spans about generative AI: OTLP as JSON, and what the console exporter prints.

Understood are the GenAI semantic conventions, with messages in attributes or in events, and the
attributes that OpenInference and OpenLLMetry use in their place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal

from triaudit.text import Span
from triaudit.traces import clock
from triaudit.traces.render import decoded, filled
from triaudit.traces.spans import Seen, forest
from triaudit.types import Trace

ORDER = 4

_ABOUT_AI = re.compile(r'(?<!\\)"(?:gen_ai\.|openinference\.span\.kind"|traceloop\.)')
_OTLP = re.compile(r'(?<!\\)"(?:scopeSpans|scope_spans|instrumentationLibrarySpans)"\s*:')
_START = re.compile(r"[\ufeff\s]*[\[{]")

_MODEL = frozenset(["chat", "generate_content", "text_completion", "llm"])
_TOOL = frozenset(["execute_tool", "tool"])
_SEARCH = frozenset(["retrieval", "retriever"])

_INPUTS = (
    *("gen_ai.system_instructions", "gen_ai.tool.definitions", "gen_ai.input.messages", "gen_ai.prompt"),
    *("llm.input_messages", "gen_ai.tool.call.arguments", "traceloop.entity.input", "input.value"),
    *("tool.parameters", "gen_ai.retrieval.query.text"),
)
_OUTPUTS = (
    *("gen_ai.output.messages", "gen_ai.completion", "llm.output_messages", "gen_ai.tool.call.result"),
    *("traceloop.entity.output", "output.value", "retrieval.documents", "gen_ai.retrieval.documents"),
)
_NAMES = ("gen_ai.tool.name", "tool.name", "tool_call.function.name", "traceloop.entity.name")
_UNTOLD = re.compile(
    r"gen_ai\.(?:system$|provider|request|response|usage|operation|tool\.(?:name|type|call\.id)|output\.type"
    r"|agent\.id|conversation)|(?:llm|tool|traceloop|openinference|server|service|telemetry|process|host|os"
    r"|input\.mime_type|output\.mime_type|metadata|session|user|code|thread|error\.type)\b"
)
"""Attributes that are told elsewhere, name who made the system, or are about the machine."""
_SAID = re.compile(r"gen_ai\.(?:(system|user|assistant|tool)\.message|(choice)|content\.(prompt|completion))")


def read(raw: str) -> Trace | None:
    """Read OTLP, whole or one export a line, or spans one after another or in a list."""
    if not _ABOUT_AI.search(raw) or not _START.match(raw):
        return None
    return forest(raw, "otel", "spans" if _OTLP.search(raw) else "", _seen, lambda _: {})


def _seen(item: Mapping[str, object], place: Span) -> Iterator[Seen]:
    attributes = _attributes(item.get("attributes"))
    context = item.get("context")
    own = context if isinstance(context, Mapping) else {}
    began, took = clock.times(item)
    sort = _sort(attributes)
    inputs, outputs = _of(attributes, _INPUTS), _of(attributes, _OUTPUTS)
    rest: dict[str, object] = {}
    for event in _list(item.get("events")):
        given = _attributes(event.get("attributes"))
        said = _SAID.fullmatch(str(event.get("name")))
        if said and (said[2] or said[3] == "completion" or (said[1] == "assistant" and sort == "other")):
            outputs.append(_message({"role": "assistant", **_content(given)}))
        elif said:
            inputs.append(_message({"role": said[1] or "user", **_content(given)}))
        else:
            inputs += _of(given, _INPUTS)
            outputs += _of(given, _OUTPUTS)
            rest |= {key: value for key, value in given.items() if not _claimed(key)}
    yield Seen(
        id=str(item.get("spanId") or item.get("span_id") or own.get("span_id") or ""),
        parent=str(item.get("parentSpanId") or item.get("parent_span_id") or item.get("parent_id") or ""),
        name=_name(item, attributes, sort),
        sort=sort,
        place=place,
        inputs=inputs[0] if len(inputs) == 1 else inputs or None,
        outputs=outputs[0] if len(outputs) == 1 else outputs or None,
        rest={**{key: value for key, value in attributes.items() if not _claimed(key)}, **rest},
        call=str(attributes.get("gen_ai.tool.call.id") or ""),
        began=began,
        ended=began + took if began is not None and took is not None else None,
        tokens=_tokens(attributes),
    )


def _sort(attributes: Mapping[str, object]) -> Literal["model", "tool", "search", "read", "other"]:
    named = [
        str(attributes.get(key) or "").casefold()
        for key in (
            "gen_ai.operation.name",
            "openinference.span.kind",
            "traceloop.span.kind",
            "llm.request.type",
        )
    ]
    for name in named:
        if name in _MODEL:
            return "model"
        if name in _TOOL:
            return "tool"
        if name in _SEARCH:
            return "search"
    return "other" if any(named) or "gen_ai.request.model" not in attributes else "model"


def _name(item: Mapping[str, object], attributes: Mapping[str, object], sort: str) -> str:
    """The tool's name, or the span's; a model's span is named after the model, which is not told."""
    if sort == "model":
        return "model"
    tool = next((str(attributes[key]) for key in _NAMES if attributes.get(key)), "")
    return (tool or str(item.get("name") or "").removeprefix("execute_tool ") or "span")[:60]


def _tokens(attributes: Mapping[str, object]) -> int | None:
    used: dict[str, object] = {}
    for key, value in attributes.items():
        head, _, last = key.rpartition(".")
        number = int(value) if isinstance(value, str) and value.isascii() and value.isdigit() else value
        if head == "gen_ai.usage":
            used[last] = number
        elif head == "llm.token_count":
            used[f"{last}_tokens"] = number
    return clock.tokens({"usage": used})


def _attributes(given: object) -> dict[str, object]:
    """Attributes by name, from OTLP's list of typed values or from an object."""
    if isinstance(given, Mapping):
        return {str(key): decoded(value) for key, value in given.items()}
    return {str(one.get("key")): decoded(_value(one.get("value"))) for one in _list(given)}


def _list(given: object) -> list[Mapping[str, object]]:
    return [one for one in given if isinstance(one, Mapping)] if isinstance(given, list) else []


def _value(given: object, depth: int = 0) -> object:
    if not isinstance(given, Mapping) or len(given) != 1 or depth > 40:
        return given
    kind, value = next(iter(given.items()))
    inner = value.get("values") if isinstance(value, Mapping) else None
    if kind == "arrayValue":
        return [_value(one, depth + 1) for one in inner] if isinstance(inner, list) else []
    if kind == "kvlistValue":
        return {str(one.get("key")): _value(one.get("value"), depth + 1) for one in _list(inner)}
    return value


def _claimed(key: str) -> bool:
    """Whether an attribute is told otherwise than by its name."""
    named = any(key == name or key.startswith(f"{name}.") for name in (*_INPUTS, *_OUTPUTS, *_NAMES))
    return named or _UNTOLD.match(key) is not None


def _of(attributes: Mapping[str, object], names: tuple[str, ...]) -> list[object]:
    """The values under these names, of which some come as one attribute for each leaf."""
    found: list[object] = []
    for name in names:
        value = attributes.get(name)
        if value is None:
            leaves = {
                k.removeprefix(f"{name}."): v for k, v in attributes.items() if k.startswith(f"{name}.")
            }
            value = _grown(leaves)
        if filled(value):
            found.append([_message(one) for one in value] if isinstance(value, list) else value)
    return found


def _grown(leaves: Mapping[str, object]) -> object:
    """The value of which these are the leaves, by paths such as `0.message.content`."""
    below: dict[str, dict[str, object]] = {}
    grown: dict[str, object] = {}
    for path, value in leaves.items():
        first, _, rest = path.partition(".")
        if rest:
            below.setdefault(first, {})[rest] = value
        else:
            grown[first] = value
    grown |= {first: _grown(some) for first, some in below.items()}
    if grown and all(key.isascii() and key.isdigit() for key in grown):
        return [grown[key] for key in sorted(grown, key=lambda key: (len(key), key))]
    return grown


def _content(given: Mapping[str, object]) -> dict[str, object]:
    """What an event says: its attributes, or the message in the one that holds it."""
    body = next((value for key, value in given.items() if key in {"message", "gen_ai.prompt"}), given)
    body = body if isinstance(body, Mapping) else {"content": body}
    return {str(key): value for key, value in body.items() if not _UNTOLD.match(str(key))}


def _message(given: object) -> object:
    """A message in the conventions' parts as one in content blocks, whose steps are known."""
    if not isinstance(given, Mapping):
        return given
    message = given.get("message") if set(given) == {"message"} else given
    if not isinstance(message, Mapping):
        return given
    changed = {key: value for key, value in message.items() if key not in {"parts", "finish_reason"}}
    if isinstance(message.get("parts"), list):
        changed["content"] = [_part(part) for part in _list(message["parts"])]
    if isinstance(changed.get("tool_calls"), list):
        changed["tool_calls"] = [one.get("tool_call", one) for one in _list(changed["tool_calls"])]
    return changed


def _part(part: Mapping[str, object]) -> Mapping[str, object]:
    if part.get("type") != "tool_call_response":
        return part
    answer = part.get("response", part.get("result"))
    return {"type": "tool_result", "tool_use_id": part.get("id"), "content": answer}
