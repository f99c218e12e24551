"""What words of a page are enough to be evidence."""

from __future__ import annotations

import pytest

from triaudit.factcheck.verdicts import telling

TEXT = (
    "In 2012 the plant gave 1,250 MW, 3.5 times more. Done.\n"
    "| Year | Share | Open |\n| 2019 | 12 % | yes |\n装机容量为42万千瓦，增长三成。出口增长7%。"
)


@pytest.mark.parametrize(
    "quote",
    ["the plant gave", "1,250", "1,250 MW", "3.5", "2019", "12 %", "2019 | 12", "装机容量", "增长三成", "7%"],
)
def test_a_phrase_a_whole_figure_or_four_characters_of_chinese_are_enough(quote: str) -> None:
    assert telling(quote, TEXT)


@pytest.mark.parametrize(
    "quote",
    [
        "In",
        "plant",
        "Done.",
        "yes",
        "Open | yes",
        ". | | .",
        "20",
        "250",
        "1,2",
        "3.",
        "42",
        "增长",
        "三成。",
        "...........",
    ],
)
def test_a_word_or_a_part_of_a_figure_is_not(quote: str) -> None:
    assert not telling(quote, TEXT)
