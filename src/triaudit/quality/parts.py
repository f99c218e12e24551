"""A report that is longer than a judge can be shown, read whole in parts.

The rule: the report is cut at paragraphs into parts of at most `window` characters. A judge reads every
part once and says for every criterion what the part does about it, with quotes. What it is graded on then
is the report's headings and these notes with their quotes, part by part. Quotes that are not in the part
are left out, and so is a criterion that some part was not read for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from types import MappingProxyType
from typing import NamedTuple

from triaudit.answers import matched
from triaudit.excerpts import PartNote, ReadPart
from triaudit.judge import Judge
from triaudit.markdown import heading
from triaudit.questions import GradedCriterion
from triaudit.text import find_quote
from triaudit.types import Rubric, Task, Unanswered

QUOTES, QUOTE, NOTE = 3, 300, 600
"""The most quotes of a note, and characters of a quote and of a note; longer quotes are no quotes."""
HEADINGS = 4000
"""Characters of the outline, in which the deepest headings give way first."""


class Shown(NamedTuple):
    """What a judge is shown of a report."""

    report: str
    text: str
    parts: int = 1
    """In how many parts the report was read; 1 where `text` is the report itself."""
    flags: tuple[str, ...] = ()
    unread: Mapping[str, Unanswered] = MappingProxyType({})
    """Criteria that a part was not read for."""


def split(report: str, window: int) -> list[str]:
    """Parts of at most `window` characters that joined are the report, of about equal length.

    They end at a paragraph where one ends in the second half of what would fit, else at a line, a sentence,
    a word, and anywhere at last.
    """
    parts: list[str] = []
    rest = report
    while len(rest) > window:
        limit = min(window, ceil(len(rest) / ceil(len(rest) / window) * 1.1))
        found = ((rest.rfind(mark, limit // 2, limit), len(mark)) for mark in ("\n\n", "\n", "。", ". ", " "))
        cut = next((at + length for at, length in found if at >= 0), limit)
        parts.append(rest[:cut])
        rest = rest[cut:]
    return [*parts, rest]


def outline(report: str) -> str:
    """The report's headings, one a line; the deepest ones are left out where they are too many."""
    found = [one for line in report.splitlines() if (one := heading(line)) and one.title]
    for deepest in range(7, 0, -1):
        lines = [f"{'#' * one.level} {one.title}" for one in found if one.level <= deepest]
        if sum(map(len, lines)) + len(lines) <= HEADINGS:
            return "\n".join(lines)
    return ""


async def shown(task: Task, report: str, rubric: Rubric, judge: Judge, window: int) -> Shown:
    """The report where it fits into `window` characters, else what its parts' readers noted."""
    if len(report) <= window:
        return Shown(report, report)
    criteria = tuple(
        GradedCriterion(id=one.id, text=one.text, explanation=one.explanation)
        for dimension in rubric.dimensions
        for one in dimension.criteria
    )
    parts, headings = split(report, window), outline(report)
    questions = [
        ReadPart(
            query=task.query,
            language=task.language,
            outline=headings,
            number=number,
            parts=len(parts),
            text=part,
            criteria=criteria,
        )
        for number, part in enumerate(parts, 1)
    ]
    async with asyncio.TaskGroup() as group:
        asked = [group.create_task(judge.ask(question)) for question in questions]
    unread: dict[str, Unanswered] = {}
    flags: set[str] = {"read_in_parts"}
    notes: list[dict[str, PartNote]] = []
    for part, done in zip(parts, asked, strict=True):
        reply = done.result()
        read: dict[str, PartNote] = {}
        if isinstance(reply, Unanswered):
            given: Mapping[str, PartNote | Unanswered] = dict.fromkeys((one.id for one in criteria), reply)
        else:
            given = matched(reply.notes, [one.id for one in criteria]).by_id
        for key, note in given.items():
            if isinstance(note, Unanswered):
                unread.setdefault(key, note)
            else:
                read[key], strange = _checked(note, part)
                flags |= {"quote_not_found"} if strange else set()
        notes.append(read)
    text = ""
    for most in range(QUOTES, -1, -1):
        text = "\n\n".join(_lines(headings, notes, most))
        if len(text) <= window:
            break
        flags.add("excerpts_shortened")
    return Shown(report, text, len(parts), tuple(sorted(flags)), unread)


def _checked(note: PartNote, part: str) -> tuple[PartNote, bool]:
    """The note with those of its quotes that the part holds, and whether there were others."""
    given = [quote for quote in note.quotes if quote.strip()]
    kept = tuple(q for q in given if len(q) <= QUOTE and find_quote(q, part) is not None)[:QUOTES]
    text = note.note if len(note.note) <= NOTE else note.note[: NOTE - 1] + "…"
    return note.model_copy(update={"quotes": kept, "note": text}), len(kept) < min(len(given), QUOTES)


def _lines(headings: str, notes: Sequence[Mapping[str, PartNote]], most: int) -> Iterator[str]:
    yield f"Headings:\n{headings}"
    for number, read in enumerate(notes, 1):
        said = [
            "\n".join([f"{key}: {note.note}".rstrip(": "), *(f"“{quote}”" for quote in note.quotes[:most])])
            for key, note in read.items()
            if note.note or note.quotes
        ]
        yield "\n".join([f"Part {number} of {len(notes)}:", *said])
