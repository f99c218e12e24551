"""Which systems can be told apart: pairs, corrected p values, ranks over resamples."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from triaudit.score.bootstrap import Bootstrap
from triaudit.score.pairs import holm, pairs, ranks, tasks_needed
from triaudit.types import Pair, TaskScore, Track

WEIGHTS = {"quality": 1.0, "factcheck": 1.0, "audit": 1.0}
DRAWN = Bootstrap(2000, 7)
METRICS = ("quality/total", "factcheck/right_ratio", "audit/total")


def scores(system: str, values: Sequence[float | None], track: Track = "text") -> list[TaskScore]:
    """The same figure on every axis, one value per task."""
    return [
        TaskScore(system=system, task=f"{track}{index}", track=track, metric=metric, value=value)
        for metric in METRICS
        for index, value in enumerate(values)
    ]


def test_holm_multiplies_the_smallest_by_all_and_never_falls() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([]) == []


def test_a_pair_that_differs_by_the_same_on_every_task_has_no_spread_to_test() -> None:
    base = [50.0, 60.0, 70.0, 40.0]
    (pair,) = pairs([*scores("a", [v + 3 for v in base]), *scores("b", base)], WEIGHTS, DRAWN)
    assert pair.difference == pytest.approx(3)
    assert (pair.low, pair.p, pair.holm) == (None, None, None)


def test_a_pair_is_tested_on_its_differences_and_not_on_the_systems_spreads() -> None:
    base = [20.0, 90.0, 40.0, 70.0, 10.0, 60.0, 80.0, 30.0]
    ahead = [v + d for v, d in zip(base, [4, 5, 6, 5, 4, 6, 5, 5], strict=True)]
    mixed = [v + d for v, d in zip(base, [9, -9, 8, -8, 9, -9, 8, -7], strict=True)]
    found = pairs([*scores("a", ahead), *scores("b", base), *scores("c", mixed)], WEIGHTS, DRAWN)
    by_names = {(pair.first, pair.second): pair for pair in found}
    assert list(by_names) == list(itertools.combinations("abc", 2))
    told, tied = by_names["a", "b"], by_names["b", "c"]
    assert told.low is not None
    assert told.low > 3.5
    assert told.p is not None
    assert told.holm is not None
    assert told.p < told.holm < 0.01
    assert tied.low is not None
    assert tied.high is not None
    assert tied.low < 0 < tied.high
    assert tied.holm is not None
    assert tied.holm > 0.5
    assert told.n == 8


def test_a_pair_stands_on_the_tracks_that_both_have() -> None:
    a = scores("a", [50, 60, 80]) + scores("a", [20, 30, 10], "multimodal")
    b = scores("b", [40, 55, 60]) + scores("b", [None, None, None], "multimodal")
    (pair,) = pairs([*a, *b], WEIGHTS, DRAWN)
    assert pair.tracks == ("text",)
    assert pair.difference == pytest.approx(63.3333 - 51.6667, abs=0.001)
    assert pair.n == 3


def test_ranks_over_resamples_hold_the_place_of_the_clear_and_spread_the_tied() -> None:
    base = [20.0, 90.0, 40.0, 70.0, 10.0, 60.0, 80.0, 30.0]
    near = [v + d for v, d in zip(base, [9, -9, 8, -8, 9, -9, 8, -7], strict=True)]
    found = ranks(
        [*scores("a", [v + 30 for v in base]), *scores("b", base), *scores("c", near)], WEIGHTS, DRAWN
    )
    assert (found["a"].low, found["a"].high, found["a"].best, found["a"].of) == (1, 1, 1.0, 3)
    assert (found["b"].low, found["b"].high) == (2, 3)
    assert found["b"].best == 0.0


def test_a_system_measured_on_less_is_not_ranked_among_the_others() -> None:
    whole = [*scores("a", [50, 60, 80]), *scores("b", [40, 70, 60])]
    less = [s for s in scores("c", [99, 99, 98]) if s.metric != "audit/total"]
    less += [
        s.model_copy(update={"value": None}) for s in scores("c", [1, 1, 1]) if s.metric == "audit/total"
    ]
    assert list(ranks([*whole, *less], WEIGHTS, DRAWN)) == ["a", "b"]


def test_half_the_difference_needs_four_times_the_tasks() -> None:
    pair = Pair(metric="overall", first="a", second="b", difference=1, detectable=2.0, n=70)
    assert tasks_needed(pair, 2.0) == 70
    assert tasks_needed(pair, 1.0) == 280
    assert tasks_needed(pair, 0.0) is None
