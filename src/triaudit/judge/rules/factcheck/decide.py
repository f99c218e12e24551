"""Verdicts on claims from passages: what each side says of each figure, weighed and put together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Literal, NamedTuple

from triaudit.judge.rules import polarity
from triaudit.judge.rules.factcheck import weights as w
from triaudit.judge.rules.factcheck.align import Fit, Rare, fits, share, stranger
from triaudit.judge.rules.factcheck.claims import Claim, Part, names_file, taken_apart
from triaudit.judge.rules.factcheck.figures import Made, Stated, compare, derived, telling
from triaudit.judge.rules.factcheck.names import spotted
from triaudit.judge.rules.factcheck.opposed import LISTED, by_words
from triaudit.judge.rules.factcheck.statements import Statement, statements
from triaudit.judge.rules.factcheck.terms import rarity
from triaudit.judge.rules.slots import is_date
from triaudit.judge.rules.verbs import tongue
from triaudit.numbers import read
from triaudit.questions import CheckClaim, EvidenceDraft, VerdictReply
from triaudit.text import fold
from triaudit.types import Label, UnknownReason

Outcome = Literal["supports", "contradicts", "disagree", "silent"]
SIDES = ("attachment", "web")


class Told(NamedTuple):
    """What one side says of one part of a claim."""

    outcome: Outcome
    yes: Fit | None
    no: Fit | None


SILENT = Told("silent", None, None)


def check(question: CheckClaim) -> VerdictReply:
    """The label that the statements of the passages give, with those statements as evidence."""
    claim = _named(taken_apart(question.claim, question.query), question)
    listed = [
        statement
        for passage in question.passages
        for statement in statements(passage)
        if not polarity.perhaps(statement.text) or polarity.perhaps(claim.text)
    ]
    rare = rarity(statement.words for statement in listed)
    sides = {side: [s for s in listed if s.passage.side == side] for side in SIDES}
    told = {side: _side(claim, sides[side], rare, question.as_of) for side in SIDES}
    if claim.file and not _both(claim) and any(item.outcome != "silent" for item in told["attachment"]):
        told["web"] = [SILENT for _ in told["web"]]
    return _reply(claim, question, told)


def _named(claim: Claim, question: CheckClaim) -> Claim:
    """The claim with only those names that are names for sure, here or in its passages."""
    sure = set(claim.home)
    for text, address in [
        (question.claim, ""),
        (question.segment, ""),
        *((f"{passage.locator} . {passage.text}", passage.source) for passage in question.passages),
    ]:
        sure |= spotted(text, tongue(text) == "de", address)
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


def _side(claim: Claim, listed: Sequence[Statement], rare: Rare, as_of: str | None) -> list[Told]:
    """What one side says of each part of a claim; of its words where it has no figures."""
    words = [fit for statement in listed if (fit := by_words(claim, statement, rare))]
    words = [fit for fit in words if not _later(fit, as_of)]
    if not claim.parts:
        return [_told(words, claim)]
    found = [[fit for s in listed for fit in fits(claim, part, s, rare)] for part in claim.parts]
    found = _anchored([_own_row(part) for part in found])
    found = [[fit for fit in part if not _later(fit, as_of)] for part in found]
    told = [_told(_void(claim, n, found), claim) for n in range(len(claim.parts))]
    told = _computed(claim, told, listed, rare)
    against = [fit for fit in words if fit.stance == "contradicts" and fit.share >= w.APART]
    if against:
        best = max(against, key=lambda fit: fit.score)
        plain = best.share >= w.PLAINLY and best.why == LISTED
        told = [
            Told("contradicts", None, best) if plain or item.outcome != "supports" else item for item in told
        ]
    return told


def _own_row(found: list[Fit]) -> list[Fit]:
    """Equal cells lose where a better fitting row of their table has another value."""
    rows = [f for f in found if f.stance == "contradicts" and f.statement.cell and f.score >= w.CONTRADICTION]
    return [
        fit._replace(score=fit.score - w.STOLEN)
        if fit.stance == "supports"
        and fit.statement.cell
        and any(
            r.statement.passage.id == fit.statement.passage.id and r.share > fit.share + w.BETTER_ROW
            for r in rows
        )
        else fit
        for fit in found
    ]


def _anchored(found: list[list[Fit]]) -> list[list[Fit]]:
    """Fits of a figure gain where the sentence or its neighbour supports another figure of the claim."""
    sure = [
        {
            (fit.statement.passage.id, fit.statement.place)
            for fit in part
            if fit.stance == "supports" and fit.score >= w.SUPPORT
        }
        for part in found
    ]
    made: list[list[Fit]] = []
    for n, part in enumerate(found):
        others = set().union(*(places for m, places in enumerate(sure) if m != n))
        near = {(passage, place + step) for passage, place in others for step in (-1, 0, 1)}
        passages = {passage for passage, _ in others}
        row = []
        for fit in part:
            key = (fit.statement.passage.id, fit.statement.place)
            gain = w.ANCHOR if key in near else w.ANCHOR_PASSAGE if key[0] in passages else 0.0
            more = gain if key in others or fit.stance == "supports" else 0.0
            row.append(fit._replace(score=fit.score + gain, share=min(1.0, fit.share + more)))
        made.append(row)
    return made


def _void(claim: Claim, n: int, found: list[list[Fit]]) -> list[Fit]:
    """The fits of a part without contradictions by a figure that the claim itself gives elsewhere.

    Where one side's statement is so explained, others that fit no better contradict nothing either. A
    statement that has both figures, the other way round, contradicts all the same.
    """
    own = claim.parts[n].stated.figure
    others = [part.stated.figure for m, part in enumerate(claim.parts) if m != n]
    kept, given = [], 0.0
    for fit in found[n]:
        told = fit.stated is not None and any(compare(other, fit.stated.figure) == "same" for other in others)
        swapped = any(
            item.figure != own and compare(own, item.figure) == "same" for item in fit.statement.figures
        )
        if fit.stance == "contradicts" and told and not swapped:
            given = max(given, fit.share)
        else:
            kept.append(fit)
    return [fit for fit in kept if fit.stance == "supports" or fit.share > given + w.BEST or not given]


def _told(found: Sequence[Fit], claim: Claim) -> Told:
    """What the fits of one side come to."""
    good = [f for f in found if (_supports if f.stance == "supports" else _contradicts)(f)]
    best = max((f.share for f in good), default=0.0)
    yes = max((f for f in good if f.stance == "supports"), key=lambda f: f.score, default=None)
    against = [f for f in good if f.stance == "contradicts" and f.share >= best - w.BEST]
    no = max(against, key=lambda f: f.score, default=None)
    if yes is None or no is None:
        return Told("supports" if yes else "contradicts" if no else "silent", yes, no)
    return Told(_weighed(yes, no, claim), yes, no)


def _supports(fit: Fit) -> bool:
    return fit.stated is None or fit.score >= w.SUPPORT


def _contradicts(fit: Fit) -> bool:
    if fit.stated is None:
        return True
    return fit.score >= w.CONTRADICTION and fit.share >= (
        w.ALIKE_DATE if is_date(fit.stated.figure) else w.ALIKE
    )


def _weighed(yes: Fit, no: Fit, claim: Claim) -> Outcome:
    """Which of two statements of one side counts: the own source's word, the newer page, the better fit."""
    if claim.voiced or yes.statement.passage.source == no.statement.passage.source:
        return "supports"
    ages = (_day(yes.statement.passage.date), _day(no.statement.passage.date))
    if ages[0] and ages[1] and abs((ages[0] - ages[1]).days) > w.NEWER:
        newer = ages[0] > ages[1]
        return (
            "supports"
            if newer or yes.share > no.share + w.BEST
            else "contradicts"
            if no.share >= yes.share
            else "supports"
        )
    if yes.share > no.share + 0.1:
        return "supports"
    return "disagree" if no.share <= yes.share + 0.1 else "contradicts"


