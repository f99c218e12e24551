"""`triaudit stage=selftest`: a judge against worlds whose answers are known, one row a world."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, cast

from omegaconf import DictConfig

from triaudit import config
from triaudit.attachments import AttachmentSettings
from triaudit.context import Context
from triaudit.errors import TriauditError
from triaudit.files import read_records
from triaudit.runtime import Runtime, RuntimeSettings
from triaudit.score.bootstrap import Bootstrap
from triaudit.selftest import SelftestSettings, traced
from triaudit.selftest.known import read_truth
from triaudit.selftest.measure import measure
from triaudit.selftest.truth import Agreement, Told, Truth, agreement, told
from triaudit.selftest.variants import read_names, shown, vary
from triaudit.selftest.world import World, read_documents, read_world, system_outputs
from triaudit.store import PLACE, Store
from triaudit.systems import SystemSettings
from triaudit.types import FactCheck, Label, ReportClaims, SystemOutput

TIMES = 2000
"""Resamples behind an interval."""
KEYS = ("attachments", "benchmark.version", "claims", "factcheck", "search", "systems")


class Row(NamedTuple):
    """One line of the table."""

    name: str
    found: Agreement
    low: float | None
    high: float | None
    """95 % bootstrap interval over tasks; None where there is but one, or all agree alike."""


def run(cfg: DictConfig, out: Path) -> int:
    """Print how the judge does against what is known, on the last results, on variants, on other worlds."""
    cfg = config.settle(cfg)
    settings = cast("SelftestSettings", config.build(cfg.selftest, "selftest"))
    rows = []
    if settings.truth and _there(cfg, out):
        rows.append(
            row("last results", _last(Path(settings.truth), [str(name) for name in cfg.systems], out))
        )
    store = Store(_home() / PLACE)
    for name in settings.worlds:
        ctx = context(cfg, out, store, name)
        world = read_world(Path(name), ctx.settings("attachments", AttachmentSettings), ctx.say)
        rows.append(row(name, _measured(world, ctx, cfg)))
    if settings.variants:
        pooled: list[Told] = []
        ctx = context(cfg, out, store, "variants")
        world = own_world(ctx, Path(settings.truth))
        names = read_names(Path(settings.truth).with_name("names.yaml"))
        for seed in range(settings.seed, settings.seed + settings.variants):
            varied = vary(world, seed, names)
            if settings.show:
                sys.stdout.write(shown(varied.changes, f"variant {seed}") + "\n")
            sentences = _measured(varied.world, context(cfg, out, store, f"variant {seed}"), cfg)
            rows.append(row(f"variant {seed}", sentences))
            pooled += sentences
        rows.append(row("all variants", pooled))
    store.close()
    if not rows:
        raise TriauditError(
            "selftest: there is nothing to measure; run the stages up to factcheck, or set selftest.variants "
            "or selftest.worlds"
        )
    sys.stdout.write(table(rows))
    if settings.truth and (items := traced.last(Path(settings.truth), [str(n) for n in cfg.systems], out)):
        sys.stdout.write("\n" + items)
    return 0


def _home() -> Path:
    return Path(os.environ.get("DVC_ROOT", Path.cwd()))


def context(cfg: DictConfig, out: Path, store: Store | None, name: str) -> Context:
    """What the stages' functions are given, for one world."""
    limits = cast("RuntimeSettings", config.build(cfg.runtime, "runtime"))
    return Context(
        stage="selftest",
        system=name,
        view=config.View("selftest", cfg, KEYS),
        root=Path.cwd(),
        home=_home(),
        out=out,
        runtime=Runtime(limits),
        store=store,
    )


def _measured(world: World, ctx: Context, cfg: DictConfig) -> list[Told]:
    sentences = asyncio.run(ctx.whole(measure(world, ctx, cfg.search)))
    if missing := ctx.runtime.unanswered:
        listed = ", ".join(f"{missing[reason]} {reason}" for reason in sorted(missing))
        ctx.say(f"unanswered: {listed}; a sentence without an answer counts as one that disagrees")
    return sentences


