"""The reader's rules, on replies of every stage."""

from __future__ import annotations

import json
from typing import Any

import pytest

from triaudit.judge.reply import joined, read
from triaudit.questions import (
    ActionDraft,
    ClaimsReply,
    ContradictionsReply,
    CriteriaReply,
    DimensionsReply,
    FindingsReply,
    KeyFactsReply,
    RatingsReply,
    RealisedReply,
    ScoreDraft,
    ScoreReply,
    SupportedReply,
    VerdictReply,
)
from triaudit.types import Action, Label, Record, UnansweredReason, UnknownReason

ASKED = ("depth.c1", "depth.c2")
WHOLE: dict[str, Any] = {
    "scores": [
        {"criterion": "depth.c1", "score": 7, "reason": "r", "quote": "q"},
        {"criterion": "depth.c2", "score": 4.5, "reason": "r", "quote": ""},
    ]
}
EVERY_STAGE: list[tuple[type[Record], tuple[str, ...], dict[str, Any]]] = [
    (KeyFactsReply, (), {"facts": [{"text": "t", "locator": "p. 1", "importance": 2}]}),
    (
        DimensionsReply,
        ("depth",),
        {
            "dynamic": [{"name": "n", "definition": "d"}],
            "weights": [{"id": "depth", "weight": 1}, {"id": "d1", "weight": 0.5}],
        },
    ),
    (
        CriteriaReply,
        ("depth",),
        {
            "criteria": [
                {"dimension": "depth", "text": "a", "explanation": "", "weight": 1},
                {"dimension": "depth", "text": "b", "explanation": "", "weight": 2},
            ]
        },
    ),
    (ScoreReply, ASKED, WHOLE),
    (ClaimsReply, (), {"claims": [{"text": "t", "quote": "q", "kind": "number", "as_of": None}]}),
    (ClaimsReply, (), {"claims": []}),
    (
        VerdictReply,
        (),
        {
            "label": "UNKNOWN",
            "unknown": "partly",
            "evidence": [{"passage": "p1", "quote": "q", "stance": "supports"}],
            "disclosed": True,
            "reasoning": "r",
        },
    ),
    (
        FindingsReply,
        ("1", "2"),
        {
            "actions": [{"step": 1, "action": "plan"}, {"step": 2, "action": "search"}],
            "findings": [{"text": "t", "steps": [2], "strength": 3}],
        },
    ),
    (
        RatingsReply,
        ("breadth",),
        {"ratings": [{"dimension": "breadth", "score": 1, "reason": "", "steps": []}]},
    ),
    (
        RealisedReply,
        ("f1",),
        {"findings": [{"finding": "f1", "realised": False, "quote": "", "reason": "not there"}]},
    ),
    (
        SupportedReply,
        ("k1",),
        {"claims": [{"claim": "k1", "supported": True, "step": 3, "quote": "q", "reason": "r"}]},
    ),
    (
        ContradictionsReply,
        (),
        {
            "contradictions": [
                {"steps": [1, 2], "what": "w", "noticed": False, "resolved": False, "reason": "r"}
            ],
            "consistency": None,
            "reason": "r",
        },
    ),
]
each_stage = pytest.mark.parametrize(
    ("kind", "asked", "data"), EVERY_STAGE, ids=[kind.__name__ for kind, _, _ in EVERY_STAGE]
)


@each_stage
def test_a_reply_as_asked_for_is_read_as_it_is(
    kind: type[Record], asked: tuple[str, ...], data: dict[str, Any]
) -> None:
    answer = read(json.dumps(data), "stop", kind, asked)
    assert (answer.value, answer.repairs, answer.problem) == (kind.model_validate(data), (), None)


@each_stage
def test_every_stage_gets_the_same_repairs(
    kind: type[Record], asked: tuple[str, ...], data: dict[str, Any]
) -> None:
    text = json.dumps(data)
    for said, repair in (
        (f"Here you are:\n```json\n{text}\n```", "code fence"),
        (f"<think>{text.upper()} no {{</think>\n{text}", "thinking"),
        (f"{text} That is all.", "text around the JSON"),
        (f"{{ // mine\n{text[1:]}", "comment"),
        (f"{text[:-1]},}}", "trailing comma"),
        (json.dumps(text), "JSON in a text"),
        (json.dumps({"result": data}), "wrapped in an object"),
        (f"\ufeff {text}\n", None),
        (json.dumps({**data, "total": 21}), "fields left out: total"),
    ):
        answer = read(said, "stop", kind, asked)
        assert (answer.value, answer.problem) == (kind.model_validate(data), None), said
        assert answer.repairs == ((repair,) if repair else ())


