"""Keeps secrets out of the configuration: it holds names of environment variables, never values."""

from __future__ import annotations

import base64
import logging
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote

from triaudit.errors import TriauditError

_NAMED = re.compile(
    r"(^|[._-])(api_?key|secret|token|password|passwd|passphrase|credential|authorization)s?$", re.IGNORECASE
)
_SHAPED = re.compile(
    r"(?<![\w/.-])(sk|pk|rk|xai|gsk|hf|ghp|gho|ghs|glpat|xox[abp])[-_](?=[\w-]*\d)[\w-]{10,}|\bAKIA[A-Z0-9]{12,}"
    r"|\bBearer\s+\S{8,}"
    r"|://[^/\s@\"'<>\\]{1,300}@"
    r"|[?&](?i:[\w-]{0,40}(?:key|token|secret|sig|signature|password))=[^&\s\"'<>]{4,}",
)
_NAME_OF = re.compile(r"(^|[._-])\w*key_env$")
_COUNT = re.compile(r"null|\d{1,9}")
_VARIABLE = re.compile(r"^[A-Z][A-Z0-9_]*$")
_SENSITIVE = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL")


_protected: set[str] = set()
"""Names of variables that hold secrets whatever they are called."""


def protect(variable: str) -> None:
    """Treat the value of an environment variable as a secret, whatever its name."""
    _protected.add(variable)


def _environment() -> set[str]:
    """Values of this process's variables that are secret: by name, by use, or inside a proxy's address."""
    found = {
        v
        for k, v in os.environ.items()
        if _SENSITIVE.search(k.upper()) and len(v) >= (16 if v.isalpha() else 8)
    }
    found |= {v for k, v in os.environ.items() if k in _protected and len(v) >= 6}
    for name, value in os.environ.items():
        if name.upper().endswith("_PROXY") and "@" in value:
            user, _, password = value.rpartition("@")[0].rpartition("//")[2].partition(":")
            plain = [unquote(user), unquote(password)]
            sent = base64.b64encode(":".join(plain).encode()).decode()
            found |= {part for part in (password, plain[1], sent) if len(part) >= 6}
    return found


def is_secret(key: str, value: object) -> bool:
    """Whether a setting holds a secret's value, by its key's name, its shape or this environment."""
    if not isinstance(value, str) or not value:
        return False
    if _SHAPED.search(value) or any(secret in value for secret in _environment()):
        return True
    if _NAME_OF.search(key) and not _VARIABLE.match(value):
        return True  # a key where the name of its variable belongs
    if key.endswith("tokens") and _COUNT.fullmatch(value):
        return False  # how many, not what
    return bool(_NAMED.search(key)) and not _VARIABLE.match(value) and not value.startswith("${")


def scrub(text: str) -> str:
    """Text with everything that looks like a secret replaced."""
    return _SHAPED.sub("[secret]", hide(text))


def hide(text: str) -> str:
    """Text with the secrets of this environment replaced, and nothing that only looks like one."""
    for secret in sorted(_environment(), key=len, reverse=True):
        text = text.replace(secret, "[secret]")
    return text


def scrub_logs() -> None:
    """Let no log of this process hold a secret, whichever library writes it and wherever it goes."""
    plain = logging.getLogRecordFactory()

    def scrubbed(*args: Any, **more: Any) -> logging.LogRecord:
        record = plain(*args, **more)
        try:
            record.msg, record.args = scrub(record.getMessage()), None
        except Exception:  # noqa: BLE001  (a message that does not fit its arguments: logging says so itself)
            return record
        if record.exc_info:
            record.exc_text = scrub(logging.Formatter().formatException(record.exc_info))
        return record

    logging.setLogRecordFactory(scrubbed)


def walk(value: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every leaf of nested mappings and lists with its dotted key."""
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from walk(item, f"{prefix}.{key}" if prefix else str(key))
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from walk(item, f"{prefix}.{index}")
    else:
        yield prefix, value


def refuse(settings: Any, where: str) -> None:
    """Raise where any setting is a secret's value.

    Raises:
        TriauditError: Names the place and the key, never the value.
    """
    for key, value in walk(settings):
        if is_secret(key, value):
            raise TriauditError(
                f"{where}: {key} holds a secret's value: put it into an environment variable and give "
                f"that variable's name (such as {key.removesuffix('_env')}_env=JUDGE_API_KEY)"
            )
        if isinstance(value, str) and re.search(r"\$\{\s*(oc\.env|env|oc\.decode)\s*:", value):
            raise TriauditError(
                f"{where}: {key} reads an environment variable into the configuration, which is "
                "written to files: give the variable's name instead"
            )
