"""Replies as judges really give them: what each of `cases/judge` must come to."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import ClassVar

import pytest

from triaudit.judge.reply import Read, read
from triaudit.quality.check import checked
from triaudit.questions import Answer, Reply, ScoreReply
from triaudit.types import Criterion, Label, Record, UnansweredReason

CASES = Path(__file__).parent.parent / "cases" / "judge"
RUBRIC = json.loads((CASES / "_rubric.json").read_text("utf-8"))["criteria"]
ASKED = tuple(one["name"] for one in RUBRIC)
COVERAGE, SOURCES, ACTION = ASKED


def case(name: str, finish_reason: str = "stop") -> Read[ScoreReply]:
    (path,) = CASES.glob(f"{name}_*")
    return read(path.read_bytes().decode("utf-8"), finish_reason, ScoreReply, ASKED)


def scores(answer: Read[ScoreReply]) -> dict[str, float]:
    return {one.criterion: one.score for one in answer.value.scores} if answer.value else {}


def missing(answer: Read[ScoreReply]) -> tuple[str, ...]:
    return answer.problem.missing if answer.problem else ()


def reason(answer: Read[ScoreReply]) -> UnansweredReason | None:
    return answer.problem.reason if answer.problem else None


def weighted(answer: Read[ScoreReply]) -> float:
    """The dimension's score as `quality` makes it: of the criteria asked about and no others."""
    assert answer.value is not None
    criteria = [Criterion(id=c["name"], text="t", explanation="", weight=c["weight"]) for c in RUBRIC]
    made, _ = checked(criteria, answer.value.scores, "report")
    assert all(one.score is not None for one in made)
    return math.fsum((one.score or 0) * c.weight for one, c in zip(made, criteria, strict=True))


@pytest.mark.parametrize(
    ("name", "repair"),
    [
        ("a01", "code fence"),
        ("a02", "code fence"),
        ("a03", "code fence"),
        ("a04", "thinking"),
        ("a05", "thinking"),
        ("a06", ""),
        ("a07", "trailing comma"),
        ("a08", "quotation marks"),
        ("a20", "number as text"),
        ("a26", ""),
        ("a27", "JSON in a text"),
        ("a28", "list without its name"),
        ("a29", "line ends in a string"),
    ],
)
def test_what_leaves_no_doubt_is_read_and_named(name: str, repair: str) -> None:
    answer = case(name)
    assert answer.problem is None
    assert scores(answer) == {COVERAGE: 7, SOURCES: 6, ACTION: 8}
    assert not repair or repair in answer.repairs
    assert weighted(answer) == pytest.approx(6.9)


def test_a_tag_inside_a_string_is_kept_whole() -> None:
    answer = case("a06")
    assert answer.value is not None
    assert answer.value.scores[2].reason == "report literally prints the tag <think> in a code sample"
    assert "thinking" not in answer.repairs


def test_line_ends_and_tabs_in_a_reason_are_kept() -> None:
    answer = case("a29")
    assert answer.value is not None
    assert answer.value.scores[0].reason == "line one\nline two\ttabbed"


@pytest.mark.parametrize("name", ["a09", "a10"])
def test_a_reply_that_was_cut_off_gives_no_score(name: str) -> None:
    told = case(name, "length")
    assert told.value is None
    assert reason(told) is UnansweredReason.TRUNCATED
    assert told.problem is not None
    assert "limit of output tokens" in told.problem.detail
    untold = case(name)
    assert (untold.value, reason(untold)) == (None, UnansweredReason.TRUNCATED)


def test_a_whole_object_in_a_reply_that_was_cut_off_is_no_answer_either() -> None:
    assert case("a01", "length").value is None


@pytest.mark.parametrize("name", ["a11", "a12"])
def test_an_empty_reply_is_a_failure_and_no_zero(name: str) -> None:
    answer = case(name)
    assert (answer.value, reason(answer), missing(answer)) == (None, UnansweredReason.UNPARSABLE, ASKED)
    assert answer.problem is not None
    assert "empty" in answer.problem.detail


@pytest.mark.parametrize("name", ["a13", "a14"])
def test_a_refusal_is_told_apart(name: str) -> None:
    assert (case(name).value, reason(case(name))) == (None, UnansweredReason.REFUSED)


def test_other_names_are_matched_only_where_they_can_mean_one_criterion() -> None:
    answer = case("a15")
    assert scores(answer) == {"Cost-driver coverage": 7, SOURCES: 6, ACTION: 8}
    assert missing(answer) == (COVERAGE,)
    assert "id in other letters" in answer.repairs
    assert "ids not asked about: Cost-driver coverage" in answer.repairs


