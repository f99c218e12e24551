"""A sentence as statements that can be checked one by one, each with the words of the sentence that say it.

A sentence is cut where both sides state something checkable, never where it sets two figures of one measure
against each other (`48 in the file, but 51 at the gates`): there it is the pair that is stated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from triaudit.judge.rules.antecedents import has_pronoun, resolve, whole_of
from triaudit.judge.rules.kinds import MARKS, telling
from triaudit.judge.rules.quantified import quantified
from triaudit.judge.rules.subjects import subject
from triaudit.judge.rules.sums import by_and_to, currency, priced
from triaudit.judge.rules.verbs import Language, has_verb, is_verb, tongue
from triaudit.numbers import read
from triaudit.text import HAN, plain

_LINKS = r"\[[^\[\]\n]+\]\((?:[^()\s]|\([^()\s]*\))*\)"
_SOURCE = re.compile(
    rf"\s?[(（]\s*(?:(?:source|sources|see|quelle|quellen|siehe|来源"
    rf"|见)\s*[:：]?\s*)?{_LINKS}(?:\s*[,;，；、&]?\s*{_LINKS})*\s*[)）]"
    rf"|(?<=[.!?。！？])(?:\s*[,;]?{_LINKS})+\s*$",
    re.IGNORECASE,
)
"""A source behind what it is given for: its title is no part of the statement."""
_TARGET = re.compile(r"(?<=\])\((?:[^()\s]|\([^()\s]*\))*\)")
_PARTICIPLE = re.compile(
    r"^(?P<what>(?:[A-Z][a-z]+ed|Built|Begun|Won|Sold|Set|Made|Founded|Born|Known)\b[^,.;]{3,80}),\s+"
    r"(?P<who>(?:the|this|its|[A-Z])[^,.;]*)"
)
_CUT = re.compile(
    rf"(?:{MARKS})\s*[,，;；]\s+(?=\S)|[;；]\s*(?=\S)|，(?=\S)"
    r"|,?\s+(?:and|but|yet|although|though|while|whereas|since|because)\s+(?=\S)"
    r"|,?\s+(?:und|aber|doch|sondern|während|obwohl|wobei)\s+(?=\S)|,\s+(?:weil|da)\s+(?=\S)",
    re.IGNORECASE,
)
_JOINT = re.compile(
    r"^[\s,，;；]*(?:(?:and|but|yet|although|though|while|whereas|since|because|und|aber|doch|sondern|während"
    r"|obwohl|wobei|weil|da)\b\s*|[而并但且]+)?",
    re.IGNORECASE,
)
_OPPOSED = re.compile(
    r"\b(?:according to|disagree|differ|in the (?:chart|file|workbook|report)|(?:workbook|chart|report"
    r"|file|sources?)"
    r"\b.{0,60}\b(?:and|but|while|whereas) the)\b|\bif one believes\b"
    r"|\b(?:laut|dagegen|hingegen|widersprechen)\b|据.{1,30}[，,].{0,40}据|不一致",
    re.IGNORECASE,
)
"""What sets the word of one source against another's."""
_LEANS_EN = re.compile(
    r"^(?:(?:only )?(?:did|does|do) (?:so|not|it)\b|(?:so|neither|nor|than|as|that|which|who|whom"
    r"|most of|some of"
    r"|all of|both of|half of|each of|then|thus|therefore|damit|davon|dabei|dazu|somit|mehr|weniger"
    r"|darunter)\b)",
    re.IGNORECASE,
)
_LEANS_ZH = re.compile(
    r"^(?:约?占|(?:明显|显著|大幅|远远?|也|仍|略)?(?:高于|低于|优于|不如)|远|略|较|比|即|也就是|相当于|高于|低于|短于|长于|多于|少于|超过|不到|其余|分别|前者|后者|以|从而|使|让)"
)
_OPEN_ZH = re.compile(
    r"^(?:\d+年|\d+月|[一二三四五六七八九十两百千万]+(?:[年月日]|天也)|每|共(?!同|享)|总[共计]|约|占|达|为|是|有|没|未|仍|还|已|又|也|并|而|且|但|其中|其|目前|预计|全部|均"
    r"|开工|完工|投产|建成|启用|开通|耗资|投资|损失|增|减|降|升|涨|跌|收|获|需|可|能|将|由|被|在|于|自|至|到)"
)
"""How a Chinese clause begins that leaves its subject to the clause before."""
_NEARLY_ZH = re.compile(r"(?:不到|将近|接近|大约|超过|达到|约|近|超|达|共|仅|为|了|不|逾)+$")
"""What stands between a Chinese measure and its amount."""
_MEASURE_ZH = re.compile(rf"(?![按据由因对向从被把已以如若当即假虽尽])[{HAN}]{{4,14}}")
"""What the first clause says before its amount, where it is what the next one goes on with."""
_BETWEEN = re.compile(r"\b(?:between|zwischen)\s(?:(?!and\b|und\b)\S+\s){0,3}\S+$", re.IGNORECASE)
"""Behind it, `and` joins the ends of a span."""
_LEAD_ZH = re.compile(
    r"[中时后前下上里内外间起末底初年月日来]$|^(?:由于|因为|随着|在|据|按|自|截至|与)[^，]*$"
)
_ASIDE = re.compile(r",\s+(?:which|what|was|wodurch)\s+[^,;]*$", re.IGNORECASE)
"""A remark at the end of a sentence on all that stands before it."""


