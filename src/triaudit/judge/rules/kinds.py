"""What kind of statement a sentence is: a claim of some kind, a conclusion, or neither."""

from __future__ import annotations

import re

from triaudit.judge.rules import lexicon
from triaudit.judge.rules.pieces import SAID, Piece
from triaudit.judge.rules.subjects import names
from triaudit.judge.rules.verbs import Language, has_verb
from triaudit.numbers import Figure, read
from triaudit.text import HAN
from triaudit.types import ClaimKind

MARKS = (
    r"\[\^?[\w-]{1,20}(?:\s*[,，;–-]\s*\d+)*\](?:\([^()\s]*\))?"
    r"|【[^】\n]{1,80}】|[\ue000-\uf8ff]{1,40}+(?:\w{1,40}[\ue000-\uf8ff]{1,40}+){0,6}+"
)
_CITED = re.compile(rf"{MARKS}|\]\(https?://|https?://|\]\[")
_ATTRIBUTED = re.compile(r"表示|指出|称|said|says|stated|told|according|sagte|erklärte|teilte")
_LABEL = re.compile(r"^[^:：–—|.!?。]{2,70}(?:[:：]|\s[–—-])\s*\S")
YEARS = (
    (re.compile(r"\b(?:next year|nächstes jahr|im nächsten jahr)\b|明年", re.IGNORECASE), 1),
    (re.compile(r"\b(?:last year|letztes jahr|im letzten jahr|im vorjahr)\b|去年", re.IGNORECASE), -1),
    (re.compile(r"\b(?:this year|dieses jahr|in diesem jahr)\b|今年", re.IGNORECASE), 0),
)


def telling(figure: Figure) -> bool:
    """Whether a figure says something: not a bare small count such as a list's number."""
    return figure.dimension != "count" or figure.scale != 1 or bool(figure.noun) or max(figure.values) > 12


def kind_of(text: str, raw: str, piece: Piece, language: Language) -> ClaimKind | None:
    """What a sentence states; None for what is neither claim nor conclusion."""
    length = len(re.findall(rf"[{HAN}]", text)) / 2 + len(re.findall(rf"[^\W{HAN}]+", text))
    figures = [figure for figure in read(text) if telling(figure)]
    cited = bool(_CITED.search(raw))
    if length < 3 and not figures:
        return None
    if re.search(r"[:：]$", text) or lexicon.QUESTION.search(text) or lexicon.META.search(text):
        return None
    if SAID.match(raw) and not (figures and _ATTRIBUTED.search(text)):
        return None
    ends = piece.headings[-1] if piece.headings else ""
    concluding = bool(lexicon.CONCLUSION_HEADING.search(ends))
    verb = has_verb(text, language)
    if lexicon.ADVICE.search(text):
        return ClaimKind.CONCLUSION
    if lexicon.OPINION.search(text) or lexicon.CONDITIONAL.search(text):
        return None
    if lexicon.commands(text):
        return ClaimKind.CONCLUSION if concluding and not figures and length >= 5 else None
    if lexicon.CONCLUDING.search(text) and (verb or language == "zh") and not (figures and cited):
        return ClaimKind.CONCLUSION
    if concluding and verb and not figures and not cited and length >= 5:
        return ClaimKind.CONCLUSION
    label = bool(_LABEL.match(text))
    named = names(text)
    soon = any(pattern.search(text) for pattern, _ in YEARS)
    states = (
        ((bool(figures) or soon) and (verb or (label and piece.item) or _full(text, length, piece)))
        or (cited and verb and length >= 4)
        or (bool(named) and verb and length >= 4 and not lexicon.HEDGE.search(text) and not label)
    )
    return kind_of_fact(text, figures) if states else None


def _full(text: str, length: float, piece: Piece) -> bool:
    """Whether words are a sentence by their form: long enough, begun and ended as one, and no reference."""
    begun = re.match(rf"[\W_]*(?:[A-ZÄÖÜ\d{HAN}])", text)
    ended = re.search(r"[.!。！][\"”’」』)）\]]*$", text)
    if not (begun and ended and length >= 4) or piece.item or _REFERENCE.search(text):
        return False
    first = next(iter(read(text)), None)
    words = re.findall(r"[^\W\d_]+", text[: max(0, first.lead)]) if first else []
    return (
        bool(re.search(f"[{HAN}]", text))
        or any(w.endswith("ed") for w in words)
        or (len(words) > 1 and words[-1].islower() and words[-1] not in _JOINTS)
    )


_JOINTS_TEXT = "of for in on at with by from to and or the a an von für mit auf und oder der die das"
_JOINTS = frozenset(_JOINTS_TEXT.split())
"""Before a figure they show a title, not a statement: `A study of 12 ports.`"""


_REFERENCE = re.compile(
    r"^\W*(?:sources?|quellen?|table|tabelle|figure|abbildung|fig|来源|资料来源|图|表)\s*[\d:：.]"
    r"|\bet al\b|\bpp?\.\s?\d"
    r"|\bvol\.|\bdoi\b|\bISBN\b|\bretrieved\b|\baccessed\b|\babgerufen\b|\([12]\d{3}[a-z]?\)\."
    r"|^[A-ZÄÖÜ][\w-]+, [A-Z]\.",
    re.IGNORECASE,
)
"""An entry of a bibliography, or a caption."""


def kind_of_fact(text: str, figures: list[Figure]) -> ClaimKind:
    """What kind of fact a statement is."""
    if any(figure.dimension not in {"year", "season"} for figure in figures):
        return ClaimKind.NUMBER
    if figures:
        return ClaimKind.DATE
    if lexicon.PERSON.search(text):
        return ClaimKind.PERSON
    if lexicon.PLACE.search(text):
        return ClaimKind.PLACE
    return ClaimKind.EVENT if lexicon.EVENT.search(text) else ClaimKind.OTHER
