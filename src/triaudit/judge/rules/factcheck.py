"""Verdicts on claims from passages, by rule: figures, names and negation, never meaning."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any, Literal

from triaudit.judge.rules.concepts import ideas
from triaudit.judge.rules.evidence import Reading, mentioned, read_claim
from triaudit.judge.rules.slots import is_date
from triaudit.judge.rules.stated import Claim, said, taken_apart
from triaudit.numbers import Figure, read
from triaudit.questions import CheckClaim, EvidenceDraft, Question, VerdictReply
from triaudit.types import Label, Record, UnknownReason

MARGIN = 0.2
"""How much better (share of terms, 0-1) one side's best sentence must fit to outweigh the other's."""
_CONTRAST = re.compile(
    r"\b(?:while|whereas|however|although|though|but|in contrast|versus|unlike|während|jedoch|dagegen"
    r"|hingegen)\b|而|但|然而|却",
    re.IGNORECASE,
)
_FINAL = re.compile(
    r"\b(?:final|audited|actual|revised|definitive|endgültig\w*|tatsächlich\w*|geprüft\w*)\b|最终"
    r"|实际|决算|审计",
    re.IGNORECASE,
)
"""What tells a settled figure from earlier ones."""

Outcome = Literal["supports", "contradicts", "disagree", "partly", "silent"]


def check(question: CheckClaim) -> VerdictReply:
    """The label that the sentences of the passages give, with those sentences as evidence."""
    claim = taken_apart(question.claim)
    readings = [
        reading
        for passage in question.passages
        for item in said(passage)
        if (reading := read_claim(claim, item, question.query)) and not _later(reading, question.as_of)
    ]
    readings = _own_sheet(claim, _own_word(readings), question)
    web = [reading for reading in readings if reading.said.passage.side == "web"]
    attached = [reading for reading in readings if reading.said.passage.side == "attachment"]
    chosen = _disclosed(claim, question)
    if chosen:
        return _reply(
            Label.RIGHT, None, chosen, "The claim reports both figures, and each side states its own.", True
        )
    if claim.from_file and attached:
        web = []
    here, there = _outcome(claim, attached), _outcome(claim, web)
    if {here, there} == {"supports", "contradicts"}:
        chosen = [*_best(attached, here), *_best(web, there)]
        return _reply(Label.CONFLICT, None, chosen, "Attachment and web contradict each other on this.")
    if here == "disagree" or there == "disagree":
        side = attached if here == "disagree" else web
        chosen = [*_best(side, "supports"), *_best(side, "contradicts")]
        return _reply(
            Label.UNKNOWN,
            UnknownReason.SOURCES_DISAGREE,
            chosen,
            "Sources of one side contradict each other.",
        )
    decided = {outcome for outcome in (here, there) if outcome in {"supports", "contradicts"}}
    if decided:
        outcome = decided.pop()
        chosen = [*_best(attached, outcome), *_best(web, outcome)]
        both = len({passage.side for passage in question.passages}) > 1 and here != there
        alone = f"Only the {'attachment' if here == outcome else 'web'} speaks of it." if both else ""
        label = Label.RIGHT if outcome == "supports" else Label.WRONG
        return _reply(label, None, chosen, alone)
    if "partly" in {here, there}:
        chosen = [*_best(attached, "partly"), *_best(web, "partly")]
        told = "Only a part of the claim is stated, or of another time."
        return _reply(Label.UNKNOWN, UnknownReason.PARTLY, chosen, told)
    if not question.passages:
        return _reply(Label.UNKNOWN, UnknownReason.NO_EVIDENCE, [], "There are no passages.")
    told = (
        "No sentence of the passages speaks of the claim's subject and measure in a way that can be compared."
    )
    return _reply(Label.UNKNOWN, UnknownReason.INSUFFICIENT, [], told)


def _own_word(readings: Sequence[Reading]) -> list[Reading]:
    """Without contradictions from a source that elsewhere says just what the claim says."""
    agreeing = {reading.said.passage.source for reading in readings if reading.stance == "supports"}
    return [r for r in readings if r.stance != "contradicts" or r.said.passage.source not in agreeing]


def _own_sheet(claim: Claim, readings: Sequence[Reading], question: CheckClaim) -> list[Reading]:
    """Without an attachment's sheets about something else, where one is about the claim's subject."""
    about = {
        passage.id: ideas(re.sub(r"\b(?:sheet|rows?|page|table)\b|\d", " ", passage.locator))
        for passage in question.passages
        if passage.side == "attachment"
    }
    terms = ideas(claim.text)
    if not any(terms & topic for topic in about.values()):
        return list(readings)
    return [r for r in readings if r.said.passage.id not in about or terms & about[r.said.passage.id]]


def _outcome(claim: Claim, readings: Sequence[Reading]) -> Outcome:
    """What the sentences of one side say together: one false figure makes the claim false."""
    figures = range(max(1, len(claim.slots)))
    told = [_figure_outcome(readings, index) for index in figures]
    if "disagree" in told and _FINAL.search(claim.text):
        settled = [reading for reading in readings if _FINAL.search(reading.said.text)]
        again = [_figure_outcome(settled, index) for index in figures]
        told = [
            new if old == "disagree" != new and new != "silent" else old
            for old, new in zip(told, again, strict=True)
        ]
    for index, (one, other) in _computed(claim).items():
        if told[index] == "silent" and told[one] == told[other] == "supports":
            told[index] = "supports"
    for outcome in ("contradicts", "disagree"):
        if outcome in told:
            return outcome
    if "silent" not in told:
        return "supports"
    return "partly" if readings else "silent"


def _computed(claim: Claim) -> dict[int, tuple[int, int]]:
    """Which of the claim's figures are the difference of two others, in their unit or in percent."""
    found: dict[int, tuple[int, int]] = {}
    values = [(index, slot.figure) for index, slot in enumerate(claim.slots) if not is_date(slot.figure)]
    for (one, a), (other, b) in combinations(values, 2):
        if a.dimension != b.dimension or a.currency != b.currency:
            continue
        for index, figure in values:
            value, (first, second) = abs(figure.values[0]), (a.values[0], b.values[0])
            gap = abs(first - second)
            percents = [100 * gap / abs(base) for base in (first, second) if base]
            made = percents if figure.dimension == "percent" != a.dimension else []
            made += [gap] if figure.dimension == a.dimension else []
            if index not in {one, other} and any(
                abs(value - m) <= max(figure.half, 0.01 * value) for m in made
            ):
                found[index] = (one, other)
    return found


