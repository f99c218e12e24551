"""A process that reads files and can be killed: `python -m triaudit.attachments.worker`.

It is handed bytes and gives documents back; it opens no file by itself and knows no secret but the
password of the file at hand. A request is a line of JSON, then as many bytes as that says; a reply is a
line of JSON. Where a file takes more than its caps, the process ends by itself or is ended from outside,
and nothing is lost but that file.
"""

from __future__ import annotations

import json
import os
import sys
from typing import BinaryIO, NamedTuple

from triaudit.attachments import AttachmentSettings, Given, Unreadable, parse
from triaudit.attachments.picture import Limits, encoded, show


class Request(NamedTuple):
    """A file to read."""

    name: str
    digest: str
    size: int
    password: str
    locator: str = ""
    """Of a picture to show instead."""
    limits: tuple[int, int] = (0, 0)
    """Pixels of its longer side and bytes in base64."""


def main() -> None:
    """Answer requests until the other side goes."""
    requests, replies = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a parser prints is no reply
    settings = AttachmentSettings.model_validate_json(requests.readline())
    while line := requests.readline():
        request = Request(**json.loads(line))
        data = _exactly(requests, request.size)
        limit(settings)
        given = Given(request.name, settings, request.password)
        reply = _shown(data, request, given) if request.locator else _read(data, request, given)
        replies.write(reply.encode() + b"\n")
        replies.flush()


def _read(data: bytes, request: Request, given: Given) -> str:
    return parse(data, request.digest, given).model_dump_json()


def _shown(data: bytes, request: Request, given: Given) -> str:
    """A picture as JSON, or why there is none."""
    side, most = request.limits
    try:
        shown = show(data, request.locator, given, Limits(side=side, bytes=most))
    except Unreadable as error:
        return json.dumps({"unreadable": str(error)})
    except Exception as error:  # noqa: BLE001  (decoders of damaged or hostile files raise anything)
        return json.dumps({"unreadable": f"could not be shown ({type(error).__name__})"})
    return json.dumps(shown._asdict() | {"data": encoded(shown)})


def _exactly(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) != size:
        raise SystemExit(1)
    return data


def limit(settings: AttachmentSettings) -> None:
    """Let this process use so much more computing time, and so much memory in all, where the system can."""
    try:
        import resource  # noqa: PLC0415  (not on Windows, where the process is ended from outside alone)
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + settings.max_seconds + 1
    _lower(resource.RLIMIT_CPU, seconds)
    _lower(resource.RLIMIT_DATA, settings.max_memory)
    _lower(resource.RLIMIT_CORE, 0)


def _lower(what: int, value: int) -> None:
    import resource  # noqa: PLC0415

    _, hard = resource.getrlimit(what)
    if hard == resource.RLIM_INFINITY or value < hard:
        resource.setrlimit(what, (value, hard))


if __name__ == "__main__":
    main()
