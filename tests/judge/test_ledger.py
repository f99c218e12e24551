"""What is kept of a call: of an answer everything, of a failure what it cost and what came."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from tests.judge.asked import NAMES, SAMPLING, Run, question, scores
from tests.judge.test_budget import PRICES, runtime
from tests.judge.test_repeats import counted
from tests.server import Server, said
from triaudit.runtime import Runtime, RuntimeSettings
from triaudit.types import Unanswered, UnansweredReason

CUT = said('{"scores": [{"criterion": "Cover', "length")
COST = (900 * 1.0 + 80 * 4.0) / 1e6
"""Of one call to the server, in dollars."""


def about(run: Run) -> dict[str, Any]:
    (entry,) = run.store.entries()
    return dict(json.loads(entry.about))


def costs(run: Run) -> dict[str, Any]:
    (failure,) = run.store.failures()
    return dict(json.loads(failure.about))


async def test_an_answer_keeps_everything_about_its_call(tmp_path: Path) -> None:
    before = time.time()
    async with Server([CUT, counted(7)[0]]) as server, Run(tmp_path) as run:
        judge = run.judge(server, runtime={"prices": PRICES}, sampling={"top_p": 0.5})
        assert scores(await judge.ask(question())) == [7] * 3
        (kept,) = run.entries()
        assert json.loads(kept["text"])["scores"][0]["criterion"] == NAMES[0]
        assert kept["earlier"] == ['{"scores": [{"criterion": "Cover']
        assert (kept["requested"], kept["served"], kept["finish"]) == ("judge-small", "judge-small", "stop")
        assert kept["applied"] == {
            "max_tokens": 2 * SAMPLING["max_tokens"],
            "response_format": "json_schema",
            "temperature": 0,
            "top_p": 0.5,
        }
        assert kept["dropped"] == []
        assert kept["usage"] == {"input": 1800, "cached": None, "output": 160, "reasoning": None}
        assert kept["attempts"] == 2
        assert kept["seconds"] > 0
        told = about(run)
        assert told["usd"] == pytest.approx(2 * COST)
        assert (told["template"], told["repeat"]) == ("quality/score", 0)
        assert told["judge"]["model"] == "judge-small"
        (entry,) = run.store.entries()
        assert before <= entry.at <= time.time()


async def test_an_unknown_price_is_no_price(tmp_path: Path) -> None:
    async with Server(counted(7)) as server, Run(tmp_path) as run:
        await run.judge(server).ask(question())
        assert about(run)["usd"] is None


async def test_what_a_failed_attempt_was_billed_is_in_the_answers_cost(tmp_path: Path) -> None:
    broken = said("", "error")
    async with Server([broken, counted(7)[0]]) as server, Run(tmp_path) as run:
        judge = run.judge(server, runtime={"prices": PRICES})
        assert scores(await judge.ask(question())) == [7] * 3
        (kept,) = run.entries()
        assert kept["attempts"] == 2
        assert kept["usage"]["input"] == 1800
        assert about(run)["usd"] == pytest.approx(2 * COST)


async def test_billed_attempts_are_counted_where_the_budget_ends_the_call(tmp_path: Path) -> None:
    async with Server([CUT]) as server, Run(tmp_path, runtime(calls=1)) as run:
        answer = await run.judge(server, runtime={"prices": PRICES}).ask(question())
        assert isinstance(answer, Unanswered)
        assert answer.reason is UnansweredReason.BUDGET
        told = costs(run)
        assert (told["attempts"], told["input"], told["output"]) == (1, 900, 80)
        assert told["usd"] == pytest.approx(COST)
        assert told["last"]["text"].startswith('{"scores": [{"criterion"')


async def test_a_failure_keeps_what_all_its_attempts_cost_and_the_last_reply(tmp_path: Path) -> None:
    async with Server([said("I'm sorry, but I can't help with that.")]) as server, Run(tmp_path) as run:
        answer = await run.judge(server, runtime={"prices": PRICES}).ask(question())
        assert isinstance(answer, Unanswered)
        told = costs(run)
        assert told["attempts"] == len(server.requests) == 3
        assert told["usd"] == pytest.approx(3 * COST)
        assert told["last"]["text"] == "I'm sorry, but I can't help with that."
        assert told["judge"]["model"] == "judge-small"


async def test_offline_a_question_fails_as_it_failed_when_it_was_asked(tmp_path: Path) -> None:
    async with Server([CUT]) as server:
        async with Run(tmp_path) as run:
            failed = await run.judge(server).ask(question())
        offline = Runtime(RuntimeSettings(concurrency=1, offline=True, progress="off"))
        async with Run(tmp_path, offline) as run:
            judge = run.judge(server)
            assert await judge.ask(question()) == failed
            missing = await judge.ask(question(repeat=1))
    assert isinstance(missing, Unanswered)
    assert missing.reason is UnansweredReason.NOT_IN_STORE
    assert offline.unanswered == {UnansweredReason.TRUNCATED: 1, UnansweredReason.NOT_IN_STORE: 1}


async def test_a_reply_that_repeats_the_key_is_kept_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("A_JUDGES_KEY", "open-sesame-77")
    drafts = [{"criterion": n, "score": 7, "reason": "open-sesame-77", "quote": ""} for n in NAMES]
    async with Server([said(json.dumps({"scores": drafts}), model="open-sesame-77")]) as server:
        async with Run(tmp_path) as run:
            judge = run.judge(server, key_env="A_JUDGES_KEY")
            answer = await judge.ask(question())
            assert answer == await judge.ask(question())
            (entry,) = run.store.entries()
        assert "sesame" not in str(answer) + entry.value + entry.about
        assert "[secret]" in entry.value
        assert server.requests[0].headers["authorization"] == "Bearer open-sesame-77"


async def test_half_a_character_in_a_reply_is_kept_as_a_mark(tmp_path: Path) -> None:
    drafts = [{"criterion": n, "score": 7, "reason": "broken \ud83d", "quote": ""} for n in NAMES]
    async with Server([said(json.dumps({"scores": drafts}))]) as server, Run(tmp_path) as run:
        judge = run.judge(server)
        first = await judge.ask(question())
        assert scores(first) == [7] * 3
        assert await judge.ask(question()) == first
        assert len(server.requests) == 1


async def test_a_damaged_ledger_row_costs_nothing_but_itself(tmp_path: Path) -> None:
    async with Server(counted(7)) as server, Run(tmp_path) as run:
        judge = run.judge(server)
        await judge.ask(question())
        (entry,) = run.store.entries()
        run.store.db.execute("delete from entries")
        poison = '{"last": {"text": 7}}'
        run.store.fail(entry.key, "completion", UnansweredReason.REFUSED, "no", poison)
        assert scores(await judge.ask(question())) == [7] * 3
        assert len(server.requests) == 2