@each_stage
def test_nothing_is_read_of_what_is_cut_off(
    kind: type[Record], asked: tuple[str, ...], data: dict[str, Any]
) -> None:
    text = json.dumps(data)
    for end in range(2, len(text)):
        answer = read(text[:end], None, kind, asked)
        assert answer.value is None
        assert answer.problem is not None
        assert answer.problem.reason is UnansweredReason.TRUNCATED, text[:end]


@pytest.mark.parametrize(
    ("finish", "reason"),
    [
        ("length", UnansweredReason.TRUNCATED),
        ("MAX_TOKENS", UnansweredReason.TRUNCATED),
        ("content_filter", UnansweredReason.FILTERED),
        ("SAFETY", UnansweredReason.FILTERED),
        ("refusal", UnansweredReason.REFUSED),
        ("error", UnansweredReason.PROVIDER_ERROR),
    ],
)
def test_why_it_stopped_is_read_before_the_text(finish: str, reason: UnansweredReason) -> None:
    for text in (json.dumps(WHOLE), ""):
        answer = read(text, finish, ScoreReply, ASKED)
        assert answer.value is None
        assert answer.problem is not None
        assert (answer.problem.reason, answer.problem.missing) == (reason, ASKED)
        assert answer.problem.unanswered.reason is reason


def test_a_budget_that_went_into_reasoning_is_named() -> None:
    answer = read("", "length", ScoreReply, ASKED)
    assert answer.problem is not None
    assert "reasoning" in answer.problem.detail


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but I can't assist with that request.",
        "I cannot evaluate this report.",
        "Unfortunately, I won't be able to score this material.",
        "As an AI, I am unable to judge political content.",
        "I must decline to rate this.",
        "This request violates our usage policies.",
        "I’m not able to provide a verdict on it.",
        "很抱歉，我不能协助完成这个请求。",
        "对不起，我无法回答这个问题。",
        "作为一个人工智能模型，我不便对此作出评价。",
        "我拒绝提供评分。",
        "Es tut mir leid, aber dabei kann ich nicht helfen.",
        "Leider kann ich diesen Bericht nicht bewerten.",
        "Ich kann dazu keine Bewertung abgeben.",
        "Als KI darf ich das nicht beurteilen.",
        "Ich muss diese Anfrage ablehnen.",
        '{"error": "Sorry, I can\'t help with that."}',
        '{"refusal": "抱歉，我无法评分。"}',
    ],
)
def test_refusals_are_known_in_three_languages(text: str) -> None:
    for kind, asked in ((ScoreReply, ASKED), (VerdictReply, ())):
        answer = read(text, "stop", kind, asked)
        assert answer.value is None
        assert answer.problem is not None
        assert answer.problem.reason is UnansweredReason.REFUSED


@pytest.mark.parametrize(
    "text",
    [
        "The report covers costs well: 8 of 10.",
        "Score: 7/10",
        "RIGHT",
        "label: WRONG",
        "I rate it 9. See [1] and {criterion}.",
        "报告很好，7分。",
        "Der Bericht ist gut: 7 Punkte, er kann überzeugen.",
        "The authors can't explain the drop, and unfortunately nobody could.",
    ],
)
def test_prose_is_neither_a_refusal_nor_a_score(text: str) -> None:
    for kind, asked in ((ScoreReply, ASKED), (VerdictReply, ()), (ClaimsReply, ())):
        answer = read(text, "stop", kind, asked)
        assert answer.value is None
        assert answer.problem is not None
        assert answer.problem.reason is UnansweredReason.UNPARSABLE


def test_words_of_refusal_in_an_answer_are_its_words() -> None:
    data = {"label": "WRONG", "evidence": [], "reasoning": "I'm sorry, but I can't help with that."}
    assert read(json.dumps(data), "stop", VerdictReply).value == VerdictReply.model_validate(data)


# ---------------------------------------------------------------- thinking, drafts and examples


