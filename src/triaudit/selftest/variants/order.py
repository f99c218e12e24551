"""The same words in another order: times and conditions put first or last, clauses changed round."""

from __future__ import annotations

import re
from random import Random

from triaudit.selftest.variants.figures import PROTECTED

_SOURCE = (
    r"(?P<source> ?[(（]\[[^\]\n]{1,80}\]\([^()\s]{1,300}\)(?:、\[[^\]\n]{1,80}\]\([^()\s]{1,300}\))*[)）])?"
)
_MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
_TIME = (
    rf"(?:(?:in|by|since|until|from|before|at the end of|by the end of|in the first half of|until the end of"
    rf"|at the close of) (?:(?:{_MONTHS}) )?(?:19|20)\d\d|on \d{{1,2}} (?:{_MONTHS}) (?:19|20)\d\d"
    r"|within (?:two|three|\d{1,2}) years)"
)
_C = r"(?:[^,;|]|(?<=\d),(?=\d))"
"""A character of a clause."""
_END_EN = re.compile(rf"(?P<head>[A-Z]{_C}{{8,160}}) (?P<time>{_TIME}){_SOURCE}[.]")
_START_EN = re.compile(
    rf"(?P<time>(?:In|By|At|Since|From|Within|On)\b{_C}{{0,40}}?(?:19|20)\d\d|Each year|Per hour),? "
    rf"(?P<head>(?:the|a|an|every|each|it|its|[A-Z][a-z]+|\d[\d.,]*) {_C}{{6,160}}?|it {_C}{{6,160}}?)"
    rf"{_SOURCE}[.]"
)
_CONDITION = re.compile(
    rf"(?P<main>[A-Z]{_C}{{8,120}}), (?P<word>although|whereas|while|since|because) "
    rf"(?P<side>{_C}{{8,120}}?){_SOURCE}[.]"
)
_TURNED = re.compile(
    rf"(?P<word>If|Although|Since|Because) (?P<side>{_C}{{8,120}}), (?P<main>{_C}{{8,120}}?){_SOURCE}[.]"
)
_JOINED = re.compile(
    rf"(?P<one>[A-Z]{_C}{{8,120}}), (?P<word>and|but) "
    rf"(?P<two>(?:the|a|an|\d|\w+ing) ?{_C}{{8,120}}?){_SOURCE}[.]"
)
_COMPARED = re.compile(r"\b(?:than|as|after|instead of|not|compared with|against|versus)\b[^,;]*$")
_MORE = re.compile(r"\b(?:and|but|or|which|who|because|since|although|if|so that|(?:19|20)\d\d)\b")
"""What makes it unclear which part of a sentence its time belongs to."""
_OPENERS = frozenset(
    (
        *("The", "A", "An", "It", "Its", "In", "On", "At", "By", "For", "Each", "Every", "Another", "Half"),
        *("Running", "Maintenance", "Staffing", "Building", "Revenue", "Sales", "Leakage", "Supply", "Fuel"),
        *("Complaints", "Letters", "Callers", "Waiting", "Sick", "Support", "Cash", "Ridership", "Bus"),
        *("Car", "Property", "Hotel", "Moving", "Filling", "Measured", "Replacing", "Construction", "Bills"),
        *("Customers", "Employees", "Energy", "Passengers", "Water", "Turnover", "Punctuality", "Upkeep"),
    )
)
"""First words that are written small inside of a sentence."""

_VERBS_DE = (
    "sank|stieg|fiel|wuchs|lag|betrug|kostete|lieferte|gab|war|zählte|erreichte|kletterte|verlor|verkaufte"
)
_MIDDLE_DE = re.compile(
    rf"(?P<subject>(?:Der|Die|Das|Ein|Eine|Ihr|Sein) {_C}{{3,80}}?) (?P<verb>{_VERBS_DE}) "
    rf"(?P<time>(?:19|20)\d\d) (?P<rest>{_C}{{3,160}}?){_SOURCE}[.]"
)
_SUBJECTS_ZH = "工程|项目|公司|全市|全岛|该市|该岛|居民电价|海缆敷设|决算|调查|规划"
_START_ZH = re.compile(
    rf"(?P<time>(?:在|到)?\d{{4}}年(?:\d{{1,2}}月(?:\d{{1,2}}日)?)?)(?P<subject>{_SUBJECTS_ZH})(?P<rest>[^|\n]+)"
)
_MIDDLE_ZH = re.compile(
    rf"(?P<subject>{_SUBJECTS_ZH})(?P<time>(?:在|到|自)?\d{{4}}年(?:\d{{1,2}}月(?:\d{{1,2}}日)?)?(?:起)?)(?P<rest>[^|\n]+)"
)
_TWO_ZH = re.compile(
    r"(?P<one>[^，。；|\n“”]{3,40}\d[^，。；|\n“”]{0,20})，(?P<two>(?!其中|比|约|共|因|所以|但|而|每|并|仅|也|从|由|占|仍|远|降|不|超|总|因此|相当|低|高)"
    rf"[^，。；|\n“”（]{{3,40}}?){_SOURCE}。"
)


