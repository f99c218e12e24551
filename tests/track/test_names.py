import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from triaudit.track.describe import finite, shortened
from triaudit.track.names import LONGEST, decode, encode

CASES = Path(__file__).parents[1] / "cases" / "integration"
TAKEN = re.compile(r"[/\w.\- ]{1,250}")


def fits(name: str) -> bool:
    parts = name.split("/")
    return bool(TAKEN.fullmatch(name)) and "" not in parts and not {".", ".."} & set(parts)


def test_awkward_names_fit_stay_apart_and_come_back():
    names = json.loads((CASES / "h02_metric_names.json").read_text("utf-8"))["names"]
    coded = [encode(name) for name in names]
    assert all(fits(name) for name in coded)
    assert len({name.casefold() for name in coded}) == len(names)
    assert [decode(code) for name, code in zip(names, coded, strict=True) if len(name) < LONGEST] == [
        name for name in names if len(name) < LONGEST
    ]


@given(st.text(min_size=1, max_size=60))
def test_any_name_fits_and_comes_back(name: str):
    coded = encode(name)
    assert fits(coded)
    if ".cut-" not in coded:
        assert decode(coded) == name


def test_our_own_names_stay_as_they_are():
    for name in ("quality/instruction_following", "text/factcheck/right_ratio_micro/low", "audit/alpha"):
        assert encode(name) == name


def test_long_names_that_differ_at_the_end_stay_apart():
    first, second = encode("a" * 400 + "x"), encode("a" * 400 + "y")
    assert first != second
    assert fits(first)


@pytest.mark.parametrize("name", ["", "/", "//", "a//b", "a/", "..", "./x", " a ", ".25.", "a.25.", "a%"])
def test_paths_and_the_escape_itself_are_escaped(name: str):
    assert fits(encode(name))
    assert not name or decode(encode(name)) == name


def test_only_finite_numbers_are_logged_and_the_others_are_named():
    given = json.loads((CASES / "h02_metric_names.json").read_text("utf-8"))["values"]
    numbers = {f"v{n}": float(v) if v in {"nan", "inf"} else v for n, v in enumerate(given)}
    kept, skipped = finite(numbers)
    assert kept == {"v0": 1.0}
    assert skipped == ["v1", "v2", "v3", "v4", "v5"]


def test_long_parameters_become_files_and_stay_distinguishable():
    short, files = shortened({"a": "x" * 7000 + "1", "b": "x" * 7000 + "2", "c": "x" * 6000})
    assert short["a"] != short["b"]
    assert all(len(value) <= 6000 for value in short.values())
    assert sorted(files.values()) == ["x" * 7000 + "1", "x" * 7000 + "2"]
    assert short["c"] == "x" * 6000
