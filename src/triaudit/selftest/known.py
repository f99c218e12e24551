"""A file of known answers: lines on what reports state, and on the traces behind them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from triaudit.errors import TriauditError
from triaudit.selftest import process
from triaudit.selftest.process import Known
from triaudit.selftest.truth import Truth
from triaudit.types import Record

R = TypeVar("R", bound=Record)


def read_truth(path: Path) -> list[Truth]:
    """The lines of kind `claim`.

    Raises:
        TriauditError: The file is missing, or a line is not what it should be; names the line.
    """
    return _read(path, {"claim": Truth})


def read_known(path: Path) -> list[Known]:
    """The lines on processes; raises as `read_truth`."""
    return _read(path, process.KINDS)


def _read(path: Path, kinds: Mapping[str, type[R]]) -> list[R]:
    if not path.is_file():
        raise TriauditError(f"selftest.truth={path}: no such file; name one with lines of kind `claim`")
    lines: list[R] = []
    for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            if kind := kinds.get(entry["kind"]):
                lines.append(kind.model_validate(_fields(entry, kind)))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            what = " ".join(str(error).split())[:200]
            raise TriauditError(f"{path}, line {number}: {what}; correct the line") from None
    return lines


def _fields(entry: dict[str, Any], kind: type[Record]) -> dict[str, Any]:
    """What the record holds of a line, which may tell more."""
    known = {name: entry[name] for name in kind.model_fields if name in entry}
    if kind is Truth:
        known["evidence"] = [
            {"source": each["source"], "quote": each["quote"]} for each in entry.get("evidence", [])
        ]
    return known
