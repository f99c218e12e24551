"""`triaudit stage=selftest`: the last results against a file of known answers."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar, cast

from omegaconf import DictConfig

from triaudit import config
from triaudit.errors import TriauditError
from triaudit.files import read_records
from triaudit.selftest import SelftestSettings, process
from triaudit.selftest.process import Known, Tallies, Traced
from triaudit.selftest.truth import Agreement, Told, Truth, agreement, told
from triaudit.types import FactCheck, Label, ProcessAudit, Record, ReportClaims, SystemOutput

R = TypeVar("R", bound=Record)


def run(cfg: DictConfig, out: Path) -> int:
    """Print how the judge of the last results does against what is known."""
    settings = cast("SelftestSettings", config.build(cfg.selftest, "selftest"))
    path = Path(settings.truth)
    truths, known = read_truth(path), read_known(path)
    listed = {str(name) for name in cfg.systems}
    left = sorted({truth.system for truth in truths} - listed)
    if left:
        sys.stderr.write(f"selftest: {', '.join(left)} of {path} are not among `systems` and are left out\n")
    sentences = [found for system in sorted(listed) for found in _told(truths, system, out)]
    if not sentences:
        raise TriauditError(f"{path}: no line is about one of the systems {', '.join(sorted(listed))}")
    sys.stdout.write(table(agreement(sentences)))
    traced = {name: _traced(name, out) for name in sorted({line.system for line in known} & listed)}
    if any(traced.values()):
        sys.stdout.write("\n" + process.table(processes(known, traced)))
    return 0


def processes(known: Sequence[Known], traced: Mapping[str, Mapping[str, Traced]]) -> Tallies:
    """What is known of traces beside what was told of them, over systems and tasks."""
    return process.together(
        process.compared([line for line in known if (line.system, line.task) == (system, task)], one)
        for system, tasks in traced.items()
        for task, one in tasks.items()
    )


def read_truth(path: Path) -> list[Truth]:
    """The lines of kind `claim` of a file of known answers.

    Raises:
        TriauditError: The file is missing, or a line is not what it should be; names the line.
    """
    return _read(path, {"claim": Truth})


def read_known(path: Path) -> list[Known]:
    """The lines on processes of a file of known answers; raises as `read_truth`."""
    return _read(path, process.KINDS)


def _read(path: Path, kinds: Mapping[str, type[R]]) -> list[R]:
    if not path.is_file():
        raise TriauditError(f"selftest.truth={path}: no such file; name one with lines of kind `claim`")
    lines: list[R] = []
    for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            kind = kinds.get(entry["kind"])
            if kind is not None:
                fields = {name: entry[name] for name in kind.model_fields if name in entry}
                lines.append(kind.model_validate(fields))
        except (ValueError, KeyError, TypeError) as error:
            what = " ".join(str(error).split())[:200]
            raise TriauditError(f"{path}, line {number}: {what}; correct the line") from None
    return lines


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


def _told(truths: Sequence[Truth], system: str, out: Path) -> Iterable[Told]:
    reports = {o.task: o.report for o in read_records(out / "systems" / f"{system}.jsonl", SystemOutput)}
    claims = {c.task: c.claims for c in read_records(out / "claims" / f"{system}.jsonl", ReportClaims)}
    checks = {c.task: c.verdicts for c in read_records(out / "factcheck" / f"{system}.jsonl", FactCheck)}
    for truth in truths:
        if truth.system == system and truth.task in reports:
            verdicts = {verdict.claim: verdict for verdict in checks[truth.task]}
            yield told(truth, reports[truth.task], claims[truth.task], verdicts)


def table(found: Agreement) -> str:
    """Agreement, what always saying the most frequent label would give, and recall by label."""
    often = found.majority / found.n
    agree = f"{found.share:.1%} agree; the most frequent label: {often:.1%}"
    lines = [
        f"{found.n} sentences with a known label, {agree}",
        f"{found.unseen} of them hold no claim that was found",
        "",
        f"{'label':<10}{'known':>7}{'found':>7}{'recall':>9}",
    ]
    for label in Label:
        right, there = found.recall[label]
        share = f"{right / there:.1%}" if there else "none"
        lines.append(f"{label:<10}{there:>7}{right:>7}{share:>9}")
    return "\n".join(lines) + "\n"
