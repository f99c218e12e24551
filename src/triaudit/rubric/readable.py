"""Rubrics as YAML that people read, edit and keep in git."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

import yaml
from pydantic import BeforeValidator, Field, ValidationError

from triaudit.errors import TriauditError
from triaudit.files import clean, rounded
from triaudit.rubric import MOST_DYNAMIC
from triaudit.rubric.build import MOST_CRITERIA, frozen
from triaudit.rubric.stands import states
from triaudit.rubric.weights import capped, off, shares
from triaudit.text import fold
from triaudit.types import (
    Band,
    Criterion,
    Dimension,
    Document,
    File,
    KeyFact,
    Record,
    Rubric,
    Slug,
    Task,
)

MOST_BYTES = 1_000_000
"""Of a file; rubrics have about ten thousand."""

HEAD = """\
# How reports on this task are graded. To change it, copy this file into the folder that rubric.path names
# (data/rubrics) and set rubric.source=edited. The weights of the dimensions sum to 1, and so do those of each
# dimension's criteria; where they don't, they are normalised with a note. `query` and `notes` are for
# reading. Ids of criteria can be left out.
"""


def _text(value: object) -> object:
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


Text = Annotated[str, BeforeValidator(_text)]
"""Text; a bare number in YAML is meant as it stands there."""


class EditedCriterion(Record):
    """A criterion as a person writes it."""

    id: Text = ""
    text: Text = Field(min_length=1)
    explanation: Text = ""
    weight: float = Field(ge=0)


class EditedDimension(Record):
    """A dimension as a person writes it."""

    id: Slug
    name: Text = Field(min_length=1)
    definition: Text = Field(min_length=1)
    dynamic: bool = False
    weight: float = Field(ge=0)
    bands: tuple[Band, ...] = ()
    criteria: tuple[EditedCriterion, ...] = Field(min_length=1, max_length=MOST_CRITERIA)


class EditedFact(Record):
    """A key fact as a person writes it; `file` is the attachment's name, or its digest."""

    id: Text
    file: Text
    locator: Text
    text: Text = Field(min_length=1)
    importance: Literal[1, 2, 3] = 2


class Edited(Record):
    """A file with one task's rubric."""

    task: Text
    query: Text | None = None
    notes: tuple[Text, ...] = ()
    dimensions: tuple[EditedDimension, ...] = Field(min_length=1)
    facts: tuple[EditedFact, ...] = ()


def written(rubric: Rubric, task: Task) -> str:
    """The rubric as YAML that `read` takes back; for one that is missing, a comment that says why."""
    if rubric.missing is not None:
        why = " ".join(rubric.missing.detail.split())
        plain = "".join(char if char.isprintable() else "\ufffd" for char in clean(why))
        return f"# There is no rubric: {plain}\n"
    names = Counter(file.name for file in task.files)
    files = {file.digest: file.name if names[file.name] == 1 else file.digest for file in task.files}
    content: dict[str, Any] = {
        "task": rubric.task,
        "query": task.query,
        "notes": list(rubric.notes),
        "dimensions": [
            {
                "id": one.id,
                "name": one.name,
                "definition": one.definition,
                "dynamic": one.dynamic,
                "weight": one.weight,
                **({"bands": [band.model_dump() for band in one.bands]} if one.bands else {}),
                "criteria": [
                    {"id": each.id, "weight": each.weight, "text": each.text, "explanation": each.explanation}
                    for each in one.criteria
                ],
            }
            for one in rubric.dimensions
        ],
        "facts": [{**fact.model_dump(), "file": files.get(fact.file, fact.file)} for fact in rubric.facts],
    }
    return HEAD + clean(yaml.safe_dump(rounded(content), allow_unicode=True, sort_keys=False, width=100))


def parse(text: str, shown: str) -> Edited:
    """What a file says.

    Args:
        text: YAML.
        shown: The file's name, for messages.

    Raises:
        TriauditError: It is not YAML, or not a rubric; names the file, the place and what is wrong there.
    """
    if len(text) > MOST_BYTES:
        raise TriauditError(f"{shown}: longer than {MOST_BYTES} characters, so that it can't be a rubric")
    try:
        if any(isinstance(token, yaml.AliasToken) for token in yaml.scan(text)):
            raise TriauditError(f"{shown}: `*` references are not taken, since a few can stand for gigabytes")
        return Edited.model_validate(yaml.safe_load(text))
    except (yaml.YAMLError, RecursionError) as error:
        raise TriauditError(f"{shown}: not YAML: {' '.join(str(error).split())[:300]}") from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise TriauditError(
            f"{shown}: {where}: {first['msg']}; compare it with the file in results/rubric"
        ) from None


