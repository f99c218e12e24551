"""Models behind any server that speaks OpenAI's chat completions."""

from __future__ import annotations

import asyncio
import json
import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field

from triaudit.errors import TriauditError
from triaudit.judge import chat, exhibits, faults
from triaudit.judge.blind import checked
from triaudit.judge.chat import Dialect, Form
from triaudit.judge.endpoint import Call, Completion, Fault, Limits, Sampling
from triaudit.judge.exhibits import Sent, Show, Takes
from triaudit.judge.model import Model
from triaudit.secrets import protect, scrub
from triaudit.settings import Settings
from triaudit.types import Unanswered, UnansweredReason

if TYPE_CHECKING:
    from openai import AsyncOpenAI

_VERSIONED = re.compile(r"(?:api-version=[\w.-]{1,40})?")
"""What gateways with an address per deployment want behind it; they take the key as `api-key`."""

ADAPTATIONS = 6
"""How many parameters one call may give up."""


def _served(url: str) -> str:
    """A base URL that `/chat/completions` can be put behind, without the slash at its end."""
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("give a URL such as https://api.example.com/v1")
    if parts.username is not None or parts.password is not None:
        raise ValueError("leave out what stands before @: the key comes from the variable that key_env names")
    if not _VERSIONED.fullmatch(parts.query) or parts.fragment:
        raise ValueError("leave out what follows ? or #; only ?api-version=… may stand there")
    path = parts.path.rstrip("/")
    if path.endswith(("/completions", "/responses")):
        raise ValueError("/chat/completions is put behind it: leave that out")
    if not path:
        raise ValueError(f"the path is missing, most servers want /v1: {parts.scheme}://{parts.netloc}/v1")
    return url.rstrip("/") if not parts.query else f"{url.partition('?')[0].rstrip('/')}?{parts.query}"


class ServerSettings(Settings):
    """Which model, where, and how it is asked."""

    base_url: Annotated[str, AfterValidator(_served)]
    model: str = Field(min_length=1)
    key_env: str | None = Field(pattern=r"^[A-Z_][A-Z0-9_]*$")
    """Name of the environment variable that holds the key; null: the server wants none."""
    identity: str | None = Field(min_length=1)
    repeats: int = Field(default=1, ge=1)
    reply: Literal["auto", "json_schema", "json_object", "text"]
    sampling: Sampling
    runtime: Limits
    takes: Takes = Takes()
    blind: bool = False
    names: Annotated[tuple[str, ...], AfterValidator(checked)] = ()


