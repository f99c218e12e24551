"""Runs stages, each on what it declares, and says how they ended."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

from omegaconf import DictConfig

from triaudit import config, overrides
from triaudit.compose import Job, compose
from triaudit.context import Context
from triaudit.errors import TriauditError
from triaudit.runtime import Runtime, RuntimeSettings
from triaudit.stages import PARTIAL, STAGES, TOOLS, Stage, tool
from triaudit.stamps import Stamps
from triaudit.store import PLACE, Store
from triaudit.types import UnansweredReason

HELD = 75
"""Exit status (EX_TEMPFAIL) of a stage with holes that asking again may fill."""


def run(cfg: DictConfig, root: Path, out: Path, results: Path) -> int:
    """Run what `stage` names.

    Args:
        cfg: As Hydra composed it.
        root: The working folder.
        out: Where results are written; differs from `results` in a sweep.
        results: The checkout's own results.

    Returns:
        0, or 75 where a stage holds failures that asking again may mend.

    Raises:
        TriauditError: Bad configuration or input.
    """
    names = chosen(cfg.stage)
    if tools := [name for name in names if name in TOOLS]:
        return max(tool(name)(cfg, out) for name in tools)
    job = Job(config.settle(cfg), root, out, results, "DVC_STAGE" in os.environ)
    stamps = Stamps(job, compose(job, names))
    store = Store(job.home / PLACE)
    held: set[str] = set()
    said: set[str] = set()
    for stage in (STAGES[name] for name in names if name != "compose"):
        if waits := held & _all_needs(stage):
            sys.stderr.write(f"{stage.name}: waits for {', '.join(sorted(waits))}\n")
            held.add(stage.name)
        elif job.sweep and stage.name not in PARTIAL and stamps.reusable(stage):
            stamps.upstream[stage.name] = job.results
        else:
            done = [_run_one(stage, system, stamps, store, said) for system in job.systems(stage)]
            held |= set() if all(done) else {stage.name}
    store.close()
    if "score" in names and "score" not in held and not job.sweep and not job.under_dvc:
        tool("show")(job.cfg, out)
    return HELD if held else 0


def chosen(stage: Any) -> list[str]:
    """The stages and tools that `stage=` names, in the order of the flow; `all` is every stage.

    Raises:
        TriauditError: There is no such stage.
    """
    names = [stage] if isinstance(stage, str) else [str(name) for name in stage]
    if "all" in names:
        return ["compose", *STAGES]
    known = ["compose", *STAGES, *TOOLS]
    if wrong := [name for name in names if name not in known]:
        hint = overrides.near(wrong[0], known)
        raise TriauditError(f"stage={wrong[0]}: no such stage{hint}; there are {', '.join(known)}")
    return [name for name in known if name in names]


def _all_needs(stage: Stage) -> set[str]:
    return {*stage.needs, *(name for need in stage.needs for name in _all_needs(STAGES[need]))}


def _run_one(stage: Stage, system: str | None, stamps: Stamps, store: Store, said: set[str]) -> bool:
    """Run a stage for one system; whether it is done. `said` is what the whole run tells only once."""
    job = stamps.job
    stale = frozenset() if job.under_dvc else stamps.stale(stage, system)
    settings = config.build(job.cfg.runtime, "runtime")
    assert isinstance(settings, RuntimeSettings)
    context = Context(
        stage=stage.name,
        system=system,
        view=config.View(stage.name, job.cfg, stage.keys(system)),
        root=job.root,
        home=job.home,
        out=job.out,
        upstream=stamps.upstream,
        stale=stale,
        runtime=Runtime(settings, said),
        store=store,
    )
    if not job.under_dvc and (unvouched := stamps.unvouched(stage, system)):
        context.say(f"uses {', '.join(unvouched)} as found; no finished run of triaudit vouches for them")
    asyncio.run(context.whole(stage.run(context)))
    unanswered, holes = context.runtime.unanswered, context.runtime.holes
    if told := {reason: n for reason, n in unanswered.items() if reason is not UnansweredReason.BUDGET}:
        context.say("unanswered: " + ", ".join(f"{told[reason]} {reason}" for reason in sorted(told)))
    for (asked, served), count in sorted(context.runtime.served.items()):
        context.say(
            f"{count} answers were asked of {asked} and came from {served}: two models' scores may be mixed"
        )
    if holes > int(job.cfg.get(stage.name, {}).get("accept_unanswered", 0)):
        if mendable := holes - unanswered[UnansweredReason.BUDGET]:  # the budget has a line of its own
            context.say(
                f"{mendable} answers are missing that asking again may give; finished answers are kept. "
                "The same command again asks for the rest; "
                "`triaudit stage=score,track,report` shows what is there"
            )
        return False
    stamps.write(stage, system)
    return True