class Clause(NamedTuple):
    """A statement of a sentence."""

    quote: str
    """The sentence's own words."""
    text: str
    """What they state, without sources."""


def unsourced(raw: str) -> str:
    """Words without the sources behind them."""
    return _SOURCE.sub("", raw)


def clauses(raw: str, stands_for: str = "") -> Iterator[Clause]:
    """The statements of a sentence in its order, at least one.

    Args:
        raw: The sentence as the text has it.
        stands_for: What its opening pronoun means.
    """
    for quote, text in _cut(raw, stands_for):
        shown = unsourced(text)
        aside = _ASIDE.search(shown)
        if aside and not _checkable(plain(aside[0])) and len(aside[0]) < len(shown) / 2 + 20:
            shown = shown[: aside.start()] + "."
        for one in by_and_to(shown):
            yield Clause(quote, one)


def _cut(raw: str, stands_for: str) -> Iterator[tuple[str, str]]:
    opened = _PARTICIPLE.match(raw)
    if (
        opened
        and read(opened["what"])
        and (who := subject(_capital(plain(unsourced(raw[opened.end("what") + 1 :]).strip()))))
    ):
        rest = raw[opened.end("what") + 1 :].strip()
        what = opened["what"]
        yield what, f"{who} {what[0].lower()}{what[1:]}"
        yield rest, _capital(rest)
        return
    masked = _TARGET.sub(lambda m: "x" * len(m[0]), _SOURCE.sub(lambda m: " " * len(m[0]), raw))
    parts = list(_places(masked, plain(unsourced(raw))))
    if len(parts) == 1:
        yield raw, raw
        return
    first = plain(unsourced(raw[: parts[0][1]]))
    language = tongue(plain(raw))
    condition = re.sub(r"^\W*(?:If|When|While|Although|Since|Because|Wenn|Als)\s+", "", first)
    about = subject(_capital(condition), described=True) or (
        (subject(resolve(first, stands_for), described=True) or stands_for) if has_pronoun(first) else ""
    )
    amounts = [figure for figure in read(first) if figure.dimension not in {"year", "season"}] or read(first)
    opening = _NEARLY_ZH.sub("", first[: next((figure.start for figure in amounts), 0)].rstrip(" ,，"))
    paid = currency(first)
    for start, end in parts:
        piece = raw[start:end].strip(" ,，;；")
        said = _JOINT.sub("", piece, count=1)
        before = plain(unsourced(raw[:start]))
        yield piece, _whole(priced(said, paid), about, opening, before, language) if start else said


def _places(masked: str, shown: str) -> Iterator[tuple[int, int]]:
    """The stretches of a sentence, its links masked, that state something each."""
    begin = 0
    opposed, language = bool(_OPPOSED.search(shown)), tongue(shown)
    for cut in _CUT.finditer(masked):
        marked = re.match(rf"(?:{MARKS})", cut[0])
        if cut.start() < begin or (opposed and not marked and cut[0].strip() not in {";", "；"}):
            continue
        left, right = masked[begin : cut.start()], masked[cut.end() :]
        following = _CUT.search(masked, cut.end())
        near = masked[cut.end() : following.start() if following else len(masked)]
        if marked:
            fits = _checkable(plain(left)) and _checkable(plain(right))
        else:
            follows = any(
                _follows(text, language) for text in ((near, right) if language == "zh" else (near,))
            )
            fits = (
                not _BETWEEN.search(left)
                and _opens(left, language, begin > 0)
                and follows
                and not _leans(near, cut[0])
            )
        if fits:
            end = cut.start() + (len(marked[0]) if marked else 0)
            yield begin, end
            begin = end
    yield begin, len(masked)


