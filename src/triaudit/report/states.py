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


NOTES = {
    "instructs_judge": "it holds words meant for the judge; they count for nothing and are marked",
    "hidden_text": "it holds text that no reader of a page would see; it is marked",
    "source_instructs_judge": "a page that was shown to the judge holds words meant for the judge",
    "source_hidden_text": "a page that was shown to the judge holds text that no reader would see",
    "interface_text_removed": "words of the system's own interface were cut off",
    "matched_by_query": "it was found by its question, not by an id",
    "id_from_file_name": "its task was told by the file's name",
    "conflict_disclosed": "the report itself tells of the disagreement",
    "evidence_void": "quotes that are not in their source were left out",
    "picture_by_its_own_description": "what a picture shows is quoted from its file's own description",
    "fuzzy_quote": "a quote was found with small differences",
    "attachment_unread": "what it contradicts is the web alone: an attachment could not be read",
    "downgraded": "the judge said more than its evidence bears",
    "results_not_logged": "the trace says what was searched and not what came back",
    "report_draft": "steps that are a draft of the report; nothing rests on them",
    "trace_incomplete": "the trace is damaged; the good part was read",
    "consistency_not_comparable": "report and trace speak of nothing in common",
}
"""What the commonest flags mean, for people; any other is shown as it is."""


def noted(flag: str) -> str:
    """A flag as people read it, with its detail."""
    word, colon, detail = flag.partition(":")
    return f"{word.replace('_', ' ')}{colon and ': '}{detail.strip()}" + (
        f" ({NOTES[word]})" if word in NOTES else ""
    )
