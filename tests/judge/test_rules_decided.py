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
    assert 2023 not in [date.values[0] for date in change.scope]


@pytest.mark.parametrize(
    ("claim", "passage", "expected"),
    [
        (
            "In 2024, 4.2 percent of parcels arrived after more than three days.",
            "4.2 percent of parcels arrived after more than three days, where 3 percent are allowed.",
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


@pytest.mark.parametrize(
    ("claim", "inside", "page", "expected"),
    [
        (
            "The workbook lists 14 days without power in 2024 and the regulator 17.",
            "| Item | 2024 |\n|---|---|\n| Days without power (days) | 14 |",
            "Storms left the island without power on 17 days in 2024.",
            Label.RIGHT,
        ),
        (
            "Output in 2023 is 41.6 million litres a day in the sheet, against 44.2 million in the report.",
            "| Item | 2023 |\n|---|---|\n| Output (million litres a day) | 41.6 |",
            "Output in 2023 was 44.2 million litres a day.",
            Label.RIGHT,
        ),
        (
            "Output in 2023 is 41.6 million litres a day in the sheet, against 47.9 million in the report.",
            "| Item | 2023 |\n|---|---|\n| Output (million litres a day) | 41.6 |",
            "Output in 2023 was 44.2 million litres a day.",
            Label.CONFLICT,
        ),
    ],
)
def test_a_second_figure_has_the_unit_of_the_first(
    claim: str, inside: str, page: str, expected: Label
) -> None:
    assert label(claim, sheet(inside), web(page)) is expected


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("The crossing takes two and a half hours.", 2.5),
        ("Die Überfahrt dauert zweieinhalb Stunden.", 2.5),
        ("Die Überfahrt dauert anderthalb Stunden.", 1.5),
        ("全程需要两个半小时。", 2.5),
    ],
)
def test_a_time_that_ends_in_a_half_is_one_figure(text: str, hours: float) -> None:
    assert [item.figure.values[0] / 3600 for item in stated(text)] == [hours]


def test_a_long_figure_is_known_again_in_other_words() -> None:
    page = web("The inspectorate fined it 350,000 crowns.")
    assert label("The operator was fined 350,000 crowns for slow repairs.", page) is Label.RIGHT
    assert label("The operator was fined 380,000 crowns for slow repairs.", page) is not Label.RIGHT


def test_a_decision_may_be_dated_by_its_page() -> None:
    page = web("Der Rat hat beschlossen, dass die Mühle bis Ende 2031 in Betrieb bleibt.", date="2025-09-11")
    claim = "Die Mühle bleibt nach einem Beschluss vom September 2025 bis Ende 2031 in Betrieb."
    assert label(claim, page) is Label.RIGHT


def test_a_change_computed_from_two_values_of_something_else_contradicts_nothing() -> None:
    page = web("The grant for the park was raised from 3.9 to 4.1 million euros.")
    assert label("Sales in the park rose 6 percent.", page) is Label.UNKNOWN


def test_the_other_figures_of_a_sentence_speak_for_its_page() -> None:
    rows = "| Year | 2021 | 2024 |\n|---|---|---|\n| Loans (books) | 4,200 | 29,800 |"
    sentence = (
        "The mobile library lent about 30 thousand books in 2024, more than seven times as many as in 2021."
    )
    assert label("It lent seven times as many as in 2021.", web(rows), segment=sentence) is not Label.WRONG
    chinese = "| 指标 | 2021年 | 2024年 |\n|---|---|---|\n| 图书外借（册次） | 4,200 | 29,800 |"
    whole = "2024年图书外借约3万册次，是2021年的七倍多。"
    assert label("2024年是2021年的七倍多。", web(chinese), segment=whole) is Label.RIGHT
    assert label("2024年是2021年的三倍多。", web(chinese), segment=whole) is not Label.RIGHT


@pytest.mark.parametrize(
    ("claim", "passage", "expected"),
    [
        ("The harbour cost 18 million.", "Dredging of the harbour cost 5 million.", Label.UNKNOWN),
        ("The harbour cost 18 million.", "The cost of the harbour was 15 million.", Label.WRONG),
        (
            "The college spent 12 million on research and 31 million on buildings.",
            "The college spent 31 million on research and 12 million on buildings.",
            Label.WRONG,
        ),
    ],
)
def test_what_a_sum_is_spent_on_tells_sums_apart(claim: str, passage: str, expected: Label) -> None:
    assert label(claim, web(passage)) is expected


def test_what_may_be_takes_nothing_from_the_certain_clause_beside_it() -> None:
    page = web(
        "The lender may cancel it if cover falls below 30 percent; it stood at 41 percent in May 2023."
    )
    assert label("In May 2023 cover stood at 41 percent.", page) is Label.RIGHT
    assert label("The lender cancelled it when cover fell below 30 percent.", page) is not Label.RIGHT


def test_a_claim_that_gives_each_side_its_own_figure_is_no_conflict() -> None:
    inside = "| Item | 2024 |\n|---|---|\n| School groups | 1,480 |"
    page = web("Our staff welcomed 1,355 school groups and led 2,610 tours.")
    claim = "School groups differ: the workbook has 1,480 of them, the annual report only 1,355."
    assert label(claim, sheet(inside), page) is Label.RIGHT


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Der Bach wird um höchstens 0,7 Grad kälter.", "Der Bach wird im Winter höchstens 0,7 Grad kälter."),
        (
            "The shorter shift ended after overtime had cost 0.9 million euros more.",
            "Overtime cost 0.9 million euros more than in the year before the shorter shift.",
        ),
    ],
)
def test_a_comparative_after_a_figure_makes_it_a_difference(claim: str, passage: str) -> None:
    assert label(claim, web(passage)) is Label.RIGHT
