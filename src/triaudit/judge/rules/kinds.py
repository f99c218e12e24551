"""What kind of statement a sentence is: a claim of some kind, a conclusion, or neither."""

from __future__ import annotations

import re

from triaudit.judge.rules import lexicon
from triaudit.judge.rules.pieces import SAID, Piece
from triaudit.judge.rules.quantified import quantified, tells
from triaudit.judge.rules.subjects import names, subject
from triaudit.judge.rules.verbs import Language, has_verb, is_verb
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


def is_cited(raw: str) -> bool:
    """Whether words come with a source."""
    return bool(_CITED.search(raw))


def kind_of(text: str, raw: str, piece: Piece, language: Language) -> ClaimKind | None:
    """What a sentence states; None for what is neither claim nor conclusion."""
    length = len(re.findall(rf"[{HAN}]", text)) / 2 + len(re.findall(rf"[^\W{HAN}]+", text))
    figures = [figure for figure in read(text) if telling(figure)]
    cited = is_cited(raw)
    amounts = [figure for figure in figures if _is_amount(figure)]
    if length < 3 and not figures:
        return None
    if re.search(r"[:：]$", text) or lexicon.QUESTION.search(text) or lexicon.META.search(text):
        return None
    if SAID.match(raw) and not (figures and _ATTRIBUTED.search(text)):
        return None
    if piece.item and not figures and not cited and (_ASKED.match(text) or _headless(text, language)):
        return None
    ends = piece.headings[-1] if piece.headings else ""
    concluding = bool(lexicon.CONCLUSION_HEADING.search(ends))
    verb = has_verb(text, language) or (concluding and language == "zh")
    if lexicon.ADVICE.search(text):
        return ClaimKind.CONCLUSION
    if lexicon.OPINION.search(text) or _supposed(text, amounts, cited):
        return None
    if lexicon.commands(text):
        return ClaimKind.CONCLUSION if concluding and not amounts and length >= 4 else None
    if not (amounts and (cited or not concluding)) and _derived(text, bool(amounts), cited, concluding):
        return ClaimKind.CONCLUSION
    stated = (figures and cited) or (amounts and lexicon.SUMMED.search(text))
    if lexicon.CONCLUDING.search(text) and (verb or language == "zh") and not stated:
        return ClaimKind.CONCLUSION
    full = _full(text, length, piece)
    if (
        concluding
        and (verb or full)
        and not amounts
        and not cited
        and length >= 5
        and not _dated(text, figures)
    ):
        return ClaimKind.CONCLUSION
    label = bool(_LABEL.match(text))
    figures = figures or _small(text, verb and (full or not piece.item or text.endswith(".")))
    soon = any(pattern.search(text) for pattern, _ in YEARS)
    counted = quantified(text) and not lexicon.HEDGE.search(text)
    states = (
        ((bool(figures) or soon) and (verb or (label and piece.item) or full))
        or (cited and verb and length >= 4)
        or (counted and (verb or full) and length >= 4)
        or (label and full and tells(re.split("[:：]", text, maxsplit=1)[-1]))
        or (verb and length >= 4 and not lexicon.HEDGE.search(text) and not label and bool(names(text)))
        or (full and _happened(text, language))
    )
    return kind_of_fact(text, figures) if states else None


def _small(text: str, sentence: bool) -> list[Figure]:
    """Several bare small counts in a sentence; one alone may be a list's number."""
    found = [figure for figure in read(text) if figure.dimension == "count" and figure.text.isdigit()]
    return found if sentence and len(found) > 1 else []


def _is_amount(figure: Figure) -> bool:
    """Whether a figure says how much, and not when or how long."""
    horizon = figure.dimension == "time" and re.search(
        r"year|month|-|jahr|monat|年|月", figure.text, re.IGNORECASE
    )
    dated = figure.dimension in {"year", "season"}
    return not dated and not horizon and bool(re.search(r"\d", figure.text))


