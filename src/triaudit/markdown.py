"""The lines of Markdown that several parts tell apart: headings, list items, fences, rules of tables."""

from __future__ import annotations

import re
from typing import NamedTuple

ITEM = r"\s*(?:[-*+•·▪]|\d{1,3}[.)、]|[(（]\d{1,3}[)）]|[a-zA-Z][.)])\s+"
"""The mark that a list item begins with, for use in patterns."""
LOWEST = 7
"""The level of a bold line that stands for a heading, below those with number signs."""

_NUMBERED = re.compile(r"\s{0,3}(?P<level>#{1,6})(?:[ \t]+|$)(?P<title>.*)")
_BOLD = re.compile(r"\s{0,3}\*\*(?P<title>[^*]{1,100})\*\*[:：]?\s*$")
_DELIMITER = re.compile(r"\s*+(?:\|\s*+)?:?-{2,}+:?\s*+(?:\|\s*+:?-{2,}+:?\s*+)*+\|?\s*$")
_FENCE = re.compile(r"\s{0,3}(?:```|~~~)")


class Heading(NamedTuple):
    """A line that is a heading."""

    level: int
    """1 to 6, or LOWEST."""
    title: str


def heading(line: str) -> Heading | None:
    """The heading that a line is: behind number signs, or all bold and no sentence."""
    if found := _NUMBERED.match(line):
        return Heading(len(found["level"]), found["title"].rstrip(" \t#").strip("*_ "))
    if (found := _BOLD.match(line)) and not re.search(r"[.!?。！？]$", found["title"].strip()):
        return Heading(LOWEST, found["title"].strip(" :："))
    return None


def is_delimiter(line: str) -> bool:
    """Whether a line is the rule between a table's header and its rows."""
    return "-" in line and "|" in line and bool(_DELIMITER.match(line))


def is_fence(line: str) -> bool:
    """Whether a block of code begins or ends with a line."""
    return bool(_FENCE.match(line))
