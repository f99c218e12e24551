"""The forms in which a JSON value can be a reply: as asked for, a bare list, keyed by id, wrapped once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, get_args, get_origin

from triaudit.judge import fields, tolerant
from triaudit.judge.fields import Unfit, respelt
from triaudit.judge.tolerant import Broken, Clash, bare
from triaudit.questions import Answer
from triaudit.types import Record


class At(NamedTuple):
    """Where a reply type has its answers by id."""

    field: str
    item: type[Answer]


class Fit(NamedTuple):
    """What one JSON value is as a reply."""

    value: Record | None
    invalid: dict[str, str]
    """Ids whose answers are left out, and why."""
    why: str
    """Why there is no value."""
    notes: list[str]


class Ids:
    """The ids asked about, as a judge may spell them."""

    def __init__(self, asked: Sequence[str]) -> None:
        """Spellings that several ids share mean none."""
        self.asked = frozenset(asked)
        self._folded = _unique((respelt(one), one) for one in dict.fromkeys(asked))
        self._last = _unique((respelt(one).rpartition(".")[2], one) for one in dict.fromkeys(asked))

    def meant(self, name: str) -> str | None:
        """The id that a name is: exactly, in other letters or marks, or by its last part; else None."""
        if name in self.asked:
            return name
        plain = respelt(name).strip("_[](){}<>#")
        return self._folded[plain] if plain in self._folded else self._last.get(plain)


def _unique(pairs: Iterator[tuple[str, str]]) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    for plain, one in pairs:
        found[plain] = None if plain in found else one
    found.pop("", None)
    return found


@cache
def answers_of(reply: type[Record]) -> At | None:
    """Where a reply type has its answers by id, if it has."""
    for name, item in _lists(reply).items():
        if isinstance(item, type) and issubclass(item, Answer):
            return At(name, item)
    return None


@cache
def _lists(reply: type[Record]) -> dict[str, Any]:
    types = {name: field.annotation for name, field in reply.model_fields.items()}
    return {name: get_args(kind)[0] for name, kind in types.items() if get_origin(kind) is tuple}


def fit(reply: type[Record], value: object, ids: Ids) -> Fit | None:
    """The value read as a reply; None where it has nothing of its form."""
    for data, notes in _forms(reply, value, ids):
        try:
            made, invalid = _filled(reply, data, ids, notes)
            return Fit(fields.built(reply, made), invalid, "", notes)
        except Unfit as why:
            return Fit(None, {}, str(why), notes)
    return None


def _forms(
    reply: type[Record], value: object, ids: Ids, inside: bool = False
) -> Iterator[tuple[dict[str, object], list[str]]]:
    """The object with the reply's own fields that a value is meant to be, at most one."""
    if isinstance(value, dict) and any(respelt(name) in reply.model_fields for name in value):
        yield value, []
        return
    only = [name for name, field in reply.model_fields.items() if field.is_required()]
    if len(only) == 1 and only[0] in _lists(reply):
        if isinstance(value, list) and all(isinstance(item, dict) for item in value):
            yield {only[0]: value}, ["list without its name"]
            return
        if isinstance(value, dict) and answers_of(reply) and any(ids.meant(key) for key in value):
            yield {only[0]: value}, []
            return
    if inside:
        return
    alone = next(iter(value.values())) if isinstance(value, dict) and len(value) == 1 else value
    if isinstance(alone, str):
        for data, more in _forms(reply, _unwritten(alone), ids, inside=True):
            yield data, ["JSON in a text", *more]
    elif alone is not value:
        for data, more in _forms(reply, alone, ids, inside=True):
            yield data, ["wrapped in an object", *more]


def _unwritten(text: str) -> object:
    """The JSON that a text holds, if it is one value."""
    try:
        found = tolerant.found(bare(text))
    except Broken:
        return None
    return found.values[0] if len(found.values) == 1 else None


def _filled(
    reply: type[Record], data: dict[str, object], ids: Ids, notes: list[str]
) -> tuple[dict[str, object], dict[str, str]]:
    """The reply's fields, and why answers are left out."""
    at = answers_of(reply)
    given = fields.named(reply, data, notes)
    if at is None or at.field not in given:
        return fields.parts(reply, given, notes), {}
    items, invalid = _items(at.item, given[at.field], ids, notes)
    return {**fields.parts(reply, {**given, at.field: []}, notes), at.field: items}, invalid


def _items(
    kind: type[Answer], given: object, ids: Ids, notes: list[str]
) -> tuple[tuple[Answer, ...], dict[str, str]]:
    """The valid answers, and why others are not; an id with one that is not valid has none."""
    items: list[Answer] = []
    invalid: dict[str, str] = {}
    nameless: list[str] = []
    for name, item in _by_id(kind, given, notes):
        about = ids.meant(name) or name
        if about != name:
            notes.append("id in other letters")
        try:
            if isinstance(item, Clash):
                raise Unfit("given several times, differently")
            if not isinstance(item, dict):
                raise Unfit("no object")
            same = about == name and kind.key in item
            items.append(fields.record(kind, item if same else {**item, kind.key: about}, notes))
        except Unfit as why:
            if about:
                invalid.setdefault(about, str(why))
            else:
                nameless.append(str(why))
    if nameless:
        notes.append(f"answers without an id left out: {len(nameless)}")
        if not ids.asked:
            raise Unfit(f"an answer without an id: {nameless[0]}")
    return tuple(item for item in items if item.about not in invalid), invalid


def _by_id(kind: type[Answer], given: object, notes: list[str]) -> Iterator[tuple[str, object]]:
    """Each answer with the id that it gives."""
    if isinstance(given, dict):
        notes.append("answers keyed by id")
        for name, item in given.items():
            if not isinstance(item, dict):
                yield name, item
                continue
            named = fields.named(kind, item, notes)
            inner = _id(named.get(kind.key, name))
            yield name, named if inner == name else Clash((name, inner))
    elif isinstance(given, list):
        for item in given:
            named = fields.named(kind, item, notes) if isinstance(item, dict) else {}
            yield _id(named.get(kind.key)), named if isinstance(item, dict) else item
    else:
        what = "null" if given is None else "given several times" if isinstance(given, Clash) else "no list"
        raise Unfit(f"the answers are {what}")


def _id(given: object) -> str:
    """An id as text; empty for what can be none."""
    if isinstance(given, bool) or not isinstance(given, str | int):
        return ""
    return given.strip()[:200] if isinstance(given, str) else str(given) if abs(given) < 10**18 else ""
