"""Figures that leave their unit to another one: `11 days by one count and 13 by the other`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from triaudit.judge.rules.factcheck.figures import Stated
from triaudit.judge.rules.slots import is_date
from triaudit.numbers import Figure, read

_NUMBER = re.compile(
    r"\d[\d.,\s]*(?:\s?(?:thousand|million|billion|tausend|millionen|milliarden|mio\.?|mrd\.?|万|亿))?",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\s*(?:$|[.,;)，。；）]|(?:in|by|for|according|after|before|if|as|says?|laut|bei|im|nach|more|less|fewer|mehr|weniger)\b)",
    re.IGNORECASE,
)


def shared_units(items: Sequence[Stated], text: str) -> list[Stated]:
    """Figures without a unit get that of the one before, where all the others have the same."""
    measured = [item.figure for item in items if not is_date(item.figure) and not _alone(item.figure)]
    units = {(figure.dimension, figure.currency) for figure in measured}
    if len(units) != 1 or measured[0].dimension == "count":
        return list(items)
    first = measured[0]
    number = _NUMBER.match(first.text)
    plain = read(number[0].strip()) if number else ()
    if len(plain) != 1 or plain[0].dimension != "count" or not plain[0].values[0]:
        return list(items)
    by = first.values[0] / plain[0].values[0]
    return [
        item._replace(figure=_with(item.figure, first, by)) if _open(item.figure, first, text) else item
        for item in items
    ]


def _alone(figure: Figure) -> bool:
    """Whether a figure is a number without a unit that counts nothing named."""
    return figure.dimension == "count" and not figure.noun


def _open(figure: Figure, first: Figure, text: str) -> bool:
    """Whether a figure is a number alone behind one with a unit."""
    return _alone(figure) and figure.start > first.start and bool(_ENDS.match(text, figure.end))


def _with(figure: Figure, first: Figure, by: float) -> Figure:
    return figure._replace(
        dimension=first.dimension,
        currency=first.currency,
        per=figure.per or first.per,
        values=tuple(value * by for value in figure.values),
        half=figure.half * abs(by),
    )
