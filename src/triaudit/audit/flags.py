"""What an audit notes about itself: a closed set of words, each with an optional detail after a colon."""

from __future__ import annotations

from collections.abc import Collection
from enum import StrEnum


class Flag(StrEnum):
    """The first word of a flag of ProcessAudit."""

    RESULTS_NOT_LOGGED = "results_not_logged"
    """The trace says what was searched and opened and not what came back."""
    REPORT_DRAFT = "report_draft"
    """Steps that are the report or a draft of it (`draft`); nothing rests on them."""
    FINDINGS_FROM_DRAFT = "findings_from_draft"
    """A reply named findings that only a draft of the report shows; they were left out."""
    STEPS_SHORTENED = "steps_shortened"
    """The question about the whole trace was asked with shortened step texts."""
    TRACE_INCOMPLETE = "trace_incomplete"
    """The trace was damaged; the good part was audited."""
    INSTRUCTS_JUDGE = "instructs_judge"
    """Steps hold words meant for the judge: the rules skip them, a model is told to ignore them."""
    HIDDEN_TEXT = "hidden_text"
    """Steps hold text that no reader of a page would see."""
    CLAIMS_MISSING = "claims_missing"
    """There is no list of the report's claims to trace back."""
    STRUCTURE_UNANSWERED = "structure_unanswered"
    """Some windows gave no actions and findings."""
    CONTRADICTIONS_UNANSWERED = "contradictions_unanswered"
    """Some windows were not searched for contradictions."""
    CONSISTENCY_NOT_COMPARABLE = "consistency_not_comparable"
    """Report and trace speak of nothing in common that could agree or differ."""
    STEPS_UNKNOWN = "steps_unknown"
    """A reply cited steps that it was not shown; they were left out."""
    IDS_UNKNOWN = "ids_unknown"
    """A reply answered items that were not asked about; they were left out."""
    QUOTES_NOT_FOUND = "quotes_not_found"
    """A reply quoted words that are not there; the item was not accepted."""


def note(flag: Flag, detail: str | int = "") -> str:
    """A flag with its detail."""
    return f"{flag.value}: {detail}" if detail != "" else flag.value


def has(flags: Collection[str], flag: Flag) -> bool:
    """Whether a flag is set, with or without detail."""
    return any(item.split(":")[0] == flag.value for item in flags)
