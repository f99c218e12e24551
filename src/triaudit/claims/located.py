"""Drafts of claims checked against the segment that they come from, and placed in the report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from triaudit.claims.citations import Entry, cited
from triaudit.claims.segments import Segment
from triaudit.questions import ClaimDraft
from triaudit.text import Span, find_quote, plain
from triaudit.types import Claim


class Located(NamedTuple):
    """The claims of one segment."""

    claims: list[Claim]
    invalid: int
    """Drafts without text, or whose quote is not in the segment."""
    unresolved: int
    """Citation markers of the claims that lead nowhere."""


def located(
    drafts: Sequence[ClaimDraft],
    report: str,
    segment: Segment,
    language: str,
    known: Mapping[str, list[Entry]],
) -> Located:
    """Claims with their places and sources; what can't be placed is dropped and counted."""
    text = report[segment.start : segment.end]
    claims: list[Claim] = []
    markers: set[tuple[int, str]] = set()
    used: set[Span] = set()
    invalid = cursor = 0
    for draft in drafts:
        span = _place(draft.quote, text, cursor, used)
        stated = plain(draft.text)
        if span is None or not stated:
            invalid += 1
            continue
        cursor = max(cursor, span.start)
        used.add(span)
        start, end = segment.start + span.start, segment.start + span.end
        sources = cited(report, start, end, known)
        markers.update((start, marker) for marker in sources.unresolved)
        claims.append(
            Claim(
                id="",
                text=stated,
                kind=draft.kind,
                start=start,
                end=end,
                segment_start=segment.start,
                segment_end=segment.end,
                sources=sources.urls,
                as_of=draft.as_of,
                language=language,
            )
        )
    return Located(claims, invalid, len(markers))


def _place(quote: str, text: str, cursor: int, used: set[Span]) -> Span | None:
    """Where a quote stands; of several places the first unused one from the previous claim's on."""
    if not quote.strip():
        return None
    at = text.find(quote, cursor)
    if at >= 0:
        again = text.find(quote, at + 1) if Span(at, at + len(quote)) in used else -1
        return Span(max(at, again), max(at, again) + len(quote))
    found = find_quote(quote, text)
    return found[1] if found else None
