"""What a second look decides where words differ, and what it leaves open; bounds, former values, sums."""

from __future__ import annotations

import pytest

from triaudit.judge.rules.factcheck import check
from triaudit.judge.rules.factcheck import weights as w
from triaudit.judge.rules.factcheck.derived import derived
from triaudit.judge.rules.factcheck.figures import stated
from triaudit.questions import CheckClaim, Passage
from triaudit.types import Label

OTHERS = (
    "The observatory of Calder Fell was founded by a brewer. Its dome turns on twelve wheels. "
    "School classes come on Mondays."
)
"""What else a page says, which makes the words of a sentence rarer."""


def web(text: str, date: str | None = None, title: str = "") -> Passage:
    source = f"https://{date or 'a'}.example"
    return Passage(id="", side="web", source=source, locator=title, date=date, text=text)


def book(text: str) -> Passage:
    return Passage(id="", side="attachment", source="dome.xlsx", locator="Sheet 1", date=None, text=text)


def label(claim: str, *passages: Passage, segment: str = "") -> Label:
    numbered = tuple(one.model_copy(update={"id": f"p{n}"}) for n, one in enumerate(passages, 1))
    question = CheckClaim(
        query="How does the observatory do?",
        claim=claim,
        segment=segment or claim,
        as_of=None,
        passages=numbered,
    )
    return check(question).label


@pytest.mark.parametrize(
    ("claim", "sentence", "expected"),
    [
        (
            "The mirror swallowed 184,500 crowns.",
            "For the new mirror 184,500 crowns were paid.",
            Label.RIGHT,
        ),
        (
            "The mirror swallowed 184,500 crowns.",
            "For the new mirror 231,000 crowns were paid.",
            Label.WRONG,
        ),
        (
            "The mirror swallowed 184,500 crowns.",
            "The car park holds 60 cars and four coaches.",
            Label.UNKNOWN,
        ),
        (
            "The mirror swallowed 184,500 crowns.",
            "The mirror of the Norvane observatory weighs 184,500 grams.",
            Label.UNKNOWN,
        ),
    ],
)
def test_a_figure_in_other_words_decides_where_nothing_speaks_against_it(
    claim: str, sentence: str, expected: Label
) -> None:
    assert label(claim, web(f"{OTHERS} {sentence}")) is expected


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The mirror of Norvane cost 40,000 crowns.", "The mirror of Calder Fell cost 52,000 crowns."),
        ("The telescope made 310 exposures in 2022.", "The telescope made 280 exposures in 2020."),
        ("The telescope was sold in 1987.", "The telescope was repaired in 1991."),
        ("The dome's upkeep was 14,000 crowns in 2024.", "The dome's revenue was 19,000 crowns in 2024."),
    ],
)
def test_a_second_look_does_not_pass_over_another_name_year_event_or_measure(
    claim: str, passage: str
) -> None:
    assert label(claim, web(passage)) is Label.UNKNOWN


def test_every_weight_is_of_a_mark_and_speaks_for_or_against() -> None:
    for weights in (w.SAME_WEIGHTS, w.OTHER_WEIGHTS):
        assert weights["start"] < 0  # nothing seen decides nothing
        assert all(weights.values())
        assert weights["clause"] > 0 < weights["whole"]
    assert w.OTHER_WEIGHTS["equal"] < 0  # a source that has the claimed value elsewhere speaks for the claim


@pytest.mark.parametrize(
    ("claim", "passage", "expected"),
    [
        ("The queue took less than two hours.", "The queue took 95 minutes.", Label.RIGHT),
        ("The queue took less than two hours.", "The queue took three hours.", Label.WRONG),
        # what is far inside of a bound is not what the bound is of
        ("The dome cost no more than 9 million crowns.", "The dome's lamp cost 300 crowns.", Label.UNKNOWN),
        (
            "Half of the guests stay for 2.5 hours or less.",
            "Half of the guests stay for 2.5 hours.",
            Label.RIGHT,
        ),
        ("Die Führung dauert weniger als eine Stunde.", "Die Führung dauert 50 Minuten.", Label.RIGHT),
        ("参观时间不到一小时。", "参观时间为55分钟。", Label.RIGHT),
    ],
)
def test_a_bound_is_met_by_what_is_near_it(claim: str, passage: str, expected: Label) -> None:
    assert label(claim, web(passage)) is expected


def test_or_less_is_a_bound_and_no_difference() -> None:
    (figure,) = stated("The lens weighs 4.5 kilograms or less.")
    assert figure.kind == "level"
    assert figure.figure.bound == "most"


def test_a_former_value_is_not_the_one_of_now() -> None:
    page = web("Breakdowns hit 2.1 percent of the nights. In 2021 the share had been 3.4 percent.")
    assert label("Breakdowns have climbed to 3.4 percent of the nights.", page) is Label.WRONG
    assert label("Breakdowns hit 2.1 percent of the nights.", page) is Label.RIGHT
    table = web("| Item | 2021 | 2024 |\n|---|---|---|\n| Lamps in use | 9 | 7 |\n| Lenses | 31 | 33 |")
    assert label("Nine lamps are in use.", table) is Label.WRONG
    assert label("Seven lamps are in use.", table) is Label.RIGHT