@pytest.mark.parametrize(
    "before",
    [
        "<think>maybe {draft}</think>",
        "<THINKING>\n{draft}\n</THINKING>\n",
        "{draft} is too harsh.\n</think>\n",
        "Let me see. <think>{draft}</think>",
        "hm {draft} </think> or <think> {draft} </think>",
        '<think>a quote " and a brace {{ and {{"scores</think>',
    ],
)
def test_what_was_only_thought_is_no_answer(before: str) -> None:
    draft = json.dumps({"scores": [{**one, "score": 2} for one in WHOLE["scores"]]})
    answer = read(before.format(draft=draft) + json.dumps(WHOLE), "stop", ScoreReply, ASKED)
    assert answer.value == ScoreReply.model_validate(WHOLE)
    assert "thinking" in answer.repairs


@pytest.mark.parametrize("before", ["<think>", "So: <think> first ", "<reasoning>\n"])
def test_thinking_that_never_ends_is_cut_off(before: str) -> None:
    answer = read(before + json.dumps(WHOLE), "stop", ScoreReply, ASKED)
    assert answer.value is None
    assert answer.problem is not None
    assert answer.problem.reason is UnansweredReason.TRUNCATED


def test_a_closing_tag_in_a_string_behind_prose_is_a_part_of_it() -> None:
    data = {"label": "RIGHT", "evidence": [], "reasoning": "it prints </think> and <think>"}
    answer = read(f"Here it is: {json.dumps(data)}", "stop", VerdictReply)
    assert answer.value == VerdictReply.model_validate(data)


def test_two_answers_that_differ_are_none() -> None:
    other = {"scores": [{**one, "score": 1} for one in WHOLE["scores"]]}
    answer = read(f"{json.dumps(other)}\nOn reflection:\n{json.dumps(WHOLE)}", "stop", ScoreReply, ASKED)
    assert answer.value is None
    assert answer.problem is not None
    assert "differ" in answer.problem.detail


def test_the_same_answer_twice_is_one() -> None:
    text = json.dumps(WHOLE)
    assert read(f"{text}\n{text}", "stop", ScoreReply, ASKED).value == ScoreReply.model_validate(WHOLE)


def test_nothing_is_read_behind_broken_json() -> None:
    text = '{"scores": [{"criterion": "depth.c1", "score": 7, "reason": "a "b" c"}]} ' + json.dumps(WHOLE)
    assert read(text, "stop", ScoreReply, ASKED).value is None


def test_a_list_in_prose_is_no_reply() -> None:
    for text in ("There are no claims [] here.", "As [1] says.", "[ ] done"):
        assert read(text, "stop", ClaimsReply).value is None


# ---------------------------------------------------------------- ids


@pytest.mark.parametrize(
    "name", ["Depth.C1", " depth.c1 ", "`depth.c1`", "[depth.c1]", "c1", "ｄｅｐｔｈ.c1"]
)
def test_an_id_in_other_letters_is_the_one_it_can_only_be(name: str) -> None:
    data = {"scores": [{**WHOLE["scores"][0], "criterion": name}, WHOLE["scores"][1]]}
    answer = read(json.dumps(data), "stop", ScoreReply, ASKED)
    assert answer.problem is None
    assert answer.value is not None
    assert {one.criterion.strip() for one in answer.value.scores} == set(ASKED)


def test_an_id_that_can_be_two_is_neither() -> None:
    data = {"scores": [{"criterion": "c1", "score": 7}, {"criterion": "b.c1", "score": 4}]}
    answer = read(json.dumps(data), "stop", ScoreReply, ("a.c1", "b.c1"))
    assert answer.problem is not None
    assert answer.problem.missing == ("a.c1",)


def test_criteria_are_not_matched_by_their_order_or_text() -> None:
    data = {"scores": [{"score": 7, "reason": "depth.c1 is fine"}, {"score": 4}]}
    answer = read(json.dumps(data), "stop", ScoreReply, ASKED)
    assert (answer.value, answer.problem and answer.problem.missing) == (None, ASKED)


def test_answers_keyed_by_id_are_answers() -> None:
    data = {one["criterion"]: {"score": one["score"]} for one in WHOLE["scores"]}
    for said in (data, {"scores": data}):
        answer = read(json.dumps(said), "stop", ScoreReply, ASKED)
        assert answer.problem is None
        assert answer.value is not None
        assert [one.score for one in answer.value.scores] == [7, 4.5]
        assert answer.repairs == ("answers keyed by id",)


def test_a_key_and_an_id_that_differ_are_a_conflict() -> None:
    data = {"depth.c1": {"criterion": "depth.c2", "score": 3}, "depth.c2": {"score": 4}}
    answer = read(json.dumps(data), "stop", ScoreReply, ASKED)
    assert answer.problem is not None
    assert answer.problem.missing == ("depth.c1",)


