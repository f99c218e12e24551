"""params.yaml as Hydra overrides: effective config = conf <- params.yaml <- preset <- command line.

params.yaml holds group choices and values as Hydra knows them: `judge: rules`, or
`judge: {use: openai, model: x}` where values go with the choice, or `audit: {alpha: 0.5}`. What a
preset or the command line chooses or sets silences params.yaml for that key; choosing a group option
there silences everything that params.yaml says below the group, so that one judge never runs with
another one's model.
"""

from __future__ import annotations

import datetime
import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from triaudit.errors import TriauditError

Params = Mapping[str, Any]


def spell(value: object) -> str:
    """A YAML value in Hydra's override grammar; parses back to an equal value.

    Raises:
        TriauditError: The value is of no kind that YAML gives.
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, datetime.date):
        value = value.isoformat()
    if isinstance(value, str):
        # Only backslashes right before a quote or the end are escapes to Hydra.
        return '"' + re.sub(r'(\\*)("|\Z)', lambda m: m[1] * 2 + ('\\"' if m[2] else ""), value) + '"'
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(spell, value)) + "]"
    if isinstance(value, Mapping):
        if bad := next((key for key in value if not re.fullmatch(r"[A-Za-z_]\w*", str(key), re.ASCII)), None):
            raise TriauditError(
                f"params.yaml: key {bad!r}: inside a list, keys must be letters, digits and _"
            )
        return "{" + ",".join(f"{key}:{spell(item)}" for key, item in value.items()) + "}"
    raise TriauditError(f"params.yaml: {value!r} is of a kind that can't be a setting")


def load(path: Path) -> dict[str, Any]:
    """params.yaml, or nothing where there is none.

    Raises:
        TriauditError: It is not YAML, or not a mapping.
    """
    if not path.is_file():
        return {}
    try:
        params = yaml.safe_load(path.read_text("utf-8"))
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise TriauditError(f"{path.name}: not YAML: {' '.join(str(error).split())}") from None
    if params is None:
        return {}
    if not isinstance(params, dict) or not all(isinstance(key, str) for key in params):
        raise TriauditError(f"{path.name}: must be a mapping such as `audit: {{alpha: 0.5}}`")
    return params


def groups(conf: Sequence[Path]) -> set[str]:
    """The config groups in the given conf folders."""
    return {folder.name for place in conf if place.is_dir() for folder in place.iterdir() if folder.is_dir()}


def options(conf: Sequence[Path], group: str) -> list[str]:
    """A group's options, sorted."""
    return sorted({file.stem for place in conf for file in (place / group).glob("*.yaml")})


def is_override(argument: str) -> bool:
    """Whether a command-line word is a Hydra override."""
    return not argument.startswith("-") and ("=" in argument or argument.startswith("~"))


def key_of(override: str) -> str:
    """The key that an override sets, without its operator."""
    return override.split("=", 1)[0].lstrip("+~")


def _package(key: str) -> str:
    """Where a group choice puts its values: `judge@factcheck.judge` at `factcheck.judge`."""
    return key.rsplit("@", 1)[-1].replace("/", ".")


def _option(value: object) -> object:
    """YAML reads a bare `off` as false; a group's option is a name."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return value


def flat(params: Params, known: set[str], prefix: str = "") -> Iterator[tuple[str, object]]:
    """Group choices and leaf values as (override key, value), in the order of the file."""
    for name, value in params.items():
        key = f"{prefix}{name}"
        group = not prefix and name.split("@")[0] in known
        if isinstance(value, Mapping):
            rest = dict(value)
            if "use" in rest and group:
                yield key, _option(rest.pop("use"))
                if not rest:
                    continue
            if rest:
                yield from flat(rest, known, f"{_package(key)}.")
            else:
                yield key, value
        else:
            yield key, _option(value) if group else value


def preset_keys(name: str, conf: Sequence[Path], seen: frozenset[str] = frozenset()) -> set[str]:
    """Every key that an experiment preset chooses, sets or sweeps, the presets it builds on included."""
    file = next((f for place in conf if (f := place / "experiment" / f"{name}.yaml").is_file()), None)
    if file is None or name in seen:
        return set()
    document = load(file)
    keys: set[str] = set()
    for entry in document.pop("defaults", None) or []:
        if isinstance(entry, str) and entry != "_self_":
            keys |= preset_keys(entry, conf, seen | {name})
        elif isinstance(entry, Mapping):
            keys |= {str(key).removeprefix("override ").lstrip("/") for key in entry}
    hydra = document.pop("hydra", None) or {}
    keys |= {str(key) for key in ((hydra.get("sweeper") or {}).get("params") or {})}
    return keys | {key for key, _ in flat(document, groups(conf))}


def with_params(arguments: Sequence[str], params: Params, conf: Sequence[Path]) -> list[str]:
    """The command line with what params.yaml adds, before the first override of the person's own.

    Args:
        arguments: Command-line words after the program's name.
        params: The content of params.yaml.
        conf: Folders that hold config groups, the first one wins.
    """
    known = groups(conf)
    mine = [key_of(argument) for argument in arguments if is_override(argument)]
    experiment = params.get("experiment")
    presets = [a.split("=", 1)[1] for a in arguments if is_override(a) and key_of(a) == "experiment"]
    names = re.findall(r"[\w/-]+", " ".join(presets or [experiment if isinstance(experiment, str) else ""]))
    above = {*mine, *(key for name in names for key in preset_keys(name, conf))}

    def silent(key: str) -> bool:
        place, choice = _package(key), key.split("@", maxsplit=1)[0] in known
        return any(
            place == other or place.startswith(f"{other}.") or (other.startswith(f"{place}.") and not choice)
            for other in map(_package, above)
        )

    added = [f"{key}={spell(value)}" for key, value in flat(params, known) if not silent(key)]
    first = next((i for i, a in enumerate(arguments) if is_override(a)), len(arguments))
    return [*arguments[:first], *added, *arguments[first:]]


def near(word: str, known: Sequence[str]) -> str:
    """` (did you mean …?)` with the nearest of the known words, or nothing."""
    found = difflib.get_close_matches(word, known, 3, 0.6)
    return f" (did you mean {' or '.join(found)}?)" if found else ""


def is_slug(name: str) -> bool:
    """Whether a name can be a file name, a DVC stage name and a metric prefix."""
    return re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,63}", name) is not None