def taken(
    edited: Edited, task: Task, documents: Mapping[str, Document], cap: float | None, shown: str
) -> Rubric:
    """The rubric that a file means for its task: weights normalised and capped, each with a note.

    A fact that is not found where it says is kept, as a person wrote it, with a note.

    Args:
        edited: The file's content.
        task: The task.
        documents: The task's attachments by digest, to look facts up in; those that are not there are not.
        cap: The most that dynamic dimensions weigh together.
        shown: The file's name, for messages and the first note.

    Raises:
        TriauditError: It does not fit the task, or contradicts itself; names the file and the remedy.
    """
    if edited.query is not None and fold(edited.query) != fold(task.query):
        raise TriauditError(
            f"{shown}: its query is not the one of task {task.id}: check that the rubric still fits, "
            "then put the task's own query there, or none"
        )
    notes = [f"written by hand: {shown}"]
    dynamic = [one for one in edited.dimensions if one.dynamic]
    if len(dynamic) > MOST_DYNAMIC:
        raise TriauditError(
            f"{shown}: {len(dynamic)} dynamic dimensions: give at most {MOST_DYNAMIC}, or set dynamic: false"
        )
    _distinct(shown, "dimensions", "id", (one.id for one in edited.dimensions))
    _distinct(shown, "dimensions", "name", (fold(one.name) for one in edited.dimensions))
    weights = {one.id: one.weight for one in edited.dimensions}
    given = {key: weights.pop(key) for key in [one.id for one in dynamic]}
    held = _held(weights, given, cap, shown, notes)
    dimensions = tuple(_dimension(one, held[one.id], shown, notes) for one in edited.dimensions)
    _distinct(shown, "criteria", "id", (each.id for one in dimensions for each in one.criteria))
    _distinct(shown, "facts", "id", (fact.id for fact in edited.facts))
    facts = [_fact(fact, task, documents, shown, notes) for fact in edited.facts]
    return frozen(task, dimensions, facts, notes)


def _held(
    fixed: Mapping[str, float], dynamic: Mapping[str, float], cap: float | None, shown: str, notes: list[str]
) -> dict[str, float]:
    both = {**fixed, **dynamic}
    if sum(both.values()) <= 0:
        raise TriauditError(f"{shown}: all dimensions weigh 0: give one of them a weight")
    if note := off(both):
        notes.append(f"dimensions: {note}")
    share = sum(dynamic.values()) / sum(both.values())
    if cap is not None and share > cap:
        notes.append(f"dynamic dimensions weighed {share:.6g} together and were capped at {cap:.6g}")
    return capped(fixed, dynamic, cap)


def _dimension(one: EditedDimension, weight: float, shown: str, notes: list[str]) -> Dimension:
    given = {str(index): each.weight for index, each in enumerate(one.criteria)}
    if sum(given.values()) <= 0:
        raise TriauditError(f"{shown}: {one.id}: all criteria weigh 0: give one of them a weight")
    if note := off(given):
        notes.append(f"{one.id}: {note}")
    share = shares(given)
    criteria = tuple(
        Criterion(
            id=each.id or f"{one.id}.c{index + 1}",
            text=each.text,
            explanation=each.explanation,
            weight=share[str(index)],
        )
        for index, each in enumerate(one.criteria)
    )
    return Dimension(
        id=one.id,
        name=one.name,
        definition=one.definition,
        dynamic=one.dynamic,
        weight=weight,
        criteria=criteria,
        bands=one.bands,
    )


def _fact(
    fact: EditedFact, task: Task, documents: Mapping[str, Document], shown: str, notes: list[str]
) -> KeyFact:
    file = _file(fact, task, shown)
    document = documents.get(file.digest)
    blocks = [
        block
        for block in (document.blocks if document else ())
        if block.text.strip() and fold(block.locator) == fold(fact.locator)
    ]
    if document is not None and not any(states(fact.text, block) for block in blocks):
        notes.append(f"fact {fact.id} is not found in {file.name}, {fact.locator}: kept as it was written")
    return KeyFact(
        id=fact.id, file=file.digest, locator=fact.locator, text=fact.text, importance=fact.importance
    )


def _file(fact: EditedFact, task: Task, shown: str) -> File:
    found = [file for file in task.files if fact.file in {file.name, file.digest}]
    if len({file.digest for file in found}) == 1:
        return found[0]
    names = ", ".join(sorted({file.name for file in task.files})) or "none"
    what = "is the name of several attachments: give its digest" if found else "is no attachment of the task"
    raise TriauditError(f"{shown}: fact {fact.id}: {fact.file} {what}; its attachments: {names}")


def _distinct(shown: str, what: str, field: str, values: Iterable[str]) -> None:
    twice = sorted(value for value, count in Counter(values).items() if count > 1)
    if twice:
        raise TriauditError(f"{shown}: two {what} have the {field} {twice[0]}: rename one of them")
