"""What servers do, each replayed by a local one: `tests/cases/api`."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.judge.asked import CASES, NAMES, Run, judge, question, scores
from tests.server import Reply, Request, Server, http_date, said
from triaudit.errors import TriauditError
from triaudit.judge import model, reply, retry
from triaudit.judge.stack import stack
from triaudit.types import Unanswered, UnansweredReason

GOOD = [7, 6, 8]
Outcome = tuple[dict[str, Any], list[str], str]


def replay(name: str) -> list[Reply]:
    (path,) = (CASES / "api").glob(f"{name}_*.json")
    replies: list[Reply] = json.loads(path.read_text("utf-8"))["replay"]
    return replies


class Clock:
    """Time that goes on by itself where someone sleeps."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.time, self.slept = 1000.0, list[float]()
        monkeypatch.setattr(retry, "now", lambda: self.time)
        monkeypatch.setattr(retry, "sleep", self.sleep)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds
        await asyncio.sleep(0)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


async def test_b01_the_wait_that_a_server_asks_for_is_kept(tmp_path: Path, clock: Clock) -> None:
    async with Server(replay("b01")) as server, Run(tmp_path) as run:
        assert scores(await run.judge(server).ask(question())) == GOOD
        assert len(server.requests) == 2
        assert sum(clock.slept) == pytest.approx(7)
        (entry,) = run.entries()
        assert entry["attempts"] == 2


async def test_b01_calls_that_waited_together_do_not_fire_together(tmp_path: Path) -> None:
    def busy(request: Request) -> Reply:
        first = server.requests[0].at
        if request.at < first + 0.5:
            return {
                "status": 429,
                "headers": {"Retry-After": "0.6"},
                "body": {"error": {"message": "slow down"}},
            }
        return replay("b01")[1]

    async with Server(busy) as server, Run(tmp_path) as run:
        asked = run.judge(server, runtime={"concurrency": 20})
        answers = await asyncio.gather(*(asked.ask(question(str(n))) for n in range(8)))
        assert [scores(answer) for answer in answers] == [GOOD] * 8
        again = sorted(request.at for request in server.requests)[8:]
        assert len(again) == 8
        assert again[0] - server.requests[0].at >= 0.6
        assert min(b - a for a, b in itertools.pairwise(again)) > retry.SPACING / 2


async def test_b02_a_date_to_wait_for_is_understood(tmp_path: Path, clock: Clock) -> None:
    limited, good = replay("b02")
    async with (
        Server([{**limited, "headers": {"Retry-After": http_date(5)}}, good]) as server,
        Run(tmp_path) as run,
    ):
        assert scores(await run.judge(server).ask(question())) == GOOD
        assert 3 < sum(clock.slept) <= 5


async def test_b02_a_date_that_is_over_leaves_the_usual_back_off(tmp_path: Path, clock: Clock) -> None:
    limited, good = replay("b02")
    async with (
        Server([{**limited, "headers": {"Retry-After": http_date(-60)}}, good]) as server,
        Run(tmp_path) as run,
    ):
        assert scores(await run.judge(server).ask(question())) == GOOD
        assert 0.5 < sum(clock.slept) < 2


async def test_b03_an_empty_account_stops_all_calls_with_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with Server(replay("b03")) as server, Run(tmp_path) as run:
        asked = run.judge(server)
        answers = [await asked.ask(question(str(n))) for n in range(5)]
        assert len(server.requests) == 1
        assert {(type(one), one.reason) for one in answers if isinstance(one, Unanswered)} == {
            (Unanswered, UnansweredReason.PROVIDER_ERROR)
        }
        assert run.runtime.holes == 5
        said_lines = capsys.readouterr().err.splitlines()
        assert len(said_lines) == 1
        assert "insufficient_quota" in said_lines[0]


