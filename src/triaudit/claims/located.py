"""Drafts of claims checked against the segment that they come from, and placed in the report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from triaudit.claims.citations import Entry, cited
from triaudit.claims.segments import Segment
from triaudit.questions import ClaimDraft
from triaudit.text import Span, place, plain
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
        span = place(draft.quote, text, cursor)
        if span in used and (again := text.find(draft.quote, span.start + 1)) >= 0:
            span = Span(again, again + len(draft.quote))
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
