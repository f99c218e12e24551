"""Trees of spans as steps: what MLflow, OpenTelemetry and LangSmith record has this shape in common.

A span of a model holds the whole conversation so far, and a chain's holds what its parts say again.
What was shown already is not shown a second time; all else is in a step. The names of providers and
models are left out, as a judge is not to know whose trace it reads.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from triaudit.text import Span
from triaudit.traces.items import steps_of
from triaudit.traces.objects import around, located, stream
from triaudit.traces.render import DEEPEST, decoded, filled, lines, render
from triaudit.traces.step import kind_of, make, traced
from triaudit.types import Step, Trace

LEAST = 12
"""Characters from which on a text that was shown already is left out."""


class Seen(NamedTuple):
    """One span as its format's reader understood it."""

    id: str
    parent: str
    name: str
    sort: Literal["model", "tool", "search", "read", "other"]
    place: Span
    """Where in the raw trace it stands."""
    inputs: object = None
    outputs: object = None
    rest: Mapping[str, object] = {}
    """What else it says that is worth reading."""
    call: str = ""
    """The id of the tool call that it carries out."""
    began: float | None = None
    """Seconds since 1970."""
    ended: float | None = None
    tokens: int | None = None


def forest(
    raw: str,
    form: str,
    name: str,
    seen: Callable[[Mapping[str, object], Span], Iterable[Seen]],
    about: Callable[[Mapping[str, object]], Mapping[str, object]],
) -> Trace | None:
    """The trace that a JSON text with arrays of spans holds; None where it has no span.

    Args:
        raw: The text.
        form: The name of the format.
        name: The key of the arrays; empty where the text is the array, or has one object after another.
        seen: Understands one element, which can hold several spans.
        about: What of the object around the arrays is worth a step, which comes last.
    """
    found = located(raw, name) if name else stream(raw)
    spans = [one for item, at in found.elements if isinstance(item, Mapping) for one in seen(item, at)]
    if not spans:
        return None
    reading = _Reading(spans)
    odd = [make("other", render(item), *at) for item, at in found.elements if not isinstance(item, Mapping)]
    told = _once(_capped(about(around(raw, found.around))), reading.shown)
    made = [make("other", render(told), *found.around[0], label="wrapper")] if render(told) else []
    torn = found.around[-1]
    if found.torn and re.search(r"\w", raw[torn.start : torn.end]):
        made.append(make("other", raw[torn.start : torn.end], *torn, label="torn"))
    return traced(form, [*reading.steps, *odd, *made], found.torn)


