"""Every type, key and tag that published traces are known to use, each with a small input."""

import json
from pathlib import Path

import pytest

from triaudit.traces import read_trace
from triaudit.types import Step, Trace

FOUND = [{"title": "Tide tables", "snippet": "High water at 4.12"}]
THINKS = ["think", "thinking", "content", "message", "agent_think", "synthesis"]
PLANS = ["research_plan", "stage", "launch_research", "agent_start"]
ANSWERS = ["response", "complete_task", "tldr", "final_report", "response_summary"]


def steps(raw: object) -> tuple[Step, ...]:
    found = read_trace(raw)  # type: ignore[arg-type]
    assert isinstance(found, Trace)
    return found.steps


@pytest.mark.parametrize(
    ("label", "kind"),
    [*((t, "think") for t in THINKS), *((t, "plan") for t in PLANS), *((t, "answer") for t in ANSWERS)],
)
@pytest.mark.parametrize("encoded", [False, True], ids=["value", "string"])
def test_a_step_of_text_is_read_whole(label: str, kind: str, encoded: bool) -> None:
    text = "The tide gauge was moved in 1971. " * 400
    items = [{"step": 1, "type": label, "content": text}, {"step": 2, "type": "terminal", "output": "ok"}]
    step = steps(json.dumps(items) if encoded else items)[0]
    assert (step.kind, step.label, step.text) == (kind, label, text.strip())


@pytest.mark.parametrize(
    "key", ["thinking_text", "thinking_summary", "plan_items", "name", "status", "duration"]
)
def test_the_other_keys_of_thoughts_and_stages_are_kept(key: str) -> None:
    value: object = ["tides", "gauges"] if key == "plan_items" else "tides and gauges"
    step = steps([{"type": "thinking", key: value}, {"type": "stage", key: value}])
    assert all(word in each.text for each in step for word in ("tides", "gauges"))


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("search", "search"),
        ("web_search", "search"),
        ("web_fetch", "read"),
        ("url_extraction", "read"),
        ("terminal", "code"),
        ("read_file", "read"),
        ("data_files", "read"),
        ("tool", "other"),
        ("skill", "other"),
    ],
)
def test_a_tools_step_says_what_it_brought_back(label: str, kind: str) -> None:
    step, bare = steps(
        [{"type": label, "name": "tidal", "output": "4.12 metres"}, {"type": label, "name": "tidal"}]
    )
    assert (step.kind, step.tool, step.has_results, bare.has_results) == (kind, "tidal", True, False)
    assert "4.12 metres" in step.text


@pytest.mark.parametrize("key", ["keywords", "queries", "query", "content"])
@pytest.mark.parametrize("asked", ["tide gauge", ["tide gauge", "datum"], '["tide gauge", "datum"]'])
@pytest.mark.parametrize("results", ["sources", "search_results", "organic"])
@pytest.mark.parametrize("brought", [FOUND, json.dumps(FOUND), [], "[]"])
def test_a_search_is_read_under_any_of_its_keys(
    key: str, asked: object, results: str, brought: object
) -> None:
    (step,) = steps([{"type": "search", key: asked, results: brought}])
    assert step.kind == "search"
    assert step.queries == (("tide gauge",) if asked == "tide gauge" else ("tide gauge", "datum"))
    assert step.has_results == (brought not in ([], "[]"))
    assert step.has_results == ("High water at 4.12" in step.text)


def test_a_query_inside_an_object_is_found() -> None:
    found = steps(
        [{"type": "search", "query": {"q": "datum"}}, {"type": "search", "content": '{"query": "tide"}'}]
    )
    assert [step.queries for step in found] == [("datum",), ("tide",)]


TAGS = {
    "reasoning": "think",
    "web_search": "search",
    "search_document": "search",
    "scrape": "read",
    "analyze_image": "read",
    "read_document": "read",
    "download_file": "read",
    "run_python_code": "code",
    "create_sandbox": "code",
    "run_command": "code",
    "polish_gem": "other",
    "qa": "other",
}


