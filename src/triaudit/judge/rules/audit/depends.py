"""Which earlier steps a step takes up: pages that they brought to light, and words of their results."""

from __future__ import annotations

from collections.abc import Sequence

from triaudit.text import tokens
from triaudit.types import Step

MOST = 5
"""Steps that one depends on, the earliest first."""
SHORTEST = 3
"""Characters of a word that can tie a query to a result."""


def depends_on(query: str, steps: Sequence[Step]) -> dict[int, tuple[int, ...]]:
    """For each step the earlier ones of the same window whose results it takes up; none is left out.

    A read depends on the step that first showed its address. A search depends on the first result with a
    word that neither the task nor a query before it has: what brought a word up is what it follows.
    """
    shown: dict[str, int] = {}
    brought: dict[str, int] = {}
    asked = set(tokens(query))
    found: dict[int, tuple[int, ...]] = {}
    for step in steps:
        above: set[int] = set()
        if step.kind == "read":
            above.update(shown[url] for url in step.urls if url in shown)
        if step.kind == "search":
            words = {word for one in step.queries for word in tokens(one)}
            new = (word for word in words - asked if len(word) >= SHORTEST and not word.isdecimal())
            above.update(brought[word] for word in new if word in brought)
            asked |= words
        if step.parent is not None and step.parent in found:
            above.add(step.parent)
        earlier = sorted({*found.get(step.index, ()), *(at for at in above if at < step.index)})
        found[step.index] = tuple(earlier[:MOST])
        if step.has_results:
            for url in step.urls:
                shown.setdefault(url, step.index)
            for word in tokens(step.text):
                brought.setdefault(word, step.index)
    return found
