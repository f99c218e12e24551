"""How a claim can come out, each with a letter and words beside its colour."""

from __future__ import annotations

from typing import NamedTuple


class State(NamedTuple):
    """How a claim came out."""

    key: str
    letter: str
    """Stands beside the colour, for those who don't tell colours."""
    title: str
    meaning: str


STATES = {
    state.key: state
    for state in (
        State("wrong", "W", "Wrong", "evidence contradicts it"),
        State("conflict", "C", "Conflict", "attachment and web contradict each other"),
        State("unknown", "U", "Unknown", "the evidence found does not decide it"),
        State("failed", "!", "Not answered", "it could not be checked; in no ratio"),
        State("right", "R", "Right", "evidence says the same"),
        State("unchecked", "–", "Not checked", "no verdict was made"),
        State("conclusion", "∴", "Conclusion", "not a fact: audited against the trace alone"),
    )
}
"""By key, in the order in which they show where claims overlap to the letter."""
