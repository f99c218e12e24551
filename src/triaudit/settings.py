"""Bases of the settings classes that `conf/*/*.yaml` name in `_target_`.

The yaml holds the defaults, the class holds types and ranges: fields have no defaults here.
"""

from __future__ import annotations

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
