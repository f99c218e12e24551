"""Processes that read files side by side, each of them ended where a file takes more than its caps."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from types import TracebackType

from triaudit.attachments import AttachmentSettings, Content, Unreadable, document, kind_of
from triaudit.attachments.worker import Request, environment
from triaudit.types import Document

SLACK = 5
"""How many times its seconds of computing a file may take by the clock, on a machine that is busy."""


class Readers:
    """At most `count` processes, started when they are needed; use it as a context."""

    def __init__(self, settings: AttachmentSettings, count: int) -> None:
        """Nothing is started yet."""
        self.settings = settings
        self.started = 0
        """How many processes were started so far."""
        self._free: asyncio.LifoQueue[asyncio.subprocess.Process | None] = asyncio.LifoQueue()
        for _ in range(max(1, count)):
            self._free.put_nowait(None)

    async def __aenter__(self) -> Readers:
        """Itself."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End all processes."""
        while not self._free.empty():
            if (process := self._free.get_nowait()) is not None:
                await _end(process)

    async def read(self, data: bytes, name: str, digest: str) -> Document:
        """A file's document; one whose reader ended or had to be ended is unreadable, and says why.

        Args:
            data: Its bytes.
            name: What people call it, for messages and for its password.
            digest: SHA-256 of the bytes.
        """
        request = Request(name, digest, len(data), self.settings.password(name))
        try:
            return Document.model_validate_json(await self._answer(request, data))
        except Unreadable as error:
            content = Content(kind_of(data), unreadable=str(error))
            return document(content, name, digest, self.settings)

    async def _answer(self, request: Request, data: bytes) -> bytes:
        process = await self._free.get()
        healthy = False
        try:
            if process is None:
                process = await self._start()
            seconds = SLACK * self.settings.max_seconds
            line = await asyncio.wait_for(_asked(process, request, data), seconds)
            healthy = line.endswith(b"\n")
            if healthy:
                return line
            raise Unreadable(_ended(await process.wait(), self.settings))
        except TimeoutError:
            raise Unreadable(_too_long(self.settings)) from None
        finally:
            if process is not None and not healthy:
                await _end(process)
            self._free.put_nowait(process if healthy else None)

    async def _start(self) -> asyncio.subprocess.Process:
        self.started += 1
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "triaudit.attachments.worker"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=environment(),
            limit=2**31,
            start_new_session=os.name == "posix",
        )
        _input(process).write(self.settings.model_dump_json().encode() + b"\n")
        return process


async def _asked(process: asyncio.subprocess.Process, request: Request, data: bytes) -> bytes:
    """The reply to a request; without its line end where the process ended before."""
    stream = _input(process)
    with contextlib.suppress(ConnectionError):
        stream.write(json.dumps(request._asdict()).encode() + b"\n")
        stream.write(data)
        await stream.drain()
    assert process.stdout is not None
    return await process.stdout.readline()


def _input(process: asyncio.subprocess.Process) -> asyncio.StreamWriter:
    assert process.stdin is not None
    return process.stdin


async def _end(process: asyncio.subprocess.Process) -> None:
    """Kill a process with all that it started, and close what is open to it."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
    _input(process).close()
    await process.wait()
    transport: asyncio.BaseTransport = process._transport  # type: ignore[attr-defined]
    transport.close()


def _ended(code: int, settings: AttachmentSettings) -> str:
    """Why a process ended by itself."""
    if code == -getattr(signal, "SIGXCPU", 0):
        return _too_long(settings)
    what = f"signal {-code}" if code < 0 else f"status {code}"
    return (
        f"ended the process that read it ({what}): it is damaged, or takes more memory than "
        f"attachments.max_memory={settings.max_memory}; save it anew or drop the file"
    )


def _too_long(settings: AttachmentSettings) -> str:
    return (
        f"takes longer than attachments.max_seconds={settings.max_seconds} to read; "
        "raise it, or attach the part that matters"
    )
