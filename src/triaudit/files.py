"""Records as JSONL: the stages' only file input and output.

A file is written beside its place and renamed, so that a killed run leaves the old file or the new
one. Keys keep the record's order, floats have 6 significant digits, non-finite numbers are refused:
the same records give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from triaudit.errors import TriauditError
from triaudit.types import Record

R = TypeVar("R", bound=Record)

_PLAIN = re.compile(r"[a-z0-9][a-z0-9_]*(?:-[a-z0-9_]+)*")
_RESERVED = re.compile(r"con|prn|aux|nul|com\d|lpt\d")


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
    return json.dumps(
        rounded(value), ensure_ascii=False, allow_nan=False, indent=indent, separators=separators
    )


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
    files = {p.relative_to(path): p for p in path.rglob("*") if p.is_file()}
    seen = sorted(
        (name.as_posix(), p) for name, p in files.items() if not any(q.startswith(".") for q in name.parts)
    )
    return digest([[name, hashlib.sha256(p.read_bytes()).hexdigest()] for name, p in seen])


def inside(root: Path, path: str | Path) -> Path | None:
    """The place below `root` that a path names once links are followed, or None where it is outside."""
    try:
        place = (root / path).resolve()
    except (ValueError, OSError, RuntimeError):  # a null character, a name too long, links in a circle
        return None
    return place if place.is_relative_to(root.resolve()) else None


def clean(text: str) -> str:
    """Text that can be written as UTF-8: pairs of surrogates joined, lone ones replaced."""
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def safe_name(text: str) -> str:
    """A file name for any text: at most 62 characters of `[a-z0-9_-]`, different for different texts.

    Text that is such a name already stays as it is; anything else becomes a readable part, `--` and 12
    hexadecimal digits of its SHA-256. Names that stay never hold `--`, so the two kinds can't meet, not
    even where case is ignored, and no name is one that Windows reserves.
    """
    if len(text) <= 48 and _PLAIN.fullmatch(text) and not _RESERVED.fullmatch(text):
        return text
    plain = re.sub(r"[^a-z0-9_]+", "-", text.lower().encode("ascii", "ignore").decode())[:48]
    return f"{plain.strip('-_') or 'x'}--{digest(text)[:12]}"


def write_text(path: Path, text: str) -> None:
    r"""Write UTF-8 text atomically, with `\n` line ends on every system."""
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
    for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
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
