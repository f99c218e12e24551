"""Outputs matched to tasks: one record per task, in the benchmark's order, and what did not fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rapidfuzz import fuzz

from triaudit.systems.found import Item, Problem, task_id
from triaudit.systems.interface import clean_report
from triaudit.text import fold
from triaudit.traces import read_trace
from triaudit.types import Missing, MissingReason, SystemOutput, Task, Trace

ALIKE = 50.0
"""Queries less alike than this (0-100, normalised Indel similarity) are not two wordings of one."""


def match(tasks: Sequence[Task], items: Sequence[Item]) -> tuple[list[SystemOutput], list[Problem]]:
    """One output per task, in the tasks' order.

    Ids decide. Where no id at all is one of the benchmark's, equal queries do, and the outputs say so.
    Of several outputs for a task the first that has a report counts.
    """
    problems: list[Problem] = []
    known = {task_id(task.id): task for task in tasks}
    flags: tuple[str, ...] = ()
    keyed = [(item.id if item.id in known else "", item) for item in items]
    if not any(key for key, _ in keyed):
        by_query = {fold(task.query): task_id(task.id) for task in tasks}
        keyed = [(by_query.get(fold(item.query), "") if item.query else "", item) for item in items]
        if any(key for key, _ in keyed):
            flags = ("matched_by_query",)
            problems.append(
                Problem("no id is one of the benchmark's, so outputs were matched by their query")
            )
    chosen: dict[str, Item] = {}
    for key, item in keyed:
        if not key:
            name = f"id {item.id[:40]!r}" if item.id else "no id"
            problems.append(
                Problem(f"{item.where}: {name}, which is not a task of the benchmark; it is left out")
            )
        elif key not in chosen:
            chosen[key] = item
        else:
            first, other = chosen[key], item
            if item.report.strip() and not first.report.strip():
                chosen[key], first, other = item, item, first
            problems.append(
                Problem(
                    f"{other.where}: task {key} is also in {first.where}, which counts; remove one of them"
                )
            )
    outputs = [_output(task, chosen, flags, problems) for task in tasks]
    return outputs, problems


def _output(
    task: Task, chosen: Mapping[str, Item], flags: tuple[str, ...], problems: list[Problem]
) -> SystemOutput:
    item = chosen.get(task_id(task.id))
    if item is None:
        return SystemOutput(
            task=task.id,
            report="",
            missing=Missing(
                reason=MissingReason.NO_OUTPUT, detail=f"the system has no output for task {task.id}: add one"
            ),
        )
    report, interface = clean_report(item.report)
    found = [*item.flags, *flags]
    if interface:
        found.append(interface)
    if item.query and not flags and fuzz.ratio(fold(item.query), fold(task.query)) < ALIKE:
        found.append("query_differs")
        problems.append(
            Problem(
                f"{item.where}: task {task.id} asks something else in the benchmark; check the system's path"
            )
        )
    trace = read_trace(item.trace)
    if isinstance(trace, Trace) and trace.incomplete:
        problems.append(
            Problem(f"{item.where}: the trace is damaged ({trace.incomplete}); its good part is used")
        )
    missing = None
    if not report.strip():
        why = f" ({item.problem})" if item.problem else ""
        detail = f"{item.where} holds no report{why}: run the system again"
        missing = Missing(reason=MissingReason.NO_REPORT, detail=detail)
        found += [] if item.problem else ["empty_report"]
    return SystemOutput(
        task=task.id,
        report=report if missing is None else "",
        trace=trace if isinstance(trace, Trace) else None,
        sources=item.sources,
        flags=tuple(dict.fromkeys(found)),
        missing=missing,
    )
