"""What MLflow is told of one scorecard; pure."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any, TypeVar

import yaml

from triaudit.config import ROLES
from triaudit.errors import TriauditError
from triaudit.files import digest, to_json
from triaudit.score.aggregate import words
from triaudit.score.judged import by_axis, mixed, warnings
from triaudit.score.leaderboard import BASELINE, of_part
from triaudit.track.names import encode
from triaudit.types import Scorecard, TaskScore

T = TypeVar("T")

SCORING = (
    "benchmark.version",
    "attachments",
    "embeddings",
    "search",
    "rubric",
    "quality",
    "claims",
    "factcheck",
    "audit",
    "score",
)
"""The keys of the configuration that decide a system's scores, with its own entry in `systems`."""
PART = ("benchmark.limit", "benchmark.only")
"""What decides them where a part of the benchmark is evaluated."""
LONGEST_PARAM = 6000
"""Characters that MLflow keeps of a parameter; the rest would be cut in silence."""
NOT_LOGGED = "not_logged"
"""The metric that counts figures which were not measured, and so can't be logged."""


@dataclass(frozen=True)
class Run:
    """One run: a system's results under a scoring config."""

    system: str
    config: str
    """Digest of the scoring config."""
    results: str
    """Digest of the scorecard and of the figures behind it."""
    metrics: Mapping[str, float]
    params: Mapping[str, str]
    tags: Mapping[str, str]
    files: Mapping[str, str]
    """Artifact's path to its text."""


def describe(
    card: Scorecard,
    scores: Sequence[TaskScore],
    config: Mapping[str, Any],
    commit: str | None = None,
) -> Run:
    """The run of one system.

    Args:
        card: Its scorecard.
        scores: Its own figures per task.
        config: The resolved configuration by the dotted keys that the stage declares.
        commit: The git commit that it was run from, where there is one.
    """
    scoring = {key: config[key] for key in SCORING}
    scoring |= {key: config[key] for key in PART if config.get(key) is not None}
    scoring[f"systems.{card.system}"] = (config["systems"] or {}).get(card.system)
    lines = [to_json(score.model_dump(mode="json")) for score in scores]
    whole = to_json(card.model_dump(mode="json"), indent=1)
    numbers, skipped = finite(dict(_numbers(card)))
    metrics = {**_encoded(numbers), NOT_LOGGED: float(len(skipped))}
    params, long = shortened(
        _encoded({**_params(scoring), **{f"{r}/judge": n for r, n in card.judge.items()}})
    )
    notes = [
        *warnings([card]),
        *([of_part(card.part)] if card.part else []),
        *card.notes,
        *([BASELINE] if card.baseline else []),
    ]
    return Run(
        system=card.system,
        config=digest(scoring),
        results=digest([whole, lines]),
        metrics=metrics,
        params=params,
        tags={
            "system": card.system,
            "benchmark": str(config["benchmark.version"]),
            "judge": ", ".join(dict.fromkeys(card.judge.values())) or "none",
            **{f"judge.{axis}": told for axis, told in by_axis(card).items()},
            "mixed_judge": "; ".join(f"{axis}: {what}" for axis, what in mixed(card).items()) or "no",
            "baseline": str(card.baseline).lower(),
            "overall_over": ", ".join(card.overall_over) or "nothing",
            "part": card.part or "all tasks",
            **({"mlflow.source.git.commit": commit} if commit else {}),
            "mlflow.note.content": "\n\n".join(notes)[:5000],
        },
        files={
            "config.yaml": yaml.safe_dump(dict(config), sort_keys=False, allow_unicode=True),
            "scorecard.json": whole,
            "scores.jsonl": "".join(line + "\n" for line in lines),
            "metrics.csv": _table(card),
            **long,
        },
    )


def finite(numbers: Mapping[str, object]) -> tuple[dict[str, float], list[str]]:
    """The figures that can be logged, and the names of those that are no finite number."""
    kept = {
        name: float(value)
        for name, value in numbers.items()
        if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    }
    return kept, [name for name in numbers if name not in kept]


def shortened(params: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Parameters that fit, and the files for those that don't: the hash stands in their place."""
    files: dict[str, str] = {}
    short: dict[str, str] = {}
    for name, value in params.items():
        short[name] = value
        if len(value) > LONGEST_PARAM:
            path = f"params/{digest(name)[:16]}.txt"
            files[path] = value
            short[name] = f"sha256 {digest(value)}, {len(value)} characters, in {path}"
    return short, files


def _numbers(card: Scorecard) -> Iterator[tuple[str, float | None]]:
    for name, estimate in card.metrics.items():
        yield name, estimate.value
        yield f"{name}/n", float(estimate.n)
        if estimate.low is not None and estimate.high is not None:
            yield f"{name}/low", estimate.low
            yield f"{name}/high", estimate.high


def _encoded(named: Mapping[str, T]) -> dict[str, T]:
    coded = {encode(name): value for name, value in named.items()}
    if len(coded) < len(named):
        raise TriauditError("two metrics or parameters have one name in MLflow: rename one of the dimensions")
    return coded


def _params(config: Mapping[str, Any]) -> dict[str, str]:
    """Single values, named by their place; lists and classes are in the config artifact."""
    flat: dict[str, str] = {}

    def walk(value: Any, path: tuple[str, ...]) -> None:
        if isinstance(value, Mapping):
            for key, item in value.items():
                walk(item, (*path, str(key)))
        elif path[-1] == "_target_":
            if path[:-1] in {("search",), ("embeddings",)}:
                flat[path[0]] = str(value).rsplit(".", 1)[-1]
        elif not isinstance(value, list):
            flat["/".join(path)] = str(value)

    for key, value in config.items():
        if not key.startswith("systems."):
            walk(value, tuple(key.split(".")))
    return {name: value for name, value in flat.items() if name not in {f"{role}/judge" for role in ROLES}}


def _table(card: Scorecard) -> str:
    """Every estimate by its own name, with the name that it was logged under."""
    out = StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["metric", "logged as", "value", "low", "high", "n", "missing", "reasons"])
    for name, e in card.metrics.items():
        rows.writerow(
            [name, encode(name), *map(_cell, (e.value, e.low, e.high)), e.n, e.missing, words(e.reasons)]
        )
    return out.getvalue()


def _cell(value: float | None) -> str:
    return "" if value is None else to_json(value)
