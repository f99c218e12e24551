"""What an audit told beside what is known of a trace: which items meet, and how they are counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.audit.made import claims, step
from triaudit.audit.measured import repeats
from triaudit.files import write_records
from triaudit.selftest import traced
from triaudit.selftest.process import (
    Known,
    KnownContradiction,
    KnownFinding,
    KnownRepeat,
    KnownSupport,
    Row,
    Tally,
    Traced,
    alike,
    compared,
    table,
    together,
)
from triaudit.types import (
    Contradiction,
    Finding,
    Missing,
    MissingReason,
    ProcessAudit,
    Realised,
    Repeat,
    ReportClaims,
    Supported,
    SystemOutput,
)

REPORT = "The mill made 420 tonnes of flour. It employs nobody. We should buy it. The town has a mill."


def told(known: list[Known], audit: ProcessAudit, report: str = REPORT) -> dict[Row, Tally]:
    return dict(compared(known, Traced(report, claims(report).claims, audit)))


def finding(text: str, *steps: int, reported: bool) -> KnownFinding:
    return KnownFinding(kind="finding", system="s", task="1", text=text, steps=steps, reported=reported)


def support(sentence: str, *, supported: bool, conclusion: bool = False) -> KnownSupport:
    return KnownSupport(
        kind="support", system="s", task="1", sentence=sentence, conclusion=conclusion, supported=supported
    )


def contradiction(what: str, *steps: int, noticed: bool = False) -> KnownContradiction:
    return KnownContradiction(
        kind="contradiction", system="s", task="1", what=what, steps=steps, noticed=noticed, resolved=False
    )


def test_texts_are_alike_by_the_words_and_figures_of_the_shorter_one() -> None:
    assert alike("420 tonnes of flour", "In all, the mill made 420 tonnes of flour in 2023.") == 1
    assert alike("420 tonnes of flour", "The mill made 510 tonnes of bread.") == pytest.approx(1 / 3)
    assert alike("面粉产量420吨", "全厂面粉产量为420吨。") > 0.5
    assert alike("", "anything") == 0


def test_a_finding_meets_the_one_that_is_most_like_it_and_shares_a_step() -> None:
    audit = ProcessAudit(
        task="1",
        findings=(
            Finding(id="f1", text="The mill made 420 tonnes of flour.", steps=(2,), strength=2),
            Finding(id="f2", text="The roof of the mill leaks in two places.", steps=(3,), strength=2),
            Finding(id="f3", text="The miller was born in 1954.", steps=(3,), strength=1),
        ),
        realised=(
            Realised(finding="f1", realised=True),
            Realised(finding="f2", realised=False),
            Realised(finding="f3", realised=False),
        ),
    )
    known: list[Known] = [
        finding("420 tonnes of flour were made by the mill", 2, reported=True),
        finding("The mill's roof leaks", 3, reported=False),
        finding("The mill's roof leaks at the back", 9, reported=False),
    ]
    assert told(known, audit)[Row.FINDINGS] == Tally(known=2, found=1, told=1, right=1, beyond=1)


def test_a_sentence_is_told_unsupported_where_a_claim_in_it_is() -> None:
    audit = ProcessAudit(
        task="1",
        supported=(
            Supported(claim="k1", supported=True, step=2),
            Supported(claim="k2", supported=False),
            Supported(claim="k3", conclusion=True, supported=False),
            Supported(claim="k4", supported=False),
        ),
    )
    known: list[Known] = [
        support("The mill made 420 tonnes of flour.", supported=True),
        support("It employs nobody.", supported=False),
        support("We should buy it.", supported=True, conclusion=True),
    ]
    found = told(known, audit)
    assert found[Row.CLAIMS] == Tally(known=1, found=1, told=1, right=1, beyond=1)
    assert found[Row.CONCLUSIONS] == Tally(known=0, found=0, told=1, right=0)


def test_what_was_not_answered_or_not_seen_is_not_told() -> None:
    unseen = told([support("It employs nobody.", supported=False)], ProcessAudit(task="1"))
    assert unseen[Row.CLAIMS] == Tally(known=1)


def test_repeats_in_other_words_are_counted_apart_and_false_ones_with_those_in_the_same() -> None:
    audit = ProcessAudit(
        task="1", repeats=tuple(Repeat(step=number, of=1, query="q") for number in (3, 5, 8))
    )
    known: list[Known] = [
        KnownRepeat(kind="repeat", system="s", task="1", step=number, lexical=lexical)
        for number, lexical in ((3, True), (4, True), (5, False), (6, False))
    ]
    found = told(known, audit)
    assert found[Row.LEXICAL] == Tally(known=2, found=1, told=2, right=1)
    assert found[Row.SYNONYMS] == Tally(known=2, found=1, told=1, right=1)


@pytest.mark.parametrize(
    ("what", "steps", "met"),
    [
        ("fuel: 1.84 million crowns (book) or 1.92 million (report)", (2, 5), True),
        ("fuel in 2024: 1.84 million crowns or 1.93 million", (2, 5), False),
        ("fuel: 1.84 million crowns (book) or 1.92 million (report)", (7,), False),
        ("what the fuel cost", (2, 5), True),
    ],
)
def test_contradictions_meet_by_a_step_and_by_their_telling_digits(
    what: str, steps: tuple[int, ...], met: bool
) -> None:
    audit = ProcessAudit(
        task="1",
        contradictions=(
            Contradiction(
                steps=(2, 4),
                what="step 2 has 1,840 thousand crowns, step 4 has 1.92 million crowns: fuel cost more",
                noticed=True,
                resolved=False,
            ),
        ),
    )
    found = told([contradiction(what, *steps, noticed=True)], audit)
    assert found[Row.CONTRADICTIONS] == Tally(known=1, found=met, told=1, right=met)
    assert found[Row.NOTICED] == Tally(known=1, found=met, told=met, right=met)


def test_tallies_add_up_and_the_table_says_none_where_nothing_was_told() -> None:
    one = {Row.CLAIMS: Tally(4, 3, 5, 3, 1)}
    total = together([one, one])
    assert total[Row.CLAIMS] == Tally(8, 6, 10, 6, 2)
    lines = {line[:38].strip(): line[38:].split() for line in table(total).splitlines()}
    assert lines["unsupported claims"] == ["8", "10", "6", "60.0%", "75.0%", "2"]
    assert lines["unreported findings"] == ["0", "0", "0", "none", "none"]


def test_results_without_an_audit_are_named_with_the_remedy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    truth = tmp_path / "truth.jsonl"
    truth.write_text(support("It employs nobody.", supported=False).model_dump_json() + "\n")
    assert traced.last(truth, ["s"], tmp_path) == ""
    assert "triaudit stage=systems,claims,audit" in capsys.readouterr().err
    write_records(tmp_path / "systems/s.jsonl", [SystemOutput(task="1", report=REPORT)])
    write_records(tmp_path / "claims/s.jsonl", [ReportClaims(task="1")])
    off = Missing(reason=MissingReason.OFF, detail="choose audit=default")
    write_records(tmp_path / "audit/s.jsonl", [ProcessAudit(task="1", missing=off)])
    assert traced.last(truth, ["s"], tmp_path) == ""
    assert "s, 1, is not compared: off: choose audit=default" in capsys.readouterr().err


# ---------------------------------------------------------------- what a repeat is


@pytest.mark.parametrize(
    ("first", "second", "again"),
    [
        ("Selvane dam failure", "the failure of the Selvane dam", True),
        ("Selvane dam failure", "Selvane dam failure details", True),
        ("Selvane dam failure", "Selvane dam failure 2019", False),
        ("Selvane dam failure", "Selvane dam repair", False),
        ("Staudamm Selvane Bruch", "Bruch des Staudamms Selvane Überblick", True),
        ("Staudamm Selvane Bruch", "Staudamm Selvane Kosten", False),
        ("北岭 水库 溃坝 原因", "北岭水库溃坝的原因", True),
        ("北岭 水库 溃坝 原因", "北岭水库 溃坝原因 资料", True),
        ("北岭 水库 溃坝 原因", "北岭 水库 溃坝 损失", False),
    ],
)
def test_a_query_repeats_another_in_the_same_words_and_not_with_another_question(
    first: str, second: str, again: bool
) -> None:
    steps = (step(1, "search", "x", first), step(2, "think", "x"), step(3, "search", "x", second))
    found = repeats(steps)
    assert found == ((Repeat(step=3, of=1, query=second),) if again else ())
