"""Replies that nobody gave: what a question may be answered with, at its shortest and at its longest.

A plan follows the stages through questions that were never asked. Where the next questions depend on a reply,
two stand-ins bound it: one with as few items and words as replies have, one with as many.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from triaudit.excerpts import ReadPart
from triaudit.questions import (
    CheckClaim,
    Criteria,
    Dimensions,
    ExtractClaims,
    FindContradictions,
    FindingsToReport,
    KeyFacts,
    Question,
    RateAlignment,
    RateProcess,
    ReadWindow,
    ReportToProcess,
    ScoreDimension,
    ScoreReport,
    StructureTrace,
)
from triaudit.text import sentences

Bound = Literal["few", "many"]

SENTENCES_PER_CLAIM = {"few": 10, "many": 1}
"""In 35 published reports (MiroEval, mirothinker_v17, text tasks) there are 0.11 to 0.38 checked statements a
sentence, 10th to 90th percentile; short reports reach one."""
_WORDS = {"few": 12, "many": 60}
"""Words of a reason."""
_WORD = "because "


def reply(question: Question[Any], bound: Bound) -> dict[str, Any]:
    """A reply of the form that the question asks for."""
    return _MADE[type(question)](question, bound)


def _said(bound: Bound, words: int | None = None) -> str:
    return (_WORD * (words or _WORDS[bound])).strip()


def _pick(bound: Bound, few: int, many: int) -> int:
    return few if bound == "few" else many


def _facts(question: KeyFacts, bound: Bound) -> dict[str, Any]:
    """5 to 15 facts, each from a block of its own where there are so many."""
    blocks = [block for block in question.document.blocks if block.text.strip()]
    count = min(_pick(bound, 5, 15), max(1, len(blocks)) * 5)
    return {
        "facts": [
            {
                "text": _phrase(blocks[n % len(blocks)].text, n // len(blocks)),
                "locator": blocks[n % len(blocks)].locator,
                "importance": 2,
            }
            for n in range(count)
        ]
    }


def _phrase(text: str, number: int) -> str:
    """Some of a text's own words, other ones for another number as far as there are."""
    words = text.split()
    return " ".join(words[number : number + 15] or words)[:200]


def _dimensions(question: Dimensions, bound: Bound) -> dict[str, Any]:
    made = min(question.max_dynamic, _pick(bound, 1, question.max_dynamic))
    ids = [*(one.id for one in question.fixed), *(f"d{n}" for n in range(1, made + 1))]
    return {
        "dynamic": [
            {"name": f"Stand-in dimension {n}", "definition": _said(bound)} for n in range(1, made + 1)
        ],
        "weights": [{"id": name, "weight": 1 / len(ids)} for name in ids],
    }


def _criteria(question: Criteria, bound: Bound) -> dict[str, Any]:
    return {
        "criteria": [
            {
                "dimension": one.id,
                "text": f"Criterion {n}: {_said(bound, 10)}",
                "explanation": _said(bound, _pick(bound, 15, 40)),
                "weight": 1.0,
            }
            for one in question.dimensions
            for n in range(1, _pick(bound, 3, 6) + 1)
        ]
    }


def _scores(question: ScoreDimension | ScoreReport, bound: Bound) -> dict[str, Any]:
    return {
        "scores": [
            {"criterion": one.id, "score": 6.5, "reason": _said(bound), "quote": _said(bound, 15)}
            for one in question.criteria
        ]
    }


def _notes(question: ReadPart, bound: Bound) -> dict[str, Any]:
    """A note on every criterion with one to three quotes in the part's own words."""
    quotes = [_phrase(question.text, n) for n in range(_pick(bound, 1, 3))]
    return {
        "notes": [
            {"criterion": one.id, "note": _said(bound, _pick(bound, 10, 30)), "quotes": quotes}
            for one in question.criteria
        ]
    }


