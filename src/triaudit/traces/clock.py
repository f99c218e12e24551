"""When a step of a JSON trace happened, how long it took and what it used, under the usual names."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime

_BEGINNINGS = (
    *("start_time", "started_at", "startTime", "startTimeUnixNano", "start_time_unix_nano", "start"),
    *("timestamp", "time", "created_at", "created", "ts", "at"),
)
_ENDS = ("end_time", "ended_at", "finished_at", "endTime", "endTimeUnixNano", "end_time_unix_nano", "end")
_LENGTHS = {
    **dict.fromkeys(("duration", "seconds", "elapsed", "duration_s", "duration_seconds"), 1.0),
    **dict.fromkeys(("elapsed_seconds", "execution_time_seconds", "latency", "execution_time"), 1.0),
    **dict.fromkeys(("duration_ms", "durationMs", "elapsed_ms", "latency_ms", "execution_time_ms"), 1e-3),
}
_TIMES = frozenset((*_BEGINNINGS, *_ENDS, *_LENGTHS))
_USAGE = ("usage", "usage_metadata", "token_usage", "tokens")
_TOTAL = ("total_tokens", "totalTokens", "total_token_count")
_PARTS = (
    *("input_tokens", "output_tokens", "prompt_tokens", "completion_tokens"),
    *("inputTokens", "outputTokens", "cache_read_input_tokens", "cache_creation_input_tokens"),
)
_COUNTS = frozenset((*_USAGE, *_TOTAL, *_PARTS))
_LONGEST = 40


def moment(value: object) -> float | None:
    """Seconds since 1970 of a time in ISO 8601, or in seconds, milli-, micro- or nanoseconds.

    A time without a zone counts as UTC. Numbers before September 2001 are no times: they are more
    likely to be offsets or counts.
    """
    if isinstance(value, str) and len(value) <= _LONGEST:
        try:
            number = _number(float(value))
        except ValueError:
            return _dated(value)
    else:
        number = _number(value)
    if number is None or number < 1e9:
        return None
    scale = next((scale for scale in (1.0, 1e3, 1e6, 1e9) if number / scale < 1e11), None)
    return number / scale if scale else None


def _dated(text: str) -> float | None:
    try:
        read = datetime.fromisoformat(text)
        return (read if read.tzinfo else read.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None


def times(item: Mapping[str, object]) -> tuple[float | None, float | None]:
    """When an item began, in seconds since 1970, and how many seconds it took."""
    if item.keys().isdisjoint(_TIMES):
        return None, None
    began = next((at for key in _BEGINNINGS if (at := moment(item.get(key))) is not None), None)
    ended = next((at for key in _ENDS if (at := moment(item.get(key))) is not None), None)
    took = ended - began if began is not None and ended is not None and ended >= began else None
    if took is None:
        took = next(
            (n * scale for key, scale in _LENGTHS.items() if (n := _number(item.get(key))) is not None), None
        )
    return began, took


def tokens(item: Mapping[str, object]) -> int | None:
    """Tokens that an item says it used: its total, else the sum of what went in and came out."""
    if item.keys().isdisjoint(_COUNTS):
        return None
    for place in (*(item.get(key) for key in _USAGE), item):
        if isinstance(place, int) and not isinstance(place, bool) and place >= 0:
            return place
        if not isinstance(place, Mapping):
            continue
        total = next((n for key in _TOTAL if (n := _number(place.get(key))) is not None), None)
        some = [n for key in _PARTS if (n := _number(place.get(key))) is not None]
        if total is not None or some:
            return int(math.fsum(some) if total is None else total)
    return None


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    number = float(value) if abs(value) < 1e300 else math.inf
    return number if math.isfinite(number) and number >= 0 else None
