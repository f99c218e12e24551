"""Quality and length, within tasks; by hand and by properties."""

from __future__ import annotations

from math import fsum, log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triaudit.score.length import LEAST, LengthGuard, Measured, controlled, fit
from triaudit.types import Missing, MissingReason

GONE = Missing(reason=MissingReason.UNANSWERED)


def report(system: str, task: int, words: int, total: float | Missing, judged: bool = True) -> Measured:
    return Measured(system, str(task), "text", total, words, judged)


def table(rows: dict[str, list[tuple[int, float]]]) -> list[Measured]:
    """System to (words, total) of tasks 0, 1, …"""
    return [
        report(system, task, words, total)
        for system, cells in rows.items()
        for task, (words, total) in enumerate(cells)
    ]


HAND = table(
    {
        # where both have 1000 words a is 2 points better; with twice the words 6, and 2 in the last task
        "a": [(1000, 62.0)] * 4 + [(2000, 66.0)] * 3 + [(2000, 62.0)],
        "b": [(1000, 60.0)] * 8,
    }
)


def test_correlation_and_slope_by_hand() -> None:
    found = fit(HAND)
    # differences a - b are 2, 2, 2, 2 without and 6, 6, 6, 2 with a doubling: 5 - 2
    assert found.points_per_doubling == pytest.approx(3, abs=1e-9)
    # residuals of the differences 1, 1, 1, -3 give 12 / 2; 16 - 8 - 2 degrees, x's square 8 · 0.25 / 2
    assert found.error == pytest.approx(1, abs=1e-9)
    # ranks of words differ in four tasks, those of quality in eight, and agree: 2 / sqrt(2 · 4)
    assert found.correlation == pytest.approx(2 / 8**0.5, abs=1e-12)
    assert (found.n, found.tasks) == (16, 8)
    assert found.note == (
        "length and quality: rank correlation +0.71 within tasks, +3.0 ± 1.0 points for twice the words "
        "(16 reports on 8 tasks)"
    )


def test_the_controlled_score_by_hand() -> None:
    values = controlled(HAND, fit(HAND))
    assert values[0] == pytest.approx(62, abs=1e-9)
    # half a doubling above its task's mean, and half a doubling below it
    assert values[4] == pytest.approx(66 - 1.5, abs=1e-9)
    assert values[12] == pytest.approx(60 + 1.5, abs=1e-9)


def test_a_system_that_is_better_and_longer_everywhere_is_not_levelled_down() -> None:
    lengths = [900, 1100, 1000, 1200, 950, 1050, 1150, 1000]
    reports = table({"good": [(2 * n, 80.0) for n in lengths], "poor": [(n, 40.0) for n in lengths[::-1]]})
    guard = fit(reports)
    assert guard.correlation == pytest.approx(1, abs=1e-9)
    assert guard.points_per_doubling == pytest.approx(0, abs=1e-6)
    assert controlled(reports, guard) == pytest.approx([80] * 8 + [40] * 8, abs=1e-6)


def test_length_that_always_goes_with_the_system_can_not_be_told_from_it() -> None:
    guard = fit(table({"long": [(2000, 60.0)] * 8, "short": [(1000, 50.0)] * 8}))
    assert guard.correlation == 1
    assert guard.points_per_doubling is None
    assert guard.note == ("length and quality: rank correlation +1.00 within tasks (16 reports on 8 tasks)")


def test_length_that_decides_everything_leaves_systems_equal() -> None:
    words = {"a": [100, 800, 400, 300, 200], "b": [400, 100, 900, 100, 700], "c": [900, 300, 100, 600, 500]}
    reports = table({name: [(n, 50 + 3 * log2(n)) for n in own] for name, own in words.items()})
    guard = fit(reports)
    assert guard.points_per_doubling == pytest.approx(3, abs=1e-9)
    values = controlled(reports, guard)
    for task in range(5):
        own = [v for one, v in zip(reports, values, strict=True) if one.task == str(task)]
        assert own == pytest.approx([own[0]] * 3, abs=1e-9)


def test_tasks_that_differ_in_length_and_quality_are_no_correlation() -> None:
    reports = table(
        {"a": [(2**n, 10.0 * n) for n in range(3, 10)], "b": [(2**n, 10.0 * n) for n in range(3, 10)]}
    )
    assert fit(reports) == LengthGuard(n=14, tasks=7)


@pytest.mark.parametrize("tasks", [1, LEAST - 1])
def test_too_few_reports_are_no_measurement_and_say_how_many(tasks: int) -> None:
    reports = table({"a": [(100, 50.0)] * tasks, "b": [(200, 60.0)] * tasks})
    guard = fit(reports)
    assert guard.correlation is None
    assert guard.note == ""
    (first, *_) = controlled(reports, guard)
    assert isinstance(first, Missing)
    assert first.reason is MissingReason.TOO_FEW
    assert f"{2 * tasks} reports on {tasks} tasks" in first.detail


def test_one_system_alone_is_no_comparison() -> None:
    assert fit(table({"a": [(100 * n, 50.0 + n) for n in range(1, 20)]})) == LengthGuard()


def test_reports_that_were_not_read_count_nowhere_and_keep_their_zero() -> None:
    reports = [*HAND, report("blank", 0, 3, 0.0, judged=False), report("none", 0, 900, GONE)]
    assert fit(reports) == fit(HAND)
    values = controlled(reports, fit(reports))
    assert values[:-2] == controlled(HAND, fit(HAND))
    assert values[-2:] == [0.0, GONE]


@given(
    st.lists(
        st.lists(
            st.tuples(st.integers(min_value=1, max_value=9999), st.floats(min_value=0, max_value=100)),
            min_size=6,
            max_size=6,
        ),
        min_size=2,
        max_size=4,
    )
)
def test_control_moves_no_tasks_mean_and_the_order_of_reports_changes_nothing(
    rows: list[list[tuple[int, float]]],
) -> None:
    reports = table({f"s{n}": row for n, row in enumerate(rows)})
    guard = fit(reports)
    turned = fit(reports[::-1])
    assert (guard.n, guard.tasks) == (turned.n, turned.tasks)
    if guard.correlation is None or guard.points_per_doubling is None:
        return
    assert -1 <= guard.correlation <= 1
    assert turned.correlation == pytest.approx(guard.correlation, abs=1e-9)
    values = controlled(reports, guard)
    for task in range(6):
        pairs = [(one, v) for one, v in zip(reports, values, strict=True) if one.task == str(task)]
        before = fsum(one.total for one, _ in pairs if isinstance(one.total, float))
        after = fsum(v for _, v in pairs if isinstance(v, float))
        assert after == pytest.approx(before, abs=1e-6 * (1 + abs(guard.points_per_doubling)))
