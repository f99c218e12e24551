"""The composed configuration: checked, cut to what a stage declares, and as a snapshot."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path, PureWindowsPath
from typing import Any, TypeVar, cast

from hydra.errors import InstantiationException
from hydra.utils import instantiate
from omegaconf import DictConfig, OmegaConf
from omegaconf.errors import OmegaConfBaseException
from pydantic import ValidationError

from triaudit import secrets
from triaudit.errors import TriauditError, UndeclaredError
from triaudit.files import digest, tree_digest
from triaudit.settings import Settings

T = TypeVar("T")

ROLES = ("rubric", "quality", "claims", "factcheck", "audit")
"""The stages that ask a judge; each may have its own."""

LISTS = ("task_path", "systems")
"""Groups of which any number of options can be chosen."""

UNTRACKED = ("stage", "runtime", "selftest", "store", "hydra")
"""What no stage tracks: it changes no result."""


def settle(cfg: DictConfig) -> DictConfig:
    """The configuration with every interpolation resolved and every role's judge filled in.

    Raises:
        TriauditError: A secret's value, an unresolvable reference or a value that is not set; names the key.
    """
    secrets.refuse(OmegaConf.to_container(cfg, resolve=False), "configuration")
    try:
        plain = cast("dict[str, Any]", OmegaConf.to_container(cfg, resolve=True))
    except OmegaConfBaseException as error:
        raise TriauditError(f"configuration: {str(error).splitlines()[0]}") from None
    for key, value in secrets.walk(plain):
        if value == "???":
            raise TriauditError(f"{key} is not set: give {key}=… on the command line or in params.yaml")
    for group in LISTS:
        plain.setdefault(group, {})
    for role in ROLES:
        if plain[role].get("judge") is None:
            plain[role]["judge"] = plain["judge"]
    return DictConfig(plain)


def build(node: DictConfig, key: str) -> Any:
    """A group's object: the class that `_target_` names, else plain data with the objects inside built.

    Raises:
        TriauditError: A value is of the wrong type or out of range; names the key.
    """
    try:
        return instantiate(node, _convert_="all")
    except InstantiationException as error:
        cause: BaseException = error
        while cause.__cause__ is not None and not isinstance(cause, ValidationError):
            cause = cause.__cause__
        if isinstance(cause, ValidationError):
            first = cause.errors(include_url=False)[0]
            where = ".".join(map(str, (key, *first["loc"])))
            got = secrets.scrub(repr(first["input"]))[:80]
            told = "" if where.endswith("_env") else f", got {got}"
            raise TriauditError(f"{where}: {secrets.scrub(first['msg'])}{told}") from None
        lines = [line for line in str(error).splitlines() if line.strip() and not line.startswith("full_key")]
        raise TriauditError(f"{key}: {secrets.scrub(' '.join(lines))}") from None


class View:
    """The configuration as one stage may see it: the keys that it declares, and no others."""

    def __init__(self, stage: str, cfg: DictConfig, keys: Sequence[str]) -> None:
        """`cfg` is settled; `keys` are dotted, without `{system}` left in them."""
        self.stage, self.cfg, self.keys = stage, cfg, tuple(keys)

    def read(self, key: str, kind: type[T]) -> T:
        """The value at a key: a settings object where the group names a class, else plain data.

        Raises:
            UndeclaredError: Neither the key, nor one above or below it, is declared.
            TriauditError: The value is not of the type asked for.
        """
        whole = any(key == k or key.startswith(k + ".") for k in self.keys)
        below = list(
            dict.fromkeys(k[len(key) + 1 :].split(".")[0] for k in self.keys if k.startswith(key + "."))
        )
        if not whole and not below:
            raise UndeclaredError(
                f"stage {self.stage} reads {key}, which it does not declare: add it to KEYS and to dvc.yaml"
            )
        node: Any = OmegaConf.select(self.cfg, key)
        value = build(node, key) if isinstance(node, DictConfig) else node
        if not whole:
            if isinstance(value, Settings):
                value = type(value).model_construct(**{name: getattr(value, name) for name in below})
            else:
                value = {name: value[name] for name in below}
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if not isinstance(value, kind):
            raise TriauditError(f"{key} is {value!r}, a {type(value).__name__}: expected {kind.__name__}")
        return value


# ---------------------------------------------------------------- the snapshot


def snapshot(cfg: DictConfig, root: Path, given: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What decides the results: the settled configuration without `runtime`, and its inputs' hashes.

    Args:
        cfg: Settled configuration.
        root: Folder that relative paths start from.
        given: Hashes of the inputs where they are known already.
    """
    plain = cast("dict[str, Any]", OmegaConf.to_container(cfg))
    kept = {key: _portable(value, root) for key, value in plain.items() if key not in UNTRACKED}
    kept["inputs"] = dict(given) if given is not None else inputs(cfg, root)
    return kept


