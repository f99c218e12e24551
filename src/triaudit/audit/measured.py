"""Signals counted in a trace, without a judge; `signals` says what each of them means."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import urlsplit

from triaudit.audit.draft import research
from triaudit.audit.similar import Earlier
from triaudit.text import tokens, urls
from triaudit.types import Repeat, Step

LOGGED = 0.5
"""Below this share of searches and reads with results, a trace counts as one that logs none: where most
of what was read is not there, a claim without a step says nothing of the claim."""


def address(url: str) -> str:
    """An address as it is compared: without scheme, `www.`, fragment, tracking parameters and final slash."""
    try:
        parts = urlsplit(url if "//" in url else f"//{url}")
        host = (parts.hostname or "").removeprefix("www.")
    except ValueError:
        return url
    query = "&".join(
        p for p in parts.query.split("&") if p and not p.startswith(("utm_", "gclid=", "fbclid="))
    )
    return f"{host}{parts.path.rstrip('/')}{'?' if query else ''}{query}"


def domain(url: str) -> str:
    """The host name of an address."""
    return re.split(r"[/?]", address(url), maxsplit=1)[0]


def results_logged(steps: Iterable[Step]) -> float | None:
    """Share of searches and reads whose results the trace holds; None where it has neither."""
    asked = [step.has_results for step in steps if step.kind in {"search", "read"}]
    return sum(asked) / len(asked) if asked else None


def measure(steps: Sequence[Step], report: str, sources: Sequence[str]) -> dict[str, float]:
    """The signals of one trace (the table of `signals`), given the report and the sources listed with it."""
    searches = [step for step in steps if step.kind == "search"]
    reads = [step for step in steps if step.kind == "read"]
    logged = results_logged(steps)
    opened = [address(url) for step in reads for url in step.urls]
    seen = {address(url) for step in research(steps) for url in (*step.urls, *_named(step.text))}
    cited = {address(url) for url in (*_named(report), *(s for s in sources if "://" in s))}
    result: dict[str, float] = {
        "steps": len(steps),
        "characters": sum(len(step.text) for step in steps),
        "searches": len(searches),
        **_queries(searches),
        "distinct_domains": len(
            {domain(url) for step in (*searches, *reads) for url in _reached(step)} - {""}
        ),
        "pages_opened": len(set(opened)),
        "pages_reopened": len(opened) - len(set(opened)),
        "backtracks": _backtracks(steps),
        "cited_urls": len(cited),
        **_used(steps),
    }
    if logged is not None:
        result["results_logged"] = logged
        if logged >= LOGGED:
            result["dead_ends"] = sum(not step.has_results for step in searches)
            result["stale_searches"] = _stale(searches)
            result["depth"] = _depth(steps)
    if cited:
        result["cited_seen"] = len(cited & seen) / len(cited)
    return result


def _named(text: str) -> list[str]:
    return [url for _, url in urls(text)]


def _stale(searches: Sequence[Step]) -> int:
    known, stale = set[str](), 0
    for step in searches:
        brought = {address(url) for url in _reached(step)}
        stale += bool(brought) and brought <= known
        known |= brought
    return stale


def _backtracks(steps: Sequence[Step]) -> int:
    earlier = Earlier()
    last: dict[str | int, int] = {}
    count = 0
    for place, step in enumerate(step for step in steps if step.kind in {"search", "read"}):
        here: set[str | int] = set()
        if step.kind == "read":
            here.update(address(url) for url in step.urls)
        for query in step.queries if step.kind == "search" else ():
            seen = earlier.find(query, step.index)
            here.add(seen[0] if seen else step.index)
        count += any(place - last[one] > 1 for one in here if one in last)
        last |= dict.fromkeys(here, place)
    return count


def _used(steps: Sequence[Step]) -> dict[str, float]:
    """Time and tokens, as far as they are recorded."""
    used: dict[str, float] = {}
    begun = [step.at for step in steps if step.at is not None]
    ended = [step.at + (step.seconds or 0.0) for step in steps if step.at is not None]
    timed = {step.index for step in steps if step.seconds is not None}
    outer = [s.seconds for s in steps if s.seconds is not None and s.parent not in timed]
    if len(begun) > 1 or (begun and timed):
        used["seconds"] = max(ended) - min(begun)
    elif outer:
        used["seconds"] = math.fsum(outer)
    wholes = _above(steps, {step.index for step in steps if step.tokens is not None})
    parts = [step.tokens for step in steps if step.tokens is not None and step.index not in wholes]
    if parts:
        used["tokens"] = sum(parts)
    return used


def _above(steps: Sequence[Step], counted: set[int]) -> set[int]:
    """The steps in which one that is counted happened."""
    parents = {step.index: step.parent for step in steps}
    above: set[int] = set()
    for index in counted:
        at = parents.get(index)
        while at is not None and at not in above:
            above.add(at)
            at = parents.get(at)
    return above


def _reached(step: Step) -> list[str]:
    return [*step.urls, *(_named(step.text) if step.has_results else ())]


def repeats(steps: Iterable[Step]) -> tuple[Repeat, ...]:
    """The queries that repeat an earlier one by words and digits alone, in the order they were sent."""
    return tuple(
        Repeat(step=step.index, of=first, query=query)
        for step, query, first in _asked(steps)
        if first is not None
    )


def _asked(steps: Iterable[Step]) -> Iterator[tuple[Step, str, int | None]]:
    """The queries with the step that sent each, and the one that sent the same before."""
    earlier = Earlier()
    for step in steps:
        for query in step.queries if step.kind == "search" else ():
            seen = earlier.find(query, step.index)
            yield step, query, seen[0] if seen else None


def _queries(steps: Iterable[Step]) -> dict[str, float]:
    known = set[str]()
    count = distinct = refined = 0
    for _, query, first in _asked(steps):
        count += 1
        if first is not None:
            continue
        distinct += 1
        words = set(tokens(query))
        refined += bool(words & known) and any(not word.isdecimal() for word in words - known)
        known |= words
    return {
        "queries": count,
        "distinct_queries": distinct,
        "near_duplicate_queries": count - distinct,
        "refined_queries": refined,
    }


def _depth(steps: Sequence[Step]) -> int:
    """Queries that use a word which a result brought up: not in a query before, in a result before."""
    asked, brought = set[str](), set[str]()
    earlier = Earlier()
    depth = 0
    for step in steps:
        for query in step.queries if step.kind == "search" else ():
            words = set(tokens(query))
            if earlier.find(query, step.index) is None:
                depth += bool((words - asked) & brought)
            asked |= words
        if step.has_results:
            brought.update(tokens(step.text))
    return depth
