"""What is kept, what is asked again, and that nothing depends on what finished first."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
import yaml

from tests.judge.asked import CASES, Run, judge, question, scores
from tests.judge.test_api_cases import GOOD, replay
from tests.project import Project
from tests.server import Reply, Request, Server, said
from triaudit import prompts
from triaudit.judge.endpoint import Call, Sampling, Turn
from triaudit.judge.exhibits import Exhibit, Takes
from triaudit.judge.model import Model
from triaudit.judge.stored import Stored
from triaudit.questions import ScoreDimension
from triaudit.runtime import Runtime, RuntimeSettings
from triaudit.store import Store
from triaudit.types import Record, Unanswered

KEY: dict[str, Any] = yaml.safe_load((CASES / "resume" / "c04_cache_key.yaml").read_text("utf-8"))
CHANGES: dict[str, dict[str, Any]] = {
    "judge": {"settings": {"model": "judge-b"}},
    "base_url": {"url": "http://127.0.0.1:2/v1"},
    "temperature": {"settings": {"sampling": {"temperature": 1}}},
    "prompt_version": {"rules": "You grade a report."},
    "rubric_hash": {"question": {"definition": "Costs are compared."}},
    "report_hash": {"question": {"report": "The pump costs 13 crowns."}},
    "attachments_hash": {"attachments": (Exhibit("f2", "picture"),)},
    "max_tokens": {"settings": {"sampling": {"max_tokens": 2048}}},
    "language": {"question": {"language": "zh"}},
    # Not in the case's list, and as good a reason to ask anew.
    "identity": {"settings": {"identity": "q8"}},
    "repeat": {"question": {"repeat": 1}},
    "reply": {"settings": {"reply": "text"}},
    "takes": {"takes": Takes(images=True, max_pixels=90_000)},
    "names": {"blind": ("openai",)},
    "blind": {"settings": {"blind": True}},
    "top_p": {"settings": {"sampling": {"top_p": 0.5}}},
    "seed": {"settings": {"sampling": {"seed": 1}}},
    "attachments": {"attachments": (Exhibit("f1", "picture"), Exhibit("f2", "picture"))},
    "task": {"question": {"query": "What does the crane cost?"}},
    "criteria": {"question": {"criteria": question().criteria[:2]}},
    "shared": {"prompt": {"shared": "The report"}},
    "varying": {"prompt": {"varying": "Its criteria"}},
    "moved": {"prompt": {"shared": "", "varying": prompts.prompt(question()).text}},
    "template": {"kind": "Retitled"},
    "schema": {"kind": "Reshaped"},
    "correction": {"turns": (Turn("not json", "Again."),)},
}


class Retitled(ScoreDimension):
    template: ClassVar[str] = "quality/score2"


class Reshaped(ScoreDimension):
    reply: ClassVar[type[Record]] = Unanswered


def key(folder: Path, change: dict[str, Any], **limits: Any) -> str:
    """The store's key of one call, with what is changed of it."""
    settings = {"model": "judge-a", "identity": "q4", **change.get("settings", {})}
    made = judge(change.get("url", KEY["base"]["base_url"]), **settings, runtime=limits)
    asked = question().model_copy(update=change.get("question", {}))
    prompt = prompts.prompt(asked)
    prompt = prompt._replace(rules=change.get("rules", prompt.rules), **change.get("prompt", {}))
    kind = {"Retitled": Retitled, "Reshaped": Reshaped}.get(change.get("kind", ""), ScoreDimension)
    call = Call(
        kind(**{name: getattr(asked, name) for name in type(asked).model_fields}),
        prompt,
        made.adapter.sampling,
        change.get("turns", ()),
        change.get("attachments", (Exhibit("f1", "picture"),)),
    )
    call = replace(call, takes=change.get("takes", Takes(images=True)), blind=change.get("blind", ()))
    store = Store(folder / "s")
    found = Stored(made.adapter, made.adapter, store, Runtime()).key(call)
    store.close()
    return found


def test_c04_the_list_is_covered() -> None:
    assert set(KEY["vary"]) <= set(CHANGES)


@pytest.mark.parametrize("name", CHANGES)
def test_c04_whatever_can_change_a_reply_is_another_entry(tmp_path: Path, name: str) -> None:
    assert key(tmp_path, CHANGES[name]) != key(tmp_path, {})


def test_c04_speed_and_money_are_no_part_of_the_key(tmp_path: Path) -> None:
    prices = {"input": 1, "output": 2}
    assert key(tmp_path, {}) == key(tmp_path, {}, concurrency=64, timeout=1, attempts=1, prices=prices)


def test_nothing_changed_is_the_same_entry_and_so_is_what_no_model_sees(tmp_path: Path) -> None:
    assert key(tmp_path, {}) == key(tmp_path, {})
    for settings in ({"key_env": "ANOTHER_KEY"}, {"repeats": 3}):
        assert key(tmp_path, {"settings": settings}) == key(tmp_path, {})


async def test_a_finished_run_repeated_makes_no_call(tmp_path: Path) -> None:
    async with Server([said("not json"), *replay("b01")[1:]]) as server:
        for _ in range(2):
            async with Run(tmp_path) as run:
                assert scores(await run.judge(server).ask(question())) == GOOD
        assert len(server.requests) == 2