_ASKED = re.compile(
    r"\W*(?:who|what|where|why|how|which|whether|was|wer|wie|warum|welche[rs]?)\b", re.IGNORECASE
)
"""An item of what is to be found out."""


def _headless(text: str, language: Language) -> bool:
    """Whether an item says what something does or underwent, and not what: `Designed by the army.`."""
    first = re.match(r"\W*([A-Z][a-z]+)\b(?!['’])", text)
    if language != "en" or not first:
        return False
    word = first[1].lower()
    opens = (word.endswith("s") and is_verb(word)) or (word.endswith("ed") and is_verb(word))
    return opens and not subject(text)


def _supposed(text: str, amounts: list[Figure], cited: bool) -> bool:
    """Whether a sentence is about a case that may never be; terms of a contract that it cites are none."""
    if not lexicon.CONDITIONAL.search(text):
        return False
    reckoned = re.match(r"\W*(?:with|without)\b", text, re.IGNORECASE)
    return not (amounts and (cited or reckoned))


def _derived(text: str, amounts: bool, cited: bool, concluding: bool) -> bool:
    """Whether a sentence says what ought to be, what will come or what to make of it."""
    if cited:
        return False
    if lexicon.NORM.search(text):
        return True
    return not amounts and bool(
        lexicon.OUTLOOK.search(text)
        or lexicon.JUDGED.search(text)
        or (concluding and lexicon.AHEAD.search(text))
    )


def _dated(text: str, figures: list[Figure]) -> bool:
    """Whether a sentence gives a date for what has happened."""
    days = [figure for figure in figures if figure.dimension in {"year", "season"}]
    return bool(days) and not lexicon.AHEAD.search(text) and not lexicon.JUDGED.search(text)


_PAST = re.compile(
    r"\b(?:was|were|had|took|came|went|gave|got|made|left|kept|held|led|lost|won|sold|bought|brought|built|paid"
    r"|rose|fell|grew|began|became|ran|saw|sent|stood|met|wrote|chose|drew|broke|froze|flew|drove|spent)\b|\b[a-z]{3,}ed\b|\b(?:wurden?|hatten?|waren?)\b|[已曾]经?|了"
    r"|\b(?:hat|haben|ist|sind)\b.*\b(?:ge\w{3,}|\w+ge\w{3,}|(?:be|er|ver|zer|ent|emp|miss)\w{2,}|\w+iert)[.!]?$",
    re.IGNORECASE,
)


_RECORDS = re.compile(
    r"\b(?:calls|includes|excludes|contains|lists|names|counts|covers|belongs|forbids|prohibits|bans|requires|owns"
    r"|omits|leaves out|allows|permits|exempts|applies to)\b"
    r"|\b(?:nennt|enthält|umfasst|verbietet|verlangt|gehört|erlaubt|gilt für)\b",
    re.IGNORECASE,
)
"""What a definite document, number or rule says or holds."""


def _happened(text: str, language: Language) -> bool:
    """Whether a sentence reports what definite people or things did or hold, or what was done to them."""
    definite = language == "zh" or re.match(r"\W*(?:The|That|This|These|Those|Der|Die|Das|Dies\w*)\b", text)
    praise = lexicon.PRAISE.search(text)
    told = _PAST.search(text) or _RECORDS.search(text)
    return bool(definite and told) and not praise and not lexicon.HEDGE.search(text)


def _full(text: str, length: float, piece: Piece) -> bool:
    """Whether words are a sentence by their form: long enough, begun and ended as one, and no reference."""
    begun = re.match(rf"[\W_]*(?:[A-ZÄÖÜ\d{HAN}])", text)
    ended = re.search(r"[.!。！][\"”’」』)）\]]*$", text)
    if not (begun and ended and length >= (5 if piece.item else 4)) or _REFERENCE.search(text):
        return False
    first = next(iter(read(text)), None)
    if first is None:
        return True
    words = re.findall(r"[^\W\d_]+", text[: max(0, first.lead)])
    return (
        bool(re.search(f"[{HAN}]", text))
        or (not words and length >= 6)
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
