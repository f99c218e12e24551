"""Leases on questions in flight: who holds one asks, everybody else waits for what comes.

A lease is a locked byte of an empty file, at the place that the question's key names. It costs no write,
lasts as long as its holder needs it, and is freed by the system the moment its holder dies.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import ClassVar, NamedTuple

try:
    import fcntl
except ImportError:  # a system without such locks: each process keeps leases for itself
    fcntl = None  # type: ignore[assignment]

_DIGITS = 15
"""Hexadecimal digits of a key that make a place: the most that a file's offset can hold."""


class _File(NamedTuple):
    descriptor: int
    held: set[int]


class Leases:
    """The leases of all processes that name the same file."""

    _files: ClassVar[dict[tuple[int, int, int], _File]] = {}
    """One for each process and file, never closed: the system locks for a process, not for an opener, and
    forgets all of a process's locks on a file when any descriptor of it is closed."""

    def __init__(self, path: Path) -> None:
        """The file is made where it is missing, and stays empty."""
        path.touch()
        found = path.stat()
        name = (os.getpid(), found.st_dev, found.st_ino)
        if name not in self._files:
            self._files[name] = _File(os.open(path, os.O_RDWR), set())
        self._file = self._files[name]

    def take(self, key: str) -> bool:
        """Whether the lease on a key (SHA-256, hexadecimal) is now ours; True at most once at a time."""
        place = int(key[:_DIGITS], 16)
        if place in self._file.held:
            return False
        if fcntl is not None:
            try:
                fcntl.lockf(self._file.descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
            except (BlockingIOError, PermissionError):
                return False
        self._file.held.add(place)
        return True

    def give(self, key: str) -> None:
        """Give a lease back that `take` gave."""
        place = int(key[:_DIGITS], 16)
        if fcntl is not None:
            fcntl.lockf(self._file.descriptor, fcntl.LOCK_UN, 1, place)
        self._file.held.discard(place)