@pytest.mark.parametrize(
    ("tag", "kind", "between"),
    [(t, k, b) for t, k in TAGS.items() for b in (" ", "\n", "\n\n", ": ") if (t, b) != ("qa", ": ")],
)
def test_a_tag_opens_a_block(tag: str, kind: str, between: str) -> None:
    first, step, _ = steps(
        f"What I will do.\n[{tag}]{between}tide gauge\nat the pier\n[reasoning]\nWeigh it."
    )
    assert (first.kind, first.text) == ("plan", "What I will do.")
    assert (step.kind, step.label) == (kind, tag)
    assert step.text.split() == ["tide", "gauge", "at", "the", "pier"]


@pytest.mark.parametrize(
    "text", ["[tides]s are high", "[qa]: asked", "see [web_search] there", "`<think>` is a tag"]
)
def test_notes_and_words_in_brackets_open_none(text: str) -> None:
    found = read_trace(text)
    assert isinstance(found, Trace)
    assert found.format == "plain"


def test_what_a_block_brought_back_as_json_is_shown_as_lines() -> None:
    (step,) = steps(f"[web_search] tide gauge\n{json.dumps({'organic': FOUND})}")
    assert step.queries == ("tide gauge",)
    assert step.has_results
    assert step.text.split("\n") == [
        "tide gauge",
        "organic: title: Tide tables",
        "snippet: High water at 4.12",
    ]
    (several,) = steps('[web_search]\n["tide gauge", "datum"]')
    assert several.queries == ("tide gauge", "datum")


def test_a_thought_in_the_middle_of_a_line_is_one() -> None:
    found = steps("Now <think>which datum?</think> The old one.\n[web_search] datum")
    assert [(step.kind, step.text) for step in found] == [
        ("plan", "Now"),
        ("think", "which datum?"),
        ("think", "The old one."),
        ("search", "datum"),
    ]


def test_the_thought_that_a_message_begins_with_is_a_step() -> None:
    found = steps(
        [{"role": "user", "content": "Why?"}, {"role": "assistant", "content": "<think>a</think>b"}]
    )
    assert [(step.kind, step.text) for step in found] == [("other", "Why?"), ("think", "a"), ("answer", "b")]


def test_numbered_steps_need_no_second_one() -> None:
    found = steps("[Step 1] [Plan] Split the task\n[Step 2] [Search] datum\n[Step 3] [Verify] twice")
    assert [step.kind for step in found] == ["plan", "search", "think"]
    assert [step.text for step in steps("[Step 1] Alone.")] == ["Alone."]


@pytest.mark.parametrize("before", ["", "```json\n", "```\n"])
def test_a_list_in_a_fence_is_a_list(before: str) -> None:
    items = [{"type": "think", "content": "a"}, {"type": "search", "query": "datum"}]
    found = steps(before + json.dumps(items) + ("\n```\n" if before else ""))
    assert [step.kind for step in found] == ["think", "search"]


def test_a_list_of_blocks_is_read_as_blocks() -> None:
    found = steps(["<think>which?</think>", "[web_search] datum\nfound at the pier", "The old one."])
    assert [step.kind for step in found] == ["think", "search"]
    assert "The old one." in found[1].text
    assert [step.text for step in steps(["first", "second"])] == ["first", "second"]


@pytest.mark.parametrize("wrapper", ["process", "trace"])
def test_steps_in_an_object_in_an_object_are_reached(wrapper: str) -> None:
    found = steps({"model": "m", wrapper: {"steps": [{"type": "search", "query": "datum"}]}})
    assert [step.kind for step in found] == ["other", "search"]


def test_a_trace_that_was_encoded_and_then_cut_off_keeps_its_whole_steps() -> None:
    items = [{"type": "think", "content": "a “b”"}, {"type": "search", "query": "datum", "results": FOUND}]
    encoded = json.dumps(json.dumps(items))
    for end in range(len(encoded) - 60, len(encoded) - 1):
        found = read_trace(encoded[:end])
        assert isinstance(found, Trace)
        assert found.format == "json_array"
        assert found.incomplete or end >= len(encoded) - 2
        assert found.steps[0].text == "a “b”"


def test_a_screenshot_is_a_mark_and_the_search_after_it_is_read() -> None:
    raw = (Path(__file__).parents[1] / "cases/traces/f13_base64_blob.json").read_text("utf-8")
    shot, search = steps(raw)
    assert len(raw) > 50_000
    assert (shot.label, shot.text) == ("screenshot", "[image]")
    assert (search.queries, search.has_results) == (("Dam A volume",), True)
