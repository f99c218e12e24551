"""Proper names of a world replaced by invented ones of the same script, in everything that it holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeVar

import yaml

from triaudit.errors import TriauditError
from triaudit.selftest.world import World
from triaudit.types import Record

R = TypeVar("R", bound=Record)

_FIRST = (
    *(
        "Ald",
        "Ask",
        "Bel",
        "Bren",
        "Cal",
        "Dor",
        "Eld",
        "Fal",
        "Gar",
        "Hart",
        "Ing",
        "Jor",
        "Kes",
        "Lan",
        "Mar",
    ),
    *("Nor", "Ost", "Pen", "Quar", "Ros", "Sel", "Thor", "Ul", "Ver", "Wen", "Yar", "Zel"),
)
_LAST = (
    *(
        "acre",
        "adon",
        "ander",
        "borne",
        "by",
        "combe",
        "dale",
        "eth",
        "feld",
        "gard",
        "hurst",
        "ick",
        "low",
        "mere",
    ),
    *("moss", "nell", "over", "rith", "stow", "ven", "wyn"),
)
_FIRST_ZH = dict(
    zip("柏枫桂荷锦岚明宁", ("Bai", "Feng", "Gui", "He", "Jin", "Lan", "Ming", "Ning"), strict=True)
)
_LAST_ZH = dict(
    zip("城谷陵浦泉汀湾原", ("cheng", "gu", "ling", "pu", "quan", "ting", "wan", "yuan"), strict=True)
)
_ADDRESS = re.compile(r"https?://[^\s()\[\]<>（）、，。]+|[\w-]{1,80}\.[a-z]{2,5}\b")
"""Addresses and names of files."""
_UNTOUCHED = frozenset(
    {"id", "task", "digest", "path", "language", "track", "kind", "format", "label", "system"}
)
"""Fields that hold no words of the world."""


class Names(NamedTuple):
    """A world's proper names."""

    latin: tuple[str, ...] = ()
    chinese: Mapping[str, str] = {}
    """With their Latin spelling."""


def read_names(path: Path) -> Names:
    """The names in a `names.yaml`; none where there is no such file.

    Raises:
        TriauditError: The file is not what it should be.
    """
    if not path.is_file():
        return Names()
    try:
        listed = yaml.safe_load(path.read_text("utf-8"))
        chinese = {str(name): str(spelled) for name, spelled in (listed.get("chinese") or {}).items()}
        return Names(tuple(str(name) for name in listed.get("latin") or ()), chinese)
    except (yaml.YAMLError, UnicodeDecodeError, AttributeError, TypeError) as error:
        what = " ".join(str(error).split())[:200]
        raise TriauditError(
            f"{path}: {what}; write `latin: [Name]` and `chinese: {{名字: Mingzi}}`"
        ) from None


def invented(names: Names, taken: str, rng: Random) -> dict[str, str]:
    """Another name for each, none of which occurs in the text `taken`.

    A Chinese one gets another of two characters, and its Latin spelling the spelling of that.
    """
    used = taken.casefold()
    made = {}
    firsts = rng.sample(_FIRST, len(_FIRST))
    for number, name in enumerate(sorted(set(names.latin))):
        first = firsts[number % len(firsts)]
        other = first + rng.choice([last for last in _LAST if (first + last).casefold() not in used])
        made[name] = other
        used += "\n" + other.casefold()
    han = rng.sample(sorted(_FIRST_ZH), len(_FIRST_ZH))
    for number, (name, spelled) in enumerate(sorted(names.chinese.items())):
        first = han[number % len(han)]
        lasts = [last for last in sorted(_LAST_ZH) if first + last not in used]
        last = rng.choice(lasts)
        made |= {name: first + last, spelled: _FIRST_ZH[first] + _LAST_ZH[last]}
        used += "\n" + first + last
    return made


def renamer(other: Mapping[str, str]) -> Callable[[str], str]:
    """A function that puts the other names into a text, all at once; in addresses in lower case too."""
    if not other:
        return lambda text: text
    lower = {name.lower(): new.lower() for name, new in other.items() if name.isascii()}
    listed = "|".join(
        (r"(?<![A-Za-z])" if name.isascii() else "") + re.escape(name)
        for name in sorted(other, key=lambda name: (-len(name), name))
    )
    small = "|".join(re.escape(name) for name in sorted(lower, key=lambda name: (-len(name), name)))
    names, in_address = re.compile(listed), re.compile(small or r"(?!)")

    def address(found: re.Match[str]) -> str:
        return in_address.sub(lambda match: lower[match[0]], found[0])

    return lambda text: _ADDRESS.sub(address, names.sub(lambda match: other[match[0]], text))


def renamed(world: World, names: Names, rng: Random) -> tuple[World, dict[str, str]]:
    """The world with other names throughout, and which stand for which."""
    everything = "\n".join(
        [page.text for page in world.pages]
        + [block.text for document in world.documents for block in document.blocks]
        + [output.report for outputs in world.outputs.values() for output in outputs]
    )
    other = invented(names, everything, rng)
    rename = renamer(other)
    return mapped(world, rename), other


def mapped(world: World, change: Callable[[str], str]) -> World:
    """The world with a function done to every text in it; ids and digests stay."""
    return world._replace(
        tasks=tuple(_record(task, change) for task in world.tasks),
        documents=tuple(_record(document, change) for document in world.documents),
        pages=tuple(_record(page, change) for page in world.pages),
        outputs={
            system: tuple(_record(output, change) for output in outputs)
            for system, outputs in world.outputs.items()
        },
        truths=tuple(_record(truth, change) for truth in world.truths),
    )


def _record(record: R, change: Callable[[str], str]) -> R:
    return type(record).model_validate(_value(record.model_dump(), change))


def _value(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {key: item if key in _UNTOUCHED else _value(item, change) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_value(item, change) for item in value]
    return value
