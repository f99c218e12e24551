"""Both sides of a question beside each other, opposites in words, and figures left over."""

from __future__ import annotations

import pytest

from triaudit.judge.rules.factcheck import check
from triaudit.judge.rules.factcheck.figures import stated
from triaudit.questions import CheckClaim, Passage
from triaudit.types import Label


def web(text: str, title: str = "") -> Passage:
    return Passage(id="", side="web", source="https://a.example", locator=title, date=None, text=text)


def book(text: str) -> Passage:
    return Passage(id="", side="attachment", source="lido.xlsx", locator="Sheet 1", date=None, text=text)


def label(claim: str, *passages: Passage) -> Label:
    numbered = tuple(one.model_copy(update={"id": f"p{n}"}) for n, one in enumerate(passages, 1))
    return check(CheckClaim(query="q", claim=claim, segment=claim, as_of=None, passages=numbered)).label


@pytest.mark.parametrize(
    ("claim", "row", "page"),
    [
        (
            "The lido had 142 opening days.",
            "| Item | 2023 | 2024 |\n|---|---|---|\n| Opening days | 131 | 142 |\n| Lockers | 300 | 310 |",
            "The lido opened its doors on 133 days in 2024.",
        ),
        (
            "The lido employs 38 lifeguards.",
            "| Item | Value |\n|---|---|\n| Lifeguards employed | 38 |\n| Lockers | 300 |",
            "Thirty-three lifeguards were employed at the lido.",
        ),
        (
            "Lebensdauer der Pumpe: 20 Jahre",
            "| Angabe | Wert |\n|---|---|\n| Lebensdauer (Jahre) | 20 |\n| Fläche (ha) | 4 |",
            "Die Lebensdauer der Pumpe beträgt 17 Jahre.",
        ),
    ],
)
def test_a_side_with_another_value_of_what_the_other_side_decides_is_a_conflict(
    claim: str, row: str, page: str
) -> None:
    assert label(claim, book(row)) is Label.RIGHT
    assert label(claim, book(row), web(page)) is Label.CONFLICT


def test_a_figure_of_another_year_unit_or_place_is_no_conflict() -> None:
    row = book("| Item | 2023 | 2024 |\n|---|---|---|\n| Swimmers | 81,000 | 84,300 |\n| Staff | 20 | 21 |")
    claim = "The lido counted 84,300 swimmers in 2024."
    for other in (
        "The lido counted 79,500 swimmers in 2021.",
        "The lido used 84,900 litres of chlorine in 2024.",
        "Kelmore had 81,200 swimmers in 2024.",
    ):
        assert label(claim, row, web(other)) is Label.RIGHT


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        (
            "The parish adopted the budget by a unanimous vote.",
            "The parish adopted the budget by 11 votes to 4.",
        ),
        ("The pool was made permanent.", "The pool will stay until the end of 2027."),
        ("The clinic met every target of the ministry.", "The clinic missed one target of the ministry."),
        ("Work on the pier starts in 2025 as planned.", "Work on the pier was put off until 2028."),
        (
            "Das Hallenbad wurde pünktlich und ohne jede Verzögerung eröffnet.",
            "Das Hallenbad wurde drei Monate später als geplant eröffnet.",
        ),
        ("Der Rat nahm die Satzung einstimmig an.", "Der Rat nahm die Satzung mit 12 gegen 9 Stimmen an."),
        ("议会一致通过了港口条例。", "议会以21票对14票通过了港口条例。"),
        (
            "The subsidy was cut to 3.2 million crowns.",
            "The subsidy rose from 3.2 million to 3.6 million crowns.",
        ),
        ("Marlow Ltd made a profit of 0.6 million.", "Marlow Ltd made a loss of 1.1 million."),
        ("Rents at the quay rose by 9 percent.", "The survey found no effect on rents at the quay."),
        (
            "The depot has 46 buses and 21 trams.",
            "The depot has 46 buses and 27 trams.",
        ),
    ],
)
def test_what_says_the_opposite_or_has_another_figure_left_over_makes_a_claim_wrong(
    claim: str, passage: str
) -> None:
    assert label(claim, web(passage)) is Label.WRONG


def test_a_number_that_names_a_line_or_room_contradicts_no_count() -> None:
    assert (
        label("The pier has 14 stops.", web("Lines 7 and 9 call at the stop at the pier.")) is not Label.WRONG
    )


def test_a_limit_beside_a_measured_share_is_no_other_value() -> None:
    text = "4.2 percent of samples held lead, where 3 percent are allowed."
    assert label("4.2 percent of samples held lead.", web(text)) is Label.RIGHT


def test_a_compound_number_in_words_opens_a_sentence() -> None:
    assert [item.figure.text for item in stated("Forty-one boats were moored at the pier.")] == ["Forty-one"]
    assert not stated("A five-year review of the pier.")
