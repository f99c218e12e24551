"""Values of a judge's JSON made into the reply's types, by declared rules: each from its own field alone."""

from __future__ import annotations

import math
import re
import types
import unicodedata
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from typing import Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin

from annotated_types import Le
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from triaudit.judge.tolerant import Clash, whole
from triaudit.types import Record

M = TypeVar("M", bound=Record)
T = TypeVar("T")

LONGEST = 60
"""Characters of a text that is a number or a label."""
REASONS = ("why", "rationale", "justification", "explanation", "comment")
"""Names that models give to `reason`; words alone, nothing is decided by them."""

_VALUE = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?"
_POINTS = r"(?:\s*(?:分|点|points?|pts|punkte?n?))?"
_NUMBER = re.compile(rf"({_VALUE}){_POINTS}")
_OF = re.compile(rf"({_VALUE}){_POINTS}\s*(?:/|out of|of|von|aus)\s*({_VALUE}){_POINTS}")
_COMMA = re.compile(r"(?<=^\d),(?=\d{1,2}\b)")
_REMARK = re.compile(r"([^(（]+)[(（]([^()（）]*)[)）]")
_DENIED = re.compile(r"\b(?:not|no|n['’]t|nicht|kein\w*)\b|[不非否没未]")
_NONE = frozenset(("", "null", "none", "n/a"))


class Unfit(Exception):  # noqa: N818 - no fault of the program
    """A value that its field can't take."""


class Kind(NamedTuple):
    """What a field takes."""

    base: Any
    optional: bool
    top: float | None
    """The top of its scale."""


def record(kind: type[M], data: Mapping[str, object], notes: list[str]) -> M:
    """A record from an object; fields that it does not know are left out and noted.

    Raises:
        Unfit: A field is missing, or its value is not one that it takes.
    """
    return built(kind, parts(kind, data, notes))


def parts(kind: type[Record], data: Mapping[str, object], notes: list[str]) -> dict[str, object]:
    """The fields of a record as far as they are given; values that need no mending as they are.

    Raises:
        Unfit: As for `record`.
    """
    given = named(kind, data, notes)
    made: dict[str, object] = {}
    for name, field in kind.model_fields.items():
        if name in given:
            made[name] = value(_kind(kind, name), given[name], name, notes)
        elif field.is_required():
            raise Unfit(f"{name} is missing")
    return made


def built(kind: type[M], made: Mapping[str, object]) -> M:
    """A record of values of the right types.

    Raises:
        Unfit: One is out of its range.
    """
    try:
        return kind.model_validate(made)
    except ValidationError as error:
        first = error.errors()[0]
        raise Unfit(f"{'.'.join(map(str, first['loc'])) or 'the whole'}: {first['msg']}") from None


def named(kind: type[Record], data: Mapping[str, object], notes: list[str]) -> dict[str, object]:
    """The values by the record's own field names; a name in other letters is respelt, if only one is."""
    fields = kind.model_fields
    given = {name: item for name, item in data.items() if name in fields}
    unknown = []
    for name, item in data.items():
        if name in fields:
            continue
        plain = respelt(name)
        meant = "reason" if plain in REASONS and "reason" in fields and "reason" not in data else plain
        if meant in fields:
            notes.append(f"field {meant} under another name")
            old = given.get(meant, item)
            given[meant] = item if old is item or old == item else Clash((old, item))
        else:
            unknown.append(name)
    if unknown:
        notes.append(f"fields left out: {listed(unknown)}")
    return given


