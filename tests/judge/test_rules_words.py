"""What words mean to the rules: rows of three languages, compounds, phrases, Chinese words."""

from __future__ import annotations

import pytest

from triaudit.glossary import ROWS, TONGUES
from triaudit.judge.rules.concepts import ideas


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The invoices were paid.", "Die Rechnungen wurden bezahlt."),
        ("The insolvency of the firm", "企业破产"),
        ("layoffs", "裁员"),
        ("The take-up rate", "the uptake rate"),
        ("Trinkwasserqualität", "quality of drinking water"),
    ],
)
def test_words_of_one_meaning_are_one_idea(one: str, other: str) -> None:
    assert ideas(one) == ideas(other)


def test_a_listed_form_wins_over_a_stem() -> None:
    assert ideas("planes") == ideas("aircraft") != ideas("plans")
    assert ideas("We found it.").isdisjoint(ideas("It was founded."))


def test_pairs_of_characters_that_cross_listed_chinese_words_are_no_words() -> None:
    assert ideas("医院药品短缺") == ideas("医院") | ideas("药品") | ideas("短缺")


def test_a_task_asks_for_research_but_a_report_speaks_of_it() -> None:
    assert ideas("money for research") & ideas("研发")


def test_every_row_of_the_glossary_has_words_in_all_three_languages() -> None:
    assert all(row[tongue] for row in ROWS for tongue in TONGUES)
