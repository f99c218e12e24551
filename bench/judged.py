"""The quality axis with a model judge beside a bare AsyncOpenAI client, on made-up reports.

    make bench                                  minutes
    make bench ARGS=--quick                     under a minute: fewer reports, one run of each

Server and clients are processes of their own on this machine; no model is involved, and nothing leaves it.
Runs of both programs take turns. A figure of time is the least of its runs, with the medians' beside it.
`*`: others kept more than 0.3 cores busy meanwhile, which blurs figures of time.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from bench import lines, world
from bench.measure import ENVIRONMENT, ROOT, Run, run
from triaudit.files import read_records
from triaudit.types import CriterionScore, Grade


@dataclass(frozen=True)
class Plan:
    """How much is measured."""

    spans: tuple[tuple[int, float, int], ...]
    """Reports, seconds of latency, calls allowed. The last one's runs give the other figures too."""
    few: int
    """Reports of the runs from which on processor time is counted."""
    storm: int
    """Reports that are graded in a storm."""
    rounds: int


FULL = Plan(((240, 0.5, 20), (240, 0.5, 80), (300, 0.1, 20)), few=30, storm=30, rounds=3)
QUICK = Plan(((60, 0.2, 20), (90, 0.1, 20)), few=30, storm=6, rounds=1)


class Bench:
    """The folders with made-up reports, and the runs in them."""

    def __init__(self, place: Path, rounds: int) -> None:
        self.place, self.rounds = place, rounds
        self.calls: dict[int, int] = {}

    def folder(self, reports: int) -> Path:
        """A folder with so many reports, made once."""
        folder = self.place / str(reports)
        if reports not in self.calls:
            # By a process of its own: a child's peak of memory is never less than its parent's.
            made = [sys.executable, "-m", "bench.world", str(folder), str(reports)]
            self.calls[reports] = int(subprocess.check_output(made, env=ENVIRONMENT, cwd=ROOT))
        return folder

    def bare(self, reports: int, seconds: float, allowed: int) -> Run:
        """The bare client's run."""
        command = ["-m", "bench.bare", "{url}", str(allowed), "bare.jsonl"]
        return self._well(run(command, self.folder(reports), seconds), reports, {0})

    def ours(self, reports: int, seconds: float, allowed: int, storm: bool = False) -> Run:
        """The quality stage's run, with an empty store."""
        folder = self.folder(reports)
        shutil.rmtree(folder / ".triaudit", ignore_errors=True)
        command = [
            *(
                "-m",
                "triaudit",
                "stage=quality",
                "judge=openai",
                "judge.base_url={url}",
                "judge.key_env=null",
            ),
            *(f"judge.model={world.MODEL}", f"judge.sampling.max_tokens={world.SAMPLING.max_tokens}"),
            *(f"runtime.concurrency={allowed}", "runtime.progress=off"),
            *(["judge.runtime.timeout=1"] if storm else []),
        ]
        return self._well(run(command, folder, seconds, storm), reports, {0, 75} if storm else {0})

    def _well(self, done: Run, reports: int, statuses: set[int]) -> Run:
        if done.status not in statuses:
            said = (self.folder(reports) / "said.txt").read_text("utf-8")
            raise SystemExit(f"a run ended with {done.status}:\n{said[-2000:]}")
        return done

    def pairs(self, reports: int, seconds: float, allowed: int) -> lines.Pairs:
        """Runs of both programs, taking turns."""
        both: lines.Pairs = ([], [])
        for _ in range(self.rounds):
            both[0].append(self.bare(reports, seconds, allowed))
            both[1].append(self.ours(reports, seconds, allowed))
        return both

    def grades(self, reports: int) -> Path:
        """The file that the last run wrote."""
        return self.folder(reports) / "results" / "quality" / "made.jsonl"

    def scores(self, reports: int) -> dict[lines.Key, CriterionScore]:
        """Its scores."""
        grades = read_records(self.grades(reports), Grade)
        return {(grade.task, one.criterion): one for grade in grades for one in grade.scores}

    def storm(self, reports: int) -> Iterable[lines.Line]:
        """A calm run and one in a storm."""
        self.ours(reports, 0.02, 20)
        calm = self.scores(reports)
        rough = self.ours(reports, 0.02, 20, storm=True)
        return lines.storm(rough, calm, self.scores(reports), world.lost(self.folder(reports)))


def measured(plan: Plan, place: Path) -> Iterable[lines.Line]:
    """Every line, as soon as it is known."""
    bench = Bench(place, plan.rounds)
    for reports, seconds, allowed in plan.spans:
        pairs = bench.pairs(reports, seconds, allowed)
        yield from lines.span(f"{reports} reports, {seconds * 1e3:g} ms, {allowed} calls", allowed, pairs)
    many, last = plan.spans[-1], pairs[1]
    few = bench.pairs(plan.few, *many[1:])
    yield lines.processor(few, pairs)
    yield lines.memory(plan.few, 150, few[1])
    yield lines.memory(many[0], 300, last)
    yield lines.written(last, bench.grades(many[0]), bench.folder(many[0]) / ".triaudit")
    yield from lines.calls(last[-1], many[0], bench.calls[many[0]])
    yield from bench.storm(plan.storm)


def main() -> None:
    """Measure and print line by line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="fewer reports, one run of each program")
    parser.add_argument("--rounds", type=int, help="runs of each program")
    given = parser.parse_args()
    plan = QUICK if given.quick else FULL
    plan = replace(plan, rounds=given.rounds or plan.rounds)
    with tempfile.TemporaryDirectory() as place:
        for line in measured(plan, Path(place)):
            print(line, flush=True)


if __name__ == "__main__":
    main()
