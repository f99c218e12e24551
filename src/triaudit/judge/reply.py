"""The one reader of model replies: raw text in; a reply of the right type, or what is wrong with it, out.

Pure, so that a mended reader reads stored texts again. Text is parsed as it is first; what had to be
mended is named. Scores and labels come from their own fields alone, never from prose. An item that can't
be read costs itself and no other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from triaudit import answers
from triaudit.judge import refusals, tolerant
from triaudit.judge.fields import listed
from triaudit.judge.forms import Fit, Ids, answers_of, fit
from triaudit.judge.tolerant import Broken, Found, bare
from triaudit.questions import Answer, Reply
from triaudit.types import Record, Unanswered, UnansweredReason

R = TypeVar("R", bound=Record)

_FINISHED = {
    **dict.fromkeys(
        ("length", "max_tokens", "max_output_tokens", "model_length"), UnansweredReason.TRUNCATED
    ),
    **dict.fromkeys(
        ("content_filter", "safety", "recitation", "blocklist", "prohibited_content", "spii"),
        UnansweredReason.FILTERED,
    ),
    "refusal": UnansweredReason.REFUSED,
    "error": UnansweredReason.PROVIDER_ERROR,
}
"""What a finish reason says by itself, whatever the text is."""
_TAG = re.compile(r"<(?P<closing>/?)(?:think|thinking|thought|reasoning)>", re.IGNORECASE)
"""Where a model's thinking begins or ends."""
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
    if not text:
        return _none(UnansweredReason.UNPARSABLE, "the reply is empty", asked)
    notes: list[str] = []
    try:
        said = _answered(text, notes)
        found = _without_thinking(tolerant.found(said), notes)
    except Broken as broken:
        reason = UnansweredReason.TRUNCATED if broken.cut else UnansweredReason.UNPARSABLE
        return _none(reason, str(broken), asked)
    notes += found.repairs
    if any(part.strip() for part in found.prose):
        notes.append("code fence" if "```" in "".join(found.prose) else "text around the JSON")
    if found.plain and (exact := _exact(said, reply, asked)) is not None:
        return _checked(Fit(exact, {}, "", []), notes, asked)
    ids = Ids(asked)
    fits = [made for value in found.values if (made := fit(reply, value, ids))]
    if not fits:
        if any(map(refusals.refuses, _words(found))):
            return _none(UnansweredReason.REFUSED, f"the model declined: {said[:120]}", asked)
        what = "the JSON is not of the form asked for" if found.values else "the reply holds no JSON"
        return _none(UnansweredReason.UNPARSABLE, what, asked)
    if any(made[:3] != fits[0][:3] for made in fits[1:]):
        return _none(UnansweredReason.UNPARSABLE, f"{len(fits)} answers that differ", asked)
    return _checked(fits[0], notes, asked)


def joined(first: R, second: R) -> R:
    """A reply completed by what was asked for again, and changed in nothing that it had answered.

    Replies without answers by id are not asked for in part: the second is the reply.
    """
    at = answers_of(type(first))
    if at is None:
        return second
    items = _items(first)
    by_id, _ = answers.grouped(items, list(dict.fromkeys(item.about for item in items)))
    settled = {
        name
        for name, some in by_id.items()
        if at.item.several or not isinstance(answers.one(name, some), Unanswered)
    }
    kept = [item for item in items if item.about in settled]
    more = [item for item in _items(second) if item.about not in settled]
    return first.model_copy(update={at.field: (*kept, *more)})


# ---------------------------------------------------------------- before the JSON


def _none(
    reason: UnansweredReason, detail: str, asked: Sequence[str], repairs: Iterable[str] = ()
) -> Read[Any]:
    problem = Problem(reason, tolerant.whole(detail)[:_MOST], tuple(dict.fromkeys(asked)))
    return Read(None, _once(repairs), problem)