def reordered(sentence: str, language: str, rng: Random) -> str | None:
    """The sentence in another order, or None where none of the known turns fits."""
    turns = {"en": _ENGLISH, "de": _GERMAN, "zh": _CHINESE}.get(language, ())
    for turn in rng.sample(turns, len(turns)):
        if (made := turn(sentence)) and made != sentence:
            return made
    return None


def _time_first(sentence: str) -> str | None:
    found = _END_EN.fullmatch(sentence)
    if not found or _COMPARED.search(found["head"]) or PROTECTED.search(found["head"]):
        return None
    if _MORE.search(found["head"]):
        return None
    if not (head := _small(found["head"])) or re.match(
        rf"{_TIME}|(?:In|On|At|By|Each|From|Since) ", found["head"]
    ):
        return None
    time = found["time"][0].upper() + found["time"][1:]
    return f"{time}, {head}{found['source'] or ''}."


def _time_last(sentence: str) -> str | None:
    found = _START_EN.fullmatch(sentence)
    if not found or PROTECTED.search(found["head"]) or _MORE.search(found["head"]):
        return None
    head, time = found["head"], found["time"]
    return f"{head[0].upper()}{head[1:]} {time[0].lower()}{time[1:]}{found['source'] or ''}."


def _condition_first(sentence: str) -> str | None:
    found = _CONDITION.fullmatch(sentence)
    if (
        not found
        or PROTECTED.search(found["main"])
        or re.match(r"(?:it|its|they|this|that)\b", found["side"])
    ):
        return None
    main = _small(found["main"])
    word = found["word"].capitalize()
    return f"{word} {found['side']}, {main}{found['source'] or ''}." if main else None


def _condition_last(sentence: str) -> str | None:
    found = _TURNED.fullmatch(sentence)
    if not found or PROTECTED.search(found["main"]):
        return None
    main = found["main"]
    return f"{main[0].upper()}{main[1:]} {found['word'].lower()} {found['side']}{found['source'] or ''}."


def _changed_round(sentence: str) -> str | None:
    found = _JOINED.fullmatch(sentence)
    if not found or PROTECTED.search(found["one"]) or found["one"].startswith(("It ", "Its ", "On ", "In ")):
        return None
    if re.search(r"\b(?:it|its|they|their|this|that|then|only|so|still|thus|each way)\b", found["two"]):
        return None
    one = _small(found["one"])
    two = found["two"]
    if not one or not re.search(
        r"\b(?:was|were|is|are|has|had|have|rose|fell|lasted|cost|saved|took|paid)\b", two
    ):
        return None
    return f"{two[0].upper()}{two[1:]}, {found['word']} {one}{found['source'] or ''}."


def _small(head: str) -> str | None:
    """A sentence's beginning as it is inside of one; None where its first word may be a name."""
    first = re.match(r"[A-Za-z]+", head)
    if not first or first[0] not in _OPENERS:
        return None
    return head[0].lower() + head[1:]


def _german(sentence: str) -> str | None:
    found = _MIDDLE_DE.fullmatch(sentence)
    if not found or PROTECTED.search(found["subject"] + found["rest"]):
        return None
    subject = found["subject"][0].lower() + found["subject"][1:]
    return f"Im Jahr {found['time']} {found['verb']} {subject} {found['rest']}{found['source'] or ''}."


def _chinese_start(sentence: str) -> str | None:
    found = _START_ZH.fullmatch(sentence)
    return f"{found['subject']}{found['time'].lstrip('在')}{found['rest']}" if found else None


def _chinese_middle(sentence: str) -> str | None:
    found = _MIDDLE_ZH.fullmatch(sentence)
    return f"{found['time']}{found['subject']}{found['rest']}" if found else None


def _chinese_round(sentence: str) -> str | None:
    found = _TWO_ZH.fullmatch(sentence)
    if not found or re.search(
        r"自|由|使|与|据|问卷显示|之后$|其|此|这|那|该", found["one"] + found["two"][:2]
    ):
        return None
    return f"{found['two']}，{found['one']}{found['source'] or ''}。"


_ENGLISH = (_time_first, _time_last, _condition_first, _condition_last, _changed_round)
_GERMAN = (_german,)
_CHINESE = (_chinese_start, _chinese_middle, _chinese_round)
