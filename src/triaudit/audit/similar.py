"""Texts that say nearly the same, told by their words alone: synonyms and translations are not seen."""

from __future__ import annotations

import re

from rapidfuzz import fuzz, process

from triaudit.words import terms

THRESHOLD = 90.0
"""0-100, normalised Indel similarity of the sorted words."""

LATEST = 200
"""A text is compared with at most this many earlier ones, so that work grows linearly."""


class Earlier:
    """The texts seen so far; finds one that a new text repeats.

    Same words in any order, grammar aside, are the same text. Nearly the same are texts with the
    same numbers in the same order and a similarity of at least THRESHOLD: a search for 2023 does
    not repeat one for 2024.
    """

    def __init__(self) -> None:
        self._exact: dict[str, int] = {}
        self._groups: dict[tuple[str, ...], list[tuple[str, int]]] = {}

    def find(self, text: str, number: int) -> tuple[int, bool] | None:
        """The number of an earlier text and whether its words are the same; else remembers this one."""
        numbers = tuple(re.findall(r"\d+(?:[.,]\d+)*", text))
        words = " ".join((*sorted(terms(text)), *numbers)) or text.casefold()
        if words in self._exact:
            return self._exact[words], True
        group = self._groups.setdefault(numbers, [])
        latest = group[-LATEST:]
        best = process.extractOne(words, [w for w, _ in latest], scorer=fuzz.ratio, score_cutoff=THRESHOLD)
        if best is not None:
            return latest[best[2]][1], False
        self._exact[words] = number
        group.append((words, number))
        return None
