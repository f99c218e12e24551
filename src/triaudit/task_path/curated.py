"""Tasks that somebody wrote: a query file with its attachments beside it.

Reads JSONL or a JSON array of our own entries (`id, query`), MiroEval's (`id, rewritten_query,
files[].dir`; results of a system are fine too, flat ones
with `user_query` and `file_path` as well) and DeepResearchEval's or DeepResearch Bench's
(`id, prompt, topic, attachment`). Which one an entry is shows in its fields.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PureWindowsPath
from typing import NamedTuple

from triaudit.errors import TriauditError
from triaudit.files import clean, to_json
from triaudit.task_path import Attachment, Candidate, Draft, TaskPath, Tools
from triaudit.task_path.locate import locate

IDS = ("id", "task_id", "query_id")
QUERY = ("rewritten_query", "query", "user_query", "prompt")
"""The first of these that says something is the query: MiroEval's systems were asked the rewritten one."""
DOMAIN = ("domain", "topic")
FILES = ("files", "attachment", "attachments", "file_path", "file_paths")
FILE_PATH = ("path", "dir")
FILE_NAME = ("name", "filename")

_MISSING = object()


class CuratedSettings(TaskPath):
    """Tasks that somebody wrote."""

    path: str
    """The query file; attachments are below its folder."""

    def inputs(self, root: Path) -> Sequence[Path]:
        """The query file and the attachments that it names and that may be opened."""
        path = root / self.path
        if not path.is_file():
            return [path]
        drafts = [c.draft for c in read(path, root) if c.kept and c.draft]
        return [path, *dict.fromkeys(locate(path.parent, file) for draft in drafts for file in draft.files)]

    async def candidates(self, tools: Tools) -> Sequence[Candidate]:
        """One candidate an entry, in the file's order."""
        return read(tools.root / self.path, tools.root)


class Entry(NamedTuple):
    """One entry of a query file, or what is wrong with it."""

    where: str
    value: object
    problem: str = ""


def read(path: Path, root: Path) -> list[Candidate]:
    """Every entry of a query file as a candidate.

    Origins name the file relative to `root`, or by its name alone where it is elsewhere: they are
    published with the benchmark, and a machine's folders are nobody's business.

    Raises:
        TriauditError: The file is missing, is not UTF-8 or has no entry.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise TriauditError(
            f"{path}: {error.strerror or error}; name a query file in task_path.curated.path"
        ) from None
    except UnicodeDecodeError as error:
        raise TriauditError(f"{path} is not UTF-8 (byte {error.start}); save it as UTF-8") from None
    place = Path(os.path.relpath(path, root))
    name = path.name if ".." in place.parts else place.as_posix()
    folder = place.parent.as_posix()
    found = [_candidate(entry, f"{name}, {entry.where}", folder, path.parent) for entry in entries(text)]
    if not found:
        raise TriauditError(f'{path} has no tasks; write one JSON object a line: {{"id": …, "query": …}}')
    return found


def entries(text: str) -> list[Entry]:
    """The entries of a JSON array, of an object that wraps one in `entries`, or of JSON lines."""
    stripped = text.strip()
    if stripped.startswith("["):
        return list(_array(stripped))
    whole = _parse(stripped)
    if isinstance(whole, dict) and isinstance(whole.get("entries"), list):
        return [Entry(f"entry {n}", value) for n, value in enumerate(whole["entries"], 1)]
    if isinstance(whole, dict):
        return [Entry("entry 1", whole)]
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    parsed = [(f"line {number}", _parse(line)) for number, line in lines]
    return [
        Entry(where, v, "" if v is not _MISSING else "not a JSON value on one line") for where, v in parsed
    ]


def _parse(text: str) -> object:
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return _MISSING


def _refuse(constant: str) -> object:
    raise ValueError(f"{constant} is not JSON")


def _array(text: str) -> Iterator[Entry]:
    """The array's values; a damaged array gives those before the damage, then one entry that says so."""
    whole = _parse(text)
    if isinstance(whole, list):
        yield from (Entry(f"entry {n}", value) for n, value in enumerate(whole, 1))
        return
    decoder, at, number = json.JSONDecoder(parse_constant=_refuse), 1, 1
    while True:
        at = re.compile(r"[\s,]*").match(text, at).end()  # type: ignore[union-attr]
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            yield Entry(
                f"entry {number}",
                None,
                f"the JSON is damaged from character {at} on, nothing is read after it",
            )
            return
        yield Entry(f"entry {number}", value)
        number += 1


