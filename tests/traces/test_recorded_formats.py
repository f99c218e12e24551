"""Traces as SDKs and tracing programs record them: each is read as the same research."""

import json
import time
from collections import Counter

import pytest

from tests.traces import recorded
from triaudit.traces import read_trace
from triaudit.types import Step, Trace

SPANS = {
    "mlflow": recorded.mlflow,
    "otlp": recorded.otlp,
    "openinference": recorded.openinference,
    "langsmith": recorded.langsmith,
    "runs": recorded.runs,
}


def trace(raw: object) -> Trace:
    found = read_trace(raw)  # type: ignore[arg-type]
    assert isinstance(found, Trace)
    assert [step.index for step in found.steps] == list(range(1, len(found.steps) + 1))
    return found


def only(found: Trace, kind: str) -> Step:
    (step,) = [step for step in found.steps if step.kind == kind]
    return step


@pytest.mark.parametrize("name", SPANS)
def test_spans_give_the_search_that_was_carried_out_once_and_the_answer_last(name: str) -> None:
    found = trace(SPANS[name]())
    assert found.incomplete == ""
    search = only(found, "search")
    assert (search.tool, search.queries, search.urls) == (
        "web_search",
        ("Dam A volume",),
        ("https://example.org/a",),
    )
    assert search.has_results
    answers = [step for step in found.steps if step.kind == "answer"]
    assert [step.text.splitlines()[-1] for step in answers] == [recorded.ANSWER]
    assert found.steps[-1] == answers[0] or found.steps[-1].label == "wrapper"


@pytest.mark.parametrize("name", SPANS)
def test_what_a_conversation_repeats_is_told_once(name: str) -> None:
    said = "\n".join(step.text for step in trace(SPANS[name]()).steps)
    for text in (recorded.ASKED, recorded.THOUGHT, recorded.ANSWER, str(recorded.FOUND[0]["snippet"])):
        assert said.count(text) == 1


@pytest.mark.parametrize("name", SPANS)
def test_steps_know_their_span_their_parent_their_time_and_their_tokens(name: str) -> None:
    raw = SPANS[name]()
    found = trace(raw)
    search = only(found, "search")
    assert search.id == "s3"
    assert search.parent == 1
    assert found.steps[0].id == "s1"
    assert (found.steps[0].at, search.at, search.seconds) == (0.0, 2.0, 1.0)
    assert sum(step.tokens or 0 for step in found.steps) == 15
    assert '"s3"' in raw[search.start : search.end]


@pytest.mark.parametrize("name", SPANS)
def test_the_model_is_not_named(name: str) -> None:
    found = trace(SPANS[name]())
    assert "vendor-7" not in found.model_dump_json()


def test_what_stands_around_the_spans_is_kept_where_people_wrote_it() -> None:
    last = trace(recorded.mlflow()).steps[-1]
    assert (last.kind, last.label) == ("other", "wrapper")
    assert "twice over" in last.text
    assert "root" not in last.text


@pytest.mark.parametrize("name", ["mlflow", "otlp", "openinference", "runs"])
def test_torn_spans_keep_the_whole_ones_and_say_so(name: str) -> None:
    raw = SPANS[name]()
    cut = raw.rindex("web_search")
    found = trace(raw[:cut])
    assert found.incomplete.startswith("broken off after ")
    assert found.steps[-1].label == "torn"
    whole = trace(raw)
    assert {step.id for step in found.steps} - {""} < {step.id for step in whole.steps}
    assert {step.id for step in found.steps} - {""}


