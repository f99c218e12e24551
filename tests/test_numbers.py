"""Figures and dates are read and compared as a careful reader would."""

from __future__ import annotations

import re
from pathlib import Path
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
        ("340 ML", "340 million litres", "same"),
        ("340 ml", "0.34 litres", "same"),
        ("340 ML", "340 ml", "other"),
        ("17.5 ML/d", "17.5 million litres a day", "same"),
        ("17.5 ML/d", "17.5 million litres a year", "other"),
        ("20-30 ML", "20-30 million litres", "same"),
        ("€5", "$7", "apart"),
    ],
)
def test_figures_are_compared_by_value_unit_and_currency(claimed: str, stated: str, answer: str) -> None:
    assert compare(read(claimed)[0], read(stated)[0]) == answer


def test_figures_agree_across_languages_and_units_and_not_across_currencies() -> None:
    text = (Path(__file__).parent / "cases/reports/d09_numbers.md").read_text("utf-8")
    pairs = re.findall(r"([A-H]): (.+?) \((?:source says|source:|source) (.+?)(?:, i\.e\.[^)]*)?\)", text)
    compared = {letter: compare(read(claimed)[0], read(stated)[0]) for letter, claimed, stated in pairs}
    points = changes(read("from 20% to 25%"), "from 20% to 25%")
    assert compared.pop("E") != "same"  # 5 pp is no 20%
    assert "same" in {compare(read("5 pp rise")[0], change) for change in points}
    assert compare(read("5 % rise")[0], points[0]) != "same"
    assert compared == {
        **dict.fromkeys("ABCDG", "same"),
        **dict.fromkeys("FH", "other"),
    }


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


@pytest.mark.parametrize(
    ("claimed", "stated", "answer"),
    [
        ("The price is 1.234 million euros", "Der Preis ist 1.234.000 Euro", "same"),
        ("The tower has 1,234 steps", "Der Turm hat 1,234 Meter", "apart"),
        ("It covers 1,234 km", "Die Strecke ist 1,234 km lang", "other"),
        ("more than 500 people", "620 people", "same"),
        ("more than 500 people", "480 people", "other"),
        ("620 people", "more than 500 people", "close"),
        ("480 people", "more than 500 people", "other"),
        ("more than 500 people", "fewer than 500 people", "other"),
        ("at least 500", "more than 600", "same"),
        ("超过500人", "450人", "other"),
        ("超过500人", "520人", "same"),
        ("mindestens 500 Menschen", "450 Menschen", "other"),
        ("between 20 and 25 percent", "23 percent", "same"),
        ("between 20 and 25 percent", "27 percent", "other"),
        ("23 percent", "between 20 and 25 percent", "close"),
        ("up to 20 MW", "25 MW", "other"),
        ("500多人", "more than 500 people", "same"),
        ("500 or more people", "400 people", "other"),
        ("-5%", "5%", "other"),
        ("(12) million", "-12 million", "same"),
        ("minus 5 °C", "-5 °C", "same"),
        ("two thirds of the shops", "66.7 percent", "same"),
        ("a quarter of", "25%", "same"),
        ("三分之二", "66.7%", "same"),
        ("zwei Drittel der", "66,7 %", "same"),
        ("half of the", "50 percent", "same"),
        ("1.2e6 t", "1,200,000 t", "same"),
        ("1.2×10^6 t", "1200000 t", "same"),
        ("3 × 10⁸ t", "300 million t", "same"),
        ("5‰", "0.5%", "same"),
        ("千分之三", "0.3%", "same"),
        ("3 per mille", "0.3 percent", "same"),
        ("500 people per day", "500 people per year", "other"),
        ("100 units a day", "36,525 units a year", "same"),
        ("500 people per day", "180000 people", "close"),
        ("6 million a year", "5 million", "other"),
        ("日均500人", "500 per day", "same"),
        ("Q1 2024", "Q2 2024", "other"),
        ("first quarter of 2024", "2024年第一季度", "same"),
        ("first half of 2024", "2024", "close"),
        ("2024", "Q1 2024", "same"),
        ("Q1 2024", "February 2024", "same"),
        ("im ersten Quartal 2024", "Q1 2024", "same"),
        ("2024年上半年", "H1 2024", "same"),
        ("300 BC", "300 AD", "other"),
        ("公元前300年", "300 BC", "same"),
        ("300 v. Chr.", "300 BCE", "same"),
        ("AD 79", "79 n. Chr.", "same"),
        ("a million euros", "1,000,000 euros", "same"),
        ("eine Milliarde Euro", "1 billion euros", "same"),
        ("20-25%", "20 to 25 percent", "same"),
    ],
)
def test_bounds_signs_fractions_rates_periods_and_eras_are_compared_by_what_they_mean(
    claimed: str, stated: str, answer: str
) -> None:
    assert compare(read(claimed)[0], read(stated)[0]) == answer


def test_the_texts_language_tells_thousands_from_decimals() -> None:
    assert read("It covers 1,234 km")[0].values == (1_234_000.0,)
    assert read("Die Strecke ist 1,234 km lang")[0].values == (1_234.0,)
    assert read("1.234", ".")[0].values == (1_234.0,)
    assert len(read("1.234")[0].values) == 2
