"""Whether two figures can be one, and whether they measure the same: for the rules of several stages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from math import log10

from triaudit import numbers
from triaudit.judge.rules.concepts import ideas
from triaudit.numbers import Figure

SMALL = 20
"""Counts up to this meet by chance: they must be counts of the same thing."""

_POWERS = frozenset({0, 3, 4, 6, 8, 9})
"""Powers of ten that the head of a table keeps from its cells: thousand, 万, million, 亿, billion."""


_NO_NOUN = re.compile(
    r"(?:more|less|fewer|below|above|over|under|according|against|to|for|in|of|by|at|from|than"
    r"|mehr|weniger|über|unter|laut|gemäß|gegen|zu|für|von|aus|als|im)\b"
)
"""What stands after an amount and counts nothing, as in `2 million less than planned`."""

_ANYBODY = ideas("people persons menschen personen leute 人次 人员")
"""What may be counted under any other name."""


def bare(figure: Figure) -> bool:
    """Whether a figure is a number alone, as in a table whose head has the unit."""
    return figure.dimension == "count" and figure.scale == 1


def agree(one: Figure, other: Figure) -> bool:
    """Whether two figures can be one; small counts must be counts of the same thing.

    Where one of them is a number alone, its digits decide: its unit stands in the head of a table.
    """
    if one.dimension != other.dimension and "count" not in {one.dimension, other.dimension}:
        return False
    if _far(one, other):
        return False
    alike = any(numbers.compare(*pair) in {"same", "close"} for pair in _readings(*_as_money(one, other)))
    if not alike and not _same_digits(one, other):
        return False
    small = one.dimension == "count" and one.values[0] <= SMALL
    return not small or same_things(one, other)


def _far(one: Figure, other: Figure) -> bool:
    """Whether two plain figures are too far apart to agree: what most pairs are, told at little cost."""
    if one.bound or other.bound or one.span or other.span or one.per != other.per:
        return False
    if written(one.text)[0] == written(other.text)[0]:
        return False
    if _alike_marked(one, other):
        return all(_apart((a,), (b,)) for a, b in zip(one.values, other.values, strict=True))
    return _apart(one.values, other.values)


def _apart(first: tuple[float, ...], second: tuple[float, ...]) -> bool:
    if len(first) == len(second) == 1:
        return abs(first[0] - second[0]) > 0.05 * max(abs(first[0]), abs(second[0]))
    size = max(map(abs, first + second))
    return all(abs(a - b) > 0.05 * size for a in first for b in second)


def same_things(one: Figure, other: Figure) -> bool:
    """Whether two counts count the same, as far as the words after them tell."""
    first, second = counted(one), counted(other)
    return not first or not second or bool(first & second)


def counted(figure: Figure) -> frozenset[str]:
    """What a count counts, words of one meaning as one; empty where no word follows."""
    return frozenset() if figure.dimension != "count" or _unnamed(figure) else ideas(figure.noun) - _ANYBODY


def same_measure(one: Figure, other: Figure) -> bool:
    """Whether two figures can be values of one measure."""
    one, other = _as_money(one, other)
    if one.dimension != other.dimension or (one.currency and other.currency not in {"", one.currency}):
        return False
    return one.dimension != "count" or same_things(one, other)


def differ(one: Figure, other: Figure) -> bool:
    """Whether two figures are different values of one measure."""
    return same_measure(one, other) and numbers.compare(*_as_money(one, other)) == "other"


def _readings(one: Figure, other: Figure) -> Iterator[tuple[Figure, Figure]]:
    """Both with all their readings; where one mark makes both ambiguous, it means the same in both."""
    if _alike_marked(one, other):
        for first, second in zip(one.values, other.values, strict=True):
            yield one._replace(values=(first,)), other._replace(values=(second,))
    else:
        yield one, other


def _alike_marked(one: Figure, other: Figure) -> bool:
    return len(one.values) == len(other.values) == 2 and len(_marks(one.text) | _marks(other.text)) == 1


@lru_cache(maxsize=16384)
def _marks(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[.,]", text))


def _as_money(one: Figure, other: Figure) -> tuple[Figure, Figure]:
    """A large number that counts nothing named is an amount beside an amount: `cost 12 million`."""
    if one.dimension == "money" and other.dimension == "count" and other.scale > 1 and _unnamed(other):
        return one, other._replace(dimension="money")
    if other.dimension == "money" and one.dimension == "count" and one.scale > 1 and _unnamed(one):
        return one._replace(dimension="money"), other
    return one, other


def _unnamed(figure: Figure) -> bool:
    return not figure.noun or bool(_NO_NOUN.match(figure.noun))


def _same_digits(one: Figure, other: Figure) -> bool:
    """Whether a number alone has another figure's digits, a scale of its table's head apart.

    A large number that counts nothing named has those of one with a unit: `2 million tonnes or 3 million`.
    """
    if not (bare(one) or bare(other)):
        unnamed = any(figure.dimension == "count" and _unnamed(figure) for figure in (one, other))
        return unnamed and one.scale == other.scale and written(one.text) == written(other.text)
    (digits, first), (others, second) = written(one.text), written(other.text)
    if not digits or digits != others or not first or not second:
        return False
    power = abs(round(log10(first / second)))
    shares = {0, 2} if "percent" in {one.dimension, other.dimension} else _POWERS
    length = len(re.sub(r"\D", "", one.text))
    return power in shares and (len(digits) > 2 or (power == 0 and (length > 2 or "." in one.text)))


@lru_cache(maxsize=16384)
def written(text: str) -> tuple[str, float]:
    """The telling digits of a figure and its number as written, without scale and unit."""
    found = re.search(r"\d(?:[\d.,’' \u00a0\u202f]*\d)?", text)
    return (
        (re.sub(r"\D", "", found[0]).strip("0"), numbers.parsed(found[0]).values[0]) if found else ("", 0.0)
    )