def test_the_year_since_which_is_counted_is_not_the_year_of_the_count() -> None:
    total = stated("Since the start in 2016 the telescope has taken 2,790 pictures.")[-1]
    assert total.figure.values == (2790.0,)
    assert total.scope == ()


def test_the_figure_of_a_neighbour_supports_nothing() -> None:
    page = web(
        "A good example is Fennick Observatory. It was built for 9 million crowns. The observatory of Calder "
        "Fell is older.",
        title="Observatories compared",
    )
    assert label("The observatory of Calder Fell was built for 9 million crowns.", page) is not Label.RIGHT
    nearby = web("远山天文台有12台望远镜。邻近的泊岭市有31台望远镜。")
    assert label("远山天文台有31台望远镜。", nearby) is not Label.RIGHT


def test_a_date_behind_a_semicolon_is_of_the_figure_beside_it() -> None:
    now, _, then = stated("12 percent of the lenses are scratched; at the count of 2018 it was 19 percent.")
    assert [date.text for date in now.scope] == []
    assert [date.text for date in then.scope] == ["2018"]


def test_a_rise_that_two_dated_values_deny_is_wrong() -> None:
    page = web("12 percent of the lenses are scratched; at the count of 2018 it was 19 percent.")
    assert label("Since 2018 the share of scratched lenses grew by 7 percentage points.", page) is Label.WRONG
    assert label("Since 2018 the share of scratched lenses fell by 7 percentage points.", page) is Label.RIGHT


@pytest.mark.parametrize(
    ("claim", "passage", "expected"),
    [
        (
            "Nobody filed a complaint when the lamps were changed.",
            "Fourteen complaints came in.",
            Label.WRONG,
        ),
        ("Nobody filed a complaint when the lamps were changed.", "Fourteen lamps came in.", Label.UNKNOWN),
        ("Night shifts: Calder none", "| Night shifts at Norvane | 12 |\n| Lamps | 4 |", Label.UNKNOWN),
    ],
)
def test_none_is_denied_by_a_number_of_the_very_thing(claim: str, passage: str, expected: Label) -> None:
    assert label(claim, web(passage)) is expected


def test_a_difference_is_computed_from_figures_of_two_pages() -> None:
    pages = (
        web("The dome cost 6.4 million crowns."),
        web("The dome was budgeted at 5.0 million crowns.", "2019"),
    )
    assert label("The dome cost 6.4 million crowns, 1.4 million more than budgeted.", *pages) is Label.RIGHT
    assert label("The dome cost 6.4 million crowns, 28 percent above the budget.", *pages) is Label.RIGHT
    assert (
        label("The dome cost 6.4 million crowns, 1.4 million less than budgeted.", *pages) is not Label.RIGHT
    )


def test_a_mean_is_computed_from_a_total_and_a_number() -> None:
    page = web("Sixteen telescopes were bought for 480,000 crowns.")
    claim = "Sixteen telescopes were bought for 480,000 crowns, on average {} crowns each."
    assert label(claim.format("30,000"), page) is Label.RIGHT
    assert label(claim.format("41,000"), page) is not Label.RIGHT


def test_counts_of_different_things_make_no_sum() -> None:
    assert any(made.figure.values == (19.0,) for made in derived(stated("7 lamps and 12 lamps were lit.")))
    assert not any(made.figure.values == (19.0,) for made in derived(stated("7 lamps and 12 chairs came.")))


def test_a_month_without_a_year_is_of_the_pages_year() -> None:
    claim = "When the shutter jammed in March {}, 35 nights were lost."
    page = web("In March the shutter jammed, and 35 nights were lost.", "2023-11-02")
    assert label(claim.format(2023), page) is Label.RIGHT
    assert label(claim.format(2021), page) is not Label.RIGHT


def test_what_would_follow_tells_of_a_claim_of_what_would_be() -> None:
    page = web("If the council sells the dome, 23 volunteers will leave.")
    assert label("A sale of the dome would drive 23 volunteers away.", page) is Label.RIGHT
    assert label("The council sold the dome, and 23 volunteers left.", page) is Label.UNKNOWN


def test_the_figure_left_over_beside_the_sentences_other_figure_is_another_value() -> None:
    page = web(f"{OTHERS} The telescope took 5,210 pictures, 4 percent more than in 2022.")
    segment = "The pictures rose by 9 percent, to 5,210."
    assert label("The pictures rose by 9 percent.", page, segment=segment) is Label.WRONG


def test_a_motion_that_lost_was_not_approved() -> None:
    page = web("The motion to sell the dome lost by 9 votes to 21.")
    assert label("The council approved the motion to sell the dome.", page) is Label.WRONG


def test_a_conflict_needs_less_where_one_side_states_the_claimed_value() -> None:
    claim = "For want of staff 44 evenings were called off."
    sheet = book("| Item | Value |\n|---|---|\n| Evenings cancelled, no staff | 51 |\n| Lamps | 4 |")
    page = web("All in all 44 evenings were called off because staff was lacking.")
    assert label(claim, page) is Label.RIGHT
    assert label(claim, page, sheet) is Label.CONFLICT
