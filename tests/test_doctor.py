"""The doctor against servers that can much, little or nothing, each a local one."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.answering import Threaded
from tests.server import Reply, Request, said
from triaudit.__main__ import entry
from triaudit.store import Spent, Store

SECRET = "sk-test-4f9a8b7c6d5e4f3a2b1c"
HEADERS = {"X-RateLimit-Limit-Requests": "500", "X-RateLimit-Remaining-Tokens": "29000"}


def usage(cached: int | None) -> dict[str, Any]:
    details = {} if cached is None else {"prompt_tokens_details": {"cached_tokens": cached}}
    return {"usage": {"prompt_tokens": 2100, "completion_tokens": 10, **details}}


def able(request: Request) -> Reply:
    """A server that takes everything."""
    body = request.body
    if "tools" in body:
        call = {
            "id": "1",
            "type": "function",
            "function": {"name": "look_up", "arguments": '{"word":"quay"}'},
        }
        reply = said(None, "tool_calls", **usage(1024))
        reply["body"]["choices"][0]["message"]["tool_calls"] = [call]
        return {**reply, "headers": HEADERS}
    if isinstance(body["messages"][-1]["content"], list):
        kinds = [part["type"] for part in body["messages"][-1]["content"]]
        assert kinds == ["text", "image_url", "text"]
        return {**said('{"word": "Red"}', **usage(1792)), "headers": HEADERS}
    return {**said('{"word": "quay"}', **usage(0)), "headers": HEADERS}


def rejected(message: str, status: int = 400) -> Reply:
    return {"status": status, "body": {"error": {"message": message}}}


def plain(request: Request) -> Reply:
    """A server that takes text alone, binds no reply and wants another name for the room."""
    body = request.body
    if "response_format" in body:
        return rejected("response_format is not supported")
    if "max_tokens" in body:
        return rejected("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.")
    if "tools" in body:
        return rejected("tools: extra inputs are not permitted", 422)
    if isinstance(body["messages"][-1]["content"], list):
        return rejected("this model does not take images")
    return said('```json\n{"word": "quay"}\n```', **usage(None))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


Doctor = Callable[..., tuple[int, str, list[Request]]]


@pytest.fixture
def doctor(here: Path, capsys: pytest.CaptureFixture[str]) -> Doctor:
    """Run the doctor on a server; its status, what it printed, and the requests that came."""

    def run(reply: Callable[[Request], Reply], *overrides: str) -> tuple[int, str, list[Request]]:
        requests: list[Request] = []

        def noted(request: Request) -> Reply:
            requests.append(request)
            return reply(request)

        with Threaded(noted) as server:
            judge = [
                "judge=local",
                f"judge.base_url={server.url}",
                "judge.model=judge-small",
                "judge.identity=t",
            ]
            status = entry(["stage=doctor", *judge, *overrides])
        shown = capsys.readouterr()
        return status, shown.out + shown.err, requests

    return run


def test_three_calls_tell_what_a_server_can_do(doctor: Doctor, here: Path) -> None:
    status, shown, requests = doctor(able, "judge.runtime.prices={input: 1.0, output: 4.0}")
    assert status == 0
    assert len(requests) == 3
    found = dict(line.strip().split("  ", 1) for line in shown.splitlines()[1:] if "  " in line.strip())
    found = {what: said.strip() for what, said in found.items()}
    assert "for rubric, quality, claims, factcheck, audit: usable" in shown
    assert found["reply form"] == "json_schema"
    assert found["served model"] == "judge-small"
    assert found["adapted"] == "nothing"
    assert found["pictures"] == "seen"
    assert found["tools"] == "called"
    assert found["prompt cache"] == "hit: 1792 of 2100 tokens"
    assert found["rate limits"] == "x-ratelimit-limit-requests 500, x-ratelimit-remaining-tokens 29000"
    assert found["cost"] == "3 calls, 6330 tokens, $0.0064"
    assert Store(here / ".triaudit" / "store.sqlite").spent("default").calls == 3


def test_what_the_calls_share_comes_first_in_each(doctor: Doctor) -> None:
    _, _, requests = doctor(able)
    system = {json.dumps(request.body["messages"][0]) for request in requests}
    assert len(system) == 1
    picture = requests[1].body["messages"][1]["content"][0]["text"]
    assert requests[0].body["messages"][1]["content"].startswith(picture)
    assert len(picture) > 4096


def test_what_a_server_does_not_take_is_told_and_remembered(doctor: Doctor, here: Path) -> None:
    status, shown, requests = doctor(plain)
    assert status == 0
    assert "text; json_schema is not taken" in shown
    assert "judge-small does not take response_format" in shown
    assert "max_completion_tokens instead" in shown
    assert "not taken: 400 this model does not take images" in shown
    assert "not taken: 422 tools: extra inputs" in shown
    assert "not told by the server" in shown
    assert "no header tells them" in shown
    assert "mended: code fence" in shown
    assert "price unknown" in shown
    assert f"{len(requests)} calls" in shown
    (kept,) = Store(here / ".triaudit" / "store.sqlite").db.execute("select value from known").fetchone()
    assert json.loads(kept)["form"] == "text"
    again = doctor(able)
    assert "reply form" in again[1]
    assert "is not taken" not in again[1]


def test_a_missing_key_is_named_by_its_variable_and_nothing_is_asked(
    doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TEST_JUDGE_KEY", raising=False)
    status, shown, requests = doctor(able, "judge.key_env=TEST_JUDGE_KEY")
    assert status == 2
    assert requests == []
    assert "TEST_JUDGE_KEY" in shown
    assert "there is no such environment variable" in shown


def test_a_wrong_key_is_told_and_never_shown(doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_JUDGE_KEY", SECRET)
    status, shown, requests = doctor(
        lambda request: rejected(f"Incorrect API key provided: {SECRET}", 401), "judge.key_env=TEST_JUDGE_KEY"
    )
    assert status == 2
    assert len(requests) == 1
    assert requests[0].headers["authorization"] == f"Bearer {SECRET}"
    assert "401" in shown
    assert SECRET not in shown


@pytest.mark.parametrize(
    ("reply", "status", "words"),
    [
        (rejected("the engine is overloaded", 503), 75, "cannot be used now"),
        (rejected("slow down", 429), 75, "cannot be used now"),
        (rejected("no such model", 404), 2, "no such model"),
        (said("I'm sorry, but I can't help with that."), 2, "can't be used"),
        (said('{"word": "something else"}'), 2, "another word"),
        ({"status": 200, "body": "<html>welcome</html>"}, 75, "200 without a completion"),
    ],
    ids=["down", "busy", "no model", "refuses", "nonsense", "no api"],
)
def test_a_judge_that_cannot_be_used_ends_with_its_reason(
    doctor: Doctor, reply: Reply, status: int, words: str
) -> None:
    found, shown, requests = doctor(lambda request: reply)
    assert (found, len(requests)) == (status, 1)
    assert words in shown


def test_no_server_at_all_is_told(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judge = ["judge=local", "judge.base_url=http://127.0.0.1:9/v1", "judge.model=m", "judge.identity=t"]
    assert entry(["stage=doctor", *judge]) == 75
    assert "no connection to http://127.0.0.1:9/v1" in capsys.readouterr().out


def test_another_model_than_asked_for_is_told(doctor: Doctor) -> None:
    status, shown, _ = doctor(lambda request: said('{"word": "quay"}', model="cheap-model"))
    assert status == 0
    assert "cheap-model (ANOTHER MODEL than asked for)" in shown
    assert "taken, and not seen" in shown
    assert "taken, and not called" in shown


def test_every_judge_is_examined_once_and_rules_need_no_server(doctor: Doctor) -> None:
    status, shown, requests = doctor(
        able, "judge@audit.judge=rules", "judge@claims.judge=rules", "quality=off"
    )
    assert status == 0
    assert len(requests) == 3
    assert "for rubric, factcheck: usable" in shown
    assert "rules, for claims, audit: needs no server" in shown


def test_the_doctor_keeps_to_the_budget(doctor: Doctor, here: Path) -> None:
    status, shown, requests = doctor(able, "runtime.budget.calls=1")
    assert (status, len(requests)) == (75, 1)
    assert "the budget is used up (1 of 1 calls)" in shown
    assert Store(here / ".triaudit" / "store.sqlite").spent("default") == Spent(1, 2110, 0.0)


def test_offline_the_doctor_asks_nobody(doctor: Doctor) -> None:
    status, shown, requests = doctor(able, "runtime.offline=true")
    assert (status, requests) == (2, [])
    assert "runtime.offline" in shown
