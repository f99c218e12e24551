"""Several judges as one: each is asked once, and a declared rule makes one answer of theirs.

What is judged is combined, thing by thing: scores by their mean or median, labels and yes or no by a
majority. What is written rather than judged (facts, rubrics, claims, findings) can't be averaged: the first
judge writes it, and the next one where that declines for good.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import fsum
from statistics import median
from typing import Any, Literal, NamedTuple, Self, TypeVar, cast

from pydantic import Field

from triaudit.answers import grouped, one
from triaudit.judge import Judge, sees
from triaudit.questions import (
    Answer,
    Beside,
    ContradictionsReply,
    Question,
    RatingsReply,
    RealisedReply,
    Reply,
    ScoreReply,
    SupportedReply,
    VerdictReply,
)
from triaudit.settings import Settings
from triaudit.types import Label, Record, Unanswered, UnansweredReason, UnknownReason, Vote

R = TypeVar("R", bound=Record)
A = TypeVar("A", bound=Answer)
Votes = dict[str, tuple[Vote, ...]]


class PanelSettings(Settings):
    """Who judges, and by which rule one answer is made."""

    judges: dict[str, Judge] = Field(min_length=2)
    scores: Literal["mean", "median"]
    labels: Literal["majority"]
    needs: int | None = Field(ge=1)
    """Judges that must have answered for there to be an answer; null: more than half of them."""


class Given(NamedTuple):
    """One judge's reply."""

    judge: str
    reply: Any


class Panel:
    """A judge that asks several. A member that does not answer is counted as any judge is."""

    def __init__(
        self, *, judges: Mapping[str, Judge], scores: str, labels: str = "majority", needs: int | None = None
    ) -> None:
        """Args:
        judges: Name to judge; the order decides who writes what only one can write.
        scores: `mean` or `median`.
        labels: `majority`: more than half of those who answered, else there is no label.
        needs: How many must have answered.
        """
        self.settings = PanelSettings.model_validate(
            {"judges": dict(judges), "scores": scores, "labels": labels, "needs": needs}
        )
        if needs is not None and needs > len(judges):
            raise ValueError(f"needs={needs}: there are {len(judges)} judges")
        self.judges: dict[str, Judge] = dict(judges)
        self.needs = needs or len(judges) // 2 + 1
        self.name = f"panel of {', '.join(judge.name for judge in judges.values())}"
        self.baseline = any(judge.baseline for judge in judges.values())
        self.identity: Mapping[str, object] = {
            "judge": "panel",
            "judges": [judge.identity or judge.name for judge in judges.values()],
            "rule": self.settings.model_dump(exclude={"judges"}),
        }
        self.sees = sees(next(iter(judges.values())))
        called = Counter(judge.name for judge in judges.values())
        self.called = {
            name: judge.name if called[judge.name] == 1 else f"{judge.name} ({name})"
            for name, judge in judges.items()
        }

    def over(self, wrap: Callable[[Judge], Judge]) -> Self:
        """The same panel of wrapped judges."""
        rule = self.settings
        judges = {name: wrap(judge) for name, judge in self.judges.items()}
        return type(self)(judges=judges, scores=rule.scores, labels=rule.labels, needs=rule.needs)

    async def ask(self, question: Question[R]) -> R | Unanswered:
        """The judges' one answer, with each one's own beside it; Unanswered where too few gave any."""
        combine = COMBINED.get(question.reply)
        if combine is None:
            return await self._written(question)
        answers = await asyncio.gather(*(judge.ask(question) for judge in self.judges.values()))
        named = zip(self.called.values(), answers, strict=True)
        given = [Given(name, answer) for name, answer in named if not isinstance(answer, Unanswered)]
        if len(given) < self.needs:
            return self._too_few(answers)
        made, votes = combine(given, question, self)
        first: Reply = given[0].reply
        beside = Beside(shown=first.beside.shown, votes=votes)
        return cast("R", made.noting(beside))

    async def _written(self, question: Question[R]) -> R | Unanswered:
        """What the first judge writes; of one that will never answer, the next one's."""
        answer: R | Unanswered = Unanswered(reason=UnansweredReason.PROVIDER_ERROR)
        for judge in self.judges.values():
            answer = await judge.ask(question)
            if not isinstance(answer, Unanswered) or answer.retryable:
                return answer
        return answer

    def _too_few(self, answers: Sequence[object]) -> Unanswered:
        """Why there is no answer: first what asking again may mend."""
        failed = {
            name: answer
            for name, answer in zip(self.called.values(), answers, strict=True)
            if isinstance(answer, Unanswered)
        }
        first = next((one for one in failed.values() if one.retryable), next(iter(failed.values())))
        told = "; ".join(f"{name}: {one.reason.value} {one.detail}".rstrip() for name, one in failed.items())
        there = len(answers) - len(failed)
        return Unanswered(
            reason=first.reason,
            detail=f"{there} of {len(answers)} judges answered, {self.needs} are needed ({told})",
        )

    def middle(self, scores: Sequence[float]) -> float:
        """The mean or the median, by the panel's rule."""
        return fsum(scores) / len(scores) if self.settings.scores == "mean" else float(median(scores))


# ---------------------------------------------------------------- one answer of several


def majority(decisions: Sequence[Any]) -> Any:
    """What more than half decided; None where nothing has that many."""
    if not decisions:
        return None
    best, count = Counter(decisions).most_common(1)[0]
    return best if 2 * count > len(decisions) else None


