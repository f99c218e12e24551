"""How far a report uses the facts of attachments: by the same figures, not by others of the measure."""

from __future__ import annotations

import pytest

from triaudit.judge.rules.grounding import grounded, uses
from triaudit.judge.rules.reading import read
from triaudit.types import KeyFact


def fact(text: str) -> KeyFact:
    return KeyFact(id="f1", file="a", locator="s", text=text, importance=3)


def share(text: str, report: str) -> float:
    (use,) = uses(read(report), [fact(text)])
    return use.share


FERRY = "Hydra; Range (km) 150; Operating cost (euros) 95"
OUTPUT = "The Maren mill produced 5,970 thousand tonnes of flour in 2023."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (OUTPUT, "In 2023 the Maren mill produced 5.97 million tonnes of flour."),
        (OUTPUT, "The flour of the Maren mill came to 5,970,000 tonnes."),
        ("Maren; Output (thousand tonnes) 5,970", "The output of Maren was 5.97 million tonnes."),
        ("Maren; Umsatz (Mio. Euro) 2.100", "Der Umsatz von Maren lag bei 2,1 Mrd. Euro."),
        ("玛伦厂；产量（万吨） 597", "玛伦厂的产量为597万吨，即5.97百万吨。"),
        (FERRY, "Hydra has a range of 150 km at an operating cost of 95 euros."),
        ("Passengers 412,000 in 2024", "In 2024 there were 0.412 million passengers."),
    ],
)
def test_the_same_figure_in_another_scale_is_a_use(text: str, sentence: str) -> None:
    assert share(text, sentence) > 0.6


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (OUTPUT, "In 2023 the Maren mill produced 4.2 million tonnes of flour."),
        (OUTPUT, "In 2023 the Maren mill produced 5,970 tonnes of flour."),
        ("Passengers of the Ovrey ferry: 412,000", "The Ovrey ferry had 520,000 passengers."),
        ("Maren; Umsatz (Mio. Euro) 2.100", "Der Umsatz von Maren lag bei 3,4 Mrd. Euro."),
        ("玛伦厂的产量为597万吨。", "玛伦厂的产量为420万吨。"),
        ("The cable car costs 45 million crowns.", "The cable car costs 54 million crowns."),
        ("The share of winter crews is 31 percent.", "The share of winter crews is 13 percent."),
    ],
)
def test_another_figure_of_the_measure_is_no_use(text: str, sentence: str) -> None:
    assert share(text, sentence) == 0
    assert grounded(read(sentence), [fact(text)]).value == 0


def test_one_right_and_one_wrong_figure_count_in_part() -> None:
    right = share(FERRY, "Hydra has a range of 150 km at an operating cost of 95 euros.")
    half = share(FERRY, "Hydra has a range of 150 km at an operating cost of 80 euros.")
    assert 0 < half <= 0.6 * right


def test_words_without_figures_count_in_part_and_foreign_figures_do_not_matter() -> None:
    assert 0 < share(OUTPUT, "The Maren mill produced a lot of flour.") < 0.7
    assert (
        share("The cable car costs 45 million crowns.", "The cable car for 45 million crowns has 2 cabins.")
        > 0.6
    )


def test_the_best_sentence_counts_where_another_one_is_about_something_else() -> None:
    report = (
        "The cable car costs 1 million crowns a year to run. To build, the cable car costs 45 million crowns."
    )
    assert share("The cable car costs 45 million crowns to build.", report) > 0.6
