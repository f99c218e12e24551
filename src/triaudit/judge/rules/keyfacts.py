"""Key facts of an attachment by rule: statements and rows with figures, names and rare words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from math import fsum, log
from typing import Literal, NamedTuple

from triaudit.questions import FactDraft, KeyFacts, KeyFactsReply
from triaudit.text import sentences
from triaudit.types import Block
from triaudit.words import figures, term_set

MOST_FACTS, FEWEST_FACTS = 15, 5


class _Candidate(NamedTuple):
    text: str
    locator: str
    order: int
    content: frozenset[str]
    score: float


_BESIDE = re.compile(
    r"https?://|www\.|\bdoi\b|\bVol\.|\bpp?\. ?\d|\((?:19|20)\d\d[a-z]?\):|ISBN|ISSN|©|\bet al\b|\bwebcast\b"
    r"|all rights reserved",
    re.IGNORECASE,
)
"""Marks of references, addresses and boilerplate: seldom what a task is about."""
_NAME = re.compile(r"(?<![.!?。！？]\s)(?<!^)\b[A-ZÄÖÜ][\w&-]+|[A-Za-z][A-Za-z0-9+-]*\d|[A-Z]{2,}")


def key_facts(question: KeyFacts) -> KeyFactsReply:
    """The attachment's statements and rows with figures, names and rare words; each as its block has it."""
    stated = [piece for block in question.document.blocks for piece in _statements(block)]
    found_in = Counter(term for text, _ in stated for term in term_set(text))
    wanted = term_set(question.query)
    candidates: list[_Candidate] = []
    for order, (text, locator) in enumerate(stated):
        terms = term_set(text)
        if len(terms) < 2:
            continue
        rarity = fsum(log(len(stated) / found_in[term]) for term in sorted(terms))
        numbers = figures(text)
        score = rarity / len(terms) / (log(len(stated)) or 1)
        score += (0.75 if numbers else 0.0) + 0.25 * min(3, len(numbers))
        score += 0.25 * min(3, len(_NAME.findall(text))) + 2 * len(terms & wanted) / (3 + len(terms))
        score -= (1 if len(text) > 300 else 0) + (1.5 if _BESIDE.search(text) or _bare(text) else 0)
        candidates.append(_Candidate(text, locator, order, terms | numbers, score))
    chosen = _varied(candidates, min(MOST_FACTS, max(FEWEST_FACTS, len(candidates) // 3)))
    ranks: dict[int, Literal[1, 2, 3]] = {}
    for rank, one in enumerate(chosen):
        ranks[one.order] = 3 if rank < len(chosen) / 3 else 2 if rank < 2 * len(chosen) / 3 else 1
    ordered = sorted(chosen, key=lambda c: c.order)
    return KeyFactsReply(
        facts=tuple(FactDraft(text=c.text, locator=c.locator, importance=ranks[c.order]) for c in ordered)
    )


def _bare(text: str) -> bool:
    """Whether a text is a heading, or more figures and signs than words, as the debris of a formula is."""
    if text.upper() == text and text.lower() != text:
        return True
    return sum(char.isalpha() for char in text) < 0.55 * sum(not char.isspace() for char in text)


def _varied(candidates: Sequence[_Candidate], most: int) -> list[_Candidate]:
    """The best ones in the order chosen, each judged also by how little it repeats those before it."""
    chosen: list[_Candidate] = []
    alike = {one.order: 0.0 for one in candidates}
    while len(chosen) < most and len(chosen) < len(candidates):
        left = [one for one in candidates if one.order in alike]
        best = min(left, key=lambda one: (2 * alike[one.order] - one.score, one.order))
        if alike.pop(best.order) > 0.8:
            break
        chosen.append(best)
        for one in left:
            if one.order in alike:
                shared = len(one.content & best.content) / len(one.content | best.content)
                alike[one.order] = max(alike[one.order], shared)
    return chosen


def _statements(block: Block) -> list[tuple[str, str]]:
    """A text block's sentences; a table's rows, each cell with its column's name."""
    if block.kind == "text":
        pieces = (" ".join(block.text[span.start : span.end].split()) for span in sentences(block.text))
        return [(piece, block.locator) for piece in pieces if 12 <= len(piece) <= 600]
    rows = [re.split(r" ?\| ?", line) for line in block.text.splitlines() if line.strip()]
    if not rows:
        return []
    head, *rest = rows
    named = sum(not figures(cell) and bool(cell) for cell in head) * 2 > len(head) and bool(rest)
    made = []
    for row in rest if named else rows:
        cells = [
            f"{head[i]} {cell}" if named and 0 < i < len(head) and head[i] else cell
            for i, cell in enumerate(row)
            if cell
        ]
        if len(cells) > 1:
            made.append(("; ".join(cells), block.locator))
    return made
