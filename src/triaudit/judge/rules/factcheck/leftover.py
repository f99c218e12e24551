"""Figures of a claim that no source states, where the sentence that states the others has one left over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from triaudit.judge.rules.factcheck import weights as w
from triaudit.judge.rules.factcheck.align import Fit, Told
from triaudit.judge.rules.factcheck.apart import times
from triaudit.judge.rules.factcheck.claims import Claim, Part
from triaudit.judge.rules.factcheck.equal import compare, nouns, ratio
from triaudit.judge.rules.factcheck.figures import Stated
from triaudit.judge.rules.factcheck.overlap import Rare, share
from triaudit.judge.rules.factcheck.statements import Statement
from triaudit.judge.rules.slots import is_date


def leftover(claim: Claim, told: list[Told], rare: Rare, beside: Sequence[Fit] = ()) -> list[Told]:
    """Silent parts are contradicted by the one figure of their kind left over where the others are stated."""
    made = list(told)
    own = _hosts(item.yes for item in told if item.outcome == "supports")
    for n, (part, item) in enumerate(zip(claim.parts, told, strict=True)):
        if item.outcome != "silent" or is_date(part.stated.figure):
            continue
        for hosts in (own, _hosts(beside)):
            found = [fit for host in hosts for fit in _left(claim, part, host, rare)]
            if found:
                break
        if len(found) == 1 and found[0].share >= w.LEFT:
            made[n] = Told("contradicts", None, found[0])
    return made


def _hosts(fits: Iterable[Fit | None]) -> list[Statement]:
    """The sentences that state figures of a claim."""
    hosts = {
        (fit.statement.passage.id, fit.statement.place): fit.statement
        for fit in fits
        if fit and fit.stated and not fit.statement.cell
    }
    return [host for _, host in sorted(hosts.items(), key=lambda item: item[0])]


def _left(claim: Claim, part: Part, host: Statement, rare: Rare) -> Iterator[Fit]:
    """The figures of a sentence that are of a part's kind and none of the claim's."""
    for source in host.figures:
        if any(
            compare(other.stated.figure, source.figure) in {"same", "close"}
            for other in (*claim.parts, *claim.beside)
        ):
            continue
        if not _kin(part, source) or nouns(part.stated.figure, source, host.words, claim.known) is False:
            continue
        if ratio(part.stated.figure, source.figure) <= w.NEARLY:
            continue
        if (part.stated.kind == "change") != (source.kind == "change"):
            continue
        if times(part.stated, source, host) is None:
            continue
        fit = share(part.terms, host, source.near, rare, host.language != claim.language)
        why = f"states {source.figure.text} where the claim has {part.stated.figure.text}"
        yield Fit(host, source, "contradicts", fit, fit, why)


def _kin(part: Part, source: Stated) -> bool:
    """Whether two figures are of one dimension, and no dates."""
    return part.stated.figure.dimension == source.figure.dimension and not is_date(source.figure)
