"""Key facts stay only where the attachment says them."""

from __future__ import annotations

import pytest

from triaudit.questions import FactDraft
from triaudit.rubric.facts import MOST, checked
from triaudit.rubric.stands import states
from triaudit.types import Block, Document

DOCUMENT = Document(
    digest="ab" * 32,
    name="ports.pdf",
    kind="pdf",
    blocks=(
        Block(kind="text", locator="page 1", text="Nordhafen handled 12.5 million tonnes in 2024, 9% more."),
        Block(kind="table", locator="page 2, table 1", text="Port | Cranes | Staff\nNordhafen | 14 | 830"),
        Block(kind="text", locator="page 3", text="2024年南港的吞吐量为七百万吨，增长率为4%。"),
        Block(kind="image", locator="page 3, image 1", text=""),
    ),
)


def draft(text: str, locator: str, importance: int = 2) -> FactDraft:
    return FactDraft.model_validate({"text": text, "locator": locator, "importance": importance})


def test_quotes_and_rows_with_their_columns_are_kept() -> None:
    facts, notes = checked(
        DOCUMENT,
        [
            draft("Nordhafen handled 12.5 million tonnes in 2024", "page 1", 3),
            draft("Nordhafen; Cranes 14; Staff 830", "page 2, table 1"),
            draft("2024年南港的吞吐量为七百万吨", "page 3"),
        ],
        first=4,
    )
    assert [fact.id for fact in facts] == ["f4", "f5", "f6"]
    assert [fact.locator for fact in facts] == ["page 1", "page 2, table 1", "page 3"]
    assert not notes


def test_a_fact_with_another_number_is_dropped_with_a_note() -> None:
    facts, notes = checked(DOCUMENT, [draft("Nordhafen handled 15.2 million tonnes in 2024", "page 1")], 1)
    assert not facts
    assert "dropped" in notes[0]
    assert "page 1" in notes[0]


COSTS = Document(
    digest="cd" * 32,
    name="costs.xlsx",
    kind="xlsx",
    blocks=(
        Block(
            kind="table",
            locator="sheet Costs, rows 1-4",
            text="Item, thousand crowns | 2022 | 2023\nFuel cost | 2,310 | 2,480\n"
            "Staff cost | 310 | 325\nNebenkosten | 1.250 | 14,5",
        ),
        Block(
            kind="text",
            locator="page 2",
            text="Fuel cost 2,310 thousand crowns in the\nfirst year. Staff cost 310 thousand crowns. "
            "Der Hafen zählt 1.250 Liegeplätze. 南港的吞吐量为1,200万吨，增长率为4%。",
        ),
    ),
)


@pytest.mark.parametrize(
    "text",
    [
        "Fuel cost 2,310 thousand crowns",
        "Fuel cost was 2310 thousand crowns in 2022",
        "Staff cost: 2022 310; 2023 325",
        "In 2023 fuel cost 2,480 and staff cost 325",
        "Nebenkosten 2022: 1250",
        "Nebenkosten 2023: 14.5 thousand crowns",
        "Fuel cost; 2022 2,310; 2023 2,480",
    ],
)
def test_a_fact_with_a_rows_words_and_its_columns_number_is_kept(text: str) -> None:
    assert states(text, COSTS.blocks[0])


@pytest.mark.parametrize(
    "text",
    [
        "Fuel cost 310 thousand crowns",  # part of a number, and another row's number
        "Fuel cost 480 thousand crowns",
        "Fuel cost 2 thousand crowns",
        "Staff cost 2,310 thousand crowns",
        "Fuel cost 2,480 thousand crowns in 2022",
        "Fuel cost; 2022 2,480; 2023 2,310",
        "Staff cost 310 in 2023",
        "2022: 310",
        "Nebenkosten 250",
    ],
)
def test_a_number_of_another_row_column_or_number_is_no_fact(text: str) -> None:
    facts, notes = checked(COSTS, [draft(text, "sheet Costs, rows 1-4")], 1)
    assert not [fact for fact in facts if fact.locator.startswith("sheet")]
    assert notes


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Fuel cost 2,310 thousand crowns in the first year", True),
        ("Staff cost: 310 thousand crowns; fuel cost: 2310 thousand crowns", True),
        ("Der Hafen hat 1250 Liegeplätze", True),
        ("南港的吞吐量为1,200万吨", True),
        ("Fuel cost 310 thousand crowns", False),
        ("310 thousand crowns in the first year", False),
        ("Der Hafen hat 250 Liegeplätze", False),
        ("南港的吞吐量为200万吨", False),
    ],
)
def test_a_sentence_states_a_fact_with_its_own_whole_numbers(text: str, kept: bool) -> None:
    assert states(text, COSTS.blocks[1]) == kept


def test_a_fact_in_other_words_without_numbers_is_dropped() -> None:
    facts, _ = checked(DOCUMENT, [draft("The harbour authority plans a new container quay", "page 1")], 1)
    assert not facts


def test_a_wrong_locator_is_corrected_with_a_note() -> None:
    facts, notes = checked(DOCUMENT, [draft("Nordhafen: 14 cranes, staff 830", "page 9")], 1)
    assert facts[0].locator == "page 2, table 1"
    assert "corrected" in notes[0]


def test_a_fact_named_twice_is_kept_once() -> None:
    facts, notes = checked(DOCUMENT, [draft("2024, 9% more", "page 1"), draft("2024,  9% MORE", "page 1")], 1)
    assert len(facts) == 1
    assert "twice" in notes[0]


def test_of_too_many_facts_the_most_important_stay_in_order() -> None:
    rows = "\n".join(f"Berth{n} | {100 + n}" for n in range(20))
    many = Document(digest="a", name="x", kind="xlsx", blocks=(Block(kind="table", locator="s", text=rows),))
    facts, notes = checked(
        many, [draft(f"Berth{n}; {100 + n}", "s", 3 if n > 3 else 1) for n in range(20)], 1
    )
    assert len(facts) == MOST
    assert [fact.text for fact in facts] == [f"Berth{n}; {100 + n}" for n in range(4, 19)]
    assert "20 facts" in notes[0]
