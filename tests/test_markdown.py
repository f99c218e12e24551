"""Lines of Markdown are told apart, hostile ones as fast as others."""

from __future__ import annotations

from time import process_time

import pytest

from triaudit.markdown import LOWEST, heading, is_delimiter, is_fence


@pytest.mark.parametrize(
    ("line", "level", "title"),
    [
        ("# Costs", 1, "Costs"),
        ("   ### **2. Costs** ###", 3, "2. Costs"),
        ("##", 2, ""),
        ("**Costs:**", LOWEST, "Costs"),
        ("**成本**：", LOWEST, "成本"),
    ],
)
def test_a_heading_has_a_level_and_a_title(line: str, level: int, title: str) -> None:
    assert heading(line) == (level, title)


@pytest.mark.parametrize("line", ["#Costs", "    # code", "**It is done.**", "**a** b", "####### seven"])
def test_what_only_looks_like_a_heading_is_none(line: str) -> None:
    assert heading(line) is None


def test_the_rule_of_a_table_has_bars_and_dashes() -> None:
    assert all(map(is_delimiter, ["|---|:--:|", "--- | ---", " | :-- | --: | "]))
    assert not any(map(is_delimiter, ["---", "| a | b |", "|-|x|", "| - - | --"]))


def test_a_fence_is_of_either_kind() -> None:
    assert all(map(is_fence, ["```py", "  ~~~"]))
    assert not any(map(is_fence, ["``a``", "    ```"]))


def test_hostile_lines_take_no_longer_than_others() -> None:
    start = process_time()
    for line in (f"# {'#' * 50_000}a", f"{' ' * 50_000}x|-", f"|{'--|' * 20_000}x", f"**{'a' * 50_000}"):
        heading(line)
        is_delimiter(line)
        is_fence(line)
    assert process_time() - start < 1