async def test_b04_an_error_page_is_tried_again_and_is_no_answer(tmp_path: Path, clock: Clock) -> None:
    async with Server(replay("b04")) as server, Run(tmp_path) as run:
        assert scores(await run.judge(server).ask(question())) == GOOD
        assert len(server.requests) == 2
    page: list[Reply] = [{**replay("b04")[0], "status": 200}]
    async with Server(page) as server, Run(tmp_path / "ok") as run:
        answer = await run.judge(server).ask(question())
        assert isinstance(answer, Unanswered)
        assert answer.reason is UnansweredReason.PROVIDER_ERROR


async def test_b05_a_late_answer_is_given_up_and_not_counted(tmp_path: Path, clock: Clock) -> None:
    (slow,) = replay("b05")
    async with Server([slow, slow, {**slow, "delay_s": 0}]) as server, Run(tmp_path) as run:
        assert scores(await run.judge(server, runtime={"timeout": 0.3}).ask(question())) == GOOD
        assert len(server.requests) == 3
        assert len(run.entries()) == 1
    async with Server([slow]) as server, Run(tmp_path / "late") as run:
        answer = await run.judge(server, runtime={"timeout": 0.2, "attempts": 2}).ask(question())
        assert isinstance(answer, Unanswered)
        assert answer.detail == "no answer within 0.2 s (runtime.timeout of the judge)"
        assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("name", "reason", "words"),
    [
        ("b06", UnansweredReason.TOO_LONG, "8192"),
        ("b10", UnansweredReason.TOO_LONG, "context length exceeded"),
        ("b12", UnansweredReason.FILTERED, "filter"),
        ("b13", UnansweredReason.FILTERED, "content management policy"),
    ],
)
async def test_what_cannot_succeed_is_asked_once(
    tmp_path: Path, name: str, reason: UnansweredReason, words: str
) -> None:
    async with Server(replay(name)) as server, Run(tmp_path) as run:
        answer = await run.judge(server).ask(question())
        assert isinstance(answer, Unanswered)
        assert answer.reason is reason
        assert words in answer.detail
        assert not answer.retryable
        assert len(server.requests) == 1
        assert run.entries() == []
        assert [found for found, _ in run.ledger()] == [reason]
        assert run.runtime.unanswered == {reason: 1}
        assert run.store.known("anything") is None
        assert run.store.db.execute("select count(*) from known").fetchone() == (0,)


@pytest.mark.parametrize(
    ("name", "without", "outcome"),
    [
        ("b07", "max_tokens", ({"max_completion_tokens": 512}, [], "asked with max_completion_tokens")),
        ("b08", "temperature", ({}, ["temperature"], "does not take temperature")),
        ("b09", "response_format", ({}, ["json_schema"], "asked with text instead")),
    ],
)
async def test_what_a_model_does_not_take_is_left_out_once_and_for_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, without: str, outcome: Outcome
) -> None:
    instead, dropped, line = outcome
    async with Server(replay(name)) as server:
        async with Run(tmp_path) as run:
            asked = run.judge(server)
            assert scores(await asked.ask(question("one"))) == GOOD
            assert scores(await asked.ask(question("two"))) == GOOD
        async with Run(tmp_path) as run:  # another process
            assert scores(await run.judge(server).ask(question("three"))) == GOOD
            entries = run.entries()
        assert len(server.requests) == 4
        first, *others = (request.body for request in server.requests)
        assert without in first
        for body in others:
            assert without not in body
            assert instead.items() <= body.items()
    assert [entry["dropped"] for entry in entries] == [dropped] * 3
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert line in lines[0]


async def test_b11_room_that_went_to_thinking_is_doubled_once_and_named(tmp_path: Path) -> None:
    async with Server(replay("b11")) as server, Run(tmp_path) as run:
        answer = await run.judge(server).ask(question())
        assert isinstance(answer, Unanswered)
        assert answer.reason is UnansweredReason.TRUNCATED
        assert "512 of them for hidden reasoning" in answer.detail
        assert [request.body["max_tokens"] for request in server.requests] == [512, 1024]
        (cost,) = run.store.db.execute("select about from ledger").fetchone()
        told = json.loads(cost)
        assert (told["attempts"], told["output"], told["reasoning"]) == (2, 1024, 1024)


