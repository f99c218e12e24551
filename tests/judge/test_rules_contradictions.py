"""Contradictions of a trace: which are found, and what counts as noticing and as settling one."""

from __future__ import annotations

import pytest

from tests.audit.made import step, trace
from triaudit.judge.rules.audit.contradictions import find_contradictions
from triaudit.judge.rules.audit.intrinsic import rate_process
from triaudit.questions import (
    ContradictionDraft,
    FindContradictions,
    FixedDimension,
    MeasuredSignal,
    RateProcess,
)


def found(*steps: tuple[str, str], report: str = "") -> list[ContradictionDraft]:
    question = FindContradictions(query="q", steps=trace(*steps), report=report)
    return list(find_contradictions(question).contradictions)


# ---------------------------------------------------------------- what is one


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The Selvane plant employs 1,200 people.", "The Selvane plant has 1,450 employees, the union says."),
        (
            "According to the port, the ferry carried 412,000 passengers.",
            "The ferry carried 398,000 passengers.",
        ),
        ("The population of Arden is 500,000.", "Arden: the town has a population of 430,000."),
        ("The Tarnholt bridge opened on 9 August 2023.", "The Tarnholt bridge opened on 6 May 2023."),
        ("The Tarnholt bridge was opened in 2021.", "The Tarnholt bridge was opened in 2023."),
        ("The harbour tram has a length of 9.4 km.", "The harbour tram has a length of 12 km."),
        ("Die Fähre beförderte 412.000 Fahrgäste.", "Laut Hafenamt beförderte die Fähre 398.000 Fahrgäste."),
        ("奥弗里渡轮运送旅客41.2万人次。", "据港务局统计，奥弗里渡轮运送旅客39.8万人次。"),
        ("The smelter produced 9,000 tonnes.", "Correction: the smelter's output was 7,200 tonnes."),
    ],
)
def test_two_values_of_one_measure_in_other_words(first: str, second: str) -> None:
    report = first
    (one,) = found(("read", f"It rains often. {first}"), ("read", f"{second} It is far."), report=report)
    assert one.steps == (1, 2)
    assert not one.noticed
    assert not one.resolved


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            "The planned cost of the tram was 198 million crowns.",
            "The actual cost of the tram was 247 million crowns.",
        ),
        ("Arden has 12 bridges.", "Beck has 7 bridges."),
        ("The tram cost 247 million crowns.", "The tram cost 31 million dollars."),
        ("The tram opened on 9 August 2023.", "The tram opened in 2023."),
        ("The study has 8 references.", "The study has 31 pages."),
        ("The ferry imports 300 tonnes of salt.", "The ferry exports 200 tonnes of salt."),
    ],
)
def test_other_measures_and_coarser_dates_are_none(first: str, second: str) -> None:
    assert found(("read", first), ("read", second)) == []


# ---------------------------------------------------------------- noticing and settling

SOURCES = (
    ("read", "In all, the ferry carried 412,000 passengers, the workbook says."),
    ("read", "According to the port authority, the ferry carried 398,000 passengers in all."),
)


@pytest.mark.parametrize(
    ("report", "noticed", "resolved"),
    [
        ("The ferry carried 412,000 passengers.", False, False),
        ("The ferry carried 412,000 passengers. However, the quay is narrow.", False, False),
        ("The ferry carried 412,000 passengers. The crew is small but the boat is fast.", False, False),
        (
            (
                "The web does not agree with the workbook on passengers. The workbook says the ferry carried "
                "412,000. The port says 398,000. The two cannot both be right."
            ),
            True,
            False,
        ),
        ("The ferry carried 412,000 passengers by the workbook and 398,000 by the port.", True, False),
        ("The ferry carried 412,000 passengers. The port gives 398,000 passengers.", True, False),
        (
            (
                "Passengers of the ferry: 412,000 or 398,000. Which is right can't be decided, since neither "
                "source says how it counts."
            ),
            True,
            True,
        ),
        ("Passengers of the ferry: 412,000 or 398,000. It cannot be decided.", True, False),
        ("The ferry carried 412,000 passengers, not 398,000: we use the later, audited count.", True, True),
        (
            (
                "Die Angaben zu Passagieren der Fähre stimmen nicht überein: 412.000 und 398.000. Das lässt "
                "sich nicht klären, weil beide Quellen keine Methode nennen."
            ),
            True,
            True,
        ),
        ("Die Angaben zur Fähre stimmen nicht überein: 412.000 und 398.000 Fahrgäste.", True, False),
        ("渡轮旅客数不一致：41.2万与39.8万人次，由于没有资料说明口径，无法判断哪个正确。", True, True),
        ("渡轮旅客数不一致：41.2万与39.8万人次。", True, False),
    ],
)
def test_honest_disclosure_is_noticing_and_only_a_decision_or_a_reason_settles(
    report: str, noticed: bool, resolved: bool
) -> None:
    (one,) = found(*SOURCES, report=report)
    assert (one.noticed, one.resolved) == (noticed, resolved), one.reason


