"""Models behind any server that speaks OpenAI's chat completions."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field

from triaudit.errors import TriauditError
from triaudit.judge import chat, faults
from triaudit.judge.chat import Dialect, Form
from triaudit.judge.endpoint import Call, Completion, Fault, Limits, Sampling
from triaudit.judge.model import Model
from triaudit.settings import Settings
from triaudit.types import Unanswered, UnansweredReason

if TYPE_CHECKING:
    from openai import AsyncOpenAI

ADAPTATIONS = 6
"""How many parameters one call may give up."""


def _served(url: str) -> str:
    """A base URL that `/chat/completions` can be put behind, without the slash at its end."""
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("give a URL such as https://api.example.com/v1")
    if parts.query or parts.fragment:
        raise ValueError("leave out what follows ? or #")
    path = parts.path.rstrip("/")
    if path.endswith(("/completions", "/responses")):
        raise ValueError("/chat/completions is put behind it: leave that out")
    if not path:
        raise ValueError(f"the path is missing, most servers want /v1: {parts.scheme}://{parts.netloc}/v1")
    return url.rstrip("/")


class ServerSettings(Settings):
    """Which model, where, and how it is asked."""

    base_url: Annotated[str, AfterValidator(_served)]
    model: str = Field(min_length=1)
    key_env: str | None = Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")
    """Name of the environment variable that holds the key; null: the server wants none."""
    identity: str | None = Field(min_length=1)
    reply: Literal["auto", "json_schema", "json_object", "text"]
    sampling: Sampling
    runtime: Limits


class Chat:
    """The endpoint: one HTTP request for a call, and again at once without what the model rejects."""

    baseline = False

    def __init__(self, settings: ServerSettings) -> None:
        """Nothing is opened before the first call."""
        self.settings, self.sampling, self.limits = settings, settings.sampling, settings.runtime
        self.name = settings.model
        told = settings.model_dump(include={"base_url", "model", "identity", "reply", "sampling"})
        self.identity: Mapping[str, object] = {"judge": "openai", **told}
        self.wanted: Form = "json_schema" if settings.reply == "auto" else settings.reply
        self.known: dict[str, Any] = {}
        self.learnt: Callable[[str], None] | None = None
        self._client: tuple[object, AsyncOpenAI] | None = None

    async def complete(self, call: Call) -> Completion | Unanswered:
        """One completion, or what the provider said instead."""
        for _ in range(ADAPTATIONS):
            dialect = self._dialect()
            sampling = call.sampling or self.sampling
            request = chat.body(call, sampling, self.settings.model, dialect)
            started = time.perf_counter()
            answer = await self._post(request)
            if isinstance(answer, Fault):
                return answer
            status, headers, text = answer
            if status == 200:
                return chat.completion(
                    _parsed(text),
                    text,
                    self.settings.model,
                    dialect.dropped(sampling, self.wanted),
                    time.perf_counter() - started,
                )
            rejected = faults.rejected(text, request) if status in {400, 422} else None
            if rejected is None or not self._adapt(dialect, *rejected):
                return faults.fault(status, headers, text)
        return Fault(reason=UnansweredReason.PROVIDER_ERROR, detail="rejects one parameter after the other")

    def _dialect(self) -> Dialect:
        return Dialect.model_validate(self.known or {"form": self.wanted})

    def _adapt(self, tried: Dialect, name: str, forms: tuple[str, ...]) -> bool:
        """Whether the call can be made again in another way; learns it where no other call has."""
        if tried != self._dialect():
            return True
        better = tried.learn(name, forms)
        if better is None:
            return False
        self.known.update(better.model_dump(mode="json"))
        if self.learnt is not None:
            instead = {"response_format": better.form, tried.room: better.room}.get(name)
            self.learnt(
                f"{self.name} does not take {name}" + (f", asked with {instead} instead" if instead else "")
            )
        return True

    async def _post(self, request: dict[str, Any]) -> tuple[int, Mapping[str, str], str] | Fault:
        """Status, headers and body of the answer, or why there is none."""
        import httpx2  # noqa: PLC0415
        import openai  # noqa: PLC0415

        client = self._open()
        try:
            # Sent as it is: the typed method first copies the whole request, which takes longest of all.
            raw = await client.post("/chat/completions", cast_to=httpx2.Response, body=request)
        except openai.APIStatusError as error:
            return error.status_code, error.response.headers, error.response.text
        except openai.APITimeoutError:
            detail = f"no answer within {self.limits.timeout:g} s (runtime.timeout of the judge)"
        except openai.APIConnectionError as error:
            detail = f"no connection to {self.settings.base_url} ({type(error.__cause__ or error).__name__})"
        else:
            return raw.status_code, raw.headers, raw.text
        return Fault(reason=UnansweredReason.PROVIDER_ERROR, detail=detail, transient=True)

    def _open(self) -> AsyncOpenAI:
        """The client of the running event loop."""
        from openai import AsyncOpenAI  # noqa: PLC0415

        loop = asyncio.get_running_loop()
        if self._client is None or self._client[0] is not loop:
            made = AsyncOpenAI(
                base_url=self.settings.base_url,
                api_key=self._key(),
                timeout=self.limits.timeout,
                max_retries=0,
            )
            self._client = (loop, made)
        return self._client[1]

    def _key(self) -> str:
        name = self.settings.key_env
        if name is None:
            return "none"
        if not os.environ.get(name):
            raise TriauditError(
                f"judge.key_env={name}: there is no such environment variable: put the provider's key into it"
            )
        return os.environ[name]

    @property
    def place(self) -> str:
        """Where the server is."""
        return self.settings.base_url

    async def raw(self, request: dict[str, Any]) -> tuple[int, Mapping[str, str], str] | Fault:
        """Status, headers and body of the answer to a request of one's own, or why there is none."""
        return await self._post(request)

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            client, self._client = self._client[1], None
            await client.close()


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


class OpenAI(Model):
    """The judge that `conf/judge/*.yaml` make: a model behind OpenAI's protocol, wherever it runs."""

    def __init__(
        self,
        *,
        base_url: str,
        model: str,
        key_env: str | None,
        sampling: Mapping[str, Any],
        runtime: Mapping[str, Any],
        reply: str = "auto",
        identity: str | None = None,
    ) -> None:
        """Args:
        base_url: Where the server is; `/chat/completions` is put behind it.
        model: The provider's name for the model.
        key_env: NAME of the environment variable that holds the key; null for none.
        sampling: How replies are drawn.
        runtime: What changes speed and money alone.
        reply: How the server is bound to the reply's form; `auto` finds out.
        identity: What distinguishes models of one name on servers of your own, such as weights and version.
        """
        settings = ServerSettings.model_validate(
            {
                "base_url": base_url,
                "model": model,
                "key_env": key_env,
                "identity": identity,
                "reply": reply,
                "sampling": sampling,
                "runtime": runtime,
            }
        )
        super().__init__(Chat(settings))
