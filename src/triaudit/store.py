"""Content-addressed SQLite store of answers, shared by processes; outlives every run.

An entry is an answer under the hash of everything that could change it. Failures are never entries:
the ledger counts them, with what they cost. A question in flight is leased, so that parallel jobs ask
it once; the lease of a process that died on this machine can be taken at once, any other when its time
is over. What jobs share beside answers is here too: what was spent, rates, and what is known of servers.
"""

from __future__ import annotations

import os
import socket
import sqlite3
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from triaudit.errors import TriauditError

VERSION = 2

_TABLES = """
create table if not exists entries(
  key text primary key, kind text not null, value text not null, about text not null, at real not null
) without rowid;
create table if not exists leases(
  key text primary key, owner text not null, until real not null
) without rowid;
create table if not exists ledger(
  id integer primary key, key text not null, kind text not null, reason text not null, detail text not null,
  at real not null, about text not null default '{}'
);
create index if not exists failed on ledger(key);
create table if not exists spent(
  account text primary key, calls integer not null, tokens integer not null, usd real not null
) without rowid;
create table if not exists rates(name text primary key, free real not null) without rowid;
create table if not exists known(name text primary key, value text not null) without rowid;
"""


class Spent(NamedTuple):
    """What calls cost."""

    calls: int = 0
    tokens: int = 0
    usd: float = 0.0

    def plus(self, other: Spent, sign: int = 1) -> Spent:
        """Both together; the difference where `sign` is -1."""
        calls, tokens, usd = other
        return Spent(self.calls + sign * calls, self.tokens + sign * tokens, self.usd + sign * usd)


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
            self.db.execute("pragma page_size=1024")  # a write is of whole pages, and most are of little
            self.db.execute("pragma journal_mode=wal")
            self.db.execute("pragma synchronous=normal")
            self._prepare()
        except (OSError, sqlite3.OperationalError) as error:
            raise TriauditError(
                f"{path}: the store can't be opened ({error}): another program may hold it, or the folder "
                "is not writable"
            ) from None
        except sqlite3.DatabaseError as error:
            raise TriauditError(
                f"{path}: not a usable store ({error}): move the file away; answers in it will be asked again"
            ) from None

    def _prepare(self) -> None:
        """Make the tables, or bring those of an older version up to date; once where several try."""
        (version,) = self.db.execute("pragma user_version").fetchone()
        if version == VERSION:
            return
        with self._writing():
            (version,) = self.db.execute("pragma user_version").fetchone()
            if version > VERSION:
                raise TriauditError(
                    f"{self.path}: written by a newer triaudit (version {version}): update triaudit"
                )
            for statement in _TABLES.split(";"):
                self.db.execute(statement)
            if version == 1:
                self.db.execute("alter table ledger add column about text not null default '{}'")
            self.db.execute(f"pragma user_version={VERSION}")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Several statements as one write, all or none."""
        self.db.execute("begin immediate")
        try:
            yield
        except BaseException:
            self.db.execute("rollback")
            raise
        self.db.execute("commit")

    def get(self, key: str) -> str | None:
        """The stored answer, or None."""
        row = self.db.execute("select value from entries where key=?", (key,)).fetchone()
        return None if row is None else str(row[0])

    def put(self, key: str, kind: str, value: str, about: str = "{}") -> None:
        """Store an answer; `about` is JSON on where it came from. A later answer replaces a damaged one."""
        self.db.execute(
            "insert or replace into entries values(?,?,?,?,?)", (key, kind, value, about, time.time())
        )

    def settle(self, key: str, owner: str, kind: str, value: str, about: str = "{}") -> None:
        """Store an answer and give its lease back, in one write."""
        with self._writing():
            self.put(key, kind, value, about)
            self.release(key, owner)

    def fail(self, key: str, kind: str, reason: str, detail: str, about: str = "{}") -> None:
        """Count attempts that gave no answer; `about` is JSON on what they cost and what came."""
        self.db.execute(
            "insert into ledger(key,kind,reason,detail,at,about) values(?,?,?,?,?,?)",
            (key, kind, reason, detail, time.time(), about),
        )

    def failed(self, key: str) -> str | None:
        """What is known `about` the last attempt that gave no answer."""
        row = self.db.execute(
            "select about from ledger where key=? order by id desc limit 1", (key,)
        ).fetchone()
        return None if row is None else str(row[0])

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

    def spend(
        self,
        account: str,
        amount: Spent,
        limits: tuple[int | None, int | None, float | None] = (None, None, None),
    ) -> bool:
        """Add to what was spent, unless that goes above a limit of calls, tokens or money; whether it did."""
        with self._writing():
            total = self.spent(account).plus(amount)
            fits = all(limit is None or part <= limit for part, limit in zip(total, limits, strict=True))
            if fits:
                self.db.execute("insert or replace into spent values(?,?,?,?)", (account, *total))
        return fits

    def spent(self, account: str) -> Spent:
        """What was spent so far under a name."""
        row = self.db.execute("select calls,tokens,usd from spent where account=?", (account,)).fetchone()
        return Spent() if row is None else Spent(*row)

    def reserve(self, name: str, seconds: float, burst: float) -> float:
        """Take `seconds` of what a rate lets flow; how long to wait until it may be used.

        The rate's line is empty at `free`. Who comes later than that may use up to `burst` seconds at once.
        """
        now = time.time()
        with self._writing():
            row = self.db.execute("select free from rates where name=?", (name,)).fetchone()
            free = max(now, row[0] if row else 0.0) + seconds
            self.db.execute("insert or replace into rates values(?,?)", (name, free))
        return float(max(0.0, free - max(burst, seconds) - now))

    def known(self, name: str) -> str | None:
        """What was learnt under a name."""
        row = self.db.execute("select value from known where name=?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def learn(self, name: str, value: str) -> None:
        """Remember what was learnt."""
        self.db.execute("insert or replace into known values(?,?)", (name, value))

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
