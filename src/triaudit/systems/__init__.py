"""Systems' outputs in whatever format they came, as one record per task.

An adapter is a module of this package with `ORDER` (adapters are tried from low to high) and
`read(found) -> Item | None`, which recognises one item by its content; a new file here is a new format.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from functools import cache
from importlib import import_module

from triaudit.settings import Settings
from triaudit.systems.found import Found, Item


class SystemSettings(Settings):
    """Where one system's outputs are; their format is detected by content."""

    path: str
    """A file or a folder; relative paths start at the evaluation's root."""


@cache
def adapters() -> tuple[Callable[[Found], Item | None], ...]:
    """The adapters in the order they are tried."""
    modules = [import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)]
    return tuple(
        m.read for m in sorted((m for m in modules if hasattr(m, "ORDER")), key=lambda m: int(m.ORDER))
    )
