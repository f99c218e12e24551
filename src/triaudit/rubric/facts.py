"""Key facts of an attachment, kept only where the attachment says them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from triaudit.questions import FactDraft, Shown
from triaudit.rubric.stands import states
from triaudit.text import fold
from triaudit.types import Block, Document, KeyFact

FEWEST, MOST = 5, 15
"""Facts wanted of one attachment; the most important ones are kept where a judge names more."""


def checked(
    document: Document, drafts: Sequence[FactDraft], first: int, shown: Sequence[Shown] = ()
) -> tuple[list[KeyFact], list[str]]:
    """The drafts that stand in the document, numbered `f<first>`, …, and notes on the others.

    A wrong locator is corrected where exactly one other block states the fact (`stands.states`). A fact of
    a picture that was `shown` has no text to stand in: it is kept, and that is noted.
    """
    notes = [
        f"{document.name}, {one.locator or 'the file itself'}, was not shown to the judge: {one.why}"
        for one in shown
        if one.why
    ]
    pictures = {one.locator for one in shown if one.locator and one.how != "left out"}
    kept: list[tuple[FactDraft, Block]] = []
    readable = [block for block in document.blocks if block.text.strip()]
    for draft in drafts:
        if (picture := _picture(draft, document, pictures)) is not None:
            kept.append((draft, picture))
            continue
        named = [block for block in readable if fold(block.locator) == fold(draft.locator)]
        block = next((block for block in named if states(draft.text, block)), None)
        if block is None:
            others = [other for other in readable if states(draft.text, other)]
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
    if seen := sum(block.kind == "image" for _, block in kept):
        notes.append(f"{document.name}: {seen} facts are what the judge saw in pictures, checked by nothing")
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


def _picture(draft: FactDraft, document: Document, shown: Collection[str]) -> Block | None:
    """The picture that a fact is said to be from, where that was shown."""
    return next(
        (
            block
            for block in document.blocks
            if block.kind == "image" and block.locator in shown and fold(block.locator) == fold(draft.locator)
        ),
        None,
    )
