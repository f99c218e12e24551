"""One answer for several repeats of a question: the mean of scores, the vote of labels. Pure.

What lists things, such as claims or criteria, is asked once: there is no mean of two lists.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeVar

from triaudit.answers import matched
from triaudit.judge.forms import answers_of
from triaudit.questions import Answer, Question, VerdictReply
from triaudit.types import Label, Record, Unanswered, UnknownReason

R = TypeVar("R", bound=Record)


def repeatable(question: Question[Any]) -> bool:
    """Whether the answer is scores or labels, so that several can be pooled."""
    at = answers_of(question.reply)
    return question.reply is VerdictReply or bool(at and at.item.measure and question.asked)


def pooled(question: Question[R], replies: Sequence[R | Unanswered]) -> R | Unanswered:
    """The answer that the repeats come to; unanswered repeats are left out and stay visible as None.

    A score is the mean of those given. What is true or false needs more than half of the repeats to be
    true. A label is the one that most repeats gave; where several share that place, UNKNOWN. Reason,
    quote and evidence are those of the first repeat that is nearest to the result.
    """
    told = [reply for reply in replies if not isinstance(reply, Unanswered)]
    if not told:
        return replies[0]
    if isinstance(told[0], VerdictReply):
        return _voted(replies)  # type: ignore[arg-type, return-value]
    at = answers_of(question.reply)
    assert at is not None
    items = [
        () if isinstance(reply, Unanswered) else tuple[Answer, ...](getattr(reply, at.field))
        for reply in replies
    ]
    by_repeat = [matched(some, question.asked).by_id for some in items]
    made = [
        item
        for name in question.asked
        if (item := _item([repeat[name] for repeat in by_repeat], at.item.measure)) is not None
    ]
    stray = [item for some in items for item in some if item.about not in question.asked]
    return told[0].model_copy(update={at.field: (*made, *stray)})


def _item(answers: Sequence[Answer | Unanswered], measure: str) -> Answer | None:
    """The answer for one id; None where no repeat has one."""
    given = [answer for answer in answers if isinstance(answer, Answer)]
    if not given:
        return None
    values = [getattr(answer, measure) for answer in given]
    mean = math.fsum(values) / len(values)
    result = mean > 0.5 if isinstance(values[0], bool) else mean
    nearest = min(given, key=lambda answer: abs(getattr(answer, measure) - result))
    repeats = tuple(getattr(answer, measure, None) for answer in answers)
    return nearest.standing_for(repeats, **{measure: result})


def _voted(replies: Sequence[VerdictReply | Unanswered]) -> VerdictReply:
    labels = tuple(None if isinstance(reply, Unanswered) else reply.label for reply in replies)
    counts = Counter(label for label in labels if label is not None)
    first = [label for label in Label if counts[label] == max(counts.values())]
    if len(first) > 1:
        votes = ", ".join(f"{label.value} {counts[label]}" for label in Label if counts[label])
        tie = VerdictReply(
            label=Label.UNKNOWN,
            unknown=UnknownReason.INSUFFICIENT,
            reasoning=f"The repeats of the question disagree: {votes}.",
        )
        return tie.standing_for(labels)
    winner = next(r for r in replies if isinstance(r, VerdictReply) and r.label is first[0])
    return winner.standing_for(labels)
