"""One small piece of research as six programs would record it."""

import json
from collections.abc import Iterable
from typing import Any

ASKED = "How large is Dam A, in cubic kilometres?"
THOUGHT = "Its volume must be looked up first."
QUERY = {"query": "Dam A volume"}
FOUND = [{"url": "https://example.org/a", "snippet": "Dam A stores 2.1 km3 of water"}]
ANSWER = "Dam A stores 2.1 cubic kilometres."
START = 1_700_000_000


def mlflow() -> str:
    """`Trace.to_json()` of the third schema."""

    def span(number: int, parent: str | None, kind: str, name: str, **given: object) -> dict[str, object]:
        return {
            "trace_id": "t==",
            "span_id": f"s{number}",
            "parent_span_id": parent,
            "name": name,
            "start_time_unix_nano": (START + number) * 10**9,
            "end_time_unix_nano": (START + number + 1) * 10**9,
            "events": [],
            "status": {"code": "STATUS_CODE_OK", "message": ""},
            "attributes": {
                "mlflow.traceRequestId": '"tr-1"',
                "mlflow.spanType": json.dumps(kind),
                **{f"mlflow.{key}": json.dumps(value) for key, value in given.items()},
            },
            "links": [],
        }

    call = {
        "id": "c1",
        "type": "function",
        "function": {"name": "web_search", "arguments": json.dumps(QUERY)},
    }
    first: dict[str, object] = {"role": "assistant", "content": THOUGHT, "tool_calls": [call]}
    asked: list[dict[str, object]] = [{"role": "user", "content": ASKED}]
    later = [*asked, first, {"role": "tool", "tool_call_id": "c1", "content": json.dumps(FOUND)}]
    last = {"role": "assistant", "content": ANSWER}
    spans = [
        span(1, None, "AGENT", "agent", spanInputs={"question": ASKED}, spanOutputs=ANSWER),
        span(
            2,
            "s1",
            "CHAT_MODEL",
            "llm",
            spanInputs={"model": "vendor-7", "messages": asked},
            spanOutputs={"choices": [{"message": first}]},
            **{"chat.tokenUsage": {"input_tokens": 10, "output_tokens": 5, "total_tokens": 15}},
        ),
        span(3, "s1", "TOOL", "web_search", spanInputs=QUERY, spanOutputs=FOUND),
        span(
            4,
            "s1",
            "CHAT_MODEL",
            "llm",
            spanInputs={"model": "vendor-7", "messages": later},
            spanOutputs={"choices": [{"message": last}]},
        ),
    ]
    info = {
        "trace_id": "tr-1",
        "request_preview": ASKED,
        "response_preview": ANSWER,
        "tags": {"reviewed": "twice over", "mlflow.user": "root"},
    }
    return json.dumps({"info": info, "data": {"spans": spans}}, indent=1)


def attribute(key: str, value: object) -> dict[str, object]:
    """An attribute as OTLP writes it in JSON."""
    return {
        "key": key,
        "value": {"intValue": str(value)} if isinstance(value, int) else {"stringValue": value},
    }


