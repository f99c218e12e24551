"""An invented world beside the demo is what it says; `stage=selftest` scores judges on its known answers."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import context
from triaudit.files import read_records, write_records
from triaudit.search.corpus import Corpus
from triaudit.selftest.known import read_truth
from triaudit.selftest.truth import place
from triaudit.systems.stage import run
from triaudit.types import Label, SystemOutput, Task

WORLDS = Path(__file__).parents[1] / "worlds"
FOLDERS = {
    "second": (WORLDS / "second", WORLDS / "second/outputs", ("north", "south")),
}


def lines(world: str) -> list[dict[str, Any]]:
    text = (FOLDERS[world][0] / "truth.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


async def outputs(folder: Path, world: str) -> dict[tuple[str, str], SystemOutput]:
    """What the systems of a world delivered, as the systems stage reads it."""
    home, place, names = FOLDERS[world]
    entries = [json.loads(line) for line in (home / "tasks.jsonl").read_text("utf-8").splitlines()]
    tasks = [Task(id=e["id"], query=e["query"], language=e["language"], track="text") for e in entries]
    write_records(folder / "data/benchmark/demo/tasks.jsonl", tasks)
    found = {}
    for name in names:
        listed = f"+systems.{name}={{_target_:triaudit.systems.SystemSettings,path:'{place / name}'}}"
        ctx = context(folder, "systems", name, [listed])
        await run(ctx)
        records = read_records(folder / f"results/systems/{name}.jsonl", SystemOutput)
        found |= {(name, record.task): record for record in records}
    return found


@pytest.mark.parametrize("world", FOLDERS)
async def test_every_known_sentence_stands_once_in_its_report(tmp_path: Path, world: str) -> None:
    found = await outputs(tmp_path, world)
    assert all(record.missing is None for record in found.values())
    truths = read_truth(FOLDERS[world][0] / "truth.jsonl")
    for truth in truths:
        place(truth.sentence, found[truth.system, truth.task].report)
    shares = Counter(truth.label for truth in truths)
    assert min(shares[label] for label in Label) >= 0.15 * len(truths)


@pytest.mark.parametrize("world", FOLDERS)
async def test_every_quote_stands_in_its_page_and_every_step_in_its_trace(tmp_path: Path, world: str) -> None:
    found = await outputs(tmp_path, world)
    corpus = Corpus(str(FOLDERS[world][0] / "corpus"))
    for line in lines(world):
        for evidence in line.get("evidence", []):
            if evidence["source"].startswith("http"):
                page = await corpus.fetch(evidence["source"])
                assert " ".join(evidence["quote"].split()) in " ".join(page.text.split())  # type: ignore[union-attr]
        if steps := [n for key in ("steps",) for n in line.get(key, [])]:
            trace = found[line["system"], line["task"]].trace
            assert trace is not None
            assert set(steps) <= {step.index for step in trace.steps}
