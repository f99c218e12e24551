"""Key facts of an attachment, kept only where the attachment says them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from triaudit.questions import FactDraft
from triaudit.text import find_quote, fold, tokens
from triaudit.types import Block, Document, KeyFact

MOST = 15
"""Facts taken from one attachment; the most important ones where a judge names more."""
WORDS = 0.6
"""Share of a fact's words that its block must have, where the fact is not a quote of it."""


def checked(document: Document, drafts: Sequence[FactDraft], first: int) -> tuple[list[KeyFact], list[str]]:
    """The drafts that stand in the document, numbered `f<first>`, …, and notes on the others.

    A fact occurs in a block where the block has all of its numbers and most of its words, or its words
    as a near quote. A wrong locator is corrected where exactly one other block has the fact.
    """
    notes: list[str] = []
    kept: list[tuple[FactDraft, Block]] = []
    readable = [block for block in document.blocks if block.text.strip()]
    for draft in drafts:
        named = [block for block in readable if fold(block.locator) == fold(draft.locator)]
        block = next((block for block in named if occurs(draft.text, block.text)), None)
        if block is None:
            others = [other for other in readable if occurs(draft.text, other.text)]
            what = f"fact “{draft.text[:60]}” is not in {document.name}, {draft.locator}"
            if len(others) != 1:
                notes.append(f"{what}: dropped")
                continue
            block = others[0]
            notes.append(f"{what} but in {block.locator}: corrected")
        if any(fold(draft.text) == fold(other.text) for other, _ in kept):
            notes.append(f"fact “{draft.text[:60]}” of {document.name} was named twice: kept once")
            continue
        kept.append((draft, block))
    if len(kept) > MOST:
        notes.append(f"{document.name} gave {len(kept)} facts: the {MOST} most important ones are kept")
        ranked = sorted(range(len(kept)), key=lambda i: (-kept[i][0].importance, i))[:MOST]
        kept = [kept[i] for i in sorted(ranked)]
    facts = [
        KeyFact(
            id=f"f{number}",
            file=document.digest,
            locator=block.locator,
            text=draft.text,
            importance=draft.importance,
        )
        for number, (draft, block) in enumerate(kept, first)
    ]
    return facts, notes


def occurs(fact: str, text: str) -> bool:
    """Whether a text has all numbers and most words of a fact, or its words as a near quote."""
    words = {token for token in tokens(fact) if not token[0].isdigit()}
    digits = set(re.findall(r"\d+", fold(fact)))
    have, figures = _content(text)
    if not words and not digits:
        return False
    if digits <= figures and len(words & have) >= WORDS * len(words):
        return True
    return find_quote(fact, text) is not None


@lru_cache(maxsize=256)
def _content(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Words and runs of digits of a block."""
    return frozenset(tokens(text)), frozenset(re.findall(r"\d+", fold(text)))
