"""The claims stage: what reports state, each once, with its place, and nothing dropped in silence."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import context
from triaudit.claims import stage
from triaudit.claims.dates import report_date
from triaudit.claims.merge import merged, numbered, sampled
from triaudit.claims.stage import report_claims
from triaudit.files import read_records, write_records
from triaudit.judge.rules import Rules
from triaudit.judge.scripted import Scripted
from triaudit.types import (
    Claim,
    ClaimKind,
    Missing,
    MissingReason,
    ReportClaims,
    SystemOutput,
    Task,
    UnansweredReason,
)

CASES = Path(__file__).parents[1] / "cases" / "reports"
TASK = Task(id="1", query="q", language="en", track="text")


async def listed(name: str) -> ReportClaims:
    return await report_claims(TASK, (CASES / f"{name}.md").read_text("utf-8"), Rules())


def texts(record: ReportClaims) -> list[str]:
    return [claim.text for claim in record.claims]


def claim(text: str, start: int, kind: ClaimKind = ClaimKind.NUMBER) -> Claim:
    return Claim(id="", text=text, kind=kind, start=start, end=start + 1, segment_start=0, segment_end=99)


async def test_repeats_are_one_claim_and_another_subject_is_another() -> None:
    record = await listed("d07_duplicates")
    assert texts(record) == [
        "The bridge opened in 1932.",
        "The bridge cost 12 million.",
        "The tunnel cost 12 million.",
    ]
    assert [len(item.repeats) for item in record.claims] == [2, 1, 0]
    assert [item.id for item in record.claims] == ["c1", "c2", "c3"]


async def test_a_pronoun_in_the_next_section_is_the_company_and_not_its_rival() -> None:
    record = await listed("d08_cross_segment")
    assert "Acme Robotics' revenue was 4.2 billion in FY2023." in texts(record)
    assert not any(text.startswith("Borel") for text in texts(record))


async def test_relative_dates_count_from_the_day_that_the_report_states() -> None:
    record = await listed("d10_time_sensitive")
    assert [(item.text, item.as_of) for item in record.claims] == [
        ("As of March 2024 the CEO of Acme is R. Holt.", "March 2024"),
        ("The current population is 8.1 million.", "2024-03-05"),
        ("The law enters into force next year (2025).", "2024-03-05"),
    ]


async def test_a_report_that_states_nothing_has_an_empty_list_and_is_not_missing() -> None:
    record = await listed("d12_no_claims")
    assert (record.claims, record.found, record.missing) == ((), 0, None)


async def test_each_claim_has_its_own_sources_and_reference_lists_have_no_claims() -> None:
    record = await listed("d01_footnotes")
    assert [item.sources for item in record.claims] == [
        ("https://example.org/neb-2024",),
        ("https://example.org/subsidy?year=2023&lang=en",),
        ("https://example.org/subsidy_(2022)",),
    ]


async def test_sources_at_the_end_alone_are_no_inline_citations() -> None:
    record = await listed("d02_sources_only_at_end")
    assert "Port A moved 3.1 million containers in 2022." in texts(record)
    assert "no_inline_citations" in record.flags


async def test_markers_are_flagged_and_not_part_of_the_claim() -> None:
    record = await listed("d13_private_use_markers")
    assert texts(record) == ["Rainfall fell by 18% while yields rose."]
    assert "unresolved_citations:2" in record.flags


async def test_interface_words_are_no_claims_and_are_flagged() -> None:
    record = await listed("d14_ui_residue")
    assert texts(record) == ["Dam A stores 2.1 km3."]
    assert "interface_text" in record.flags


async def test_chinese_sentences_are_claims_with_their_language() -> None:
    record = await listed("d06_zh_sentences")
    assert len(record.claims) >= 2
    assert {item.language for item in record.claims} == {"zh"}


async def test_a_tables_cells_are_claims_with_row_and_column_and_its_lines_are_none() -> None:
    record = await listed("d04_table")
    assert texts(record) == [
        "Arden: Metro length 112.4 km",
        "Arden: Opened 1974",
        "Belmor: Metro length 58 km",
        "Belmor: Opened 1991",
        "Total: Metro length 170.4 km",
    ]


async def test_code_and_conditions_are_no_claims_and_arithmetic_is_one() -> None:
    said = "\n".join(texts(await listed("d05_code_latex")))
    assert [word for word in ("GDP", "rates rise") if word in said] == []
    assert "1.67" in said


async def test_a_quoted_slogan_is_no_claim() -> None:
    assert "sky" not in "\n".join(texts(await listed("d05_code_latex")))


async def test_links_of_both_kinds_lead_to_their_addresses() -> None:
    (only,) = (await listed("d03_md_link_identifier")).claims
    assert only.sources == ("https://doi.example/10.9999/abc-016-1756-5", "https://example.org/g")
    assert "10.9999/abc-016-1756-5)" in only.text
    assert "](" not in only.text


async def test_every_claim_stands_where_it_says() -> None:
    for path in sorted(CASES.glob("*.md")):
        report = path.read_text("utf-8")
        for item in (await report_claims(TASK, report, Rules())).claims:
            assert item.segment_start <= item.start < item.end <= item.segment_end
            assert report[item.start : item.end].strip()


def reply(*claims: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"template": "claims/extract", "reply": {"claims": list(claims)}}]


async def test_a_draft_whose_words_are_not_in_the_segment_is_dropped_and_counted() -> None:
    made = reply(
        {"text": "Dam A stores 2.1 km3.", "quote": "stores 2.1 km3", "kind": "number"},
        {"text": "Dam A stores 9 km3.", "quote": "stores 9 km3 of water", "kind": "number"},
        {"text": " ", "quote": "Dam A", "kind": "other"},
    )
    record = await report_claims(TASK, "Dam A stores 2.1 km3.\n", Scripted(made))
    assert texts(record) == ["Dam A stores 2.1 km3."]
    assert "invalid_drafts:2" in record.flags


async def test_a_segment_without_answer_is_kept_as_failed() -> None:
    judge = Scripted([{"template": "claims/extract", "unanswered": "refused"}])
    record = await report_claims(TASK, "Dam A stores 2.1 km3.\n", judge)
    assert record.claims == ()
    assert [item.reason for item in record.failed_segments] == [UnansweredReason.REFUSED]
    assert record.segments == 1


async def test_the_same_words_twice_are_two_places() -> None:
    report = "The bridge cost 12 million.\n\nText.\n\nThe bridge cost 12 million.\n"
    record = await report_claims(TASK, report, Rules())
    (only,) = record.claims
    assert [report[a:b] for a, b in ((only.start, only.end), *only.repeats)] == [
        "The bridge cost 12 million."
    ] * 2


def test_merging_keeps_denials_other_subjects_and_conclusions_apart() -> None:
    claims = [
        claim("The north bridge cost 12 million.", 1),
        claim("The south bridge cost 12 million.", 2),
        claim("The north bridge did not cost 12 million.", 3),
        claim("The north bridge cost 12 million.", 4, ClaimKind.CONCLUSION),
        claim("The north bridge cost 12 million euros.", 5),
    ]
    assert len(merged(claims)) == 5


def test_sampling_is_the_same_every_time_and_keeps_the_conclusions() -> None:
    claims = numbered(
        [
            *(claim(f"Town {n} has {n} people.", n) for n in range(100, 130)),
            claim("So be it.", 200, ClaimKind.CONCLUSION),
        ]
    )
    few, more = sampled(claims, 5, 0, "1"), sampled(claims, 10, 0, "1")
    assert len(few) == 6
    assert {item.id for item in few} <= {item.id for item in more}
    assert few == sampled(claims, 5, 0, "1") != sampled(claims, 5, 1, "1")
    assert sampled(claims, None, 0, "1") == claims


@pytest.mark.parametrize(
    ("report", "date"),
    [
        ("Text. (Report dated 2024-03-05)", "2024-03-05"),
        ("**Date:** 5 March 2024\n\nText", "2024-03-05"),
        ("报告日期：2024年3月\n\n正文", "2024-03"),
        ("Stand: 5. März 2024", "2024-03-05"),
        ("The bridge opened on 5 March 2024.", None),
    ],
)
def test_a_reports_date_is_the_one_that_it_states(report: str, date: str | None) -> None:
    assert report_date(report) == date


async def run(folder: Path, *overrides: str, outputs: list[SystemOutput] | None = None) -> list[ReportClaims]:
    tasks = [
        TASK,
        Task(id="2", query="q", language="en", track="text"),
        Task(id="3", query="q", language="en", track="text"),
    ]
    write_records(folder / "data/benchmark/demo/tasks.jsonl", tasks)
    if outputs is not None:
        write_records(folder / "results/systems/s.jsonl", outputs)
    await stage.run(context(folder, "claims", "s", overrides))
    return read_records(folder / "results/claims/s.jsonl", ReportClaims)


async def test_every_task_has_a_record_and_an_earlier_reason_is_kept(tmp_path: Path) -> None:
    gone = Missing(reason=MissingReason.NO_REPORT, detail="empty")
    outputs = [
        SystemOutput(task="1", report="Dam A stores 2.1 km3."),
        SystemOutput(task="2", report="", missing=gone),
    ]
    first, second, third = await run(tmp_path, outputs=outputs)
    assert len(first.claims) == 1
    assert second.missing == gone
    assert third.missing is not None
    assert third.missing.reason is MissingReason.UPSTREAM


async def test_off_asks_nothing_and_says_so(tmp_path: Path) -> None:
    records = await run(tmp_path, "claims=off")
    assert [record.missing.reason for record in records if record.missing] == [MissingReason.OFF] * 3


async def test_at_most_so_many_claims_and_the_record_says_how_many_there_were(tmp_path: Path) -> None:
    report = "".join(f"- Town {n} has {n} people.\n" for n in range(100, 120))
    outputs = [SystemOutput(task=task, report=report) for task in ("1", "2", "3")]
    first, *_ = await run(tmp_path, "claims.max_per_report=4", outputs=outputs)
    assert (len(first.claims), first.found) == (4, 20)
    assert "sampled:4_of_20" in first.flags


async def test_published_reports_give_the_same_claims_twice_and_quickly(shared: Path) -> None:
    path = min((shared / "data/miroeval/method_results").glob("*.json"))
    reports = [item["response"] for item in json.loads(path.read_text("utf-8"))][:10]
    begun = time.process_time()
    first = [await report_claims(TASK, report, Rules()) for report in reports]
    assert time.process_time() - begun < 10 * 0.5
    assert first == [await report_claims(TASK, report, Rules()) for report in reports]
    assert all(10 <= len(record.claims) <= 400 for record in first)
    assert not any(flag.startswith("invalid") for record in first for flag in record.flags)
