"""The last results' process audits against what is known of each trace."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from triaudit.files import read_records
from triaudit.selftest import process
from triaudit.selftest.known import read_known
from triaudit.selftest.process import Known, Tallies, Traced
from triaudit.types import ProcessAudit, ReportClaims, SystemOutput


def last(truth: Path, systems: Sequence[str], out: Path) -> str:
    """The table of what was found in the traces of the last results; empty where none is known or audited."""
    known = read_known(truth)
    traced = {name: _traced(name, out) for name in sorted({line.system for line in known} & set(systems))}
    return process.table(processes(known, traced)) if any(traced.values()) else ""


def processes(known: Sequence[Known], traced: Mapping[str, Mapping[str, Traced]]) -> Tallies:
    """What is known of traces beside what was told of them, over systems and tasks."""
    return process.together(
        process.compared([line for line in known if (line.system, line.task) == (system, task)], one)
        for system, tasks in traced.items()
        for task, one in tasks.items()
    )


def _traced(system: str, out: Path) -> Mapping[str, Traced]:
    """The reports of a system with their audits; what was not audited is said with the remedy."""
    made = out / "audit" / f"{system}.jsonl"
    if not made.is_file():
        why = f"no {made}; run `triaudit stage=systems,claims,audit` first"
        sys.stderr.write(f"selftest: the process of {system} is not compared: {why}\n")
        return {}
    outputs = {o.task: o for o in read_records(out / "systems" / f"{system}.jsonl", SystemOutput)}
    claims = {c.task: c for c in read_records(out / "claims" / f"{system}.jsonl", ReportClaims)}
    found = {}
    for audit in read_records(made, ProcessAudit):
        if audit.missing:
            told = f"{audit.missing.reason.value}: {audit.missing.detail}"
            sys.stderr.write(f"selftest: the process of {system}, {audit.task}, is not compared: {told}\n")
        elif audit.task in outputs and audit.task in claims:
            found[audit.task] = Traced(outputs[audit.task].report, claims[audit.task].claims, audit)
    return found
