"""The question about one part of a report that is too long for a judge to be shown whole."""

from __future__ import annotations

from typing import ClassVar

from triaudit.questions import Answer, GradedCriterion, Question, Reply
from triaudit.types import Record


class PartNote(Answer):
    """What one part of a report does about a criterion, with the part's words; empty where nothing."""

    key: ClassVar[str] = "criterion"

    criterion: str
    note: str = ""
    quotes: tuple[str, ...] = ()


class PartReply(Reply):
    """One note for every criterion asked about."""

    notes: tuple[PartNote, ...]


class ReadPart(Question[PartReply]):
    """What does this part of the report do about each criterion?"""

    template: ClassVar[str] = "quality/part"
    reply: ClassVar[type[Record]] = PartReply
    asks: ClassVar[str] = "criteria"

    query: str
    language: str
    outline: str
    """The whole report's headings."""
    number: int
    parts: int
    """This is part `number` of so many, counted from 1."""
    text: str
    criteria: tuple[GradedCriterion, ...]
