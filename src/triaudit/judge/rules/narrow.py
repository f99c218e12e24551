"""Whether a source's figure is of something narrower or broader than what is claimed.

`Youth unemployment was 14 %` says nothing of unemployment; the tram's costs nothing of its revenue; a
figure for Belmor nothing of one for Arden.
"""

from __future__ import annotations

import re
from itertools import pairwise

from triaudit.judge.rules.concepts import PLACES, ideas, is_concept
from triaudit.judge.rules.slots import Slot, bare
from triaudit.judge.rules.stated import LIGHT, Claim, Said
from triaudit.judge.rules.verbs import FINITE, has_verb, tongue
from triaudit.text import HAN, fold

_WORD = re.compile(rf"[^\W\d_{HAN}]+(?:[-’'][^\W\d_{HAN}]+)*|[^\s]")
_SCOPES = re.compile(
    r"\b(?:youth|adult|male|female|men|women|urban|rural|domestic|foreign|international|net|gross"
    r"|direct|indirect"
    r"|nominal|real|median|peak|record|maximum|minimum|per capita|initial|provisional|preliminary"
    r"|interim|partial"
    r"|(?:first|second|third|last|next) (?:phase|stage|section|round|tranche|batch)|remaining"
    r"|additional|extra|export|import|public|private|online|offline"
    r"|weekdays?|weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|werktag\w*|wochenende\w*"
    r"|jugend\w*|netto\w*|brutto\w*|vorläufig\w*|zusätzlich\w*|restlich\w*)\b"
    r"|青年|女性|男性|城镇|农村|国内|国外|净|毛|初步|临时|追加|剩余|首|出口|进口|人均",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"\b(?:according to|as reported by|says?|said|reported by|laut|nach angaben)\b[^,;]*|据[^，,]*",
    re.IGNORECASE,
)
_GLUE = frozenset("总共全现的是为了在和与及约达共月年日之其被于将就也仅已从到至由占")


def narrowed(claim: Claim, item: Said, theirs: Slot, known: str) -> str:
    """What narrows one of two statements and not the other; empty where nothing does.

    Args:
        claim: The claim.
        item: The sentence or cell of the source.
        theirs: Its figure.
        known: The claim, its heading and its task, whose names and words are no news.
    """
    clause = _SAYS.sub(" ", theirs.text)
    for name in theirs.names:
        if name in clause and not _known(name, known) and not _known(name, item.context):
            return name
    mine, other = _scopes(claim.text), _scopes(clause)
    if missing := (other - _scopes(known)) | (mine - _scopes(f"{item.context} {item.text}")):
        return min(missing)
    if re.search(rf"[{HAN}]", clause):
        return _before_han(clause, claim.text, known)
    if tongue(item.text) != claim.language:
        return ""
    allowed = PLACES if item.passage.side == "attachment" else frozenset[str]()
    return _modifier(bare(clause), claim.all_terms, ideas(known)) or _modifier(
        re.sub(r"\S+['’]s?\s", " ", bare(claim.text)), item.around, item.around | allowed
    )


def _scopes(text: str) -> frozenset[str]:
    return frozenset(found[0].lower() for found in _SCOPES.finditer(text))


def _known(name: str, text: str) -> bool:
    folded = fold(text)
    return all(word in folded for word in fold(name).removesuffix("'s").removesuffix("’s").split())


def _modifier(text: str, terms: frozenset[str], known: frozenset[str]) -> str:
    """A word right before a shared term that the other statement lacks, as in `youth unemployment`."""
    words = _WORD.findall(text)
    for before, word in pairwise(words):
        head, extra = ideas(word), ideas(before)
        if (
            not head
            or not head <= terms
            or not extra
            or (word.lower() in FINITE and not is_concept(min(head)))
        ):
            continue
        low = before.lower().removesuffix("'s").removesuffix("’s")
        if tongue(text) == "de" and has_verb(before, "de"):
            continue
        if extra <= terms or extra <= known or extra & LIGHT or low in FINITE or low.endswith(("ly", "ed")):
            continue
        if before[0].isupper() and not re.search(r"\b(?:der|die|das|ist)\b", text):
            continue
        return str(before)
    return ""


def _before_han(clause: str, claim: str, known: str) -> str:
    """The two characters before a measure that it narrows, where the claim has none of them."""
    text = bare(clause)
    for at in range(2, len(text) - 1):
        pair, before = text[at : at + 2], text[at - 2 : at]
        if not re.fullmatch(rf"[{HAN}]{{4}}", before + pair) or set(before) & _GLUE:
            continue
        if pair in claim and any(is_concept(term) for term in ideas(pair)):
            start = claim.index(pair)
            same = claim[max(0, start - 2) : start]
            if before != same and before not in known:
                return before
    return ""
