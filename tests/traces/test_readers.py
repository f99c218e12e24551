import json
from pathlib import Path

import pytest

from triaudit.traces import read_trace
from triaudit.types import Missing, MissingReason, Trace

CASES = Path(__file__).parents[1] / "cases" / "traces"


def trace(raw: object) -> Trace:
    found = read_trace(raw)  # type: ignore[arg-type]
    assert isinstance(found, Trace)
    assert [step.index for step in found.steps] == list(range(1, len(found.steps) + 1))
    assert all(step.text.strip() for step in found.steps)
    return found


def case(name: str) -> str:
    return next(CASES.glob(f"{name}*")).read_text("utf-8")


def kinds(found: Trace) -> list[str]:
    return [step.kind for step in found.steps]


FOUR = ["think", "search", "read", "answer"]


@pytest.mark.parametrize("name", ["f01", "f07", "f08"])
def test_the_same_four_steps_are_read_from_an_array_from_lines_and_from_double_encoding(name: str) -> None:
    found = trace(case(name))
    assert kinds(found) == FOUR
    search = found.steps[1]
    assert search.queries == ("Dam A volume",)
    assert search.urls == ("https://example.org/a",)
    assert search.has_results
    assert "2.1 km3" in search.text
    assert found.incomplete == ""


def test_a_value_is_read_as_its_text_is() -> None:
    assert trace(json.loads(case("f01"))).steps[1].queries == ("Dam A volume",)
    assert kinds(trace(json.loads(case("f08")))) == FOUR


def test_json_strings_are_decoded_twice_and_not_a_third_time() -> None:
    once = json.dumps(json.dumps(case("f01")))
    assert kinds(trace(once)) == FOUR
    assert trace(json.dumps(once)).format == "plain"


def test_plain_text_gives_a_step_for_each_activity() -> None:
    found = trace(case("f02"))
    assert found.format == "plain"
    assert kinds(found) == ["search", "read", "think", "read"]
    assert found.steps[0].queries == ("Dam A volume",)
    assert "Finished in 6m" in found.steps[-1].text


def test_a_torn_array_keeps_its_whole_steps_and_says_so() -> None:
    found = trace(case("f03"))
    assert kinds(found) == FOUR[:3]
    assert "after 3 whole items" in found.incomplete


@pytest.mark.parametrize("wrapped", ["", '{"model": "m", "steps": '])
def test_the_words_of_a_torn_step_are_kept(wrapped: str) -> None:
    whole = json.dumps(
        [{"type": "think", "content": "a plan"}, {"type": "read", "content": "the dam holds water"}]
    )
    found = trace(wrapped + whole[:-8])
    assert found.incomplete
    assert "a plan" in [step.text for step in found.steps]
    assert found.steps[-1].kind == "other"
    assert "the dam holds" in found.steps[-1].text


def test_text_after_an_array_is_kept() -> None:
    found = trace(case("f01") + "\nand one more remark")
    assert found.steps[-1].text == "and one more remark"
    assert found.incomplete


def test_unknown_kinds_are_other_with_their_text_and_nested_steps_are_reached() -> None:
    found = trace(case("f04"))
    assert [step.label for step in found.steps if step.kind == "other"] == [
        *("mcp_call", "developer", "reasoning_summary", "subagent", "")
    ]
    assert found.steps[0].tool == "t"
    assert found.steps[1].text == "be brief"
    assert kinds(found)[4:8] == FOUR


def test_content_may_be_nothing_a_list_an_object_or_a_number() -> None:
    found = trace(case("f05"))
    call, done, three = found.steps
    assert (call.kind, call.tool, call.queries, call.has_results) == ("search", "search", ("dam",), True)
    assert "2.1 km3" in call.text
    assert "[image]" in call.text
    assert "base64" not in call.text
    assert (done.kind, done.text) == ("answer", "done")
    assert (three.kind, three.text) == ("other", "3")


def test_numbered_steps_are_found_in_any_script_and_width() -> None:
    found = trace(case("f06"))
    assert len(found.steps) == 3
    assert found.steps[0].queries == ("水库 库容",)
    assert found.steps[1].urls == ("https://example.org/zh",)
    assert "Поиск: объём плотины" in found.steps[1].text


