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

from triaudit.attachments import AttachmentSettings, Given, parse

_KEPT = ("PATH", "PYTHONPATH", "PYTHONHOME", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "VIRTUAL_ENV", "HOME")
_ALONE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}


class Request(NamedTuple):
    """A file to read."""

    name: str
    digest: str
    size: int
    password: str


def main() -> None:
    """Answer requests until the other side goes."""
    requests, replies = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a parser prints is no reply
    settings = AttachmentSettings.model_validate_json(requests.readline())
    while line := requests.readline():
        request = Request(**json.loads(line))
        data = _exactly(requests, request.size)
        limit(settings.max_seconds, settings.max_memory)
        read = parse(data, request.digest, Given(request.name, settings, request.password))
        replies.write(read.model_dump_json().encode() + b"\n")
        replies.flush()


def _exactly(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) != size:
        raise SystemExit(1)
    return data


def limit(seconds: int, memory: int) -> None:
    """Let this process compute so much longer, and use so many bytes in all, where the system can."""
    try:
        import resource  # noqa: PLC0415  (not on Windows, where the process is ended from outside alone)
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _lower(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + seconds + 1)
    _lower(resource.RLIMIT_DATA, memory)
    _lower(resource.RLIMIT_CORE, 0)


def environment() -> dict[str, str]:
    """What such a process sees of this one's environment: no keys."""
    return {key: os.environ[key] for key in _KEPT if key in os.environ} | _ALONE


def _lower(what: int, value: int) -> None:
    import resource  # noqa: PLC0415

    _, hard = resource.getrlimit(what)
    if hard == resource.RLIM_INFINITY or value < hard:
        resource.setrlimit(what, (value, hard))


if __name__ == "__main__":
    main()
