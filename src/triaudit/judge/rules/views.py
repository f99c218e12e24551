"""How much of a claim a sentence has: its terms, its subject and its names."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from triaudit.judge.rules import polarity
from triaudit.judge.rules.concepts import PLACES, ideas, is_concept
from triaudit.judge.rules.slots import bare, unfigured
from triaudit.judge.rules.stated import Claim, Fact, Said
from triaudit.judge.rules.subjects import names
from triaudit.text import HAN, fold

ABOUT = 0.5
"""Share of a claim's weighted terms (0-1) that a sentence needs to be about the same."""
SURE = 0.55
"""The same, for it to contradict by another figure."""
CLOSE = 0.6
"""The same, for a round figure to confirm."""
PLAIN = 0.75
"""The same where there are no figures to agree on, or figures that count nothing named."""


class Seen(NamedTuple):
    """A sentence as it is held against a claim."""

    words: frozenset[str]
    """Its terms."""
    around: frozenset[str]
    """With those of its context."""
    whole: str
    """Its text with its context and its source's address."""
    foreign: bool
    """Whether it is in another language than the claim."""


class View(NamedTuple):
    """One fact of a claim in a sentence that may be about it."""

    fact: Fact
    share: float
    """Of the fact's terms, in the sentence and its context."""
    own: float
    """In the sentence alone, unless its subject is in the context."""


def as_seen(claim: Claim, item: Said) -> Seen:
    """A sentence as it is held against a claim."""
    around = item.around | ideas(item.host) if claim.attributed else item.around
    whole = f"{item.context} {item.text} {item.host}"
    return Seen(item.words, around, whole, item.language != claim.language)


def view_of(claim: Claim, fact: Fact, item: Said, seen: Seen) -> View | None:
    """A fact of a claim where a sentence has enough of its terms, its names and its subject."""
    core = core_share(claim, item.text)
    share = share_of(fact, seen.around, seen.foreign)
    if max(share, core) < ABOUT:
        return None
    if not all(has_name(name, seen.whole) for name in comparable(fact.names, item, seen.foreign)):
        return None
    label = needed_of(claim.label, item, seen.around)
    if len(label & seen.around) * 2 < len(label):
        return None
    if claim.slots and not is_about(needed_of(fact.head, item, seen.around), seen, least=0.5):
        return None
    own = share if item.leans else max(share_of(fact, seen.words, seen.foreign), core)
    return View(fact, share, own)


def share_of(fact: Fact, words: frozenset[str], foreign: bool) -> float:
    """Share of a fact's terms that are there; terms of names count double.

    In another language only names and what the lists of words can translate count.
    """
    told = fact.terms
    if foreign:
        known = (term for term in told if is_concept(term) or (term in fact.named and term.isascii()))
        told = (told & words) | frozenset(known)
    hit = told & words
    total = len(told) + len(told & fact.named)
    return (len(hit) + len(hit & fact.named)) / total if total else 0.0


def core_share(claim: Claim, text: str) -> float:
    """Share of the claim's terms beside its directions and denials that a sentence has beside its own.

    Chinese alone: there, a verb's characters are in the pairs around it too.
    """
    if claim.language != "zh":
        return 0.0
    mine = ideas(bare(polarity.neutral(claim.text)))
    return len(mine & ideas(bare(polarity.neutral(text)))) / len(mine) if len(mine) > 2 else 0.0


def needed_of(terms: frozenset[str], item: Said, around: frozenset[str]) -> frozenset[str]:
    """What a sentence must have of a subject: a task's own file need not name the plant again."""
    named = item.passage.side != "attachment" or ideas(item.context) or around & PLACES
    if named or not terms & PLACES or names(unfigured(item.text)):
        return terms
    return terms - PLACES


def is_about(terms: frozenset[str], seen: Seen, least: float) -> bool:
    """Whether a sentence has at least this share (0-1) of the terms that say what a claim is about."""
    told = {term for term in terms if is_concept(term) or term in seen.around} if seen.foreign else terms
    return not told or len(told & seen.around) >= least * len(told)


def comparable(called: tuple[str, ...], item: Said, foreign: bool) -> list[str]:
    """The names that could stand in the sentence: in another script they never do."""
    han = item.language == "zh"
    return [
        name for name in called if not foreign or han == bool(re.search(rf"[{HAN}]", name)) or name.isascii()
    ]


def has_name(name: str, text: str) -> bool:
    """Whether a name is in a text, as a whole word and in its case; long ones by all their words."""
    if _HAN.search(name):
        return fold(name) in fold(text)
    if _word_in(name, text, len(name) < 4):
        return True
    words = [word for word in name.split() if word not in {"of", "de", "van", "&"}]
    return len(words) > 1 and all(_word_in(word, text, len(word) < 3) for word in words)


_HAN = re.compile(f"[{HAN}]")


@lru_cache(maxsize=65536)
def _word_in(word: str, text: str, exact: bool) -> bool:
    """Whether these words stand in a text with no letter or digit of their script beside them."""
    if not exact:
        word, text = word.casefold(), text.casefold()
    at = text.find(word)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(word) : at + len(word) + 1]
        open_before = not (before.isalnum() or before == "_") or bool(_HAN.match(before))
        if open_before and (not (after.isalnum() or after == "_") or bool(_HAN.match(after))):
            return True
        at = text.find(word, at + 1)
    return False
