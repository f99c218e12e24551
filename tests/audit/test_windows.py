"""Windows cover the whole trace; findings of all windows become one list."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.audit.made import step, trace
from triaudit.audit.windows import merge, shorten, split
from triaudit.questions import FindingDraft
from triaudit.types import Step

STEPS = st.lists(st.text(max_size=80), max_size=30).map(
    lambda texts: tuple(step(number, "think", text) for number, text in enumerate(texts, 1))
)


def draft(text: str, *steps: int, strength: int = 1) -> FindingDraft:
    return FindingDraft.model_validate({"text": text, "steps": steps, "strength": strength})


@given(STEPS, st.integers(1, 7), st.integers(1, 60))
def test_windows_hold_every_character_of_every_step_once_and_in_order(
    steps: tuple[Step, ...], max_steps: int, max_chars: int
) -> None:
    windows = split(steps, max_steps, max_chars)
    assert all(len(window) <= max_steps for window in windows)
    assert all(sum(len(part.text) for part in window) <= max_chars for window in windows)
    parts = [part for window in windows for part in window]
    assert [part.index for part in parts] == sorted(part.index for part in parts)
    for one in steps:
        assert "".join(part.text for part in parts if part.index == one.index) == one.text


def test_a_trace_that_fits_is_one_window() -> None:
    steps = trace(("think", "a"), ("search", "b"))
    assert split(steps, 200, 60_000) == [steps]
    assert split((), 200, 60_000) == []


def test_a_step_longer_than_a_window_is_split_at_a_space_where_there_is_one() -> None:
    windows = split(trace(("read", "alpha beta gamma delta")), 10, 12)
    assert [[part.text for part in window] for window in windows] == [["alpha beta "], ["gamma delta"]]


@given(STEPS, st.integers(0, 500))
def test_shortening_keeps_every_step_and_fits_the_budget(steps: tuple[Step, ...], budget: int) -> None:
    short = shorten(steps, budget)
    assert [one.index for one in short.steps] == [one.index for one in steps]
    assert sum(len(one.text) for one in short.steps) <= budget
    changed = sum(a.text != b.text for a, b in zip(short.steps, steps, strict=True))
    assert short.shortened == changed


def test_shortening_leaves_short_steps_whole_and_keeps_sentences_with_digits() -> None:
    long = (
        "This says nothing at all. The dam stores 2.1 km3. " + "More words without content follow here. " * 20
    )
    short = shorten(trace(("think", "Short."), ("read", long)), 60)
    assert short.steps[0].text == "Short."
    assert "2.1 km3" in short.steps[1].text
    assert short.shortened == 1


def test_near_duplicates_become_one_finding_with_all_steps_and_the_highest_strength() -> None:
    found = merge(
        [
            draft("Sales rose by 12 percent.", 9, 8),
            draft("The dam stores 2.1 km3.", 4, strength=1),
            draft("The dam stores 2.1 km3", 30, 4, strength=3),
        ]
    )
    assert [(f.id, f.text, f.steps, f.strength) for f in found] == [
        ("f1", "The dam stores 2.1 km3.", (4, 30), 3),
        ("f2", "Sales rose by 12 percent.", (8, 9), 1),
    ]


def test_findings_with_other_digits_stay_apart() -> None:
    assert len(merge([draft("The dam stores 2.1 km3.", 1), draft("The dam stores 1.2 km3.", 2)])) == 2