class _Reading:
    """Reads a forest from its roots, and remembers what was shown."""

    def __init__(self, spans: Sequence[Seen]) -> None:
        self.steps: list[Step] = []
        """Parents before what happened in them, else in order of time."""
        self.shown: set[str] = set()
        self._tools = frozenset(
            name
            for span in spans
            if span.sort in {"tool", "search", "read"}
            for name in (span.name, span.call)
        ) - {""}
        for span, leaving, parent in _walk([_shallow(span) for span in spans]):
            if leaving:
                self._leave(span, parent)
            else:
                self._enter(span, parent)

    def _enter(self, span: Seen, parent: list[int]) -> None:
        before = len(self.steps)
        if span.sort == "model":
            self._model(span)
        elif span.sort == "other":
            text = "\n".join(lines({**span.rest, "inputs": self._new(span.inputs)}))
            self.steps.append(make(kind_of(span.name), text or span.name, *span.place, label=span.name))
        else:
            self._tool(span)
        for at in range(before, len(self.steps)):
            first = at == before
            took = span.ended - span.began if span.began is not None and span.ended is not None else None
            update: dict[str, object] = {
                "index": at + 1,
                "parent": (parent[-1] if parent else None) or None,
                "id": span.id[:80],
                "at": span.began,
                "seconds": took if first and took is not None and took >= 0 else None,
                "tokens": span.tokens if first else None,
            }
            self.steps[at] = self.steps[at].model_copy(update=update)
        parent.append(before + 1)

    def _leave(self, span: Seen, parent: list[int]) -> None:
        """What a chain gave that none of its parts had said."""
        if span.sort != "other":
            return
        new = self._new(span.outputs)
        if filled(new) and render(new).strip():
            step = make("message", render(new), *span.place, label=span.name, name=span.id, at=span.ended)
            number = len(self.steps) + 1
            self.steps.append(step.model_copy(update={"index": number, "parent": parent[-1] or None}))

    def _model(self, span: Seen) -> None:
        """The messages that are new, then what the model said; calls that a span carries out are text."""
        said = self._uncalled(_once(span.outputs, set()))
        items = [*_messages(self._new(span.inputs)), *_messages(said)]
        self._remember(span.outputs)
        if more := {key: item for key, item in span.rest.items() if filled(item)}:
            items.append({**more, "type": span.name})
        made = steps_of([(item, span.place) for item in items])
        self.steps.extend(made or [make("think", span.name, *span.place, label=span.name)])

    def _tool(self, span: Seen) -> None:
        item = {
            "type": span.sort,
            "tool": span.name,
            "input": span.inputs,
            "output": span.outputs,
            **span.rest,
        }
        if isinstance(item["input"], str) and span.sort == "search":
            item = {"query" if name == "input" else name: value for name, value in item.items()}
        made = steps_of([({k: v for k, v in item.items() if filled(v)}, span.place)])
        self._remember(span.inputs)
        self._remember(span.outputs)
        # Steps within a result, such as messages of an agent called as a tool, are text of it.
        self.steps.append(made[0] if len(made) == 1 else _flat(span))

    def _new(self, value: object) -> object:
        return _once(value, self.shown)

    def _remember(self, value: object) -> None:
        _once(value, self.shown)

    def _uncalled(self, value: object) -> object:
        """A model's output in which calls that have a span of their own are no steps."""
        if isinstance(value, list):
            return [self._uncalled(item) for item in value]
        if not isinstance(value, Mapping):
            return value
        if str(value.get("type")) in {"tool_use", "tool_call", "function_call"} and self._has_span(value):
            return {"type": "text", "text": "\n".join(lines({k: v for k, v in value.items() if k != "type"}))}
        inner = {}
        for key, item in value.items():
            own = key == "tool_calls" and isinstance(item, list) and all(map(self._has_span, item))
            inner["calls" if own else key] = item if own else self._uncalled(item)
        return inner

    def _has_span(self, call: object) -> bool:
        if not isinstance(call, Mapping):
            return False
        function = call.get("function")
        named = [call.get("id"), call.get("call_id"), call.get("name")]
        named.append(function.get("name") if isinstance(function, Mapping) else None)
        return any(isinstance(name, str) and name in self._tools for name in named)


def _flat(span: Seen) -> Step:
    text = "\n".join(lines({**span.rest, "input": span.inputs, "output": span.outputs}))
    kind = span.sort if span.sort != "tool" else kind_of(span.name)
    return make(kind, text, *span.place, label=span.sort, tool=span.name, has_results=filled(span.outputs))


def _walk(spans: Sequence[Seen]) -> Iterator[tuple[Seen, bool, list[int]]]:
    """Each span when it is entered and when it is left, with the numbers of the steps that it is in."""
    known = {span.id: at for at, span in enumerate(spans) if span.id}
    below: dict[int, list[int]] = {}
    roots: list[int] = []
    for at, span in enumerate(spans):
        above = known.get(span.parent, at) if span.parent else at
        (roots if above == at else below.setdefault(above, [])).append(at)

    def ordered(some: list[int]) -> list[int]:
        """Spans without a time stay where they were written."""
        timed = iter(
            sorted(
                (at for at in some if spans[at].began is not None),
                key=lambda at: (spans[at].began or 0.0, at),
            )
        )
        return [at if spans[at].began is None else next(timed) for at in some]

    left = set(range(len(spans)))
    while left:
        stack = [(at, False) for at in reversed(ordered([at for at in roots if at in left] or [min(left)]))]
        numbers: list[int] = []  # of the steps that the current span is in
        while stack:
            at, leaving = stack.pop()
            if leaving:
                yield spans[at], True, numbers
                numbers.pop()
                continue
            if at not in left:  # parents in a circle
                continue
            left.discard(at)
            stack.append((at, True))
            stack.extend((child, False) for child in reversed(ordered(below.get(at, []))))
            yield spans[at], False, numbers


