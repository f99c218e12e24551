"""Whether a world's known answers fit the world: sentences in their reports, quotes in their sources."""

from __future__ import annotations

from triaudit.errors import TriauditError
from triaudit.selftest.truth import Truth
from triaudit.selftest.world import World


def stands(truth: Truth, world: World) -> bool:
    """Whether its sentence is exactly once in its report, and each quote in its page or attachment.

    Of an image there is no text, so its quotes pass.
    """
    report = next((o.report for o in world.outputs.get(truth.system, ()) if o.task == truth.task), "")
    return report.count(truth.sentence) == 1 and all(
        any(squeezed(each.quote) in squeezed(text) for text in source_texts(world, each.source))
        for each in truth.evidence
        if not is_image(world, each.source)
    )


def is_image(world: World, source: str) -> bool:
    """Whether a source is a picture."""
    return any(document.name == source and document.kind == "image" for document in world.documents)


def source_texts(world: World, source: str) -> list[str]:
    """The texts of a page, by its address, or of an attachment, by its name."""
    pages = [page.text for page in world.pages if page.url == source]
    return pages + [block.text for d in world.documents if d.name == source for block in d.blocks]


def squeezed(text: str) -> str:
    """Text with its white space joined."""
    return " ".join(text.split())


def ensure(world: World) -> None:
    """Raise TriauditError for a truth that does not fit."""
    for truth in world.truths:
        if not stands(truth, world):
            raise TriauditError(
                f"{world.name}: {truth.place}: {truth.sentence[:60]!r} is not exactly once in its report, or "
                "a quote of its evidence is not in its source; correct the line of truth.jsonl"
            )