async def test_b14_another_model_than_the_one_asked_for_is_kept_and_told(tmp_path: Path) -> None:
    async with Server(replay("b14")) as server, Run(tmp_path) as run:
        assert scores(await run.judge(server, model="judge-large-1").ask(question())) == GOOD
        (entry,) = run.entries()
        assert (entry["requested"], entry["served"]) == ("judge-large-1", "judge-large-2")
        assert run.runtime.served == {("judge-large-1", "judge-large-2"): 1}


@pytest.mark.parametrize(
    "case",
    yaml.safe_load((CASES / "api" / "b15_base_urls.yaml").read_text("utf-8"))["cases"],
    ids=lambda c: c["base_url"],
)
def test_b15_a_base_url_reaches_one_endpoint_or_is_refused_at_once(case: dict[str, str]) -> None:
    if case["want"].startswith("http"):
        made = judge(case["base_url"])
        assert f"{made.adapter.identity['base_url']}/chat/completions" == case["want"]
        return
    with pytest.raises(ValueError, match="base_url") as refused:
        judge(case["base_url"])
    assert ("/v1" if "missing" in case["want"] else "/chat/completions") in str(refused.value)


@pytest.mark.parametrize(
    ("base", "path"),
    [
        ("/v1", "/v1/chat/completions"),  # vLLM, llama.cpp, Ollama
        ("/v1/", "/v1/chat/completions"),
        ("/api/v1", "/api/v1/chat/completions"),  # OpenRouter
        ("/openai/v1/", "/openai/v1/chat/completions"),  # Azure
        ("/v1beta/openai", "/v1beta/openai/chat/completions"),  # Gemini
        ("/acc/gateway/compat", "/acc/gateway/compat/chat/completions"),
        (
            "/openai/deployments/judge?api-version=2024-10-21",
            "/openai/deployments/judge/chat/completions?api-version=2024-10-21",
        ),
    ],
)
async def test_b15_each_kind_of_server_is_reached_at_its_path_with_its_kind_of_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, base: str, path: str
) -> None:
    monkeypatch.setenv("A_JUDGES_KEY", "sk-test-1234567890abcdef")
    async with Server(replay("b14")) as server, Run(tmp_path) as run:
        url = server.url.removesuffix("/v1") + base
        asked = stack(judge(url, key_env="A_JUDGES_KEY"), run.store, run.runtime)
        assert scores(await asked.ask(question())) == GOOD
        (request,) = server.requests
        assert request.path == path
        keyed = {name: request.headers.get(name) for name in ("authorization", "api-key")}
        own = {"authorization": None, "api-key": "sk-test-1234567890abcdef"}
        bearer = {"authorization": "Bearer sk-test-1234567890abcdef", "api-key": None}
        assert keyed == (own if "api-version" in base else bearer)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("http://localhost:11434", "the path is missing"),
        ("https://openrouter.ai/api/v1/chat/completions", "leave that out"),
        ("https://r.example/openai/deployments/d/chat/completions?api-version=1", "leave that out"),
        ("https://r.example/openai/deployments/d?api-version=1&x=2", "only .api-version"),
        ("https://r.example/v1?key=abc", "only .api-version"),
        ("https://r.example/v1#x", "only .api-version"),
        ("localhost:11434/v1", "give a URL"),
        ("ftp://r.example/v1", "give a URL"),
        ("", "give a URL"),
    ],
)
def test_b15_an_address_that_would_miss_is_refused_with_the_remedy(url: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        judge(url)


async def test_a_request_goes_to_one_path_with_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("A_JUDGES_KEY", "sk-test-1234567890abcdef")
    async with Server(replay("b14")) as server, Run(tmp_path) as run:
        await run.judge(server, key_env="A_JUDGES_KEY").ask(question())
        (request,) = server.requests
        assert request.path == "/v1/chat/completions"
        assert request.headers["authorization"] == "Bearer sk-test-1234567890abcdef"


async def test_a_key_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("A_JUDGES_KEY", raising=False)
    async with Server(replay("b14")) as server, Run(tmp_path) as run:
        with pytest.raises(TriauditError, match=r"judge\.key_env=A_JUDGES_KEY: there is no such"):
            await run.judge(server, key_env="A_JUDGES_KEY").ask(question())


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"message": "upstream overloaded", "code": 503}},
        {"error": "try later"},
        {"choices": []},
        {"choices": None},
        {"choices": [{"finish_reason": "error", "error": {"code": 502, "message": "bad gateway"}}]},
        [],
    ],
    ids=str,
)
async def test_a_200_that_carries_an_error_is_an_error(tmp_path: Path, clock: Clock, body: Any) -> None:
    async with Server([{"status": 200, "body": body}, replay("b01")[1]]) as server, Run(tmp_path) as run:
        assert scores(await run.judge(server).ask(question())) == GOOD
        assert len(server.requests) == 2


