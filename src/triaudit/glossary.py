"""Words of English, German and Chinese that mean the same: what a search in another language is asked with.

A row of `glossary.txt` is `English words | German words | Chinese words`, the commonest first, with the forms
that texts use; a dash in an English one stands for a space too. Names of places in Chinese are spelled in
Latin letters.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

from triaudit.text import HAN, tokens
from triaudit.words import stem

Tongue = Literal["en", "de", "zh"]
TONGUES: tuple[Tongue, ...] = ("en", "de", "zh")

ROWS: tuple[Mapping[Tongue, tuple[str, ...]], ...] = tuple(
    {tongue: tuple(part.split()) for tongue, part in zip(TONGUES, row.split("|"), strict=True)}
    for row in Path(__file__).with_name("glossary.txt").read_text("utf-8").splitlines()
)
"""Words that mean the same, by language."""


def _latin() -> dict[str, tuple[int, ...]]:
    """Rows by word, and by stem where no word is written so."""
    words: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(ROWS):
        for word in dict.fromkeys(word.lower() for word in (*row["en"], *row["de"])):
            words[word].append(number)
    stems: dict[str, list[int]] = defaultdict(list)
    for word, numbers in words.items():
        if (form := stem(word)) not in words:
            stems[form].extend(number for number in numbers if number not in stems[form])
    return {form: tuple(numbers) for form, numbers in (words | stems).items()}


_LATIN = _latin()
_HAN_ROWS = {word: number for number, row in enumerate(ROWS) for word in row["zh"]}
_HAN_WORD = re.compile("|".join(sorted(_HAN_ROWS, key=lambda word: (-len(word), word))))
_HAN_PLACE = re.compile(
    rf"(?:^|(?<=[^{HAN}])|(?<=[在于的与和对为]))([{HAN}]{{2,3}}?)(?=[市省县区岛镇州港湖江山](?:[^{HAN}]|[{HAN}]))"
)


@lru_cache(maxsize=16384)
def _found(text: str) -> dict[str, tuple[int, ...]]:
    """The words of a text that rows have, in its order; a German compound has those of its last word."""
    found: dict[str, tuple[int, ...]] = {}
    for token in tokens(text):
        for part in [] if re.match(rf"[{HAN}]", token) else re.split(r"[/-]", token):
            if numbers := _LATIN.get(part) or _LATIN.get(stem(part)) or _compound(part):
                found[part] = numbers
    for match in _HAN_WORD.finditer(text):
        found[match[0]] = (_HAN_ROWS[match[0]],)
    return found


def _rows(text: str) -> tuple[int, ...]:
    return tuple(dict.fromkeys(number for numbers in _found(text).values() for number in numbers))


def known(text: str) -> tuple[str, ...]:
    """The words of a text that the glossary has."""
    return tuple(_found(text))


def _compound(word: str) -> tuple[int, ...]:
    """The rows of the longest listed word that a long word ends with."""
    if len(word) < 9:
        return ()
    return next((_LATIN[word[at:]] for at in range(3, len(word) - 3) if word[at:] in _LATIN), ())


def translated(text: str, tongue: Tongue) -> tuple[str, ...]:
    """What the known words of a text are in another language, the commonest word of each, in its order."""
    return tuple(dict.fromkeys(ROWS[row][tongue][0] for row in _rows(text)))


def related(text: str) -> tuple[str, ...]:
    """Every word, in all three languages, that means what a word of the text means."""
    return tuple(
        dict.fromkeys(word for row in _rows(text) for tongue in TONGUES for word in ROWS[row][tongue])
    )


def places(text: str) -> tuple[str, ...]:
    """The Chinese places that a text names, without what they are: 霁川 for 霁川市."""
    return tuple(dict.fromkeys(_HAN_PLACE.findall(text)))


@lru_cache(maxsize=4096)
def romanised(text: str) -> tuple[str, ...]:
    """The Chinese places that a text names, in Latin letters: `Jichuan` for 霁川市."""
    found = places(text)
    if not found:
        return ()
    from pypinyin import lazy_pinyin  # noqa: PLC0415  (half a second, for Chinese texts alone)

    return tuple("".join(lazy_pinyin(place)).capitalize() for place in found)