@pytest.mark.parametrize(
    ("thought", "noticed", "resolved"),
    [
        ("The ferry is popular.", False, False),
        ("These counts of ferry passengers don't match: 412,000 and 398,000.", True, False),
        (
            "Ferry passengers: 412,000 or 398,000? I will use the 398,000, which is the final count.",
            True,
            True,
        ),
        ("412,000 and 398,000 ferry passengers: unresolved, because no page explains it.", True, True),
    ],
)
def test_the_agents_own_steps_notice_and_settle_too(thought: str, noticed: bool, resolved: bool) -> None:
    (one,) = found(*SOURCES, ("think", thought), report="The ferry carried 412,000 passengers.")
    assert (one.noticed, one.resolved) == (noticed, resolved), one.reason


def test_what_only_the_report_calls_contradictory_is_tied_to_the_steps_that_gave_it() -> None:
    steps = (
        ("read", "Ferry | passengers | 412,000"),
        ("read", "Counted at the quay were 398,000 travellers."),
    )
    report = "The sources do not agree on passengers. One gives 412,000. The other gives 398,000."
    (one,) = found(*steps, report=report)
    assert one.steps == (1, 2)
    assert one.noticed
    assert not one.resolved


def test_a_series_over_years_is_no_contradiction_whatever_is_said_beside_it() -> None:
    thought = "Output was 77 TWh in 2022 and 100 TWh in 2024. The reports conflict on other things."
    assert found(("think", thought)) == []


def test_repeated_searches_are_told_as_repeats_of_words() -> None:
    question = RateProcess(
        query="q",
        dimensions=(FixedDimension(id="efficiency", name="Efficiency", definition="…"),),
        steps=(step(1, "search", "x", "dam"),),
        findings=(),
        measured=(
            MeasuredSignal(name="queries", value=4),
            MeasuredSignal(name="near_duplicate_queries", value=2),
        ),
    )
    (rating,) = rate_process(question).ratings
    assert "2 queries repeated in nearly the same words" in rating.reason
    assert "other words" in rating.reason


# ---------------------------------------------------------------- cells, and figures by their sources


@pytest.mark.parametrize(
    ("page", "row", "conflict"),
    [
        ("The rent of the mill is 118,000 crowns a year.", "Rent of the mill | thousand crowns | 95", True),
        ("The rent of the mill is 95,000 crowns a year.", "Rent of the mill | thousand crowns | 95", False),
        ("The rent of the barn is 118,000 crowns a year.", "Rent of the mill | thousand crowns | 95", False),
    ],
)
def test_a_cell_of_a_table_can_be_one_side(page: str, row: str, conflict: bool) -> None:
    table = f"Item | Unit | 2024\n{row}\nFlour | tonnes | 4,820"
    assert bool(found(("read", table), ("read", page))) is conflict


@pytest.mark.parametrize(
    ("thought", "conflict"),
    [
        ("Rent: 95,000 crowns in the workbook, 118,000 crowns in the register.", True),
        ("Miete: 95.000 Kronen im Jahresbericht, 118.000 Kronen beim Rechnungshof.", True),
        ("The report says that the rent rose from 95,000 to 118,000 crowns.", False),
        ("The rent is 95,000 crowns and the crew costs 918,000 crowns, says the report.", False),
    ],
)
def test_figures_given_for_two_sources_are_a_contradiction_where_each_was_found(
    thought: str, conflict: bool
) -> None:
    steps = (
        ("read", "Paid to the owner: 95,000 crowns."),
        ("read", "Lease of the building: 118,000 crowns. Wages: 918,000 crowns."),
        ("think", thought),
    )
    drafts = found(*steps)
    assert [draft.steps for draft in drafts] == ([(1, 2)] if conflict else [])
    assert all(draft.noticed for draft in drafts)
