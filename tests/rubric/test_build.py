"""A judge's rubric is taken by ids, compared exactly."""

from __future__ import annotations

from math import fsum

import pytest

from triaudit.questions import (
    CriteriaReply,
    CriterionDraft,
    DimensionDraft,
    DimensionsReply,
    FixedDimension,
    NamedDimension,
    Weight,
)
from triaudit.rubric.build import detail, frozen, weigh
from triaudit.types import Task, Unanswered, UnansweredReason

FIXED = (
    FixedDimension(id="coverage", name="Coverage", definition="Breadth."),
    FixedDimension(id="clarity", name="Clarity", definition="Structure."),
)


def reply(weights: dict[str, float], *names: str) -> DimensionsReply:
    return DimensionsReply(
        dynamic=tuple(DimensionDraft(name=name, definition="What matters.") for name in names),
        weights=tuple(Weight(id=key, weight=value) for key, value in weights.items()),
    )


def criteria(*rows: tuple[str, str, float]) -> CriteriaReply:
    return CriteriaReply(
        criteria=tuple(
            CriterionDraft(dimension=dimension, text=text, explanation="", weight=weight)
            for dimension, text, weight in rows
        )
    )


def refused(answer: object) -> str:
    assert isinstance(answer, Unanswered)
    assert answer.reason == UnansweredReason.UNPARSABLE
    return answer.detail


def test_dimensions_keep_their_order_and_get_ids() -> None:
    made = weigh(
        reply({"d2": 0.1, "coverage": 0.4, "d1": 0.2, "clarity": 0.3}, "Ports", "Tides"), FIXED, 3, None
    )
    assert not isinstance(made, Unanswered)
    dimensions, weights, notes = made
    assert [(one.id, one.dynamic) for one in dimensions] == [
        ("coverage", False),
        ("clarity", False),
        ("d1", True),
        ("d2", True),
    ]
    assert weights == {"coverage": 0.4, "clarity": 0.3, "d1": 0.2, "d2": 0.1}
    assert notes == []


@pytest.mark.parametrize(
    ("weights", "names", "said"),
    [
        ({"coverage": 0.5, "d1": 0.5}, ("Ports",), "clarity"),
        ({"Coverage": 0.5, "clarity": 0.3, "d1": 0.2}, ("Ports",), "coverage"),
        ({"coverage": 0.5, "clarity": 0.5}, (), "no dynamic"),
        ({"coverage": 0.5, "clarity": 0.3, "d1": 0.2}, ("Clarity",), "clarity"),
        ({"coverage": 0.5, "clarity": 0.3, "d1": 0.2}, ("  ",), "no name"),
        ({"coverage": 0, "clarity": 0, "d1": 0}, ("Ports",), "0"),
    ],
)
def test_what_does_not_answer_is_no_rubric(
    weights: dict[str, float], names: tuple[str, ...], said: str
) -> None:
    assert said in refused(weigh(reply(weights, *names), FIXED, 3, None))


def test_two_weights_for_one_dimension_are_a_conflict() -> None:
    given = reply({"coverage": 0.5, "clarity": 0.3, "d1": 0.2}, "Ports")
    given = given.model_copy(update={"weights": (*given.weights, Weight(id="d1", weight=0.4))})
    assert "d1" in refused(weigh(given, FIXED, 3, None))


@pytest.mark.parametrize("total", [0.97, 1.2])
def test_weights_that_do_not_sum_to_one_are_normalised_with_a_note(total: float) -> None:
    made = weigh(
        reply({"coverage": total / 2, "clarity": total / 4, "d1": total / 4}, "Ports"), FIXED, 3, None
    )
    assert not isinstance(made, Unanswered)
    assert made[1] == {"coverage": 0.5, "clarity": 0.25, "d1": 0.25}
    assert f"{total:g}" in made[2][0]


