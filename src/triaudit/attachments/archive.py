"""Zip containers looked at before anything is unpacked."""

from __future__ import annotations

import io
import zipfile

from triaudit.attachments import AttachmentSettings, Unreadable

MOST_MEMBERS = 20_000


def members(data: bytes) -> dict[str, int]:
    """Names in a zip container and their unpacked sizes in bytes; empty where it is none or damaged.

    The sizes are what the container declares; `zipfile` never unpacks more than that.
    """
    if data[:4] != b"PK\x03\x04":
        return {}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as container:
            return {info.filename: info.file_size for info in container.infolist()}
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        return {}


def checked(data: bytes, kind: str, settings: AttachmentSettings) -> dict[str, bytes]:
    """The XML members of an Office container, each with its bytes, in the order of their names.

    Raises:
        Unreadable: It unpacks to too much, holds too many members or declares XML entities.
    """
    sizes = members(data)
    total = sum(sizes.values())
    if total > settings.max_unpacked_bytes:
        raise Unreadable(
            f"is too large: {total} bytes unpacked, above attachments.max_unpacked_bytes="
            f"{settings.max_unpacked_bytes}; raise it or attach the part that matters",
            kind,
        )
    if len(sizes) > MOST_MEMBERS:
        raise Unreadable(
            f"is a container of {len(sizes)} parts, more than {MOST_MEMBERS}; save it anew", kind
        )
    found: dict[str, bytes] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as container:
        for name in sorted(sizes):
            if not name.endswith((".xml", ".rels")):
                continue
            xml = container.read(name)
            if b"<!DOCTYPE" in xml or b"<!ENTITY" in xml:
                raise Unreadable(
                    f"declares XML entities in {name}, which no Office document needs; save it anew", kind
                )
            found[name] = xml
    return found
