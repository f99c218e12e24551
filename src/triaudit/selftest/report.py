"""`triaudit stage=selftest`: the last results against a file of known answers."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import cast

from omegaconf import DictConfig

from triaudit import config
from triaudit.errors import TriauditError
from triaudit.files import read_records
from triaudit.selftest import SelftestSettings
from triaudit.selftest.truth import Agreement, Told, Truth, agreement, told
from triaudit.types import FactCheck, Label, ReportClaims, SystemOutput


def run(cfg: DictConfig, out: Path) -> int:
    """Print how the judge of the last results does against what is known."""
    settings = cast("SelftestSettings", config.build(cfg.selftest, "selftest"))
    path = Path(settings.truth)
    truths = read_truth(path)
    listed = {str(name) for name in cfg.systems}
    left = sorted({truth.system for truth in truths} - listed)
    if left:
        sys.stderr.write(f"selftest: {', '.join(left)} of {path} are not among `systems` and are left out\n")
    sentences = [found for system in sorted(listed) for found in _told(truths, system, out)]
    if not sentences:
        raise TriauditError(f"{path}: no line is about one of the systems {', '.join(sorted(listed))}")
    sys.stdout.write(table(agreement(sentences)))
    return 0


def read_truth(path: Path) -> list[Truth]:
    """The lines of kind `claim` of a file of known answers.

    Raises:
        TriauditError: The file is missing, or a line is not what it should be; names the line.
    """
    if not path.is_file():
        raise TriauditError(f"selftest.truth={path}: no such file; name one with lines of kind `claim`")
    truths = []
    for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            if entry["kind"] == "claim":
                known = {name: entry[name] for name in Truth.model_fields if name in entry}
                truths.append(Truth.model_validate(known))
        except (ValueError, KeyError, TypeError) as error:
            what = " ".join(str(error).split())[:200]
            raise TriauditError(f"{path}, line {number}: {what}; correct the line") from None
    return truths


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
