"""The attachments stage: every distinct file of the benchmark read once, for all later stages."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from triaudit.attachments import AttachmentSettings, read_document
from triaudit.context import Context
from triaudit.files import inside
from triaudit.types import Document, File, Missing, MissingReason, Task

KEYS: tuple[str, ...] = ("benchmark.version", "inputs.benchmark", "attachments")


class Attached(NamedTuple):
    """A file and the tasks that have it."""

    file: File
    tasks: tuple[str, ...]


def distinct(tasks: list[Task]) -> list[Attached]:
    """The files with different bytes, in the order in which the tasks first name them."""
    found: dict[str, Attached] = {}
    for task in tasks:
        for file in task.files:
            first, ids = found.get(file.digest, Attached(file, ()))
            found[file.digest] = Attached(first, ids if task.id in ids else (*ids, task.id))
    return list(found.values())


async def run(ctx: Context) -> None:
    """Write one Document per distinct digest."""
    settings = ctx.settings("attachments", AttachmentSettings)
    root = ctx.benchmark

    async def read(item: Attached) -> Document:
        await asyncio.sleep(0)  # reading blocks; this lets an interruption in between two files
        path = inside(root, item.file.path)
        if path is None:
            return Document(
                digest=item.file.digest,
                name=item.file.name,
                kind="unsupported",
                missing=Missing(
                    reason=MissingReason.ATTACHMENT_UNREADABLE,
                    detail=f"{_who(item)}attachment {item.file.name} is refused: its path "
                    f"{item.file.path!r} leads outside the benchmark's folder; "
                    "put the file inside and freeze the benchmark again",
                ),
            )
        document = read_document(path, item.file.name, item.file.digest, settings)
        if document.missing is None:
            return document
        named = document.missing.model_copy(update={"detail": _who(item) + document.missing.detail})
        return document.model_copy(update={"missing": named})

    documents = await ctx.each(distinct(ctx.all_tasks()), read, "files")
    for document in documents:
        if document.missing is not None:
            ctx.say(document.missing.detail)
    ctx.write(documents)


def _who(item: Attached) -> str:
    return f"task{'s' if len(item.tasks) > 1 else ''} {', '.join(item.tasks)}: "