def _computed(claim: Claim, told: list[Told], listed: Sequence[Statement], rare: Rare) -> list[Told]:
    """Silent parts are supported where figures of one statement, or of the claim's supported parts, give them.

    A date is supported where it is the date of the page that supports the rest.
    """
    made = list(told)
    carried = [item.yes for item in told if item.outcome == "supports" and item.yes]
    anchors = [fit.stated for fit in carried if fit.stated and not is_date(fit.stated.figure)]
    for n, (part, item) in enumerate(zip(claim.parts, told, strict=True)):
        if item.outcome in {"supports", "contradicts"}:
            continue
        if is_date(part.stated.figure):
            pages = {fit.statement.passage.date or "" for fit in carried}
            if any(
                compare(part.stated.figure, day) == "same"
                for page in sorted(pages)
                for day in read(page)
                if is_date(day)
            ):
                made[n] = Told("supports", carried[0], None)
            continue
        found = _by_figures(claim, part, anchors, listed, rare)
        if found:
            made[n] = Told(found.stance, *((found, None) if found.stance == "supports" else (None, found)))
        elif carried and any(_gives(part, value) for value in derived(tuple(anchors))):
            made[n] = Told("supports", carried[0], None)
    return made


def _by_figures(
    claim: Claim, part: Part, anchors: Sequence[Stated], listed: Sequence[Statement], rare: Rare
) -> Fit | None:
    """The statement whose figures give the claimed one, alone or with one that supports another part."""
    for statement, together in _neighbours(listed):
        foreign = statement.language != claim.language
        close = share(part.terms, statement, statement.words, rare, foreign)
        if stranger(claim, statement) or close < (w.LEAST if anchors else w.ALIKE):
            continue
        for value in derived(tuple(together)):
            anchored = value.one in anchors or value.other in anchors
            whole = part.stated.kind == "change" or value.rises is None
            alone = close >= w.ALIKE and whole and telling(part.stated.figure) > 0
            if (anchored or alone) and _gives(part, value):
                up = {"level_p", "level_m"} & part.stated.ways
                if value.rises is not None and len(up) == 1 and ("level_p" in up) != value.rises:
                    return Fit(
                        statement, None, "contradicts", close, close + w.ANCHOR, "gives the opposite change"
                    )
                return Fit(statement, None, "supports", close, close, "gives it by its figures")
    return None


