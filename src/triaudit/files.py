"""Records as JSONL: the stages' only file input and output.

A file is written beside its place and renamed, so that a killed run leaves the old file or the new
one. Keys keep the record's order, floats have 6 significant digits, non-finite numbers are refused:
the same records give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from triaudit.errors import TriauditError
from triaudit.types import Record

R = TypeVar("R", bound=Record)


def rounded(value: Any) -> Any:
    """The same JSON value with floats at 6 significant digits (`-0.0` becomes `0.0`)."""
    if isinstance(value, float):
        return float(f"{value:.6g}") + 0.0
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(item) for item in value]
    return value


def to_json(value: Any, indent: int | None = None) -> str:
    """Strict JSON: no NaN, no infinity, text as it is."""
    separators = (",", ":") if indent is None else (",", ": ")
    return json.dumps(rounded(value), ensure_ascii=False, allow_nan=False, indent=indent, separators=separators)


def digest(value: Any) -> str:
    """SHA-256 of a JSON value, of text or of bytes, hexadecimal; the order of keys does not matter."""
    if isinstance(value, Record):
        value = value.model_dump(mode="json")
    if not isinstance(value, bytes):
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
        value = text.encode("utf-8", "surrogatepass")
    return hashlib.sha256(value).hexdigest()


def tree_digest(path: Path) -> str:
    """SHA-256 over a file's bytes, or over the names and bytes of all files below a folder."""
    if path.is_file():
        return hashlib.sha256(path.read_bytes()).hexdigest()
    files = sorted(p for p in path.rglob("*") if p.is_file() and not any(q.startswith(".") for q in p.parts))
    return digest([[p.relative_to(path).as_posix(), hashlib.sha256(p.read_bytes()).hexdigest()] for p in files])


def write_text(path: Path, text: str) -> None:
    """Write UTF-8 text atomically, with `\\n` line ends on every system."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    part.write_bytes(text.encode("utf-8", "replace"))
    part.replace(path)


def write_records(path: Path, records: Iterable[Record]) -> None:
    """Write one record a line, atomically."""
    write_text(path, "".join(to_json(record.model_dump(mode="json")) + "\n" for record in records))


def read_records(path: Path, kind: type[R]) -> list[R]:
    """Read records that a stage wrote.

    Raises:
        TriauditError: The file is missing, or a line is not such a record; names both and the remedy.
    """
    if not path.is_file():
        raise TriauditError(f"{path} is missing: run the stage that makes it (`dvc repro`) first")
    records = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            records.append(kind.model_validate_json(line))
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(map(str, first["loc"])) or kind.__name__
            raise TriauditError(
                f"{path}, line {number}: {where}: {first['msg']}; remove the file and run its stage again"
            ) from None
    return records