def _claims(question: ExtractClaims, bound: Bound) -> dict[str, Any]:
    """A claim for every sentence, or for one in ten, in the sentence's own words."""
    spans = sentences(question.segment)
    told = [question.segment[span.start : span.end].strip() for span in spans][:: SENTENCES_PER_CLAIM[bound]]
    return {
        "claims": [
            {"text": text, "quote": text, "kind": "other", "as_of": None}
            for text in told
            if any(char.isalnum() for char in text)
        ]
    }


def _verdict(question: CheckClaim, bound: Bound) -> dict[str, Any]:
    shown = question.passages[: _pick(bound, 1, 3)]
    return {
        "label": "UNKNOWN",
        "unknown": "insufficient",
        "evidence": [{"passage": one.id, "quote": one.text[:150], "stance": "supports"} for one in shown],
        "disclosed": False,
        "reasoning": _said(bound),
    }


def _structure(question: StructureTrace, bound: Bound) -> dict[str, Any]:
    """Every step's action, and 3 to 20 findings of a window, as far as it has steps."""
    steps = list(dict.fromkeys(step.index for step in question.steps))
    found = steps[: _pick(bound, 3, 20)]
    return {
        "actions": [{"step": step, "action": "read"} for step in steps],
        "findings": [
            {"text": f"Finding {step} {_said(bound, _pick(bound, 8, 25))}", "steps": [step], "strength": 2}
            for step in found
        ],
    }


def _ratings(question: RateProcess, bound: Bound) -> dict[str, Any]:
    first = question.steps[0].index if question.steps else 1
    return {
        "ratings": [
            {"dimension": one.id, "score": 6, "reason": _said(bound), "steps": [first]}
            for one in question.dimensions
        ]
    }


def _aligned(question: RateAlignment, bound: Bound) -> dict[str, Any]:
    cited = list(question.findings[0].steps[:1]) if question.findings else []
    return {
        "ratings": [
            {"dimension": one.id, "score": 6, "reason": _said(bound), "steps": cited}
            for one in question.dimensions
        ]
    }


def _realised(question: FindingsToReport, bound: Bound) -> dict[str, Any]:
    return {
        "findings": [
            {"finding": one.id, "realised": False, "quote": "", "reason": _said(bound, _pick(bound, 5, 30))}
            for one in question.findings
        ]
    }


def _supported(question: ReportToProcess, bound: Bound) -> dict[str, Any]:
    return {
        "claims": [
            {
                "claim": one.id,
                "supported": False,
                "step": None,
                "quote": "",
                "reason": _said(bound, _pick(bound, 5, 30)),
            }
            for one in question.claims
        ]
    }


def _contradictions(question: FindContradictions, bound: Bound) -> dict[str, Any]:
    first = question.steps[0].index if question.steps else 1
    one = {
        "steps": [first],
        "what": _said(bound),
        "noticed": False,
        "resolved": False,
        "reason": _said(bound),
    }
    return {"contradictions": [one] * _pick(bound, 0, 3), "consistency": 6, "reason": _said(bound)}


def _window(question: ReadWindow, bound: Bound) -> dict[str, Any]:
    steps = {"query": question.query, "steps": question.steps}
    return {
        **_structure(StructureTrace(**steps), bound),
        **_contradictions(FindContradictions(**steps, report=question.report), bound),
        **_supported(ReportToProcess(**steps, claims=question.claims), bound),
    }


_MADE: Mapping[type[Question[Any]], Callable[[Any, Bound], dict[str, Any]]] = {
    KeyFacts: _facts,
    Dimensions: _dimensions,
    Criteria: _criteria,
    ScoreDimension: _scores,
    ScoreReport: _scores,
    ReadPart: _notes,
    ExtractClaims: _claims,
    CheckClaim: _verdict,
    StructureTrace: _structure,
    RateProcess: _ratings,
    FindingsToReport: _realised,
    ReportToProcess: _supported,
    FindContradictions: _contradictions,
    ReadWindow: _window,
    RateAlignment: _aligned,
}
