"""A report cut into segments by its own structure, without a judge and without losing a character."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, NamedTuple

from triaudit import markdown
from triaudit.claims.furniture import REFERENCES, is_residue, lists_sources
from triaudit.markdown import LOWEST
from triaudit.text import sentences

SIZE = 2000
"""Characters that a segment aims at: enough context for a pronoun, little enough for one question."""

Kind = Literal["prose", "heading", "code", "references", "residue"]
"""Only `prose` (headings with their paragraphs, lists, tables, quotations) can state claims."""


class Segment(NamedTuple):
    """Characters `start:end` of a report that are asked about together."""

    kind: Kind
    start: int
    end: int
    headings: tuple[str, ...] = ()
    """Headings above its first character, outermost first."""
    context: str = ""
    """The header of a table that an earlier segment began."""


class Block(NamedTuple):
    """A heading, paragraph, list, table, … with the blank lines after it."""

    kind: Literal["heading", "paragraph", "list", "table", "quote", "code", "references", "residue"]
    start: int
    end: int
    level: int = 0
    title: str = ""


class _Line(NamedTuple):
    text: str
    start: int
    end: int


_FENCE = re.compile(r"\s{0,3}(?P<mark>`{3,}+|~{3,}+)\s*+(?P<info>[^`\n]*+)$")
_CLOSING = re.compile(r"\s*+(?P<mark>`{3,}+|~{3,}+)\s*$")
_ITEM = re.compile(rf"{markdown.ITEM}\S")
_RULE = re.compile(r"\s{0,3}(?:[-*_]\s*+){3,}+$")
_DEFINITION = re.compile(r"\s{0,3}\[\^?[^\]\n]{1,60}\]:\s*\S")


def segments(report: str, size: int = SIZE) -> list[Segment]:
    """Segments that follow each other without gap or overlap: joined, they are the report.

    Headings stay with what follows them, code, reference lists and leftover interface words stand
    alone, and what is longer than `size` is cut between sentences, list items or table rows.
    """
    made: list[Segment] = []
    stack: list[tuple[int, str]] = []
    start = end = -1
    bare = True
    """Whether the open segment holds headings alone."""
    above: tuple[str, ...] = ()

    def flush() -> None:
        nonlocal start, bare
        if start >= 0:
            made.append(Segment("heading" if bare else "prose", start, end, above))
        start, bare = -1, True

    for block, following in pairwise([*blocks(report), None]):
        assert block is not None
        if block.kind in {"code", "references", "residue"}:
            flush()
            kind: Kind = (
                "code" if block.kind == "code" else "references" if block.kind == "references" else "residue"
            )
            made.append(Segment(kind, block.start, block.end, _titles(stack)))
            continue
        if block.kind == "heading":
            if start >= 0 and (end - start > size // 2 or block.level <= 1):
                flush()
            if start < 0:
                start, above = block.start, _titles([item for item in stack if item[0] < block.level])
            stack = [*(item for item in stack if item[0] < block.level), (block.level, block.title)]
            end = block.end
            if following is None:
                flush()
            continue
        if start >= 0 and block.end - start > size and report[start : block.start].count("\n") > 1:
            only_heading = end - start < 300 and block.end - block.start <= size
            if not only_heading:
                flush()
        if block.end - block.start > size:
            for index, (a, b, context) in enumerate(_cut(report, block, size)):
                if index == 0 and start >= 0:
                    end, bare = b, False
                    flush()
                else:
                    made.append(Segment("prose", a, b, _titles(stack), context))
            continue
        if start < 0:
            start, above = block.start, _titles(stack)
        end, bare = block.end, False
    flush()
    joined = all(a.end == b.start for a, b in pairwise(made))
    covers = (made[0].start, made[-1].end) == (0, len(report)) if made else not report
    if not (joined and covers):
        raise AssertionError("the segments of a report do not make up the report")
    return made


def _titles(stack: list[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(title for _, title in stack if title)


def _cut(report: str, block: Block, size: int) -> Iterator[tuple[int, int, str]]:
    """A long block in pieces of about `size` characters, cut where its kind allows."""
    text = report[block.start : block.end]
    context = ""
    ends = [span.start for span in sentences(text)]
    if block.kind == "paragraph":
        places = ends
    else:
        lines = [line.start for line in _lines(text) if block.kind != "list" or _ITEM.match(line.text)]
        long = [(a, b) for a, b in pairwise([*lines, len(text)]) if b - a > size]
        places = sorted({*lines, *(place for place in ends if any(a < place < b for a, b in long))})
    if block.kind == "table":
        context = "".join(line + "\n" for line in text.split("\n")[:2])
    begin = 0
    for place, following in pairwise([*places, len(text)]):
        if following - begin > size and place > begin:
            yield block.start + begin, block.start + place, context if begin else ""
            begin = place
    yield block.start + begin, block.end, context if begin else ""


def _lines(text: str) -> list[_Line]:
    return [_Line(m[0].rstrip("\r\n"), m.start(), m.end()) for m in re.finditer(r"[^\n]*\n|[^\n]+$", text)]


def blocks(report: str) -> list[Block]:
    """The blocks of a report in order; blank lines belong to the block before them."""
    lines = _lines(report)
    closing = _closing(lines)
    made: list[Block] = []
    below: int | None = None
    """Level of the heading that opened a list of references."""
    at = 0
    wrapped = False
    while at < len(lines):
        line = lines[at]
        stop = at + 1
        level, title = 0, ""
        fence = _FENCE.match(line.text)
        kind: str
        if fence and (
            fence["info"].strip().lower() in {"markdown", "md"} or (wrapped and not fence["info"].strip())
        ):
            wrapped = bool(fence["info"].strip())
            kind = "code"
        elif fence:
            kind, stop = "code", _code_end(lines, at, fence["mark"], closing)
        elif not line.text.strip():
            kind = "blank"
        elif _DEFINITION.match(line.text):
            kind = "references"
            while stop < len(lines) and (
                _DEFINITION.match(lines[stop].text) or lines[stop].text.startswith("    ")
            ):
                stop += 1
        elif heading := _heading(lines, at):
            kind, (level, title, stop) = "heading", heading
            below = None if below is not None and level <= below else below
            if REFERENCES.fullmatch(title):
                below = level if below is None else below
        else:
            kind, stop = _text_block(lines, at)
            whole = [item.text for item in lines[at:stop] if item.text.strip()]
            if lists_sources(whole, below is not None):
                kind = "references"
            elif len(whole) == 1 and REFERENCES.fullmatch(whole[0]):
                kind, below = "references", LOWEST
            elif all(is_residue(text) for text in whole):
                kind = "residue"
        if kind == "blank":
            if made:
                made[-1] = made[-1]._replace(end=line.end)
            else:
                made.append(Block("paragraph", line.start, line.end))
        else:
            made.append(Block(kind, line.start, lines[stop - 1].end, level, title))  # type: ignore[arg-type]
        at = stop
    return made


def _closing(lines: list[_Line]) -> list[dict[str, int]]:
    """For each line and kind of fence, how long the longest is that could close a block from there on."""
    found: list[dict[str, int]] = [{}]
    for line in reversed(lines):
        mark = _CLOSING.match(line.text)
        later = found[-1]
        if mark and len(mark["mark"]) > later.get(mark["mark"][0], 0):
            later = {**later, mark["mark"][0]: len(mark["mark"])}
        found.append(later)
    return found[::-1]


def _code_end(lines: list[_Line], at: int, mark: str, closing: list[dict[str, int]]) -> int:
    """Line after a fenced block; one that is never closed ends at the first blank line."""
    closed = closing[at + 1].get(mark[0], 0) >= len(mark)
    for index in range(at + 1, len(lines)):
        text = lines[index].text
        found = _CLOSING.match(text) if closed else None
        if found and found["mark"].startswith(mark):
            return index + 1
        if not closed and not text.strip():
            return index
    return len(lines)


def _heading(lines: list[_Line], at: int) -> tuple[int, str, int] | None:
    """Level, title and end of a heading that starts here; bold lines are the lowest level."""
    text = lines[at].text
    if found := markdown.heading(text):
        return found.level, found.title, at + 1
    if at + 1 < len(lines) and len(text) <= 100 and not _ITEM.match(text) and "|" not in text:
        under = lines[at + 1].text.rstrip()
        alone = at == 0 or not lines[at - 1].text.strip()
        if alone and (re.fullmatch(r"={3,}", under) or re.fullmatch(r"-{3,}", under)):
            return (1 if under[0] == "=" else 2), text.strip(), at + 2
    return None


def _text_block(lines: list[_Line], at: int) -> tuple[str, int]:
    """Kind and end of the paragraph, list, table or quotation that starts at this line."""
    text = lines[at].text
    following = lines[at + 1].text if at + 1 < len(lines) else ""
    if text.lstrip().startswith("|") or ("|" in text and markdown.is_delimiter(following)):
        kind = "table"
    elif text.lstrip().startswith(">"):
        kind = "quote"
    elif _ITEM.match(text) and not _RULE.match(text):
        kind = "list"
    else:
        kind = "paragraph"
    stop = at + 1
    while stop < len(lines):
        line = lines[stop].text
        if not line.strip():
            # a list goes on after a blank line where its next item or an indented line follows
            after = lines[stop + 1].text if stop + 1 < len(lines) else ""
            goes_on = _ITEM.match(after) or (after.startswith("  ") and after.strip())
            if kind != "list" or not goes_on or _RULE.match(after):
                break
            stop += 1
            continue
        head = markdown.heading(line)
        if (
            _FENCE.match(line)
            or (head and head.level < LOWEST)
            or _DEFINITION.match(line)
            or is_residue(line)
        ):
            break
        if kind == "table" and "|" not in line:
            break
        if kind == "quote" and not line.lstrip().startswith(">"):
            break
        if kind == "paragraph" and (_ITEM.match(line) or line.lstrip().startswith((">", "|"))):
            break
        if kind == "list" and head and not line.startswith((" ", "\t")):
            break
        stop += 1
    return kind, stop
