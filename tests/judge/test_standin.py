"""Stand-ins are replies that the reader takes, so that a plan can follow what would come after them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.test_prompts import KINDS, example
from triaudit.judge import reply
from triaudit.judge.standin import Bound
from triaudit.judge.standin import reply as stand_in
from triaudit.questions import ExtractClaims, Question


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("bound", ["few", "many"])
def test_every_kind_of_question_has_a_stand_in_that_can_be_read(
    kind: type[Question[Any]], bound: Bound
) -> None:
    question = example(kind, full=True)
    text = json.dumps(stand_in(question, bound))
    read = reply.read(text, "stop", kind.reply, question.asked)
    assert read.value is not None, read.problem
    assert read.problem is None
    assert read.repairs == ()


def test_every_sentence_may_state_a_claim_or_one_in_ten() -> None:
    question = ExtractClaims(
        query="q",
        headings=(),
        before="",
        segment=" ".join(f"The quay number {n} is {n} metres long." for n in range(25)),
    )
    assert [len(stand_in(question, bound)["claims"]) for bound in ("few", "many")] == [3, 25]
