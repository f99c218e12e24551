"""The expected interval for what is paid for, against intervals of simulated evaluations."""

from __future__ import annotations

import random
from math import sqrt
from statistics import mean, stdev

import pytest

from triaudit.plan.precision import Spread, half_width, measured, published


def test_the_expected_half_width_is_the_spread_of_simulated_evaluations() -> None:
    rng = random.Random(7)
    a, b = 7.0, 3.0  # shares of right claims drawn from Beta(7, 3): variance ab / ((a+b)^2 (a+b+1))
    between = a * b / ((a + b) ** 2 * (a + b + 1))
    within = a / (a + b) * b / (a + b) - between
    tasks, claims = 25, 8
    figures = []
    for _ in range(3000):
        shares = [rng.betavariate(a, b) for _ in range(tasks)]
        figures.append(100 * mean(sum(rng.random() < p for _ in range(claims)) / claims for p in shares))
    assert half_width(tasks, claims, Spread(between, within, "")) == pytest.approx(
        1.96 * stdev(figures), rel=0.05
    )


def test_more_tasks_help_without_end_and_more_claims_only_so_far() -> None:
    spread = Spread(0.01, 0.19, "")
    assert half_width(40, 10, spread) == pytest.approx(half_width(10, 10, spread) / 2)
    assert half_width(10, 1e9, spread) == pytest.approx(100 * 1.96 * sqrt(0.01 / 10))


def test_the_spread_of_finished_reports_is_told_apart_from_the_noise_of_few_claims() -> None:
    rng = random.Random(3)
    reports = {
        name: [
            (float(sum(rng.random() < p for _ in range(20))), 20.0)
            for p in (rng.betavariate(7 * scale, 3 * scale) for _ in range(400))
        ]
        for name, scale in (("a", 1), ("b", 1))
    }
    found = measured(reports)
    assert found is not None
    assert found.between == pytest.approx(21 / (100 * 11), rel=0.15)
    assert found.within == pytest.approx(0.21 - 21 / (100 * 11), rel=0.05)
    assert "800 reports" in found.source


def test_a_few_reports_say_too_little_of_the_spread() -> None:
    assert measured({"a": [(3, 4)] * 9}) is None
    assert measured({"a": [(3, 4)], "b": [(1, 1)] * 50}) is None
    assert measured({}) is None


def test_the_published_spread_goes_by_the_tracks() -> None:
    text, both = published({"text": 5}), published({"text": 5, "multimodal": 5})
    assert text.between < both.between < published({"multimodal": 1}).between
