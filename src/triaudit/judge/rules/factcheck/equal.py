"""Whether a figure of a source is the one of a claim, and how much that says."""

from __future__ import annotations

import re

from triaudit import numbers
from triaudit.judge.rules.agreement import agree, bare, counted
from triaudit.judge.rules.concepts import ideas, is_concept
from triaudit.judge.rules.factcheck import weights as w
from triaudit.judge.rules.factcheck.figures import Stated
from triaudit.judge.rules.factcheck.terms import LIGHT, SAYING, nearest
from triaudit.judge.rules.slots import is_date
from triaudit.judge.rules.verbs import is_verb
from triaudit.numbers import Figure


def telling(figure: Figure) -> float:
    """How much an equal figure says by itself: long ones don't meet by chance."""
    if is_date(figure):
        return w.DAY if figure.day else w.MONTH if figure.month or figure.part else 0.0
    digits = re.sub(r"\D", "", figure.text)
    short = digits.strip("0")
    size = len(short) + (len(digits) - len(digits.rstrip("0"))) // 2 if short else 0
    decimal = w.DECIMAL if re.search(r"\d[.,]\d{1,2}(?!\d)", figure.text) else 0.0
    return w.DIGITS[min(4, size)] + decimal + (w.UNIT if figure.dimension != "count" else 0.0)


def compare(claimed: Figure, source: Figure) -> numbers.Answer:
    """Whether a source's figure is the claimed one; a number without a unit takes the other's."""
    if (claimed.per or source.per) and not (claimed.per and source.per):
        claimed, source = claimed._replace(per=""), source._replace(per="")
    if claimed.dimension == source.dimension:
        if claimed.dimension == "percent" and not all(
            re.search(r"\d", figure.text) for figure in (claimed, source)
        ):
            gap = abs(claimed.values[0] - source.values[0])
            if gap <= 0.125 * max(claimed.values[0], source.values[0]) and claimed.bound in {"", "about"}:
                return "same"
        answer = numbers.compare(claimed, source)
        return "close" if answer == "same" and _idle(claimed, source) else answer
    if {claimed.dimension, source.dimension} == {"count", "money"}:
        count = claimed if claimed.dimension == "count" else source
        if count.scale > 1 and not any(map(tells, counted(count))):
            answer = numbers.compare(
                claimed._replace(dimension="money", noun=""), source._replace(dimension="money", noun="")
            )
            return "close" if answer == "same" and _idle(claimed, source) else answer
    if bare(claimed) or bare(source):
        return _alone(claimed, source)
    return numbers.compare(claimed, source)


def _idle(claimed: Figure, source: Figure) -> bool:
    """Whether a figure is inside a claimed bound, but so far inside that nobody would put it so."""
    return claimed.bound in {"least", "most"} and not is_date(claimed) and ratio(claimed, source) > w.IDLE


def _alone(claimed: Figure, source: Figure) -> numbers.Answer:
    """Of two figures one of which is a number alone: the same where it is written the same."""
    alone = claimed if bare(claimed) else source
    if is_date(claimed) or is_date(source) or any(map(tells, ideas(alone.noun))):
        return "apart"
    if agree(claimed, source):
        return "same"
    one, other = (re.sub(r"[^\d.,]", "", figure.text).strip(".,") for figure in (claimed, source))
    if not one or one != other:
        return "apart"
    return "same" if len(one) > 2 else "close"


def nouns(claimed: Figure, source: Stated, words: frozenset[str], known: frozenset[str]) -> bool | None:
    """Whether two counts count the same; None where that can't be told."""
    if claimed.dimension != "count":
        matter = [ideas(figure.noun) for figure in (claimed, source.figure)]
        return (
            bool(matter[0] & matter[1]) if matter[0] and matter[1] and claimed.dimension != "energy" else None
        )
    one, other = (frozenset(filter(tells, counted(figure))) for figure in (claimed, source.figure))
    if not one:
        return None
    if any(nearest(term, other | source.near) > 0 for term in one):
        return True
    if not other or any(nearest(term, words) for term in one) or any(nearest(term, known) for term in other):
        return None
    return False


def tells(noun: str) -> bool:
    """Whether a word after a figure is what it counts, as far as the lists know."""
    return (
        noun not in SAYING
        and noun not in LIGHT
        and (is_concept(noun) or (noun.isascii() and not is_verb(noun)))
    )


def ratio(claimed: Figure, source: Figure) -> float:
    """The larger of two figures by the smaller, 1 and more."""
    one, other = (max(abs(value) for value in figure.values[:1]) for figure in (claimed, source))
    return max(one, other) / max(min(one, other), 1e-9)
