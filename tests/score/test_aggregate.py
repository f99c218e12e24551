import json
from pathlib import Path

import pytest

from tests.score.made import BOOTSTRAP, WEIGHTS, card, check, column, table
from triaudit.score import measure
from triaudit.score.aggregate import by_metric, estimate, estimates, shared
from triaudit.types import Missing, MissingReason, TaskScore

CASES = Path(__file__).parents[1] / "cases" / "stats"
TRACKS = ("text", "text", "multimodal", "multimodal")


def counted(name: str) -> list[TaskScore]:
    """The figures of a case that gives verdict counts per task, with no quality or process."""
    scores: list[TaskScore] = []
    for task, counts in json.loads((CASES / name).read_text())["tasks"].items():
        for metric, figure in measure.factcheck(check(task, **counts), None, 0.1).items():
            gone = isinstance(figure, Missing)
            scores.append(
                TaskScore(
                    system="a",
                    task=task,
                    track="text",
                    metric=metric,
                    value=None if gone else figure,
                    missing=figure if gone else None,
                )
            )
        scores += [
            TaskScore(
                system="a", task=task, track="text", metric=metric, missing=Missing(reason=MissingReason.OFF)
            )
            for metric in ("quality/total", "audit/total")
        ]
    return scores


def test_macro_and_micro_are_two_metrics_and_macro_is_the_headline():
    found = estimates(counted("g02_macro_micro.json"), WEIGHTS, BOOTSTRAP)
    assert found["factcheck/right_ratio"].value == pytest.approx(75.0)
    assert found["factcheck/right_ratio_micro"].value == pytest.approx(50.331, abs=1e-3)
    assert found["overall"].value == pytest.approx(75.0)
    assert found["factcheck/right"].value == 304
    assert found["factcheck/claims"].value == 604


def test_a_report_without_claims_leaves_the_mean_and_is_counted():
    found = estimates(counted("g06_zero_claims.json"), WEIGHTS, BOOTSTRAP)
    ratio = found["factcheck/right_ratio"]
    assert (ratio.value, ratio.n, ratio.missing, ratio.reasons) == (75.0, 1, 1, {"no_claims": 1})


def test_a_zero_counts_in_the_mean():
    assert estimate("quality/total", column("a", "quality/total", [0.0, 80.0]), BOOTSTRAP).value == 40.0


def test_overall_weights_tracks_by_their_tasks_and_axes_by_their_weights():
    scores = table("a", [60, 80, 50], [50, 70, 90], [40, 40, 10], ("text", "text", "multimodal"))
    found = estimates(scores, WEIGHTS, BOOTSTRAP)
    text, multimodal = (70 + 60 + 40) / 3, (50 + 90 + 10) / 3
    assert found["text/overall"].value == pytest.approx(text)
    assert found["multimodal/overall"].value == pytest.approx(multimodal)
    assert found["overall"].value == pytest.approx((2 * text + multimodal) / 3)
    assert found["quality/total"].value == pytest.approx((60 + 80 + 50) / 3)
    assert found["text/quality/total"].value == pytest.approx(70)
    weighted = estimates(scores, {"quality": 2.0, "factcheck": 1.0, "audit": 0.0}, BOOTSTRAP)
    assert weighted["text/overall"].value == pytest.approx((2 * 70 + 60) / 3)


def test_track_weights_are_the_tasks_of_the_benchmark_and_not_the_measured_ones():
    scores = table("a", [60, None, 90], [60, None, 90], [60, None, 90], ("text", "text", "multimodal"))
    assert card(scores).metrics["overall"].value == pytest.approx((2 * 60 + 90) / 3)


def test_a_missing_axis_is_said_and_overall_covers_the_others():
    made = card(table("a", [60, 80], [50, 70], [None, None]))
    assert made.overall_over == ("quality", "factcheck")
    assert made.metrics["overall"].value == pytest.approx(65.0)
    assert made.metrics["overall"].n == 2
    assert made.notes == ("audit was not measured (no trace 2): overall does not cover it",)


def test_overall_covers_the_axes_that_every_track_was_measured_on():
    made = card(table("a", [60, 80, 70, 70], [50, 70, 60, 60], [40, 40, None, None], TRACKS))
    assert made.overall_over == ("quality", "factcheck")
    assert made.metrics["overall"].value == pytest.approx((2 * 65 + 2 * 65) / 4)
    assert made.metrics["overall"].n == 4
    assert made.metrics["text/overall"].value == pytest.approx((70 + 60 + 40) / 3)
    assert made.notes == (
        "audit was not measured on multimodal tasks (no trace 2): overall does not cover it",
    )


def test_tracks_measured_on_different_axes_have_no_overall_and_it_says_why():
    none = [None] * 4
    made = card(table("a", [60, 80, None, None], none, [None, None, 30, 40], TRACKS))
    overall = made.metrics["overall"]
    assert (overall.value, overall.n, overall.missing) == (None, 0, 4)
    assert overall.reasons == {"no_common_axis": 4}
    assert made.overall_over == ()
    assert "overall: text and multimodal tasks were measured on different axes" in made.notes
    assert made.metrics["text/overall"].value == pytest.approx(70)
    assert made.metrics["multimodal/overall"].value == pytest.approx(35)


def test_a_track_without_any_measurement_is_said_to_be_left_out():
    values = [60, 80, None, None]
    made = card(table("a", values, values, values, TRACKS))
    assert made.overall_over == ("quality", "factcheck", "audit")
    assert made.metrics["overall"].value == pytest.approx(70)
    assert (made.metrics["overall"].n, made.metrics["overall"].missing) == (2, 2)
    assert "overall: nothing was measured on multimodal tasks" in made.notes


