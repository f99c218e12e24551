"""A server with a fixed latency that speaks OpenAI's chat completions, and counts what it sees.

    python -m bench.server SECONDS [storm]

Listens on 127.0.0.1 and prints its port. Ends with its standard input, or after half an hour.
`GET /` tells what it saw as JSON, see `Seen`.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from bench import replies

LONGEST = 1800.0
BLOCK, LEAST = 512, 4096
"""Bytes that a provider's prompt cache compares at a time, and the fewest that it keeps."""


@dataclass
class Seen:
    """Counts of one run."""

    calls: int = 0
    done: int = 0
    flying: int = 0
    most: int = 0
    """Calls in flight at a time."""
    first: float = 0.0
    last: float = 0.0
    sent: int = 0
    """Bytes of prompts."""
    shared: int = 0
    """Of these, bytes of beginnings that a finished call had sent."""
    fresh: Counter[str] = field(default_factory=Counter)
    """Bytes by report that were not."""
    early: int = 0
    """Reports of whose calls a second one came in before the first had finished."""
    faults: int = 0
    processor: float = 0.0
    """Seconds that this server took itself."""


class Server:
    """The state of one run."""

    def __init__(self, seconds: float, storm: bool) -> None:
        self.seconds, self.storm = seconds, storm
        self.seen = Seen()
        self.blocks: set[bytes] = set()
        self.started: set[str] = set()
        self.finished: set[str] = set()
        self.early: set[str] = set()
        self.times: Counter[bytes] = Counter()

    async def handle(self, raw: bytes) -> tuple[int, Any, tuple[tuple[str, str], ...]] | None:
        """Status, body and headers of the reply; None where none is to come."""
        seen = self.seen
        seen.calls += 1
        seen.flying += 1
        seen.most = max(seen.most, seen.flying)
        now = time.monotonic()
        seen.first = seen.first or now
        due = asyncio.get_running_loop().time() + self.seconds
        try:
            prompt = "\n".join(f"{one['role']}\n{one['content']}" for one in json.loads(raw)["messages"])
            about = replies.number(prompt)
            if about in self.started and about not in self.finished:
                self.early.add(about)
            self.started.add(about)
            chain, cached, size = self._blocks(prompt, about)
            body = None
            if self.storm:
                key = hashlib.blake2b(raw, digest_size=16).digest()
                self.times[key] += 1
                if fault := replies.fault(prompt, raw, self.times[key]):
                    seen.faults += 1
                    await asyncio.sleep(due - asyncio.get_running_loop().time())
                    return None if fault.silent else (fault.status, fault.body, fault.headers)
            text = replies.answer(prompt)
            body = replies.completion(text, size, cached)
            await asyncio.sleep(due - asyncio.get_running_loop().time())
            self.blocks.update(chain)
            self.finished.add(about)
            seen.done += 1
            return 200, body, ()
        finally:
            seen.flying -= 1
            seen.last = time.monotonic()

    def _blocks(self, prompt: str, about: str) -> tuple[list[bytes], int, int]:
        """The prompt's blocks, each hashed with all before it; bytes that finished calls sent, and all."""
        data, chain, mark = prompt.encode(), [], b""
        for at in range(0, len(data) - len(data) % BLOCK, BLOCK):
            mark = hashlib.blake2b(mark + data[at : at + BLOCK], digest_size=12).digest()
            chain.append(mark)
        known = next((at for at, one in enumerate(chain) if one not in self.blocks), len(chain)) * BLOCK
        known = known if known >= LEAST else 0
        self.seen.sent += len(data)
        self.seen.shared += known
        self.seen.fresh[about] += len(data) - known
        return chain, known, len(data)

    async def connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Requests of one connection, one after the other."""
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                if head.startswith(b"get"):
                    self.seen.early = len(self.early)
                    self.seen.processor = time.process_time()
                    answer: Any = (200, vars(self.seen), ())
                else:
                    length = int(head.split(b"content-length:", 1)[1].split(b"\r\n", 1)[0])
                    answer = await self.handle(await reader.readexactly(length))
                if answer is None:
                    await reader.read()  # until the client hangs up
                    return
                status, body, headers = answer
                data = (body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)).encode()
                kind = "text/html" if isinstance(body, str) else "application/json"
                lines = [f"HTTP/1.1 {status} -", f"Content-Type: {kind}", f"Content-Length: {len(data)}"]
                lines += [f"{name}: {value}" for name, value in headers]
                writer.write("\r\n".join([*lines, "", ""]).encode() + data)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


async def main(seconds: float, storm: bool) -> None:
    """Serve until standard input ends."""
    server = Server(seconds, storm)
    listening = await asyncio.start_server(server.connection, "127.0.0.1", 0, backlog=1024, limit=1 << 22)
    print(listening.sockets[0].getsockname()[1], flush=True)
    loop = asyncio.get_running_loop()
    over = asyncio.Event()
    loop.add_reader(sys.stdin.fileno(), lambda: sys.stdin.buffer.read1() or over.set())
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(over.wait(), LONGEST)
    listening.close()


if __name__ == "__main__":
    asyncio.run(main(float(sys.argv[1]), "storm" in sys.argv[2:]))