def _figure_outcome(readings: Sequence[Reading], index: int) -> Outcome:
    """What they say of one figure, by the sentences that fit best."""
    yes = max((reading.share for reading in readings if index in reading.covered), default=None)
    no = max((reading.share for reading in readings if index in reading.disputed), default=None)
    if yes is not None and no is not None:
        return "supports" if yes >= no + MARGIN else "contradicts" if no >= yes + MARGIN else "disagree"
    return "supports" if yes is not None else "contradicts" if no is not None else "silent"


def _best(readings: Sequence[Reading], *stances: str) -> list[Reading]:
    """The best sentences of a stance, one per source, at most two; partial ones where only they carry it."""
    fitting = [reading for reading in readings if reading.stance in stances]
    if not fitting and stances == ("supports",):
        fitting = [reading for reading in readings if reading.stance == "partly"]
    chosen: dict[tuple[str, frozenset[int]], Reading] = {}
    for reading in sorted(fitting, key=lambda reading: -reading.share):
        chosen.setdefault((reading.said.passage.source, reading.covered), reading)
    return list(chosen.values())[:2]


def _disclosed(claim: Claim, question: CheckClaim) -> list[Reading]:
    """The sentences behind a claim that reports two figures of one measure, one of each side; else none."""
    values = [(n, slot.figure) for n, slot in enumerate(claim.slots) if slot.figure.dimension != "year"]
    pairs = [(m, n) for m, a in values for n, b in values if m != n and a.dimension == b.dimension]
    if not pairs or not (_CONTRAST.search(claim.text) or claim.attributed or claim.from_file):
        return []
    sides: dict[str, dict[int, Reading]] = {"attachment": {}, "web": {}}
    for passage in question.passages:
        for item in said(passage):
            for index in mentioned(claim, item):
                reading = Reading(
                    item, "supports", frozenset({index}), frozenset(), 1.0, "states one of them"
                )
                sides[passage.side].setdefault(index, reading)
    inside, outside = sides["attachment"], sides["web"]
    for m, n in pairs:
        if m in inside and n in outside and n not in inside and m not in outside:
            return [inside[m], outside[n]]
    return []


def _later(reading: Reading, as_of: str | None) -> bool:
    """Whether a contradiction comes from a page dated after the day for which the claim holds."""
    if reading.stance != "contradicts" or not as_of or not reading.said.passage.date:
        return False
    held, dated = _day(as_of), _day(reading.said.passage.date)
    if held is None or dated is None:
        return False
    size = min(len(held), len(dated))
    states = [figure for figure in read(reading.said.text) if figure.dimension == "year"]
    return dated[:size] > held[:size] and not any(figure.values[0] <= held[0] for figure in states)


def _day(text: str) -> tuple[float, ...] | None:
    """Year, month and day of a date, as far as it gives them."""
    dates: list[Figure] = [figure for figure in read(text) if figure.dimension == "year"]
    if not dates:
        return None
    parts = (dates[0].values[0], float(dates[0].month), float(dates[0].day))
    return parts[: 1 + bool(dates[0].month) + bool(dates[0].month and dates[0].day)]


def _reply(
    label: Label,
    unknown: UnknownReason | None,
    readings: Sequence[Reading],
    told: str,
    disclosed: bool = False,
) -> VerdictReply:
    """A verdict with its evidence, and in words what each piece of it says."""
    evidence = tuple(
        EvidenceDraft(
            passage=reading.said.passage.id,
            quote=reading.said.quote,
            stance="contradicts" if reading.stance == "contradicts" else "supports",
        )
        for reading in readings
    )
    shown = [
        f"{reading.said.passage.id} {reading.why} ({reading.share:.0%} of the terms)." for reading in readings
    ]
    reasoning = " ".join(part for part in [*shown, told] if part)
    return VerdictReply(
        label=label, unknown=unknown, evidence=evidence, disclosed=disclosed, reasoning=reasoning
    )


ANSWERS: Mapping[type[Question[Any]], Callable[[Any], Record]] = {CheckClaim: check}
