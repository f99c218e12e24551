"""The one reader of model replies: raw text in; a reply of the right type, or what is wrong with it, out.

Pure, so that a mended reader reads stored texts again. Text is parsed as it is first; what had to be
mended is named. Scores and labels come from their own fields alone, never from prose. An item that can't
be read costs itself and no other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar, cast, get_args, get_origin

from triaudit import answers
from triaudit.judge import fields, refusals, tolerant
from triaudit.judge.fields import Unfit, listed
from triaudit.judge.tolerant import Broken, Clash, bare
from triaudit.questions import Answer, Reply
from triaudit.text import fold
from triaudit.types import Record, Unanswered, UnansweredReason

R = TypeVar("R", bound=Record)

_FINISHED = {
    **dict.fromkeys(("length", "max_tokens", "max_output_tokens", "model_length"), UnansweredReason.TRUNCATED),
    **dict.fromkeys(
        ("content_filter", "safety", "recitation", "blocklist", "prohibited_content", "spii"),
        UnansweredReason.FILTERED,
    ),
    "refusal": UnansweredReason.REFUSED,
    "error": UnansweredReason.PROVIDER_ERROR,
}
"""What a finish reason says by itself, whatever the text is."""
_OPENED = re.compile(r"\s*+<(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_CLOSED = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
_ID_EDGES = " \t\r\n\"'`*[](){}<>.:#“”‘’"
_MOST = 300
"""Characters of a detail."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why there is no reply, or which ids the reply has no valid answer for."""

    reason: UnansweredReason
    detail: str
    missing: tuple[str, ...] = ()
    """The ids to ask for again; of those asked about all, where nothing could be read."""

    @property
    def unanswered(self) -> Unanswered:
        """The same as a value for the stages."""
        return Unanswered(reason=self.reason, detail=self.detail)


@dataclass(frozen=True, slots=True)
class Read(Generic[R]):
    """A reply, a problem, or both where some items were valid and others not."""

    value: R | None = None
    repairs: tuple[str, ...] = ()
    """What was mended or left out, each once; empty where the text is as it was asked for."""
    problem: Problem | None = None


def read(text: str, finish_reason: str | None, reply: type[R], asked: Sequence[str] = ()) -> Read[R]:
    """The reply that a model's text holds.

    Args:
        text: What the model said, without its hidden reasoning.
        finish_reason: Why it stopped, as the server says.
        reply: The type of the reply.
        asked: The ids that it must answer for (`Question.asked`).
    """
    reason = _FINISHED.get((finish_reason or "").strip().casefold())
    text = bare(text)
    if reason is not None:
        return _none(reason, _stopped(reason, finish_reason or "", text), asked)
    notes: list[str] = []
    said = _thought_out(text, notes)
    if not said:
        cut = bool(text)
        what = "the text ends within its thinking" if cut else "the reply is empty"
        return _none(UnansweredReason.TRUNCATED if cut else UnansweredReason.UNPARSABLE, what, asked)
    try:
        found = _behind_thinking(tolerant.found(said), notes)
    except Broken as broken:
        return _none(
            UnansweredReason.TRUNCATED if broken.cut else UnansweredReason.UNPARSABLE, str(broken), asked
        )
    notes += found.repairs
    if any(part.strip() for part in found.prose):
        notes.append("code fence" if "```" in "".join(found.prose) else "text around the JSON")
    fits = [fit for value in found.values if (fit := _fit(reply, value, asked))]
    if not fits:
        if refusals.refuses(found.prose[0] or said):
            return _none(UnansweredReason.REFUSED, f"the model declined: {said[:120]}", asked)
        what = "the JSON is not of the form asked for" if found.values else "the reply holds no JSON"
        return _none(UnansweredReason.UNPARSABLE, what, asked)
    if any(fit[:3] != fits[0][:3] for fit in fits[1:]):
        return _none(UnansweredReason.UNPARSABLE, f"{len(fits)} answers that differ", asked)
    return _checked(fits[0], notes, asked)


def joined(first: R, second: R) -> R:
    """A reply completed by what was asked for again: answers of the second stand in for the first's.

    Replies without answers by id are not asked for in part: the second is the reply.
    """
    at = _answers(type(first))
    if at is None:
        return second
    more: tuple[Answer, ...] = getattr(second, at.field)
    again = {item.about for item in more}
    kept = tuple(item for item in getattr(first, at.field) if item.about not in again)
    return first.model_copy(update={at.field: (*kept, *more)})


# ---------------------------------------------------------------- before the JSON