def test_the_cap_is_applied_and_noted() -> None:
    made = weigh(reply({"coverage": 0.25, "clarity": 0.25, "d1": 0.5}, "Ports"), FIXED, 3, 0.2)
    assert not isinstance(made, Unanswered)
    assert made[1] == {"coverage": 0.4, "clarity": 0.4, "d1": 0.2}
    assert "capped at 0.2" in made[2][0]


def test_no_dynamic_dimension_is_right_where_none_is_wanted() -> None:
    made = weigh(reply({"coverage": 0.5, "clarity": 0.5}), FIXED, 0, None)
    assert not isinstance(made, Unanswered)
    assert [one.id for one in made[0]] == ["coverage", "clarity"]


def test_surplus_dimensions_and_unknown_weights_are_left_out_with_a_note() -> None:
    given = reply({"coverage": 0.4, "clarity": 0.2, "d1": 0.2, "d2": 0.2, "depth": 0.1}, "Ports", "Tides")
    made = weigh(given, FIXED, 1, None)
    assert not isinstance(made, Unanswered)
    assert made[1] == {"coverage": 0.5, "clarity": 0.25, "d1": 0.25}
    assert any("first 1" in note for note in made[2])
    assert any("d2, depth" in note for note in made[2])


DIMENSIONS = [
    NamedDimension(id="coverage", name="Coverage", definition="Breadth.", dynamic=False),
    NamedDimension(id="d1", name="Ports", definition="Expertise.", dynamic=True),
]
WEIGHTS = {"coverage": 0.6, "d1": 0.4}


def test_criteria_get_ids_and_weights_that_sum_to_one() -> None:
    made = detail(
        criteria(
            ("d1", "Cranes", 2),
            ("coverage", "All ports", 0.7),
            ("d1", "Tides", 1),
            ("coverage", "Costs", 0.3),
        ),
        DIMENSIONS,
        WEIGHTS,
    )
    assert not isinstance(made, Unanswered)
    dimensions, notes = made
    assert [[c.id for c in one.criteria] for one in dimensions] == [
        ["coverage.c1", "coverage.c2"],
        ["d1.c1", "d1.c2"],
    ]
    assert [c.weight for c in dimensions[1].criteria] == [0.666667, 0.333333]
    assert notes == ["d1: weights summed to 3 and were normalised to 1"]


def test_a_dimension_without_criteria_is_no_rubric() -> None:
    assert "d1" in refused(detail(criteria(("coverage", "All ports", 1)), DIMENSIONS, WEIGHTS))
    assert "d1" in refused(detail(criteria(("coverage", "All", 1), ("d1", "Tides", 0)), DIMENSIONS, WEIGHTS))


def test_of_more_than_ten_criteria_the_heaviest_stay() -> None:
    rows = [("coverage", f"Point {n}", 0.05 if n == 3 else 0.1) for n in range(11)]
    made = detail(criteria(*rows, ("d1", "Tides", 1), ("dx", "Else", 1)), DIMENSIONS, WEIGHTS)
    assert not isinstance(made, Unanswered)
    dimensions, notes = made
    assert len(dimensions[0].criteria) == 10
    assert "Point 3" not in {c.text for c in dimensions[0].criteria}
    assert fsum(c.weight for c in dimensions[0].criteria) == pytest.approx(1, abs=1e-12)
    assert any("dx" in note for note in notes)
    assert any("10 heaviest" in note for note in notes)


def test_the_digest_moves_with_what_is_graded_and_with_nothing_else() -> None:
    made = detail(criteria(("coverage", "All ports", 1), ("d1", "Tides", 1)), DIMENSIONS, WEIGHTS)
    other = detail(criteria(("coverage", "All ports", 1), ("d1", "Tide", 1)), DIMENSIONS, WEIGHTS)
    assert not isinstance(made, Unanswered)
    assert not isinstance(other, Unanswered)
    one = Task(id="1", query="Which port?", language="en", track="text")
    two = Task(id="2", query="Which quay?", language="en", track="text")
    digest = frozen(one, made[0], [], []).digest
    assert digest == frozen(two, made[0], [], ["a note"]).digest
    assert digest != frozen(one, other[0], [], []).digest
