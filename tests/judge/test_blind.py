"""A blind judge reads no names of systems and makers, and nobody else notices."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers import ROOT
from tests.judge.asked import Run, judge, question
from tests.server import Reply, Request, Server, said
from triaudit.judge.blind import Hidden, own
from triaudit.judge.stack import stack
from triaudit.questions import CheckClaim, ExtractClaims, Passage, ScoreReply
from triaudit.text import find_quote
from triaudit.types import Unanswered

LISTED: list[str] = yaml.safe_load((ROOT / "conf/judge/openai.yaml").read_text("utf-8"))["names"]
NAMES = ("openai", "chatgpt", "gpt-4", "Perplexity", "豆包", "Google DeepMind", "DeepMind")
REPORT = (
    "As ChatGPT, made by OpenAI, I compared GPT-4 with Google DeepMind's model. DEEPMIND lists 3 papers; "
    "the perplexity is 12.5. 我用豆包AI查询。See https://openai.com/a?b=chatgpt."
)


def test_every_name_gets_a_word_of_its_own_and_other_words_stay() -> None:
    hidden = Hidden(NAMES)
    text = hidden.hide(REPORT)
    assert text == (
        "As Anon2x, made by Anon1x, I compared Anon3x with Anon6x's model. Anon7x lists 3 papers; "
        "the perplexity is 12.5. 我用Anon5xAI查询。See https://Anon1x.com/a?b=Anon2x."
    )
    assert hidden.show(text) == REPORT.replace("openai.com", "OpenAI.com").replace("=chatgpt", "=ChatGPT")
    assert Hidden(NAMES).hide(REPORT) == text


@pytest.mark.parametrize(
    "text", ["openair", "reopenai", "mygpt-4", "gpt-45", "DeepMinds", "Grokking", "a copilot"]
)
def test_a_part_of_another_word_is_no_name(text: str) -> None:
    assert Hidden((*NAMES, *LISTED)).hide(text) == text


@given(st.text(alphabet="AnonOpeiGT-40123 .豆包x", max_size=60))
def test_whatever_the_text_it_comes_back_but_for_the_case_of_names(text: str) -> None:
    hidden = Hidden(NAMES)
    assert hidden.show(hidden.hide(text)).casefold() == text.casefold()


@given(st.text(alphabet="OpenAIchatgpt- 4", max_size=80))
def test_no_name_is_left(text: str) -> None:
    hidden = Hidden(NAMES)
    once = hidden.hide(text)
    assert not hidden.pattern.search(once)


def test_a_systems_own_name_is_hidden_in_its_spellings_and_without_its_version() -> None:
    hidden = Hidden(own("deep-scout_v17"))
    for name in ("deep-scout_v17", "Deep Scout v17", "DeepScout", "deep_scout", "DEEP-SCOUT-V17"):
        assert "scout" not in hidden.hide(f"I am {name}.").lower(), name
    assert own("d1") == ()


def test_the_listed_names_can_all_be_masked() -> None:
    assert len(LISTED) == len(set(LISTED)) > 40
    judge("http://127.0.0.1:1/v1", blind=True, names=LISTED)
    text = "Gemini Deep Research by Google DeepMind, Claude by Anthropic, 通义千问 and Kimi"
    assert set(Hidden(LISTED).hide(text).replace(",", "").split()) - {"by", "and"} == {
        *(f"Anon{LISTED.index(name) + 1}x" for name in ("Gemini Deep Research", "Google DeepMind", "Claude")),
        *(f"Anon{LISTED.index(name) + 1}x" for name in ("Anthropic", "通义千问", "Kimi")),
    }


@pytest.mark.parametrize("name", ["o1", "", " openai", 'open"ai', "open\\ai", "a\nb c"])
def test_a_name_that_cannot_be_masked_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="name to mask"):
        judge("http://127.0.0.1:1/v1", blind=True, names=[name])


# ---------------------------------------------------------------- in a run


def grader(quoting: str) -> Any:
    """A server that gives 7 to everything and quotes what stands before a word."""

    def serve(request: Request) -> Reply:
        text = request.prompt
        at = text.index(quoting)
        quote = text[text.rindex(".", 0, at) + 2 if "." in text[at - 80 : at] else at - 40 : at]
        scores = [
            {"criterion": name, "score": 7, "reason": "so", "quote": quote}
            for name in ("Coverage of cost drivers", "Source quality", "Actionability")
        ]
        return said(json.dumps({"scores": scores}))

    return serve


async def test_quotes_come_back_in_the_reports_own_words(tmp_path: Path) -> None:
    report = "The pump costs 12 crowns. Harbor Bot and ChatGPT by OpenAI agree on it, says the table."
    async with Server(grader(", says the table")) as server, Run(tmp_path) as run:
        blind = judge(server.url, blind=True, names=NAMES)
        answer = await stack(blind, run.store, run.runtime, system="harbor-bot").ask(question(report))
        prompt = server.requests[0].prompt
        assert "Anon2x by Anon1x agree" in prompt
        assert "harbor" not in prompt.lower()
        assert isinstance(answer, ScoreReply)
        quote = answer.scores[0].quote
        assert "Harbor Bot and ChatGPT by OpenAI agree on it" in quote
        found = find_quote(quote, report)
        assert found is not None
        assert found[0] == "exact"


async def test_being_blind_is_part_of_the_key_and_is_said(tmp_path: Path) -> None:
    async with Server(grader("The pump")) as server, Run(tmp_path) as run:
        for settings in ({}, {"blind": True}, {"blind": True, "names": NAMES}, {"names": NAMES}):
            asked = stack(judge(server.url, **settings), run.store, run.runtime)
            await asked.ask(
                question("Long enough words stand here, and then some more. The pump costs 12 crowns.")
            )
            assert asked.name == ("judge-small (blind)" if settings.get("blind") else "judge-small")
        assert len(server.requests) == 3
        told = [about for (about,) in run.store.db.execute("select about from entries")]
        assert sum('"blind":true' in about for about in told) == 2


async def test_claim_and_passage_name_the_same_thing_by_the_same_word(tmp_path: Path) -> None:
    def serve(request: Request) -> Reply:
        evidence = [{"passage": "p1", "quote": "Anon1x was founded in 2015", "stance": "supports"}]
        assert request.prompt.count("Anon1x was founded in 2015") == 2
        return said(json.dumps({"label": "RIGHT", "evidence": evidence, "reasoning": "p1 says so of Anon1x"}))

    passage = Passage(id="p1", side="web", source="https://openai.com", text="OpenAI was founded in 2015.")
    asked = CheckClaim(
        query="When?", claim="OpenAI was founded in 2015", segment="x", as_of=None, passages=(passage,)
    )
    async with Server(serve) as server, Run(tmp_path) as run:
        answer = await stack(judge(server.url, blind=True, names=NAMES), run.store, run.runtime).ask(asked)
        assert not isinstance(answer, Unanswered)
        assert answer.evidence[0].quote == "OpenAI was founded in 2015"
        assert answer.reasoning == "p1 says so of OpenAI"


async def test_a_reply_that_is_asked_for_again_is_shown_masked_and_is_stored_unmasked(tmp_path: Path) -> None:
    replies = [
        said("Anon1x is great, I think"),
        said(json.dumps({"claims": [{"text": "Anon1x grew", "quote": "Anon1x grew", "kind": "event"}]})),
    ]
    asked = ExtractClaims(query="q", headings=(), before="", segment="OpenAI grew.")
    async with Server(replies) as server, Run(tmp_path) as run:
        answer = await stack(judge(server.url, blind=True, names=NAMES), run.store, run.runtime).ask(asked)
        assert not isinstance(answer, Unanswered)
        assert answer.claims[0].quote == "OpenAI grew"
        assert all("OpenAI" not in request.prompt for request in server.requests)
        (entry,) = run.entries()
        assert entry["earlier"] == ["OpenAI is great, I think"]