def _none(reason: UnansweredReason, detail: str, asked: Sequence[str]) -> Read[Any]:
    return Read(problem=Problem(reason, tolerant.whole(detail)[:_MOST], tuple(dict.fromkeys(asked))))


def _stopped(reason: UnansweredReason, finish: str, text: str) -> str:
    if reason is not UnansweredReason.TRUNCATED:
        return f"finish_reason {finish[:40]}" + (f": {text[:120]}" if text else "")
    what = "cut off at the limit of output tokens"
    return f"{what} (finish_reason {finish[:40]})" + (
        "" if text else ", before the answer began: reasoning took all of them"
    )


def _thought_out(text: str, notes: list[str]) -> str:
    """The text without the thinking before it; empty where it never ends.

    Tags in a text that begins as JSON or as a code block are part of it.
    """
    opened = _OPENED.match(text)
    if opened is None and text.startswith(("{", "[", '"', "```", "｛", "［")):
        return text
    closed = _CLOSED.search(text)
    if closed is None:
        return "" if opened else text
    notes.append("thinking")
    return bare(text[closed.end() :])


def _behind_thinking(found: tolerant.Found, notes: list[str]) -> tolerant.Found:
    """Without values that a thinking block behind them shows to be drafts."""
    last = max((at for at, part in enumerate(found.prose) if _CLOSED.search(part)), default=0)
    if not last:
        return found
    notes.append("thinking")
    return found._replace(values=found.values[last:], prose=found.prose[last:])


# ---------------------------------------------------------------- the reply's form


class _At(NamedTuple):
    """Where a reply type has its answers by id."""

    field: str
    item: type[Answer]


class _Fit(NamedTuple):
    """What one JSON value is as a reply."""

    value: Record | None
    invalid: dict[str, str]
    """Why the answers to these ids are none."""
    why: str
    """Why there is no value."""
    notes: list[str]


@cache
def _lists(reply: type[Record]) -> dict[str, Any]:
    fields_ = reply.model_fields.items()
    return {
        name: get_args(field.annotation)[0] for name, field in fields_ if get_origin(field.annotation) is tuple
    }


@cache
def _answers(reply: type[Record]) -> _At | None:
    for name, item in _lists(reply).items():
        if isinstance(item, type) and issubclass(item, Answer):
            return _At(name, item)
    return None


def _fit(reply: type[Record], value: object, asked: Sequence[str]) -> _Fit | None:
    """The value read as a reply; None where it has nothing of its form."""
    for data, notes in _forms(reply, value, asked):
        try:
            made, invalid = _filled(reply, data, asked, notes)
            return _Fit(fields.built(reply, made), invalid, "", notes)
        except Unfit as why:
            return _Fit(None, {}, str(why), notes)
    return None


def _forms(
    reply: type[Record], value: object, asked: Sequence[str], inside: bool = False
) -> Iterator[tuple[dict[str, object], list[str]]]:
    """The object that a value is meant to be: itself, a list, answers by id, or what one key or text wraps."""
    notes: list[str] = []
    if isinstance(value, dict) and any(name in reply.model_fields for name in value):
        yield value, notes
        return
    only = [name for name, field in reply.model_fields.items() if field.is_required()]
    if len(only) == 1 and only[0] in _lists(reply):
        if isinstance(value, list) and (all(isinstance(item, dict) for item in value)):
            yield {only[0]: value}, ["list without its name"]
            return
        if isinstance(value, dict) and any(_spelt(key, asked) for key in value):
            yield {only[0]: value}, notes
            return
    if inside:
        return
    if isinstance(value, dict) and len(value) == 1:
        inner = next(iter(value.values()))
        for data, more in _forms(reply, _unwritten(inner), asked, inside=True):
            yield data, ["JSON in a text" if isinstance(inner, str) else "wrapped in an object", *more]
    elif isinstance(value, str):
        for data, more in _forms(reply, _unwritten(value), asked, inside=True):
            yield data, ["JSON in a text", *more]


def _unwritten(value: object) -> object:
    """The JSON that a text is, once."""
    if not isinstance(value, str):
        return value
    try:
        found = tolerant.found(bare(value))
    except Broken:
        return None
    return found.values[0] if len(found.values) == 1 else None


