"""Who judged what is said, and what mixes judges is warned of."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.score.made import card, table
from triaudit.score.judged import added, by_axis, by_role, judged, mixed, warnings
from triaudit.score.leaderboard import leaderboard
from triaudit.track.describe import SCORING, describe
from triaudit.types import Answers, Scorecard

ALL = ("rubric", "quality", "claims", "factcheck", "audit")


def made(
    system: str = "acme",
    judges: Mapping[str, str] | None = None,
    served: Mapping[str, Mapping[str, int]] | None = None,
) -> Scorecard:
    names = dict.fromkeys(ALL, "m") | dict(judges or {})
    answered = {
        role: tuple(Answers(asked=names[role], served=name, answers=n) for name, n in models.items())
        for role, models in (served or {}).items()
    }
    plain = card(table(system, [50, 60], [50, 60], [50, 60]), baseline=False)
    return plain.model_copy(update={"judge": names, "answered": answered})


def tags(one: Scorecard) -> Mapping[str, str]:
    return describe(one, [], {**dict.fromkeys(SCORING), "systems": {}}).tags


def test_one_judge_is_named_once_and_nothing_is_warned_of() -> None:
    one = made(served={role: {"m": 4} for role in ALL})
    assert judged([one]) == "m"
    assert mixed(one) == {}
    assert warnings([one, made("other")]) == []
    assert leaderboard([one]).splitlines()[-1] == "Judged by: m."
    assert tags(one)["mixed_judge"] == "no"
    assert tags(one)["judge.quality"] == tags(one)["judge.audit"] == "m"


def test_the_model_that_served_is_told_where_its_name_differs() -> None:
    one = made(served={role: {"m-2025-06-01": 4} for role in ALL})
    assert judged([one]) == "m (served by m-2025-06-01)"
    assert mixed(one) == {}
    assert tags(one)["judge.factcheck"] == "m (served by m-2025-06-01)"


def test_axes_with_judges_of_their_own_say_what_judged_what() -> None:
    one = made(judges={"rubric": "a", "quality": "a"})
    assert judged([one]) == "rubric, quality by a; claims, factcheck, audit by m"
    assert by_axis(one) == {"quality": "a", "factcheck": "m", "audit": "m"}
    assert warnings([one]) == []
    assert tags(one)["judge.quality"] == "a"
    assert tags(one)["mixed_judge"] == "no"


def test_two_judges_within_one_axis_are_warned_of() -> None:
    one = made(judges={"factcheck": "b"})
    assert by_axis(one)["factcheck"] == "claims by m, factcheck by b"
    assert mixed(one) == {"factcheck": "claims by m, factcheck by b"}
    (line,) = warnings([one, made("other", judges={"factcheck": "b"})])
    assert line == "WARNING: factcheck mixes judges: claims by m, factcheck by b (all systems)."
    assert line in leaderboard([one, made("other", judges={"factcheck": "b"})])
    assert tags(one)["mixed_judge"] == "factcheck: claims by m, factcheck by b"


def test_a_model_swapped_in_the_middle_is_warned_of_wherever_it_counts() -> None:
    one = made(served={"quality": {"m-1": 7, "m-2": 3}, "claims": {"m-1": 2, "": 1}})
    found = mixed(one)
    assert found["quality"] == "quality was answered by m-1 (7 answers) and m-2 (3 answers)"
    assert "claims was answered by" in found["factcheck"]
    assert "m (unnamed) (1 answers)" in found["audit"]
    assert by_role(one)["quality"] == "m (served by m-1 7, m-2 3)"
    assert "m-2 3" in describe(one, [], {**dict.fromkeys(SCORING), "systems": {}}).tags["judge.quality"]
    assert any("WARNING: quality mixes judges" in line for line in leaderboard([one]).splitlines())


def test_systems_answered_by_different_models_do_not_compare() -> None:
    cards = [made("acme", served={"quality": {"m-1": 7}}), made("blue", served={"quality": {"m-2": 7}})]
    (line,) = warnings(cards)
    assert "quality was answered by different models" in line
    assert "acme by m-1; blue by m-2" in line
    assert warnings(cards[:1]) == []


def test_several_judges_that_each_are_one_model_are_no_swap() -> None:
    names = {"rubric": "panel", "quality": "panel"}
    panel = made(judges=names)
    answered = tuple(Answers(asked=name, served=name, answers=4) for name in ("a", "b"))
    assert "quality" not in mixed(panel.model_copy(update={"answered": {"quality": answered}}))


def test_an_axis_that_was_not_measured_has_no_judge() -> None:
    one = made()
    partial = one.model_copy(update={"judge": {"rubric": "m", "quality": "m"}})
    assert by_axis(partial) == {"quality": "m"}
    assert judged([one.model_copy(update={"judge": {}})]) == ""


def test_answers_add_up_over_records() -> None:
    first = Answers(asked="m", served="m-1", answers=2)
    assert added([(first,), (), (first, Answers(asked="m", served="m-2", answers=1))]) == (
        Answers(asked="m", served="m-1", answers=4),
        Answers(asked="m", served="m-2", answers=1),
    )


@pytest.mark.parametrize("field", ["answered", "part"])
def test_what_says_nothing_is_not_written(field: str) -> None:
    assert f'"{field}"' not in made().model_dump_json()
