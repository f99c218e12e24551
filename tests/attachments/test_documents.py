"""What is read from the small files of tests/cases/attachments, to the cell."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from time import process_time

import openpyxl
import pytest
from openpyxl.worksheet.cell_range import CellRange
from openpyxl.worksheet.worksheet import Worksheet
from PIL import Image

from tests.helpers import ROOT, caps
from triaudit.attachments import read_document
from triaudit.attachments.image import size
from triaudit.types import Document, MissingReason

CASES = ROOT / "tests" / "cases" / "attachments"
TABLE = "City | Length km | Opened\nArden | 112.4 | 1974\nBelmor | 58.0 | 1991\nTotal | 170.4"


def read(path: Path, name: str | None = None, **changes: object) -> Document:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return read_document(path, name or path.name, digest, caps(**changes))


def case(start: str, **changes: object) -> Document:
    (path,) = CASES.glob(f"{start}*")
    return read(path, None, **changes)


def made(folder: Path, name: str, data: bytes, **changes: object) -> Document:
    path = folder / "bytes"
    path.write_bytes(data)
    return read(path, name, **changes)


def tables(document: Document) -> list[tuple[str, str]]:
    return [(block.locator, block.text) for block in document.blocks if block.kind == "table"]


def unreadable(document: Document) -> str:
    assert document.missing is not None
    assert document.missing.reason is MissingReason.ATTACHMENT_UNREADABLE
    assert document.missing.detail.startswith(f"attachment {document.name} ")
    return document.missing.detail


CELLS = (
    ("City", "Length km", "Opened"),
    ("Arden", "112.4", "1974"),
    ("Belmor", "58.0", "1991"),
    ("Total", "170.4", ""),
)


@pytest.mark.parametrize("start", ["e00", "e01", "e02", "e05"])
def test_a_ruled_table_is_read_cell_by_cell_whatever_the_page_does(start: str) -> None:
    document = case(start)
    assert document.kind == "pdf"
    assert document.missing is None
    assert tables(document) == [("page 1, table 1", TABLE)]
    (found,) = document.tables
    assert (found.rows, found.header, found.part, found.numbers) == (CELLS, 1, 1, (1, 2, 3, 4))
    assert document.blocks[-1].rows == (1, 2, 3, 4)
    assert (document.parts[0].kind, document.parts[0].number, document.parts[0].scanned) == ("page", 1, False)


def test_the_text_of_a_page_stands_beside_its_tables() -> None:
    text = case("e00").blocks[0]
    assert (text.kind, text.locator) == ("text", "page 1")
    assert "Belmor 58.0 1991" in text.text.split("\n")


def test_a_table_that_stood_sideways_is_turned_and_says_so() -> None:
    assert case("e02").warnings == ("page 1: the table stood sideways and was turned",)
    assert case("e01").warnings == ()


def test_a_document_says_what_it_was_read_with() -> None:
    document = case("e00")
    assert [tool.split()[0] for tool in document.tools] == ["camelot-py", "pypdfium2"]
    assert "max_pages=500" in document.settings
    assert document.digest == hashlib.sha256((CASES / "e00_plain.pdf").read_bytes()).hexdigest()


def test_a_name_with_spaces_signs_and_chinese_is_just_a_name() -> None:
    document = case("e12")
    assert "安城 | 112.4 | 1974" in tables(document)[0][1].split("\n")


def test_a_table_without_rules_is_found_beside_one_with_them() -> None:
    document = case("e17")
    assert [(one.locator, one.header) for one in document.tables] == [
        ("page 1, table 1", 1),
        ("page 1, table 2", 1),
    ]
    unruled, ruled = document.tables
    assert unruled.rows == (("Item", "2022", "2023"), ("Steel", "1 204", "1 310"), ("Cement", "880", "(12)"))
    assert ruled.rows == CELLS


def test_a_scan_is_unreadable_as_text_and_its_pages_are_pictures() -> None:
    document = case("e03")
    assert "has no text layer" in unreadable(document)
    assert [(block.kind, block.locator) for block in document.blocks] == [("image", "page 1")]
    assert document.parts[0].scanned
    assert [picture.locator for picture in document.pictures] == ["page 1, image 1"]


def test_a_password_is_asked_for_by_name() -> None:
    document = case("e04")
    assert document.kind == "pdf"
    said = unreadable(document)
    assert "is password-protected; put its password into an environment variable" in said
    assert "attachments.passwords ({file: e04_user_password.pdf, env: SOME_PASSWORD})" in said


def test_a_password_comes_from_the_environment_by_the_files_name(monkeypatch: pytest.MonkeyPatch) -> None:
    named = [{"file": "password_harbour_light.pdf", "env": "BRIEF_PASSWORD"}]
    assert "is password-protected; put" in unreadable(case("password", passwords=named))
    monkeypatch.setenv("BRIEF_PASSWORD", "guess")
    assert "the password given for it does not open it" in unreadable(case("password", passwords=named))
    monkeypatch.setenv("BRIEF_PASSWORD", "harbour light")
    document = case("password", passwords=named)
    assert document.tables[0].rows == CELLS
    assert "harbour light" not in document.model_dump_json()


def test_a_pdf_with_too_many_pages_is_unreadable(tmp_path: Path) -> None:
    objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>"]
    objects += ["<</Type/Page/Parent 2 0 R>>"] * 2
    body = "".join(f"{number} 0 obj{text}endobj\n" for number, text in enumerate(objects, 1))
    pdf = f"%PDF-1.4\n{body}trailer<</Root 1 0 R>>\n".encode()
    assert "2 pages, above attachments.max_pages=1" in unreadable(made(tmp_path, "a.pdf", pdf, max_pages=1))


def test_a_workbook_is_read_as_it_is_shown() -> None:
    document = case("e06")
    assert document.kind == "xlsx"
    costs, notes = document.tables
    assert costs.rows == (
        ("Region", "2023", "2023", "", ""),
        ("Region", "H1", "H2", "", ""),
        ("North", "10", "12", "12.5%", "2024-01-01"),
        ("South", "7", "=B4+1", "", ""),
        ("Sum", "=SUM(B3:B4)", "=SUM(C3:C4)", "", ""),
    )
    assert (costs.locator, costs.header, costs.part) == ("sheet 汇总", 2, 1)
    assert (notes.locator, notes.rows) == (
        "sheet hidden notes (hidden)",
        (("draft numbers, do not use: 99",),),
    )
    assert [(part.name, part.hidden) for part in document.parts] == [("汇总", False), ("hidden notes", True)]
    assert tables(document)[0][1].splitlines()[2] == "North | 10 | 12 | 12.5% | 2024-01-01"
    assert [locator for locator, _ in tables(document)] == [
        "sheet 汇总, rows 1-5",
        "sheet hidden notes (hidden), rows 1-1",
    ]
    assert "sheet 汇总: 3 formulas have no stored value and are shown as formulas" in document.warnings
    assert "sheet hidden notes is hidden in the workbook" in document.warnings


def test_the_expanding_workbook_is_too_large_before_it_is_parsed() -> None:
    start = process_time()
    document = read(CASES.parent / "security" / "i07_expanding.xlsx")
    assert "is too large: " in unreadable(document)
    assert "above attachments.max_unpacked_bytes=50000000" in unreadable(document)
    assert process_time() - start < 1
    assert document.blocks == ()


def test_a_deck_is_read_slide_by_slide_with_notes_and_groups() -> None:
    document = case("e10")
    assert (document.kind, document.missing) == ("pptx", None)
    (found,) = document.tables
    assert (found.locator, found.part, found.header) == ("slide 1, table 1", 1, 1)
    assert found.rows == (("City", "km"), ("Arden", "112.4"), ("Belmor", "58.0"))
    said = {block.locator: block.text for block in document.blocks if block.kind == "text"}
    assert said == {
        "slide 1": "Metro plan\nGrouped box: opening slips to 2027",
        "slide 1, notes": "Speaker note: Arden figure is provisional.",
    }
    assert [(part.kind, part.number, part.name) for part in document.parts] == [("slide", 1, "Metro plan")]


def test_a_long_sheet_is_cut_into_rows_and_each_part_repeats_the_header(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Costs"
    sheet.append(["Costs of the ferry"])
    sheet.append(["Year", "Crowns"])
    for year in range(1980, 2025):
        sheet.append([year, year * 1000])
    sheet.merge_cells("A1:B1")
    for row in range(3, 48):
        sheet.cell(row, 2).number_format = "#,##0"
    book.save(tmp_path / "costs.xlsx")
    found = tables(read(tmp_path / "costs.xlsx"))
    assert [locator for locator, _ in found] == [
        "sheet Costs, rows 1-20",
        "sheet Costs, rows 21-40",
        "sheet Costs, rows 41-47",
    ]
    assert found[2][1].split("\n")[:3] == ["Costs of the ferry", "Year | Crowns", "2018 | 2,018,000"]


def test_a_stray_cell_a_million_rows_below_costs_nothing(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet["A1"] = "top"
    sheet["XFD1048576"] = "bottom"
    book.save(tmp_path / "stray.xlsx")
    document = read(tmp_path / "stray.xlsx")
    assert document.missing is None
    assert document.blocks[-1].text.endswith("bottom")


def test_a_merged_area_of_a_whole_sheet_is_stopped_before_it_is_parsed(tmp_path: Path) -> None:
    merged = b'<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>'
    document = made(tmp_path, "merged.xlsx", workbook(b"", after=merged))
    assert "has merged areas of 17179869184 cells" in unreadable(document)


def filled(folder: Path, fill: Callable[[Worksheet], object], **changes: object) -> Document:
    return made(folder, "made.xlsx", bytes_of(fill), **changes)


def bytes_of(fill: Callable[[Worksheet], object]) -> bytes:
    book = openpyxl.Workbook()
    assert isinstance(book.active, Worksheet)
    fill(book.active)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def test_a_merged_cell_has_its_value_in_every_column_of_its_own_rows(tmp_path: Path) -> None:
    def fill(sheet: Worksheet) -> None:
        for row in (
            ["Title", "", ""],
            ["Year", "Costs", ""],
            ["", "road", "rail"],
            [2021, 3, 4],
            [2022, "none", ""],
        ):
            sheet.append([value or None for value in row])
        for area in ("A1:C1", "A2:A3", "B2:C2", "B5:C5"):
            sheet.merge_cells(area)

    (block,) = filled(tmp_path, fill).blocks
    assert block.text.splitlines() == [
        "Title",
        "Year | Costs | Costs",
        "Year | road | rail",
        "2021 | 3 | 4",
        "2022 | none | none",
    ]


def test_merged_cells_in_every_row_of_a_long_sheet_take_little_time(tmp_path: Path) -> None:
    def fill(sheet: Worksheet) -> None:
        for row in range(1, 3001):
            sheet.append([row, "a", None, row])
            sheet.merged_cells.ranges.add(CellRange(f"B{row}:C{row}"))  # merge_cells looks at all before it

    data = bytes_of(fill)
    start = process_time()
    document = made(tmp_path, "made.xlsx", data)
    assert process_time() - start < 4
    assert document.blocks[0].text.startswith("1 | a | a | 1")


def test_a_workbook_of_too_many_cells_is_stopped_before_it_is_parsed(tmp_path: Path) -> None:
    document = filled(tmp_path, lambda sheet: sheet.append(range(15)), max_cells=14)
    assert "15 cells, above attachments.max_cells=14; raise it" in unreadable(document)


def test_a_stray_cell_in_the_last_column_is_counted_for_every_row(tmp_path: Path) -> None:
    def fill(sheet: Worksheet) -> None:
        for row in range(1, 200):
            sheet.cell(row, 1, row)
        sheet.cell(200, 16384, "stray")

    assert "3276800 cells, above attachments.max_cells=2000000" in unreadable(filled(tmp_path, fill))


def test_a_csv_of_too_many_cells_is_unreadable(tmp_path: Path) -> None:
    document = made(tmp_path, "wide.csv", b"1,2,3\n" * 5, max_cells=14)
    assert "15 cells, above attachments.max_cells=14; raise it" in unreadable(document)


@pytest.mark.parametrize("comments", ["<!---->" * 5000, "<!--" * 5000, "<!-- a -->\n" * 5000 + "<!--"])
def test_a_text_of_comments_is_told_from_a_page_in_little_time(tmp_path: Path, comments: str) -> None:
    start = process_time()
    assert made(tmp_path, "a.txt", f"{comments}x".encode()).kind == "text"
    assert process_time() - start < 2
    page = f"{'<!-- a -->' * 50}<html><body>Words</body></html>"
    assert made(tmp_path, "a.html", page.encode()).kind == "html"


def test_a_workbook_of_60_megabytes_from_a_small_file_is_too_large_by_default(tmp_path: Path) -> None:
    data = workbook(b"<row><c><v>1</v></c></row>" * 2_400_000)
    assert len(data) < 400_000
    assert "is too large: 624" in unreadable(made(tmp_path, "i07.xlsx", data))


def test_an_expanding_workbook_is_stopped_before_it_is_parsed(tmp_path: Path) -> None:
    document = made(tmp_path, "big.xlsx", workbook(b"<row></row>" * 400_000), max_unpacked_bytes=1_000_000)
    assert "above attachments.max_unpacked_bytes=1000000" in unreadable(document)
    document = made(tmp_path, "long.xlsx", workbook(b'<row r="1"></row>' * 2000), max_rows=1000)
    assert "2000 rows, above attachments.max_rows=1000" in unreadable(document)


def test_a_workbook_that_declares_entities_is_refused(tmp_path: Path) -> None:
    document = made(tmp_path, "bomb.xlsx", workbook(b"", before=b'<!DOCTYPE x [<!ENTITY a "b">]>'))
    assert "declares XML entities in xl/worksheets/sheet1.xml" in unreadable(document)


def workbook(rows: bytes, before: bytes = b"", after: bytes = b"") -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as container:
        container.writestr("xl/workbook.xml", "<workbook/>")
        container.writestr(
            "xl/worksheets/sheet1.xml", before + b"<worksheet>" + rows + after + b"</worksheet>"
        )
    return out.getvalue()


def test_a_damaged_workbook_is_unreadable_and_says_what_it_is(tmp_path: Path) -> None:
    document = made(tmp_path, "q3.xlsx", workbook(b"<row/>"))
    assert document.kind == "xlsx"
    assert "could not be read as xlsx" in unreadable(document)


CHINESE = (("城市", "里程", "备注"), ("安城", "1,124", "含支线"), ("北墨", "580", "㐀字测试"))
UNCLEAR = "numbers such as {} are left as text: thousands or decimals may stand behind their sign"


@pytest.mark.parametrize(
    ("start", "noted"),
    [("e07", ["read as GB18030: nothing in the file says which encoding it is in"]), ("e08", [])],
)
def test_a_csv_is_a_table_in_whatever_encoding_it_comes(start: str, noted: list[str]) -> None:
    document = case(start)
    assert document.kind == "csv"
    (found,) = document.tables
    assert (found.rows, found.header) == (CHINESE, 1)
    assert tables(document) == [
        ("table, rows 1-3", "城市 | 里程 | 备注\n安城 | 1,124 | 含支线\n北墨 | 580 | 㐀字测试")
    ]
    assert document.warnings == (*noted, UNCLEAR.format("1,124"))


def test_the_separator_of_a_csv_is_found_and_a_number_of_two_readings_is_noted() -> None:
    document = case("e09")
    assert document.tables[0].rows == (("city", "length"), ("Arden", "1.124,5"))
    assert document.warnings == (
        "numbers such as 1.124,5 are left as text: the decimal sign seems to be the comma",
    )


def test_other_numbers_of_a_csv_can_settle_what_a_sign_stands_for(tmp_path: Path) -> None:
    assert made(tmp_path, "a.csv", b'a,b\n"1,124",3\n').warnings == (UNCLEAR.format("1,124"),)
    assert made(tmp_path, "a.csv", b'a,b\n"1,124",3.5\n').warnings == ()


def test_a_csv_with_rows_of_different_lengths_is_filled_up(tmp_path: Path) -> None:
    data = b"Ferry costs\ncity;crowns;note\nArden;12;\nBelmor;7\nTotal;19;;\n\nSum;1;x\n"
    document = made(tmp_path, "a.csv", data)
    assert document.tables == ()  # less than 60 % of the rows agree
    found = made(tmp_path, "a.csv", data.replace(b";;", b";").replace(b"Arden;12;", b"Arden;12;a"))
    assert found.tables[0].rows == (
        ("Ferry costs", "", ""),
        ("city", "crowns", "note"),
        ("Arden", "12", "a"),
        ("Belmor", "7", ""),
        ("Total", "19", ""),
        ("Sum", "1", "x"),
    )
    assert "different numbers of cells" in found.warnings[0]


def test_a_western_text_is_not_taken_for_chinese(tmp_path: Path) -> None:
    text = "Die Gebühren für die Fähre stiegen, hieß es, um 4 Prozent.\nÜber den Grund schwieg das Amt."
    document = made(tmp_path, "a.txt", text.encode("cp1252"))
    assert document.blocks[0].text == text
    assert document.warnings == ("read as CP1252: nothing in the file says which encoding it is in",)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "gb18030"])
def test_a_chinese_text_is_read_in_every_common_encoding(tmp_path: Path, encoding: str) -> None:
    text = "轮渡年报 2024\n全年客运量为 398,000 人次，比上年增长 3%。"
    document = made(tmp_path, "a.md", text.encode(encoding))
    assert (document.kind, document.blocks[0].text) == ("md", text)
    assert document.blocks[0].locator == "lines 1-2"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Паром перевёз больше пассажиров, чем в любой предыдущий год.", "cp1251"),
        ("Паром перевёз больше пассажиров, чем в любой предыдущий год.", "koi8_r"),
        ("フェリーの年間乗客数は三十九万八千人で、前年より三パーセント増えた。", "shift_jis"),
        ("フェリーの年間乗客数は三十九万八千人で、前年より三パーセント増えた。", "euc_jp"),
        ("페리의 연간 승객 수는 39만 8천 명으로 전년보다 3% 늘었다.", "euc_kr"),
        ("渡輪全年運送旅客三十九萬八千人次，比上一年增長百分之三。", "big5"),
        ("Prom przewiózł więcej pasażerów niż w jakimkolwiek roku, a źródła milczą.", "cp1250"),
        ("Fähre Nordhafen – Belmor: 398 000 Fahrgäste", "cp1252"),
        ("城市,里程\n安城,112\n北墨,58\n", "gb18030"),
    ],
)
def test_a_text_is_read_in_the_encodings_of_many_languages(tmp_path: Path, text: str, encoding: str) -> None:
    document = made(tmp_path, "a.md", text.encode(encoding))
    assert document.warnings == (
        f"read as {encoding.upper()}: nothing in the file says which encoding it is in",
    )
    words = text if "," not in text or encoding != "gb18030" else "城市 | 里程\n安城 | 112\n北墨 | 58"
    assert document.blocks[0].text == words


def test_prose_with_commas_is_no_csv(tmp_path: Path) -> None:
    document = made(tmp_path, "a.txt", b"First, a line.\nThen another, and one more, and\nthe last one.\n")
    assert document.kind == "text"


def test_a_file_of_the_shape_of_json_or_html_is_called_that(tmp_path: Path) -> None:
    assert made(tmp_path, "a.txt", b'{"a": [1, 2]}').kind == "json"
    page = b"<!doctype html><head><title>x</title></head><body><h1>Fares</h1><script>no()</script>"
    page += (
        b"<table><tr><th>Zone<th>Price</tr><tr><td>A</td><td>2.40</td></tr></table><p>Since <b>May</b>.</p>"
    )
    document = made(tmp_path, "a.html", page)
    assert (document.kind, document.missing) == ("html", None)
    assert [(block.locator, block.text) for block in document.blocks] == [
        ("lines 1-1", "Fares"),
        ("table 1", "Zone | Price\nA | 2.40"),
        ("lines 2-2", "Since May."),
    ]
    assert (document.tables[0].rows, document.tables[0].header) == ((("Zone", "Price"), ("A", "2.40")), 1)


def test_a_sign_in_page_in_place_of_a_pdf_is_not_the_file() -> None:
    document = case("e15")
    assert document.kind == "html"
    assert "is an HTML sign-in or error page and no PDF" in unreadable(document)


def test_an_old_export_that_is_html_by_another_name_is_read_with_a_warning(tmp_path: Path) -> None:
    document = made(tmp_path, "fares.xls", b"<html><body><p>Fare 2.40</p></body></html>")
    assert document.missing is None
    assert document.warnings == ("named .xls, but its content is an HTML page",)


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ("e14", "is an old binary Office document, an unsupported type"),
        ("e16", "is empty (0 bytes)"),
    ],
)
def test_what_cannot_be_read_says_what_it_is_and_a_way_out(start: str, said: str) -> None:
    document = case(start)
    assert said in unreadable(document)
    assert document.blocks == ()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (workbook(b"").replace(b"xl/workbook.xml", b"xx/workbook.xml"), "is a zip archive"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "WordDocument".encode("utf-16-le"),
            "old binary Word document (.doc)",
        ),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            "is a password-protected",
        ),
        (b"{\\rtf1 text}", "is an RTF document"),
        (b"GIF89a\x01\x00\x01\x00", "is a GIF picture"),
        (bytes(range(256)) * 8, "is neither text in a known encoding"),
        (b"abc\x00\x01\x02" * 50, "is binary data"),
        (b" \n\t", "holds nothing but white space"),
        (b"%PDF-1.7 and nothing more", "is a damaged PDF"),
    ],
)
def test_bytes_of_other_kinds_are_unreadable(tmp_path: Path, data: bytes, said: str) -> None:
    assert said in unreadable(made(tmp_path, "report.pdf", data))


def test_the_type_comes_from_the_content_and_not_from_the_name() -> None:
    (path,) = CASES.glob("e00*")
    assert tables(read(path, name="notes.txt")) == [("page 1, table 1", TABLE)]


def test_a_file_above_the_cap_is_not_even_read() -> None:
    assert "1588 bytes, above attachments.max_bytes=1000" in unreadable(case("e00", max_bytes=1000))


def test_a_file_that_is_not_the_frozen_one_is_not_used() -> None:
    (path,) = CASES.glob("e00*")
    document = read_document(path, "brief.pdf", "0" * 64, caps())
    assert "is not the file that the benchmark froze" in unreadable(document)


def test_a_picture_is_passed_through_with_its_size(tmp_path: Path) -> None:
    png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (640).to_bytes(4, "big") + (480).to_bytes(4, "big")
    document = made(tmp_path, "map.png", png)
    assert [(block.kind, block.locator, block.text) for block in document.blocks] == [
        ("image", "image, 640 x 480 pixels", "")
    ]


def test_a_huge_picture_is_refused_by_its_header() -> None:
    document = case("e11")
    assert document.kind == "image"
    assert "22000 x 22000 pixels, above attachments.max_pixels=100000000" in unreadable(document)


@pytest.mark.parametrize(
    "options",
    [("JPEG", {}), ("JPEG", {"progressive": True}), ("PNG", {}), ("WEBP", {}), ("WEBP", {"lossless": True})],
)
def test_the_size_in_the_header_is_the_pictures(options: tuple[str, dict[str, bool]]) -> None:
    out = io.BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "a description that stands before the frame"
    Image.new("RGB", (301, 77), "teal").save(out, options[0], exif=exif, **options[1])
    assert size(out.getvalue()) == (301, 77)
    assert size(out.getvalue()[:14]) is None
