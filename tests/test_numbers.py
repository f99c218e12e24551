"""Figures and dates are read and compared as a careful reader would."""

from __future__ import annotations

from time import process_time

import pytest

from triaudit.numbers import changes, chinese, compare, read


def values(text: str) -> list[tuple[str, float]]:
    return [(figure.dimension, figure.values[0]) for figure in read(text)]


@pytest.mark.parametrize(
    ("claimed", "stated", "answer"),
    [
        ("1,234 plants", "1.234 Werke", "same"),
        ("1.234 million t", "1 234 000 t", "same"),
        ("3.2亿 people", "320 million people", "same"),
        ("12万 units", "120,000 units", "same"),
        ("5 pp", "25%", "other"),
        ("$1.2bn", "€1.2bn", "other"),
        ("98.6°F", "37 °C", "same"),
        ("2019/20", "2019", "other"),
        ("250 MW", "240 MW", "other"),
        ("1.2 GW", "1200 MW", "same"),
        ("12 Mio. Euro", "€12m", "same"),
        ("1,5 Mrd. Euro", "1.5 billion euros", "same"),
        ("三百二十万人", "3.2 million people", "same"),
        ("百分之十二", "12 percent", "same"),
        ("4成", "40 %", "same"),
        ("12 million", "12.4 million", "same"),
        ("41,200", "41,237", "other"),
        ("about 41,000", "41,237", "same"),
        ("March 2024", "2024-03-05", "same"),
        ("5 March 2024", "March 2024", "close"),
        ("2024年3月", "April 2024", "other"),
        ("12 km", "12 t", "apart"),
        ("€5", "$7", "apart"),
    ],
)
def test_figures_are_compared_by_value_unit_and_currency(claimed: str, stated: str, answer: str) -> None:
    assert compare(read(claimed)[0], read(stated)[0]) == answer


def test_from_a_to_b_is_points_and_percent() -> None:
    for text in ("rose from 20% to 25%", "stieg von 20 % auf 25 %", "从20%升至25%"):
        made = changes(read(text), text)
        assert [(figure.dimension, figure.values[0]) for figure in made] == [("points", 5), ("percent", 25)]


def test_both_ends_of_a_range_have_the_scale_and_the_unit() -> None:
    assert values("3 to 4 million euros") == [("money", 3e6), ("money", 4e6)]
    assert values("20–25%") == [("percent", 20), ("percent", 25)]
    assert values("6万-22.9万元") == [("money", 6e4), ("money", 229000)]


@pytest.mark.parametrize(
    "text",
    [
        "see Section 3 and step 4",
        "v1.2.3",
        "the 3rd time",
        "GPT-4 on 5G with COVID-19",
        "DOI 10.9999/abc-016-1756-5",
        "at 10.0.0.1",
        "in the 1990s",
        "第三季度",
    ],
)
def test_what_only_labels_is_no_figure(text: str) -> None:
    assert read(text) == ()


def test_four_digits_are_a_year_unless_they_count() -> None:
    assert values("opened in 1932") == [("year", 1932)]
    assert values("2000 people came") == [("count", 2000)]
    assert values("1,932 people came") == [("count", 1932)]


def test_a_formula_holds_no_dollars() -> None:
    assert values(r"so $g \approx 1.67$ holds") == [("count", 1.67)]


def test_numbers_that_overflow_are_left_out() -> None:
    assert read("9" * 400 + " people") == ()


def test_chinese_numerals_are_read() -> None:
    assert chinese("三百二十万") == 3_200_000
    assert chinese("十二") == 12
    assert chinese("一亿二千万") == 120_000_000
    assert chinese("十二点五") == 12.5


def test_a_number_too_large_for_any_text_is_no_figure() -> None:
    assert read("一" + "亿" * 60) == ()
    assert read("百分之一" + "亿" * 60) == ()
    assert [figure.text for figure in read(f"{'9' * 400} of 12 plants")] == ["12"]


@pytest.mark.parametrize(
    "unit",
    [
        *(
            "2020年 ",
            "5% ",
            "$=",
            "$",
            "a-",
            "1-",
            "a1-",
            "1.",
            "1,",
            "两",
            "亿",
            "百分之一",
            "two ",
            "10.1234/",
            "3 to ",
        ),
        *("two ", "10.1234/", "3 to ", "May 2020 ", "1 ", "FY", "约", "12 km ", "x3"),
    ],
)
def test_hostile_text_is_read_in_little_time(unit: str) -> None:
    start = process_time()
    read.__wrapped__(unit * (20_000 // len(unit)))
    read.__wrapped__(f"$ 5{unit * (20_000 // len(unit))}x")
    assert process_time() - start < 3