async def test_a_server_that_is_not_there_is_an_outage(tmp_path: Path, clock: Clock) -> None:
    async with Server([]) as server:
        pass
    async with Run(tmp_path) as run:
        answer = await run.judge(server).ask(question())
        assert isinstance(answer, Unanswered)
        assert answer.retryable
        assert "no connection to http://127.0.0.1" in answer.detail


@pytest.mark.parametrize(
    "content",
    [
        "",
        "\ufeff \n",
        "I can't help with that.",
        '{"scores": [{"criterion": "x"',
        "Coverage: 7, sources 6, so 8.",
    ],
)
async def test_a_reply_that_cannot_be_used_is_asked_for_again(tmp_path: Path, content: str) -> None:
    async with Server([said(content), replay("b01")[1]]) as server, Run(tmp_path) as run:
        assert scores(await run.judge(server).ask(question())) == GOOD
        (entry,) = run.entries()
        assert entry["attempts"] == 2
        assert entry["usage"]["output"] == 160
        assert entry["earlier"] == [content]
        first, second = (request.body["messages"] for request in server.requests)
        assert second[: len(first)] == first


async def test_what_is_never_usable_is_unanswered_and_no_entry(tmp_path: Path) -> None:
    async with Server([said("Sure! The report is fine.")]) as server, Run(tmp_path) as run:
        answer = await run.judge(server).ask(question())
        assert isinstance(answer, Unanswered)
        assert answer.reason is UnansweredReason.UNPARSABLE
        assert run.entries() == []
        assert len(server.requests) == 5


