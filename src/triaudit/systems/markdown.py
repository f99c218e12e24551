"""Reports as files: `<task id>.md`, with `<task id>.trace.json`, `.jsonl` or `.txt` beside it."""

from __future__ import annotations

from triaudit.files import clean
from triaudit.systems.found import Found, Item, task_id

ORDER = 10


def read(found: Found) -> Item | None:
    """Read a text file; its name without suffix is the task's id."""
    if not isinstance(found.value, str):
        return None
    return Item(
        id=task_id(found.stem), query="", report=clean(found.value), trace=found.trace, where=found.where
    )
