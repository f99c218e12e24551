"""Drafts of claims made into one list: repeats merged, sampled where there are too many, numbered."""

from __future__ import annotations

import re
from collections.abc import Sequence

from triaudit.files import digest
from triaudit.numbers import Figure, read
from triaudit.text import fold, tokens
from triaudit.types import Claim, ClaimKind
from triaudit.words import NEGATION, stem

_LIGHT = re.compile(
    r"\b(?:to|for) (?:traffic|the public|passengers|service)\b"
    r"|\b(?:officially|formally|altogether|a total of)\b"
    r"|\b(?:offiziell|für den verkehr)\b|正式",
    re.IGNORECASE,
)
"""Words that add nothing to a statement."""
_WORD = re.compile(r"[^\W\d_]+")


def merged(claims: Sequence[Claim]) -> list[Claim]:
    """Claims in the report's order, each stated once, further places in its `repeats`.

    Two are the same where they state the same figures with the same bounds, of the same names in the same
    order, in the same words up to those of grammar, with the same polarity; no conclusion with
    a claim. The fullest wording stays, at the first place.
    """
    kept: dict[object, Claim] = {}
    for claim in sorted(claims, key=lambda claim: (claim.start, claim.end)):
        key = _key(claim)
        first = kept.get(key)
        if first is None:
            kept[key] = claim
            continue
        places = {(first.start, first.end), *first.repeats}
        again = () if (claim.start, claim.end) in places else ((claim.start, claim.end),)
        fullest = max((first.text, claim.text), key=lambda text: len(_WORD.findall(_LIGHT.sub(" ", text))))
        sources = tuple(dict.fromkeys((*first.sources, *claim.sources)))
        update = {"repeats": (*first.repeats, *again), "sources": sources, "text": fullest}
        kept[key] = first.model_copy(update=update)
    return list(kept.values())


def _key(claim: Claim) -> object:
    """What claims that say the same have in common."""
    text = _LIGHT.sub(" ", claim.text)
    told = _terms(text)
    figures = read(text)
    amounts = [figure for figure in figures if figure.dimension not in {"year", "season"}]
    return (
        claim.kind is ClaimKind.CONCLUSION,
        bool(NEGATION.search(text)),
        tuple(told) if len(amounts) > 1 else frozenset(told) or fold(text),
        frozenset(_letters(text)),
        _names(text),
        tuple(_figure(figure) for figure in amounts),
        frozenset(_figure(figure) for figure in figures),
        claim.as_of if _RELATIVE.search(text) else None,
    )


_GRAMMAR_TEXT = """
the a an is are was were be been being of in on at to for by and or with as it its this that has have had
der die das den dem des ein eine einen einem einer ist sind war waren wurde wurden im am von zu und oder mit
hat haben hatte
"""
_GRAMMAR = frozenset(_GRAMMAR_TEXT.split())
"""Words that two statements of the same may differ in."""
_NUMBER = re.compile(r"[\d.,:/-]+")


def _terms(text: str) -> list[str]:
    """The words of a text but those of grammar, stemmed, and pairs of Chinese characters, in their order."""
    words = (word.removesuffix("'s").removesuffix("’s") for word in tokens(text))
    return [stem(word) for word in words if word not in _GRAMMAR and not _NUMBER.fullmatch(word)]


_RELATIVE = re.compile(r"\b(?:current\w*|now|today|derzeit|aktuell|heute)\b|目前|当前|现在", re.IGNORECASE)
"""What two dates can make two statements."""


def _letters(text: str) -> list[str]:
    """Letters that stand alone, as in `Model S` and `B方案`; the article `A` is none."""
    return re.findall(r"(?<![A-Za-z'’.])(?!A (?=[a-z]))[A-Z](?![A-Za-z'’.])", text)


def _names(text: str) -> tuple[str, ...]:
    """Capitalised words inside the text in their order, where it has two or more: who does what to whom."""
    found = [(m.start(), m[0].lower()) for m in re.finditer(r"(?<![^\W_])[A-ZÄÖÜ][^\W\d_]+", text)]
    told = [name for _, name in found if name not in _GRAMMAR]
    return tuple(told) if len(told) > 1 else ()


def _figure(figure: Figure) -> tuple[object, ...]:
    """A figure as it is compared."""
    value = float(f"{figure.values[0]:.6g}")
    return (
        *(figure.dimension, figure.currency, value, figure.month, figure.day, figure.part),
        *(figure.bound, figure.per, figure.span),
    )


def numbered(claims: Sequence[Claim]) -> list[Claim]:
    """Claims with the ids c1, c2, … in their order."""
    return [claim.model_copy(update={"id": f"c{number}"}) for number, claim in enumerate(claims, 1)]


def sampled(claims: Sequence[Claim], most: int | None, seed: int, task: str) -> list[Claim]:
    """All conclusions, and at most `most` other claims, chosen by a hash of seed, task and text.

    The choice does not depend on what else the report states: a claim that a larger sample leaves out, a
    smaller one leaves out too.
    """
    checkable = [claim for claim in claims if claim.kind is not ClaimKind.CONCLUSION]
    if most is None or len(checkable) <= most:
        return list(claims)
    ranked = sorted(checkable, key=lambda claim: digest([seed, task, claim.text]))
    chosen = {claim.id for claim in ranked[:most]}
    return [claim for claim in claims if claim.kind is ClaimKind.CONCLUSION or claim.id in chosen]
