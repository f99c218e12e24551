"""Bases of the settings classes that `conf/*/*.yaml` name in `_target_`.

The yaml holds the defaults, the class holds types and ranges: fields have no defaults here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any

from pydantic import BaseModel, ConfigDict

from triaudit.errors import UndeclaredError


class Settings(BaseModel):
    """Settings of one group: frozen, unknown keys refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True, allow_inf_nan=False)

    def __getattr__(self, name: str) -> Any:
        """A field that the running stage did not declare was left out of its copy."""
        if name in type(self).model_fields:
            raise UndeclaredError(
                f"{type(self).__name__}.{name} is read by a stage that does not declare it: "
                "add the key to the stage's KEYS and to dvc.yaml"
            )
        return super().__getattr__(name)  # type: ignore[misc]


def distinct(what: str, values: Iterable[str], reserved: Collection[str] = ()) -> None:
    """Refuse what would become one metric or one answer under two meanings.

    Raises:
        ValueError: A value is there twice, or is one of the reserved ones.
    """
    counted = Counter(values)
    twice = [value for value, count in counted.items() if count > 1]
    if twice:
        raise ValueError(f"two dimensions have the {what} {twice[0]}: rename one of them")
    taken = [value for value in counted if value in reserved]
    if taken:
        raise ValueError(
            f"the {what} {taken[0]} is taken already: choose another one, "
            f"and none of {', '.join(sorted(reserved))}"
        )
