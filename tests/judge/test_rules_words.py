"""What words mean to the rules: rows of three languages, compounds, phrases, Chinese words."""

from __future__ import annotations

import pytest

from tests.judge.test_rules_evidence import verdict
from triaudit.glossary import ROWS, TONGUES
from triaudit.judge.rules.concepts import ideas
from triaudit.judge.rules.verbs import has_verb, tongue
from triaudit.types import Label


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


@pytest.mark.parametrize(
    ("claim", "passage", "label"),
    [
        (
            "The annexes were still missing from the file.",
            "The file did not include the annexes.",
            Label.RIGHT,
        ),
        ("The pupils had volunteered.", "The school paid no bonus to pupils in the choir.", Label.UNKNOWN),
        (
            "The villagers had volunteered.",
            "The villagers had volunteered, so that the turnout may not hold elsewhere.",
            Label.RIGHT,
        ),
        ("The mill dates from 1913.", "The mill holds 40 tonnes of flour.", Label.UNKNOWN),
    ],
)
def test_a_sentence_without_figures_must_say_what_is_claimed(claim: str, passage: str, label: Label) -> None:
    assert verdict(claim, passage) is label


@pytest.mark.parametrize(
    "sentence",
    [
        "Seine 30 Gärten versorgen 410 Haushalte.",
        "Die alten Hecken binden jedes Jahr 30 Tonnen Staub.",
        "The reserve may not go beyond 12 million crowns.",
    ],
)
def test_plural_verbs_and_limits_assert_something(sentence: str) -> None:
    assert has_verb(sentence, tongue(sentence))


def test_a_plural_adjective_asserts_nothing() -> None:
    assert not has_verb("Kosten der neuen Anlagen im Hafen", "de")