def _filled(
    reply: type[Record], data: dict[str, object], asked: Sequence[str], notes: list[str]
) -> tuple[dict[str, object], dict[str, str]]:
    at = _answers(reply)
    if at is None or at.field not in (given := fields.named(reply, data, [])):
        return fields.parts(reply, data, notes), {}
    items, invalid = _items(at.item, given[at.field], asked, notes)
    rest = {**data, at.field: []}
    for name in data:  # under another name it is the same list
        if name not in reply.model_fields and at.field in fields.named(reply, {name: 0}, []):
            del rest[name]
    return {**fields.parts(reply, rest, notes), at.field: items}, invalid


def _items(
    kind: type[Answer], given: object, asked: Sequence[str], notes: list[str]
) -> tuple[tuple[Answer, ...], dict[str, str]]:
    """The valid answers, and why others are not; an id with one that is not valid has none."""
    items: list[Answer] = []
    invalid: dict[str, str] = {}
    nameless: list[str] = []
    for name, item in _by_id(kind, given, notes):
        about = _spelt(name, asked) or name
        if about != name:
            notes.append("id in other letters")
        try:
            if isinstance(item, Clash):
                raise Unfit("answered several times, differently")
            if not isinstance(item, dict):
                raise Unfit("no object")
            items.append(fields.record(kind, {**item, kind.key: about}, notes))
        except Unfit as why:
            if about:
                invalid.setdefault(about, str(why))
            else:
                nameless.append(str(why))
    if nameless:
        notes.append(f"answers without an id left out: {len(nameless)}")
        if not asked:
            raise Unfit(f"an answer without an id: {nameless[0]}")
    return tuple(item for item in items if item.about not in invalid), invalid


def _by_id(kind: type[Answer], given: object, notes: list[str]) -> Iterator[tuple[str, object]]:
    """Each answer with the id that it gives."""
    if isinstance(given, dict):
        notes.append("answers keyed by id")
        for name, item in given.items():
            inner = fields.named(kind, item, []).get(kind.key, name) if isinstance(item, dict) else name
            yield name, item if inner == name else Clash((name, inner))
    elif isinstance(given, list):
        for item in given:
            named = fields.named(kind, item, []) if isinstance(item, dict) else {}
            name = named.get(kind.key, "")
            plain = isinstance(name, str | int) and not isinstance(name, bool)
            yield (str(name)[:100] if plain else ""), item
    else:
        raise Unfit(f"answers are {'null' if given is None else 'no list'}")


def _spelt(name: str, asked: Sequence[str]) -> str | None:
    """The id that was asked about and that a name is: exactly, in other letters, or by its last part alone.

    Only where no other id can be meant.
    """
    if name in asked:
        return name
    plain = fold(name[:100]).strip(_ID_EDGES)
    for rule in (lambda one: fold(one).strip(_ID_EDGES), lambda one: fold(one).rpartition(".")[2]):
        meant = [one for one in asked if plain and rule(one) == plain]
        if meant:
            return meant[0] if len(meant) == 1 else None
    return None


# ---------------------------------------------------------------- what was asked


def _checked(fit: _Fit, notes: list[str], asked: Sequence[str]) -> Read[Any]:
    """The reply with the ids that it has no answer for."""
    repairs = [*notes, *fit.notes]
    if fit.value is None:
        problem = _none(UnansweredReason.UNPARSABLE, fit.why, asked)
        return Read(repairs=_once(repairs), problem=problem.problem)
    at = _answers(type(fit.value))
    if at is None:
        return Read(fit.value, _once(repairs))
    items: tuple[Answer, ...] = getattr(fit.value, at.field)
    introduced = fit.value.introduced if isinstance(fit.value, Reply) else ()
    wanted = tuple(dict.fromkeys((*asked, *introduced)))
    if not wanted:
        wanted = tuple(dict.fromkeys([*(item.about for item in items), *fit.invalid]))
    by_id, extra = answers.grouped(items, wanted)
    extra = (*extra, *(name for name in fit.invalid if name not in by_id))
    if extra:
        repairs.append(f"ids not asked about: {listed(extra)}")
    lacking: dict[str, str] = {}
    for name, some in by_id.items():
        answer = answers.one(name, some[:1] if at.item.several else some)
        if name in fit.invalid:
            lacking[name] = f"{name}: {fit.invalid[name]}"
        elif isinstance(answer, Unanswered):
            lacking[name] = answer.detail
    if not lacking:
        return Read(fit.value, _once(repairs))
    missing = tuple(lacking)
    detail = tolerant.whole("; ".join(lacking.values()))[:_MOST]
    none = len(missing) == len(wanted)
    problem_ = Problem(UnansweredReason.UNPARSABLE, detail, missing)
    return Read(None if none else cast("Any", fit.value), _once(repairs), problem_)


def _once(notes: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(notes))
