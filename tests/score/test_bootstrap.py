import json
import math
from pathlib import Path

import numpy as np
import pytest

from triaudit.score.bootstrap import NO_INTERVAL, Bootstrap, Stratum

CASES = Path(__file__).parents[1] / "cases" / "stats"
BOOTSTRAP = Bootstrap(4000, 0)


def test_an_interval_is_the_same_whenever_it_is_drawn():
    values = [float(n * n % 97) for n in range(40)]
    first = BOOTSTRAP.mean(values)
    BOOTSTRAP.mean([1.0, 2.0, 3.0])
    assert BOOTSTRAP.mean(values) == first
    assert Bootstrap(4000, 1).mean(values) != first


def test_an_interval_agrees_with_the_normal_one_on_many_tasks():
    values = np.random.default_rng(5).normal(70, 10, 200)
    low, high = BOOTSTRAP.mean(list(values))
    half = 1.96 * values.std() / math.sqrt(200)
    assert low == pytest.approx(values.mean() - half, abs=0.25)
    assert high == pytest.approx(values.mean() + half, abs=0.25)


def test_no_spread_and_single_tasks_are_no_certainty():
    given = json.loads((CASES / "g08_small_n_interval.json").read_text())
    assert BOOTSTRAP.mean(given["a"]) == NO_INTERVAL
    assert BOOTSTRAP.mean([7.0]) == NO_INTERVAL
    assert BOOTSTRAP.mean([]) == NO_INTERVAL
    low, high = BOOTSTRAP.mean(given["b"])
    assert 6 <= low < 7.5 < high <= 9


def test_tasks_that_were_not_measured_are_drawn_and_count_in_no_mean():
    low, high = BOOTSTRAP.mean([10.0, None, 30.0, None, None])
    assert (low, high) == (10.0, 30.0)
    assert BOOTSTRAP.total([10.0, None, 30.0, None, None]) == (20.0, 60.0)
    assert BOOTSTRAP.mean([10.0, None, None]) == NO_INTERVAL


def test_a_total_scales_the_interval_of_the_mean():
    values = [3.0, 5.0, 9.0]
    low, high = BOOTSTRAP.mean(values)
    assert BOOTSTRAP.total(values) == pytest.approx((3 * low, 3 * high))


def test_a_ratio_keeps_a_tasks_counts_together():
    low, high = BOOTSTRAP.ratio([4.0, 300.0], [4.0, 600.0])
    assert low == pytest.approx(0.5)
    assert high == pytest.approx(1.0)


def test_overall_draws_all_axes_of_a_task_together():
    opposite = Stratum(2.0, ((1.0, (10.0, 90.0, 50.0)), (1.0, (90.0, 10.0, 50.0))))
    assert BOOTSTRAP.overall([opposite]) == NO_INTERVAL
    alike = Stratum(2.0, ((1.0, (10.0, 90.0, 50.0)), (1.0, (10.0, 90.0, 50.0))))
    low, high = BOOTSTRAP.overall([alike])
    assert low < 50 < high


def test_overall_needs_two_measured_tasks_on_every_axis():
    assert BOOTSTRAP.overall([Stratum(1.0, ((1.0, (10.0, None)),))]) == NO_INTERVAL
    low, high = BOOTSTRAP.overall([Stratum(1.0, ((1.0, (10.0, None, 30.0)), (1.0, (1.0, 2.0, 3.0))))])
    assert 5 < low < high < 17


def test_a_stratum_of_one_task_is_taken_as_it_is():
    larger, one = Stratum(7.0, ((1.0, (10.0, 50.0, 90.0)),)), Stratum(1.0, ((1.0, (30.0,)),))
    low, high = BOOTSTRAP.overall([larger, one])
    alone = BOOTSTRAP.overall([larger])
    assert (low, high) == pytest.approx(tuple((7 * end + 30) / 8 for end in alone))
    assert BOOTSTRAP.overall([one]) == NO_INTERVAL
    assert BOOTSTRAP.overall([one, one]) == NO_INTERVAL


def test_ten_thousand_resamples_of_a_large_benchmark_are_quick_and_finite():
    values = [float(n % 37) for n in range(100)]
    low, high = Bootstrap(10_000, 3).mean(values)
    assert math.isfinite(low)
    assert low < high
