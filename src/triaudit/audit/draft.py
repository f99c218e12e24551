"""The report's own draft in its trace: a report that agrees with its draft is no evidence for anything."""

from __future__ import annotations

import re
from collections.abc import Sequence

from triaudit.text import plain, sentences, tokens
from triaudit.types import Step

MOST = 0.5
"""A step of which more than this share of the sentences are the report's own is a draft of the report."""

WORDS = 3
"""Shorter sentences, such as headings and labels, tell nothing about whose they are."""

READ_BACK = 5
"""Sentences from which on a report that a page without an address holds most of is its own file read
back; a shorter report can be one page's words."""

_MARKS = re.compile(r"^\W*(?:\d{1,3}[.)、]\s+)?")
_MARKUP = re.compile(r"[\[【*_`<\\]|://|[\ue000-\uf8ff]")
"""What every piece of Markdown that reads otherwise than it is written has some of."""
_ESCAPED = re.compile(r"\\+[nrt]")
"""Line ends of a report that was handed to a tool as JSON or code."""


def marked(steps: Sequence[Step], report: str) -> tuple[Step, ...]:
    """The steps, with every draft of the report given the kind `answer`.

    Drafts are all answers, wherever they stand, and steps that hold mostly the report's own sentences,
    such as a think step in which it was written. What a search or a page brought back is a source,
    however much of it the report repeats, unless it is the report's own file read back.
    """
    own = _said(report)
    return tuple(
        step.model_copy(update={"kind": "answer"}) if step.kind != "answer" and _draft(step, own) else step
        for step in steps
    )


def research(steps: Sequence[Step]) -> tuple[Step, ...]:
    """The marked steps that a claim or a finding can rest on: all but the answers."""
    return tuple(step for step in steps if step.kind != "answer")


def _draft(step: Step, report: frozenset[tuple[str, ...]]) -> bool:
    said = _said(step.text)
    shared = len(said & report)
    if shared <= MOST * len(said):
        return False
    if step.kind not in {"search", "read"} or not step.has_results:
        return True
    return not step.urls and len(report) >= READ_BACK and shared > MOST * len(report)


def _said(text: str) -> frozenset[tuple[str, ...]]:
    """The sentences of a text as their words, without markup, citation and list marks."""
    lines = _ESCAPED.sub("\n", text)
    pieces = (lines[span.start : span.end] for span in sentences(lines))
    shown = (plain(piece) if _MARKUP.search(piece) else piece for piece in pieces)
    found = (tuple(tokens(_MARKS.sub("", piece))) for piece in shown)
    return frozenset(words for words in found if len(words) >= WORDS)