def test_a_single_task_of_a_track_takes_no_interval_from_the_others():
    tracks = ("text",) * 7 + ("multimodal",)
    values = [60.0, 62, 64, 66, 68, 70, 72, 90]
    made = card(table("a", values, values, values, tracks))
    overall = made.metrics["overall"]
    assert overall.value == pytest.approx(69.0)
    assert overall.low is not None
    assert overall.high is not None
    assert (7 * 60 + 90) / 8 <= overall.low < 69 < overall.high <= (7 * 72 + 90) / 8
    assert overall.note == "the interval takes the one multimodal task as it is"
    assert f"overall: {overall.note}" in made.notes


def test_an_axis_measured_once_leaves_no_interval_and_says_so():
    made = card(table("a", [60, 80, 70], [50, 70, 90], [40, None, None]))
    assert made.metrics["overall"].low is None
    assert made.metrics["overall"].note == "no interval, as a single text task was measured on audit"


def test_partly_measured_axes_are_said():
    made = card(table("a", [60, 80], [50, 70], [40, None]))
    assert made.notes[0] == "audit was measured on 1 of 2 tasks (no trace 1)"


def test_the_shares_that_alignment_rests_on_are_said_where_tasks_differ():
    shares = {
        "alignment": [50, 60, 70, None],
        "findings_to_report": [50, 60, 80, None],
        "report_to_process": [None, 60, 60, 10],
        "contradiction": [None, None, None, None],
    }
    scores = table("a", [60] * 4, [50] * 4, [40] * 4)
    for name, values in shares.items():
        scores += column("a", f"audit/{name}", values)
    (note,) = card(scores).notes
    assert note == (
        "alignment rests on findings_to_report and report_to_process on 2 tasks; "
        "on findings_to_report on 1 task"
    )


def test_what_a_judge_did_not_answer_is_said_with_its_whole():
    scores = table("a", [60, 80], [50, 70], [40, 60])
    scores += [*column("a", "audit/asked", [30, 40]), *column("a", "audit/failed", [2, 1])]
    made = card(scores)
    assert made.notes == ("3 of 70 items of audit were not answered",)
    assert made.metrics["audit/failed"].value == 3


def test_a_whole_failed_dimension_is_not_measured():
    given = json.loads((CASES / "g05_whole_dimension_failed.json").read_text())
    clarity = estimate(
        "quality/clarity", column("a", "quality/clarity", given["clarity"].values()), BOOTSTRAP
    )
    assert (clarity.value, clarity.n, clarity.missing) == (None, 0, 3)
    assert clarity.reasons == {"unanswered": 3}


def test_nothing_measured_is_no_number():
    made = card(table("a", [None], [None], [None]))
    assert made.metrics["overall"].value is None
    assert made.metrics["overall"].missing == 1
    assert made.overall_over == ()


def test_shared_ground_compares_the_tasks_that_all_systems_have():
    given = json.loads((CASES / "g03_unequal_coverage.json").read_text())
    scores: list[TaskScore] = []
    for system, values in given.items():
        tenfold = [None if v is None else 10.0 * v for v in values.values()]
        none = [None] * len(tenfold)
        scores += table(system, tenfold, none, none)
    found = shared(scores, WEIGHTS, BOOTSTRAP)
    assert found["system_a"].value == pytest.approx(65.0)
    assert found["system_b"].value == pytest.approx(85.0)
    assert {estimate.n for estimate in found.values()} == {2}


def test_shared_ground_keeps_the_tracks_weights_of_the_benchmark():
    tracks = ("text",) * 7 + ("multimodal",) * 3
    mine, partial = [80.0] * 7 + [20.0] * 3, [70.0] * 2 + [None] * 5 + [10.0] * 3
    none = [None] * 10
    scores = [*table("a", mine, none, none, tracks), *table("b", partial, none, none, tracks)]
    found = shared(scores, WEIGHTS, BOOTSTRAP)
    assert found["a"].value == pytest.approx(62.0)
    assert found["b"].value == pytest.approx(52.0)
    assert (found["a"].n, found["a"].missing) == (5, 5)
    untouched = [70.0] * 7 + [None] * 3
    scores = [*table("a", mine, none, none, tracks), *table("b", untouched, none, none, tracks)]
    found = shared(scores, WEIGHTS, BOOTSTRAP)
    assert found["a"].value == pytest.approx(80.0)
    assert "no multimodal task is shared" in found["a"].note


def test_shared_ground_leaves_out_axes_that_a_system_lacks_and_systems_with_nothing():
    scores = [
        *table("a", [60, 80], [50, 70], [10, 20]),
        *table("b", [70, 70], [60, 60], [None, None]),
        *table("c", [None, None], [None, None], [None, None]),
    ]
    found = shared(scores, WEIGHTS, BOOTSTRAP)
    assert set(found) == {"a", "b"}
    assert found["a"].value == pytest.approx(65.0)
    assert shared(scores[:9], WEIGHTS, BOOTSTRAP) == {}


def test_metrics_exist_for_both_tracks():
    found = estimates(table("a", [60], [50], [40]), WEIGHTS, BOOTSTRAP)
    for metric in ("overall", "quality/total", "factcheck/right_ratio_micro", "audit/total"):
        assert f"text/{metric}" in found
        assert found[f"multimodal/{metric}"].value is None
        assert found[f"multimodal/{metric}"].missing == 0


def test_a_systems_figures_do_not_change_with_the_company_it_keeps():
    scores = table("a", [60, 80, 75], [50, 70, 10], [40, 90, 30])
    assert by_metric(scores).keys() == by_metric([*scores, *table("b", [1], [2], [3])]).keys()
    assert card(scores) == card(list(scores))
