"""Small traces and replies that several tests use."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from triaudit.text import sentences
from triaudit.traces import read_trace
from triaudit.types import Claim, ClaimKind, ReportClaims, Step, SystemOutput, Trace

CASES = Path(__file__).parents[1] / "cases"


def step(
    index: int, kind: str, text: str, *queries: str, results: bool | None = None, urls: tuple[str, ...] = ()
) -> Step:
    """A step; searches and reads hold results unless told otherwise."""
    logged = kind in {"search", "read"} if results is None else results
    return Step(index=index, kind=kind, text=text, queries=queries, urls=urls, has_results=logged)


def trace(*steps: tuple[str, str]) -> tuple[Step, ...]:
    """Steps numbered in order, from kind and text."""
    return tuple(step(number, kind, text) for number, (kind, text) in enumerate(steps, 1))


def output(steps: tuple[Step, ...], report: str, task: str = "1") -> SystemOutput:
    return SystemOutput(task=task, report=report, trace=Trace(format="made", steps=steps))


def claims(report: str, task: str = "1", conclusions: tuple[str, ...] = ()) -> ReportClaims:
    """Every sentence of a report as a claim k1, k2, …"""
    return ReportClaims(
        task=task,
        claims=tuple(
            Claim(
                id=f"k{number}",
                text=report[span.start : span.end],
                kind=ClaimKind.CONCLUSION if f"k{number}" in conclusions else ClaimKind.OTHER,
                start=span.start,
                end=span.end,
                segment_start=0,
                segment_end=len(report),
            )
            for number, span in enumerate(sentences(report), 1)
        ),
    )


def case(name: str, report: str | None = None) -> SystemOutput:
    """A case file as a system's output."""
    value: Any = json.loads((CASES / f"{name}.json").read_text("utf-8"))
    raw = value["process"] if isinstance(value, dict) else value
    read = read_trace(raw)
    assert isinstance(read, Trace)
    return SystemOutput(task="1", report=report if report is not None else value["report"], trace=read)
