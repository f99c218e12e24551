"""Reads MiroEval's detail files: per-task scores of many systems, without texts.

`report/<track>.json` holds 0-10 scores per dimension, `factuality/<track>.json` counts of verdicts,
`process/<track>.json` eight ratings 1-10. A task that a system has no scores for is missing, never 0.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from triaudit.errors import TriauditError
from triaudit.types import Missing, MissingReason, TaskScore, Track

TRACKS: tuple[Track, ...] = ("text", "multimodal")
Figures = dict[str, float | Missing]
Rating = Annotated[float | None, Field(ge=1, le=10)]
Tenth = Annotated[float | None, Field(ge=0, le=10)]
Count = Annotated[int, Field(ge=0)]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


class Quality(_Row):
    """Dimension scores 0-10; `query_spec` is the weighted mean of the task's own dimensions."""

    coverage: Tenth = None
    insight: Tenth = None
    instruction_following: Tenth = None
    clarity: Tenth = None
    query_spec: Tenth = None
    total_weighted_score: Tenth = None

    def figures(self) -> Figures:
        """On 0-100, under this project's names."""
        renamed = {"query_spec": "specificity", "total_weighted_score": "total"}
        return {f"quality/{renamed.get(name, name)}": _tenfold(value) for name, value in self}


class Verdicts(_Row):
    """How many claims got each verdict."""

    right: Count
    wrong: Count
    conflict: Count
    unknown: Count

    def figures(self) -> Figures:
        """Counts, 100 R / (R + W + C + U), and the share that evidence decided, 100 (R + W + C) / all."""
        checked = self.right + self.wrong + self.conflict + self.unknown
        shares = {"right_ratio": self.right, "checked_share": checked - self.unknown}
        return {
            **{
                f"factcheck/{name}": 100 * n / checked if checked else NO_CLAIMS for name, n in shares.items()
            },
            **{f"factcheck/{name}": float(count) for name, count in self},
        }


class Intrinsic(_Row):
    """Ratings of the research by itself."""

    search_breadth: Rating = None
    analytical_depth: Rating = None
    progressive_refinement: Rating = None
    critical_thinking: Rating = None
    efficiency: Rating = None


class Alignment(_Row):
    """Ratings of research against report; their `contradiction` is this project's `consistency`."""

    findings_to_report: Rating = None
    report_to_process: Rating = None
    contradiction: Rating = None


class Process(_Row):
    """The eight ratings of one trace."""

    intrinsic: Intrinsic
    alignment: Alignment

    def figures(self) -> Figures:
        """Ratings x 10, the mean of each of the two groups, and the mean of the two means.

        A mean exists where all of its ratings do.
        """
        own, agreed = dict(self.intrinsic), dict(self.alignment)
        agreed["consistency"] = agreed.pop("contradiction")
        means = {"intrinsic": _mean(own.values()), "alignment": _mean(agreed.values())}
        return {
            f"audit/{name}": _tenfold(value)
            for name, value in {**own, **agreed, **means, "total": _mean(means.values())}.items()
        }


def _mean(values: Iterable[float | None]) -> float | None:
    given = list(values)
    there = [value for value in given if value is not None]
    return math.fsum(there) / len(there) if len(there) == len(given) else None


def _tenfold(value: float | None) -> float | Missing:
    return ABSENT if value is None else 10 * value


ABSENT = Missing(reason=MissingReason.NOT_PUBLISHED, detail="the published files hold no score for it")
NO_CLAIMS = Missing(reason=MissingReason.NO_CLAIMS, detail="no claim of the report was checked")
PARTS: Mapping[str, type[Quality | Verdicts | Process]] = {
    "report": Quality,
    "factuality": Verdicts,
    "process": Process,
}
"""Folder of the detail files to what a row in them is."""
NAMES = {
    "report": tuple(Quality().figures()),
    "factuality": tuple(Verdicts(right=0, wrong=0, conflict=0, unknown=0).figures()),
    "process": tuple(Process(intrinsic=Intrinsic(), alignment=Alignment()).figures()),
}
"""Folder to the metrics that a row gives."""


def read(folder: Path, systems: Iterable[str]) -> list[TaskScore]:
    """Every metric of every wanted system on every task of the files.

    Args:
        folder: Holds `report`, `factuality` and `process` with `text.json` and `multimodal.json` each.
        systems: Ids in the files. A system without any score on a track's tasks has none there at all; one
            that only misses some has these as `not_published`.

    Returns:
        Scores 0-100 and counts, by system, track, task and metric.

    Raises:
        TriauditError: A file is missing or is no JSON, a row has another shape or an impossible value, or
            a system is in none of the files.
    """
    files = {(part, track): _file(folder / part / f"{track}.json") for part in PARTS for track in TRACKS}
    scores: list[TaskScore] = []
    for system in systems:
        before = len(scores)
        for track in TRACKS:
            tables = {part: files[part, track] for part in PARTS}
            if any(system in row for table in tables.values() for row in table.values()):
                scores += _track(folder, tables, system, track)
        if len(scores) == before:
            known = sorted({name for table in files.values() for row in table.values() for name in row})
            raise TriauditError(f"{folder}: no file has scores of {system!r}; they have {', '.join(known)}")
    return scores


def _track(
    folder: Path, tables: Mapping[str, Mapping[str, Mapping[str, object]]], system: str, track: Track
) -> list[TaskScore]:
    tasks = sorted({task for table in tables.values() for task in table}, key=lambda t: (len(t), t))
    scores: list[TaskScore] = []
    for part, table in tables.items():
        figures = {
            task: _figures(part, row[system], f"{folder / part / track}.json: task {task}: {system}")
            for task in tasks
            if (row := table.get(task, {})).get(system) is not None
        }
        for task in tasks:
            own = figures.get(task, dict.fromkeys(NAMES[part], ABSENT))
            for metric in NAMES[part]:
                value, missing = (
                    (None, own[metric]) if isinstance(own[metric], Missing) else (own[metric], None)
                )
                scores.append(
                    TaskScore(
                        system=system, task=task, track=track, metric=metric, value=value, missing=missing
                    )
                )
    return scores


def _figures(part: str, row: object, place: str) -> Figures:
    try:
        return PARTS[part].model_validate(row).figures()
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(step) for step in first["loc"]) or "row"
        raise TriauditError(f"{place}: {where}: {first['msg']}") from None


def _file(path: Path) -> Mapping[str, Mapping[str, object]]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise TriauditError(
            f"{path} is missing: give the folder `detail_results` of MiroEval's repository in published.path"
        ) from None
    except (OSError, ValueError) as error:
        raise TriauditError(f"{path}: not readable as JSON: {error}") from None
    if not isinstance(found, dict) or not all(isinstance(row, dict) for row in found.values()):
        raise TriauditError(f"{path}: expected a mapping of task ids to mappings of system ids to scores")
    return found