def _candidate(entry: Entry, origin: str, folder: str, place: Path) -> Candidate:
    if entry.problem:
        return Candidate(origin=origin, kept=False, why=f"{entry.problem}; correct the file")
    draft: Draft | None = None
    try:
        if not isinstance(entry.value, dict):
            raise TriauditError('not a JSON object; write {"id": …, "query": …}')
        draft = _draft(entry.value)
        for file in draft.files:
            locate(place, file)
    except TriauditError as error:
        who = f"task {draft.id}: " if draft else ""
        return Candidate(origin=origin, kept=False, why=f"{who}{error}", draft=draft, folder=folder)
    language = _language(entry.value)
    why = "written by hand"
    if language and draft.language is None:
        why += f"; language {language!r} is no ISO 639-1 code, so it is detected"
    return Candidate(origin=origin, kept=True, why=why, draft=draft, folder=folder)


def _language(fields: Mapping[str, object]) -> str:
    """What the entry says of its language."""
    notes = fields.get("annotation")
    return (
        _text(fields.get("language"))
        or (_text(notes.get("language")) if isinstance(notes, dict) else None)
        or ""
    )


def _draft(fields: Mapping[str, object]) -> Draft:
    """Raises TriauditError where the entry has no usable id, query or files."""
    number = next((value for key in IDS if (value := fields.get(key)) is not None), None)
    if isinstance(number, bool) or not isinstance(number, int | str) or not str(number).strip():
        raise TriauditError("no id; give `id` a text or a whole number")
    name = clean(str(number)).strip()
    query = next((q for key in QUERY if (q := _text(fields.get(key)))), None)
    if query is None:
        raise TriauditError(f"task {name}: no query; give it in `query`")
    annotation = fields.get("annotation")
    if annotation is not None and not isinstance(annotation, dict):
        raise TriauditError(
            f'task {name}: `annotation` is not an object; write {{"key": "value"}} or drop it'
        )
    notes: dict[str, object] = {**(annotation or {})}
    code = re.fullmatch(r"\s*([A-Za-z]{2})(?:[-_].*)?\s*", _language(fields))
    if code:
        notes.pop("language", None)
    domain = next((d for key in DOMAIN for source in (fields, notes) if (d := _text(source.get(key)))), None)
    if domain == _text(notes.get("domain")):
        notes.pop("domain", None)
    return Draft(
        id=name,
        query=query,
        language=code[1].lower() if code else None,
        domain=domain,
        files=_files(fields, name),
        annotation={
            clean(key): _text(value) or clean(to_json(value))
            for key, value in notes.items()
            if value not in (None, "")
        },
    )


def _files(fields: Mapping[str, object], task: str) -> tuple[Attachment, ...]:
    value = next((v for key in FILES if (v := fields.get(key))), [])
    files = []
    for item in value if isinstance(value, list) else [value]:
        given: Mapping[str, object] = item if isinstance(item, dict) else {"path": item}
        path = next((p for key in FILE_PATH if (p := _text(given.get(key)))), None)
        if path is None:
            raise TriauditError(
                f"task {task}: a file without a path; give `path`, relative to the query file's folder"
            )
        name = next((n for key in FILE_NAME if (n := _text(given.get(key)))), PureWindowsPath(path).name)
        files.append(Attachment(name=name, path=path))
    return tuple(files)


def _text(value: object) -> str | None:
    """Text that says something, else None."""
    return clean(value) if isinstance(value, str) and value.strip() else None
