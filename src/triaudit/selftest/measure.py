"""What a judge says of a world's sentences: claims and fact-check of every report, in this process."""

from __future__ import annotations

import tempfile
from pathlib import Path

from omegaconf import DictConfig, OmegaConf

from triaudit import config
from triaudit.claims import ClaimsSettings
from triaudit.claims.stage import report_claims
from triaudit.context import Context
from triaudit.factcheck import FactcheckSettings
from triaudit.factcheck.look import Web
from triaudit.factcheck.stage import check, lacking
from triaudit.files import write_text
from triaudit.search import Search
from triaudit.search.corpus import Corpus, written
from triaudit.selftest.truth import Told, told
from triaudit.selftest.world import World
from triaudit.types import SystemOutput, Task


async def measure(world: World, ctx: Context, search: DictConfig) -> list[Told]:
    """Every sentence with a known label and the one that the configured judge gives it.

    The world's pages are written to a temporary folder, where the configured search finds them if it is
    one that searches a folder, and the corpus search if it is not.
    """
    claims_by = ctx.settings("claims", ClaimsSettings)
    settings = ctx.settings("factcheck", FactcheckSettings)
    reader, judge = ctx.judge(claims_by.judge), ctx.judge(settings.judge)
    tasks = {task.id: task for task in world.tasks}
    documents = {document.digest: document for document in world.documents}
    known = {(truth.system, truth.task) for truth in world.truths}
    listed = [
        (system, tasks[output.task], output)
        for system in sorted(world.outputs)
        for output in world.outputs[system]
        if (system, output.task) in known
    ]
    with tempfile.TemporaryDirectory(prefix="triaudit-") as folder:
        for number, page in enumerate(world.pages):
            write_text(Path(folder) / f"{number:05d}.txt", written(page))
        counted = ctx.search(_search(search, folder))
        web = Web(counted, counted)

        async def work(item: tuple[str, Task, SystemOutput]) -> list[Told]:
            system, task, output = item
            found = await report_claims(task, output.report, reader, claims_by.max_per_report, claims_by.seed)
            verdicts = {}
            if lacking(found, settings.max_failed_share) is None:
                attached = [documents[file.digest] for file in task.files if file.digest in documents]
                made = await check(
                    task, found.claims, output.report, attached, web=web, judge=judge, settings=settings
                )
                verdicts = {verdict.claim: verdict for verdict in made.verdicts}
            return [
                told(truth, output.report, found.claims, verdicts)
                for truth in world.truths
                if (truth.system, truth.task) == (system, task.id)
            ]

        return [one for some in await ctx.each(listed, work) for one in some]


def _search(node: DictConfig, folder: str) -> Search:
    if "path" not in node:
        return Corpus(folder)
    made = config.build(OmegaConf.merge(node, {"path": folder}), "search")  # type: ignore[arg-type]
    assert isinstance(made, Search)
    return made
