"""Makes one rubric per task: facts of its attachments, dimensions with weights, criteria."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from triaudit.answers import unparsable
from triaudit.context import TASKS, Context
from triaudit.files import safe_name, write_text
from triaudit.judge import Judge, sees
from triaudit.questions import Criteria, Dimensions, KeyFacts
from triaudit.rubric import RubricSettings
from triaudit.rubric.build import detail, frozen, weigh
from triaudit.rubric.facts import FEWEST, checked
from triaudit.rubric.readable import written
from triaudit.rubric.sources import edited, reused
from triaudit.types import Document, KeyFact, Missing, MissingReason, Rubric, Task, Unanswered

KEYS: tuple[str, ...] = (
    "benchmark.version",
    "benchmark.limit",
    "benchmark.only",
    "inputs.benchmark",
    "inputs.code.rubric",
    "inputs.rubric",
    "rubric",
)


async def run(ctx: Context) -> None:
    """Write `rubric/tasks.jsonl`, and each rubric as `rubric/<task>.yaml` for people."""
    settings = ctx.settings("rubric", RubricSettings)
    tasks = ctx.tasks()
    if not settings.enabled:
        off = Missing(reason=MissingReason.OFF, detail="choose rubric=default to make rubrics")
        _write(ctx, tasks, [Rubric(task=task.id, missing=off) for task in tasks])
        return
    documents = {document.digest: document for document in ctx.read("attachments", Document, TASKS)}
    judge = ctx.judge(settings.judge)
    place, given = ctx.root / settings.path, dict[str, Rubric]()
    if settings.source == "edited":
        given = edited(place, ctx.all_tasks(), documents, settings.dynamic_cap)
        used = sum(task.id in given for task in tasks)
        ctx.say(f"{used} of {len(tasks)} rubrics are taken from {settings.path}, the others are made")
    elif settings.source == "reused":
        given = reused(place, tasks)

    async def work(task: Task) -> Rubric:
        if task.id in given:
            return given[task.id]
        if settings.source == "reused":
            what = f"the other run has no rubric for task {task.id}: make it there, or set rubric.source=made"
            return Rubric(task=task.id, missing=Missing(reason=MissingReason.NO_RUBRIC, detail=what))
        return await make(task, documents, judge, settings)

    _write(ctx, tasks, await ctx.each(tasks, work, "tasks"))


def _write(ctx: Context, tasks: Sequence[Task], rubrics: Sequence[Rubric]) -> None:
    folder = ctx.out / ctx.stage
    for old in sorted(folder.glob("*.yaml")):
        old.unlink()
    ctx.write(rubrics)
    for task, rubric in zip(tasks, rubrics, strict=True):
        write_text(folder / f"{safe_name(task.id)}.yaml", written(rubric, task))


async def make(
    task: Task, documents: Mapping[str, Document], judge: Judge, settings: RubricSettings
) -> Rubric:
    """One task's rubric, or why there is none."""
    facts: list[KeyFact] = []
    notes: list[str] = []
    attached: list[Document] = []
    for file in task.files if settings.key_facts else ():
        document = documents.get(file.digest)
        if document is None:
            what = f"attachment {file.name} is not in the attachments stage's results: run `dvc repro` again"
            return Rubric(task=task.id, missing=Missing(reason=MissingReason.UPSTREAM, detail=what))
        attached.append(document)
        found = await key_facts(task, document, judge, len(facts) + 1)
        if isinstance(found, Unanswered):
            return unmade(task, f"key facts of {document.name}", found)
        facts += found[0]
        notes += found[1]

    dimensions = await judge.ask(
        Dimensions(
            query=task.query,
            language=task.language,
            fixed=settings.dimensions,
            facts=tuple(facts),
            has_attachments=settings.key_facts and bool(task.files),
            max_dynamic=settings.max_dynamic,
        )
    )
    if isinstance(dimensions, Unanswered):
        return unmade(task, "dimensions", dimensions)
    weighed = weigh(dimensions, settings.dimensions, settings.max_dynamic, settings.dynamic_cap)
    if isinstance(weighed, Unanswered):
        return unmade(task, "dimensions", weighed)
    named, weights, more = weighed
    notes += more

    criteria = await judge.ask(
        Criteria(query=task.query, language=task.language, dimensions=tuple(named), facts=tuple(facts))
    )
    if isinstance(criteria, Unanswered):
        return unmade(task, "criteria", criteria)
    made = detail(criteria, named, weights, settings.bands)
    if isinstance(made, Unanswered):
        return unmade(task, "criteria", made)
    rubric = frozen(task, made[0], facts, [*notes, *made[1]])
    unread = tuple(one.name for one in attached if one.missing is not None and not shown(one, judge))
    return rubric.model_copy(update={"incomplete": unread})


def shown(document: Document, judge: Judge) -> bool:
    """Whether the judge is shown pictures of it, as those of scanned pages."""
    return sees(judge) and any(block.kind == "image" for block in document.blocks)


async def key_facts(
    task: Task, document: Document, judge: Judge, first: int
) -> tuple[list[KeyFact], list[str]] | Unanswered:
    """Facts of one attachment with notes; none, and a note, where it has no text to take them from."""
    without = "the rubric goes without its facts"
    seen = shown(document, judge)
    if document.missing is not None and not seen:
        return [], [f"{document.name} could not be read: {document.missing.detail}; {without}"]
    text = any(block.text.strip() for block in document.blocks)
    if not (text or seen):
        return [], [
            f"attachment {document.name} ({document.kind}) has no text for a judge to read: {without}"
        ]
    reply = await judge.ask(KeyFacts(query=task.query, language=task.language, document=document))
    if isinstance(reply, Unanswered):
        return reply
    facts, notes = checked(document, reply.facts, first, reply.beside.shown)
    if reply.facts and not facts and text:
        return unparsable(f"none of {len(reply.facts)} facts stands in {document.name}")
    if 0 < len(facts) < FEWEST:
        notes.append(f"attachment {document.name} gave {len(facts)} key facts: {FEWEST} are usual")
    if not facts:
        notes.append(f"attachment {document.name} has no key facts: {without}")
    return facts, notes


def unmade(task: Task, what: str, why: Unanswered) -> Rubric:
    """A rubric that could not be made; never a generic one in its place."""
    remedy = "run the stage again" if why.retryable else "choose another judge for rubric, or see the reason"
    text = f"{what} not answered ({why.reason.value}: {why.detail}); {remedy}"
    return Rubric(task=task.id, missing=Missing(reason=MissingReason.UNANSWERED, detail=text, unanswered=why))