class Chat:
    """The endpoint: one HTTP request for a call, and again at once without what the model rejects."""

    baseline = False

    def __init__(self, settings: ServerSettings) -> None:
        """Nothing is opened before the first call."""
        self.settings, self.sampling, self.limits = settings, settings.sampling, settings.runtime
        if settings.key_env is not None:
            protect(settings.key_env)
        self.name = f"{settings.model} (blind)" if settings.blind else settings.model
        told = settings.model_dump(include={"base_url", "model", "identity", "reply", "sampling"})
        blind = {"blind": True} if settings.blind else {}
        self.identity: Mapping[str, object] = {"judge": "openai", **told, **blind}
        self.wanted: Form = "json_schema" if settings.reply == "auto" else settings.reply
        self.known: dict[str, Any] = {}
        self.learnt: Callable[[str], None] | None = None
        self.takes = settings.takes if settings.takes.images or settings.takes.files else None
        self.show: Show | None = None
        self._client: tuple[object, AsyncOpenAI] | None = None

    async def complete(self, call: Call) -> Completion | Unanswered:
        """One completion, or what the provider said instead."""
        bare: dict[str, str] = {}
        for _ in range(ADAPTATIONS):
            dialect = self._dialect()
            sampling = call.sampling or self.sampling
            shows = await self._shows(call, dialect, bare) if call.attachments else Sent()
            request = chat.body(call, sampling, self.settings.model, dialect, shows.parts)
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
                    applied=chat.applied(request),
                    seconds=time.perf_counter() - started,
                    shown=shows.shown,
                )
            if shows.parts and (refusal := faults.refusal(status, text)) is not None:
                self._unlike(dialect, refusal, shows)
                why = f"the server refused it: {refusal.said}"
                bare = {"picture": why, "file": why}
                continue
            rejected = faults.rejected(text, request) if status in {400, 422} else None
            if rejected is None or not self._adapt(dialect, *rejected):
                return faults.fault(status, headers, text)
        return Fault(reason=UnansweredReason.PROVIDER_ERROR, detail="rejects one parameter after the other")

    async def _shows(self, call: Call, dialect: Dialect, bare: Mapping[str, str]) -> Sent:
        """The pictures and files of a request; `bare` says why there are to be none."""
        assert call.takes is not None
        refused = {**dialect.unseen, **bare}
        return await exhibits.sent(call.attachments, call.takes, self.show, refused, dialect.most)

    def _unlike(self, tried: Dialect, refusal: faults.Refusal, shows: Sent) -> None:
        """Learn from a request that was refused for its pictures or files."""
        better = tried.unlike(refusal, shows)
        if better is None or tried != self._dialect():
            return
        self.known.update(better.model_dump(mode="json"))
        if self.learnt is not None:
            self.learnt(f"{self.name} was asked without pictures and files: {refusal.said}")

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
            return error.status_code, error.response.headers, self._without_key(error.response.text)
        except openai.APIConnectionError as error:
            cause = _cause(error)
            if isinstance(cause, TimeoutError):
                detail = f"no answer within {self.limits.timeout:g} s (runtime.timeout of the judge)"
            else:
                detail = f"no connection to {self.settings.base_url} ({type(cause).__name__})"
        else:
            return raw.status_code, raw.headers, self._without_key(raw.text)
        return Fault(reason=UnansweredReason.PROVIDER_ERROR, detail=detail, transient=True)

    def _open(self) -> AsyncOpenAI:
        """The client of the running event loop."""
        from openai import AsyncAzureOpenAI, AsyncOpenAI, DefaultAioHttpClient  # noqa: PLC0415

        loop = asyncio.get_running_loop()
        if self._client is None or self._client[0] is not loop:
            key = self._key()
            url, _, version = self.settings.base_url.partition("?api-version=")
            known: dict[str, Any] = {
                "base_url": url,
                "api_key": key,
                "timeout": self.limits.timeout,
                "max_retries": 0,
            }
            try:
                # aiohttp takes about a quarter of the processor time off a call.
                known["http_client"] = DefaultAioHttpClient()
                made = AsyncAzureOpenAI(**known, api_version=version) if version else AsyncOpenAI(**known)
            except (ValueError, ImportError) as error:
                raise TriauditError(
                    f"judge {self.name}: no connection can be set up ({scrub(str(error))}): see the *_PROXY "
                    "variables"
                ) from None
            self._client = (loop, made)
        return self._client[1]

    def _without_key(self, text: str) -> str:
        """What a server said, without the key, which some repeat."""
        key = self._key()
        return text.replace(key, "[secret]") if self.settings.key_env and key in text else text

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


def _cause(error: BaseException) -> BaseException:
    """What an error comes from in the end; the client's names do not tell a broken line from a slow one."""
    while error.__cause__ is not None:
        error = error.__cause__
    return error


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
        takes: Mapping[str, Any] | None = None,
        blind: bool = False,
        names: Sequence[str] = (),
        repeats: int = 1,
    ) -> None:
        """Args:
        base_url: Where the server is; `/chat/completions` is put behind it.
        model: The provider's name for the model.
        key_env: NAME of the environment variable that holds the key; null for none.
        sampling: How replies are drawn.
        runtime: What changes speed and money alone.
        reply: How the server is bound to the reply's form; `auto` finds out.
        identity: What distinguishes models of one name on servers of your own, such as weights and version.
        takes: Pictures and files that the model takes beside text, and how much of them; null for none.
        blind: Whether names are masked in what the model reads.
        names: What is masked then, beside the name of the system that is judged.
        repeats: How often a question is asked whose answer is scores or labels.
        """
        settings = ServerSettings.model_validate(
            {
                "base_url": base_url,
                "model": model,
                "key_env": key_env,
                "identity": identity,
                "repeats": repeats,
                "reply": reply,
                "sampling": sampling,
                "runtime": runtime,
                "takes": takes or {},
                "blind": blind,
                "names": names,
            }
        )
        super().__init__(Chat(settings), names=settings.names if blind else (), repeats=settings.repeats)