def _stopped(reason: UnansweredReason, finish: str, text: str) -> str:
    if reason is not UnansweredReason.TRUNCATED:
        return f"finish_reason {finish[:40]}" + (f": {text[:120]}" if text else "")
    what = "cut off at the limit of output tokens"
    return f"{what} (finish_reason {finish[:40]})" + (
        "" if text else ", before the answer began: reasoning took all of them"
    )


def _answered(text: str, notes: list[str]) -> str:
    """The text behind the thinking that it begins with, tag or no tag.

    Tags behind the beginning of JSON may stand in its strings: they are left to `_without_thinking`.
    """
    first = _TAG.search(text, 0, tolerant.start(text))
    if first is None or (not first["closing"] and text[: first.start()].strip()):
        return text
    closed = first if first["closing"] else next(filter(_closing, _TAG.finditer(text)), None)
    if closed is None:
        raise Broken("the text ends within its thinking", cut=True)
    notes.append("thinking")
    return bare(text[closed.end() :])


def _without_thinking(found: Found, notes: list[str]) -> Found:
    """Without values that tags in the prose around them show to be drafts."""
    first, end = 0, len(found.values)
    for at, part in enumerate(found.prose):
        tags = list(_TAG.finditer(part))
        if any(map(_closing, tags)):
            first, end = at, len(found.values)
        if tags and not _closing(tags[-1]):
            end = at
    if (first, end) == (0, len(found.values)):
        return found
    if found.values[end:] and first == end:
        raise Broken("the text ends within its thinking", cut=True)
    notes.append("thinking")
    return found._replace(values=found.values[first:end], prose=found.prose[first : end + 1])


def _exact(text: str, reply: type[R], asked: Sequence[str]) -> R | None:
    """The reply that JSON is by its schema as it stands, with no id but those asked about."""
    try:
        value = reply.model_validate_json(text, strict=True)
    except ValueError:
        return None
    known = {*asked, *_introduced(value)}
    return value if all(item.about in known for item in _items(value)) or not known else None


def _items(value: Record) -> tuple[Answer, ...]:
    at = answers_of(type(value))
    return getattr(value, at.field) if at else ()


def _introduced(value: Record) -> tuple[str, ...]:
    return value.introduced if isinstance(value, Reply) else ()


def _closing(tag: re.Match[str]) -> bool:
    return bool(tag["closing"])


def _words(found: Found) -> Iterable[str]:
    """What a text says beside JSON, and the only thing that its JSON says."""
    yield found.prose[0]
    for value in found.values[:1]:
        alone = next(iter(value.values()), None) if isinstance(value, dict) and len(value) == 1 else value
        if isinstance(alone, str):
            yield alone


# ---------------------------------------------------------------- what was asked


def _checked(made: Fit, notes: list[str], asked: Sequence[str]) -> Read[Any]:
    """The reply with the ids that it has no answer for."""
    repairs = [*notes, *made.notes]
    if made.value is None:
        return _none(UnansweredReason.UNPARSABLE, made.why, asked, repairs)
    at = answers_of(type(made.value))
    if at is None:
        return Read(made.value, _once(repairs))
    items = _items(made.value)
    wanted = tuple(dict.fromkeys((*asked, *_introduced(made.value))))
    if not wanted:
        wanted = tuple(dict.fromkeys([*(item.about for item in items), *made.invalid]))
    by_id, extra = answers.grouped(items, wanted)
    extra = (*extra, *(name for name in made.invalid if name not in by_id))
    if extra:
        repairs.append(f"ids not asked about: {listed(extra)}")
    lacking: dict[str, str] = {}
    for name, some in by_id.items():
        answer = answers.one(name, some[:1] if at.item.several else some)
        if name in made.invalid:
            lacking[name] = f"{name}: {made.invalid[name]}"
        elif isinstance(answer, Unanswered):
            lacking[name] = answer.detail
    if not lacking:
        return Read(made.value, _once(repairs))
    detail = tolerant.whole("; ".join(lacking.values()))[:_MOST]
    problem = Problem(UnansweredReason.UNPARSABLE, detail, tuple(lacking))
    return Read(made.value if len(lacking) < len(wanted) else None, _once(repairs), problem)


def _once(notes: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(notes))