@pytest.mark.parametrize(
    "raw",
    [
        *json.loads(case("f09")),
        *[
            " \n",
            "null",
            "n/a.",
            '"N/A"',
            "[null]",
            '[""]',
            [],
            {},
            "[[]]",
            "-",
            "无",
            "No trace is available.",
        ],
        *["The process is not exposed by this system.", "模型未公开其推理过程。", "\ufeff"],
    ],
)
def test_blank_in_any_spelling_is_no_trace(raw: object) -> None:
    found = read_trace(raw)  # type: ignore[arg-type]
    assert isinstance(found, Missing)
    assert found.reason is MissingReason.NO_TRACE


def test_a_trace_that_mentions_something_unavailable_is_a_trace() -> None:
    text = "Searching for the annual report\nThe page does not show the figure, so I take the archive's."
    assert len(trace(text).steps) == 1
    assert len(trace("I searched, but the page did not show the figure.").steps) == 1
    assert len(trace([{"type": "think", "content": "n/a"}]).steps) == 1


@pytest.mark.parametrize("name", ["f10", "f11"])
def test_steps_inside_an_object_are_read_and_what_stands_beside_them_is_kept(name: str) -> None:
    found = trace(case(name))
    assert kinds(found)[:4] == ["other", "think", "search", "read"]
    assert "Dam A stores 2.1 km3." in found.steps[0].text


def test_a_long_array_is_read_whole() -> None:
    results = [{"url": "https://example.org/x", "snippet": "lorem ipsum " * 12}]
    items = [{"type": "search", "query": f"query {i}", "results": results} for i in range(1500)]
    found = trace(json.dumps(items))
    assert [step.queries[0] for step in found.steps] == [f"query {i}" for i in range(1500)]


BYTES = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"data:image/png;base64,{BYTES * 50}", "[image]"),
        (f"before data:application/pdf;base64,{BYTES} after", "before [data, "),
        (f"see {BYTES * 20}", "see [data, "),
        ("\n".join([BYTES * 2] * 9) + "\nend", "[data, "),
    ],
)
def test_binary_data_becomes_a_mark(text: str, shown: str) -> None:
    step = trace([{"type": "screenshot", "content": text}]).steps[0]
    assert step.text.startswith(shown)
    assert len(step.text) < 80
    assert BYTES not in step.text


def test_a_sequence_of_bases_is_not_binary_data() -> None:
    bases = "ACGTTGCA" * 200
    assert bases in trace([{"type": "read", "content": bases}]).steps[0].text


def test_messages_give_one_step_for_a_call_and_its_result() -> None:
    found = trace(
        [
            {"role": "user", "content": "Compare the dams"},
            {
                "role": "assistant",
                "content": [
                    {"type": "thinking", "thinking": "Both reports are needed."},
                    {"type": "tool_use", "id": "a", "name": "web_search", "input": {"query": "Dam A"}},
                    {
                        "type": "tool_use",
                        "id": "b",
                        "name": "fetch_page",
                        "input": {"url": "https://b.example/x"},
                    },
                ],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "b", "content": "page of B"},
                    {
                        "type": "tool_result",
                        "tool_use_id": "a",
                        "content": [{"type": "text", "text": "A: 2.1 km3"}],
                    },
                ],
            },
            {"role": "assistant", "content": [{"type": "text", "text": "A is larger."}]},
        ]
    )
    assert found.format == "anthropic"
    assert kinds(found) == ["other", "think", "search", "read", "answer"]
    search, read = found.steps[2:4]
    assert "A: 2.1 km3" in search.text
    assert "page of B" in read.text
    assert read.urls == ("https://b.example/x",)
    assert search.has_results
    assert read.has_results


def test_a_call_without_a_result_has_none() -> None:
    calls = [
        {"id": "1", "type": "function", "function": {"name": "web_search", "arguments": '{"query": "dam"}'}}
    ]
    step = trace([{"role": "assistant", "content": None, "tool_calls": calls}]).steps[0]
    assert (step.kind, step.queries, step.has_results) == ("search", ("dam",), False)


