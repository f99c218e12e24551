"""Process audits against what is known of each report and its trace, item by item; pure.

What a known item and a told one have in common makes them one:

- a finding: a step, and at least half of the words and figures of the shorter text;
- a claim or conclusion: characters of the report;
- a repeated search: the step that searches again;
- a contradiction: a step, and all figures of the known one by their telling digits (a table has `1,840`
  where a sentence has `1.84 million`); where that has none, half of the words.

Known findings are the important ones, not all: what was told beyond a list that does not claim to be
complete is counted apart and is no mistake. The lists of repeats and contradictions are complete.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Literal, NamedTuple

from triaudit.selftest.truth import place
from triaudit.types import Claim, Contradiction, Finding, ProcessAudit, Record
from triaudit.words import figures, term_set

ALIKE = 0.5
"""Share of the words and figures of the shorter of two texts from which on they may be one item."""

_YEAR = re.compile(r"(?:19|20)\d\d")


class KnownFinding(Record):
    """An important finding of a trace, and whether the report holds it."""

    kind: Literal["finding"]
    system: str
    task: str
    text: str
    steps: tuple[int, ...]
    reported: bool


class KnownSupport(Record):
    """Whether a step supports a sentence of a report, which stands in it exactly once."""

    kind: Literal["support"]
    system: str
    task: str
    sentence: str
    conclusion: bool
    supported: bool


class KnownRepeat(Record):
    """A search that asks an earlier one again, in the same words (`lexical`) or in others."""

    kind: Literal["repeat"]
    system: str
    task: str
    step: int
    lexical: bool


class KnownContradiction(Record):
    """Steps that disagree."""

    kind: Literal["contradiction"]
    system: str
    task: str
    steps: tuple[int, ...]
    what: str
    noticed: bool
    resolved: bool


Known = KnownFinding | KnownSupport | KnownRepeat | KnownContradiction
KINDS: Mapping[str, type[Known]] = {
    "finding": KnownFinding,
    "support": KnownSupport,
    "repeat": KnownRepeat,
    "contradiction": KnownContradiction,
}
"""The record of each kind of line."""


class Traced(NamedTuple):
    """One report with what was made of it; `audit` is one that was made."""

    report: str
    claims: Sequence[Claim]
    audit: ProcessAudit


class Row(StrEnum):
    """What is looked for."""

    FINDINGS = "unreported findings"
    CLAIMS = "unsupported claims"
    CONCLUSIONS = "unsupported conclusions"
    LEXICAL = "searches repeated in the same words"
    SYNONYMS = "searches repeated in other words"
    CONTRADICTIONS = "contradictions"
    NOTICED = "contradictions noticed"
    RESOLVED = "contradictions resolved"


class Tally(NamedTuple):
    """Counts of one row."""

    known: int = 0
    """Items that are there."""
    found: int = 0
    """Of them, those that were told."""
    told: int = 0
    """Items that were told, as far as the list decides on them."""
    right: int = 0
    """Of them, those that are there."""
    beyond: int = 0
    """Items told on which the list does not decide."""

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(*(one + two for one, two in zip(self, other, strict=True)))


Tallies = Mapping[Row, Tally]


def compared(known: Iterable[Known], traced: Traced) -> Tallies:
    """What is known of one report and its trace beside what the audit told of them."""
    lines = list(known)
    return {
        Row.FINDINGS: _findings([line for line in lines if isinstance(line, KnownFinding)], traced.audit),
        **_supports([line for line in lines if isinstance(line, KnownSupport)], traced),
        **_repeats([line for line in lines if isinstance(line, KnownRepeat)], traced.audit),
        **_contradictions([line for line in lines if isinstance(line, KnownContradiction)], traced.audit),
    }


def together(tallies: Iterable[Tallies]) -> Tallies:
    """The sums over reports."""
    total = dict.fromkeys(Row, Tally())
    for one in tallies:
        for row, tally in one.items():
            total[row] = total[row].plus(tally)
    return total


def _binary(pairs: Iterable[tuple[bool, bool]]) -> Tally:
    """The tally of items that are known one by one: whether it is so, and whether that was told."""
    both = list(pairs)
    hits = sum(known and told for known, told in both)
    return Tally(sum(known for known, _ in both), hits, sum(told for _, told in both), hits)


def alike(one: str, other: str) -> float:
    """Share 0-1 of the words and figures of the shorter text that the other one has."""
    short, long = sorted((term_set(text) | figures(text) for text in (one, other)), key=len)
    return len(short & long) / len(short) if short else 0.0


def _findings(known: Sequence[KnownFinding], audit: ProcessAudit) -> Tally:
    left_out = {item.finding for item in audit.realised if item.realised is False}
    met = {line: _nearest(line, audit.findings) for line in known}
    tally = _binary(
        (not line.reported, finding is not None and finding.id in left_out) for line, finding in met.items()
    )
    decided = {finding.id for finding in met.values() if finding is not None}
    return tally._replace(beyond=len(left_out - decided))


def _nearest(line: KnownFinding, findings: Sequence[Finding]) -> Finding | None:
    """The finding of the audit that is most like a known one, the first of equals."""
    fitting = [
        (alike(line.text, finding.text), -number, finding)
        for number, finding in enumerate(findings)
        if set(line.steps) & set(finding.steps)
    ]
    best = max(fitting, key=lambda fit: fit[:2], default=None)
    return best[2] if best is not None and best[0] >= ALIKE else None


def _supports(known: Sequence[KnownSupport], traced: Traced) -> Tallies:
    """A sentence is told unsupported where a claim or conclusion in it is."""
    without = {item.claim for item in traced.audit.supported if item.supported is False}
    answered = {item.claim for item in traced.audit.supported if item.supported is not None}
    pairs: dict[bool, list[tuple[bool, bool]]] = {False: [], True: []}
    decided: set[str] = set()
    for line in known:
        start, end = place(line.sentence, traced.report)
        inside = {
            claim.id
            for claim in traced.claims
            if claim.id in answered
            and any(s < end and e > start for s, e in ((claim.start, claim.end), *claim.repeats))
        }
        decided |= inside
        pairs[line.conclusion].append((not line.supported, bool(inside & without)))
    beyond = [item.conclusion for item in traced.audit.supported if item.claim in without - decided]
    return {
        row: _binary(pairs[concludes])._replace(beyond=beyond.count(concludes))
        for row, concludes in ((Row.CLAIMS, False), (Row.CONCLUSIONS, True))
    }


def _repeats(known: Sequence[KnownRepeat], audit: ProcessAudit) -> Tallies:
    """What is no known repeat at all counts against the ones in the same words, which are looked for."""
    told = {repeat.step for repeat in audit.repeats}
    steps = {lexical: {line.step for line in known if line.lexical is lexical} for lexical in (True, False)}
    other = steps[False] & told
    same = told - other
    return {
        Row.LEXICAL: Tally(len(steps[True]), len(steps[True] & told), len(same), len(same & steps[True])),
        Row.SYNONYMS: Tally(len(steps[False]), len(other), len(other), len(other)),
    }


def _contradictions(known: Sequence[KnownContradiction], audit: ProcessAudit) -> Tallies:
    """Whether one was noticed or resolved is compared for those that were found."""
    met = {line: [told for told in audit.contradictions if _same(line, told)] for line in known}
    matched = {told for many in met.values() for told in many}
    return {
        Row.CONTRADICTIONS: Tally(
            len(known), sum(bool(many) for many in met.values()), len(audit.contradictions), len(matched)
        ),
        Row.NOTICED: _binary((line.noticed, any(one.noticed for one in many)) for line, many in met.items()),
        Row.RESOLVED: _binary(
            (line.resolved, any(one.resolved for one in many)) for line, many in met.items()
        ),
    }


def _same(line: KnownContradiction, told: Contradiction) -> bool:
    if not set(line.steps) & set(told.steps):
        return False
    wanted = {_digits(figure) for figure in figures(line.what) if not _YEAR.fullmatch(figure)}
    if len(wanted) > 1:
        return wanted <= {_digits(figure) for figure in figures(told.what)}
    return alike(line.what, told.what) >= ALIKE


def _digits(figure: str) -> str:
    return re.sub(r"\D", "", figure).strip("0")


def table(tallies: Tallies) -> str:
    """Precision and recall of each row, and what they stand on."""
    head = (
        f"{'item by item':<38}{'known':>6}{'told':>6}{'right':>7}{'precision':>11}{'recall':>8}{'beyond':>8}"
    )
    return "\n".join([head, *(_line(row, tallies.get(row, Tally())) for row in Row)]) + "\n"


def _line(row: Row, tally: Tally) -> str:
    precision, recall = _percent(tally.right, tally.told), _percent(tally.found, tally.known)
    counts = f"{tally.known:>6}{tally.told:>6}{tally.right:>7}"
    return f"{row:<38}{counts}{precision:>11}{recall:>8}{tally.beyond or '':>8}"


def _percent(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "none"
