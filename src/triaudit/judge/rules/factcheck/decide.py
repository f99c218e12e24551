"""Verdicts on claims from passages: what each side says of each figure, weighed and put together."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from triaudit.judge.rules import polarity
from triaudit.judge.rules.factcheck import weights as w
from triaudit.judge.rules.factcheck.across import across
from triaudit.judge.rules.factcheck.align import SILENT, Fit, Told
from triaudit.judge.rules.factcheck.claims import Claim, names_file, taken_apart, with_sentence
from triaudit.judge.rules.factcheck.equal import telling
from triaudit.judge.rules.factcheck.names import lowered, spotted
from triaudit.judge.rules.factcheck.second import second
from triaudit.judge.rules.factcheck.sides import side_of
from triaudit.judge.rules.factcheck.statements import Statement, statements
from triaudit.judge.rules.factcheck.terms import rarity
from triaudit.judge.rules.slots import is_date
from triaudit.judge.rules.verbs import tongue
from triaudit.questions import CheckClaim, EvidenceDraft, VerdictReply
from triaudit.text import fold
from triaudit.types import Label, UnknownReason

SIDES = ("attachment", "web")


def check(question: CheckClaim) -> VerdictReply:
    """The label that the statements of the passages give, with those statements as evidence."""
    claim = _named(taken_apart(question.claim, question.query), question)
    claim = with_sentence(claim, question.segment, question.query)
    listed = [statement for passage in question.passages for statement in statements(passage)]
    if not polarity.perhaps(claim.text):
        listed = [sure for statement in listed if (sure := _certain(statement, claim))]
    rare = rarity(statement.words for statement in listed)
    sides = {side: [s for s in listed if s.passage.side == side] for side in SIDES}
    told = {side: side_of(claim, sides[side], rare, question.as_of) for side in SIDES}
    told = across(claim, told, sides, rare)
    told = second(claim, told, sides, rare)
    if claim.file and not _both(claim) and any(item.outcome != "silent" for item in told["attachment"]):
        told["web"] = [SILENT for _ in told["web"]]
    return _reply(claim, question, told)


def _certain(statement: Statement, claim: Claim) -> Statement | None:
    """A statement without the figures of clauses that only say what may be; None where nothing is left.

    What would follow from something tells of a claim of what would be.
    """
    follows = polarity.conditional(statement.text) and polarity.foreseen(claim.text)
    if follows or not polarity.perhaps(statement.text):
        return statement
    kept = tuple(item for item in statement.figures if not polarity.perhaps(item.text))
    return statement._replace(figures=kept) if any(not is_date(item.figure) for item in kept) else None


def _named(claim: Claim, question: CheckClaim) -> Claim:
    """The claim with only those names that are names for sure, here or in its passages."""
    sure, common = set(claim.home), set[str]()
    for text, address in [
        (question.claim, ""),
        (question.segment, ""),
        *((f"{passage.locator} . {passage.text}", passage.source) for passage in question.passages),
    ]:
        sure |= spotted(text, tongue(text) == "de", address)
        common |= lowered(text)
    sure -= common
    files = {passage.source for passage in question.passages if passage.side == "attachment"}
    return claim._replace(
        sure=frozenset(sure),
        about=claim.about & sure,
        names=(claim.names | _words(claim)) & sure,
        file=claim.file or any(names_file(claim.text, file) for file in sorted(files)),
    )


def _words(claim: Claim) -> frozenset[str]:
    """The words of a claim and its heading, any of which may be a name."""
    return frozenset(
        re.findall(
            r"[^\W\d_][\w-]+", fold(f"{claim.heading} {claim.text}").replace("'s", " ").replace("’s", " ")
        )
    )


def _both(claim: Claim) -> bool:
    """Whether a claim that names the attachment gives another side's figure too."""
    values = [part.stated.figure for part in claim.parts if not is_date(part.stated.figure)]
    return any(
        a.dimension == b.dimension or "count" in {a.dimension, b.dimension}
        for i, a in enumerate(values)
        for b in values[i + 1 :]
    )