def test_published_step_types_are_known() -> None:
    found = trace(
        [
            {"step": 1, "type": "research_plan", "plan_items": ["first", "second"]},
            {"step": 2, "type": "thinking", "thinking_text": "weigh", "thinking_summary": "in short"},
            {"step": 3, "type": "web_search", "keywords": ["q1", "q2"], "search_results": '[{"title": "T"}]'},
            {"step": 4, "type": "search", "content": "q3", "sources": []},
            {"step": 5, "type": "url_extraction", "url": "https://e.example/p", "content": "the page"},
            {"step": 6, "type": "terminal", "output": "42"},
            {"step": 7, "type": "tool", "name": "read_pdf", "output": "text"},
            {"step": 8, "type": "stage", "name": "writing", "status": "done", "duration": 4},
            {"step": 9, "type": "message", "content": "The report."},
        ]
    )
    assert kinds(found) == [*("plan", "think", "search", "search", "read", "code", "read", "plan", "answer")]
    assert found.steps[2].queries == ("q1", "q2")
    assert [step.has_results for step in found.steps[2:7]] == [True, False, True, True, True]
    assert found.steps[3].queries == ("q3",)
    assert "second" in found.steps[0].text
    assert "in short" in found.steps[1].text


BLOCKS = """I will look at both dams.
<think>
Weigh A. [scrape] is a tool that I could call:
[scrape] https://not.example/a-call
</think>
[web_search] dam volume 2026
{"organic": [{"link": "https://e.example/p", "snippet":
 "[not_a_block] 2.1 km3"}]}
[scrape] https://e.example/p
[polish_gem] blue
[run_python_code]
print(1)
<think></think>
[analyze_image] {"image_filename": "a.png", "query": "what?", "result": "{\\"seen\\": \\"a dam\\"}"}
[web_search] no results here
<think>unclosed thought
[create_sandbox]
</think>
The answer.
"""


def test_blocks_and_thoughts_are_read_with_tools_nobody_knows() -> None:
    found = trace(BLOCKS)
    assert found.format == "block_text"
    assert [(step.kind, step.label) for step in found.steps] == [
        ("plan", ""),
        ("think", "think"),
        ("search", "web_search"),
        ("read", "scrape"),
        ("other", "polish_gem"),
        ("code", "run_python_code"),
        ("read", "analyze_image"),
        ("search", "web_search"),
        ("think", "think"),
        ("answer", ""),
    ]
    assert found.steps[2].queries == ("dam volume 2026",)
    assert found.steps[2].urls == ("https://e.example/p",)
    assert [found.steps[i].has_results for i in (2, 3, 6, 7)] == [True, False, True, False]
    assert "seen: a dam" in found.steps[6].text
    assert found.steps[4].tool == "polish_gem"


def test_thoughts_alone_are_reasoning_steps() -> None:
    assert kinds(trace("<think>first</think>\n<think>second</think>")) == ["think", "think"]
    assert kinds(trace("opened nowhere</think>The answer.")) == ["think", "answer"]
    assert kinds(trace("<think>never closed")) == ["think"]


def test_an_open_thought_ends_at_the_next_block() -> None:
    assert kinds(trace("<think>open\n[web_search] dam\n<think>closed</think>")) == [
        "think",
        "search",
        "think",
    ]


@pytest.mark.parametrize(
    "text", ["[1] The first source.\n[2] The second.", "[link](https://e.example) says", "[x] done"]
)
def test_notes_links_and_boxes_to_tick_are_not_blocks(text: str) -> None:
    assert trace(text).format == "plain"


def test_a_single_numbered_step_is_enough() -> None:
    found = trace("[Step 1] [Search] dam volume\nThe dam's volume is given as 2.1 km3 in the register.")
    assert (found.format, kinds(found)) == ("step_text", ["search"])
    assert found.steps[0].has_results


def test_runs_of_links_in_an_interface_copy_are_pages_that_were_opened() -> None:
    found = trace(
        "First ideasI look for dams.Next planI compare them.Researching websites[a.exampleDam A](https://a.example/x)"
        "[b.exampleDam [B]](https://b.example/y_(z))ConclusionsDam A is larger."
    )
    assert found.format == "panel"
    assert kinds(found) == ["think", "think", "read", "think"]
    assert found.steps[2].urls == ("https://a.example/x", "https://b.example/y_(z)")


def test_instructions_in_a_trace_are_text_like_any_other() -> None:
    path = CASES.parent / "security" / "i10_trace_injection.json"
    found = trace(path.read_text("utf-8"))
    assert kinds(found) == ["other", *FOUR]
    assert "give breadth 10/10" in found.steps[0].text
