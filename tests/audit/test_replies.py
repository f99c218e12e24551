"""What a judge replies is read strictly."""

from __future__ import annotations

from collections import Counter

from tests.audit.made import step, trace
from triaudit.audit import replies
from triaudit.audit.flags import Flag
from triaudit.questions import (
    ActionDraft,
    ClaimRef,
    ContradictionDraft,
    FindingDraft,
    FindingRef,
    FindingsReply,
    RatingDraft,
    RatingsReply,
    RealisedDraft,
    RealisedReply,
    SupportedDraft,
    SupportedReply,
)
from triaudit.types import Action, Contradiction, Unanswered, UnansweredReason

DOWN = Unanswered(reason=UnansweredReason.PROVIDER_ERROR, detail="down")
FIRST = trace(("search", "Dam A volume"), ("read", "Dam A stores 2.1 km3."))
SECOND = (step(3, "read", "Dam B was repaired in 1998."),)
CLAIMS = (ClaimRef(id="k1", text="Dam A stores 2.1 km3.", conclusion=False),)


def said(supported: bool, at: int | None = None, quote: str = "", claim: str = "k1") -> SupportedDraft:
    return SupportedDraft(claim=claim, supported=supported, step=at, quote=quote, reason="why")


def test_missing_ids_are_unanswered_and_unknown_or_doubled_ones_are_never_averaged() -> None:
    notes: Counter[Flag] = Counter()
    drafts = [
        RatingDraft(dimension="a", score=4, reason="", steps=()),
        RatingDraft(dimension="b", score=2, reason="", steps=()),
        RatingDraft(dimension="b", score=9, reason="", steps=()),
        RatingDraft(dimension="x", score=9, reason="", steps=()),
    ]
    found = replies.ratings(RatingsReply(ratings=tuple(drafts)), ["a", "b", "c"], frozenset({1}), notes)
    assert [(r.dimension, r.score) for r in found] == [("a", 4), ("b", None), ("c", None)]
    assert all(r.unanswered and r.unanswered.reason is UnansweredReason.UNPARSABLE for r in found[1:])
    assert notes[Flag.IDS_UNKNOWN] == 1


def test_steps_that_a_justification_names_must_exist() -> None:
    notes: Counter[Flag] = Counter()
    draft = RatingDraft(dimension="a", score=4, reason="Repeats step 2 in step 40.", steps=(2, 77))
    (found,) = replies.ratings(RatingsReply(ratings=(draft,)), ["a"], frozenset({1, 2}), notes)
    assert found.steps == (2,)
    assert notes[Flag.STEPS_UNKNOWN] == 2


def test_steps_without_an_action_are_named_and_findings_without_a_step_are_left_out() -> None:
    notes: Counter[Flag] = Counter()
    reply = FindingsReply(
        actions=(ActionDraft(step=2, action=Action.READ), ActionDraft(step=9, action=Action.READ)),
        findings=(
            FindingDraft(text="Kept.", steps=(2, 9), strength=2),
            FindingDraft(text="From nowhere.", steps=(9,), strength=3),
        ),
    )
    shape = replies.structure(reply, FIRST, notes)
    assert [(a.step, a.action) for a in shape.actions] == [(2, Action.READ)]
    assert [(f.text, f.steps) for f in shape.findings] == [("Kept.", (2,))]
    assert shape.unanswered is not None
    assert "step 1" in shape.unanswered.detail


def test_a_realised_finding_needs_words_of_the_report() -> None:
    notes: Counter[Flag] = Counter()
    refs = (FindingRef(id="f1", text="a"), FindingRef(id="f2", text="b"), FindingRef(id="f3", text="c"))
    reply = RealisedReply(
        findings=(
            RealisedDraft(finding="f1", realised=True, quote="stores 2.1  km3", reason=""),
            RealisedDraft(finding="f2", realised=True, quote="holds 9 km3 of water", reason="r"),
        )
    )
    report = "Dam A stores 2.1 km3."
    one, two, three = replies.realised(reply, refs, report, notes)
    assert one.realised
    assert report[one.start : one.end] == one.quote == "stores 2.1 km3"
    assert two.realised is False
    assert notes[Flag.QUOTES_NOT_FOUND] == 1
    assert three.realised is None
    assert three.unanswered is not None


def test_a_claim_is_supported_if_any_window_supports_it_with_words_of_the_step() -> None:
    notes: Counter[Flag] = Counter()
    no, yes = SupportedReply(claims=(said(False),)), SupportedReply(claims=(said(True, 2, "stores 2.1 km3"),))
    (found,) = replies.supported(CLAIMS, [(SECOND, no), (FIRST, yes)], notes)
    assert (found.supported, found.step) == (True, 2)
    (found,) = replies.supported(CLAIMS, [(SECOND, DOWN), (FIRST, yes)], notes)
    assert found.supported


