from __future__ import annotations

import pytest

from triaudit.attachments.passages import CHARS, chunks, cited, passages, pieces, query_attachment
from triaudit.attachments.tables import table, table_blocks
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


def ferries(count: int) -> Document:
    rows = [["Ferry", "People", "Note"], ["", "a year", ""]]
    rows += [[f"Ferry {n}", f"{n * 1000}", "carries the mail to the outer islands"] for n in range(1, count)]
    found = table(list(enumerate(rows, 1)), "page 3, table 2", header=2, part=3)
    return Document(
        digest="0" * 64, name="a.pdf", kind="pdf", blocks=tuple(table_blocks(found)), tables=(found,)
    )


def test_a_passage_of_a_table_has_the_whole_header_and_names_its_rows() -> None:
    (best,) = query_attachment(ferries(60), "How many people takes ferry 41?", 1)
    assert best.text.split("\n")[:2] == ["Ferry | People | Note", " | a year"]
    row = best.rows[best.text.split("\n").index("Ferry 41 | 41000 | carries the mail to the outer islands")]
    assert row == 43
    first, last = best.rows[2], best.rows[-1]
    assert best.locator == f"page 3, table 2, rows {first}-{last}"
    assert last - first < 20
    assert cited(best.locator, best.text, best.rows, "Ferry 41 | 41000") == "page 3, table 2, row 43"


def test_a_quote_that_is_not_one_row_is_cited_by_its_passage() -> None:
    assert cited("page 1, rows 1-2", "a | 1\nb | 1", (1, 2), "1") == "page 1, rows 1-2"
    assert cited("page 1", "The a is 1.", (), "a is") == "page 1"
    assert cited("page 1, rows 1-2", "a | 1\nb | 1", (1, 2), "b | 1") == "page 1, row 2"


def test_chunks_cross_no_page_table_or_row() -> None:
    sheet = ferries(60)
    text_block = text("page 1", "The harbour was rebuilt. " * 60)
    whole = document(text_block, *sheet.blocks)
    rows = [line for block in sheet.blocks for line in block.text.split("\n")]
    for chunk in chunks(whole):
        assert chunk.locator.startswith("page 1") == (chunk.kind == "text")
        if chunk.kind == "table":
            assert all(line in rows for line in chunk.text.split("\n"))
    seen = {line for chunk in chunks(sheet) for line in chunk.text.split("\n")}
    assert seen == set(rows)


def test_meaning_finds_what_no_word_does_and_words_still_count() -> None:
    asked = document(
        text("page 1", "The vessel burnt less fuel."),
        text("page 2", "缆车在大风中必须停运。"),
        text("page 3", "The harbour was rebuilt."),
    )
    assert query_attachment(asked, "Wann steht die Seilbahn still?") == []
    found = query_attachment(asked, "Wann steht die Seilbahn still?", 2, nearness=(0.1, 0.9, 0.2))
    assert [one.locator for one in found] == ["page 2", "page 3"]
    found = query_attachment(asked, "harbour rebuilt", 3, nearness=(0.1, 0.5, 0.4))
    assert [one.locator for one in found] == ["page 3", "page 2", "page 1"]
    with pytest.raises(ValueError, match="1 figures for 3 chunks"):
        query_attachment(asked, "?", nearness=(0.1,))