def _whole(said: str, about: str, opening: str, before: str, language: Language) -> str:
    """A later clause with the subject that it leaves to the first.

    Args:
        said: The clause.
        about: The subject of the first clause.
        opening: What the first clause says before its first amount.
        before: Everything before the clause.
        language: That of the sentence.
    """
    text = plain(unsourced(said))
    first = next(iter(read(text)), None)
    if language == "zh" and said.startswith("其中"):
        return f"{whole}，{said}" if (whole := whole_of(before)) else said
    if has_pronoun(_capital(text)):
        return resolve(_capital(said), about)
    if language == "zh":
        if not _OPEN_ZH.match(said):
            return said
        measure = re.split("[，；。]", opening)[-1]
        if not about and _MEASURE_ZH.fullmatch(measure) and not _OPEN_ZH.match(measure):
            return f"{measure}{said}"
        return f"{about}{said}"
    if about and _starts_with_verb(text, language):
        return f"{about} {said}"
    if first is not None and first.lead <= 0 and about and has_verb(text, language):
        return f"{about} – {said}"
    if subject(_capital(text), described=True):
        return _capital(said)
    if about and has_verb(f"{about} {text}", language) and not has_verb(text, language):
        return f"{about} {said}"
    return f"{opening}, {said}" if opening and not has_verb(text, language) else _capital(said)


def _starts_with_verb(text: str, language: Language) -> bool:
    """Whether a clause begins with its verb, so that its subject is the one before."""
    words = text.split()
    if not words or not words[0][:1].islower():
        return False
    if language == "de":
        return has_verb(words[0], "de")
    first = next((word for word in words if word.lower() not in _ADVERBS), "")
    return is_verb(words[0].lower()) or is_verb(first.lower())


_ADVERBS_TEXT = """
also now then still only never even already may might can could will would has have had
"""
_ADVERBS = frozenset(_ADVERBS_TEXT.split())
"""What may stand before a verb."""


def _leans(text: str, joint: str) -> bool:
    """Whether a clause can't be understood or changes its sense without the one before."""
    text = text.strip()
    if re.search(f"[{HAN}]", text):
        turned = re.match("[而但却]", text)
        return bool(_LEANS_ZH.match(text) or (turned and _OPEN_ZH.match(text[1:])))
    if _LEANS_EN.match(text):
        return True
    last = next((f for f in reversed(read(text)) if f.dimension not in {"year", "season"}), None)
    bare = last is not None and last.dimension == "count" and last.scale == 1 and not last.noun
    return bare and "and" not in joint.split()


def _opens(text: str, language: Language, later: bool) -> bool:
    """Whether words before a cut state something checkable."""
    shown = _JOINT.sub("", plain(text), count=1).strip(" ,，;；")
    if not _measured(shown):
        return False
    if language == "zh":
        return len(shown) >= 4 and not _LEAD_ZH.search(shown) and has_verb(shown, "zh")
    return has_verb(shown, language) or (later and _starts_with_verb(shown, language))


def _follows(text: str, language: Language) -> bool:
    """Whether words behind a cut state something checkable, by themselves or with the subject before."""
    shown = _JOINT.sub("", plain(text), count=1).strip(" ,，;；")
    if not _measured(shown):
        return False
    if language == "zh":
        return len(shown) >= 4
    if _starts_with_verb(shown, language):
        return True
    if not has_verb(shown, language):
        return False
    first = next(iter(read(shown)), None)
    return bool(
        has_pronoun(_capital(shown))
        or subject(_capital(shown), described=True)
        or (first is not None and first.lead <= 0)
        or re.match(
            r"(?:In|By|At|On|Since|From|Until|For|Over|During|After|Before|Within|im|am|seit|für|bei|nach|vor)\b",
            shown,
            re.IGNORECASE,
        )
    )


def _checkable(text: str) -> bool:
    return quantified(text) or any(telling(figure) for figure in read(text))


def _measured(text: str) -> bool:
    """Whether words give a figure or date of their own: others say little without the clause beside."""
    return any(telling(figure) for figure in read(text))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
