"""The same statements in another form: a table row as a note of its own, a paragraph as a list."""

from __future__ import annotations

import re
from random import Random

from triaudit.selftest.variants.edit import report, with_report, with_truth
from triaudit.selftest.world import World
from triaudit.text import sentences

_RULE = re.compile(r"\|(?:\s*:?-+:?\s*\|)+")


def row_as_note(world: World, number: int) -> World | None:
    """A table row as a line below its table: `Cost: 212 million crowns (plan), 247 million crowns (actual)`.

    The last row stays where it is, since a table without rows would be left.
    """
    truth = world.truths[number]
    text = report(world, truth)
    lines = text.split("\n")
    if truth.sentence not in lines or "|" not in truth.sentence:
        return None
    at = lines.index(truth.sentence)
    top = at
    while top > 0 and lines[top - 1].startswith("|"):
        top -= 1
    end = at
    while end + 1 < len(lines) and lines[end + 1].startswith("|"):
        end += 1
    if end - top < 3 or not _RULE.fullmatch(lines[top + 1].strip()):
        return None
    heads, cells = _cells(lines[top]), _cells(truth.sentence)
    if len(heads) != len(cells) or len(cells) < 2:
        return None
    note = _note(heads, cells)
    below = lines[end + 1 : end + 2] == [""] and lines[end + 2 : end + 3] and lines[end + 2].startswith("- ")
    kept = lines[:at] + lines[at + 1 : end + 1]
    rest = lines[end + 1 :]
    made = "\n".join([*kept, "", f"- {note}", *(rest[1:] if below else rest)])
    if made.count(note) != 1:
        return None
    changed = truth.model_copy(update={"sentence": note})
    return with_truth(with_report(world, truth.system, truth.task, made), number, changed)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _note(heads: list[str], cells: list[str]) -> str:
    wide = re.search(r"[\u4e00-\u9fff]", "".join(cells + heads))
    colon, comma, stop = ("：", "，", "。") if wide else (": ", ", ", ".")
    said = [
        (f"{head}{cell}" if re.match(r"[\u4e00-\u9fff]", head) else f"{cell}（{head}）")
        if wide
        else f"{cell} ({head})"
        for head, cell in zip(heads[1:], cells[1:], strict=True)
        if cell not in {"", "–", "-"}
    ]
    return cells[0] + colon + comma.join(said) + stop


def paragraph_as_list(world: World, number: int) -> World | None:
    """The paragraph of a sentence as a list of its sentences."""
    truth = world.truths[number]
    text = report(world, truth)
    at = text.find(truth.sentence)
    start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
    line = text[start : end if end >= 0 else len(text)]
    if line.startswith(("|", "-", "*", "#", ">")) or re.match(r"\d+[.)]", line):
        return None
    parts = [line[s:e] for s, e in sentences(line)]
    if len(parts) < 2 or not any(truth.sentence in part for part in parts):
        return None
    listed = "\n".join(f"- {part}" for part in parts)
    return with_report(world, truth.system, truth.task, text[:start] + listed + text[start + len(line) :])


def reshaped(world: World, number: int, rng: Random) -> World | None:
    """Row or paragraph, whichever the sentence stands in."""
    del rng
    return (
        row_as_note(world, number)
        if "|" in world.truths[number].sentence
        else paragraph_as_list(world, number)
    )
