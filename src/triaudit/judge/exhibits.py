"""Pictures and files that go with a call: what is planned, what of it is sent, and why the rest is not.

Planned is what the judge is told to take; it is part of the call's key. What a server then refuses is
left out, and each completion keeps what was shown with it.
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

from pydantic import Field

from triaudit.prompts import fence
from triaudit.questions import Shown
from triaudit.settings import Settings
from triaudit.types import Document

Kind = Literal["picture", "file"]


class Takes(Settings):
    """What a judge takes beside text, and how much of it."""

    images: bool = False
    """Pictures, and pages of a PDF that have no text."""
    files: bool = False
    """PDF files as they are; their text stands in the prompt all the same, for quotes to be checked by."""
    max_bytes: int = Field(default=4_000_000, gt=0)
    """Of one part as it is sent: base64 is a third longer than the file."""
    max_pixels: int = Field(default=1_500_000, ge=10_000)
    """Width times height to which a larger picture is scaled down."""
    max_parts: int = Field(default=10, ge=1)
    """Pictures and files of one call."""


class Exhibit(NamedTuple):
    """A piece of an attachment that is to be shown."""

    digest: str
    """SHA-256 of the attachment."""
    kind: Kind
    locator: str = ""
    """The block that a picture is; empty for a whole file."""


class Rendered(NamedTuple):
    """A picture or file as it is sent."""

    media: str
    """Such as `image/png`."""
    data: bytes


Show = Callable[[Exhibit, int, int], Rendered | str]
"""Renders an exhibit within so many pixels and bytes of base64, or says why it can't; blocks."""


class Part(NamedTuple):
    """An exhibit with what is sent of it."""

    exhibit: Exhibit
    url: str
    """A data URI."""


class Sent(NamedTuple):
    """The parts of one request, and what became of every exhibit."""

    parts: tuple[Part, ...] = ()
    shown: tuple[Shown, ...] = ()

    @property
    def size(self) -> int:
        """Characters of all parts."""
        return sum(len(part.url) for part in self.parts)


def planned(documents: Sequence[Document], takes: Takes) -> tuple[Exhibit, ...]:
    """What is to be shown of documents: files first, then pictures, in reading order."""
    whole = [Exhibit(one.digest, "file") for one in documents if takes.files and one.kind == "pdf"]
    pictures = [
        Exhibit(document.digest, "picture", block.locator)
        for document in documents
        for block in document.blocks
        if takes.images and block.kind == "image"
    ]
    return (*whole, *pictures)


async def sent(
    exhibits: Sequence[Exhibit],
    takes: Takes,
    show: Show | None,
    refused: Mapping[str, str] | None = None,
    most: int | None = None,
) -> Sent:
    """The parts for exhibits, rendered, and what became of each.

    Args:
        exhibits: As planned.
        takes: The judge's own limits.
        show: Renders; None where attachments are not at hand.
        refused: Why the server takes none of a kind.
        most: Characters of all parts together that the server has refused: fewer are sent.
    """
    parts: list[Part] = []
    told: list[Shown] = []
    size, whole = 0, set[str]()
    for exhibit in exhibits:
        tell = partial(Shown, digest=exhibit.digest, locator=exhibit.locator)
        if exhibit.digest in whole and exhibit.kind == "picture":
            told.append(tell(how="file"))
            continue
        made: Part | str = (refused or {}).get(exhibit.kind, "")
        if not made and len(parts) >= takes.max_parts:
            made = f"more than takes.max_parts={takes.max_parts}"
        made = made or await _part(exhibit, takes, show)
        if not isinstance(made, str) and most is not None and size + len(made.url) >= most:
            made = f"the server took no {most} bytes of pictures and files"
        if isinstance(made, str):
            told.append(tell(how="text" if exhibit.kind == "file" else "left out", why=made))
            continue
        parts.append(made)
        size += len(made.url)
        whole |= {exhibit.digest} if exhibit.kind == "file" else set()
        told.append(tell(how=exhibit.kind))
    return Sent(tuple(parts), tuple(told))


async def _part(exhibit: Exhibit, takes: Takes, show: Show | None) -> Part | str:
    if show is None:
        return "the attachments are not at hand"
    made = await asyncio.to_thread(show, exhibit, takes.max_pixels, takes.max_bytes)
    if isinstance(made, str):
        return made
    return Part(exhibit, f"data:{made.media};base64,{base64.b64encode(made.data).decode('ascii')}")


def message(parts: Sequence[Part]) -> list[dict[str, Any]]:
    """The parts as chat completions have them, each picture behind the locator of its block."""
    made: list[dict[str, Any]] = []
    for part in parts:
        if part.exhibit.kind == "file":
            made.append({"type": "file", "file": {"filename": "attachment.pdf", "file_data": part.url}})
            continue
        made.append({"type": "text", "text": f"\nA picture:\n{fence(part.exhibit.locator, 'locator')}\n"})
        made.append({"type": "image_url", "image_url": {"url": part.url}})
    return made
