"""What a provider's error means: whether to wait, to give up this call, or to stop calling at all.

Pure functions of status, headers and body. Codes are read before words, and words never out of their
sentence: an overlong prompt whose message names `response_format` is an overlong prompt.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Literal, NamedTuple

from triaudit.judge.endpoint import Fault
from triaudit.secrets import scrub
from triaudit.types import UnansweredReason

_TRANSIENT = {408, 409, 425, 429}
_LONG = re.compile(
    r"context[ _](length|window|size)|maximum (context|prompt|input)"
    r"|(prompt|input|request)[^.]{0,40} too (long|large)"
    r"|exceeds? the (available )?context|too many (input )?tokens",
    re.IGNORECASE,
)
_FILTERED = re.compile(r"content[ _]?(filter|management|policy)|responsible ?ai|safety system", re.IGNORECASE)
_SPENT = re.compile(
    r"exceeded your current quota|insufficient (quota|credit|balance|funds)|billing", re.IGNORECASE
)
_REJECTS = re.compile(
    r"unsupported|not support|n't support|unknown|unrecogni[sz]ed|unexpected"
    r"|not (allowed|permitted|available)|must be|only the default|instead"
    r"|extra (inputs|fields)|invalid|deprecated",
    re.IGNORECASE,
)
_FORMS = ("json_schema", "json_object", "text")


class Error(NamedTuple):
    """A provider's error as its body tells it."""

    message: str = ""
    code: str = ""
    param: str = ""


def error(body: str) -> Error | None:
    """The error in a body, in the forms that providers use; None where it tells of none."""
    try:
        data: Any = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if isinstance(data, list) and data:
        data = data[0]
    if not isinstance(data, Mapping):
        return None
    found = data.get("error", data.get("detail") or data.get("message"))
    if not found:
        return None
    if not isinstance(found, Mapping):
        return Error(message=found if isinstance(found, str) else json.dumps(found))
    names = ("message", "code", "param")
    values = [found.get(name) for name in names]
    if not values[1]:
        values[1] = found.get("type")
    return Error(*("" if value is None else str(value) for value in values))


def rejected(body: str, sent: Mapping[str, Any]) -> tuple[str, tuple[str, ...]] | None:
    """The parameter that a 400 rejects, of those that were sent, and other values that it names.

    The second part holds, for `response_format`, the forms that the server says it takes.
    """
    told = error(body)
    if told is None or meaning(told) is not None:
        return None
    forms = tuple(form for form in _FORMS if re.search(rf"['\"`]{form}['\"`]", told.message))
    if told.param:
        name = re.split(r"[.\[]", told.param)[0]
        return (name, forms) if name in sent else None
    for name in sent:
        match = re.search(rf"(?<![\w-]){name}(?![\w-])", told.message)
        if match and _REJECTS.search(told.message):
            return name, forms
    return None


_SEEN = re.compile(
    r"\b(?:images?|image_url|pictures?|vision|multi-?modal|files?|pdfs?|mmproj)\b"
    r"|content[ _]?(?:parts?|types?)|valid string|must be a string|array into go (?:struct field|value)",
    re.IGNORECASE,
)
_OF_FILES = re.compile(r"\b(?:files?|pdfs?|file_data)\b", re.IGNORECASE)
_LARGE = re.compile(
    r"too (?:large|big|many)|exceed|larger than|maximum|at most [1-9]|limit(?:ed)? (?:of|to|is)",
    re.IGNORECASE,
)
_KIND = re.compile(
    r"support|only available|not (?:a )?multi-?modal|at most 0|missing data|mmproj|unknown|unrecogni[sz]ed"
    r"|unexpected|cannot unmarshal|valid string|must be a string|not (?:allowed|permitted|accept|enabled)"
    r"|(?:does not|doesn't|can't|cannot) (?:accept|take|see|process)",
    re.IGNORECASE,
)


class Refusal(NamedTuple):
    """Why a request was refused for the pictures or files in it."""

    about: Literal["size", "kind", "this one"]
    """Too many or too large; none of the kind at all; what is wrong with these alone."""
    said: str
    """The server's words."""
    of_files: bool
    """Whether they speak of files, and not of pictures."""


def refusal(status: int, body: str) -> Refusal | None:
    """Why a request with pictures or files was refused for them; None where that was not why."""
    if status not in {400, 404, 413, 415, 422, 500, 501}:
        return None
    told = error(body) or Error(message=re.sub(r"<[^>]{0,200}>", " ", body[:2000]))
    means = meaning(told)
    if means is UnansweredReason.FILTERED:
        return None
    said = " ".join(scrub(told.message).split())[:200] or str(status)
    words = f"{told.message} {told.code} {told.param}"
    seen, of_files = _SEEN.search(words), bool(_OF_FILES.search(words)) and "image" not in words.lower()
    if status == 413 or (
        seen and _LARGE.search(words) and not re.search(r"at most 0\b", words, re.IGNORECASE)
    ):
        return Refusal("size", said, of_files)
    if seen and _KIND.search(words):
        return Refusal("kind", said, of_files)
    if status < 500 and (seen or means is UnansweredReason.TOO_LONG):
        return Refusal("this one", said, of_files)
    return None


def meaning(told: Error) -> UnansweredReason | None:
    """Why the provider will never answer this call, where the error says so."""
    if told.code in {"context_length_exceeded", "string_above_max_length"}:
        return UnansweredReason.TOO_LONG
    if told.code in {"content_filter", "content_policy_violation", "ResponsibleAIPolicyViolation"}:
        return UnansweredReason.FILTERED
    if _LONG.search(told.message):
        return UnansweredReason.TOO_LONG
    if _FILTERED.search(told.message):
        return UnansweredReason.FILTERED
    return None


def fault(status: int, headers: Mapping[str, str], body: str, now: datetime | None = None) -> Fault:
    """What a reply that is no completion means."""
    told = error(body) or Error()
    said = told.message or re.sub(r"<[^>]{0,200}>", " ", body[:2000])
    words = " ".join(scrub(said).split())[:300]
    detail = f"{status} {words}".rstrip() if not told.code else f"{status} {scrub(told.code)[:60]}: {words}"
    never = meaning(told) if 400 <= status < 500 and status not in {401, 403, 429} else None
    if status == 413:
        never = UnansweredReason.TOO_LONG
    if never is not None:
        return Fault(reason=never, detail=detail)
    spent = status == 402 or told.code in {"insufficient_quota", "billing_hard_limit_reached"}
    if spent or (status in {403, 429} and _SPENT.search(told.message)) or status in {401, 403, 404}:
        return Fault(reason=UnansweredReason.PROVIDER_ERROR, detail=detail, closed=True)
    transient = status in _TRANSIENT or status >= 500
    return Fault(
        reason=UnansweredReason.PROVIDER_ERROR,
        detail=detail,
        transient=transient,
        after=retry_after(headers, now) if transient else None,
    )


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Seconds that Retry-After asks for, in either of its forms; 0 for a date that is over."""
    named = {name.lower(): value.strip() for name, value in headers.items()}
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        if re.fullmatch(r"\d{1,9}(\.\d{1,6})?", named.get(name, "")):
            return float(named[name]) * unit
    try:
        date = parsedate_to_datetime(named["retry-after"])
    except (KeyError, ValueError, TypeError, IndexError, OverflowError):
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    return max(0.0, (date - (now or datetime.now(UTC))).total_seconds())