def _messages(value: object) -> list[object]:
    """The messages that a model was given or gave, in whatever they are wrapped."""
    while isinstance(value, list) and len(value) == 1 and isinstance(value[0], list):
        value = value[0]
    if isinstance(value, list):
        return [
            inner
            for item in value
            for inner in (_messages(item) if isinstance(item, list) or _holds(item) else [item])
            if filled(inner)
        ]
    if not isinstance(value, Mapping):
        return [{"role": "assistant", "content": value}] if filled(value) else []
    found: list[object] = []
    rest: dict[str, object] = {}
    for key, item in value.items():
        if key in _AROUND and isinstance(item, list | Mapping):
            found.extend(_messages(item))
        elif key == "message" and isinstance(item, Mapping):
            found.append(item)
        elif key not in VENDOR:
            rest[key] = item
    if not found and not value.keys() & VENDOR:
        return [value] if any(filled(item) for item in value.values()) else []
    return [*([rest] if any(filled(item) for item in rest.values()) else []), *found]


def _holds(item: object) -> bool:
    """Whether an object is a wrapper of a message and not one itself."""
    return isinstance(item, Mapping) and "role" not in item and isinstance(item.get("message"), Mapping)


def _once(value: object, shown: set[str]) -> object:
    """A JSON value without the texts that are in `shown`, to which the others are added."""
    if isinstance(value, str):
        key = " ".join(value.split())
        if len(key) < LEAST:
            return value
        if key in shown:
            return None
        shown.add(key)
        return value
    if isinstance(value, list):
        kept = [(item, _once(item, shown)) for item in value]
        return [new for old, new in kept if filled(new) or not filled(old)]
    if isinstance(value, Mapping):
        pairs = {key: (item, _once(item, shown)) for key, item in value.items()}
        new = {key: new for key, (old, new) in pairs.items() if filled(new) or not filled(old)}
        if len(new) < len(pairs) and not any(
            filled(item) for key, item in new.items() if key not in _FRAME and not isinstance(item, bool)
        ):
            return {}
        return new
    return value


def _shallow(span: Seen) -> Seen:
    return span._replace(
        inputs=_capped(span.inputs),
        outputs=_capped(span.outputs),
        rest={key: _capped(item) for key, item in span.rest.items()},
    )


def _capped(value: object, depth: int = 0) -> object:
    """A JSON value with the JSON in its texts decoded, and what is nested too deep as text."""
    value = decoded(value)
    if depth >= DEEPEST:
        return json.dumps(value, ensure_ascii=False) if isinstance(value, list | Mapping) else value
    if isinstance(value, list):
        return [_capped(item, depth + 1) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _capped(item, depth + 1) for key, item in value.items()}
    return value


VENDOR = frozenset(
    {"model", "model_name", "provider", "system_fingerprint", "response_metadata", "ls_provider"}
)
"""Keys whose values name who made the system."""
_AROUND = frozenset({"messages", "choices", "generations", "output", "input", "candidates"})
"""Keys around messages."""
_FRAME = frozenset(
    [
        *["role", "type", "id", "name", "tool_call_id", "tool_use_id", "call_id", "finish_reason", "index"],
        *["status", "lc", "logprobs", "refusal"],
    ]
)
"""What of a message says nothing without its content."""