async def test_offline_needs_no_server_and_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Server(replay("b01")[1:]) as server:
        monkeypatch.setenv("A_KEY", "x" * 20)
        async with Run(tmp_path) as run:
            await run.judge(server, key_env="A_KEY").ask(question())
    monkeypatch.delenv("A_KEY")
    settings = RuntimeSettings(concurrency=1, offline=True, progress="off")
    async with Run(tmp_path, Runtime(settings)) as run:
        assert scores(await run.judge(server, key_env="A_KEY").ask(question())) == GOOD


async def test_jobs_with_stores_of_their_own_connection_ask_a_question_once(tmp_path: Path) -> None:
    slow = {**replay("b01")[1], "delay_s": 0.1}
    async with Server([slow]) as server:
        runs = [Run(tmp_path) for _ in range(6)]
        answers = await asyncio.gather(*(run.judge(server).ask(question()) for run in runs))
        assert [scores(one) for one in answers] == [GOOD] * 6
        assert len(server.requests) == 1
        for run in runs:
            await run.__aexit__()


def test_a_model_is_a_judge_of_one_endpoint() -> None:
    made = judge("http://127.0.0.1:1/v1")
    assert isinstance(made, Model)
    assert made.adapter.sampling == Sampling(max_tokens=512, temperature=0, top_p=None, seed=None)


# ---------------------------------------------------------------- whole runs


def grader(request: Request) -> Reply:
    """A model that weighs and grades everything by its name, each reply after a time of its own."""
    kind = request.body["response_format"]["json_schema"]["name"]
    ids = re.findall(r"(?m)^([a-z][a-z0-9_]*(?:\.c\d+)?)(?: \(dynamic\))?: ", request.prompt)
    if kind == "KeyFactsReply":
        made: dict[str, Any] = {"facts": []}
    elif kind == "DimensionsReply":
        weights = [{"id": name, "weight": round(1 / (len(ids) + 1), 4)} for name in [*ids, "d1"]]
        made = {"dynamic": [{"name": "Field", "definition": "Knows it."}], "weights": weights}
    elif kind == "CriteriaReply":
        made = {
            "criteria": [
                {"dimension": name, "text": f"On {name}", "explanation": "", "weight": 1} for name in ids
            ]
        }
    else:
        made = {
            "scores": [
                {"criterion": name, "score": 4 + len(name) % 5, "reason": "r", "quote": ""} for name in ids
            ]
        }
    reply = said(json.dumps(made))
    turn = int(request.headers.get("x-turn", "0")) + len(request.prompt)
    return {**reply, "delay_s": (turn * ORDER[0]) % 7 / 100}


ORDER = [1]
LOCAL = ("judge=local", "judge.model=m", "judge.identity=w", "runtime.concurrency=4")


@pytest.mark.pipeline
async def test_c06_results_are_the_same_bytes_whatever_finishes_first(tmp_path: Path) -> None:
    results = []
    async with Server(grader) as server:
        for order in (1, 3):
            ORDER[0] = order
            project = Project.make(tmp_path / f"run{order}")
            words = (
                "stage=compose,systems,attachments,rubric,quality",
                *LOCAL,
                f"judge.base_url={server.url}",
            )
            await asyncio.to_thread(project.triaudit, *words)
            files = sorted((project.folder / "results").glob("*/*.jsonl"))
            results.append({path.relative_to(project.folder): path.read_bytes() for path in files})
    assert results[0] == results[1]
    assert any(
        re.search(rb'"score":\d', data) for path, data in results[0].items() if path.parent.name == "quality"
    )


@pytest.mark.pipeline
async def test_a_budget_stops_with_75_and_the_same_command_goes_on(tmp_path: Path) -> None:
    project = Project.make(tmp_path / "project")
    async with Server(grader) as server:
        words = ("stage=compose,systems,attachments,rubric,quality", *LOCAL, f"judge.base_url={server.url}")
        stopped = await asyncio.to_thread(project.triaudit, *words, "runtime.budget.calls=3", expect=75)
        assert len(server.requests) == 3
        assert stopped.count("the budget is used up (3 of 3 calls)") == 1
        await asyncio.to_thread(project.triaudit, *words)
        asked = [json.dumps(request.body) for request in server.requests]
        assert len(set(asked)) == len(asked) > 3


@pytest.mark.pipeline
async def test_i08_a_secret_that_a_provider_repeats_is_written_nowhere(tmp_path: Path) -> None:
    case = json.loads((CASES / "security" / "i08_error_with_secret.json").read_text("utf-8"))
    secret = case["config"]["judge"]["api_key"]
    told = {"error": {"message": case["error"], "code": f"bad {secret}"}}
    project = Project.make(tmp_path / "project")
    project.env["A_JUDGES_KEY"] = secret
    stages = "stage=compose,systems,attachments,rubric,quality"
    for status in (401, 400, 503):
        async with Server([{"status": status, "headers": {"Retry-After": "0.01"}, "body": told}]) as server:
            words = (stages, *LOCAL, f"judge.base_url={server.url}", "judge.key_env=A_JUDGES_KEY")
            limits = ("judge.runtime.attempts=1",)
            said_lines = await asyncio.to_thread(project.triaudit, *words, *limits, expect=75)
            assert server.requests[0].headers["authorization"] == f"Bearer {secret}"
        assert ("no further calls" in said_lines) == (status == 401)
        assert "sk-test-" not in said_lines
    refused = await asyncio.to_thread(project.triaudit, stages, *LOCAL, f"judge.api_key={secret}", expect=2)
    assert "sk-test-" not in refused
    found = [
        path for path in project.folder.rglob("*") if path.is_file() and b"sk-test-" in path.read_bytes()
    ]
    assert [path.relative_to(project.folder) for path in found] == []
