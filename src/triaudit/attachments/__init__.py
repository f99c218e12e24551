"""Attachments as text, tables and pictures with where they came from.

Each kind of file is one module of this package with three names:

- `ORDER`: where it stands when kinds are tried; lower is earlier, `text` is last;
- `recognises(data) -> bool`: whether the bytes are of its kind, whatever the file is called;
- `read(data, given) -> Content`: what is in them; it raises `Unreadable`, and anything else that it raises
  is reported as a damaged file.

`readers` runs them in processes that can be killed.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import os
import pkgutil
import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Annotated, NamedTuple, Protocol, cast

from pydantic import Field, StringConstraints

from triaudit.files import digest as sha256
from triaudit.settings import Settings
from triaudit.types import Block, Document, Missing, MissingReason, Part, Picture, Table


class Password(Settings):
    """Where the password of a file is."""

    file: str
    """What people call the file."""
    env: Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]
    """The environment variable that holds it."""


class AttachmentSettings(Settings):
    """Caps per attached file, above one of which it is unreadable, and what an unreadable one means."""

    strict: bool
    max_bytes: int = Field(gt=0)
    max_unpacked_bytes: int = Field(gt=0)
    max_pages: int = Field(gt=0)
    max_rows: int = Field(gt=0)
    max_cells: int = Field(gt=0)
    max_pixels: int = Field(gt=0)
    max_seconds: int = Field(gt=0)
    max_memory: int = Field(gt=0)
    passwords: tuple[Password, ...]

    def password(self, name: str) -> str:
        """The password of the file with this name, in either Unicode spelling; empty where there is none."""
        named = {_plain(one.file): one.env for one in self.passwords}
        return os.environ.get(named.get(_plain(name), ""), "")

    def caps(self) -> tuple[str, ...]:
        """What changes what is read of a file."""
        return tuple(
            f"{key}={getattr(self, key)}" for key in sorted(type(self).model_fields) if key.startswith("max_")
        )


class Given(NamedTuple):
    """What an adapter knows beside the bytes."""

    name: str
    """For messages; it tells a csv from a text where nothing else does."""
    settings: AttachmentSettings
    password: str = ""


class Content(NamedTuple):
    """What an adapter found in a file."""

    kind: str
    blocks: tuple[Block, ...] = ()
    warnings: tuple[str, ...] = ()
    unreadable: str = ""
    """Why the blocks alone can't be used as text, such as a scan without a text layer."""
    parts: tuple[Part, ...] = ()
    tables: tuple[Table, ...] = ()
    pictures: tuple[Picture, ...] = ()
    tools: tuple[str, ...] = ()
    """Packages that it was read with."""


class Unreadable(Exception):  # noqa: N818  (a finding about the file, caught where it is read)
    """Why a file can't be read, and the way out; completes the sentence "attachment x …"."""

    def __init__(self, reason: str, kind: str = "unsupported") -> None:
        """`kind` is what the content was recognised as."""
        super().__init__(reason)
        self.kind = kind


class Adapter(Protocol):
    """A module that reads one kind of file."""

    ORDER: int

    @staticmethod
    def recognises(data: bytes) -> bool:
        """Whether the bytes are of this kind."""
        ...

    @staticmethod
    def read(data: bytes, given: Given) -> Content:
        """The content."""
        ...


@cache
def adapters() -> tuple[Adapter, ...]:
    """The adapters of this package in the order in which they are tried."""
    modules = [
        importlib.import_module(f"{__name__}.{found.name}")
        for found in pkgutil.iter_modules(__path__)
        if found.name != "stage"
    ]
    known = [module for module in modules if hasattr(module, "recognises")]
    return tuple(cast("list[Adapter]", sorted(known, key=lambda module: (module.ORDER, module.__name__))))


def read_document(path: Path, name: str, digest: str, settings: AttachmentSettings) -> Document:
    """One attachment, read in this process; a file that can't be read is a Document with `missing`.

    Args:
        path: Where the bytes are; the caller has made sure that it may be read.
        name: What people call the file; never used as a path.
        digest: SHA-256 that the frozen benchmark holds for the bytes.
        settings: The caps; those of time and memory hold in `readers` alone.
    """
    try:
        data = load(path, digest, settings)
    except Unreadable as error:
        return document(Content(error.kind, unreadable=str(error)), name, digest, settings)
    return parse(data, digest, Given(name, settings, settings.password(name)))


def load(path: Path, digest: str, settings: AttachmentSettings) -> bytes:
    """The file's bytes, checked against the cap and against the frozen digest.

    Raises:
        Unreadable: They can't be had.
    """
    try:
        if not path.is_file():
            raise Unreadable(
                "is missing from the benchmark's folder; freeze the benchmark again with the file in place"
            )
        size = path.stat().st_size
        if size > settings.max_bytes:
            raise Unreadable(
                f"has {size} bytes, above attachments.max_bytes={settings.max_bytes}; raise it or shrink it"
            )
        data = path.read_bytes()
    except OSError as error:
        raise Unreadable(f"can't be opened ({error.strerror}); put it back or rename it") from None
    if sha256(data) != digest:
        raise Unreadable(
            "is not the file that the benchmark froze (other SHA-256); restore it or freeze a new version"
        )
    if not data:
        raise Unreadable("is empty (0 bytes); get the file again or drop it", "empty")
    return data


def kind_of(data: bytes) -> str:
    """The name of the adapter that reads some bytes."""
    return _name(next(adapter for adapter in adapters() if adapter.recognises(data)))


def _name(adapter: Adapter) -> str:
    return str(getattr(adapter, "__name__", "unsupported")).rpartition(".")[2]


def parse(data: bytes, digest: str, given: Given) -> Document:
    """The document in some bytes; never an error, whatever they are."""
    kind = "unsupported"
    try:
        adapter = next(adapter for adapter in adapters() if adapter.recognises(data))
        kind = _name(adapter)
        content = adapter.read(data, given)
    except Unreadable as error:
        content = Content(error.kind, unreadable=str(error))
    except MemoryError:
        cap = given.settings.max_memory
        content = Content(
            kind,
            unreadable=f"takes more memory than attachments.max_memory={cap}; raise it or shrink the file",
        )
    except Exception as error:  # noqa: BLE001  (parsers of damaged or hostile files raise anything)
        what = re.sub(r"0x[0-9a-f]+", "0x…", f"{type(error).__name__}: {error}"[:200])
        content = Content(
            kind, unreadable=f"could not be read as {kind} ({what}); save it anew or drop the file"
        )
    return document(content, given.name, digest, given.settings)


def document(content: Content, name: str, digest: str, settings: AttachmentSettings) -> Document:
    """What an adapter found, as the record of the file."""
    missing = None
    if content.unreadable:
        reason = MissingReason.ATTACHMENT_UNREADABLE
        missing = Missing(reason=reason, detail=f"attachment {name} {content.unreadable}")
    return Document(
        digest=digest,
        name=name,
        kind=content.kind,
        blocks=content.blocks,
        parts=content.parts,
        tables=content.tables,
        pictures=content.pictures,
        warnings=content.warnings,
        tools=tuple(f"{tool} {importlib.metadata.version(tool)}" for tool in sorted(content.tools)),
        settings=settings.caps(),
        missing=missing,
    )


def _plain(name: str) -> str:
    return unicodedata.normalize("NFC", name)
