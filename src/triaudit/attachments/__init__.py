"""Attachments as text, tables and images with where they came from.

Each kind of file is one module of this package with three names:

- `ORDER`: where it stands when kinds are tried; lower is earlier, `text` is last;
- `recognises(data) -> bool`: whether the bytes are of its kind, whatever the file is called;
- `read(data, name, settings) -> Content`: what is in them; it raises `Unreadable`, and anything else that
  it raises is reported as a damaged file.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol, cast

from pydantic import Field

from triaudit.files import digest as sha256
from triaudit.settings import Settings
from triaudit.types import Block, Document, Missing, MissingReason


class AttachmentSettings(Settings):
    """Caps per attached file; above one the attachment is unreadable."""

    max_bytes: int = Field(gt=0)
    max_unpacked_bytes: int = Field(gt=0)
    max_pages: int = Field(gt=0)
    max_rows: int = Field(gt=0)
    max_cells: int = Field(gt=0)
    max_pixels: int = Field(gt=0)


class Content(NamedTuple):
    """What an adapter found in a file."""

    kind: str
    blocks: tuple[Block, ...]
    warnings: tuple[str, ...] = ()
    unreadable: str = ""
    """Why the blocks alone can't be used as text, such as a scan without a text layer."""


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
    def read(data: bytes, name: str, settings: AttachmentSettings) -> Content:
        """The content; `name` is for messages, and tells a csv from a text where nothing else does."""
        ...


@cache
def adapters() -> tuple[Adapter, ...]:
    """The adapters of this package in the order in which they are tried."""
    modules = [
        importlib.import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__)
    ]
    known = [module for module in modules if hasattr(module, "recognises")]
    return tuple(cast("list[Adapter]", sorted(known, key=lambda module: (module.ORDER, module.__name__))))


def read_document(path: Path, name: str, digest: str, settings: AttachmentSettings) -> Document:
    """One attachment as blocks; a file that can't be read is a Document with `missing`, never an error.

    Args:
        path: Where the bytes are; the caller has made sure that it may be read.
        name: What people call the file; never used as a path.
        digest: SHA-256 that the frozen benchmark holds for the bytes.
        settings: The caps.
    """
    kind = "unsupported"
    try:
        data = _bytes(path, digest, settings)
        adapter = next(adapter for adapter in adapters() if adapter.recognises(data))
        kind = adapter.__name__.rpartition(".")[2] if hasattr(adapter, "__name__") else kind
        content = adapter.read(data, name, settings)
    except Unreadable as error:
        content = Content(error.kind, (), unreadable=str(error))
    except Exception as error:  # noqa: BLE001  (parsers of damaged or hostile files raise anything)
        what = re.sub(r"0x[0-9a-f]+", "0x…", f"{type(error).__name__}: {error}"[:200])
        content = Content(
            kind, (), unreadable=f"could not be read as {kind} ({what}); save it anew or drop the file"
        )
    missing = None
    if content.unreadable:
        reason = MissingReason.ATTACHMENT_UNREADABLE
        missing = Missing(reason=reason, detail=f"attachment {name} {content.unreadable}")
    return Document(
        digest=digest,
        name=name,
        kind=content.kind,
        blocks=content.blocks,
        warnings=content.warnings,
        missing=missing,
    )


def _bytes(path: Path, digest: str, settings: AttachmentSettings) -> bytes:
    """The file's bytes, checked against the caps and against the frozen digest."""
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
    if sha256(data) != digest:
        raise Unreadable(
            "is not the file that the benchmark froze (other SHA-256); restore it or freeze a new version"
        )
    if not data:
        raise Unreadable("is empty (0 bytes); get the file again or drop it", "empty")
    return data