def otlp() -> str:
    """An export of the GenAI conventions, the agent's span last as it ends last."""

    def span(number: int, parent: str, name: str, **given: object) -> dict[str, object]:
        texts = {
            key: value if isinstance(value, int | str) else json.dumps(value) for key, value in given.items()
        }
        return {
            "traceId": "t",
            "spanId": f"s{number}",
            "parentSpanId": parent,
            "name": name,
            "startTimeUnixNano": str((START + number) * 10**9),
            "endTimeUnixNano": str((START + number + 1) * 10**9),
            "attributes": [attribute(f"gen_ai.{key}", value) for key, value in texts.items()],
        }

    call = {"type": "tool_call", "id": "c1", "name": "web_search", "arguments": QUERY}
    asked: list[dict[str, object]] = [{"role": "user", "parts": [{"type": "text", "content": ASKED}]}]
    first = {"role": "assistant", "parts": [{"type": "reasoning", "content": THOUGHT}, call]}
    result = {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c1", "response": FOUND}]}
    last = {"role": "assistant", "parts": [{"type": "text", "content": ANSWER}], "finish_reason": "stop"}
    spans = [
        span(
            2,
            "s1",
            "chat vendor-7",
            **{
                "operation.name": "chat",
                "request.model": "vendor-7",
                "usage.input_tokens": 10,
                "usage.output_tokens": 5,
                "input.messages": asked,
                "output.messages": [first],
            },
        ),
        span(
            3,
            "s1",
            "execute_tool web_search",
            **{
                "operation.name": "execute_tool",
                "tool.name": "web_search",
                "tool.call.id": "c1",
                "tool.call.arguments": QUERY,
                "tool.call.result": FOUND,
            },
        ),
        span(
            4,
            "s1",
            "chat vendor-7",
            **{
                "operation.name": "chat",
                "input.messages": [*asked, first, result],
                "output.messages": [last],
            },
        ),
        span(
            1, "", "invoke_agent researcher", **{"operation.name": "invoke_agent", "agent.name": "researcher"}
        ),
    ]
    resource = {"attributes": [attribute("service.name", "vendor-7")]}
    return json.dumps(
        {"resourceSpans": [{"resource": resource, "scopeSpans": [{"scope": {}, "spans": spans}]}]}
    )


def openinference() -> str:
    """What the console exporter prints of OpenInference's attributes: one object after another."""

    def span(number: int, parent: str | None, name: str, **given: object) -> dict[str, object]:
        return {
            "name": name,
            "context": {"trace_id": "0x1", "span_id": f"s{number}"},
            "parent_id": parent,
            "start_time": f"2026-01-01T10:00:0{number}.000000Z",
            "end_time": f"2026-01-01T10:00:0{number + 1}.000000Z",
            "attributes": given,
            "events": [],
        }

    output = "llm.output_messages.0.message"
    call = f"{output}.tool_calls.0.tool_call.function"
    spans = [
        span(
            3,
            "s1",
            "search",
            **{
                "openinference.span.kind": "TOOL",
                "tool.name": "web_search",
                "input.value": json.dumps(QUERY),
                "output.value": json.dumps(FOUND),
            },
        ),
        span(
            2,
            "s1",
            "ChatCompletion",
            **{
                "openinference.span.kind": "LLM",
                "llm.model_name": "vendor-7",
                "llm.input_messages.0.message.role": "user",
                "llm.input_messages.0.message.content": ASKED,
                f"{output}.role": "assistant",
                f"{output}.content": THOUGHT,
                f"{call}.name": "web_search",
                f"{call}.arguments": json.dumps(QUERY),
                "llm.token_count.prompt": 10,
                "llm.token_count.completion": 5,
            },
        ),
        span(
            1,
            None,
            "agent",
            **{"openinference.span.kind": "AGENT", "input.value": ASKED, "output.value": ANSWER},
        ),
    ]
    return "\n".join(json.dumps(one, indent=4) for one in spans)


def langsmith() -> str:
    """A run tree whose messages LangChain serialised."""

    def message(kind: str, content: str, **given: object) -> dict[str, object]:
        return {
            "lc": 1,
            "type": "constructor",
            "id": ["langchain", "schema", "messages", kind],
            "kwargs": {"content": content, "response_metadata": {"model_name": "vendor-7"}, **given},
        }

    def run(
        number: int, kind: str, name: str, inputs: object, outputs: object, *below: object
    ) -> dict[str, Any]:
        return {
            "id": f"s{number}",
            "run_type": kind,
            "name": name,
            "start_time": f"2026-01-01T10:00:0{number}",
            "end_time": f"2026-01-01T10:00:0{number + 1}",
            "inputs": inputs,
            "outputs": outputs,
            "child_runs": list(below),
        }

    asked = message("HumanMessage", ASKED)
    call = {"name": "web_search", "args": QUERY, "id": "c1", "type": "tool_call"}
    first, last = message("AIMessage", THOUGHT, tool_calls=[call]), message("AIMessage", ANSWER)
    result = message("ToolMessage", json.dumps(FOUND), tool_call_id="c1")

    def said(text: str, one: object) -> dict[str, object]:
        return {"generations": [[{"text": text, "message": one}]], "llm_output": {"model_name": "vendor-7"}}

    model = run(2, "llm", "Chat", {"messages": [[asked]]}, said(THOUGHT, first))
    tree = run(
        1,
        "chain",
        "agent",
        {"input": ASKED},
        {"output": ANSWER},
        {**model, "prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
        run(3, "tool", "web_search", QUERY, {"output": FOUND}),
        run(4, "llm", "Chat", {"messages": [[asked, first, result]]}, said(ANSWER, last)),
    )
    return json.dumps(tree)


def runs() -> str:
    """The same runs without nesting, one a line, the last to end first."""

    def flat(run: dict[str, Any], parent: str | None) -> Iterable[dict[str, Any]]:
        yield {**run, "child_runs": None, "parent_run_id": parent}
        for child in run["child_runs"]:
            yield from flat(child, run["id"])

    return "\n".join(json.dumps(run) for run in reversed([*flat(json.loads(langsmith()), None)]))


def responses() -> dict[str, Any]:
    """A response object of OpenAI's Responses API."""
    text = {"type": "output_text", "text": ANSWER, "annotations": []}
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": START,
        "output": [
            {"id": "rs_1", "type": "reasoning", "summary": [{"type": "summary_text", "text": THOUGHT}]},
            {
                "id": "ws_1",
                "type": "web_search_call",
                "action": {"type": "search", **QUERY, "sources": FOUND},
            },
            {
                "id": "ws_2",
                "type": "web_search_call",
                "action": {"type": "open_page", "url": FOUND[0]["url"]},
            },
            {
                "id": "ci_1",
                "type": "code_interpreter_call",
                "code": "print(3 * 0.7)",
                "outputs": [{"logs": "2.1"}],
            },
            {
                "id": "fc_1",
                "type": "function_call",
                "call_id": "c1",
                "name": "lookup",
                "arguments": json.dumps(QUERY),
            },
            {"id": "fo_1", "type": "function_call_output", "call_id": "c1", "output": FOUND[0]["snippet"]},
            {"id": "msg_1", "type": "message", "role": "assistant", "content": [text]},
        ],
        "usage": {"input_tokens": 100, "output_tokens": 50, "total_tokens": 150},
    }


def anthropic() -> list[dict[str, Any]]:
    """Messages of Anthropic's API with a search by the server and a page by the caller."""
    hit = {"type": "web_search_result", "title": "Dam A", **FOUND[0], "encrypted_content": "Eq" * 200}
    page = {"type": "text", "text": "Dam A was measured in 2020."}
    return [
        {"role": "user", "content": ASKED},
        {
            "role": "assistant",
            "content": [
                {"type": "thinking", "thinking": THOUGHT, "signature": "Zx" * 100},
                {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": QUERY},
                {"type": "web_search_tool_result", "tool_use_id": "s1", "content": [hit]},
                {"type": "tool_use", "id": "t1", "name": "fetch_page", "input": {"url": FOUND[0]["url"]}},
            ],
        },
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": [page]}]},
        {"role": "assistant", "content": [{"type": "text", "text": ANSWER}]},
    ]
