"""The sums and counts of a clause: in which currency, and `by 7 % to 20,300` as the two that it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from triaudit.judge.rules.verbs import is_verb
from triaudit.numbers import Figure, read
from triaudit.text import plain


def priced(said: str, paid: str) -> str:
    """A clause whose sums have the currency that the clause before gave."""
    if not paid:
        return said
    for figure in reversed(read(said)):
        follows = said[figure.end :].lstrip().lower()
        if figure.dimension == "count" and figure.scale >= 1000 and not follows.startswith(paid.lower()):
            counted = re.match(r"([a-zäöü]+)", follows)
            if not counted or is_verb(counted[1]) or counted[1] in _SMALL:
                said = f"{said[: figure.end]} {paid}{said[figure.end :]}"
    return said


_SMALL_TEXT = """
in on at to for from of by and or but more less than a per im in am für als mehr und
"""
_SMALL = frozenset(_SMALL_TEXT.split())
"""Words behind a sum that say nothing of what it is of."""


_SCALE = re.compile(r"(?:thousand|[mbtr]+illion|tausend|milliarde)(?:en|s)?|mio|mrd|k|m|bn", re.IGNORECASE)


def currency(text: str) -> str:
    """The word of the first currency in a text, such as `crowns`; empty where it has none."""
    for figure in read(text):
        found = re.search(r"\s(?P<word>[a-zäöüß]+)$", figure.text, re.IGNORECASE)
        if figure.dimension == "money" and found and not _SCALE.fullmatch(found["word"]):
            return found["word"]
    return ""


_VOTES = re.compile(r"\W*(?:votes?|seats?|goals?|stimmen|sitzen?|toren?)\b", re.IGNORECASE)
"""Behind `by`, they make `38 votes to 14` a result and no change to 14."""
_BY = re.compile(
    r"\b(?:by|um)\s+(?:(?:about|some|around|nearly|almost|rund|etwa|fast|knapp)\s+)?$", re.IGNORECASE
)
_TO = re.compile(
    r"(?:,\s+)?\b(?:to|auf)\s+(?:(?:about|some|around|nearly|almost|rund|etwa|fast|knapp)\s+)?$",
    re.IGNORECASE,
)


def by_and_to(text: str) -> Iterator[str]:
    """`Grew by 7 % to 20,300` as two statements; anything else as it is."""
    shown = plain(text)
    values = [figure for figure in read(shown) if figure.dimension not in {"year", "season"}]
    for first, second in pairwise(values):
        by, between = _BY.search(shown[: first.start]), shown[first.end : second.start]
        to = _TO.search(between)
        counted = first.dimension != "count" or _unit(shown, first) > first.end
        won = _VOTES.match(shown[first.end :]) or first.noun in {"votes", "stimmen"}
        if by and to and counted and not won and len(between) <= 40 and "," not in between[: to.start()]:
            yield shown[: first.end + to.start()].rstrip() + shown[_unit(shown, second) :]
            yield shown[: by.start()].rstrip() + " " + shown[_unit(shown, first) :].lstrip()
            return
    yield text


def _unit(text: str, figure: Figure) -> int:
    """Where the words that a figure counts end, up to the next preposition or mark."""
    rest = re.match(
        r"(?:\s+(?!(?:in|on|at|by|to|from|since|until|between|during|over|within|im|am|seit|bis"
        r"|auf)\b)[^\W\d_]+(?=[\s,.;]|$)){0,4}",
        text[figure.end :],
    )
    return figure.end + (rest.end() if rest else 0)
