"""An audit by a judge that answers as a model does: JSON text, read and checked item by item."""

from __future__ import annotations

import pytest

from tests.audit.made import claims, output, trace
from tests.audit.test_stage import PLAN, REPORT, STEPS
from triaudit.audit.ask import audit
from triaudit.judge.rules import Rules
from triaudit.judge.scripted import Scripted

CONFLICT = trace(
    ("search", "Dam A volume\nDam A stores 2.1 km3."),
    ("read", "Correction: Dam A stores 1.2 km3 since 2020. The outlet was closed in May."),
)
REPLY = {
    "claims": [
        {"claim": "k1", "supported": True, "step": 1, "quote": "Dam A stores 2.1 km3.", "reason": "step 1"},
        {"claim": "k2", "supported": True, "step": 2, "quote": "Dam B leaks.", "reason": "made up"},
    ],
    "actions": [
        {"step": 1, "action": "search"},
        {"step": 2, "action": "read", "depends_on": [1]},
    ],
    "findings": [
        {"text": "Dam A stores 2.1 km3.", "steps": [1], "strength": 2},
        {"text": "The outlet was closed in May.", "steps": [2, 99], "strength": 3},
    ],
    "contradictions": [
        {"steps": [1, 2], "what": "2.1 or 1.2 km3", "noticed": False, "resolved": False, "reason": "ignored"}
    ],
    "consistency": 4,
    "reason": "one figure of two",
}


@pytest.mark.parametrize("calls", ["per_window", "per_question"])
async def test_replies_as_text_give_the_audit_that_the_same_replies_give(calls: str) -> None:
    plan = PLAN._replace(calls=calls)
    judge = Scripted()
    asked = (plan, "q", output(STEPS, REPORT), claims(REPORT))
    assert await audit(judge, *asked) == await audit(Rules(), *asked)
    assert judge.asked == (3 if calls == "per_window" else 5)


async def test_what_was_planted_is_told_by_item_and_quotes_that_are_not_there_are_refused() -> None:
    judge = Scripted([{"template": "audit/window", "reply": REPLY}])
    done = await audit(judge, PLAN, "q", output(CONFLICT, REPORT), claims(REPORT))
    assert [(one.claim, one.supported, one.step) for one in done.supported] == [
        ("k1", True, 1),
        ("k2", False, None),
    ]
    assert [(one.finding, one.realised) for one in done.realised] == [("f1", True), ("f2", False)]
    assert done.findings[1].steps == (2,)
    assert [(one.steps, one.noticed) for one in done.contradictions] == [((1, 2), False)]
    assert done.consistency is not None
    assert done.consistency.score == 4
    assert done.actions[1].depends_on == (1,)
    assert {"quotes_not_found: 1", "steps_unknown: 1"} <= set(done.flags)
