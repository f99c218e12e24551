"""Kinds of files that people attach beside PDFs, workbooks and csv: made here, read to the cell."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from docx import Document as Docx
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from PIL import Image
from pptx import Presentation
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from tests.attachments.test_documents import case, made, tables, unreadable
from triaudit.types import Document


def text(document: Document) -> dict[str, str]:
    return {block.locator: block.text for block in document.blocks if block.kind == "text"}


def png(width: int = 60, height: int = 40) -> io.BytesIO:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(out, "PNG")
    out.seek(0)
    return out


# ---------------------------------------------------------------- xls


def test_an_old_workbook_is_read_as_it_is_shown() -> None:
    document = case("ferry_costs")
    assert (document.kind, document.missing) == ("xls", None)
    costs, notes = document.tables
    assert costs.rows == (
        ("Ferry costs", "", "", "", ""),
        ("Year", "Crowns", "Crowns", "Share", ""),
        ("Year", "crew", "fuel", "of all", ""),
        ("2021", "12,500", "7,300", "12.5%", "2022-03-01"),
        ("2022", "13,100", "[formula without a value]", "TRUE", ""),
    )
    assert (costs.locator, costs.header, costs.numbers) == ("sheet Costs", 3, (1, 2, 3, 4, 5))
    assert notes.locator == "sheet notes (hidden)"
    assert document.warnings == (
        "sheet Costs: 1 formulas have no stored value or an empty one",
        "sheet notes is hidden in the workbook",
    )
    assert document.tools[0].startswith("xlrd ")


def test_a_cut_off_old_workbook_is_unreadable_and_says_what_it_is(tmp_path: Path) -> None:
    data = (Path(__file__).parents[1] / "cases" / "attachments" / "ferry_costs.xls").read_bytes()
    document = made(tmp_path, "a.xls", data[:2600])
    assert "could not be read as" in unreadable(document) or "old binary Office" in unreadable(document)


# ---------------------------------------------------------------- docx


def written(document: Docx) -> bytes:
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def test_a_word_document_is_read_in_its_order(tmp_path: Path) -> None:
    word = Docx()
    word.add_heading("Ferry report", 1)
    word.add_paragraph("The ferry carried 398,000 people.")
    word.add_paragraph("Table 1: Passengers by year")
    grid = word.add_table(3, 3)
    for row, cells in enumerate(
        [["Year", "People", ""], ["", "summer", "winter"], ["2024", "301,000", "97,000"]]
    ):
        for column, value in enumerate(cells):
            grid.cell(row, column).text = value
    grid.cell(0, 1).merge(grid.cell(0, 2))
    grid.cell(0, 0).merge(grid.cell(1, 0))
    word.add_paragraph("It was full.")
    word.add_picture(png(), width=Inches(1))
    word.sections[0].header.paragraphs[0].text = "Confidential"
    document = made(tmp_path, "a.docx", written(word))
    assert (document.kind, document.missing) == ("docx", None)
    (found,) = document.tables
    assert found.rows == (
        ("Year", "People", "People"),
        ("Year", "summer", "winter"),
        ("2024", "301,000", "97,000"),
    )
    assert (found.locator, found.header, found.caption) == ("table 1", 2, "Table 1: Passengers by year")
    assert [block.locator for block in document.blocks] == [
        "paragraphs 1-3",
        "table 1",
        "paragraph 4",
        "header 1",
    ]
    assert text(document)["paragraph 4"] == "It was full."
    assert [(p.locator, p.media_type, p.width, p.height) for p in document.pictures] == [
        ("image 1", "image/png", 60, 40)
    ]


def test_tracked_changes_are_read_as_accepted(tmp_path: Path) -> None:
    word = Docx()
    paragraph = word.add_paragraph("The toll is ")
    for tag, inner, value in (("w:del", "w:delText", "4"), ("w:ins", "w:t", "5")):
        change, run, words = OxmlElement(tag), OxmlElement("w:r"), OxmlElement(inner)
        change.set(qn("w:author"), "x")
        words.text = value
        run.append(words)
        change.append(run)
        paragraph._p.append(change)
    paragraph.add_run(" crowns.")
    document = made(tmp_path, "a.docx", written(word))
    assert text(document) == {"paragraph 1": "The toll is 5 crowns."}
    assert document.warnings == ("has tracked changes: they are read as if accepted",)


def test_a_word_document_without_words_is_unreadable(tmp_path: Path) -> None:
    assert "has no words" in unreadable(made(tmp_path, "a.docx", written(Docx())))


# ---------------------------------------------------------------- pptx


def test_a_deck_shows_the_figures_behind_its_charts(tmp_path: Path) -> None:
    deck = Presentation()
    for hidden in (False, True):
        slide = deck.slides.add_slide(deck.slide_layouts[5])
        slide.shapes.title.text = "Hidden" if hidden else "Passengers"
        if hidden:
            slide._element.set("show", "0")
            continue
        data = CategoryChartData()
        data.categories = ["2023", "2024"]
        data.add_series("people", (386_000, 398_000.5))
        slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 0, Inches(4), Inches(3), data)
        slide.shapes.add_picture(png(), 0, 0)
        grid = slide.shapes.add_table(2, 2, 0, 0, Inches(4), Inches(1)).table
        grid.cell(0, 0).text, grid.cell(1, 0).text, grid.cell(1, 1).text = "Zone", "A", "2.40"
        grid.cell(0, 0).merge(grid.cell(0, 1))
    out = io.BytesIO()
    deck.save(out)
    document = made(tmp_path, "a.pptx", out.getvalue())
    assert [(one.locator, one.rows) for one in document.tables] == [
        ("slide 1, chart 1", (("", "people"), ("2023", "386000"), ("2024", "398000.5"))),
        ("slide 1, table 1", (("Zone", "Zone"), ("A", "2.40"))),
    ]
    assert document.tables[0].caption == "Passengers"
    assert [(part.number, part.hidden) for part in document.parts] == [(1, False), (2, True)]
    assert document.warnings == ("hidden in the deck: slide 2",)
    assert [picture.locator for picture in document.pictures] == ["slide 1, image 1"]
    assert "has 2 slides, above attachments.max_pages=1" in unreadable(
        made(tmp_path, "a.pptx", out.getvalue(), max_pages=1)
    )


@pytest.mark.parametrize("kind", ["docx", "pptx"])
def test_an_office_document_is_capped_before_it_is_parsed(tmp_path: Path, kind: str) -> None:
    word, deck = Docx(), Presentation()
    out = io.BytesIO()
    (word if kind == "docx" else deck).save(out)
    document = made(tmp_path, f"a.{kind}", out.getvalue(), max_unpacked_bytes=1000)
    assert document.kind == kind
    assert "bytes unpacked, above attachments.max_unpacked_bytes=1000" in unreadable(document)


# ---------------------------------------------------------------- html, Markdown, json


def test_cells_of_a_page_that_span_others_are_in_all_of_them(tmp_path: Path) -> None:
    page = """<html><body><p>Fares</p><table><caption>Tolls &amp; fares</caption>
    <thead><tr><th rowspan=2>Zone<th colspan=2>Price</tr><tr><th>day<th>night</tr></thead>
    <tr><td>A<br>north<td>2.40<td>3.10</tr><tr><td>B<td colspan=99999>free</tr></table>
    <table><tr><td><table><tr><td>x<td>1</tr><tr><td>y<td>2</tr></table></tr></table></body></html>"""
    document = made(tmp_path, "a.html", page.encode())
    fares, inner = document.tables
    assert [row[:3] for row in fares.rows] == [
        ("Zone", "Price", "Price"),
        ("Zone", "day", "night"),
        ("A north", "2.40", "3.10"),
        ("B", "free", "free"),
    ]
    assert (fares.header, fares.caption, fares.locator) == (2, "Tolls & fares", "table 1")
    assert inner.rows == (("x", "1"), ("y", "2"))
    assert text(document) == {"lines 1-1": "Fares"}


def test_a_page_that_spans_cells_without_end_is_capped(tmp_path: Path) -> None:
    page = "<html><body><table>" + "<tr>" + "<td colspan=1000 rowspan=1000>x" * 300 + "</table></body></html>"
    assert "above attachments.max_cells=1000" in unreadable(
        made(tmp_path, "a.html", page.encode(), max_cells=1000)
    )


def test_a_table_of_markdown_has_its_cells_and_the_line_above_for_a_caption(tmp_path: Path) -> None:
    source = (
        "# Fares\n\nSince May.\n\n| Zone | Price \\| day |\n|:--|--:|\n| A | **2.40** |\n| B | |\n\nThe end."
    )
    document = made(tmp_path, "a.txt", source.encode())
    assert document.kind == "md"
    (found,) = document.tables
    assert found.rows == (("Zone", "Price | day"), ("A", "**2.40**"), ("B", ""))
    assert (found.locator, found.header, found.caption) == ("table 1", 1, "Since May.")
    assert tables(document) == [("table 1", "Zone | Price ¦ day\nA | **2.40**\nB")]
    assert text(document) == {"lines 1-3": "# Fares\n\nSince May.", "lines 10-10": "The end."}


def test_a_list_of_like_objects_is_a_table_with_its_numbers_as_written(tmp_path: Path) -> None:
    source = '[{"city": "Arden", "km": 112.40, "open": true}, {"city": "Belmor", "km": 58, "note": null}]'
    document = made(tmp_path, "a.json", source.encode())
    (found,) = document.tables
    assert found.rows == (
        ("city", "km", "open", "note"),
        ("Arden", "112.40", "true", ""),
        ("Belmor", "58", "", "null"),
    )
    assert tables(document)[0][0] == "table, rows 1-3"


def test_json_in_one_line_is_broken_into_lines_and_loses_nothing(tmp_path: Path) -> None:
    value = {"a": [1.10, {"b": 'x, {"y"}: z'}] * 200, "c": 'd\\"e'}
    source = json.dumps(value).replace("1.1,", "1.10,")
    document = made(tmp_path, "a.json", source.encode())
    whole = "\n".join(block.text for block in document.blocks)
    assert len(document.blocks) > 1
    assert json.loads(whole) == value
    assert "1.10," in whole
    assert "".join(whole.split()) == "".join(source.split())
