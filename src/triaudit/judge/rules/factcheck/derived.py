"""What pairs of figures amount to: differences, sums, shares, multiples, and the time between two dates."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from triaudit.judge.rules.agreement import same_things
from triaudit.judge.rules.factcheck.figures import Stated
from triaudit.judge.rules.slots import is_date
from triaudit.numbers import Figure


class Made(NamedTuple):
    """A value computed from two figures."""

    figure: Figure
    one: Stated
    other: Stated
    rises: bool | None
    """Whether the later of the two is more; None where it can't be told which is later."""


def derived(items: tuple[Stated, ...]) -> tuple[Made, ...]:
    """What pairs amount to: difference, sum, change in percent, share, multiple, time between dates."""
    made: list[Made] = []
    for x, y in combinations(items[:12], 2):
        one, other = x.figure, y.figure
        if is_date(one) and is_date(other):
            months = abs((one.values[0] - other.values[0]) * 12 + (one.month or 1) - (other.month or 1))
            if one.month and other.month and months:
                made.append(Made(Figure("", 0, 0, "time", (months * 2_629_746.0,), 1_400_000.0), x, y, None))
            continue
        if one.dimension != other.dimension or is_date(one) or one.currency != other.currency:
            continue
        if not same_things(one, other):
            continue
        a, b = one.values[0], other.values[0]
        rises = _rises(x, y)
        base = one._replace(text="", noun="", bound="", span=None, per="", half=one.half + other.half)
        made += [Made(base._replace(values=(value,)), x, y, rises) for value in (abs(a - b), a + b)]
        if one.dimension == "percent":
            made.append(Made(base._replace(dimension="points", values=(abs(a - b),)), x, y, rises))
        for first, second in ((a, b), (b, a)):
            if second:
                part = Figure("", 0, 0, "percent", (0.0,), 0.5)
                made.append(Made(part._replace(values=(abs(100 * (first - second) / second),)), x, y, rises))
                if x.kind == y.kind and {d.values for d in x.scope} == {d.values for d in y.scope}:
                    made.append(Made(part._replace(values=(abs(100 * first / second),)), x, y, None))
                made.append(
                    Made(
                        part._replace(dimension="ratio", values=(abs(first / second),), half=0.1), x, y, None
                    )
                )
    return tuple(made)


def _rises(one: Stated, other: Stated) -> bool | None:
    """Whether the later of two figures is more: by their years, or by which is the former one."""
    years = [max((int(date.values[0]) for date in item.scope), default=9999) for item in (one, other)]
    if years[0] == years[1]:
        years = [0 if item.kind == "from" else 1 for item in (one, other)]
    if years[0] == years[1]:
        return None
    first, last = (one, other) if years[0] < years[1] else (other, one)
    return last.figure.values[0] > first.figure.values[0]
