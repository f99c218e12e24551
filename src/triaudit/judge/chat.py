"""Chat completions as most servers speak them: the request's body, what a server takes of it, the reply."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal

from triaudit.judge import faults
from triaudit.judge.endpoint import Call, Completion, Fault, Sampling, Usage
from triaudit.judge.exhibits import Part, Sent, message
from triaudit.judge.faults import Refusal
from triaudit.questions import Shown
from triaudit.secrets import scrub
from triaudit.types import Record, UnansweredReason

Form = Literal["json_schema", "json_object", "text"]
FORMS: tuple[Form, ...] = ("json_schema", "json_object", "text")
"""How a server can be bound to the reply's form, the best first."""

_UNKNOWN_TO_STRICT = {"default", "title"}


class Dialect(Record):
    """What is known of one model on one server: learnt once from what it rejects."""

    form: Form
    room: str = "max_tokens"
    """The parameter's name for the most tokens of a reply; empty where it takes none."""
    without: tuple[str, ...] = ()
    """Parameters that it does not take."""
    unseen: Mapping[str, str] = {}
    """Kinds of exhibits that it does not take, each with what it said."""
    most: int | None = None
    """Characters of pictures and files that were too many for one request."""

    def learn(self, rejected: str, forms: tuple[str, ...]) -> Dialect | None:
        """The dialect after a parameter was rejected; None where nothing is left to give up."""
        if rejected == "response_format":
            weaker = FORMS[FORMS.index(self.form) + 1 :]
            chosen = next(
                (form for form in weaker if not forms or form in forms), weaker[-1] if weaker else None
            )
            return None if chosen is None else self.model_copy(update={"form": chosen})
        if rejected == self.room:
            other = "max_completion_tokens" if self.room == "max_tokens" else ""
            return self.model_copy(update={"room": other})
        if rejected in {"temperature", "top_p", "seed"} and rejected not in self.without:
            return self.model_copy(update={"without": tuple(sorted((*self.without, rejected)))})
        return None

    def unlike(self, refusal: Refusal, sent: Sent) -> Dialect | None:
        """The dialect after a request was refused for its pictures or files, if that teaches any."""
        if refusal.about == "size":
            return self.model_copy(update={"most": min(sent.size, self.most or sent.size)})
        if refusal.about == "kind":
            kinds = {part.exhibit.kind for part in sent.parts}
            named = {kind for kind in kinds if (kind == "file") == refusal.of_files} or kinds
            return self.model_copy(
                update={"unseen": {**self.unseen, **dict.fromkeys(sorted(named), refusal.said)}}
            )
        return None

    def dropped(self, sampling: Sampling, wanted: Form) -> tuple[str, ...]:
        """What was asked for and is not applied."""
        names = [name for name in self.without if getattr(sampling, name) is not None]
        names += [] if self.room else ["max_tokens"]
        return tuple(sorted(names + ([] if self.form == wanted else [wanted])))


def body(
    call: Call, sampling: Sampling, model: str, dialect: Dialect, parts: Sequence[Part] = ()
) -> dict[str, Any]:
    """The request: what many calls share stands first, byte for byte the same; pictures and files last."""
    messages: list[dict[str, Any]] = (
        [{"role": "system", "content": call.prompt.rules}] if call.prompt.rules else []
    )
    text = call.prompt.shared + call.prompt.varying
    content = [{"type": "text", "text": text}, *message(parts)] if parts else text
    messages.append({"role": "user", "content": content})
    for turn in call.turns:
        messages += [{"role": "assistant", "content": turn.reply}, {"role": "user", "content": turn.ask}]
    made: dict[str, Any] = {"model": model, "messages": messages}
    if dialect.form == "json_schema":
        reply = call.question.reply
        schema = {"name": reply.__name__, "strict": True, "schema": strict(reply)}
        made["response_format"] = {"type": "json_schema", "json_schema": schema}
    elif dialect.form == "json_object":
        made["response_format"] = {"type": "json_object"}
    if dialect.room:
        made[dialect.room] = sampling.max_tokens
    for name in ("temperature", "top_p", "seed"):
        value = getattr(sampling, name)
        if value is not None and name not in dialect.without:
            made[name] = value
    return made