def test_a_criterion_left_out_is_named() -> None:
    answer = case("a16")
    assert (scores(answer), missing(answer)) == ({COVERAGE: 9, SOURCES: 9}, (ACTION,))


def test_a_criterion_that_nobody_asked_for_is_noted_and_counts_nothing() -> None:
    answer = case("a17")
    assert answer.problem is None
    assert "ids not asked about: Overall vibe" in answer.repairs
    assert weighted(answer) == pytest.approx(6.9)


def test_a_key_given_twice_is_a_conflict_that_neither_value_wins() -> None:
    answer = case("a18")
    assert (scores(answer), missing(answer)) == ({SOURCES: 6, ACTION: 8}, (COVERAGE,))
    assert answer.problem is not None
    assert "differently" in answer.problem.detail


def test_scores_on_another_scale_are_not_taken() -> None:
    answer = case("a19")
    assert (scores(answer), missing(answer)) == ({COVERAGE: 7}, (SOURCES, ACTION))


def test_full_width_digits_and_marks_are_read() -> None:
    answer = case("a21")
    assert scores(answer) == {COVERAGE: 7, SOURCES: 6.5, ACTION: 8}
    assert "full-width characters" in answer.repairs


def test_keys_in_another_language_are_asked_for_again() -> None:
    answer = case("a22")
    assert (answer.value, missing(answer)) == (None, ASKED)


def test_what_is_no_finite_number_costs_its_own_criterion_alone() -> None:
    answer = case("a23")
    assert (scores(answer), missing(answer)) == ({ACTION: 8}, (COVERAGE, SOURCES))


def test_null_is_no_score() -> None:
    answer = case("a24")
    assert (scores(answer), missing(answer)) == ({SOURCES: 6, ACTION: 8}, (COVERAGE,))
    assert answer.problem is not None
    assert "score is null" in answer.problem.detail


def test_nothing_out_of_range_is_clamped() -> None:
    answer = case("a25")
    assert (answer.value, missing(answer)) == (None, ASKED)


def test_a_total_is_not_taken_from_the_judge() -> None:
    assert weighted(case("a26")) == pytest.approx(6.9)
    assert "ids not asked about: total" in case("a26").repairs


def test_quotation_marks_that_end_a_string_early_are_no_guess() -> None:
    answer = case("a30")
    assert (answer.value, reason(answer), missing(answer)) == (None, UnansweredReason.UNPARSABLE, ASKED)


def test_numbers_in_other_forms_keep_their_value() -> None:
    assert scores(case("a31")) == {COVERAGE: 8, SOURCES: 6, ACTION: 8}


def test_numbers_in_prose_are_no_scores() -> None:
    answer = case("a32")
    assert (answer.value, missing(answer)) == (None, ASKED)


class Verdict(Answer):
    """A verdict on one of several claims."""

    key: ClassVar[str] = "id"

    id: int
    verdict: Label


class Verdicts(Reply):
    """One for each."""

    verdicts: tuple[Verdict, ...]


def test_a_label_is_the_whole_word_and_never_wrong_by_default() -> None:
    (path,) = CASES.glob("a33_*")
    answer = read(path.read_text("utf-8"), "stop", Verdicts, ("1", "2", "3", "4", "5"))
    assert answer.value == Verdicts(verdicts=(Verdict(id=1, verdict=Label.RIGHT),))
    assert answer.problem is not None
    assert answer.problem.missing == ("2", "3", "4", "5")


def test_a_reason_that_contradicts_its_score_stays_beside_it() -> None:
    answer = case("a34")
    assert answer.value is not None
    assert answer.value.scores[0].score == 9
    assert answer.value.scores[0].reason == "The report names none of the four drivers."


def test_a_judged_text_given_back_is_no_reply() -> None:
    assert (
        read((CASES / "a35_report_with_braces.md").read_text("utf-8"), "stop", ScoreReply, ASKED).value
        is None
    )


def test_every_case_is_tested_here() -> None:
    source = Path(__file__).read_text("utf-8")
    assert [path.name for path in CASES.glob("a*") if path.name[:3] not in source] == []


def test_a_stored_refusal_is_no_answer() -> None:
    entry = json.loads((CASES.parent / "resume" / "c05_poisoned_cache_entry.json").read_text("utf-8"))
    types: tuple[type[Record], ...] = (ScoreReply, Verdicts)
    for kind in types:
        answer = read(entry["value"], "stop", kind)
        assert answer.value is None
        assert answer.problem is not None
        assert answer.problem.reason is UnansweredReason.REFUSED
