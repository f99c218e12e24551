"""Verdicts on figures that stand in the passages, however they are put."""

from __future__ import annotations

import pytest

from triaudit.judge.rules.factcheck import check
from triaudit.judge.rules.factcheck.figures import stated
from triaudit.questions import CheckClaim, Passage
from triaudit.types import Label


def web(text: str, title: str = "", date: str | None = None) -> Passage:
    source = f"https://{date or 'a'}.example"
    return Passage(id="", side="web", source=source, locator=title, date=date, text=text)


def sheet(text: str) -> Passage:
    return Passage(id="", side="attachment", source="figures.xlsx", locator="Sheet Figures", text=text)


def label(claim: str, *passages: Passage, segment: str = "") -> Label:
    numbered = tuple(one.model_copy(update={"id": f"p{n}"}) for n, one in enumerate(passages, 1))
    return check(
        CheckClaim(query="q", claim=claim, segment=segment or claim, as_of=None, passages=numbered)
    ).label


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Lines 7 and 9 carried 400 dogs.", [400]),
        ("Phase 2 has 40 beds.", [40]),
        ("Die Linie 4 hat 31 Wagen.", [31]),
        ("The school has 12 rooms.", [12]),
    ],
)
def test_a_number_that_names_one_of_several_counts_nothing(text: str, values: list[int]) -> None:
    assert [item.figure.values[0] for item in stated(text)] == values


@pytest.mark.parametrize(
    "text",
    [
        "The lido had 900 guests a day in 2024, 7 percent more than in 2023.",
        "2024年游客900人次，比2023年增长7%。",
        "Das Bad hatte 2024 täglich 900 Gäste, 7 Prozent mehr als 2023.",
    ],
)
def test_the_year_that_a_change_is_measured_against_is_not_the_year_it_holds_for(text: str) -> None:
    change = next(item for item in stated(text) if item.kind == "change")
    assert [date.values[0] for date in change.scope] == [2024]


@pytest.mark.parametrize(
    ("claim", "passage", "expected"),
    [
        (
            "In 2024, 4.2 percent of parcels arrived after more than three days.",
            "It missed a standard in 2024: 4.2 percent of parcels arrived after more than three days, "
            "where 3 percent are allowed.",
            Label.RIGHT,
        ),
        (
            "The hall – 86 million crowns had been approved.",
            "The council had approved a budget of 86 million crowns for the hall.",
            Label.RIGHT,
        ),
        (
            "A third runway for 740 million euros was rejected.",
            "The plan rejects a third runway, which would have cost 740 million euros.",
            Label.RIGHT,
        ),
        (
            "The market hall has 36 stalls.",
            "Hall line 5 was closed; lines 6 and 8 now stop at the market hall and its stalls.",
            Label.UNKNOWN,
        ),
    ],
)
def test_plans_limits_and_names_are_told_from_what_came_about(
    claim: str, passage: str, expected: Label
) -> None:
    assert label(claim, web(passage)) is expected


def test_a_page_says_nothing_against_a_year_after_its_own() -> None:
    page = web("The works put 48.2 million litres a day into supply.", date="2019-02-14")
    assert label("Supply was 51.7 million litres a day in 2022.", page) is Label.UNKNOWN
