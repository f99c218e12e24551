"""PowerPoint decks (pptx): slide by slide text, tables, charts' figures, what groups hold, and the notes."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from triaudit.attachments import Content, Given, Unreadable
from triaudit.attachments.archive import checked, members
from triaudit.attachments.office import attribute, joined, picture, text_of
from triaudit.attachments.sheets import cap
from triaudit.attachments.shown import plain
from triaudit.attachments.tables import cell, heading, table, table_blocks
from triaudit.types import Block, Part, Picture, Table

if TYPE_CHECKING:
    from pptx.slide import Slide

ORDER = 10
_DEEPEST = 20
"""Groups inside of each other that are read."""


def recognises(data: bytes) -> bool:
    """A zip container with a deck in it."""
    return "ppt/presentation.xml" in members(data)


def read(data: bytes, given: Given) -> Content:
    """Blocks such as `slide 3`, `slide 3, table 1`, `slide 3, chart 1` and `slide 3, notes`."""
    from pptx import Presentation  # noqa: PLC0415  (loaded where a deck is read)

    checked(data, "pptx", given.settings)
    deck = Presentation(io.BytesIO(data))
    slides = list(deck.slides)
    if len(slides) > given.settings.max_pages:
        raise Unreadable(
            f"has {len(slides)} slides, above attachments.max_pages={given.settings.max_pages}; "
            "raise it or attach the slides that matter",
            "pptx",
        )
    reader = _Reader(given)
    for number, slide in enumerate(slides, 1):
        reader.slide(slide, number)
    hidden = [str(part.number) for part in reader.parts if part.hidden]
    return Content(
        "pptx",
        tuple(reader.blocks),
        (f"hidden in the deck: slide {', '.join(hidden)}",) if hidden else (),
        "" if reader.blocks else "has no words on any slide; save its pictures as png or pdf",
        parts=tuple(reader.parts),
        tables=tuple(reader.tables),
        pictures=tuple(reader.pictures),
        tools=("python-pptx",),
    )


class _Reader:
    """Collects blocks slide by slide."""

    def __init__(self, given: Given) -> None:
        self.given = given
        self.blocks: list[Block] = []
        self.parts: list[Part] = []
        self.tables: list[Table] = []
        self.pictures: list[Picture] = []
        self.cells = 0

    def slide(self, slide: Slide, number: int) -> None:
        """One slide: its text as one block, then tables and charts, then the notes."""
        where = f"slide {number}"
        texts: list[str] = []
        tables: list[tuple[str, str, list[list[str]]]] = []
        pictures = 0
        for shape in _shapes(slide.shapes, 0):
            if shape.has_text_frame:
                texts += [text_of(paragraph) for paragraph in shape._element.iter("{*}p")]
            elif getattr(shape, "has_table", False):
                tables.append(("table", "", _cells(shape.table)))
            elif getattr(shape, "has_chart", False):
                title, rows = _chart(shape.chart)
                if rows:
                    tables.append(("chart", title, rows))
            elif shape._element.tag.endswith("}pic"):
                found = _picture(shape, f"{where}, image {pictures + 1}", number)
                if found is not None:
                    pictures += 1
                    self.pictures.append(found)
        title = slide.shapes.title
        name = cell(title.text_frame.text) if title is not None else ""
        hidden = slide._element.get("show") == "0"
        self.parts.append(Part(kind="slide", number=number, name=name, hidden=hidden))
        if text := joined(texts):
            self.blocks.append(Block(kind="text", locator=where, text=text))
        counts = {"table": 0, "chart": 0}
        for kind, caption, rows in tables:
            counts[kind] += 1
            self._table(rows, f"{where}, {kind} {counts[kind]}", number, caption or name)
        if slide.has_notes_slide and slide.notes_slide.notes_text_frame is not None:
            frame = slide.notes_slide.notes_text_frame._element
            if notes := joined(text_of(paragraph) for paragraph in frame.iter("{*}p")):
                self.blocks.append(Block(kind="text", locator=f"{where}, notes", text=notes))

    def _table(self, rows: list[list[str]], where: str, number: int, caption: str) -> None:
        self.cells += sum(map(len, rows))
        cap(
            "rows",
            sum(len(one.rows) for one in self.tables) + len(rows),
            self.given.settings.max_rows,
            "pptx",
        )
        cap("cells", self.cells, self.given.settings.max_cells, "pptx")
        rows = [row for row in rows if any(row)]
        if rows:
            found = table(
                list(enumerate(rows, 1)), where, header=heading(rows) or 1, part=number, caption=caption
            )
            self.tables.append(found)
            self.blocks += table_blocks(found, always_rows=False)


def _shapes(shapes: Any, depth: int) -> Iterator[Any]:
    """All shapes in reading order, those of groups too."""
    for shape in shapes:
        if shape._element.tag.endswith("}grpSp"):
            if depth < _DEEPEST:
                yield from _shapes(shape.shapes, depth + 1)
        else:
            yield shape


def _cells(found: Any) -> list[list[str]]:
    """A table's cells, a merged one's text in every cell that it covers."""
    rows = [
        [cell("\n".join(text_of(p) for p in one._tc.iter("{*}p"))) for one in row.cells] for row in found.rows
    ]
    for top, row in enumerate(found.rows):
        for left, one in enumerate(row.cells):
            if one.is_merge_origin:
                for below in range(top, min(top + one.span_height, len(rows))):
                    for right in range(left, min(left + one.span_width, len(rows[below]))):
                        rows[below][right] = rows[top][left]
    return rows


def _chart(chart: Any) -> tuple[str, list[list[str]]]:
    """A chart's title and its stored figures: a row for every category, a column for every series."""
    title = (
        cell(chart.chart_title.text_frame.text)
        if chart.has_title and chart.chart_title.has_text_frame
        else ""
    )
    plots = list(chart.plots)
    series = [one for plot in plots for one in plot.series]
    names = [str(category) for category in plots[0].categories] if plots else []
    if not series:
        return title, []
    values = [[_number(value) for value in one.values] for one in series]
    length = max(map(len, values))
    names += [str(number) for number in range(len(names) + 1, length + 1)]
    head = ["", *(cell(one.name or "") for one in series)]
    body = [
        [cell(names[row]), *(column[row] if row < len(column) else "" for column in values)]
        for row in range(length)
    ]
    return title, [head, *body]


def _number(value: float | None) -> str:
    return "" if value is None else plain(value)


def _picture(shape: Any, locator: str, number: int) -> Picture | None:
    try:
        data = shape.image.blob
    except (AttributeError, KeyError, ValueError):  # linked, or of a kind that the library does not know
        return None
    described = shape._element.find(".//{*}cNvPr")
    return picture(data, locator, number, attribute(described, "descr"))
