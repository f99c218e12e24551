"""One part of a long report by rule: the sentences that speak of each criterion."""

from __future__ import annotations

from triaudit.excerpts import PartNote, PartReply, ReadPart
from triaudit.judge.rules.reading import read
from triaudit.words import term_set

MOST, LONGEST = 3, 280
"""Sentences for a criterion, and characters of one."""


def read_part(question: ReadPart) -> PartReply:
    """For every criterion the sentences that share the most words with it, else those that say the most.

    Criteria that name nothing, such as those on reasoning, get sentences with marks of it and figures.
    """
    reading = read(question.text)
    usable = [i for i, one in enumerate(reading.sentences) if not one.idle and len(one.text) <= LONGEST]
    notes = []
    for criterion in question.criteria:
        held = reading.holding(term_set(f"{criterion.text} {criterion.explanation}"))

        def telling(index: int, held: dict[int, int] = held) -> tuple[int, int, int]:
            sentence = reading.sentences[index]
            return -held.get(index, 0), -len(sentence.marks) - bool(sentence.numbers), index

        best = sorted(sorted(usable, key=telling)[:MOST])
        notes.append(
            PartNote(criterion=criterion.id, quotes=tuple(reading.sentences[index].text for index in best))
        )
    return PartReply(notes=tuple(notes))
