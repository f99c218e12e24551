from __future__ import annotations

from triaudit.attachments.passages import CHARS, passages, pieces
from triaudit.types import Block, Document


def document(*blocks: Block) -> Document:
    return Document(digest="0" * 64, name="a", kind="text", blocks=blocks)


def text(locator: str, words: str) -> Block:
    return Block(kind="text", locator=locator, text=words)


def test_the_passage_that_speaks_to_the_question_comes_first() -> None:
    found = passages(
        document(
            text("page 1", "The harbour was rebuilt after the storm."),
            text("page 2", "The tram carried 18,900 passengers per weekday in 2024."),
            text("page 3", "The tram opened late."),
        ),
        "How many passengers did the tram carry in 2024?",
        2,
    )
    assert [passage.locator for passage in found] == ["page 2", "page 1"] or found[0].locator == "page 2"
    assert found[0].score > found[1].score > 0


def test_chinese_is_found_by_its_words() -> None:
    found = passages(
        document(text("page 1", "缆车在大风中必须停运。"), text("page 2", "轮渡全年运送旅客三十九万人次。")),
        "轮渡旅客",
        5,
    )
    assert [passage.locator for passage in found] == ["page 2"]


def test_where_no_word_fits_there_is_no_passage() -> None:
    blocks = document(text("page 1", "The harbour."), Block(kind="image", locator="page 2", text=""))
    assert passages(blocks, "zeppelin", 5) == []
    assert passages(blocks, "", 5) == []
    assert passages(document(), "harbour", 5) == []


def test_a_table_is_cut_between_rows_and_repeats_its_header() -> None:
    rows = [f"Line {number} | {number * 1000} passengers" for number in range(60)]
    block = Block(kind="table", locator="sheet A, rows 1-61", text="\n".join(["Line | Passengers", *rows]))
    parts = list(pieces(block))
    assert len(parts) > 1
    assert all(part.text.startswith("Line | Passengers\n") and len(part.text) <= CHARS + 50 for part in parts)
    assert [line for part in parts for line in part.text.split("\n")[1:]] == rows
    (best,) = passages(document(block), "line 41", 1)
    assert "Line 41 | 41000 passengers" in best.text


def test_a_texts_pieces_are_its_own_words_and_lose_none() -> None:
    whole = (
        " ".join(f"Sentence number {number} says that the ferry is late." for number in range(80))
        + " x" * 3000
    )
    parts = list(pieces(text("page 1", whole)))
    assert all(part.text in whole and len(part.text) <= 2 * CHARS for part in parts)
    assert "".join(part.text for part in parts).replace(" ", "") == whole.replace(" ", "")


def test_a_short_table_in_a_text_keeps_its_head() -> None:
    rows = "\n".join(
        ["| Year | Wood (m3) |", "|---|---|", *(f"| {year} | {year * 7} |" for year in range(2001, 2015))]
    )
    prose = "The wood was measured in every autumn of these years by the same crew. " * 9
    found = [piece.text for piece in pieces(text("p", f"{prose.strip()}\n\n{rows}\n\nThe end."))]
    assert [piece for piece in found if "| 2014 |" in piece] == [
        piece for piece in found if "| Year |" in piece
    ]
