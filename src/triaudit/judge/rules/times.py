"""Which year a sentence means that names it by another: `that year`, `im Jahr zuvor`, `次年`."""

from __future__ import annotations

import re

from triaudit.numbers import Figure, read

_SAME = (
    r"\b(?:that|the same|this same) year\b(?! before| earlier)"
    r"|\b(?:im selben|im gleichen|in demselben|in jenem|jenes) jahre?s?\b|同年|当年|该年|那一年|这一年"
)
_BEFORE = (
    r"\b(?:the|a|one) year (?:before|earlier)\b|\b(?:the )?(?:previous|preceding|prior) year\b"
    r"|\bim jahr (?:zuvor|davor)\b|\bein jahr (?:zuvor|davor|früher)\b|\b(?:im|zum|vom|des|das) vorjahre?s?\b"
    r"|前一年|上一?年(?!度?[报末底])|一年前"
)
_AFTER = (
    r"\b(?:the|a|one) year (?:after|later)\b(?! (?:the|its|his|her|their)\b)"
    r"|\bthe (?:following|next|subsequent) year\b"
    r"|\bim (?:jahr darauf|folgejahr|jahr danach)\b|\bein jahr (?:darauf|danach|später)\b"
    r"|次年|翌年|第二年|一年后"
)
_RELATIVE = tuple(
    (re.compile(pattern, re.IGNORECASE), shift) for pattern, shift in ((_SAME, 0), (_BEFORE, -1), (_AFTER, 1))
)


def years(text: str) -> tuple[int, ...]:
    """The years that a text names, in its order, each once."""
    return tuple(dict.fromkeys(int(figure.values[0]) for figure in _dates(text)))


def anchored(text: str, year: int | None) -> str:
    """A statement with the years that it names by another: `that year (2021)`.

    Args:
        text: The statement.
        year: The last year named before it, from which it counts unless it names one itself.
    """
    for pattern, shift in _RELATIVE:
        if found := pattern.search(text):
            own = [int(figure.values[0]) for figure in _dates(text) if figure.start < found.start()]
            base = own[-1] if own else year
            if base is not None and not re.match(r"\s*[(（]|\s?(?:\d{4}|\d\d?\s?月)", text[found.end() :]):
                text = f"{text[: found.end()]} ({base + shift}){text[found.end() :]}"
    return text


def _dates(text: str) -> list[Figure]:
    return [figure for figure in read(text) if figure.dimension == "year"]
