import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from triaudit.traces import read_trace
from triaudit.types import Trace

GOLDEN = Path(__file__).parents[1] / "golden" / "traces_kinds.json"
WORDS = [
    "plan",
    "水库",
    "[web_search] dam",
    "<think>",
    "</think>",
    "<think>a</think>",
    "[1]",
    "{",
    '{"a": 1}',
    "[",
    "\n",
]
WORDS += [
    "\n\n",
    "\n[tool_x]",
    '{"query": "q", "result": "r"}',
    "Step 2: go",
    "第３步",
    "Read more",
    "https://e.example/(a)",
]
WORDS += [
    "[a](https://a.example)[b](https://b.example)",
    "data:image/png;base64,AAAA",
    '"',
    "\\u",
    "\u2028",
    "\ud800",
    "\x00",
]


TEXT = {"block_text", "step_text", "panel", "plain"}


def uncovered(raw: str, trace: Trace) -> str:
    seen = bytearray(len(raw))
    for step in trace.steps:
        seen[step.start : step.end] = b"\1" * (step.end - step.start)
    return "".join(char for char, found in zip(raw, seen, strict=True) if not found and not char.isspace())


STRUCTURE = {"role", "id", "call_id", "tool_call_id"}
"""Keys that say who speaks and what belongs together: steps keep that as label and order."""


def texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in STRUCTURE and (key, item) != ("type", "message"):
                yield from texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)


def leaves(value: object) -> Iterator[str]:
    for text in texts(value):
        yield from (line.strip() for line in text.split("\n") if line.strip())


@settings(derandomize=True, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12))
def test_every_character_of_a_text_is_in_a_step(words: list[str]) -> None:
    raw = " ".join(words)
    found = read_trace(raw)
    if isinstance(found, Trace) and found.format in TEXT and not raw.strip().startswith('"'):
        clean = raw.replace("\ud800", "\ufffd")
        assert uncovered(clean, found) == ""
    if isinstance(found, Trace):
        json.loads(found.model_dump_json())


KEYS = st.sampled_from(
    [
        *["type", "content", "query", "queries", "results", "output", "role", "name", "steps", "children"],
        *["input", "note", "tool_calls", "step", "url", "arguments", "action", "text", "id", "call_id"],
        *["tool_call_id", "thought", "image", "image_url", "source", "function"],
    ]
)
TEXTS = st.sampled_from(
    [
        "think",
        "search",
        "tool",
        "message",
        "assistant",
        "water",
        "库容",
        "[image",
        "a: b",
        "https://e.example",
    ]
)
VALUES = st.recursive(
    TEXTS | st.none() | st.integers(0, 9) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@settings(derandomize=True, deadline=None)
@given(st.lists(st.dictionaries(KEYS, VALUES, min_size=1, max_size=5), min_size=1, max_size=4))
def test_every_text_of_a_json_trace_is_in_a_step(items: list[dict[str, object]]) -> None:
    found = read_trace(list(items))
    if isinstance(found, Trace):
        said = "\n".join(f"{step.text}\n{step.label}\n{step.tool or ''}" for step in found.steps)
        assert [text for text in leaves(items) if text not in said] == []


def test_deep_nesting_is_kept_as_text() -> None:
    value: dict[str, object] = {"type": "think", "content": "deepest"}
    for _ in range(200):
        value = {"type": "subagent", "children": [value]}
    found = read_trace([value])
    assert isinstance(found, Trace)
    assert "deepest" in found.steps[-1].text
    assert isinstance(read_trace("[" * 100_000), Trace)


@pytest.mark.parametrize(
    "piece",
    [
        "<think>a thought\n",
        "</think>",
        '[web_search] {"query": "torn',
        "[web_search] dam\n\n",
        "Read a page\n",
        "[a](https://a.example/x)",
        "[[[",
        '{"type": "think"}\n',
        "QUJD" * 127 + " ",
        "Researching websites[",
        "word. Next",
        "data:image/png;base64,",
        "https://e.example/(",
        '[{"a":',
    ],
)
def test_a_megabyte_of_anything_is_read_quickly(piece: str) -> None:
    raw = piece * (930_000 // len(piece))
    begin = time.process_time()
    read_trace(raw)
    assert time.process_time() - begin < 5


_TAG = re.compile(r"^[ \t]*\[[a-z][a-z0-9_-]{1,40}\]|</?(?:think|thinking|reasoning)>", re.MULTILINE)
_WORD = re.compile(r"[^\W_]+")


def told(text: str) -> Iterator[str]:
    """What a stretch of a trace says: all texts of the JSON in it, and what stands around it."""
    text = text.strip()
    if text[:1] in {"{", "["}:
        with suppress(ValueError):
            value, end = json.JSONDecoder().raw_decode(text)
            for inner in texts(value):
                yield from told(inner)
            text = text[end:]
    yield text


def unsaid(raw: str, trace: Trace) -> list[tuple[int, list[str]]]:
    """For each step the words of its stretch of the trace that it does not say, or says less often."""
    missing = []
    for step in trace.steps:
        words = Counter(_WORD.findall("\n".join(told(_TAG.sub(" ", raw[step.start : step.end])))))
        lost = words - Counter(_WORD.findall(step.text))
        missing += [(step.index, sorted(lost))] if lost else []
    return missing


def test_the_measure_of_loss_sees_a_word_that_is_missing() -> None:
    raw = "[web_search] tide gauge\n<think>The gauge moved. The gauge sank.</think>"
    found = read_trace(raw)
    assert isinstance(found, Trace)
    assert unsaid(raw, found) == []
    torn = found.steps[1].model_copy(update={"text": "The gauge moved. The sank."})
    assert unsaid(raw, found.model_copy(update={"steps": (found.steps[0], torn)})) == [(2, ["gauge"])]


def test_the_published_traces_are_read_with_nothing_lost(shared: Path) -> None:
    files = sorted((shared / "data" / "miroeval").glob("method*_results/*.json"))
    kinds: Counter[str] = Counter()
    for file in files:
        for item in json.loads(file.read_text("utf-8")):
            found = read_trace(item["process"])
            assert isinstance(found, Trace)
            assert found.format == "block_text"
            assert uncovered(item["process"], found) == ""
            assert unsaid(item["process"], found) == []
            kinds.update(f"{step.kind} {step.label}".strip() for step in found.steps)
    assert dict(sorted(kinds.items())) == json.loads(GOLDEN.read_text("utf-8"))


def test_the_published_conversations_are_read_with_nothing_lost(shared: Path) -> None:
    files = sorted((shared / "data" / "deepresearcheval").glob("method_results/*/*.json"))
    for file in files:
        panel = json.loads(file.read_text("utf-8"))["entries"][0]["thinking_panel"]
        found = read_trace(panel)
        assert isinstance(found, Trace)
        assert uncovered(panel, found) == ""
        assert unsaid(panel, found) == []
        assert {"think", "read"} == {step.kind for step in found.steps}
