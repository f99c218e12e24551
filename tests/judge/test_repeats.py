"""Questions asked several times: what the repeats come to, what they cost, and what is told of them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.grader import answer
from tests.judge.asked import NAMES, Run, question, scores
from tests.project import Project
from tests.server import Reply, Request, Server, said
from triaudit.judge.repeats import pooled, repeatable
from triaudit.questions import (
    CheckClaim,
    ClaimRef,
    Criteria,
    ExtractClaims,
    FindContradictions,
    ReportToProcess,
    ScoreDraft,
    ScoreReply,
    SupportedDraft,
    SupportedReply,
    VerdictReply,
)
from triaudit.runtime import Runtime
from triaudit.types import Label, Unanswered, UnansweredReason, UnknownReason

REFUSED = Unanswered(reason=UnansweredReason.REFUSED, detail="no")
LOST = Unanswered(reason=UnansweredReason.PROVIDER_ERROR, detail="down")
CHECK = CheckClaim(query="q", claim="c", segment="c", as_of=None, passages=())
TRACED = ReportToProcess(query="q", claims=(ClaimRef(id="c1", text="c", conclusion=False),), steps=())


def graded(*given: float, names: tuple[str, ...] = NAMES) -> ScoreReply:
    drafts = [
        ScoreDraft(criterion=n, score=s, reason=f"worth {s:g}") for n, s in zip(names, given, strict=True)
    ]
    return ScoreReply(scores=tuple(drafts))


def verdict(label: Label, reasoning: str = "") -> VerdictReply:
    return VerdictReply(label=label, reasoning=reasoning)


def traced(supported: bool) -> SupportedReply:
    draft = SupportedDraft(claim="c1", supported=supported, step=None, quote="", reason=str(supported))
    return SupportedReply(claims=(draft,))


def test_scores_get_the_mean_and_the_words_of_the_nearest_repeat() -> None:
    made = pooled(question(), [graded(4, 1, 9), graded(7, 1, 9), graded(8.5, 1, 9)])
    assert isinstance(made, ScoreReply)
    assert [one.score for one in made.scores] == [6.5, 1, 9]
    assert made.scores[0].reason == "worth 7"
    assert made.scores[0].repeats == (4, 7, 8.5)


def test_an_unanswered_repeat_is_left_out_and_stays_visible() -> None:
    made = pooled(question(), [REFUSED, graded(4, 1, 9), graded(6, 1, 9)])
    assert isinstance(made, ScoreReply)
    assert made.scores[0].score == 5
    assert made.scores[0].repeats == (None, 4, 6)


def test_a_criterion_that_one_repeat_leaves_out_has_fewer_of_them() -> None:
    lacking = graded(4, 1, names=NAMES[:2])
    made = pooled(question(), [lacking, graded(6, 1, 9)])
    assert isinstance(made, ScoreReply)
    assert [(one.score, one.repeats) for one in made.scores] == [(5, (4, 6)), (1, (1, 1)), (9, (None, 9))]
    without = pooled(question(), [lacking, lacking])
    assert isinstance(without, ScoreReply)
    assert [one.criterion for one in without.scores] == list(NAMES[:2])


def test_without_any_answer_there_is_none() -> None:
    assert pooled(question(), [LOST, REFUSED]) == LOST


@pytest.mark.parametrize(
    ("votes", "result"),
    [((True, True, False), True), ((True, False), False), ((False, True, False), False)],
)
def test_yes_needs_more_than_half_of_the_repeats(votes: tuple[bool, ...], result: bool) -> None:
    made = pooled(TRACED, [traced(vote) for vote in votes])
    assert isinstance(made, SupportedReply)
    (draft,) = made.claims
    assert (draft.supported, draft.reason, draft.repeats) == (result, str(result), votes)


R, W, U = Label.RIGHT, Label.WRONG, Label.UNKNOWN


@pytest.mark.parametrize(
    ("votes", "label"),
    [((W, R, R), R), ((U, R, U), U), ((R, W), U), ((R, W, U), U), ((R, R, W, W, U), U), ((W, R, W, U), W)],
)
def test_a_label_is_the_vote_and_a_tie_is_unknown(votes: tuple[Label, ...], label: Label) -> None:
    made = pooled(CHECK, [verdict(vote, f"says {vote.value}") for vote in votes])
    assert isinstance(made, VerdictReply)
    assert made.label is label
    assert made.repeats == votes
    if votes.count(label) > 1:
        assert made.reasoning == f"says {label.value}"
    else:
        assert made.unknown is UnknownReason.INSUFFICIENT
        assert made.reasoning.startswith("The repeats of the question disagree: RIGHT ")


def test_what_lists_things_is_asked_once() -> None:
    assert repeatable(question())
    assert repeatable(CHECK)
    assert repeatable(TRACED)
    assert not repeatable(ExtractClaims(query="q", headings=(), before="", segment="s"))
    assert not repeatable(Criteria(query="q", language="en", dimensions=(), facts=()))
    assert not repeatable(FindContradictions(query="q", steps=(), report="r"))


def counted(*given: float | None) -> list[Reply]:
    """Replies in turn: grades, or a refusal where there is none."""
    made = []
    for one in given:
        drafts = [{"criterion": name, "score": one, "reason": "r", "quote": ""} for name in NAMES]
        made.append(
            said("I'm sorry, but I can't help with that." if one is None else json.dumps({"scores": drafts}))
        )
    return made


async def test_each_repeat_is_a_call_that_is_stored_apart(tmp_path: Path) -> None:
    async with Server(counted(4, 6, 8, 9)) as server:
        async with Run(tmp_path) as run:
            assert scores(await run.judge(server, repeats=2).ask(question())) == [5] * 3
        async with Run(tmp_path) as run:
            assert scores(await run.judge(server, repeats=2).ask(question())) == [5] * 3
            assert scores(await run.judge(server).ask(question()))[0] in {4, 6}
            assert len(server.requests) == 2
            assert scores(await run.judge(server, repeats=4).ask(question())) == [6.75] * 3
            assert len(server.requests) == 4
            abouts = [json.loads(entry.about)["repeat"] for entry in run.store.entries()]
            assert sorted(abouts) == [0, 1, 2, 3]


async def test_an_unanswered_repeat_is_counted_by_its_reason(tmp_path: Path) -> None:
    runtime = Runtime()
    async with Server(counted(4, 6, None)) as server, Run(tmp_path, runtime) as run:
        made = await run.judge(server, repeats=3).ask(question())
        assert scores(made) == [5] * 3
        assert dict(runtime.unanswered) == {UnansweredReason.REFUSED: 1}
        assert isinstance(made, ScoreReply)
        assert set(made.scores[0].repeats) == {4, 6, None}


class Wavering:
    """The grader, whose scores and labels change each time that it is asked the same."""

    def __init__(self) -> None:
        self.seen: dict[str, int] = {}

    def __call__(self, request: Request) -> Reply:
        kind = request.body["response_format"]["json_schema"]["name"]
        turn = self.seen[request.prompt] = self.seen.get(request.prompt, -1) + 1
        made: dict[str, Any] = answer(kind, request.prompt)
        for item in (*made.get("scores", ()), *made.get("ratings", ())):
            item["score"] = 4 + 2 * turn
        if kind == "VerdictReply" and turn == 2:
            made.update(label="UNKNOWN", unknown="insufficient")
        return said(json.dumps(made, ensure_ascii=False))


@pytest.mark.pipeline
async def test_the_spread_reaches_records_scorecard_and_report(tmp_path: Path) -> None:
    project = Project.make(tmp_path / "project")
    words = ("judge=local", "judge.model=judge-small", "judge.identity=w", "judge.repeats=3")
    async with Server(Wavering()) as server:
        output = await asyncio.to_thread(project.triaudit, *words, f"judge.base_url={server.url}")
        lists = [r for r in server.requests if "ClaimsReply" in json.dumps(r.body["response_format"])]
        assert len({r.prompt for r in lists}) == len(lists) > 0
    grade = json.loads(project.read("results/quality/harbor.jsonl").splitlines()[0])
    assert {score["score"] for score in grade["scores"]} == {6}
    assert {tuple(sorted(score["repeats"])) for score in grade["scores"]} == {(4, 6, 8)}
    check = json.loads(project.read("results/factcheck/harbor.jsonl").splitlines()[0])
    assert {verdict["label"] for verdict in check["verdicts"]} == {"RIGHT"}
    assert all("repeats_disagree" in verdict["flags"] for verdict in check["verdicts"])
    cards = [json.loads(line) for line in project.read("results/score/scorecards.jsonl").splitlines()]
    for card in cards:
        assert card["repeats"]["quality"]["sd"] == 2
        assert card["repeats"]["quality"]["asked"] == 3 * card["repeats"]["quality"]["items"] > 0
        assert card["repeats"]["factcheck"]["agreement"] == pytest.approx(2 / 3)
        assert card["repeats"]["audit"]["answered"] == card["repeats"]["audit"]["asked"]
    assert "those of one score differ by 2.00 (sd, on 0-10)" in output
    assert "67 % of those of one label agree" in output
    pages = "".join(p.read_text("utf-8") for p in (project.folder / "results" / "report").rglob("*.html"))
    assert "of 4.0, 6.0, 8.0" in pages or "of 6.0, 4.0, 8.0" in pages


def test_asked_once_nothing_is_said_of_repeats() -> None:
    assert "repeats" not in json.dumps(graded(1, 2, 3).model_dump(mode="json"))
    assert "repeats" not in json.dumps(ScoreReply.model_json_schema())
    assert "repeats" not in json.dumps(VerdictReply.model_json_schema())
