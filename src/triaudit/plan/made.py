"""The figures of a plan from what two runs on stand-ins have counted; pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from triaudit.judge.planned import Kind, Money, Size, Tally
from triaudit.plan import NOTHING, Cost, Precision, Range, Row
from triaudit.plan.precision import Spread, half_width

AXES = {
    "rubric": "quality",
    "quality": "quality",
    "claims": "factcheck, audit",
    "factcheck": "factcheck",
    "audit": "audit",
}
"""Stage to the axes that it is asked for."""
CLAIMS = (5, 10, 20, 40)
TASKS = (10, 30, 100)
FORMULA = (
    "half-width = 1.96 sqrt((b^2 + w / m) / T) for T tasks and m claims a report; b^2 is the variance of "
    "reports' shares of right claims, w the mean of p (1 - p) within reports (two-stage sampling: Cochran, "
    "Sampling Techniques, 3rd ed. 1977, section 10.3)"
)


def rows(few: Tally, many: Tally, judges: Mapping[str, str], price: Money) -> list[Row]:
    """A row for every stage.

    Args:
        few: What is counted where replies are short.
        many: What is counted where they are long.
        judges: Stage to the judge's name; `off` where the stage is.
        price: Money of one search; None: unknown.
    """
    return [_row(stage, judge, few, many, price) for stage, judge in judges.items()]


def _row(stage: str, judge: str, few: Tally, many: Tally, price: Money) -> Row:
    both = (few, many)

    def of(size: Callable[[Size], float]) -> Range:
        return _range([sum(size(_asked(kind)) for kind in kinds(tally, stage)) for tally in both])

    calls = _range([sum(kind.whole.calls for kind in kinds(tally, stage)) for tally in both])
    to_ask = of(lambda size: size.calls)
    searches = _range([tally.searches[stage] for tally in both])
    return Row(
        axis=AXES[stage],
        stage=stage,
        judge=judge,
        calls=calls,
        in_store=_range(
            [sum(kind.whole.calls - kind.new.calls for kind in kinds(tally, stage)) for tally in both]
        ),
        to_ask=to_ask,
        input=of(lambda size: size.input),
        cacheable=of(lambda size: size.cacheable),
        output=of(lambda size: size.output),
        usd=_paid(usd(few, many, stage, _asked), searches, price),
        searches=searches,
    )


def kinds(tally: Tally, stage: str) -> list[Kind]:
    """What was counted for a stage."""
    return [kind for (name, _, _), kind in tally.kinds.items() if name == stage]


def _asked(kind: Kind) -> Size:
    return kind.counted.applied(kind.new)


def _whole(kind: Kind) -> Size:
    return kind.counted.applied(kind.whole)


def usd(few: Tally, many: Tally, stage: str, size: Callable[[Kind], Size]) -> Range | None:
    """Money from all that is cacheable cached to none of it; None where a price is unknown."""
    ends: list[float] = []
    for tally, cached in ((few, True), (many, False)):
        for (name, judge, _), kind in tally.kinds.items():
            money = size(kind).money(tally.prices[judge], cached)
            if name == stage and money is None:
                return None
        ends.append(
            sum(
                size(kind).money(tally.prices[judge], cached) or 0.0
                for (name, judge, _), kind in tally.kinds.items()
                if name == stage
            )
        )
    return _range(ends)


def _paid(calls: Range | None, searches: Range, price: Money) -> Range | None:
    if calls is None or (searches.high and price is None):
        return None
    return calls + Range(low=searches.low * (price or 0.0), high=searches.high * (price or 0.0))


def _range(ends: Sequence[float]) -> Range:
    return Range(low=min(ends), high=max(ends))


def total(found: Sequence[Row]) -> Row:
    """All stages together."""

    def added(name: str) -> Range:
        made = NOTHING
        for row in found:
            made += getattr(row, name)
        return made

    names = ("calls", "in_store", "to_ask", "input", "cacheable", "output", "searches")
    unknown = any(row.usd is None for row in found)
    return Row(
        axis="all",
        stage="all",
        judge="",
        usd=None if unknown else added("usd"),
        **{n: added(n) for n in names},
    )


def precision(  # noqa: PLR0917
    few: Tally, many: Tally, tasks: int, systems: int, spread: Spread, price: Money
) -> Precision | None:
    """What checking so many claims of so many tasks costs, as if nothing were in the store.

    Calls and money of the stages grow with the tasks, those of factcheck with the claims too. None where no
    claim is checked by a judge that is called.
    """
    both = (few, many)
    reports = tasks * systems
    checked = _range([sum(k.whole.calls for k in kinds(tally, "factcheck")) / reports for tally in both])
    if not checked.high:
        return None
    stages = list(dict.fromkeys(name for tally in both for name, _, _ in tally.kinds))
    calls = {
        name: _range([float(sum(k.whole.calls for k in kinds(tally, name))) for tally in both])
        for name in stages
    }
    searches = _range([many.searches["factcheck"], few.searches["factcheck"]])
    money = {name: usd(few, many, name, _whole) for name in stages}
    money["factcheck"] = _paid(money["factcheck"], searches, price)
    found = (checked.low + checked.high) / 2
    made = [
        Cost(
            claims=limit,
            tasks=count,
            calls=_scaled(calls, checked, limit, count / tasks) or NOTHING,
            usd=_scaled(money, checked, limit, count / tasks),
            half_width=half_width(count, min(limit or found, found), spread),
        )
        for limit in (*(n for n in CLAIMS if n < found), None)
        for count in sorted({*TASKS, tasks})
    ]
    return Precision(
        formula=FORMULA,
        between=spread.between,
        within=spread.within,
        source=spread.source,
        claims_per_report=checked,
        rows=tuple(made),
    )


def _scaled(
    parts: Mapping[str, Range | None], checked: Range, limit: int | None, tasks: float
) -> Range | None:
    """The stages' figures for another number of tasks and claims; None where one is unknown."""
    low = high = 0.0
    for name, part in parts.items():
        if part is None:
            return None
        share = [
            min(limit / ends, 1.0) if limit and ends and name == "factcheck" else 1.0
            for ends in (checked.low, checked.high)
        ]
        low, high = low + part.low * share[0] * tasks, high + part.high * share[1] * tasks
    return Range(low=low, high=high)
