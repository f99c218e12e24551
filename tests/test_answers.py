"""Ids of answers against ids asked about."""

from __future__ import annotations

from triaudit.answers import grouped, matched
from triaudit.questions import FindingRef, FindingsToReport, ScoreDraft, StructureTrace
from triaudit.types import Step, Unanswered


def draft(criterion: str, score: float, reason: str = "") -> ScoreDraft:
    return ScoreDraft(criterion=criterion, score=score, reason=reason)


def test_every_id_asked_about_has_an_answer_or_a_reason_in_the_order_asked() -> None:
    by_id, extra = matched([draft("c", 3), draft("x", 1), draft("a", 2), draft("x", 1)], ["a", "b", "c"])
    assert list(by_id) == ["a", "b", "c"]
    assert (by_id["a"], by_id["c"]) == (draft("a", 2), draft("c", 3))
    assert by_id["b"] == Unanswered(reason="unparsable", detail="the reply has no answer for b")
    assert extra == ("x", "x")


def test_answers_that_differ_in_more_than_words_are_none() -> None:
    by_id, _ = matched([draft("a", 2, "one"), draft("a", 2, "two"), draft("b", 2), draft("b", 3)], ["a", "b"])
    assert by_id["a"] == draft("a", 2, "one")
    assert isinstance(by_id["b"], Unanswered)
    assert by_id["b"].detail == "b is answered 2 times, differently"


def test_groups_keep_all_answers_to_an_id() -> None:
    by_id, extra = grouped([draft("a", 2), draft("a", 3)], ["a", "b"])
    assert by_id == {"a": (draft("a", 2), draft("a", 3)), "b": ()}
    assert extra == ()


def test_a_question_knows_its_ids_and_can_be_asked_about_some_of_them() -> None:
    refs = tuple(FindingRef(id=name, text="t") for name in ("f1", "f2"))
    question = FindingsToReport(query="q", findings=refs, report="r")
    assert question.asked == ("f1", "f2")
    assert question.only({"f2"}).asked == ("f2",)
    assert question.only({"f9"}) is question


def test_steps_are_asked_about_together() -> None:
    steps = tuple(Step(index=index, kind="read", text="t") for index in (1, 2, 2))
    question = StructureTrace(query="q", steps=steps)
    assert question.asked == ("1", "2")
    assert question.only({"2"}) is question