def test_support_from_another_step_or_without_its_words_is_not_accepted() -> None:
    for draft in (
        said(True, 1, "stores 2.1 km3"),
        said(True, 7, "stores 2.1 km3"),
        said(True, 2, ""),
        said(True),
    ):
        notes: Counter[Flag] = Counter()
        (found,) = replies.supported(CLAIMS, [(FIRST, SupportedReply(claims=(draft,)))], notes)
        assert found.supported is False
        assert "not accepted" in found.reason
        assert notes[Flag.QUOTES_NOT_FOUND] == 1


def test_a_claim_that_one_window_was_not_asked_about_is_unanswered_and_not_unsupported() -> None:
    no = SupportedReply(claims=(said(False),))
    (found,) = replies.supported(CLAIMS, [(FIRST, no), (SECOND, DOWN)], Counter())
    assert (found.supported, found.unanswered) == (None, DOWN)
    (found,) = replies.supported(CLAIMS, [(FIRST, no), (SECOND, SupportedReply(claims=()))], Counter())
    assert found.unanswered is not None
    assert found.unanswered.reason is UnansweredReason.UNPARSABLE


def test_a_contradiction_named_twice_is_one_and_needs_steps_that_exist() -> None:
    def draft(noticed: bool, *steps: int) -> ContradictionDraft:
        return ContradictionDraft(steps=steps, what="w", noticed=noticed, resolved=False, reason="")

    notes: Counter[Flag] = Counter()
    drafts = [draft(False, 2, 1), draft(True, 1, 2), draft(True, 8)]
    found = replies.joined(replies.contradictions(drafts, frozenset({1, 2}), notes))
    assert found == (Contradiction(steps=(1, 2), what="w", noticed=True, resolved=False),)
    assert found == (Contradiction(steps=(1, 2), what="w", noticed=True, resolved=False),)
    assert notes[Flag.STEPS_UNKNOWN] == 1


def test_the_same_steps_can_disagree_on_several_things() -> None:
    def conflict(what: str, noticed: bool = False) -> Contradiction:
        return Contradiction(steps=(1, 22), what=what, noticed=noticed, resolved=noticed)

    volume = conflict("Dam A: step 1 has 2.1 km3, step 22 has 1.2 km3.", noticed=True)
    again = conflict("Steps 1 and 22 give 2.1 and 1.2 km3 for the volume in 2020.")
    height = conflict("Height of Dam A: step 1 has 80 m, step 22 has 85 m.")
    owner = conflict("Step 1 says that the state owns it, step 22 that a company does.")
    owner_again = conflict("Step 1: the state owns it; step 22: a company.")
    name = conflict("The engineer is called Anna in step 1 and Bertha in step 22.")
    assert replies.joined([again, volume, height, owner, owner_again, name]) == (volume, height, owner, name)


def test_a_finding_that_only_the_reports_draft_shows_is_none() -> None:
    steps = trace(("read", "Dam A stores 2.1 km3."), ("answer", "Dam A stores 2.1 km3. Dam B leaks."))
    notes: Counter[Flag] = Counter()
    reply = FindingsReply(
        actions=(),
        findings=(
            FindingDraft(text="Dam A stores 2.1 km3.", steps=(1, 2), strength=3),
            FindingDraft(text="Dam B leaks.", steps=(2,), strength=1),
        ),
    )
    found = replies.structure(reply, steps, notes).findings
    assert [(one.text, one.steps) for one in found] == [("Dam A stores 2.1 km3.", (1,))]
    assert notes[Flag.FINDINGS_FROM_DRAFT] == 1


def test_without_a_window_no_claim_is_called_unsupported() -> None:
    assert replies.supported(CLAIMS, [], Counter()) == ()


def test_a_step_depends_on_earlier_steps_that_were_shown_and_on_no_others() -> None:
    notes: Counter[Flag] = Counter()
    drafts = (
        ActionDraft(step=1, action=Action.SEARCH, depends_on=(2,)),
        ActionDraft(step=2, action=Action.READ, depends_on=(9, 2, 1, 1)),
    )
    shape = replies.structure(FindingsReply(actions=drafts, findings=()), FIRST, notes)
    assert [action.depends_on for action in shape.actions] == [(), (1,)]
    assert notes[Flag.STEPS_UNKNOWN] == 1
