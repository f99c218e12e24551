from __future__ import annotations

import math

import pytest

from triaudit.bm25 import Index


def test_the_score_is_the_formulas() -> None:
    index = Index([["a", "a", "b"], ["b"], ["c", "c"]], k1=1.2, b=0.75)
    idf = math.log(1 + (3 - 1 + 0.5) / (1 + 0.5))
    expected = idf * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 3 / 2))
    assert index.best(["a"], 5) == [(0, pytest.approx(expected))]


def test_rare_words_count_more_than_common_ones() -> None:
    index = Index([["the", "tram"], ["the", "ferry"], ["the", "bus"]])
    assert [number for number, _ in index.best(["the", "ferry"], 3)] == [1, 0, 2]


def test_the_querys_order_and_repeats_do_not_matter() -> None:
    index = Index([["a", "b", "c"], ["a", "b"], ["c"]])
    assert index.best(["a", "b", "c"], 3) == index.best(["c", "a", "b", "a"], 3)


def test_nothing_to_rank_gives_nothing() -> None:
    assert Index([]).best(["a"], 3) == []
    assert Index([[], ["a"]]).best([], 3) == []
    assert Index([[], ["a"]]).best(["a"], 0) == []
