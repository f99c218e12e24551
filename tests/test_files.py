from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triaudit.files import clean, digest, inside, read_records, safe_name, tree_digest, write_records
from triaudit.types import Record

CASES = Path(__file__).parent / "cases"


class Line(Record):
    text: str


@pytest.mark.parametrize("name", ["harbour-tram", "7", "07", "task_1", "a-b_c-9"])
def test_a_plain_name_stays_as_it_is(name: str) -> None:
    assert safe_name(name) == name


@pytest.mark.parametrize(
    "name", ["con", "CON", "aux.json", "nul", "com1", "LPT9", "a:b", "name.", "日本/x", "..", "", "-rf", " a"]
)
def test_any_other_name_is_changed_into_a_harmless_one(name: str) -> None:
    safe = safe_name(name)
    assert re.fullmatch(r"[a-z0-9_][a-z0-9_-]*--[0-9a-f]{12}", safe)
    assert safe != name


def test_the_paths_of_the_case_get_names_of_their_own_even_where_case_is_ignored() -> None:
    case = json.loads((CASES / "integration/h06_paths.json").read_text("utf-8"))
    texts = [case["out"], case["file_uri"], case["long"], *case["case_clash"], *case["reserved"]]
    names = [safe_name(text) for text in texts]
    assert len({name.lower() for name in names}) == len(texts)
    assert all(len(name) <= 62 and not set(name) & set('/\\:*?"<>|.') for name in names)


def test_a_changed_name_can_not_be_taken_by_an_unchanged_one() -> None:
    taken = safe_name("Report.md")
    assert safe_name(taken) != taken


@given(st.text(max_size=80), st.text(max_size=80))
def test_different_texts_have_different_names(one: str, other: str) -> None:
    first, second = safe_name(one), safe_name(other)
    assert re.fullmatch(r"[a-z0-9_][a-z0-9_-]{0,61}", first)
    assert (first == second) == (one == other)


def test_line_separators_inside_a_text_do_not_end_the_record(tmp_path: Path) -> None:
    lines = [Line(text="a\u2028b\u2029c\x85d\x0ce\r\nf"), Line(text="next")]
    write_records(tmp_path / "lines.jsonl", lines)
    assert read_records(tmp_path / "lines.jsonl", Line) == lines


def test_a_tree_below_a_hidden_folder_has_a_digest_of_its_files(tmp_path: Path) -> None:
    folders = [tmp_path / ".cache/tree", tmp_path / "tree"]
    for folder in folders:
        (folder / ".hidden").mkdir(parents=True)
        (folder / "a.txt").write_text("a")
        (folder / ".hidden/b.txt").write_text("b")
    assert tree_digest(folders[0]) == tree_digest(folders[1]) != digest([])


def test_a_place_inside_a_folder_is_told_from_one_outside(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "a").write_text("a")
    (home / "in").symlink_to("a")
    (home / "out").symlink_to(tmp_path)
    (home / "round").symlink_to("round")
    assert inside(home, "in") == (home / "a").resolve()
    assert inside(home, home / "a") == (home / "a").resolve()
    assert inside(home, "not there") is not None
    for path in ("out", "out/x", "..", tmp_path, "a\0b"):
        assert inside(home, path) is None
    assert inside(home, "round") in {None, home / "round"}


def test_text_that_utf_8_cannot_hold_is_made_to_fit() -> None:
    assert clean("a\ud83d\ude00b\udfff") == "a\U0001f600b\ufffd"
    assert clean("é") == "é"
