"""Content-addressed SQLite store of answers, shared by processes; outlives every run.

An entry is an answer under the hash of everything that could change it. Failures are never entries:
the ledger counts them. A question in flight is leased, so that parallel jobs ask it once; the lease
of a process that died on this machine can be taken at once, any other when its time is over.
"""

from __future__ import annotations

import os
import socket
import sqlite3
import time
import uuid
from pathlib import Path

from triaudit.errors import TriauditError

VERSION = 1

_TABLES = """
create table if not exists entries(
  key text primary key, kind text not null, value text not null, about text not null, at real not null
) without rowid;
create table if not exists leases(
  key text primary key, owner text not null, until real not null
) without rowid;
create table if not exists ledger(
  id integer primary key, key text not null, kind text not null, reason text not null, detail text not null,
  at real not null
);
"""


class Store:
    """Answers by key. Safe for several processes and for being killed at any point (WAL)."""

    def __init__(self, path: Path) -> None:
        """Open the database, made where it is missing.

        Raises:
            TriauditError: The file is no store, or one of a newer version.
        """
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.db = sqlite3.connect(path, timeout=60, isolation_level=None)
            self.db.execute("pragma journal_mode=wal")
            self.db.execute("pragma synchronous=normal")
            (version,) = self.db.execute("pragma user_version").fetchone()
            if version > VERSION:
                raise TriauditError(
                    f"{path}: written by a newer triaudit (version {version}): update triaudit"
                )
            if version < VERSION:
                self.db.executescript(f"begin immediate; {_TABLES} pragma user_version={VERSION}; commit;")
        except (OSError, sqlite3.OperationalError) as error:
            raise TriauditError(
                f"{path}: the store can't be opened ({error}): another program may hold it, or the folder "
                "is not writable"
            ) from None
        except sqlite3.DatabaseError as error:
            raise TriauditError(
                f"{path}: not a usable store ({error}): move the file away; answers in it will be asked again"
            ) from None

    def get(self, key: str) -> str | None:
        """The stored answer, or None."""
        row = self.db.execute("select value from entries where key=?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def put(self, key: str, kind: str, value: str, about: str = "{}") -> None:
        """Store an answer; `about` is JSON on where it came from. A later answer replaces a damaged one."""
        self.db.execute(
            "insert or replace into entries values(?,?,?,?,?)", (key, kind, value, about, time.time())
        )

    def fail(self, key: str, kind: str, reason: str, detail: str) -> None:
        """Count an attempt that gave no answer."""
        self.db.execute(
            "insert into ledger(key,kind,reason,detail,at) values(?,?,?,?,?)",
            (key, kind, reason, detail, time.time()),
        )

    def lease(self, key: str, owner: str, seconds: float) -> bool:
        """Whether `owner` may ask this question now; True at most once at a time."""
        now = time.time()
        taken = self.db.execute(
            "insert into leases values(?,?,?) on conflict(key) do update "
            "set owner=excluded.owner, until=excluded.until where until<?",
            (key, owner, now + seconds, now),
        ).rowcount
        if taken:
            return True
        row = self.db.execute("select owner from leases where key=?", (key,)).fetchone()
        if row is None or alive(str(row[0])):
            return False
        taken = self.db.execute(
            "update leases set owner=?, until=? where key=? and owner=?", (owner, now + seconds, key, row[0])
        ).rowcount
        return bool(taken)

    def release(self, key: str, owner: str) -> None:
        """Give a lease back."""
        self.db.execute("delete from leases where key=? and owner=?", (key, owner))

    def close(self) -> None:
        """Close the connection."""
        self.db.close()


def owner() -> str:
    """A name for one question in flight: machine, process, question."""
    return f"{socket.gethostname()}/{os.getpid()}/{uuid.uuid4().hex}"


def alive(name: str) -> bool:
    """Whether an owner's process may still run; owners on other machines are taken to."""
    host, pid, _ = name.rsplit("/", 2)
    if host != socket.gethostname():
        return True
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
