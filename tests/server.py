"""A server that speaks OpenAI's chat completions from a script, for as long as a test runs."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping, Sequence
from email.utils import formatdate
from types import TracebackType
from typing import Any, NamedTuple, Self

Reply = Mapping[str, Any]
"""`{status, headers?, body?, delay_s?}`; a body that is no string is sent as JSON."""


class Request(NamedTuple):
    """A call that came in."""

    at: float
    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def prompt(self) -> str:
        """Everything that was said."""
        return "\n".join(message["content"] for message in self.body["messages"])


def said(content: str | None, finish: str = "stop", **more: Any) -> Reply:
    """A completion."""
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": content}}
    usage = {"prompt_tokens": 900, "completion_tokens": 80}
    return {
        "status": 200,
        "body": {"id": "x", "model": "judge-small", "choices": [choice], "usage": usage, **more},
    }


class Server:
    """Answers on 127.0.0.1 with the replies given, the last of them again and again, or with a function's."""

    def __init__(self, replies: Sequence[Reply] | Callable[[Request], Reply]) -> None:
        self.replies = replies
        self.requests: list[Request] = []
        self.flying = self.most = 0
        self.tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/v1"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.server.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        try:
            while await self._one(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            self.tasks.discard(task)
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in head[1:] if line)}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        request = Request(time.monotonic(), head[0].split(" ")[1], headers, json.loads(body))
        self.requests.append(request)
        if callable(self.replies):
            reply = self.replies(request)
        else:
            reply = self.replies[min(len(self.requests), len(self.replies)) - 1]
        self.flying += 1
        self.most = max(self.most, self.flying)
        try:
            await asyncio.sleep(reply.get("delay_s", 0))
        finally:
            self.flying -= 1
        writer.write(_http(reply))
        await writer.drain()
        return True


def _http(reply: Reply) -> bytes:
    body = reply.get("body", {})
    data = (body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)).encode()
    kind = "text/html" if isinstance(body, str) else "application/json"
    headers = {"Content-Type": kind, **reply.get("headers", {}), "Content-Length": str(len(data))}
    lines = [f"HTTP/1.1 {reply['status']} X", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode() + data


def http_date(seconds: float) -> str:
    """The HTTP date that is so many seconds from now."""
    return formatdate(time.time() + seconds, usegmt=True)
