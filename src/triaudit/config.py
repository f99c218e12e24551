"""params.yaml as Hydra overrides, and the cut of the configuration that one stage may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from hydra.utils import instantiate
from omegaconf import DictConfig, OmegaConf

from triaudit.errors import TriauditError, Undeclared
from triaudit.settings import Settings

T = TypeVar("T")

ROLES = ("rubric", "quality", "claims", "factcheck", "audit")
"""The stages that ask a judge; each may have its own."""


def settle(cfg: DictConfig) -> DictConfig:
    """The configuration with every role's judge filled in and every interpolation resolved."""
    cfg = DictConfig(OmegaConf.to_container(cfg, resolve=True))
    for role in ROLES:
        if cfg[role].get("judge") is None:
            cfg[role]["judge"] = OmegaConf.to_container(cfg["judge"])
    return cfg


class View:
    """The configuration as one stage may see it: the keys that it declares, and no others."""

    def __init__(self, stage: str, cfg: DictConfig, keys: Sequence[str]) -> None:
        """`cfg` is settled; `keys` are dotted, without `{system}` left in them."""
        self.stage, self.cfg, self.keys = stage, cfg, tuple(keys)

    def read(self, key: str, kind: type[T]) -> T:
        """The value at a key: a settings object where the group names a class, else plain data.

        Raises:
            Undeclared: Neither the key, nor one above or below it, is declared.
            TriauditError: The value is not of the type asked for.
        """
        whole = any(key == k or key.startswith(k + ".") for k in self.keys)
        below = [k[len(key) + 1 :].split(".")[0] for k in self.keys if k.startswith(key + ".")]
        if not whole and not below:
            raise Undeclared(
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


def build(node: DictConfig, key: str) -> Any:
    """A group's object: the class that `_target_` names, else plain data with the objects inside built."""
    return instantiate(node, _convert_="all")
