"""Figures and dates in a sentence, with scale, unit, currency and bound, made comparable.

`read` finds them; `compare` says of two whether they agree. English, Chinese and German. A single
separator before three digits means thousands or decimals by the text's language; only where that can't be
told a figure has two readings, and agrees with another where any reading does.
"""

from __future__ import annotations

from triaudit.numbers.agree import Answer, changes, compare
from triaudit.numbers.dates import periods
from triaudit.numbers.figure import Figure
from triaudit.numbers.read import chinese, parsed, per, read, separator

__all__ = [
    "Answer",
    "Figure",
    "changes",
    "chinese",
    "compare",
    "parsed",
    "per",
    "periods",
    "read",
    "separator",
]
