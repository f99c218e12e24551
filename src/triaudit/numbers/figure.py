"""A number or a date as a text states it."""

from __future__ import annotations

from typing import NamedTuple

from triaudit.written import Bound


class Figure(NamedTuple):
    """A number or a date as a text states it."""

    text: str
    start: int
    end: int
    dimension: str
    """count, money, percent, points, year, season, a unit's dimension, or `ratio` for `3x`."""
    values: tuple[float, ...]
    """Readings in the dimension's base unit; for a year, the year, negative before Christ."""
    half: float
    """Half a unit of the last digit written, in the base unit: what rounding can hide."""
    currency: str = ""
    noun: str = ""
    """What a count counts, where the next word tells."""
    bound: Bound = ""
    """`least` for `more than`, `most` for `up to`."""
    span: tuple[float, float] | None = None
    """Both ends of the range that it is an end of."""
    per: str = ""
    """What it is stated per: day, year, head, …"""
    month: int = 0
    day: int = 0
    part: str = ""
    """Quarter or half of the year: `q1`-`q4`, `h1`, `h2`."""
    scale: float = 1.0
    """What its scale word multiplied by."""
    lead: int = -1
    """Where its bound begins in the text; its start where it has none."""

    @property
    def about(self) -> bool:
        """Whether the text gives it as approximate."""
        return self.bound == "about"
