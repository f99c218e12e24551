from __future__ import annotations

from triaudit.attachments.pdf_tables import no_table, tidy
from triaudit.attachments.pdf_text import paragraphs


def test_lines_of_a_paragraph_are_joined_and_rows_are_not() -> None:
    page = (
        "Annual report\r\n"
        "The ferry carried more passengers than in any year before, and the\r\n"
        "district expects that the number will go on growing until the end of\r\n"
        "the decade.\r\n"
        "Year 2022 2023 2024 341,000 372,000 398,000 402,000 410,500 420,000\r\n"
        "Year 2025 2026 2027 441,000 472,000 498,000 502,000 510,500 520,000"
    )
    assert paragraphs(page).split("\n") == [
        "Annual report",
        " ".join(page.split("\r\n")[1:4]),
        "Year 2022 2023 2024 341,000 372,000 398,000 402,000 410,500 420,000",
        "Year 2025 2026 2027 441,000 472,000 498,000 502,000 510,500 520,000",
    ]


def test_chinese_lines_are_joined_without_a_space() -> None:
    page = (
        "轮渡全年运送旅客三十九万八千人次，比上一年增长了百分之三，\r\n创下历史新高，预计今后几年继续增长。"
    )
    assert paragraphs(page) == page.replace("\r\n", "")


def test_a_word_cut_at_a_lines_end_is_put_together_again() -> None:
    assert (
        paragraphs("an in\ufffesulin test of HOMA\ufffeβ in 2020\x022025")
        == "an insulin test of HOMA-β in 2020-2025"
    )


def test_characters_without_a_meaning_are_marked_and_end_no_line() -> None:
    assert paragraphs("The \x1ce Open University") == "The �e Open University"


def test_a_grid_with_stacked_numbers_is_no_table() -> None:
    grid = [["Level", "K0", "K1"], ["1%\n5%\n10%", "0.8\n0.9\n1.1", "4.8\n5.4\n4.2"]]
    assert no_table(grid, tidy(grid)) == "grid without rules between its rows"


def test_prose_in_frames_is_no_table() -> None:
    sentence = (
        "The gorge railway was planned for years before anybody asked what the people of the valley wanted."
    )
    grid = [[f"{sentence} It was so.", f"{sentence} It was not."] for _ in range(2)]
    assert no_table(grid, tidy(grid)) == "prose in frames"


def test_a_box_around_a_word_is_no_table() -> None:
    grid = [["", "Note", ""], ["", "", ""]]
    assert no_table(grid, tidy(grid)) == ""


def test_a_table_keeps_its_cells_and_loses_empty_rows_and_columns() -> None:
    grid = [["编号", "", "技术\n指标"], ["", "", ""], ["1.1", "", "≥ 5\nmm"]]
    assert tidy(grid) == [["编号", "技术指标"], ["1.1", "≥ 5 mm"]]
    assert no_table(grid, tidy(grid)) is None
