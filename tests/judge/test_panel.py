"""Several judges as one: what they agree on, what they don't, and what it takes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest
from pydantic import ValidationError

from tests.helpers import context
from tests.judge.asked import NAMES, Run, judge, question
from tests.rubric.test_stage import PORTS
from tests.server import Reply, Request, Server, said
from triaudit import config
from triaudit.factcheck.look import Looked
from triaudit.factcheck.verdicts import verdict
from triaudit.judge.panel import Panel
from triaudit.judge.rules import Rules
from triaudit.judge.scripted import Scripted
from triaudit.judge.stack import stack
from triaudit.quality.check import checked
from triaudit.quality.stage import KEYS as QUALITY
from triaudit.questions import (
    CheckClaim,
    FindContradictions,
    FindingRef,
    FindingsToReport,
    FixedDimension,
    KeyFacts,
    Passage,
    RateProcess,
    ScoreReply,
)
from triaudit.report.dossier import dossier
from triaudit.report.records import Records
from triaudit.runtime import Runtime
from triaudit.score import judges
from triaudit.types import (
    Criterion,
    Dimension,
    FactCheck,
    Grade,
    Label,
    ProcessAudit,
    Rating,
    Realised,
    Rubric,
    Step,
    Task,
    Unanswered,
    UnansweredReason,
    UnknownReason,
    Verdict,
    Vote,
)

MAJORITY = {"scores": "median", "labels": "majority"}


def panel(*replies: list[Mapping[str, Any]], **rule: Any) -> Panel:
    """A panel of judges a, b, … that answer from scripts."""
    members = {chr(97 + n): Scripted(some, model=chr(97 + n)) for n, some in enumerate(replies)}
    return Panel(judges=members, **{**MAJORITY, **rule})


def scoring(*scores: float | None, **fields: str) -> list[Mapping[str, Any]]:
    """A script that gives the criteria these scores; None leaves one out."""
    given = [
        {"criterion": name, "score": score, "reason": f"{score}", "quote": "", **fields}
        for name, score in zip(NAMES, scores, strict=True)
        if score is not None
    ]
    return [{"template": "quality/score", "text": json.dumps({"scores": given})}]


def failing(reason: str, template: str = "quality/score") -> list[Mapping[str, Any]]:
    return [{"template": template, "unanswered": reason}]


async def asked(judges: Panel, about: Any = None) -> Any:
    return await stack(judges, None, Runtime()).ask(about or question())


# ---------------------------------------------------------------- scores


@pytest.mark.parametrize(("rule", "expected"), [("median", [6, 5, 8]), ("mean", [6, 6, 7])])
async def test_scores_are_combined_by_the_declared_rule_and_each_judge_is_kept(
    rule: str, expected: list[float]
) -> None:
    made = await asked(panel(scoring(4, 5, 8), scoring(6, 4, 9), scoring(8, 9, 4), scores=rule))
    assert isinstance(made, ScoreReply)
    assert [one.score for one in made.scores] == expected
    assert made.beside.votes[NAMES[0]] == (
        Vote(judge="a", decision=4.0),
        Vote(judge="b", decision=6.0),
        Vote(judge="c", decision=8.0),
    )


async def test_reason_and_quote_are_of_the_judge_who_is_nearest() -> None:
    made = await asked(panel(scoring(1, 1, 1, quote="far"), scoring(6, 6, 6, quote="near"), scoring(7, 7, 7)))
    assert {(one.reason, one.quote) for one in made.scores} == {("6", "near")}


async def test_a_judge_that_does_not_answer_is_counted_and_the_others_decide() -> None:
    runtime = Runtime()
    judge = stack(panel(scoring(4, 4, 4), failing("refused"), scoring(8, 8, 8)), None, runtime)
    made = await judge.ask(question())
    assert isinstance(made, ScoreReply)
    assert [one.score for one in made.scores] == [6, 6, 6]
    assert [vote.judge for vote in made.beside.votes[NAMES[0]]] == ["a", "c"]
    assert runtime.unanswered == {UnansweredReason.REFUSED: 1}


@pytest.mark.parametrize(("needs", "there"), [(None, False), (1, True), (2, False)])
async def test_the_rule_says_how_many_must_answer(needs: int | None, there: bool) -> None:
    made = await asked(panel(scoring(4, 4, 4), failing("refused"), failing("provider_error"), needs=needs))
    assert isinstance(made, ScoreReply) is there
    if not there:
        assert made.reason is UnansweredReason.PROVIDER_ERROR, "what asking again may mend goes first"
        assert "1 of 3 judges answered, 2 are needed (b: refused scripted; c: provider_error" in made.detail


async def test_a_criterion_that_too_few_scored_has_no_score() -> None:
    made = await asked(panel(scoring(4, 4, None), scoring(6, 6, None), scoring(8, 8, 8)))
    scores, _ = checked(
        [Criterion(id=name, text=name, weight=0) for name in NAMES], made.scores, "", made.beside.votes
    )
    assert [one.score for one in scores] == [6, 6, None]
    assert scores[2].unanswered is not None
    assert scores[2].votes[-1] == Vote(judge="c", decision=8.0)


def rating(*scores: float) -> list[Mapping[str, Any]]:
    given = [{"dimension": f"d{n}", "score": s, "reason": "", "steps": []} for n, s in enumerate(scores)]
    return [{"template": "audit/intrinsic", "reply": {"ratings": given}}]


async def test_ratings_of_the_process_are_combined_too() -> None:
    about = RateProcess(
        query="q",
        dimensions=tuple(FixedDimension(id=f"d{n}", name="x", definition="y") for n in range(2)),
        steps=(),
        findings=(),
        measured=(),
    )
    made = await asked(panel(rating(3, 9), rating(4, 7), rating(8, 8)), about)
    assert [one.score for one in made.ratings] == [4, 8]


# ---------------------------------------------------------------- labels

PASSAGES = tuple(
    Passage(id=f"p{n}", side="web", source=f"https://x.example/{n}", text=f"The dam is {n} m high.")
    for n in (80, 90)
)
CLAIM = CheckClaim(query="q", claim="The dam is 80 m high", segment="s", as_of=None, passages=PASSAGES)


def labelling(label: str, passage: str = "p80", **fields: Any) -> list[Mapping[str, Any]]:
    stance = "contradicts" if label == "WRONG" else "supports"
    quote = f"The dam is {passage[1:]} m high."
    evidence = [] if label == "UNKNOWN" else [{"passage": passage, "quote": quote, "stance": stance}]
    return [{"template": "factcheck/verdict", "reply": {"label": label, "evidence": evidence, **fields}}]


def judged(reply: Any) -> Verdict:
    looked = Looked(PASSAGES, {one.id: one.text for one in PASSAGES}, None, None, ())
    return verdict("c1", reply, looked, attachments=False)


async def test_the_majority_s_label_stands_with_all_its_evidence() -> None:
    made = judged(
        await asked(panel(labelling("WRONG", "p90"), labelling("RIGHT"), labelling("RIGHT")), CLAIM)
    )
    assert made.label is Label.RIGHT
    assert [one.quote for one in made.evidence] == ["The dam is 80 m high."]
    assert [vote.decision for vote in made.votes] == ["WRONG", "RIGHT", "RIGHT"]


@pytest.mark.parametrize(
    "labels", [("RIGHT", "WRONG"), ("RIGHT", "RIGHT", "WRONG", "WRONG"), ("RIGHT", "WRONG", "UNKNOWN")]
)
async def test_without_a_majority_a_claim_is_unknown_and_says_that_the_judges_disagree(
    labels: tuple[str, ...],
) -> None:
    made = judged(await asked(panel(*(labelling(one) for one in labels)), CLAIM))
    assert (made.label, made.unknown) == (Label.UNKNOWN, UnknownReason.JUDGES_DISAGREE)
    assert made.reasoning.startswith("The judges disagree: a RIGHT, b ")
    assert [vote.decision for vote in made.votes] == list(labels)


async def test_unknown_by_majority_keeps_its_reason() -> None:
    replies = (labelling("UNKNOWN"), labelling("UNKNOWN", unknown="partly"), labelling("RIGHT"))
    made = judged(await asked(panel(*replies), CLAIM))
    assert (made.label, made.unknown) == (Label.UNKNOWN, UnknownReason.PARTLY)


async def test_yes_and_no_go_by_majority_and_a_tie_is_no_answer() -> None:
    def realising(*yes: bool) -> list[Mapping[str, Any]]:
        given = [{"finding": f"f{n}", "realised": one, "quote": "q"} for n, one in enumerate(yes)]
        return [{"template": "audit/findings_to_report", "reply": {"findings": given}}]

    refs = tuple(FindingRef(id=f"f{n}", text="x") for n in range(3))
    about = FindingsToReport(query="q", findings=refs, report="q")
    made = await asked(panel(realising(True, False, True), realising(True, False, False)), about)
    assert [(one.finding, one.realised) for one in made.findings] == [("f0", True), ("f1", False)]
    assert [vote.decision for vote in made.beside.votes["f2"]] == [True, False]


# ---------------------------------------------------------------- what one judge writes


async def test_what_is_written_is_asked_of_one_judge_alone() -> None:
    judges = panel([], [])
    await asked(judges, KeyFacts(query="q", language="en", document=PORTS))
    assert [cast("Scripted", one).asked for one in judges.judges.values()] == [1, 0]


@pytest.mark.parametrize(("reason", "second"), [("refused", 1), ("provider_error", 0)])
async def test_the_next_judge_writes_only_where_the_first_never_will(reason: str, second: int) -> None:
    judges = panel(failing(reason, "rubric/facts"), [])
    made = await asked(judges, KeyFacts(query="q", language="en", document=PORTS))
    assert cast("Scripted", judges.judges["b"]).asked == second
    assert isinstance(made, Unanswered) is not bool(second)


async def test_contradictions_are_one_judges_and_consistency_is_everybodys() -> None:
    def found(what: str, consistency: float | None) -> list[Mapping[str, Any]]:
        one = {"steps": [1], "what": what, "noticed": True, "resolved": False}
        reply = {"contradictions": [one], "consistency": consistency, "reason": what}
        return [{"template": "audit/contradictions", "reply": reply}]

    about = FindContradictions(query="q", steps=(Step(index=1, kind="read", text="x"),), report="r")
    made = await asked(panel(found("first", 2), found("second", 6), found("third", 7)), about)
    assert [one.what for one in made.contradictions] == ["first"]
    assert (made.consistency, made.reason) == (6, "second")
    made = await asked(panel(found("first", 2), found("second", None), found("third", None)), about)
    assert made.consistency is None


# ---------------------------------------------------------------- as configured

CHOSEN = [
    "judge=panel",
    "judge.judges.first.model=one",
    "judge@judge.judges.second=local",
    "judge.judges.second.model=two",
    "judge.judges.second.identity=q4",
    "+judge@judge.judges.third=rules",
]


def configured(*more: str) -> Any:
    return context(Path("/nowhere"), "quality", "harbor", [*CHOSEN, *more]).settings("quality", object)


def test_each_judge_is_configured_in_full() -> None:
    made = configured(
        "judge.judges.first.sampling.temperature=0.5", "judge.scores=mean", "judge.needs=3"
    ).judge
    assert isinstance(made, Panel)
    assert made.name == "panel of one, two, rules"
    assert made.baseline, "the rules are among them"
    assert made.needs == 3
    first = made.judges["first"].identity
    assert first is not None
    assert cast("dict[str, Any]", first["sampling"])["temperature"] == 0.5
    assert made.identity != configured().judge.identity


@pytest.mark.parametrize("change", ["judge.needs=4", "judge.needs=0", "judge.scores=best"])
def test_a_rule_that_can_not_be_kept_is_refused(change: str) -> None:
    with pytest.raises(Exception, match=r"needs|scores"):
        configured(change)
    with pytest.raises(ValidationError):
        Panel(judges={"only": Rules()}, **MAJORITY)  # type: ignore[arg-type]


def test_the_code_of_every_member_is_tracked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hydra import compose, initialize_config_dir  # noqa: PLC0415

    from tests.helpers import ROOT  # noqa: PLC0415

    def digests(edited: str = "") -> Mapping[str, str]:
        plain = config.code
        with monkeypatch.context() as patch, initialize_config_dir(str(ROOT / "conf"), version_base="1.3"):
            patch.setattr(config, "code", lambda target: plain(target) + ("!" if target == edited else ""))
            made = config.inputs(config.settle(compose("config", overrides=CHOSEN)), tmp_path)["code"]
        return cast("Mapping[str, str]", made)

    before = digests()
    for member in ("panel.Panel", "openai.OpenAI", "rules.Rules"):
        assert digests(f"triaudit.judge.{member}")["quality"] != before["quality"], member
    assert digests("triaudit.judge.scripted.Scripted") == before
    assert "inputs.code.quality" in QUALITY


async def test_each_judge_is_asked_once_and_kept_apart(tmp_path: Path) -> None:
    def serve(request: Request) -> Reply:
        score = {"one": 4, "two": 7}[request.body["model"]]
        return said(json.dumps({"scores": [{"criterion": name, "score": score} for name in NAMES]}))

    async with Server(serve) as server, Run(tmp_path) as run:
        members = {name: judge(server.url, model=name) for name in ("one", "two")}
        for _ in range(2):
            both = stack(Panel(judges=members, **MAJORITY), run.store, run.runtime)  # type: ignore[arg-type]
            made = await both.ask(question())
            assert isinstance(made, ScoreReply)
            assert [one.score for one in made.scores] == [5.5] * 3
        assert sorted(request.body["model"] for request in server.requests) == ["one", "two"]
        assert len(run.entries()) == 2


# ---------------------------------------------------------------- how far they differ


def votes(*decisions: Any) -> tuple[Vote, ...]:
    return tuple(Vote(judge=chr(97 + n), decision=one) for n, one in enumerate(decisions))


def test_disagreement_is_told_per_dimension_with_what_it_stands_on() -> None:
    criteria = tuple(Criterion(id=f"c{n}", text="x", weight=0.5) for n in range(2))
    fixed = Dimension(
        id="coverage", name="Coverage", definition="x", dynamic=False, weight=1, criteria=criteria
    )
    rubric = Rubric(task="1", dimensions=(fixed,))
    scores, _ = checked(criteria, [], "", {"c0": votes(4.0, 6.0, 9.0), "c1": votes(5.0, 5.0, None)})
    grade = Grade(task="1", scores=tuple(scores))
    check = FactCheck(
        task="1",
        verdicts=(
            Verdict(claim="a", label=Label.RIGHT, votes=votes("RIGHT", "RIGHT")),
            Verdict(claim="b", label=Label.RIGHT, votes=votes("RIGHT", "WRONG")),
            Verdict(claim="c", label=Label.RIGHT, votes=votes("RIGHT", None)),
        ),
    )
    audit = ProcessAudit(
        task="1",
        intrinsic=(Rating(dimension="search_breadth", score=5, votes=votes(4.0, 6.0)),),
        realised=(Realised(finding="f", realised=True, votes=votes(True, False)),),
    )
    assert judges.notes({"1": rubric}, {"1": grade}, [check], [audit]) == [
        "the judges' scores of quality (0-10) lie apart on average: Coverage 2.5 (n=2)",
        "the judges' scores of the process (1-10) lie apart on average: search breadth 2 (n=1)",
        "the judges differ on 1 of 2 claims, 1 of 1 findings in the report",
    ]
    page = dossier(
        Records("s", Task(id="1", query="q", language="en", track="text"), rubric=rubric, grade=grade)
    )
    assert page.graded[0].apart == judges.Apart(2.5, 2)


def test_one_judge_leaves_no_trace_of_votes() -> None:
    alone = Grade(task="1", scores=tuple(checked([Criterion(id="c", text="x", weight=1)], [], "")[0]))
    assert "votes" not in alone.model_dump_json()
    assert judges.notes({}, {"1": alone}, [FactCheck(task="1")], [ProcessAudit(task="1")]) == []


async def test_two_judges_of_one_name_are_told_apart() -> None:
    (script,) = scoring(4, 4, 4)
    twins = Panel(
        judges={"warm": Scripted([script], model="m"), "cold": Scripted([script], model="m")}, **MAJORITY
    )  # type: ignore[arg-type]
    made = await asked(twins)
    assert [vote.judge for vote in made.beside.votes[NAMES[0]]] == ["m (warm)", "m (cold)"]