def applied(request: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of a request: all but the model and what was said; a schema by its kind."""
    told = {name: value for name, value in request.items() if name not in {"model", "messages"}}
    if form := told.pop("response_format", None):
        told["response_format"] = form["type"]
    return told


@cache
def strict(reply: type[Record]) -> dict[str, Any]:
    """A reply's JSON schema as strict servers take it: every field required, none beside them."""
    return _strict(reply.model_json_schema())  # type: ignore[no-any-return]


def _strict(node: Any) -> Any:
    if isinstance(node, list):
        return [_strict(item) for item in node]
    if not isinstance(node, dict):
        return node
    kept: dict[str, Any] = {}
    for key, value in node.items():
        if key in {"properties", "$defs"}:
            kept[key] = {name: _strict(item) for name, item in value.items()}
        elif key not in _UNKNOWN_TO_STRICT:
            kept[key] = _strict(value)
    if node.get("type") == "object":
        kept["required"] = list(node.get("properties", {}))
        kept["additionalProperties"] = False
    return kept


def completion(
    data: Any,
    text: str,
    requested: str,
    dropped: tuple[str, ...] = (),
    *,
    applied: Mapping[str, Any] | None = None,
    seconds: float = 0.0,
    shown: tuple[Shown, ...] = (),
) -> Completion | Fault:
    """What a 200 holds: a completion, or an error all the same.

    Args:
        data: The parsed body; None where it is no JSON.
        text: The body as it came.
        requested: The model that was asked for.
        dropped: Parameters that were not applied.
        applied: Parameters that were.
        seconds: How long it took.
        shown: What became of pictures and files.
    """
    if not isinstance(data, Mapping) or not isinstance(choices := data.get("choices"), list) or not choices:
        return _no_choice(text)
    choice = choices[0] if isinstance(choices[0], Mapping) else {}
    message = choice.get("message")
    message = message if isinstance(message, Mapping) else {}
    usage = _usage(data.get("usage"))
    finish = str(choice.get("finish_reason") or "stop")
    if finish == "content_filter":
        return Fault(
            reason=UnansweredReason.FILTERED, detail="the provider's filter ended the reply", usage=usage
        )
    if refusal := message.get("refusal"):
        return Fault(reason=UnansweredReason.REFUSED, detail=scrub(str(refusal))[:300], usage=usage)
    if finish == "error" or "error" in choice:
        told = choice if "error" in choice else {"error": "the reply ended in an error"}
        return _no_choice(json.dumps(told)).model_copy(update={"usage": usage})
    return Completion(
        text=_text(message.get("content")),
        finish=finish,
        requested=requested,
        served=str(data.get("model") or ""),
        applied=applied or {},
        dropped=dropped,
        usage=usage,
        seconds=round(seconds, 3),
        shown=shown,
    )


def _no_choice(text: str) -> Fault:
    """An error that came with status 200: by the status it names, else by its words, else an outage."""
    told = faults.error(text)
    if told is None:
        detail = f"200 without a completion: {' '.join(scrub(text[:300]).split())}"
        return Fault(reason=UnansweredReason.PROVIDER_ERROR, detail=detail, transient=True)
    status = int(told.code) if re.fullmatch(r"[45]\d\d", told.code) else 400
    found = faults.fault(status, {}, text)
    plain = status == 400 and found.reason is UnansweredReason.PROVIDER_ERROR and not found.closed
    return found.model_copy(update={"transient": True}) if plain else found


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, Mapping)]
        return "".join(part for part in parts if isinstance(part, str))
    return ""


def _usage(found: Any) -> Usage:
    if not isinstance(found, Mapping):
        return Usage()

    def count(*path: str) -> int | None:
        value: Any = found
        for name in path:
            value = value.get(name) if isinstance(value, Mapping) else None
        return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None

    return Usage(
        input=count("prompt_tokens"),
        cached=count("prompt_tokens_details", "cached_tokens"),
        output=count("completion_tokens"),
        reasoning=count("completion_tokens_details", "reasoning_tokens"),
    )
