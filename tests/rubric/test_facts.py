"""Key facts stay only where the attachment says them."""

from __future__ import annotations

from triaudit.questions import FactDraft
from triaudit.rubric.facts import MOST, checked
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
