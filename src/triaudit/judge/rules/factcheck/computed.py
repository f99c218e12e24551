"""Figures of a claim that no source states and that figures of sources give."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations, product

from triaudit.judge.rules.factcheck import weights as w
from triaudit.judge.rules.factcheck.align import Fit, Told
from triaudit.judge.rules.factcheck.apart import stranger
from triaudit.judge.rules.factcheck.claims import Claim, Part
from triaudit.judge.rules.factcheck.derived import Made, derived
from triaudit.judge.rules.factcheck.equal import compare, telling
from triaudit.judge.rules.factcheck.figures import Stated
from triaudit.judge.rules.factcheck.overlap import Rare, share
from triaudit.judge.rules.factcheck.statements import Statement
from triaudit.judge.rules.slots import is_date
from triaudit.numbers import read
from triaudit.units import MONTHS


def computed(
    claim: Claim, told: list[Told], listed: Sequence[Statement], rare: Rare, beside: Sequence[Fit] = ()
) -> list[Told]:
    """Silent parts are supported where figures of a statement, or of the claim's supported parts, give them.

    A date is supported where it is the date of the page that supports the rest.
    """
    made = list(told)
    carried = [item.yes for item in told if item.outcome == "supports" and item.yes] + list(beside)
    anchors = [fit.stated for fit in carried if fit.stated and not is_date(fit.stated.figure)]
    for n, (part, item) in enumerate(zip(claim.parts, told, strict=True)):
        if item.outcome == "supports" or (item.outcome == "contradicts" and not item.no):
            continue
        if item.no and item.outcome == "contradicts":
            day = part.stated.figure
            page = item.no.statement.passage.date or ""
            if is_date(day) and day.month and _dated(part, page) and item.no.share >= w.TOLD:
                made[n] = Told("supports", item.no, None)
            continue
        if is_date(part.stated.figure):
            if any(
                _dated(part, fit.statement.passage.date or "") or _in_month(part, fit.statement)
                for fit in carried
            ):
                made[n] = Told("supports", carried[0], None)
            elif part.stated.figure.month and (found := _decided(claim, part, listed, rare)):
                made[n] = Told("supports", found, None)
            continue
        found = _by_figures(claim, part, anchors, listed, rare)
        if found:
            made[n] = Told(found.stance, *((found, None) if found.stance == "supports" else (None, found)))
        elif carried and any(
            _gives(part, value) for value in (*derived(tuple(anchors)), *_means(claim, anchors))
        ):
            made[n] = Told("supports", carried[0], None)
        elif found := _from_another(claim, part, anchors, listed, rare):
            made[n] = Told("supports", found, None)
    return made


def _in_month(part: Part, statement: Statement) -> bool:
    """Whether a sentence names a date's month without its year, which is its page's."""
    day = part.stated.figure
    named = {
        MONTHS[word] for word in re.findall(r"[^\W\d_]{3,}", statement.text.casefold()) if word in MONTHS
    }
    years = {int(f.values[0]) for f in read(statement.passage.date or "") if is_date(f)}
    return named == {day.month} and day.values[0] in years | statement.years


def _means(claim: Claim, anchors: Sequence[Stated]) -> Iterator[Made]:
    """What a total comes to for each of a supported number, where a claim says that it is a mean."""
    if not _MEAN.search(claim.text):
        return
    for one, other in permutations(anchors, 2):
        a, b = one.figure, other.figure
        if b.dimension == "count" and a.dimension not in {"percent", "ratio", "points"} and b.values[0] > 1:
            mean = a._replace(
                values=(a.values[0] / b.values[0],), half=a.half / b.values[0], noun="", bound=""
            )
            yield Made(mean, one, other, None)


_MEAN = re.compile(
    r"\b(?:average\w*|mean|each|per|apiece|je|pro|durchschnitt\w*|mittel)\b|平均|每", re.IGNORECASE
)


def _from_another(
    claim: Claim, part: Part, anchors: Sequence[Stated], listed: Sequence[Statement], rare: Rare
) -> Fit | None:
    """The statement with the figure from which a supported one differs by the claimed change."""
    up = {"level_p", "level_m"} & part.stated.ways
    if part.stated.kind != "change" or len(up) > 1:
        return None
    relative = part.stated.figure.dimension in {"percent", "points", "ratio"}
    least = w.ALIKE if relative else w.LEAST
    for statement in listed:
        if stranger(claim, statement):
            continue
        close = share(claim.terms, statement, statement.words, rare, statement.language != claim.language)
        for anchor, item in product(anchors, statement.figures):
            if close < least or item in anchors or item.kind == "change":
                continue
            rises = anchor.figure.values[0] > item.figure.values[0]
            if up and ("level_p" in up) != rises:
                continue
            own = _priced(part, anchor)
            if any(_gives(own, value) for value in derived((item, anchor))):
                return Fit(statement, item, "supports", close, close, f"has {item.figure.text} beside it")
    return None


def _priced(part: Part, anchor: Stated) -> Part:
    """A difference without a currency, `1.4 million more`, as money where it is one from money."""
    own = part.stated.figure
    if own.dimension != "count" or anchor.figure.dimension != "money":
        return part
    money = own._replace(dimension="money", currency=anchor.figure.currency, noun="")
    return part._replace(stated=part.stated._replace(figure=money))


def _decided(claim: Claim, part: Part, listed: Sequence[Statement], rare: Rare) -> Fit | None:
    """The statement of a page of that date that says what the claim says."""
    for statement in listed:
        if not _dated(part, statement.passage.date or "") or stranger(claim, statement):
            continue
        close = share(part.terms, statement, statement.words, rare, statement.language != claim.language)
        if close >= w.TOLD:
            return Fit(statement, None, "supports", close, close, "says it on that date")
    return None


def _dated(part: Part, page: str) -> bool:
    """Whether a date is that of a page."""
    return any(compare(part.stated.figure, day) == "same" for day in read(page) if is_date(day))


def _by_figures(
    claim: Claim, part: Part, anchors: Sequence[Stated], listed: Sequence[Statement], rare: Rare
) -> Fit | None:
    """The statement whose figures give the claimed one, alone or with one that supports another part."""
    for statement, together in _neighbours(listed):
        foreign = statement.language != claim.language
        close = share(part.terms, statement, statement.words, rare, foreign)
        relative = part.stated.kind == "change" or part.stated.figure.dimension == "ratio"
        row = relative and statement.cell and any(item in anchors for item in together)
        if stranger(claim, statement) or close < (0.0 if row else w.LEAST if anchors else w.ALIKE):
            continue
        for value in derived(tuple(together)):
            anchored = value.one in anchors or value.other in anchors
            whole = part.stated.kind == "change" or value.rises is None
            shared = value.figure.dimension == "percent" and value.rises is None
            least = w.ALIKE if not shared else w.SHARED if _in_digits(part) else w.TOLD
            alone = close >= least and whole and telling(part.stated.figure) > 0
            if (anchored or alone) and _gives(part, value):
                up = {"level_p", "level_m"} & part.stated.ways
                if value.rises is not None and len(up) == 1 and ("level_p" in up) != value.rises:
                    return Fit(
                        statement, None, "contradicts", close, close + w.ANCHOR, "gives the opposite change"
                    )
                return Fit(statement, None, "supports", close, close, "gives it by its figures")
    return None


def _in_digits(part: Part) -> bool:
    return any(char.isdigit() for char in part.stated.figure.text)


def _gives(part: Part, value: Made) -> bool:
    """Whether a computed value is the claimed one; of a share in words only about."""
    own = part.stated.figure
    loose = 0.1 if not _in_digits(part) else 0.03 if own.about else 0.02
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