def test_an_id_answered_twice_differently_is_asked_again_and_the_same_twice_is_not() -> None:
    first, second = WHOLE["scores"]
    again = read(json.dumps({"scores": [first, second, {**first, "score": 2}]}), "stop", ScoreReply, ASKED)
    assert again.problem is not None
    assert again.problem.missing == ("depth.c1",)
    fine = read(
        json.dumps({"scores": [first, second, {**first, "reason": "other"}]}), "stop", ScoreReply, ASKED
    )
    assert fine.problem is None


def test_a_valid_item_beside_an_invalid_one_of_the_same_id_does_not_win() -> None:
    first, second = WHOLE["scores"]
    answer = read(json.dumps({"scores": [first, second, {**first, "score": 70}]}), "stop", ScoreReply, ASKED)
    assert answer.value is not None
    assert [one.criterion for one in answer.value.scores] == ["depth.c2"]
    assert answer.problem is not None
    assert answer.problem.missing == ("depth.c1",)


def test_steps_are_ids_too() -> None:
    data = {"actions": [{"step": 1, "action": "Plan"}, {"step": 2, "action": "guess"}], "findings": []}
    answer = read(json.dumps(data), "stop", FindingsReply, ("1", "2", "3"))
    assert answer.value == FindingsReply(actions=(ActionDraft(step=1, action=Action.PLAN),), findings=())
    assert answer.problem is not None
    assert answer.problem.missing == ("2", "3")


def test_dimensions_that_the_reply_makes_need_their_weight() -> None:
    data = {"dynamic": [{"name": "n", "definition": "d"}], "weights": [{"id": "depth", "weight": 1}]}
    answer = read(json.dumps(data), "stop", DimensionsReply, ("depth",))
    assert answer.problem is not None
    assert answer.problem.missing == ("d1",)


def test_a_dimension_with_a_criterion_that_is_none_is_asked_again_whole() -> None:
    criteria = [
        {"dimension": "depth", "text": "a", "weight": 1},
        {"dimension": "depth", "text": "b", "weight": -1},
        {"dimension": "clarity", "text": "c", "weight": 1},
    ]
    answer = read(json.dumps({"criteria": criteria}), "stop", CriteriaReply, ("depth", "clarity"))
    assert answer.value is not None
    assert [one.text for one in answer.value.criteria] == ["c"]
    assert answer.problem is not None
    assert answer.problem.missing == ("depth",)


def test_a_list_without_ids_counts_whole_or_not_at_all() -> None:
    claim = {"text": "t", "quote": "q", "kind": "number"}
    answer = read(json.dumps({"claims": [claim, {**claim, "kind": "rumour"}]}), "stop", ClaimsReply)
    assert answer.value is None
    assert answer.problem is not None
    assert "claims[1]: kind is “rumour”" in answer.problem.detail


def test_what_was_asked_for_again_completes_a_reply() -> None:
    first, second = (ScoreDraft.model_validate(one) for one in WHOLE["scores"])
    wrong = first.model_copy(update={"score": 1.0})
    again = (first, second.model_copy(update={"score": 0.0}))
    whole = joined(ScoreReply(scores=(first, wrong, second)), ScoreReply(scores=again))
    assert sorted(whole.scores, key=lambda one: one.criterion) == [first, second]
    assert joined(ClaimsReply(claims=()), ClaimsReply(claims=())) == ClaimsReply(claims=())


# ---------------------------------------------------------------- numbers, labels, words


@pytest.mark.parametrize(
    ("given", "score"),
    [
        (7, 7),
        ("7", 7),
        (" 6.50 ", 6.5),
        ("7,5", 7.5),
        ("８分", 8),
        ("8 points", 8),
        ("8 Punkte", 8),
        ("7/10", 7),
        ("7 / 10", 7),
        ("7.5 out of 10", 7.5),
        ("7 von 10", 7),
        ("7分/10分", 7),
        ("6e0", 6),
    ],
)
def test_a_score_in_another_form_keeps_its_value(given: object, score: float) -> None:
    answer = read(json.dumps({"scores": [{"criterion": "a", "score": given}]}), "stop", ScoreReply, ("a",))
    assert answer.value is not None
    assert answer.value.scores[0].score == score


