"""Made-up tasks, reports and rubrics as a project folder; the same bytes in every run.

python -m bench.world FOLDER REPORTS
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from bench import replies
from triaudit.files import digest, write_records, write_text
from triaudit.judge import chat
from triaudit.judge.chat import Dialect
from triaudit.judge.endpoint import Call, Sampling
from triaudit.prompts import prompt
from triaudit.quality.stage import grade
from triaudit.questions import Question
from triaudit.types import (
    Criterion,
    Dimension,
    Record,
    Rubric,
    SystemOutput,
    Task,
    Unanswered,
    UnansweredReason,
)

R = TypeVar("R", bound=Record)

MODEL = "made-up"
SAMPLING = Sampling(max_tokens=4096, temperature=0, top_p=None, seed=None)
CHARACTERS = 20_000
"""Of a report: about as long as published ones."""
DIMENSIONS = (5, 6, 7)
"""How many a rubric has, in turn: six calls a report on the average."""

_WORDS = """
    grid storage battery market policy supply demand forecast scenario region cost margin capacity turbine
    cohort trial dose outcome signal latency protocol ledger audit risk exposure index yield tariff export
    carbon permit subsidy survey baseline variance estimate interval adoption retention churn pricing channel
""".split()  # noqa: SIM905
_ZH = "储能 市场 政策 供给 需求 预测 情景 区域 成本 利润 容量 风险 指数 关税 出口 许可 补贴 调查".split()  # noqa: SIM905


def _sentence(draw: random.Random, zh: bool) -> str:
    year, share = draw.randint(2015, 2026), draw.uniform(1, 99)
    if zh:
        return "".join(draw.choices(_ZH, k=draw.randint(8, 14))) + f"，{year}年达到{share:.1f}%。"
    words = " ".join(draw.choices(_WORDS, k=draw.randint(10, 20))).capitalize()
    return f"{words}, reaching {share:.1f}% in {year} [{draw.randint(1, 40)}]. "


def _paragraph(draw: random.Random, zh: bool, characters: int) -> str:
    made: list[str] = []
    while sum(map(len, made)) < characters:
        made.append(_sentence(draw, zh))
    return "".join(made).strip()


def _report(number: int, draw: random.Random, zh: bool) -> str:
    """Sections with paragraphs, a list and a table, as research reports have them."""
    made, length = [f"# Report {number:05d}\n"], 0
    while length < CHARACTERS:
        rows = [f"| {word} | {draw.randint(1, 999)} | {draw.random():.2f} |\n" for word in _WORDS[:4]]
        section = (
            f"\n## {_sentence(draw, zh)[:40]}\n\n"
            f"{_paragraph(draw, zh, 900)}\n\n{_paragraph(draw, zh, 700)}\n\n"
            f"- {_sentence(draw, zh)}\n- **{draw.choice(_WORDS)}**: {_sentence(draw, zh)}\n"
            f"- see [{draw.choice(_WORDS)}](https://example.org/{draw.randint(1, 999)})\n\n"
            f"| what | n | share |\n|---|---|---|\n{''.join(rows)}"
        )
        made.append(section)
        length += len(section)
    return "".join(made)[:CHARACTERS]


def _rubric(number: int, draw: random.Random) -> Rubric:
    count = DIMENSIONS[number % len(DIMENSIONS)]
    dimensions = tuple(
        Dimension(
            id=f"dim{at}",
            name=f"Dimension {at}",
            definition=_paragraph(draw, False, 200),
            dynamic=at > 4,
            weight=1 / count,
            criteria=tuple(
                Criterion(
                    id=f"dim{at}.c{place}",
                    text=_paragraph(draw, False, 120),
                    explanation=_paragraph(draw, False, 200),
                    weight=0.25,
                )
                for place in range(1, 5)
            ),
        )
        for at in range(1, count + 1)
    )
    whole = digest([one.model_dump(mode="json") for one in dimensions])
    return Rubric(task=f"t{number:05d}", dimensions=dimensions, digest=whole)


def reports(count: int) -> list[tuple[Task, SystemOutput, Rubric]]:
    """Tasks with a report and a rubric each; one in five is in Chinese."""
    made = []
    for number in range(count):
        draw, zh = random.Random(number), number % 5 == 4
        name, query = f"t{number:05d}", f"Task {number}: {_paragraph(draw, zh, 500)}"
        task = Task(id=name, query=query, language="zh" if zh else "en", track="text")
        output = SystemOutput(task=name, report=_report(number, draw, zh))
        made.append((task, output, _rubric(number, draw)))
    return made


def make(folder: Path, count: int) -> int:
    """A folder in which `triaudit stage=quality` grades `count` reports; how many calls that takes.

    `bare.jsonl` in it holds the same calls' messages, ready to be sent.
    """
    made = reports(count)
    tasks, outputs, rubrics = zip(*made, strict=True)
    write_records(folder / "data/benchmark/made/tasks.jsonl", tasks)
    write_records(folder / "results/systems/made.jsonl", outputs)
    write_records(folder / "results/rubric/tasks.jsonl", rubrics)
    write_text(folder / "outputs.jsonl", "{}\n")
    system = "_target_: triaudit.systems.SystemSettings\npath: outputs.jsonl\n"
    write_text(folder / "conf/systems/made.yaml", f"# @package systems.made\n{system}")
    write_text(folder / "params.yaml", "benchmark: {version: made}\nsystems: [made]\n")
    asked = [_asked(*one) for one in made]
    write_text(folder / "bare.jsonl", "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in asked))
    return sum(len(one["varying"]) for one in asked)


def main() -> None:
    """Make a folder and print how many calls its reports take."""
    print(make(Path(sys.argv[1]), int(sys.argv[2])))


def lost(folder: Path) -> dict[tuple[str, str], str]:
    """Task and criterion of the scores that a storm takes for good, with the reason that they must have."""
    found = {}
    for line in (folder / "bare.jsonl").read_text("utf-8").splitlines():
        report = json.loads(line)
        for varying in report["varying"]:
            if reason := replies.never(report["shared"] + varying):
                found |= {(report["task"], name): reason for name in replies.criteria(varying)}
    return found


class _Recorder:
    """Keeps the calls that questions become, and answers none."""

    name, baseline, identity = "recorder", True, None

    def __init__(self) -> None:
        self.calls: list[Call] = []

    async def ask(self, question: Question[R]) -> R | Unanswered:
        self.calls.append(Call(question, prompt(question), SAMPLING))
        return Unanswered(reason=UnansweredReason.NOT_IN_STORE, detail="recorded")


def _asked(task: Task, output: SystemOutput, rubric: Rubric) -> Mapping[str, Any]:
    recorder = _Recorder()
    asyncio.run(grade(task, output.report, rubric, recorder))
    first = recorder.calls[0]
    body = chat.body(first, SAMPLING, MODEL, Dialect(form="json_schema"))
    del body["messages"]
    return {
        "task": task.id,
        "rules": first.prompt.rules,
        "shared": first.prompt.shared,
        "varying": [call.prompt.varying for call in recorder.calls],
        "body": body,
    }


if __name__ == "__main__":
    main()
