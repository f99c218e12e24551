"""`triaudit stage=plan`: what a run would ask and cost, printed and written to plan.json; no call is made."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from omegaconf import DictConfig

from triaudit import config
from triaudit.benchmark import BenchmarkSettings
from triaudit.benchmark.subset import part
from triaudit.compose import Job, compose
from triaudit.config import ROLES
from triaudit.context import TASKS
from triaudit.files import read_records, to_json, write_text
from triaudit.judge import JudgedSettings
from triaudit.judge.planned import Money, Tally
from triaudit.plan import Plan
from triaudit.plan.follow import READ, Followed, follow
from triaudit.plan.made import precision, rows, total
from triaudit.plan.precision import Spread, measured, published
from triaudit.plan.table import table
from triaudit.runtime import RuntimeSettings
from triaudit.search import Search
from triaudit.search.counted import price
from triaudit.store import PLACE, Spent, Store
from triaudit.types import Task, TaskScore

ONCE = (
    "Each question is counted once; replies that can't be used and retries come on top. Ranges stand where "
    "questions or replies depend on replies that are not there yet."
)
ESTIMATED = (
    "Tokens are estimated: input as a quarter of the prompt's bytes, output by what replies look like, "
    "without hidden reasoning."
)


def run(cfg: DictConfig, out: Path) -> int:
    """Print the plan of the configuration, and write it beside the store, or into a sweep job's folder."""
    cfg = config.settle(cfg)
    root = Path.cwd()
    with tempfile.TemporaryDirectory(prefix="triaudit-plan-") as folder:
        job = Job(cfg, root, Path(folder), root / "results", under_dvc=False)
        plan = planned(job)
    path = (job.home / ".triaudit" if out == job.results else out) / "plan.json"
    write_text(path, to_json(plan.model_dump(mode="json"), indent=1) + "\n")
    where = path.relative_to(root) if path.is_relative_to(root) else path
    sys.stdout.write(f"{table(plan)}\n\n{where}\n")
    return 0


def planned(job: Job) -> Plan:
    """The plan of a job whose `out` is a folder of its own."""
    snapshot = compose(job, [*READ, *ROLES])
    store = Store(job.home / PLACE)
    few = follow(_below(job, "few"), snapshot, store, "few")
    exact = not any(kind.new.calls for kind in few.tally.kinds.values()) and not few.tally.searches
    many = few if exact else follow(_below(job, "many"), snapshot, store, "many", job.out / "few")
    spent = store.spent(_limits(job).budget.account)
    store.close()
    return _plan(job, few, many, spent)


def _below(job: Job, name: str) -> Job:
    return Job(job.cfg, job.root, job.out / name, job.results, under_dvc=False)


def _limits(job: Job) -> RuntimeSettings:
    return cast("RuntimeSettings", config.build(job.cfg.runtime, "runtime"))


def _plan(job: Job, few: Followed, many: Followed, spent: Spent) -> Plan:
    settings = cast("BenchmarkSettings", config.build(job.cfg.benchmark, "benchmark"))
    folder = job.root / "data" / "benchmark" / settings.version
    chosen = part(read_records(folder / "tasks.jsonl", Task), settings.limit, settings.only)
    roles = {role: cast("JudgedSettings", config.build(job.cfg[role], role)) for role in ROLES}
    judges = {role: own.judge.name if own.enabled else "off" for role, own in roles.items()}
    search = cast("Search", config.build(job.cfg.search, "search"))
    systems = tuple(str(name) for name in job.cfg.systems)
    found = rows(few.tally, many.tally, judges, price(search))
    sizes = Counter(str(task.track) for task in chosen.tasks)
    spread = _own_spread(job.results) or published(sizes)
    return Plan(
        benchmark=settings.version,
        part=chosen.note,
        tasks=len(chosen.tasks),
        systems=systems,
        rows=tuple(found),
        total=total(found),
        precision=precision(few.tally, many.tally, len(chosen.tasks), len(systems), spread, price(search)),
        notes=(
            *_measure(few.tally, many.tally),
            *_unpriced(few.tally, many.tally, price(search)),
            *_search(roles["factcheck"].enabled, search),
            *_done(few.done),
            *_budget(_limits(job), spent),
        ),
    )


def _measure(few: Tally, many: Tally) -> list[str]:
    """How tokens were counted."""
    kinds = [kind for tally in (few, many) for kind in tally.kinds.values()]
    if not any(kind.new.calls for kind in kinds):
        return []
    said = [ONCE]
    if any(kind.new.calls and not kind.counted.calls for kind in kinds):
        said.append(ESTIMATED)
    if any(kind.new.calls and kind.counted.calls for kind in kinds):
        said.append("Where the store has replies to such questions, tokens go by what the provider counted.")
    return said


def _unpriced(few: Tally, many: Tally, search: Money) -> list[str]:
    names = {
        judge
        for tally in (few, many)
        for (_, judge, _), kind in tally.kinds.items()
        if kind.new.calls and tally.prices[judge] is None
    }
    said = [f"The price of {name} is unknown: give its judge.runtime.prices." for name in sorted(names)]
    asked = any(tally.searches for tally in (few, many))
    return [
        *said,
        *(["The price of a search is unknown: give search.price."] if asked and search is None else []),
    ]


def _search(enabled: bool, search: Search) -> list[str]:
    return ["Without a search no claim is checked."] if enabled and not search.available else []


def _done(stages: Sequence[str]) -> list[str]:
    if not stages:
        return []
    return [
        f"results/ has the records of {', '.join(stages)} under this configuration: `dvc repro` keeps them."
    ]


def _budget(settings: RuntimeSettings, spent: Spent) -> list[str]:
    limits = (settings.budget.calls, settings.budget.tokens, settings.budget.usd)
    told = [
        f"{part:.6g} of {limit:g} {name}"
        for name, part, limit in zip(Spent._fields, spent, limits, strict=True)
        if limit is not None
    ]
    return [f"runtime.budget: {', '.join(told)} are spent under {settings.budget.account}."] if told else []


def _own_spread(results: Path) -> Spread | None:
    """What the last results say of how reports vary."""
    path = results / "score" / f"{TASKS}.jsonl"
    if not path.is_file():
        return None
    figures: dict[tuple[str, str], dict[str, float]] = {}
    for score in read_records(path, TaskScore):
        if score.value is not None:
            figures.setdefault((score.system, score.task), {})[score.metric] = score.value
    reports: dict[str, list[tuple[float, float]]] = {}
    for (system, _), own in figures.items():
        if "factcheck/right_ratio" in own:
            checked = own["factcheck/claims"] - own["factcheck/failed"]
            reports.setdefault(system, []).append((own["factcheck/right"], checked))
    return measured(reports)
