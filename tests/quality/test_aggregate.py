"""S = Σ W Σ w s, by hand and by properties."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triaudit.quality.aggregate import by_id, dimension_score, dimension_scores, specificity, total
from triaudit.rubric.weights import shares
from triaudit.types import (
    Criterion,
    CriterionScore,
    Dimension,
    Grade,
    Rubric,
    Unanswered,
    UnansweredReason,
)

CASES = Path(__file__).parents[1] / "cases"
FAILED = Unanswered(reason=UnansweredReason.PROVIDER_ERROR)

Plan = dict[str, tuple[float, dict[str, tuple[float, float | None]]]]
"""Dimension to its weight and criteria; criterion to its weight and score."""


def made(plan: Plan) -> tuple[Rubric, Grade]:
    """A rubric and a grade; dimensions named d… are dynamic."""
    dimensions = tuple(
        Dimension(
            id=name,
            name=name,
            definition="…",
            dynamic=name.startswith("d"),
            weight=weight,
            criteria=tuple(
                Criterion(id=f"{name}.{key}", text=key, weight=share) for key, (share, _) in criteria.items()
            ),
        )
        for name, (weight, criteria) in plan.items()
    )
    scores = tuple(
        CriterionScore(
            criterion=f"{name}.{key}", score=score, unanswered=None if score is not None else FAILED
        )
        for name, (_, criteria) in plan.items()
        for key, (_, score) in criteria.items()
    )
    return Rubric(task="1", dimensions=dimensions), Grade(task="1", scores=scores)


PLAN: Plan = {
    "coverage": (0.4, {"c1": (0.25, 8.0), "c2": (0.75, 6.0)}),
    "clarity": (0.3, {"c1": (1.0, 9.0)}),
    "d1": (0.2, {"c1": (0.5, 4.0), "c2": (0.5, 5.0)}),
    "d2": (0.1, {"c1": (1.0, 7.5)}),
}


def test_the_formula_by_hand() -> None:
    rubric, grade = made(PLAN)
    # coverage 0.25·8 + 0.75·6 = 6.5; d1 4.5; total 0.4·6.5 + 0.3·9 + 0.2·4.5 + 0.1·7.5 = 6.95
    assert dimension_scores(rubric, grade) == {"coverage": 6.5, "clarity": 9.0, "d1": 4.5, "d2": 7.5}
    assert total(rubric, grade) == pytest.approx(6.95, abs=1e-12)
    # specificity (0.2·4.5 + 0.1·7.5) / 0.3 = 5.5
    assert specificity(rubric, grade) == pytest.approx(5.5, abs=1e-12)


def test_a_judges_own_total_is_never_used() -> None:
    case = json.loads((CASES / "stats" / "g09_contradicting_total.json").read_text("utf-8"))
    criteria: dict[str, tuple[float, float | None]] = {
        f"c{i}": (one["w"], float(one["s"])) for i, one in enumerate(case["criteria"])
    }
    rubric, grade = made({"coverage": (1.0, criteria)})
    assert total(rubric, grade) == 7.0
    assert total(rubric, grade) != case["judge_total"]


def test_a_failed_dimension_leaves_no_total_and_the_others_as_they_were() -> None:
    weights, tasks = json.loads((CASES / "stats" / "g01_null_vs_zero.json").read_text("utf-8")).values()
    totals = {}
    for name, scores in tasks.items():
        failed = {
            key for key in weights if scores[key] is None or scores.get(f"{key}_status") == "parse_error"
        }
        plan: Plan = {
            key: (weight, {"c1": (1.0, None if key in failed else float(scores[key]))})
            for key, weight in weights.items()
        }
        rubric, grade = made(plan)
        totals[name] = total(rubric, grade)
        found = dimension_scores(rubric, grade)
        assert found == {key: None if key in failed else scores[key] for key in weights}
    # a parse error and a null are the same case; one score of 9 is not a total of 9
    assert totals == {"1": None, "2": None, "3": None}


def test_a_dimension_that_failed_for_every_task_is_not_measured() -> None:
    case = json.loads((CASES / "stats" / "g05_whole_dimension_failed.json").read_text("utf-8"))
    for task in case["coverage"]:
        plan: Plan = {name: (0.5, {"c1": (1.0, scores[task])}) for name, scores in case.items()}
        rubric, grade = made(plan)
        assert dimension_scores(rubric, grade)["clarity"] is None
        assert total(rubric, grade) is None


def test_one_missing_criterion_takes_its_dimension_with_it() -> None:
    rubric, grade = made({"coverage": (1.0, {"c1": (0.9, 9.0), "c2": (0.1, None)})})
    assert dimension_score(rubric.dimensions[0], by_id(grade.scores)) is None
    assert dimension_score(rubric.dimensions[0], {"coverage.c1": 9.0}) is None


def test_a_failed_dynamic_dimension_leaves_no_specificity() -> None:
    rubric, grade = made({"coverage": (0.5, {"c1": (1.0, 5.0)}), "d1": (0.5, {"c1": (1.0, None)})})
    assert specificity(rubric, grade) is None


def test_without_a_dynamic_dimension_there_is_no_specificity() -> None:
    rubric, grade = made({"coverage": (1.0, {"c1": (1.0, 5.0)})})
    assert specificity(rubric, grade) is None
    assert total(rubric, grade) == 5.0


def test_a_report_that_scores_zero_has_a_score() -> None:
    rubric, grade = made({"coverage": (1.0, {"c1": (1.0, 0.0)})})
    assert total(rubric, grade) == 0.0


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Whole rubrics with scores, weights in millionths that sum to 1."""
    names = draw(
        st.lists(st.sampled_from(["coverage", "insight", "clarity", "d1", "d2"]), min_size=1, unique=True)
    )
    positive = st.floats(min_value=0.01, max_value=1)
    weights = shares({name: draw(positive) for name in names})
    plan: Plan = {}
    for name in names:
        count = draw(st.integers(min_value=1, max_value=10))
        inner = shares({f"c{i}": draw(positive) for i in range(count)})
        scores = {key: draw(st.floats(min_value=0, max_value=10)) for key in inner}
        plan[name] = (weights[name], {key: (inner[key], scores[key]) for key in inner})
    return plan


