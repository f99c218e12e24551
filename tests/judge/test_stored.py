import asyncio
from pathlib import Path

import pytest

from triaudit.judge.endpoint import Call, Completion
from triaudit.judge.model import Model
from triaudit.judge.rules import Rules
from triaudit.judge.scripted import Script, Scripted
from triaudit.judge.stack import stack
from triaudit.judge.stored import Stored
from triaudit.questions import ClaimsReply, ExtractClaims
from triaudit.runtime import Runtime, RuntimeSettings
from triaudit.store import Store
from triaudit.types import Unanswered, UnansweredReason


def question(segment: str = "The dam opened in 1932.", repeat: int = 0) -> ExtractClaims:
    return ExtractClaims(query="q", headings=(), before="", segment=segment, repeat=repeat)


def scripted(tmp_path: Path, **settings: object) -> Scripted:
    replies = [{"template": "claims/extract", "reply": {"claims": []}}]
    return Scripted(replies, journal=str(tmp_path / "journal"), **settings)  # type: ignore[arg-type]


def asked(tmp_path: Path) -> int:
    journal = tmp_path / "journal"
    return len(journal.read_text().splitlines()) if journal.is_file() else 0


async def test_a_question_is_put_to_the_judge_once(tmp_path: Path) -> None:
    judge = stack(scripted(tmp_path), Store(tmp_path / "s"), Runtime())
    assert await judge.ask(question()) == await judge.ask(question()) == ClaimsReply(claims=())
    assert asked(tmp_path) == 1


async def test_the_same_question_at_the_same_time_is_asked_once(tmp_path: Path) -> None:
    judge = stack(scripted(tmp_path, seconds=0.05), Store(tmp_path / "s"), Runtime())
    await asyncio.gather(*(judge.ask(question()) for _ in range(10)))
    assert asked(tmp_path) == 1


@pytest.mark.parametrize("change", [{"model": "other"}, {"segment": "It opened in 1933."}, {"repeat": 1}])
async def test_whatever_can_change_the_answer_is_asked_anew(
    tmp_path: Path, change: dict[str, object]
) -> None:
    store = Store(tmp_path / "s")
    await stack(scripted(tmp_path), store, Runtime()).ask(question())
    model = {"model": change.pop("model")} if "model" in change else {}
    await stack(scripted(tmp_path, **model), store, Runtime()).ask(question(**change))  # type: ignore[arg-type]
    assert asked(tmp_path) == 2


async def test_a_failure_is_no_stored_answer(tmp_path: Path) -> None:
    outage = tmp_path / "outage"
    outage.write_text("0")
    store = Store(tmp_path / "s")
    runtime = Runtime()
    judge = stack(scripted(tmp_path, outage=str(outage)), store, runtime)
    failed = await judge.ask(question())
    assert isinstance(failed, Unanswered)
    assert failed.reason is UnansweredReason.PROVIDER_ERROR
    assert runtime.holes == 1
    outage.unlink()
    assert await judge.ask(question()) == ClaimsReply(claims=())
    assert store.db.execute("select count(*) from ledger").fetchone() == (1,)


@pytest.mark.parametrize(
    "poison",
    [
        "\"I'm sorry, but I can't help with that.\"",
        '{"key": "k1", "value": "I\'m sorry, but I can\'t help with that.", "status": 200}',
        Completion(text="I'm sorry, but I can't help with that.", requested="m").model_dump_json(),
        Completion(text='{"claims": []}', finish="length", requested="m").model_dump_json(),
        Completion(text='{"claims": [', requested="m").model_dump_json(),
    ],
)
async def test_a_poisoned_entry_is_asked_again(tmp_path: Path, poison: str) -> None:
    store = Store(tmp_path / "s")
    judge = scripted(tmp_path)
    key = Stored(judge.adapter, judge.adapter, store, Runtime()).key(judge.call(question()))
    store.put(key, "completion", poison)
    judge = stack(judge, store, Runtime())
    assert await judge.ask(question()) == ClaimsReply(claims=())
    assert asked(tmp_path) == 1


async def test_offline_answers_from_the_store_alone(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    await stack(scripted(tmp_path), store, Runtime()).ask(question())
    settings = RuntimeSettings(concurrency=1, offline=True, progress="off")
    offline = stack(scripted(tmp_path), store, Runtime(settings))
    assert await offline.ask(question()) == ClaimsReply(claims=())
    missing = await offline.ask(question("Another."))
    assert isinstance(missing, Unanswered)
    assert missing.reason is UnansweredReason.NOT_IN_STORE
    assert not missing.retryable
    assert asked(tmp_path) == 1


async def test_a_judge_without_cost_is_not_stored(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    await stack(Rules(), store, Runtime()).ask(question())
    assert store.db.execute("select count(*) from entries").fetchone() == (0,)


async def test_a_cancelled_question_gives_its_lease_back(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    task = asyncio.create_task(stack(scripted(tmp_path, seconds=5), store, Runtime()).ask(question()))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    again = stack(scripted(tmp_path), store, Runtime()).ask(question())
    assert await asyncio.wait_for(again, 1) == ClaimsReply(claims=())


async def test_no_more_questions_are_in_flight_than_allowed(tmp_path: Path) -> None:
    flying = most = 0

    class Slow(Script):
        async def complete(self, call: Call) -> Completion:
            nonlocal flying, most
            flying += 1
            most = max(most, flying)
            await asyncio.sleep(0.01)
            flying -= 1
            return Completion(text='{"claims": []}', requested=self.name)

    settings = RuntimeSettings(concurrency=3, offline=False, progress="off")
    judge = stack(Model(Slow([])), Store(tmp_path / "s"), Runtime(settings))
    await asyncio.gather(*(judge.ask(question(str(i))) for i in range(20)))
    assert most == 3
