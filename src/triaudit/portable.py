"""`store_export` and `store_import`: everything that the store holds as one file, to rebuild a run elsewhere.

The file is JSON lines, gzipped: what it is, every answer and every failure in a fixed order, and at the
end how many there were and their hash. It holds what judges were asked for and what they said, whatever
the configuration: a run is rebuilt under its own with `runtime.offline=true`.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, Literal, cast

from omegaconf import DictConfig
from pydantic import TypeAdapter, ValidationError

from triaudit import config
from triaudit.errors import TriauditError
from triaudit.secrets import hide
from triaudit.settings import Settings
from triaudit.store import PLACE, Entry, Failure, Store
from triaudit.types import Record

VERSION = 1

LONGEST = 64 * 2**20
"""Bytes of one line; a longer one is no answer."""


class StoreSettings(Settings):
    """Where the file is."""

    path: str | None


class Head(Record):
    """The first line: what the file is."""

    format: Literal["triaudit store"] = "triaudit store"
    version: int = VERSION


class End(Record):
    """The last line: what stands before it."""

    answers: int
    failures: int
    sha256: str
    """Of the lines from the first to the one before this, hexadecimal."""


_LINE: TypeAdapter[Entry | Failure | End] = TypeAdapter(Entry | Failure | End)


def store_export(cfg: DictConfig, out: Path) -> int:
    """Write everything in the store to `store.path`.

    Raises:
        TriauditError: No path is given, there is no store, or another file is in the way.
    """
    del out
    path, place = _path(cfg, "store_export"), _home() / PLACE
    if not place.is_file():
        raise TriauditError(f"{place} is missing: no judge whose answers are kept has been asked here yet")
    if path.exists() and not _is_export(path):
        raise TriauditError(f"store.path={path}: another file is there, and stays: name a new one")
    store = Store(place)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as raw, gzip.GzipFile("", "wb", 9, raw, 0) as file:
            end = _write(store, file.write)
        part.replace(path)
    except OSError as error:
        raise TriauditError(f"store.path={path}: can't be written ({error.strerror or error})") from None
    finally:
        part.unlink(missing_ok=True)
        store.close()
    sys.stdout.write(
        f"{path}: {end.answers} answers and {end.failures} failed questions, {path.stat().st_size} bytes\n"
    )
    return 0


def store_import(cfg: DictConfig, out: Path) -> int:
    """Add what the file at `store.path` holds to the store: all of it or nothing, and nothing twice.

    Raises:
        TriauditError: No path is given, or the file is missing, damaged or no export.
    """
    del out
    path, place = _path(cfg, "store_import"), _home() / PLACE
    if not path.is_file():
        raise TriauditError(f"store.path={path}: no such file; `stage=store_export` writes one")
    for _ in _read(path):  # to the end, before anything is touched
        pass
    store = Store(place)
    try:
        added, there = store.merge(_read(path))
    finally:
        store.close()
    sys.stdout.write(f"{path}: {added} answers and failed questions added, {there} were here already\n")
    return 0


def _write(store: Store, write: Callable[[bytes], object]) -> End:
    digest = hashlib.sha256()

    def each(records: Iterable[Record]) -> int:
        count = 0
        for count, record in enumerate(records, 1):  # noqa: B007
            line = hide(record.model_dump_json()).encode() + b"\n"
            digest.update(line)
            write(line)
        return count

    each([Head()])
    answers, failures = each(store.entries()), each(store.failures())
    end = End(answers=answers, failures=failures, sha256=digest.hexdigest())
    write(end.model_dump_json().encode() + b"\n")
    return end


def _read(path: Path) -> Iterator[Entry | Failure]:
    """The file's answers and failures.

    Raises:
        TriauditError: It is damaged or no export; only what was read to its end is known to be sound.
    """
    digest, answers, failures = hashlib.sha256(), 0, 0
    lines = _lines(path)
    head = next(lines, b"")
    _check(path, head)
    digest.update(head)
    for number, line in enumerate(lines, 2):
        try:
            record = _LINE.validate_json(line)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            raise _damaged(path, f"line {number}: {first['msg']}") from None
        if isinstance(record, End):
            if record != End(answers=answers, failures=failures, sha256=digest.hexdigest()):
                raise _damaged(path, f"line {number}: the lines before it are not those that were written")
            if next(lines, None) is not None:
                raise _damaged(path, "something stands behind its end")
            return
        digest.update(line)
        answers, failures = answers + isinstance(record, Entry), failures + isinstance(record, Failure)
        yield record
    raise _damaged(path, "its end is missing")


def _check(path: Path, head: bytes) -> None:
    """Whether a file that begins with this line can be read."""
    try:
        version = Head.model_validate_json(head).version
    except ValidationError:
        raise _foreign(path) from None
    if version > VERSION:
        raise TriauditError(f"store.path={path}: written by a newer triaudit: update triaudit")


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with gzip.open(path, "rb") as file:
            while line := cast("IO[bytes]", file).readline(LONGEST):
                yield line
    except gzip.BadGzipFile as error:
        if "Not a gzipped file" in str(error):
            raise _foreign(path) from None
        raise _damaged(path, str(error)) from None
    except (EOFError, zlib.error) as error:
        raise _damaged(path, str(error)) from None
    except OSError as error:
        raise TriauditError(f"store.path={path}: can't be read ({error.strerror or error})") from None


def _foreign(path: Path) -> TriauditError:
    return TriauditError(f"store.path={path}: not an export of a store")


def _damaged(path: Path, what: str) -> TriauditError:
    return TriauditError(f"store.path={path}: damaged ({what}); nothing was added: fetch or export it again")


def _is_export(path: Path) -> bool:
    try:
        _check(path, next(_lines(path), b""))
    except TriauditError:
        return False
    return True


def _path(cfg: DictConfig, stage: str) -> Path:
    given = cast("StoreSettings", config.build(cfg.store, "store")).path
    if given is None:
        raise TriauditError(f"{stage}: give store.path=FILE, such as store.path=replies.jsonl.gz")
    return Path(given)


def _home() -> Path:
    return Path(os.environ.get("DVC_ROOT", "."))