@pytest.mark.parametrize(
    "given",
    [
        *(
            "3/5",
            "80%",
            "7-8",
            "about 7",
            "seven",
            "",
            "7 8",
            "1,000",
            "7/0",
            "10/7",
            "-1",
            "11",
            "nan",
            "inf",
        ),
        *(None, True, [7], {"value": 7}, -0.5, 10.01, 85),
    ],
)
def test_what_is_no_score_on_the_scale_is_none(given: object) -> None:
    answer = read(json.dumps({"scores": [{"criterion": "a", "score": given}]}), "stop", ScoreReply, ("a",))
    assert answer.value is None
    assert answer.problem is not None
    assert answer.problem.missing == ("a",)


@pytest.mark.parametrize(
    "score", ["NaN", "Infinity", "-Infinity", "1e999", "9" * 5000, "07", "7/10", "0x7", "７分"]
)
def test_numbers_that_are_none_never_get_through(score: str) -> None:
    text = f'{{"scores": [{{"criterion": "a", "score": {score}}}]}}'
    assert read(text, "stop", ScoreReply, ("a",)).value is None


@pytest.mark.parametrize(
    "word", ["RIGHT", "right", "Right.", "**RIGHT**", " Right (with caveats)", "ＲＩＧＨＴ"]
)
def test_a_label_is_known_in_other_letters(word: str) -> None:
    answer = read(json.dumps({"label": word}), "stop", VerdictReply)
    assert answer.value is not None
    assert answer.value.label is Label.RIGHT


@pytest.mark.parametrize(
    "word",
    [
        *(
            "not wrong",
            "RIGHT/UNKNOWN",
            "RIGHT or WRONG",
            "RIGHT (or UNKNOWN)",
            "RIGHT (not really)",
            "probably right",
        ),
        *("", "正确", "TRUE", None, 1, ["RIGHT"]),
    ],
)
def test_a_label_is_never_taken_from_words_that_contain_it(word: object) -> None:
    assert read(json.dumps({"label": word}), "stop", VerdictReply).value is None


def test_two_labels_in_one_object_are_none() -> None:
    assert read('{"label": "RIGHT", "label": "WRONG"}', "stop", VerdictReply).value is None
    assert read('{"label": "RIGHT", "Label": "WRONG"}', "stop", VerdictReply).value is None
    assert read('{"label": "RIGHT", "label": "RIGHT"}', "stop", VerdictReply).value is not None


def test_a_closed_set_may_be_spelt_with_blanks_and_null_as_a_word() -> None:
    answer = read('{"label": "UNKNOWN", "unknown": "Sources disagree"}', "stop", VerdictReply)
    assert answer.value is not None
    assert answer.value.unknown is UnknownReason.SOURCES_DISAGREE
    none = read('{"label": "RIGHT", "unknown": "none"}', "stop", VerdictReply)
    assert none.value is not None
    assert none.value.unknown is None


def test_false_as_a_word_is_false_and_other_words_are_neither() -> None:
    item = {"finding": "f1", "quote": None, "reason": "r"}
    told = read(json.dumps({"findings": [{**item, "realised": "False"}]}), "stop", RealisedReply, ("f1",))
    assert told.value is not None
    assert told.value.findings[0].realised is False
    for word in ("no", "", 0, 1, None):
        data = {"findings": [{**item, "realised": word}]}
        assert read(json.dumps(data), "stop", RealisedReply, ("f1",)).value is None


def test_support_without_its_step_is_no_answer() -> None:
    data = {"claims": [{"claim": "k1", "supported": True, "quote": "q"}]}
    assert read(json.dumps(data), "stop", SupportedReply, ("k1",)).value is None


def test_half_a_character_is_replaced() -> None:
    answer = read('{"label": "RIGHT", "reasoning": "a \\ud83d\\ude00 b \\ud83d c"}', "stop", VerdictReply)
    assert answer.value is not None
    assert answer.value.reasoning == "a 😀 b \ufffd c"
    assert answer.repairs == ("half a character",)
    raw = read('{"label": "RIGHT", "reasoning": "a \ud83d c"}', "stop", VerdictReply)
    assert raw.value is not None
    assert raw.value.reasoning == "a \ufffd c"


def test_backslashes_that_escape_nothing_stay() -> None:
    answer = read(r'{"label": "RIGHT", "reasoning": "costs \$5 in \(x\) and \uzzzz"}', "stop", VerdictReply)
    assert answer.value is not None
    assert answer.value.reasoning == r"costs \$5 in \(x\) and \uzzzz"
    assert answer.repairs == ("stray backslash",)
