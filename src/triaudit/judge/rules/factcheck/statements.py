"""Passages taken apart into statements: sentences and table cells, each with what stands around it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from triaudit import injection
from triaudit.judge.rules import polarity, tables
from triaudit.judge.rules.factcheck.figures import Stated, stated
from triaudit.judge.rules.factcheck.names import about, entities, heading_names
from triaudit.judge.rules.factcheck.terms import content
from triaudit.judge.rules.slots import is_date
from triaudit.judge.rules.verbs import Language, tongue
from triaudit.numbers import Figure, read, separator
from triaudit.questions import Passage
from triaudit.text import plain, sentences

_UNIT = re.compile(r"[(（\[](?P<unit>[^()（）\[\]]{1,24})[)）\]]")
_ROOM = re.compile(r"\b(?:sheet|rows?|pages?|tables?|lines?|image|pixels)\b|\d+(?:[-–]\d+)?|[,x]")
_PLAIN_ROW = re.compile(r"(?P<label>[^\d|]{3,60}[)）])\s+(?P<values>[\d.,]+(?:\s+[\d.,]+)*)\s*$")
"""A row of a table that lost its borders, with the unit after its label."""


_PRONOUN = re.compile(r"(?:It|They|He|She|Its|Their|Es|Er|Ihr\w{0,2})\b|其(?!中|他|余|实)|它")
"""What opens a sentence on whom the one before names."""


class Statement(NamedTuple):
    """A sentence or a table cell of a passage."""

    passage: Passage
    text: str
    quote: str
    figures: tuple[Stated, ...]
    words: frozenset[str]
    context: frozenset[str]
    """Terms of the page's title, of the sheet and of the heading above."""
    before: frozenset[str]
    """Terms of the sentence before."""
    about: frozenset[str]
    """Names in its subject."""
    names: frozenset[str]
    """All its names and those of its context."""
    titled: frozenset[str]
    """Names of the page as a whole."""
    years: frozenset[int]
    """Of the title."""
    language: Language
    place: int
    """Which sentence of the passage it is."""
    cell: bool


@lru_cache(maxsize=4096)
def statements(passage: Passage) -> tuple[Statement, ...]:
    """What a passage states, words that address a judge left out."""
    return tuple(_statements(passage))


def _statements(passage: Passage) -> Iterator[Statement]:
    text = passage.text
    unread = [found.span for found in injection.find(text)]
    lines = [(match[0], match.start()) for match in re.finditer(r"[^\n]+", text)]
    rows = [(line, start) for line, start in lines if line.count("|") >= (1 if " | " in line else 2)]
    rows = rows if len(rows) > 1 else []
    grouping, language = separator(text), tongue(text)
    title = passage.locator if passage.side == "web" else " ".join(_ROOM.sub(" ", passage.locator).split())
    heading = next((line.lstrip("# ") for line, _ in lines[:1] if line.lstrip().startswith("#")), "")
    top = f"{title} {heading}".strip()
    file = re.sub(r"\.\w{2,5}$|[-_]", " ", passage.source) if passage.side == "attachment" else ""
    context = content(top) | content(file)
    years = frozenset(int(f.values[0]) for f in read(f"{top} {file}") if is_date(f))
    titled = heading_names(title, passage.source)
    base = Statement(
        passage,
        "",
        "",
        (),
        frozenset(),
        context,
        frozenset(),
        frozenset(),
        titled | entities(title),
        titled,
        years,
        language,
        0,
        False,
    )
    yield from _cells(rows, base, grouping)
    before, place = frozenset[str](), 0
    owners: set[str] = set()
    last = frozenset[str]()
    for span in sentences(text):
        tabled = any(start <= span.start < start + len(line) for line, start in rows)
        if tabled or any(span.start < other.end and other.start < span.end for other in unread):
            continue
        quote = text[span.start : span.end]
        told = " ".join(plain(quote).split())
        if quote.lstrip().startswith("#") and not read(told, grouping):
            continue
        place += 1
        words = content(told, grouping)
        named = entities(told)
        subject = last if _PRONOUN.match(told) and not about(told) else about(told)
        owners |= subject
        last = subject or named
        yield base._replace(
            text=told,
            quote=quote,
            figures=_unbordered(told, grouping) or stated(told, grouping),
            words=words,
            before=before,
            about=subject,
            names=base.names | named | subject,
            titled=titled | (frozenset(owners) if not subject else frozenset()),
            place=place,
        )
        before = words


def _cells(rows: list[tuple[str, int]], base: Statement, grouping: str) -> Iterator[Statement]:
    """The cells of a table, each with its row's and column's labels and the unit that applies."""
    places: dict[int, int] = {}
    listed = list(tables.cells(rows))
    real = {_year(cell.column) for cell in listed if not polarity.planned(f"{cell.column} ")}
    last = max(real, default=0)
    for cell in listed:
        row, column, value = plain(cell.row), plain(cell.column), plain(cell.value)
        unit = cell.unit or next(
            (found["unit"] for text in (row, column, plain(cell.header)) if (found := _UNIT.search(text))), ""
        )
        label = f"{_UNIT.sub(' ', row)} {_UNIT.sub(' ', column)}"
        near = content(label, grouping) | content(unit) | content(value, grouping)
        dates = tuple(f for text in (column, row) for f in read(text) if is_date(f))
        plan = polarity.planned(f"{column} ") or polarity.planned(f"{row} ")
        figures = [
            Stated(
                figure,
                near,
                dates,
                "from" if 0 < _year(cell.column) < last else "level",
                plan,
                polarity.ways(label),
                0,
                label,
            )
            for figure in _valued(value, unit, grouping)
        ]
        places.setdefault(cell.start, -1 - len(places))
        yield base._replace(
            text=f"{row}: {column} {value} {unit if unit not in value else ''}".strip(),
            quote=cell.line.strip(),
            figures=tuple(figures),
            words=near,
            about=entities(row + " x") if entities(f"the {row} x") else frozenset(),
            names=base.names | entities(f"the {row} {column}"),
            place=places[cell.start],
            cell=True,
        )


def _year(label: str) -> int:
    """The year that a column is of; 0 where it names none."""
    return max((int(f.values[0]) for f in read(label) if is_date(f)), default=0)


def _valued(value: str, unit: str, grouping: str) -> tuple[Figure, ...]:
    """The figures of a cell, in its unit where they have none."""
    alone = read(value, grouping)
    if (
        len(alone) == 1
        and alone[0].dimension in {"count", "year"}
        and unit
        and re.fullmatch(r"[~<>≈]?\s?[\d.,\s'’–-]+", value)
    ):
        return read(f"{value} {unit}", grouping) or alone
    return alone


def _unbordered(text: str, grouping: str) -> tuple[Stated, ...]:
    """The figures of a line `Label (unit) 12.5 13.1`."""
    row = _PLAIN_ROW.fullmatch(text)
    unit = _UNIT.search(row["label"]) if row else None
    if row is None or unit is None:
        return ()
    near = content(_UNIT.sub(" ", row["label"])) | content(unit["unit"])
    return tuple(
        Stated(figure, near, (), "level", False, frozenset(), 0, text)
        for value in row["values"].split()
        for figure in _valued(value, unit["unit"], grouping)
    )
