"""What holds of the reader for every text."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from triaudit.judge.reply import read
from triaudit.questions import (
    ClaimsReply,
    ContradictionsReply,
    CriteriaReply,
    DimensionsReply,
    FindingsReply,
    RatingsReply,
    ScoreReply,
    SupportedReply,
    VerdictReply,
)
from triaudit.types import ClaimKind, Label, Record

ASKED = ("a.c1", "a.c2", "a.c3")
KINDS: tuple[type[Record], ...] = (
    *(ScoreReply, VerdictReply, ClaimsReply, FindingsReply, DimensionsReply, CriteriaReply, RatingsReply),
    *(SupportedReply, ContradictionsReply),
)
PIECES = (
    *(
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        '"',
        "'",
        "“",
        "”",
        "｛",
        "｝",
        "：",
        "，",
        "\\",
        "//",
        "/*",
        "*/",
        "\n",
        " ",
        "\ufeff",
    ),
    *(
        "<think>",
        "</think>",
        "```",
        "```json",
        '"scores"',
        '"criterion"',
        '"a.c1"',
        '"a.c2"',
        '"score"',
        '"label"',
    ),
    *(
        "RIGHT",
        '"RIGHT"',
        "7",
        "-1",
        "1e999",
        "NaN",
        "７",
        ".5",
        "+8",
        "null",
        "true",
        "None",
        '"7/10"',
        "sorry",
        "I can't",
    ),
    *(
        '{"scores": []}',
        '{"label": "WRONG"}',
        '[{"criterion": "a.c1", "score": 3}]',
        "\ud83d",
        "\\ud83d",
        "\x00",
        "\u0301",
    ),
)
hostile = st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text(max_size=200)
words = st.text(max_size=20)


def objects(**fields: SearchStrategy[Any]) -> SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(fields)


def one_each(key: str, **fields: SearchStrategy[Any]) -> SearchStrategy[list[dict[str, Any]]]:
    return st.tuples(*(objects(**{key: st.just(name)}, **fields) for name in ASKED)).map(list)


score = st.floats(0, 10) | st.integers(0, 10)
steps = st.lists(st.integers(-(10**20), 10**20), max_size=4)
VALID: dict[type[Record], SearchStrategy[dict[str, Any]]] = {
    ScoreReply: objects(scores=one_each("criterion", score=score, reason=words, quote=words)),
    RatingsReply: objects(ratings=one_each("dimension", score=st.integers(1, 10), reason=words, steps=steps)),
    SupportedReply: objects(
        claims=one_each(
            "claim", supported=st.booleans(), step=st.none() | st.integers(), quote=words, reason=words
        )
    ),
    VerdictReply: objects(
        label=st.sampled_from([one.value for one in Label]),
        unknown=st.none(),
        evidence=st.lists(
            objects(passage=words, quote=words, stance=st.sampled_from(["supports", "contradicts"])),
            max_size=3,
        ),
        disclosed=st.booleans(),
        reasoning=words,
    ),
    ClaimsReply: objects(
        claims=st.lists(
            objects(
                text=words,
                quote=words,
                kind=st.sampled_from([one.value for one in ClaimKind]),
                as_of=st.none() | words,
            ),
            max_size=3,
        )
    ),
    FindingsReply: objects(
        actions=st.just([]),
        findings=st.lists(objects(text=words, steps=steps, strength=st.sampled_from([1, 2, 3])), max_size=3),
    ),
}


@given(hostile, st.sampled_from(KINDS), st.sampled_from(["stop", "", None, "length", "weird"]), st.booleans())
@settings(max_examples=600, deadline=None)
def test_no_text_makes_it_raise_and_there_is_always_a_value_or_a_reason(
    text: str, kind: type[Record], finish: str | None, asked: bool
) -> None:
    answer = read(text, finish, kind, ASKED if asked else ())
    assert answer.value is not None or answer.problem is not None
    if answer.value is not None:
        kept = answer.value.model_dump_json()
        assert kind.model_validate_json(kept) == answer.value
    if answer.problem is not None:
        answer.problem.detail.encode()
        assert len(answer.problem.detail) <= 300
    assert all(repair.encode() for repair in answer.repairs)


@given(st.data(), st.sampled_from(sorted(VALID, key=lambda kind: kind.__name__)), st.booleans())
@settings(max_examples=200, deadline=None)
def test_a_valid_reply_is_read_unrepaired(data: st.DataObject, kind: type[Record], ascii_only: bool) -> None:
    given_ = data.draw(VALID[kind])
    asked = () if kind in {VerdictReply, ClaimsReply, FindingsReply} else ASKED
    text = json.dumps(given_, ensure_ascii=ascii_only, indent=data.draw(st.none() | st.just(2)))
    answer = read(text, "stop", kind, asked)
    assert (answer.repairs, answer.problem) == ((), None)
    assert answer.value == kind.model_validate(given_)


@given(st.text(st.characters(exclude_characters="{｛")), st.sampled_from(KINDS))
@settings(max_examples=200, deadline=None)
def test_text_without_an_object_gives_nothing(text: str, kind: type[Record]) -> None:
    if text.strip() != "[]":
        assert read(text, "stop", kind, ASKED).value is None


@given(
    st.text(st.characters(exclude_characters="{}[]<｛｝［］\"“'"), max_size=60),
    st.text(st.characters(exclude_characters="{}[]<｛｝［］\"“'"), max_size=60),
    st.lists(st.integers(0, 10), min_size=3, max_size=3),
)
@settings(max_examples=200, deadline=None)
def test_a_score_never_comes_from_prose(before: str, after: str, given_: list[int]) -> None:
    data = {"scores": [{"criterion": a, "score": s} for a, s in zip(ASKED, given_, strict=True)]}
    answer = read(f"Score: 3. {before}\n{json.dumps(data)}\n{after} 9/10", "stop", ScoreReply, ASKED)
    assert answer.value is not None
    assert [one.score for one in answer.value.scores] == given_


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_one_invalid_item_costs_no_other(data: st.DataObject) -> None:
    items = data.draw(VALID[ScoreReply])["scores"]
    bad = data.draw(st.sampled_from([None, -1, 11, "80%", "", [], {}, True, "NaN"]))
    at = data.draw(st.integers(0, 2))
    broken = [{**item, "score": bad} if n == at else item for n, item in enumerate(items)]
    answer = read(json.dumps({"scores": broken}), "stop", ScoreReply, ASKED)
    assert answer.value is not None
    assert [one.criterion for one in answer.value.scores] == [name for name in ASKED if name != ASKED[at]]
    assert answer.problem is not None
    assert answer.problem.missing == (ASKED[at],)


SIZE = 1_000_000
HOSTILE = {
    "braces": "{",
    "brackets": "[",
    "both": "[{",
    "open strings": '{"',
    "open objects": '{"a":',
    "open lists": '[{"a":[',
    "objects": '{"a":1}',
    "backslashes": '{"\\',
    "comments": "{/**/",
    "open comments": "{/* ",
    "tags": "<think>{",
    "closing tags": "</think>{",
    "answers": '{"scores":[]} ',
    "regret": "sorry I ",
    "bedauern": "leider kann ",
    "遗憾": "抱歉我",
    "blanks": "{ \n",
    "fences": "```json\n",
    "full width": "｛“",
}


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE)
def test_a_million_hostile_characters_take_linear_time(piece: str) -> None:
    text = piece * (SIZE // len(piece))
    for said in (text, f'{{"scores": [{{"criterion": "a.c1", "score": {json.dumps(text)}}}]}}', f"x {text}"):
        start = time.process_time()
        read(said, "stop", ScoreReply, ASKED)
        assert time.process_time() - start < 5  # a second at most; quadratic would be hours


def test_many_ids_take_linear_time() -> None:
    items = ",".join(f'{{"criterion":"K{n}","score":"1"}}' for n in range(20_000))
    start = time.process_time()
    answer = read(f'{{"scores":[{items}]}}', "stop", ScoreReply, tuple(f"a.c{n}" for n in range(60)))
    assert answer.value is None
    assert time.process_time() - start < 10