async def test_a_mended_reader_reads_what_was_paid_for_already(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = "cost=7; sources=6; use=8"
    async with Server([said(odd)]) as server:
        async with Run(tmp_path) as run:
            assert isinstance(await run.judge(server).ask(question()), Unanswered)
            made = len(server.requests)
        plain = reply.read

        def mended(text: str, *rest: Any) -> reply.Read[Any]:
            better = replay("b01")[1]["body"]["choices"][0]["message"]["content"]
            return plain(better if text == odd else text, *rest)

        monkeypatch.setattr(reply, "read", mended)
        model._read.cache_clear()
        async with Run(tmp_path) as run:
            assert scores(await run.judge(server).ask(question())) == GOOD
            assert [entry["text"] for entry in run.entries()] == [odd]
        assert len(server.requests) == made


async def test_criteria_that_a_reply_lacks_are_asked_for_by_themselves_and_kept_with_it(
    tmp_path: Path,
) -> None:
    whole = json.loads(replay("b01")[1]["body"]["choices"][0]["message"]["content"])
    part = {name: whole[name] for name in list(whole)[:2]}
    rest = {name: whole[name] for name in list(whole)[2:]}
    async with Server([said(json.dumps(part)), said(json.dumps(rest))]) as server, Run(tmp_path) as run:
        assert scores(await run.judge(server).ask(question())) == GOOD
        assert "Source quality:" not in server.requests[1].prompt
        assert scores(await run.judge(server).ask(question())) == GOOD
        assert len(server.requests) == 2


async def test_rules_and_report_are_the_same_bytes_in_front_of_what_varies(tmp_path: Path) -> None:
    async with Server(replay("b01")[1:]) as server, Run(tmp_path) as run:
        asked = run.judge(server)
        report = "A long report. " * 500
        await asyncio.gather(
            asked.ask(question(report)),
            asked.ask(
                question(report, names=("Source quality", "Actionability", "Coverage of cost drivers"))
            ),
        )
        one, two = (request.body["messages"] for request in server.requests)
        assert one[0] == two[0]
        assert one[0]["role"] == "system"
        cut = one[1]["content"].index("The dimension to grade")
        assert one[1]["content"][:cut] == two[1]["content"][:cut]
        assert cut > len(report)


# ---------------------------------------------------------------- a bad day


async def test_in_a_storm_of_faults_answers_are_the_calm_ones_or_none(tmp_path: Path, clock: Clock) -> None:
    """One reply in three is an error, cut, malformed or refused."""
    names = list(NAMES)
    dice = random.Random(7)

    def calm(request: Request) -> Reply:
        number = int(request.prompt.split("Report number ")[1].split(".")[0])
        scored = {name: {"score": (number + k) % 11, "why": "so"} for k, name in enumerate(names)}
        return said(json.dumps(scored))

    def storm(request: Request) -> Reply:
        good = calm(request)
        text = good["body"]["choices"][0]["message"]["content"]
        if dice.random() >= 1 / 3:
            return good
        return dice.choice(
            [
                {"status": 500, "body": "<html>down</html>"},
                {"status": 429, "headers": {"Retry-After": "1"}, "body": {}},
                {"status": 200, "body": {"error": {"code": 503, "message": "overloaded"}}},
                said(text[: len(text) // 2], "length"),
                said(text[: len(text) // 2]),
                said(text.replace(":", "=")),
                said(""),
                said("I'm sorry, but I can't help with that."),
                said("I think it deserves a 9 overall."),
            ]
        )

    questions = [question(f"Report number {n}.") for n in range(300)]
    answers = []
    for folder, replies in ((tmp_path / "calm", calm), (tmp_path / "storm", storm)):
        async with Server(replies) as server, Run(folder) as run:
            asked = run.judge(server, runtime={"attempts": 6})
            answers.append(await asyncio.gather(*(asked.ask(one) for one in questions)))
    pairs = list(zip(*answers, strict=True))
    lost = [stormy for _, stormy in pairs if isinstance(stormy, Unanswered)]
    assert all(isinstance(stormy, Unanswered) or scores(stormy) == scores(calm) for calm, stormy in pairs)
    assert len(lost) <= 3, lost


async def test_a_line_that_breaks_is_told_from_a_server_that_is_slow(tmp_path: Path, clock: Clock) -> None:
    async def broken(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.close()

    listening = await asyncio.start_server(broken, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/v1"
    slow: Reply = {"status": 200, "delay_s": 5}
    async with Server([slow]) as server, Run(tmp_path) as run:
        details = []
        for place in (url, server.url, "http://127.0.0.1:1/v1"):
            asked = stack(judge(place, runtime={"timeout": 0.2, "attempts": 1}), run.store, run.runtime)
            answer = await asked.ask(question())
            assert isinstance(answer, Unanswered)
            details.append(answer.detail)
        assert len(clock.slept) == 0
    listening.close()
    assert details[0] == f"no connection to {url} (ServerDisconnectedError)"
    assert details[1] == "no answer within 0.2 s (runtime.timeout of the judge)"
    assert details[2].startswith("no connection to http://127.0.0.1:1/v1 (")