def own_world(ctx: Context, truth: Path) -> World:
    """The configured evaluation as a world.

    Raises:
        TriauditError: Its search has no pages that could be varied.
    """
    search = ctx.view.cfg.search
    pages = getattr(config.build(search, "search"), "pages", None)
    if pages is None:
        raise TriauditError(
            "selftest.variants: variants are made of a folder of pages; choose search=corpus search.path=… "
            "or selftest.variants=0"
        )
    tasks = ctx.all_tasks()
    places = {
        str(name): ctx.root / ctx.settings(f"systems.{name}", SystemSettings).path
        for name in ctx.view.cfg.systems
    }
    return World(
        name=truth.parent.name,
        tasks=tuple(tasks),
        documents=read_documents(tasks, ctx.benchmark, ctx.settings("attachments", AttachmentSettings)),
        pages=pages(),
        outputs={name: system_outputs(name, place, tasks, ctx.say) for name, place in places.items()},
        truths=tuple(known for known in read_truth(truth) if known.system in places),
    )


def _there(cfg: DictConfig, out: Path) -> bool:
    """Whether there are results to look at; told where there are none."""
    files = [out / "factcheck" / f"{name}.jsonl" for name in cfg.systems]
    if missing := [str(file) for file in files if not file.is_file()]:
        sys.stderr.write(f"selftest: {missing[0]} is missing, so there is no row for the last results\n")
    return bool(files) and not missing


def _last(path: Path, systems: Sequence[str], out: Path) -> list[Told]:
    """The sentences of the last results."""
    truths = read_truth(path)
    if left := sorted({truth.system for truth in truths} - set(systems)):
        sys.stderr.write(f"selftest: {', '.join(left)} of {path} are not among `systems` and are left out\n")
    sentences = [found for system in sorted(systems) for found in _told(truths, system, out)]
    if not sentences:
        raise TriauditError(f"{path}: no line is about one of the systems {', '.join(sorted(systems))}")
    return sentences


def _told(truths: Sequence[Truth], system: str, out: Path) -> Iterable[Told]:
    reports = {o.task: o.report for o in read_records(out / "systems" / f"{system}.jsonl", SystemOutput)}
    claims = {c.task: c.claims for c in read_records(out / "claims" / f"{system}.jsonl", ReportClaims)}
    checks = {c.task: c.verdicts for c in read_records(out / "factcheck" / f"{system}.jsonl", FactCheck)}
    for truth in truths:
        if truth.system == system and truth.task in reports:
            verdicts = {verdict.claim: verdict for verdict in checks[truth.task]}
            yield told(truth, reports[truth.task], claims[truth.task], verdicts)


def row(name: str, sentences: Sequence[Told]) -> Row:
    """A world's line: counts, and the interval over its tasks."""
    tasks = sorted({one.truth.task for one in sentences})
    right = [
        float(sum(one.label is one.truth.label for one in sentences if one.truth.task == task))
        for task in tasks
    ]
    there = [float(sum(one.truth.task == task for one in sentences)) for task in tasks]
    low, high = Bootstrap(TIMES, 0).ratio(right, there)
    return Row(name, agreement(sentences), low, high)


def table(rows: Sequence[Row]) -> str:
    """Agreement with its interval, what always saying the most frequent label would give, recall by label."""
    wide = max((len(one.name) for one in rows), default=0) + 2
    head = ("n", "agree", "95 %", "majority", *Label, "unseen")
    lines = [
        "Sentences whose label is known, and how many the judge labels so; 95 %: bootstrap over tasks;",
        "majority: always the most frequent label; by label: recall; unseen: no claim was found in them.",
        "",
        f"{'':<{wide}}" + "".join(f"{name:>{size}}" for name, size in zip(head, _WIDTHS, strict=True)),
    ]
    for one in rows:
        found = one.found
        between = "none" if one.low is None or one.high is None else f"{one.low:.1%}–{one.high:.1%}"
        cells = (
            str(found.n),
            f"{found.share:.1%}",
            between,
            f"{found.majority / found.n:.1%}" if found.n else "none",
            *(
                f"{got / there:.1%}" if there else "none"
                for got, there in (found.recall[name] for name in Label)
            ),
            str(found.unseen),
        )
        lines.append(
            f"{one.name:<{wide}}"
            + "".join(f"{cell:>{size}}" for cell, size in zip(cells, _WIDTHS, strict=True))
        )
    return "\n".join(lines) + "\n"


_WIDTHS = (6, 8, 15, 10, 8, 8, 10, 9, 8)
