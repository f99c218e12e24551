"""Numbers as they are written in a text: where, what amount, of what; and an amount written the same way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from triaudit.numbers import Figure, compare, read

PROTECTED = re.compile(
    r"\[[^\]\n]{0,300}\]\([^()\s]{0,300}\)|https?://[^\s)）]{1,300}|\[\^?\d{1,3}\]|“[^”\n]{0,300}”"
)
"""What no change goes into: links with their words, addresses, citation marks, quoted words."""
DATED = frozenset({"year", "season"})
_NUMBER = re.compile(r"(?<![A-Za-z\d.,-])\d[\d.,]*(?<![.,])(?![A-Za-z\d-])")
_NO_NOUNS = frozenset(
    {"", "more", "less", "above", "below", "over", "under", "for", "in", "mehr", "weniger", "über", "unter"}
)
_HINT = re.compile(r"\(([^()\n]{1,30})\)\s*(?:\||\d)")


class Spot(NamedTuple):
    """A number in a text."""

    start: int
    end: int
    """Of the digits alone."""
    number: Decimal
    scale: Decimal
    """What the words behind it multiply by."""
    kind: str
    """Dimension that it is read with, money with its currency; empty where it is read as nothing."""
    figure: Figure | None

    @property
    def amount(self) -> Decimal:
        """Number times scale, whatever the unit."""
        return self.number * self.scale


def grouping(language: str) -> str:
    """What groups thousands in a language."""
    return "." if language == "de" else ","


def figures(text: str, language: str) -> tuple[Figure, ...]:
    """The figures of a sentence that no date and no protected part holds."""
    return tuple(one for one in read(_masked(text), grouping(language)) if one.dimension not in DATED)


def _masked(text: str) -> str:
    return PROTECTED.sub(lambda found: " " * len(found[0]), text)


def spots(text: str, language: str) -> list[Spot]:
    """The numbers of a text, line by line; list numbers, dates and numbers inside of words are left out.

    A number of a table row that has no unit of its own takes the one of a cell such as `thousand crowns` or
    of a label such as `Length (km)`.
    """
    found: list[Spot] = []
    offset = 0
    for line in _masked(text).split("\n"):
        read_as = read(line, grouping(language))
        hint = _row_unit(line, language)
        for match in _NUMBER.finditer(line):
            if match.start() == 0 and re.match(r"[.)]\s", line[match.end() :]):
                continue
            number = parse(match[0], language)
            figure = next((f for f in read_as if f.start <= match.start() and match.end() <= f.end), None)
            if number is None or (figure and figure.dimension in DATED):
                continue
            kind, scale = (_kind(figure), Decimal(str(figure.scale))) if figure else ("", Decimal(1))
            if hint and kind == "count" and scale == 1:
                kind, scale = hint
            elif figure and kind == "count" and scale >= 1000 and figure.noun.split(" ")[0] in _NO_NOUNS:
                kind = _money_beside(line, figure, read_as) or kind
            place = offset + match.start(), offset + match.end()
            found.append(Spot(*place, number, scale, kind, figure))
        offset += len(line) + 1
    return found


def _kind(figure: Figure) -> str:
    return f"money {figure.currency}".strip() if figure.dimension == "money" else figure.dimension


def _money_beside(line: str, figure: Figure, others: Sequence[Figure]) -> str:
    """The money that `5.2 million` is of, where its sentence names one currency; else empty."""
    start = max(line.rfind(mark, 0, figure.start) for mark in (". ", "。", "| "))
    ends = [at for mark in (". ", "。", " |") if (at := line.find(mark, figure.end)) >= 0]
    end = min(ends, default=len(line))
    found = {_kind(one) for one in others if one.currency and start < one.start < end}
    return found.pop() if len(found) == 1 else ""


def _row_unit(line: str, language: str) -> tuple[str, Decimal] | None:
    """The kind and scale that a row's label or unit cell gives its bare numbers."""
    hints = [found[1] for found in _HINT.finditer(line)]
    if "|" in line:
        cells = [cell.strip() for cell in line.strip(" |").split("|")]
        hints += [cell for cell in cells if cell and not re.search(r"\d", cell)]
        hints += [cells[0].rpartition(", ")[2]] if ", " in cells[0] else []
    for hint in hints:
        made = read(f"2 {hint}", grouping(language))
        if len(made) == 1 and made[0].start == 0 and (made[0].dimension != "count" or made[0].scale != 1):
            return _kind(made[0]), Decimal(str(made[0].scale))
    return None


def parse(written: str, language: str) -> Decimal | None:
    """The number that digits with separators stand for in a language; None where they are none."""
    group = grouping(language)
    point = "," if group == "." else "."
    whole, _, part = written.partition(point)
    plain = re.fullmatch(rf"\d{{1,3}}(?:{re.escape(group)}\d{{3}})+|\d+", whole)
    if not plain or (part and not part.isdecimal()):
        return None
    return Decimal(whole.replace(group, "") + ("." + part if part else ""))


def write(number: Decimal, like: str, language: str) -> str:
    """A number in digits: at least the decimals of `like`, its thousands grouped as the language does.

    Chinese groups none.
    """
    group = grouping(language)
    point = "," if group == "." else "."
    decimals = len(like.partition(point)[2])
    number = number.normalize()
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)
    text = f"{number:.{max(decimals, -exponent)}f}"
    whole, _, part = text.partition(".")
    grouped = len(whole) > 3 and (language != "zh" or group in like)
    if grouped and (len(whole) > 4 or group in like or len(re.sub(r"\D", "", like)) < 4 or language == "en"):
        whole = re.sub(r"(?<=\d)(?=(?:\d{3})+$)", group, whole)
    return whole + (point + part if part else "")


def replaced(text: str, changes: Sequence[tuple[int, int, str]]) -> str:
    """The text with characters `start:end` replaced; changes do not overlap."""
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def same(first: Figure, second: Figure) -> bool:
    """Whether two figures agree."""
    return compare(first, second) == "same"
