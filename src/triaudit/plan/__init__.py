"""What a run would ask and cost, told without a call."""

from __future__ import annotations

from triaudit.types import Record


class Range(Record):
    """What a figure may be, depending on replies that are not there yet; once they are, both are the same."""

    low: float
    high: float

    def __add__(self, other: Range) -> Range:
        """The sum of two."""
        return Range(low=self.low + other.low, high=self.high + other.high)


NOTHING = Range(low=0, high=0)


class Row(Record):
    """The calls of one stage, all systems together."""

    axis: str
    stage: str
    judge: str
    calls: Range
    """All that the stage needs, each question once."""
    in_store: Range
    """Those of them that are answered already."""
    to_ask: Range
    input: Range
    """Tokens of the prompts to send."""
    cacheable: Range
    """Those of them that an earlier call began with too, so that a provider's cache can have them."""
    output: Range
    """Tokens of the replies to come."""
    usd: Range | None
    """The lower end takes all that is cacheable as cached, the higher none; None: a price is unknown."""
    searches: Range
    """Searches of a backend that is asked, not those of pages on this machine."""


class Cost(Record):
    """One choice of how much to check, what it costs if nothing is in the store, and how sure it makes."""

    claims: int | None
    """Claims checked per report; None: all that there are."""
    tasks: int
    calls: Range
    usd: Range | None
    half_width: float
    """Of the expected 95 % interval of a system's right ratio, in points of 0-100."""


class Precision(Record):
    """Cost against precision of the fact-check axis."""

    formula: str
    between: float
    within: float
    source: str
    claims_per_report: Range
    rows: tuple[Cost, ...]


class Plan(Record):
    """A whole plan."""

    benchmark: str
    part: str
    tasks: int
    systems: tuple[str, ...]
    rows: tuple[Row, ...]
    total: Row
    precision: Precision | None
    notes: tuple[str, ...]