def code(target: str) -> str:
    """SHA-256 of the code of the class that `_target_` names: its module, what that imports of its own port.

    A package is taken whole. Modules that several parts share are tracked by DVC itself.
    """
    files: dict[str, str] = {}
    known: set[str] = set()
    todo = [target.rsplit(".", 1)[0]]
    port = todo[0].rsplit(".", 1)[0]
    while todo:
        if (module := todo.pop()) in known:
            continue
        known.add(module)
        file = Path(str(import_module(module).__file__))
        for path in file.parent.rglob("*.py") if file.name == "__init__.py" else [file]:
            name = f"{module}/{path.relative_to(file.parent).as_posix()}"
            if name in files:
                continue
            files[name] = path.read_text("utf-8")
            todo += re.findall(rf"(?m)^\s*from ({re.escape(port)}\.\w+)", files[name])
    return digest(files)


def _portable(value: Any, root: Path, key: str = "") -> Any:
    """`path` settings below the root made relative, others cut to their name: no path of this machine.

    What is there is in the snapshot by its hash. `runtime` is dropped wherever it stands: it changes speed
    and money alone.
    """
    if isinstance(value, dict):
        kept = {name: item for name, item in value.items() if name != "runtime"}
        return {name: _portable(item, root, str(name)) for name, item in kept.items()}
    if isinstance(value, list):
        return [_portable(item, root, key) for item in value]
    if key == "path" and isinstance(value, str):
        path = Path(value)
        if path.is_absolute() and path.is_relative_to(root):
            return path.relative_to(root).as_posix()
        if path.is_absolute() or PureWindowsPath(value).is_absolute():
            return PureWindowsPath(value).name
    return value


def inputs(cfg: DictConfig, root: Path) -> dict[str, Any]:
    """SHA-256 of everything outside the configuration that it points at; None for what is not there yet.

    `code` is that of judges, search and embeddings, so that an adapter's edit reruns what it answers, one of
    your own included, and nothing else.

    A group's object may name its files itself with a method `inputs(root)`; else `path` is taken.
    """
    parts = {
        **{role: cfg[role].judge for role in ROLES},
        "search": cfg.search,
        "embeddings": cfg.embeddings,
    }
    targets = {name: _targets(node) for name, node in parts.items()}
    codes = {target: code(target) for target in sorted(set().union(*targets.values()))}
    return {
        "benchmark": _digest(root / "data" / "benchmark" / str(cfg.benchmark.version)),
        "code": {
            name: codes[named[0]] if len(named) == 1 else digest({one: codes[one] for one in named})
            for name, named in targets.items()
        },
        "rubric": _digest_of(cfg.rubric, "rubric", root),
        "search": _digest_of(cfg.search, "search", root),
        "systems": {
            str(name): _digest_of(node, f"systems.{name}", root) for name, node in cfg.systems.items()
        },
        "task_path": {
            str(name): _digest_of(node, f"task_path.{name}", root) for name, node in cfg.task_path.items()
        },
    }


def _targets(node: DictConfig) -> list[str]:
    """The classes that a group names, those of the judges inside a judge included."""
    inner = [one for value in node.values() if isinstance(value, DictConfig) for one in _targets(value)]
    return sorted({*([str(node["_target_"])] if "_target_" in node else []), *inner})


def _digest_of(node: DictConfig, key: str, root: Path) -> Any:
    if not isinstance(node, DictConfig) or "_target_" not in node:
        raise TriauditError(
            f"{key} is not a settings group: begin its yaml with `# @package {key}` and name a `_target_`"
        )
    listed = getattr(build(node, key), "inputs", None)
    if callable(listed):
        return [_digest(path) for path in cast("Iterable[Path]", listed(root))]
    path = node.get("path")
    return None if path is None else _digest(root / str(path))


def _digest(path: Path) -> str | None:
    return tree_digest(path) if path.exists() else None


def cut(whole: Mapping[str, Any], keys: Sequence[str]) -> dict[str, Any]:
    """The parts of a snapshot that the given dotted keys name; a key that is not there is None."""
    parts: dict[str, Any] = {}
    for key in keys:
        value: Any = whole
        for name in key.split("."):
            value = value.get(name) if isinstance(value, Mapping) else None
        parts[key] = value
    return parts
