"""So many calls at a time and no more, over all processes of this machine that share a folder."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # a system without such locks: each process keeps the limit for itself
    fcntl = None  # type: ignore[assignment]

WAIT_SECONDS = 0.02
"""Between looks for a slot while other processes hold them all."""


class Slots:
    """Locked files, one for each call that may be in flight; a killed process gives its own back."""

    def __init__(self, folder: Path, count: int) -> None:
        """The files are made here, and stay."""
        self.waiting = asyncio.Semaphore(count)
        self.free: list[int] = []
        if fcntl is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self.free = [os.open(folder / str(n), os.O_RDWR | os.O_CREAT, 0o644) for n in range(count)]
        self.files = tuple(self.free)

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Hold a slot, once there is one."""
        async with self.waiting:
            if not self.files:
                yield
                return
            while (file := self._taken()) is None:  # noqa: ASYNC110  (other processes hold them)
                await asyncio.sleep(WAIT_SECONDS)
            try:
                yield
            finally:
                fcntl.flock(file, fcntl.LOCK_UN)
                self.free.append(file)

    def _taken(self) -> int | None:
        """A file that no other process holds, the one given back last first."""
        for at in reversed(range(len(self.free))):
            try:
                fcntl.flock(self.free[at], fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            return self.free.pop(at)
        return None

    def close(self) -> None:
        """Close the files."""
        for file in self.files:
            os.close(file)
        self.files, self.free = (), []