def _reply(claim: Claim, question: CheckClaim, told: Mapping[str, list[Told]]) -> VerdictReply:
    """The label of all parts of both sides."""
    inside, outside = told["attachment"], told["web"]
    given = list(zip(inside, outside, strict=True))
    pairs = [
        (_unless(a, apart := _told_apart(claim, given, n)), _unless(b, apart))
        for n, (a, b) in enumerate(given)
    ]
    clash = [(a, b) for a, b in pairs if {a.outcome, b.outcome} == {"supports", "contradicts"}]
    if clash:
        chosen = [
            fit
            for pair in clash
            for item in pair
            if (fit := item.yes if item.outcome == "supports" else item.no)
        ]
        return _made(Label.CONFLICT, None, chosen, "Attachment and web contradict each other on this.")
    wrong = [item.no for pair in pairs for item in pair if item.outcome == "contradicts" and item.no]
    if wrong:
        return _made(Label.WRONG, None, wrong, _alone(question, wrong))
    split = [item for pair in pairs for item in pair if item.outcome == "disagree"]
    if split and not any(item.outcome == "supports" for pair in pairs for item in pair):
        chosen = [fit for item in split for fit in (item.yes, item.no) if fit]
        return _made(
            Label.UNKNOWN,
            UnknownReason.SOURCES_DISAGREE,
            chosen,
            "Sources of one side contradict each other.",
        )
    right = [item.yes for pair in pairs for item in pair if item.outcome == "supports" and item.yes]
    silent = [n for n, pair in enumerate(pairs) if not any(item.outcome == "supports" for item in pair)]
    if right and not any(_matters(claim, n, silent) for n in silent):
        disclosed = _disclosed(claim, pairs)
        note = (
            "The claim reports both figures, and each side states its own."
            if disclosed
            else _alone(question, right)
        )
        return _made(Label.RIGHT, None, right, note, disclosed)
    if right:
        return _made(Label.UNKNOWN, UnknownReason.PARTLY, right, "Only a part of the claim is stated.")
    if not question.passages:
        return _made(Label.UNKNOWN, UnknownReason.NO_EVIDENCE, [], "There are no passages.")
    return _made(
        Label.UNKNOWN,
        UnknownReason.INSUFFICIENT,
        [],
        "No statement of the passages fits the claim well enough.",
    )


def _unless(item: Told, apart: bool) -> Told:
    return SILENT if apart and item.outcome == "contradicts" else item


def _told_apart(claim: Claim, pairs: Sequence[tuple[Told, Told]], n: int) -> bool:
    """Whether a claim of what sides say gives the contradicting side a figure of its own."""
    if not (claim.file or claim.voiced) or {item.outcome for item in pairs[n]} != {"supports", "contradicts"}:
        return False
    against = 0 if pairs[n][0].outcome == "contradicts" else 1
    own = claim.parts[n].stated
    return any(
        m != n
        and part.stated.figure.dimension == own.figure.dimension
        and not is_date(part.stated.figure)
        and pair[against].outcome == "supports"
        for m, (part, pair) in enumerate(zip(claim.parts, pairs, strict=False))
    )


def _matters(claim: Claim, silent: int, all_silent: Sequence[int]) -> bool:
    """Whether a part that no source states is more than a small number beside a telling one."""
    sure = max(
        (telling(part.stated.figure) for n, part in enumerate(claim.parts) if n not in all_silent),
        default=0.0,
    )
    return (
        not claim.parts
        or is_date(claim.parts[silent].stated.figure)
        or telling(claim.parts[silent].stated.figure) > w.SMALL
        or sure < w.SURE
    )


def _disclosed(claim: Claim, pairs: Sequence[tuple[Told, Told]]) -> bool:
    """Whether two parts of one dimension are each stated by another side alone."""
    alone = [
        (part.stated.figure.dimension, "attachment" if a.outcome == "supports" else "web")
        for part, (a, b) in zip(claim.parts, pairs, strict=False)
        if (a.outcome == "supports") != (b.outcome == "supports") and not is_date(part.stated.figure)
    ]
    return any(a[0] == b[0] and a[1] != b[1] for a in alone for b in alone)


def _alone(question: CheckClaim, chosen: Sequence[Fit]) -> str:
    """A word where only one of two sides speaks."""
    sides = {fit.statement.passage.side for fit in chosen}
    both = len({passage.side for passage in question.passages}) > 1
    return f"Only the {sides.pop()} speaks of it." if both and len(sides) == 1 else ""


def _made(
    label: Label, unknown: UnknownReason | None, chosen: Sequence[Fit], note: str, disclosed: bool = False
) -> VerdictReply:
    """A verdict with its evidence, and in words what each piece of it says."""
    best: dict[tuple[str, str, str], Fit] = {}
    for fit in sorted(chosen, key=lambda f: -f.score):
        best.setdefault((fit.statement.passage.id, fit.statement.quote, fit.stance), fit)
    kept = list(best.values())[:6]
    evidence = tuple(
        EvidenceDraft(passage=f.statement.passage.id, quote=f.statement.quote, stance=f.stance) for f in kept
    )
    shown = [f"{f.statement.passage.id} {f.why} ({f.share:.0%} of the terms)." for f in kept]
    reasoning = " ".join(part for part in (*shown, note) if part)
    return VerdictReply(
        label=label, unknown=unknown, evidence=evidence, disclosed=disclosed, reasoning=reasoning
    )
