"""Content-addressed SQLite store of answers, shared by processes; outlives every run.

An entry is an answer under the hash of everything that could change it. Failures are never entries:
the ledger counts them, with what they cost. What jobs share beside answers is here too: leases on the
questions in flight, so that parallel jobs ask each once, what was spent, rates, and what is known of
servers.

Answers are compressed and pages small, as a write is of whole pages, to the log and then to the file:
`stage=store_export` shows what is in it.
"""

from __future__ import annotations

import json
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import AfterValidator, StringConstraints

from triaudit.errors import TriauditError
from triaudit.leases import Leases
from triaudit.types import Record, UnansweredReason

PLACE = Path(".triaudit", "store.sqlite")
"""Where it is, below the main checkout."""

VERSION = 3

_TABLES = """
create table if not exists entries(
  key blob primary key, kind text not null, content blob not null, at real not null
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


Key = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""SHA-256, hexadecimal."""


def _about(text: str) -> str:
    """What is not a JSON object on one line would be a trap for whoever reads it later."""
    try:
        sound = "\n" not in text and isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        sound = False
    if not sound:
        raise ValueError("should be a JSON object on one line")
    return text


About = Annotated[str, AfterValidator(_about)]


class Entry(Record):
    """An answer."""

    key: Key
    kind: str
    """Whose answer: a judge's `completion`."""
    value: str
    about: About = "{}"
    """JSON on where it came from and what it cost."""
    at: float
    """When it came, in seconds since 1970."""


class Failure(Record):
    """A question that got no answer."""

    key: Key
    kind: str
    reason: UnansweredReason
    detail: str
    about: About = "{}"
    """JSON on what its attempts cost and what came."""
    at: float


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
            self.db.execute("pragma page_size=512")
            self.db.execute("pragma journal_mode=wal")
            self.db.execute("pragma synchronous=normal")
            self._prepare()
            self.leases = Leases(path.with_name("leases"))
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
            old = 0 < version < VERSION
            if old:
                self.db.execute("alter table entries rename to old")
            for statement in _TABLES.split(";"):
                self.db.execute(statement)
            if version == 1:
                self.db.execute("alter table ledger add column about text not null default '{}'")
            if old:
                for key, kind, value, about, at in self.db.execute("select key,kind,value,about,at from old"):
                    self._add(Entry(key=key, kind=kind, value=value, about=about, at=at))
                self.db.execute("drop table old")
                self.db.execute("drop table leases")
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
        row = self.db.execute("select content from entries where key=?", (bytes.fromhex(key),)).fetchone()
        content = None if row is None else _opened(row[0])
        return None if content is None else content[1]

    def put(self, key: str, kind: str, value: str, about: str = "{}") -> None:
        """Store an answer; a later one replaces a damaged one."""
        self._add(Entry(key=key, kind=kind, value=value, about=about, at=time.time()))

    def _add(self, entry: Entry) -> None:
        content = zlib.compress(f"{entry.about}\n{entry.value}".encode())
        row = (bytes.fromhex(entry.key), entry.kind, content, entry.at)
        self.db.execute("insert or replace into entries values(?,?,?,?)", row)

    def fail(self, key: str, kind: str, reason: UnansweredReason, detail: str, about: str = "{}") -> None:
        """Count attempts that gave no answer."""
        self._count(Failure(key=key, kind=kind, reason=reason, detail=detail, about=about, at=time.time()))

    def _count(self, failure: Failure) -> None:
        row = tuple(failure.model_dump().values())
        self.db.execute("insert into ledger(key,kind,reason,detail,about,at) values(?,?,?,?,?,?)", row)

    def failed(self, key: str) -> Failure | None:
        """The last time that a question got no answer."""
        last = "where key=? order by at desc, id desc limit 1"
        return next(self._failures(last, key), None)

    def entries(self) -> Iterator[Entry]:
        """All answers, by key; what is damaged is left out."""
        for key, kind, content, at in self.db.execute("select key,kind,content,at from entries order by key"):
            if opened := _opened(content):
                about, value = opened
                yield Entry(key=key.hex(), kind=kind, value=value, about=about, at=at)

    def failures(self) -> Iterator[Failure]:
        """Everything that got no answer, by time."""
        return self._failures("order by at, key, id")

    def _failures(self, which: str, *values: str) -> Iterator[Failure]:
        select = "select key,kind,reason,detail,about,at from ledger "
        for row in self.db.execute(select + which, values):
            yield Failure(**dict(zip(Failure.model_fields, row, strict=True)))

    def merge(self, items: Iterable[Entry | Failure]) -> tuple[int, int]:
        """Add what another store holds, all or nothing; how many were added and how many were here already.

        An answer that is here stays, whatever the other store says.
        """
        added = there = 0
        with self._writing():
            for item in items:
                known = self.get(item.key) is not None if isinstance(item, Entry) else self._counted(item)
                added, there = added + (not known), there + known
                if not known:
                    self._add(item) if isinstance(item, Entry) else self._count(item)
        return added, there

    def _counted(self, failure: Failure) -> bool:
        same = "select 1 from ledger where key=? and at=? and about=?"
        return bool(self.db.execute(same, (failure.key, failure.at, failure.about)).fetchone())

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


def _opened(content: bytes) -> tuple[str, str] | None:
    """What an entry is about, and its value; None where it is damaged."""
    try:
        about, value = zlib.decompress(content).decode().split("\n", 1)
    except (zlib.error, ValueError):
        return None
    return about, value
