"""Zip containers looked at before anything is unpacked."""

from __future__ import annotations

import io
import zipfile


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