def _each(
    given: Sequence[Given], items: str, asked: Sequence[str], decision: str
) -> dict[str, list[tuple[str, Any]]]:
    """By thing asked about, the judges' answers to it in their order; none of a judge that gave none."""
    found: dict[str, list[tuple[str, Any]]] = {name: [] for name in asked}
    for judge, reply in given:
        for name, some in grouped(getattr(reply, items), asked).by_id.items():
            answer = one(name, some)
            if not isinstance(answer, Unanswered) and getattr(answer, decision) is not None:
                found[name].append((judge, answer))
    return found


def _votes(found: Mapping[str, Sequence[tuple[str, Any]]], given: Sequence[Given], decision: str) -> Votes:
    return {
        name: tuple(
            Vote(judge=judge, decision=getattr(dict(answers).get(judge), decision, None))
            for judge, _ in given
        )
        for name, answers in found.items()
    }


def _scored(
    given: Sequence[Given], question: Question[Any], panel: Panel, items: str
) -> tuple[dict[str, tuple[Any, ...]], Votes]:
    """Scores by mean or median; reason and quote are those of the judge who is nearest to it."""
    found = _each(given, items, question.asked, "score")
    made = []
    for answers in found.values():
        if len(answers) < panel.needs:
            continue
        score = panel.middle([answer.score for _, answer in answers])
        nearest = min((answer for _, answer in answers), key=lambda answer: abs(answer.score - score))
        made.append(nearest.model_copy(update={"score": score}))
    return {items: tuple(made)}, _votes(found, given, "score")


def _decided(
    given: Sequence[Given], question: Question[Any], panel: Panel, items: str, decision: str
) -> tuple[dict[str, tuple[Any, ...]], Votes]:
    """Yes or no by majority, with the words of the first judge of it; without one there is no answer."""
    found = _each(given, items, question.asked, decision)
    made = []
    for answers in found.values():
        decided = majority([getattr(answer, decision) for _, answer in answers])
        if decided is not None and len(answers) >= panel.needs:
            made.append(next(answer for _, answer in answers if getattr(answer, decision) == decided))
    return {items: tuple(made)}, _votes(found, given, decision)


def _scores(given: Sequence[Given], question: Question[Any], panel: Panel) -> tuple[Reply, Votes]:
    made, votes = _scored(given, question, panel, "scores")
    return ScoreReply(**made), votes


def _ratings(given: Sequence[Given], question: Question[Any], panel: Panel) -> tuple[Reply, Votes]:
    made, votes = _scored(given, question, panel, "ratings")
    return RatingsReply(**made), votes


def _realised(given: Sequence[Given], question: Question[Any], panel: Panel) -> tuple[Reply, Votes]:
    made, votes = _decided(given, question, panel, "findings", "realised")
    return RealisedReply(**made), votes


def _supported(given: Sequence[Given], question: Question[Any], panel: Panel) -> tuple[Reply, Votes]:
    made, votes = _decided(given, question, panel, "claims", "supported")
    return SupportedReply(**made), votes


def _verdict(given: Sequence[Given], question: Question[Any], panel: Panel) -> tuple[Reply, Votes]:
    """The majority's label with all its evidence; without one UNKNOWN, and the evidence of all."""
    label = majority([reply.label for _, reply in given])
    agreed = [reply for _, reply in given if label is None or reply.label is label]
    evidence = tuple(dict.fromkeys(item for reply in agreed for item in reply.evidence))
    votes: Votes = {"": tuple(Vote(judge=judge, decision=reply.label.value) for judge, reply in given)}
    if label is None:
        said = ", ".join(f"{judge} {reply.label.value}" for judge, reply in given)
        made = VerdictReply(
            label=Label.UNKNOWN,
            unknown=UnknownReason.JUDGES_DISAGREE,
            evidence=evidence,
            reasoning=f"The judges disagree: {said}.",
        )
        return made, votes
    unknown = next((reply.unknown for reply in agreed if reply.unknown is not None), None)
    disclosed = majority([reply.disclosed for reply in agreed]) is True
    return (
        agreed[0].model_copy(update={"evidence": evidence, "unknown": unknown, "disclosed": disclosed}),
        votes,
    )


def _contradictions(given: Sequence[Given], question: Question[Any], panel: Panel) -> tuple[Reply, Votes]:
    """The first judge's contradictions; how well report and trace agree by mean or median of all."""
    first: ContradictionsReply = given[0].reply
    told = [reply for _, reply in given if reply.consistency is not None]
    votes: Votes = {"": tuple(Vote(judge=judge, decision=reply.consistency) for judge, reply in given)}
    if len(told) < panel.needs:
        return first.model_copy(update={"consistency": None, "reason": ""}), votes
    score = panel.middle([reply.consistency for reply in told])
    nearest = min(told, key=lambda reply: abs(reply.consistency - score))
    return first.model_copy(update={"consistency": score, "reason": nearest.reason}), votes


COMBINED: Mapping[type[Record], Callable[[Sequence[Given], Question[Any], Panel], tuple[Reply, Votes]]] = {
    ScoreReply: _scores,
    RatingsReply: _ratings,
    RealisedReply: _realised,
    SupportedReply: _supported,
    VerdictReply: _verdict,
    ContradictionsReply: _contradictions,
}
"""What is judged, and how; every other kind of reply is written by one judge."""
