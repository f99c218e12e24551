import json
from pathlib import Path

import pytest

from tests.score.made import BOOTSTRAP, WEIGHTS, card, table
from triaudit.score.aggregate import shared
from triaudit.score.leaderboard import BASELINE, leaderboard, places, show

CASES = Path(__file__).parents[1] / "cases" / "stats"


def alone(system: str, *values: float | None, axis: int = 3):
    """A system with the same values on the first `axis` axes and nothing on the others."""
    none = [None] * len(values)
    return table(system, *[list(values) if n < axis else none for n in range(3)])


def test_halves_are_rounded_away_from_zero():
    assert [show(v) for v in (72.45, 72.449, 0.05, 0.0, 100.0, None)] == [
        "72.5", "72.4", "0.1", "0.0", "100.0", "not measured",
    ]  # fmt: skip


def test_equal_printed_values_share_a_rank_and_keep_their_order():
    given = json.loads((CASES / "g04_ties_rounding.json").read_text())
    cards = [card(alone(name, 10 * value, 10 * value)) for name, value in given.items()]
    placed = places(cards)
    assert [(place.rank, place.card.system) for place in placed] == [(1, "b"), (1, "c"), (1, "d"), (4, "a")]


def test_fewer_tasks_never_rank_first_unmarked_and_shared_ground_is_shown():
    scores = [*alone("a", 60, 70, 50, 60, 60), *alone("b", 90, 80, None, None, None)]
    cards = [card([s for s in scores if s.system == name]) for name in "ab"]
    text = leaderboard(cards, shared(scores, WEIGHTS, BOOTSTRAP))
    assert places(cards)[0].partial
    assert "1*" in text
    assert "2 of 5 tasks" in text
    assert "Shared ground" in text
    assert "85.0" in text
    assert "65.0" in text


def test_a_track_that_is_not_shared_is_said_under_the_table():
    tracks = ("text", "text", "multimodal")
    none = [None] * 3
    scores = [
        *table("a", [60, 70, 20], none, none, tracks),
        *table("b", [80, 90, None], none, none, tracks),
    ]
    cards = [card([s for s in scores if s.system == name]) for name in "ab"]
    text = leaderboard(cards, shared(scores, WEIGHTS, BOOTSTRAP))
    assert "Shared ground: no multimodal task is shared." in text
    assert "b: overall: nothing was measured on multimodal tasks." in text


def test_fewer_axes_are_marked_and_unmeasured_systems_stand_last():
    cards = [
        card(alone("none", None, None)),
        card(alone("two", 90, 95, axis=2)),
        card(alone("three", 50, 60)),
    ]
    placed = places(cards)
    assert [(place.card.system, place.rank, place.partial) for place in placed] == [
        ("two", 1, True),
        ("three", 2, False),
        ("none", None, True),
    ]
    text = leaderboard(cards)
    assert "not measured" in text
    assert "no trace 2" in text
    assert "two: audit was not measured (no trace 2): overall does not cover it." in text


def test_an_axis_that_no_system_has_marks_nobody():
    cards = [card(alone("x", 90, 95, axis=2)), card(alone("y", 50, 60, axis=2))]
    assert not any(place.partial for place in places(cards))


@pytest.mark.parametrize("baseline", [True, False])
def test_the_baseline_line_stands_wherever_rules_judged(baseline: bool):
    text = leaderboard([card(alone("x", 90, 95), baseline=baseline)])
    assert (BASELINE in text) == baseline


def test_names_and_brackets_are_printed_as_they_are():
    text = leaderboard([card(alone("x", 40, 60, 55))])
    assert "[4" in text
    assert leaderboard([]).startswith("No systems")
