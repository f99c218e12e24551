"""Weights sum to one, whatever a judge gave, and the cap is a projection."""

from __future__ import annotations

from math import fsum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triaudit.rubric.weights import capped, off, shares

positive = st.floats(min_value=1e-3, max_value=100)
weights = st.dictionaries(st.sampled_from([f"k{i}" for i in range(12)]), positive, min_size=1)


@given(weights)
def test_shares_sum_to_one_and_keep_six_digits(given_: dict[str, float]) -> None:
    made = shares(given_)
    assert fsum(made.values()) == pytest.approx(1, abs=1e-12)
    assert all(0 <= value <= 1 and float(f"{value:.6g}") == value for value in made.values())


@given(weights)
def test_shares_keep_proportions_to_a_millionth(given_: dict[str, float]) -> None:
    whole = fsum(given_.values())
    made = shares(given_)
    assert all(abs(made[key] - value / whole) <= 1.01e-6 for key, value in given_.items())


@given(weights, st.randoms(use_true_random=False))
def test_the_order_of_ids_changes_nothing(given_: dict[str, float], random: object) -> None:
    keys = list(given_)
    random.shuffle(keys)  # type: ignore[attr-defined]
    assert shares({key: given_[key] for key in keys}) == shares(given_)


def test_thirds_are_exact_in_sum() -> None:
    assert shares({"a": 1, "b": 1, "c": 1}) == {"a": 0.333334, "b": 0.333333, "c": 0.333333}


def test_the_cap_scales_each_group_by_hand_computed_factors() -> None:
    # D = 0.5, F = 0.5: dynamic by 0.2 / 0.5 = 0.4, fixed by 0.8 / 0.5 = 1.6
    made = capped({"coverage": 0.3, "clarity": 0.2}, {"d1": 0.4, "d2": 0.1}, 0.2)
    assert made == {"coverage": 0.48, "clarity": 0.32, "d1": 0.16, "d2": 0.04}


def test_weights_below_the_cap_stay() -> None:
    assert capped({"coverage": 0.85}, {"d1": 0.15}, 0.2) == {"coverage": 0.85, "d1": 0.15}
    assert capped({"coverage": 0.4}, {"d1": 0.6}, None) == {"coverage": 0.4, "d1": 0.6}


def test_without_fixed_weight_the_cap_is_not_applied() -> None:
    assert capped({"coverage": 0.0}, {"d1": 1.0}, 0.2) == {"coverage": 0.0, "d1": 1.0}


def test_a_weight_of_zero_in_a_capped_group_stays_zero() -> None:
    assert capped({"a": 0.5, "b": 0.0}, {"d1": 0.5, "d2": 0.0}, 0.2) == {"a": 0.8, "b": 0, "d1": 0.2, "d2": 0}


@given(weights, weights, st.floats(min_value=0.05, max_value=0.95))
def test_the_cap_holds_and_the_sum_is_one(
    fixed: dict[str, float], dynamic: dict[str, float], cap: float
) -> None:
    made = capped(fixed, {f"d{key}": value for key, value in dynamic.items()}, cap)
    assert fsum(made.values()) == pytest.approx(1, abs=1e-9)
    assert fsum(made[key] for key in made if key.startswith("d")) <= cap + 1e-6


def test_sums_that_are_off_are_said() -> None:
    assert off({"a": 0.5, "b": 0.5}) == ""
    assert "0.97" in off({"a": 0.5, "b": 0.47})
    assert "1.2" in off({"a": 0.6, "b": 0.6})


def test_weights_without_a_positive_sum_are_refused() -> None:
    with pytest.raises(ValueError, match="positive sum"):
        shares({"a": 0.0})