def test_exports_of_one_line_each_are_one_trace() -> None:
    export = json.loads(recorded.otlp())
    (scope,) = export["resourceSpans"][0]["scopeSpans"]
    lines = [json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": [span]}]}]}) for span in scope["spans"]]
    assert [s.text for s in trace("\n".join(lines)).steps] == [s.text for s in trace(recorded.otlp()).steps]


def test_messages_in_events_are_read() -> None:
    span = {
        "spanId": "1",
        "name": "chat",
        "attributes": [recorded.attribute("gen_ai.operation.name", "chat")],
        "events": [
            {
                "name": "gen_ai.user.message",
                "attributes": [recorded.attribute("content", recorded.ASKED)],
            },
            {
                "name": "gen_ai.choice",
                "attributes": [recorded.attribute("message", json.dumps({"content": recorded.ANSWER}))],
            },
        ],
    }
    found = trace({"resourceSpans": [{"scopeSpans": [{"spans": [span]}]}]})
    assert [(step.label, step.text) for step in found.steps] == [
        ("user", recorded.ASKED),
        ("assistant", recorded.ANSWER),
    ]


def test_parents_in_a_circle_and_parents_that_are_not_there_lose_no_span() -> None:
    runs = [
        {
            "id": a,
            "parent_run_id": b,
            "run_type": "tool",
            "name": f"tool {a}",
            "outputs": {"o": f"result {a}"},
        }
        for a, b in (("1", "2"), ("2", "1"), ("3", "gone"), ("4", "4"))
    ]
    said = [step.text for step in trace(runs).steps]
    assert sorted(text.splitlines()[-1] for text in said) == [f"o: result {n}" for n in range(1, 5)]


def test_a_call_without_a_span_of_its_own_is_a_step() -> None:
    run = json.loads(recorded.langsmith())
    run["child_runs"] = [child for child in run["child_runs"] if child["run_type"] != "tool"]
    assert only(trace(run), "search").queries == ("Dam A volume",)


def test_a_response_object_and_its_items_are_read_alike() -> None:
    whole, items = trace(recorded.responses()), trace(recorded.responses()["output"])
    assert whole.format == items.format == "responses"
    kinds = ["think", "search", "read", "code", "search", "answer"]
    assert [step.kind for step in items.steps] == kinds
    assert [(step.kind, step.parent) for step in whole.steps[1:]] == [(kind, 1) for kind in kinds]
    assert whole.steps[0].tokens == 150
    searched, opened, ran, looked = items.steps[1:5]
    assert searched.queries == looked.queries == ("Dam A volume",)
    assert opened.urls == ("https://example.org/a",)
    assert ran.has_results
    assert looked.has_results
    assert str(recorded.FOUND[0]["snippet"]) in looked.text
    assert not opened.has_results


def test_messages_with_blocks_are_read_with_the_results_of_both_kinds_of_tool() -> None:
    found = trace(recorded.anthropic())
    assert found.format == "anthropic"
    assert [step.kind for step in found.steps] == ["other", "think", "search", "read", "answer"]
    search, read = found.steps[2:4]
    assert search.has_results
    assert read.has_results
    assert search.urls == ("https://example.org/a",)
    assert "measured in 2020" in read.text
    assert "EqEq" not in search.text
    assert "[data, 400 characters]" in search.text


def test_times_of_plain_steps_are_read() -> None:
    found = trace(
        [
            {"type": "search", "query": "dam", "timestamp": "2026-01-01T10:00:00Z", "duration_ms": 1500},
            {"type": "think", "content": "It is large.", "timestamp": "2026-01-01T12:00:30+02:00"},
            {"type": "think", "content": "It is old.", "usage": {"prompt_tokens": 7, "completion_tokens": 2}},
        ]
    )
    assert [(s.at, s.seconds, s.tokens) for s in found.steps] == [
        (0.0, 1.5, None),
        (30.0, None, None),
        (None, None, 9),
    ]


def test_nested_steps_know_what_they_happened_in() -> None:
    inner = {"kind": "subagent", "name": "b", "children": [{"type": "think", "content": "deep"}]}
    found = trace(
        [{"type": "think", "content": "one"}, {"kind": "subagent", "name": "a", "children": [inner]}]
    )
    assert [(step.index, step.parent) for step in found.steps] == [(1, None), (2, None), (3, 2), (4, 3)]


@pytest.mark.parametrize("name", SPANS)
def test_many_spans_are_read_in_linear_time(name: str) -> None:
    def took(count: int) -> float:
        runs = [
            {
                "id": str(n),
                "parent_run_id": str(n - 1),
                "run_type": "llm",
                "inputs": {"messages": [{"role": "user", "content": f"message number {n}"}]},
            }
            for n in range(count)
        ]
        raw = json.dumps(runs) if name != "otlp" else "".join([recorded.otlp()] * (count // 10))
        begin = time.process_time()
        assert len(trace(raw).steps) >= count / 10
        return time.process_time() - begin

    small, large = (min(took(count) for _ in range(2)) for count in (500, 2000))
    assert large < 12 * small + 0.5


def test_deep_values_in_spans_are_kept_as_text() -> None:
    deep: object = "the bottom of it"
    for _ in range(300):
        deep = {"x": [deep]}
    found = trace([{"id": "1", "run_type": "tool", "name": "t", "outputs": deep}])
    assert "the bottom of it" in found.steps[0].text


def test_no_word_of_a_span_is_lost() -> None:
    found = trace(recorded.langsmith())
    said = Counter("\n".join(f"{s.text} {s.label} {s.tool}" for s in found.steps).split())
    words = " ".join([recorded.ASKED, recorded.THOUGHT, recorded.ANSWER, str(recorded.FOUND[0]["snippet"])])
    assert not Counter(words.split()) - said