def _gives(part: Part, value: Made) -> bool:
    """Whether a computed value is the claimed one; of a share in words only about."""
    own = part.stated.figure
    words = not any(char.isdigit() for char in own.text)
    loose = 0.1 if words else 0.03 if own.about else 0.02
    exact = own._replace(bound="", per="", noun="")
    near = exact.dimension == value.figure.dimension and abs(
        exact.values[0] - value.figure.values[0]
    ) <= loose * abs(exact.values[0])
    if not near and compare(exact, value.figure) != "same":
        return False
    return (value.figure.dimension != "ratio" or own.dimension == "ratio") and not is_date(own)


def _neighbours(listed: Sequence[Statement]) -> Iterator[tuple[Statement, list[Stated]]]:
    """Each statement with its figures and those of the two after it in the passage; a cell with its row's."""
    for n, statement in enumerate(listed):
        span = 12 if statement.cell else 3
        group = [
            s
            for s in listed[n : n + span]
            if s.passage.id == statement.passage.id and 0 <= s.place - statement.place <= 2
        ]
        yield (
            statement,
            [item for s in group for item in s.figures if item.kind != "change" or s is statement],
        )


def _later(fit: Fit, as_of: str | None) -> bool:
    """Whether a contradiction comes from a page dated after the day for which the claim holds."""
    dated = fit.statement.passage.date
    if fit.stance != "contradicts" or not as_of or not dated:
        return False
    held, page = _parts(as_of), _parts(dated)
    size = min(len(held), len(page))
    dates = [f.figure for f in fit.statement.figures if is_date(f.figure)]
    return bool(size) and page[:size] > held[:size] and not any(f.values[0] <= held[0] for f in dates)


def _parts(text: str) -> tuple[float, ...]:
    """Year, month and day of a date, as far as it gives them."""
    found = next((f for f in read(text) if f.dimension == "year"), None)
    if found is None:
        return ()
    return (found.values[0], float(found.month), float(found.day))[
        : 1 + bool(found.month) + bool(found.month and found.day)
    ]


def _day(text: str | None) -> date | None:
    """The day that a page is dated, the first of what is left out."""
    parts = _parts(text or "")
    return date(int(parts[0]), *(int(p) for p in (*parts[1:], 1, 1)[:2])) if parts and parts[0] > 0 else None


def _reply(claim: Claim, question: CheckClaim, told: Mapping[str, list[Told]]) -> VerdictReply:
    """The label of all parts of both sides."""
    inside, outside = told["attachment"], told["web"]
    pairs = list(zip(inside, outside, strict=True))
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


def _matters(claim: Claim, silent: int, all_silent: Sequence[int]) -> bool:
    """Whether a part that no source states is more than a small number beside a telling one that is stated."""
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
