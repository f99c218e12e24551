"""The attachments stage: every distinct file of the benchmark read once, for all later stages."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from triaudit.attachments import AttachmentSettings, Content, Unreadable, document, load
from triaudit.attachments.readers import Readers
from triaudit.context import Context
from triaudit.errors import TriauditError
from triaudit.files import inside
from triaudit.types import Document, File, Task

PROCESSES = 2
"""How many files are read at a time: what reads PDFs takes 200 MB."""

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
    """Write one Document per distinct digest.

    Raises:
        TriauditError: Some could not be read, and `attachments.strict` says that this stops the run.
    """
    settings = ctx.settings("attachments", AttachmentSettings)
    files = distinct(ctx.all_tasks())
    count = min(PROCESSES, ctx.runtime.settings.concurrency, len(files))
    async with Readers(settings, count) as readers:

        async def read(item: Attached) -> Document:
            return await _read(item, ctx.benchmark, settings, readers)

        documents = await ctx.each(files, read, "files")
    ctx.write(documents)
    unread = [document.missing.detail for document in documents if document.missing is not None]
    for detail in unread:
        ctx.say(detail)
    if unread and settings.strict:
        raise TriauditError(
            f"attachments.strict: {len(unread)} of {len(documents)} attachments can't be used; no judge was "
            f"asked. {unread[0]}. Mend them, or set attachments.strict=false to go on without"
        )


async def _read(item: Attached, root: Path, settings: AttachmentSettings, readers: Readers) -> Document:
    """The document of one file, its tasks named where it is unreadable."""
    name, digest = item.file.name, item.file.digest
    try:
        path = inside(root, item.file.path)
        if path is None:
            raise Unreadable(
                f"is refused: its path {item.file.path!r} leads outside the benchmark's folder; "
                "put the file inside and freeze the benchmark again"
            )
        data = load(path, digest, settings)
    except Unreadable as error:
        found = document(Content(error.kind, unreadable=str(error)), name, digest, settings)
    else:
        found = await readers.read(data, name, digest)
    if found.missing is None:
        return found
    named = found.missing.model_copy(update={"detail": _who(item) + found.missing.detail})
    return found.model_copy(update={"missing": named})


def _who(item: Attached) -> str:
    return f"task{'s' if len(item.tasks) > 1 else ''} {', '.join(item.tasks)}: "
