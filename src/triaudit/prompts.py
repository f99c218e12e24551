"""Renders prompts; the one place where judged text enters a prompt.

Reports, traces, pages, attachments and queries are data. A template can print them only through the
`fence` filter, which wraps them in a marker made from their own hash: the same in every run, and not
to be forged by the text inside. Anything else that a template prints must be a number, an id or a
value of a closed set; free text raises.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import FileSystemLoader, StrictUndefined, Template
from jinja2.sandbox import ImmutableSandboxedEnvironment

from triaudit.errors import TriauditError
from triaudit.files import digest
from triaudit.questions import Question

FOLDER = Path(__file__).parent / "prompts"
_ID = re.compile(r"[\w.@-]{0,64}", re.ASCII)

LONG = 2048
"""Characters from which on a text that several questions are about is fenced once for them all."""


class Fenced(str):
    """Text that is marked as data, or that is the template's own."""

    __slots__ = ()


def fence(text: str, name: str = "data") -> Fenced:
    """Text between two lines that carry its hash; says what it is and where it ends."""
    return (_fenced if len(text) < LONG else _fenced_once)(text, name)


def _fenced(text: str, name: str) -> Fenced:
    mark = digest(f"{name}\n{text}")[:16]
    return Fenced(f"<<<{name} {mark}\n{text}\n{mark} {name}>>>")


_fenced_once = lru_cache(maxsize=32)(_fenced)


def _printable(value: Any) -> Any:
    if isinstance(value, Fenced | bool | int | float | Enum) or value is None:
        return value.value if isinstance(value, Enum) else value
    if isinstance(value, str) and _ID.fullmatch(value):
        return value
    raise TriauditError(
        f"a prompt prints free text {str(value)[:40]!r} outside a fence: use `| fence('name')`"
    )


@cache
def _environment() -> ImmutableSandboxedEnvironment:
    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(FOLDER),
        undefined=StrictUndefined,
        finalize=_printable,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    environment.filters["fence"] = fence
    return environment


class Prompt(NamedTuple):
    """A rendered template in the order in which it is sent: what many calls share comes first."""

    rules: str
    """What the judge has to do; the same for every question of a kind."""
    shared: str
    """The data that many questions are about, such as a report or a trace."""
    varying: str
    """What this question alone asks about."""

    @property
    def text(self) -> str:
        """All of it."""
        return self.rules + self.shared + self.varying


_PART = re.compile(r"^\{# (shared|varying) #\}\n", re.MULTILINE)


@cache
def _parts(environment: ImmutableSandboxedEnvironment, path: Path) -> dict[str, Template]:
    """The pieces of a template, split where a line `{# shared #}` or `{# varying #}` stands."""
    first, *rest = _PART.split(path.read_text("utf-8"))
    pieces = dict(zip(rest[::2], rest[1::2], strict=True))
    pieces["rules" if pieces else "varying"] = first
    return {name: environment.from_string(source) for name, source in pieces.items()}


def prompt(question: Question[Any]) -> Prompt:
    """The prompt of a question: its template filled with its inputs.

    Raises:
        TriauditError: The template is missing, or prints unfenced text.
    """
    path = FOLDER / f"{question.template}.jinja"
    if not path.is_file():
        raise TriauditError(f"prompt {path} is missing: every question kind needs its template")
    fields: dict[str, Any] = {name: getattr(question, name) for name in type(question).model_fields}
    made = {name: part.render(**fields) for name, part in _parts(_environment(), path).items()}
    return Prompt(made.get("rules", ""), _one(made.get("shared", "")), made.get("varying", ""))


@lru_cache(maxsize=32)
def _one(text: str) -> str:
    """The same object for the same text: kept, hashed and compared once."""
    return text


def render(question: Question[Any]) -> str:
    """The whole prompt of a question as one text."""
    return prompt(question).text
