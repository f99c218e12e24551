"""Keys of a judge appear nowhere, whatever its server repeats of them and however a run ends."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.judge.asked import Run, judge, question
from tests.judge.test_resume_cases import LOCAL, grader
from tests.project import Project
from tests.server import Reply, Request, Server, said
from triaudit.errors import TriauditError
from triaudit.store import Store
from triaudit.types import Unanswered

VARIABLE, KEY = "GATEWAY_ACCESS", "Zq7vT9mW2xLp4RbK"
"""A key of no known shape in a variable whose name says nothing."""
SHAPED = "sk-test-1234567890abcdef"
PASSWORD = "correcthorse4711"
SECRETS = (KEY, SHAPED, PASSWORD, base64.b64encode(f"worker:{PASSWORD}".encode()).decode())
STAGES = "stage=compose,systems,attachments,rubric,quality,score,track,report"
FAILURES: dict[str, Callable[[str], Reply]] = {
    "wrong-key": lambda words: {
        "status": 401,
        "body": {"error": {"message": words, "code": words, "param": words}},
    },
    "bad": lambda words: {"status": 400, "body": {"error": {"message": f"model {words}", "type": words}}},
    "page": lambda words: {"status": 503, "body": f"<html><b>{words}</b></html>"},
    "error-of-200": lambda words: {"status": 200, "body": {"error": {"message": words, "code": 500}}},
    "text-of-200": lambda words: {"status": 200, "body": {"detail": words}},
    "refusal": lambda words: said("", choices=[{"message": {"content": None, "refusal": f"No {words}"}}]),
    "no-reply": lambda words: said(f"I can not grade. {words}"),
    "cut": lambda words: said(f'{{"scores": [{{"reason": "{words}', "length"),
}


def repeated(request: Request) -> str:
    """What a careless server says of a request."""
    return (
        f"Authorization: {request.headers.get('authorization')}; proxy "
        f"{request.headers.get('proxy-authorization')}; key={SHAPED} at https://gate:{PASSWORD}@api.example/v1"
    )


def leaks(folder: Path, *outputs: str) -> list[str]:
    """Where a secret is found: files with their bytes, databases with their rows, outputs."""
    wanted = [secret.encode() for secret in SECRETS]
    found = [
        str(path.relative_to(folder))
        for path in sorted(folder.rglob("*"))
        if path.is_file() and any(secret in path.read_bytes() for secret in wanted)
    ]
    names = [str(path) for path in folder.rglob("*") if any(secret in path.name for secret in SECRETS)]
    said_aloud = [
        line
        for output in outputs
        for line in output.splitlines()
        if any(secret in line for secret in SECRETS)
    ]
    return found + names + said_aloud


@pytest.mark.pipeline
async def test_nothing_of_a_key_is_left_after_failing_and_after_succeeding_runs(tmp_path: Path) -> None:
    project = Project.make(tmp_path / "project")
    project.env |= {VARIABLE: KEY, "OPENAI_LOG": "debug"}
    words = (STAGES, *LOCAL, f"judge.key_env={VARIABLE}", "judge.runtime.attempts=1")
    go_on = ("judge@rubric.judge=rules", "quality.accept_unanswered=1000")
    outputs = []
    closed, *others = FAILURES.values()
    for number, kinds in enumerate(([closed], others, others[-1:])):

        def fail(request: Request, kinds: list[Callable[[str], Reply]] = kinds) -> Reply:
            return kinds[len(server.requests) % len(kinds)](repeated(request))

        async with Server(fail) as server:
            run = (*words, *go_on, f"judge.base_url={server.url}", f"judge.model=m{number}")
            outputs.append(await asyncio.to_thread(project.triaudit, *run))
            assert len(server.requests) >= 2 * len(kinds) - 1
            assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"

    def succeed(request: Request) -> Reply:
        good = grader(request)
        told = repeated(request).replace(SHAPED, "").replace(PASSWORD, "")
        reply = json.loads(good["body"]["choices"][0]["message"]["content"])
        for score in reply.get("scores", ()):
            score["reason"] = told
        return {**said(json.dumps(reply), model=f"m {told}"), "headers": {"x-request-id": KEY}}

    async with Server(succeed) as server:
        outputs.append(await asyncio.to_thread(project.triaudit, *words, f"judge.base_url={server.url}"))
        assert server.requests
    assert leaks(project.folder, *outputs) == []
    results = project.read("results/quality/harbor.jsonl")
    assert "[secret]" in results, "the words around the key were to be kept"
    assert list((project.folder / "mlruns").rglob("mlflow.db")), "runs were to be tracked"
    with sqlite3.connect(project.folder / ".triaudit/store.sqlite") as store:
        assert store.execute("select count(*) from ledger").fetchone()[0] > 4
        assert store.execute("select count(*) from entries").fetchone()[0] > 0


@pytest.mark.pipeline
async def test_a_key_or_a_password_in_the_wrong_place_is_refused_without_being_repeated(
    tmp_path: Path,
) -> None:
    project = Project.make(tmp_path / "project")
    project.env |= {"HYDRA_FULL_ERROR": "1"}
    outputs = [
        project.triaudit(STAGES, *LOCAL, word, expect=2)
        for word in (
            f"judge.key_env={KEY}",
            f"judge.base_url='https://worker:{PASSWORD}@api.example/v1'",
            f"judge.base_url='https://{PASSWORD}@api.example/v1'",
            f"judge.base_url='https://api.example/v1?api-key={KEY}'",
            f"judge.base_url='https://api.example/v1?code={SHAPED}'",
            f"+judge.api_key={KEY}",
            f"judge.sampling.seed={SHAPED}",
        )
    ]
    project.params(judge={"use": "local", "model": "m", "identity": "w", "key_env": KEY})
    outputs.append(project.triaudit(STAGES, expect=2))
    project.params(judge="rules")
    assert leaks(project.folder, *outputs) == []
    assert all("secret's value" in output or "judge." in output for output in outputs)


@pytest.mark.pipeline
async def test_a_proxys_password_is_sent_to_the_proxy_alone(tmp_path: Path) -> None:
    project = Project.make(tmp_path / "project")
    words = (STAGES.replace(",track,report", ""), *LOCAL, "judge.base_url=http://judge.example/v1")

    def proxy(request: Request) -> Reply:
        return {"status": 407, "body": {"error": {"message": repeated(request)}}}

    async with Server(proxy) as server:
        address = f"http://worker:{PASSWORD}@127.0.0.1:{server.port}"
        project.env |= {"HTTP_PROXY": address, "NO_PROXY": "", "OPENAI_LOG": "debug"}
        output = await asyncio.to_thread(project.triaudit, *words, "judge.runtime.attempts=1", expect=None)
        assert "proxy-authorization" in server.requests[0].headers
    project.env |= {"HTTP_PROXY": f"gopher://worker:{PASSWORD}@127.0.0.1:1"}
    other = await asyncio.to_thread(project.triaudit, *words, expect=2)
    assert "see the *_PROXY variables" in other
    assert leaks(project.folder, output, other) == []


async def test_what_is_kept_of_a_reply_has_no_key_and_is_otherwise_as_it_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, KEY)
    text = json.dumps({"scores": [], "why": KEY, "other": "sk-learn-something"})
    async with Server([said(text)]) as server, Run(tmp_path) as run:
        answer = await run.judge(server, key_env=VARIABLE).ask(question())
        assert isinstance(answer, Unanswered)
        (about,) = run.store.db.execute("select about from ledger").fetchone()
        assert json.loads(about)["last"]["text"] == text.replace(KEY, "[secret]")
        assert all(KEY not in json.dumps(request.body) for request in server.requests)


@pytest.mark.pipeline
def test_an_unforeseen_error_is_told_without_secrets(tmp_path: Path) -> None:
    project = Project.make(tmp_path / "project")
    path = project.folder / "src/triaudit/quality/stage.py"
    broken = f'raise RuntimeError("server said " + __import__("os").environ["{VARIABLE}"] + " {SHAPED}")'
    text = path.read_text()
    place = "\n    async def work("
    assert text.count(place) == 1
    path.write_text(text.replace(place, f"\n    {broken}\n{place}"))
    project.env |= {VARIABLE: KEY}
    words = (
        "stage=compose,systems,attachments,rubric,quality",
        "judge=openai",
        "judge.model=m",
        "judge@rubric.judge=rules",
    )
    told = project.triaudit(*words, f"judge.key_env={VARIABLE}", expect=1)
    assert "RuntimeError: server said [secret] [secret]" in told
    assert leaks(project.folder / "results", told) == []


def test_no_key_is_in_how_a_judge_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, KEY)
    made = judge("http://127.0.0.1:1/v1", key_env=VARIABLE)
    adapter: Any = made.adapter
    assert KEY not in repr(made.identity) + repr(adapter.settings) + repr(vars(adapter))
    with pytest.raises(ValueError, match="before @") as refused:
        judge(f"https://{PASSWORD}@api.example/v1")
    assert isinstance(refused.value, ValueError)


def test_the_store_says_nothing_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, KEY)
    (tmp_path / "store").write_bytes(os.urandom(64))
    with pytest.raises(TriauditError) as error:
        Store(tmp_path / "store")
    assert KEY not in str(error.value)