def listed(names: Sequence[str], most: int = 5) -> str:
    """Some names that a judge made up, short enough to be noted."""
    shown = ", ".join(whole(name)[:40] for name in names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"


def value(kind: Kind, given: object, name: str, notes: list[str]) -> object:
    """The value of one field.

    Raises:
        Unfit: It is none that the field takes.
    """
    base = kind.base
    if isinstance(given, Clash):
        raise Unfit(f"{name} is given several times, differently")
    if kind.optional and (given is None or _is_none(base, given)):
        if given is not None:
            notes.append("null as text")
        return None
    if base is str:
        return _text(given, name, notes)
    if base is bool:
        return _truth(given, name, notes)
    if base is int and isinstance(given, int) and not isinstance(given, bool):
        return given
    if base is float or base is int:
        number = _number(given, name, kind.top, notes)
        return number if base is float else _integer(number, given, name, notes)
    if isinstance(base, type) and issubclass(base, Enum):
        return _label(given, {str(member.value): member for member in base}, name, notes)
    if get_origin(base) is Literal:
        options = get_args(base)
        if all(isinstance(option, str) for option in options):
            return _label(given, {option: option for option in options}, name, notes)
        number = _integer(_number(given, name, max(options), notes), given, name, notes)
        if number not in options:
            raise Unfit(f"{name} is {number}, not one of {', '.join(map(str, options))}")
        return number
    if get_origin(base) is tuple:
        if given is None:
            raise Unfit(f"{name} is null")
        if not isinstance(given, list):
            raise Unfit(f"{name} is no list")
        inner = _unpacked(get_args(base)[0])
        return tuple(value(inner, one, f"{name}[{at}]", notes) for at, one in enumerate(given))
    if isinstance(base, type) and issubclass(base, Record):
        if not isinstance(given, dict):
            raise Unfit(f"{name} is no object")
        try:
            return record(base, given, notes)
        except Unfit as why:
            raise Unfit(f"{name}: {why}") from None
    raise TypeError(f"no rule reads a field of type {base}")


@cache
def _kind(kind: type[Record], name: str) -> Kind:
    field: FieldInfo = kind.model_fields[name]
    top = next((float(str(item.le)) for item in field.metadata if isinstance(item, Le)), None)
    return _unpacked(field.annotation)._replace(top=top)


def _unpacked(annotation: Any) -> Kind:
    if get_origin(annotation) in {Union, types.UnionType}:
        some = [one for one in get_args(annotation) if one is not type(None)]
        return Kind(some[0], len(some) < len(get_args(annotation)), None)
    return Kind(annotation, optional=False, top=None)


def _is_none(base: object, given: object) -> bool:
    return base is not str and isinstance(given, str) and given.strip().casefold() in _NONE


def _text(given: object, name: str, notes: list[str]) -> str:
    if isinstance(given, str):
        mended = whole(given)
        if mended != given:
            notes.append("half a character")
        return mended
    if given is None:
        notes.append("null for no text")
        return ""
    if isinstance(given, int) and not isinstance(given, bool) and abs(given) < 10**18:
        notes.append("number for a text")
        return str(given)
    raise Unfit(f"{name} is no text")


def _truth(given: object, name: str, notes: list[str]) -> bool:
    if isinstance(given, bool):
        return given
    if isinstance(given, str) and (word := given.strip().casefold()) in {"true", "false"}:
        notes.append("true or false as text")
        return word == "true"
    raise Unfit(f"{name} is neither true nor false")


def _number(given: object, name: str, top: float | None, notes: list[str]) -> float:
    if isinstance(given, bool) or not isinstance(given, int | float | str):
        raise Unfit(f"{name} is {'null' if given is None else 'no number'}")
    if isinstance(given, str):
        number = _written(given, name, top)
        notes.append("number as text")
    else:
        number = float(given) if abs(given) < 1e300 else math.inf
    if not math.isfinite(number):
        raise Unfit(f"{name} is not finite")
    return number


def _written(given: str, name: str, top: float | None) -> float:
    """A number in words' clothing: `7`, `+8.`, `7,5`, `8分`, and `7/10` where 10 is the scale's own top."""
    text = unicodedata.normalize("NFKC", given).strip().casefold() if len(given) <= LONGEST else ""
    text = _COMMA.sub(".", text) if top is not None else text
    if alone := _NUMBER.fullmatch(text):
        return float(alone[1])
    over = _OF.fullmatch(text)
    if over is None or top is None:
        raise Unfit(f"{name} is “{whole(given)[:LONGEST]}”, no number")
    if float(over[2]) != top:
        raise Unfit(f"{name} is “{whole(given)[:LONGEST]}”, on another scale than up to {top:g}")
    return float(over[1])


def _integer(number: float, given: object, name: str, notes: list[str]) -> int:
    if not number.is_integer():
        raise Unfit(f"{name} is {number:g}, no whole number")
    if isinstance(given, float):
        notes.append("whole number as fraction")
    return int(number)


def respelt(text: str) -> str:
    """A name or label as it is compared: letters folded, blanks and hyphens as `_`, no marks around it."""
    folded = unicodedata.normalize("NFKC", text[: 2 * LONGEST]).casefold().strip(" \t\r\n\"'`*“”‘’.。!！:：")
    return re.sub(r"[\s-]+", "_", folded)


def _label(given: object, options: Mapping[str, T], name: str, notes: list[str]) -> T:
    """The option that a word is, in any letters, a remark in brackets aside; never one that it contains."""
    if not isinstance(given, str):
        raise Unfit(f"{name} is {'null' if given is None else 'no word'}")
    if given in options:
        return options[given]
    plain = {respelt(option): option for option in options}
    word = given.strip() if len(given) <= 2 * LONGEST else ""
    meant = plain.get(respelt(word))
    if meant is None and (split := _REMARK.fullmatch(word)):
        remark = respelt(split[2]).replace("_", " ")
        doubtful = _DENIED.search(remark) or any(other.replace("_", " ") in remark for other in plain)
        meant = None if doubtful else plain.get(respelt(split[1]))
    if meant is None:
        raise Unfit(f"{name} is “{whole(given)[:LONGEST]}”, not one of {', '.join(options)}")
    notes.append("label in other letters")
    return options[meant]