@given(plans())
def test_scores_stay_within_what_was_scored(plan: Plan) -> None:
    rubric, grade = made(plan)
    given_ = [score for _, criteria in plan.values() for _, score in criteria.values() if score is not None]
    value = total(rubric, grade)
    assert value is not None
    assert min(given_) - 1e-9 <= value <= max(given_) + 1e-9


@given(plans(), st.integers(min_value=0, max_value=99))
def test_permuting_dimensions_criteria_and_scores_changes_nothing(plan: Plan, seed: int) -> None:
    rubric, grade = made(plan)
    random = Random(seed)
    shuffled = [
        one.model_copy(update={"criteria": tuple(random.sample(one.criteria, len(one.criteria)))})
        for one in random.sample(rubric.dimensions, len(rubric.dimensions))
    ]
    other = rubric.model_copy(update={"dimensions": tuple(shuffled)})
    mixed = grade.model_copy(update={"scores": tuple(random.sample(grade.scores, len(grade.scores)))})
    assert total(other, mixed) == pytest.approx(total(rubric, grade), abs=1e-12)
    if specificity(rubric, grade) is not None:
        assert specificity(other, mixed) == pytest.approx(specificity(rubric, grade), abs=1e-12)


@given(plans(), st.one_of(st.none(), st.floats(min_value=0, max_value=10)))
def test_a_criterion_or_dimension_of_no_weight_changes_nothing(plan: Plan, score: float | None) -> None:
    rubric, grade = made(plan)
    more: Plan = {
        name: (weight, {**criteria, "zero": (0.0, score)}) for name, (weight, criteria) in plan.items()
    }
    more["zero"] = (0.0, {"c1": (1.0, score)})
    assert total(*made(more)) == total(rubric, grade)
    assert specificity(*made(more)) == specificity(rubric, grade)
