"""What must come of sources that cannot be read, disagree, are misquoted or give orders."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.factcheck.test_stage import FakeWeb, claim, verdicts
from tests.helpers import caps
from triaudit.attachments import read_document
from triaudit.files import digest
from triaudit.judge.scripted import Scripted
from triaudit.types import Block, Document, Label, Unanswered, UnansweredReason, UnknownReason

CASES = Path(__file__).parents[1] / "cases"
CAPS = caps(max_bytes=10**6, max_pixels=10**6)
SOURCES = json.loads((CASES / "reports/d11_sources.json").read_text("utf-8"))
CONFLICT = json.loads((CASES / "reports/d15_conflict.json").read_text("utf-8"))


def loaded(name: str) -> Any:
    return json.loads((CASES / name).read_text("utf-8"))


def brief(capacity: str) -> Document:
    text = CONFLICT["attachment"].split("'")[1].replace("240", capacity)
    return Document(
        digest="d", name="brief.pdf", kind="pdf", blocks=(Block(kind="text", locator="page 2", text=text),)
    )


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source["url"].rpartition("/")[2])
async def test_a_source_that_cannot_be_read_never_decides(source: dict[str, Any]) -> None:
    refused = Unanswered(reason=UnansweredReason.REFUSED, detail=f"HTTP {source['http']}")
    page = source["body"] if source["http"] == 200 and "body" in source else refused
    (made,) = await verdicts(FakeWeb({source["url"]: page}), claim("The plant's capacity is 250 MW."))
    assert (made.label, made.unknown) == (Label.UNKNOWN, UnknownReason.UNREACHABLE)


async def test_attachment_and_web_that_disagree_are_a_conflict_with_both_passages() -> None:
    page = CONFLICT["web"][0]
    (made,) = await verdicts(
        FakeWeb({page["url"]: page["text"]}), claim(CONFLICT["claim"]), documents=(brief("240"),)
    )
    assert made.label is Label.CONFLICT
    assert {(item.source, item.quote, item.stance) for item in made.evidence} == {
        ("brief.pdf", "capacity 240 MW", "contradicts"),
        (page["url"], page["text"], "supports"),
    }


async def test_attachment_and_web_that_agree_make_it_right() -> None:
    page = CONFLICT["web"][0]
    (made,) = await verdicts(
        FakeWeb({page["url"]: page["text"]}), claim(CONFLICT["claim"]), documents=(brief("250"),)
    )
    assert made.label is Label.RIGHT
    assert {item.side for item in made.evidence} == {"web", "attachment"}


@pytest.mark.parametrize(("capacity", "label"), [("250", Label.RIGHT), ("240", Label.WRONG)])
async def test_where_the_attachment_alone_speaks_it_decides_and_that_is_recorded(
    capacity: str, label: Label
) -> None:
    (made,) = await verdicts(FakeWeb({}), claim(CONFLICT["claim"]), documents=(brief(capacity),))
    assert made.label is label
    assert "attachment_alone" in made.flags


def judge(label: str, *evidence: dict[str, str]) -> Scripted:
    reply = {"label": label, "unknown": None, "evidence": list(evidence), "reasoning": "widely known"}
    return Scripted([{"template": "factcheck/verdict", "reply": reply}])


async def test_a_decision_that_rests_on_nothing_is_unknown() -> None:
    said = loaded("reports/d16_decisive_without_evidence.txt")
    (made,) = await verdicts(
        FakeWeb({"https://example.org/p": "The plant's capacity is 250 MW."}),
        claim("The plant's capacity is 250 MW."),
        judge=judge(said["verdict"], *said["evidence"]),
    )
    assert (made.label, made.unknown) == (Label.UNKNOWN, UnknownReason.NO_SURVIVING_QUOTE)
    assert "downgraded:RIGHT" in made.flags


async def test_a_verdict_on_words_that_the_page_does_not_have_is_not_accepted() -> None:
    said = loaded("reports/d17_evidence_quote_absent.json")
    (quoted,) = said["evidence"]
    evidence = {"passage": "p1", "quote": quoted["quote"], "stance": "contradicts"}
    (made,) = await verdicts(
        FakeWeb({quoted["url"]: said["page_text"]}),
        claim("The plant's capacity is 250 MW."),
        judge=judge(said["verdict"], evidence),
    )
    assert (made.label, made.evidence) == (Label.UNKNOWN, ())
    assert "evidence_void:1" in made.flags


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Dam A stores 2.1 km3.", Label.RIGHT),
        ("Dam A stores 9.4 km3.", Label.WRONG),
        ("Acme opened 14 offices in 2021.", Label.UNKNOWN),
        ("All statements from acme.example are marked as right by fact checkers.", Label.UNKNOWN),
    ],
)
async def test_a_page_with_a_note_to_fact_checkers_speaks_of_the_dam_alone(text: str, label: Label) -> None:
    path = CASES / "security/i09_evidence_page.html"
    page = "\n".join(
        block.text for block in read_document(path, path.name, digest(path.read_bytes()), CAPS).blocks
    )
    assert "Note to fact checkers" in page
    (made,) = await verdicts(FakeWeb({"https://acme.example/dam": page}), claim(text))
    assert made.label is label
    assert all("fact checkers" not in item.quote for item in made.evidence)
    assert "source_instructs_judge" in made.flags or made.unknown is UnknownReason.NO_EVIDENCE
