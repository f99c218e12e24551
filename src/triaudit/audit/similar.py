"""Texts that say nearly the same, told by their words alone: synonyms and translations are not seen."""

from __future__ import annotations

import re

from rapidfuzz import fuzz, process

from triaudit.text import HAN, fold
from triaudit.words import terms

THRESHOLD = 90.0
"""0-100, normalised Indel similarity of the sorted words."""

LATEST = 200
"""A text is compared with at most this many earlier ones, so that work grows linearly."""


_FILLER_TEXT = """
story stories overview information info details facts highlights summary überblick informationen fakten
zusammenfassung
"""
_FILLER = frozenset(terms(_FILLER_TEXT))
_HAN_FILLER = re.compile("亮点|经验|概况|概述|信息|资料|详情|情况|介绍|简介|总结|[的了是在和与及]")
"""Words that ask for nothing else."""

_HAN = re.compile(f"[{HAN}]")


class Earlier:
    """The texts seen so far; finds one that a new text repeats.

    Same words in any order, grammar and filler aside, are the same text; of Chinese, which puts no
    spaces between words, the same characters. Nearly the same are texts with the
    same numbers in the same order and a similarity of at least THRESHOLD: a search for 2023 does
    not repeat one for 2024.
    """

    def __init__(self) -> None:
        self._exact: dict[str, int] = {}
        self._groups: dict[tuple[str, ...], list[tuple[str, int]]] = {}

    def find(self, text: str, number: int) -> tuple[int, bool] | None:
        """The number of an earlier text and whether its words are the same; else remembers this one."""
        numbers = tuple(re.findall(r"\d+(?:[.,]\d+)*", text))
        same = " ".join((*_words(text), *numbers)) or text.casefold()
        if same in self._exact:
            return self._exact[same], True
        group = self._groups.setdefault(numbers, [])
        latest = group[-LATEST:]
        near = " ".join(sorted(terms(text))) or text.casefold()
        best = process.extractOne(near, [w for w, _ in latest], scorer=fuzz.ratio, score_cutoff=THRESHOLD)
        if best is not None:
            return latest[best[2]][1], False
        self._exact[same] = number
        group.append((near, number))
        return None


def _words(text: str) -> list[str]:
    """The telling words of a text in alphabetical order, and each telling Chinese character."""
    folded = fold(text)
    han = _HAN.findall(_HAN_FILLER.sub("", folded))
    return sorted((*(word for word in terms(_HAN.sub(" ", folded)) if word not in _FILLER), *han))
