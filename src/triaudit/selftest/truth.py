"""Verdicts against known labels, sentence by sentence; pure.

A sentence's label is put together from the claims that were found in it: WRONG where one is, else
CONFLICT where one is, else RIGHT where all are, else UNKNOWN. A sentence in which no claim was found has
none, and that counts as a miss.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from triaudit.errors import TriauditError
from triaudit.types import Claim, ClaimKind, Label, Record, Verdict


class Quote(Record):
    """Words of a page or an attachment that a label rests on."""

    source: str
    """The page's address, or the attachment's name."""
    quote: str


class Truth(Record):
    """What is known of one sentence of a report."""

    system: str
    task: str
    sentence: str
    """Occurs exactly once in the report."""
    label: Label
    disclosed: bool = False
    """The report itself says that web and attachment differ."""
    evidence: tuple[Quote, ...] = ()

    @property
    def place(self) -> str:
        """Which report it is from, for a person."""
        return f"{self.system}, {self.task}"


class Told(NamedTuple):
    """A sentence with its known label and the one that was given."""

    truth: Truth
    label: Label | None


class Agreement(NamedTuple):
    """How often the labels agree."""

    n: int
    right: int
    majority: int
    """Sentences of the most frequent label: what a judge gets that always says this one."""
    recall: dict[Label, tuple[int, int]]
    """Found and there, by known label."""
    unseen: int
    """Sentences in which no claim was found."""

    @property
    def share(self) -> float:
        """Agreement, 0-1."""
        return self.right / self.n if self.n else 0.0


def place(sentence: str, report: str) -> tuple[int, int]:
    """Characters of the report that are the sentence.

    Raises:
        TriauditError: It does not occur exactly once.
    """
    at = report.find(sentence)
    if at < 0 or report.find(sentence, at + 1) >= 0:
        raise TriauditError(
            f"truth: {sentence[:60]!r} does not occur exactly once in its report; correct the line"
        )
    return at, at + len(sentence)


def told(truth: Truth, report: str, claims: Iterable[Claim], verdicts: Mapping[str, Verdict]) -> Told:
    """The label that a sentence was given."""
    start, end = place(truth.sentence, report)
    labels = [
        verdicts[claim.id].label
        for claim in claims
        if claim.kind is not ClaimKind.CONCLUSION
        and claim.id in verdicts
        and any(s < end and e > start for s, e in ((claim.start, claim.end), *claim.repeats))
    ]
    return Told(truth, together(labels))


def together(labels: Sequence[Label | None]) -> Label | None:
    """One label for a sentence from those of its claims."""
    known = [label for label in labels if label is not None]
    for label in (Label.WRONG, Label.CONFLICT):
        if label in known:
            return label
    if not known:
        return None
    return Label.RIGHT if all(label is Label.RIGHT for label in known) else Label.UNKNOWN


def agreement(sentences: Sequence[Told]) -> Agreement:
    """Counts over sentences."""
    there = {label: [s for s in sentences if s.truth.label is label] for label in Label}
    return Agreement(
        n=len(sentences),
        right=sum(s.label is s.truth.label for s in sentences),
        majority=max((len(of) for of in there.values()), default=0),
        recall={label: (sum(s.label is label for s in of), len(of)) for label, of in there.items()},
        unseen=sum(s.label is None for s in sentences),
    )
