"""A sentence as statements that can be checked one by one, each with the words of the sentence that say it.

A sentence is cut where both sides state something checkable, never where it sets two figures of one measure
against each other (`48 in the file, but 51 at the gates`): there it is the pair that is stated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from triaudit.judge.rules.kinds import MARKS, telling
from triaudit.judge.rules.quantified import quantified
from triaudit.judge.rules.subjects import has_pronoun, resolve, subject
from triaudit.judge.rules.verbs import has_verb, is_verb, tongue
from triaudit.numbers import Figure, read
from triaudit.text import HAN, plain

_LINKS = r"\[[^\[\]\n]+\]\((?:[^()\s]|\([^()\s]*\))*\)"
_SOURCE = re.compile(
    rf"\s?[(（]\s*(?:(?:source|sources|see|quelle|quellen|siehe|来源|见)\s*[:：]?\s*)?{_LINKS}(?:\s*[,;，；、&]?\s*{_LINKS})*\s*[)）]"
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
    r"\b(?:according to|disagree|differ|in the (?:chart|file|workbook|report)|(?:workbook|chart|report|file|sources?)"
    r"\b.{0,60}\b(?:and|but|while|whereas) the)\b|\bif one believes\b|\bagainst\b|\binstead of\b"
    r"|\b(?:laut|dagegen|hingegen|widersprechen)\b|据.{1,30}[，,].{0,40}据|不一致",
    re.IGNORECASE,
)
"""What sets the word of one source against another's."""
_LEANS_EN = re.compile(
    r"^(?:(?:only )?(?:did|does|do) (?:so|not|it)\b|(?:so|neither|nor|than|as|that|which|who|whom|most of|some of"
    r"|all of|both of|half of|each of|then|thus|therefore)\b)",
    re.IGNORECASE,
)
_LEANS_ZH = re.compile(r"^(?:远|略|较|比|即|也就是|相当于|高于|低于|短于|长于|多于|少于|超过|不到|其余|分别|前者|后者|以|从而|使|让)")
_OPEN_ZH = re.compile(
    r"^(?:\d|[一二三四五六七八九十两百千万]+[年月日]|每|共|总|约|占|达|为|是|有|没|未|仍|还|已|又|也|并|而|且|但|其中|其|目前|预计|全部|均"
    r"|开工|完工|投产|建成|启用|开通|耗资|投资|损失|增|减|降|升|涨|跌|收|获|需|可|能|将|由|被|在|于|自|至|到)"
)
"""How a Chinese clause begins that leaves its subject to the clause before."""
_LEAD_ZH = re.compile(r"[中时后前下上里内外间起末底初年月日来]$|^(?:由于|因为|随着|在|据|按|自|截至|与)[^，]*$")
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


def clauses(raw: str) -> Iterator[Clause]:
    """The statements of a sentence in its order, at least one."""
    for quote, text in _cut(raw):
        shown = unsourced(text)
        aside = _ASIDE.search(shown)
        if aside and not _checkable(plain(aside[0])) and len(aside[0]) < len(shown) / 2 + 20:
            shown = shown[: aside.start()]
        for one in _by_and_to(shown):
            yield Clause(quote, one)


def _cut(raw: str) -> Iterator[tuple[str, str]]:
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
    shown = plain(unsourced(raw))
    about = subject(shown, described=True)
    begin, parts = 0, []
    opposed = bool(_OPPOSED.search(shown))
    for cut in _CUT.finditer(masked):
        if cut.start() < begin or (opposed and not re.match(rf"(?:{MARKS})|[;；]", cut[0])):
            continue
        left, right = masked[begin : cut.start()], masked[cut.end() :]
        following = _CUT.search(masked, cut.end())
        near = masked[cut.end() : following.start() if following else len(masked)]
        marked = re.match(rf"(?:{MARKS})", cut[0])
        if (
            _complete(left, about if parts else "", bool(marked))
            and (_checkable(right) if marked else _complete(near, about, False, joined=True) or _complete(right, about, False, joined=True))
            and (marked or not _leans(near, cut[0]))
        ):
            parts.append((begin, cut.start() + (len(marked[0]) if marked else 0)))
            begin = cut.start() + (len(marked[0]) if marked else 0)
    parts.append((begin, len(raw)))
    if len(parts) == 1:
        yield raw, raw
        return
    opening = shown[: next((figure.start for figure in read(shown)), 0)].rstrip(" ,，")
    paid = next((unit for figure in read(shown) if (unit := _currency(figure))), "")
    for start, end in parts:
        piece = raw[start:end].strip(" ,，;；")
        said = _JOINT.sub("", piece, count=1)
        yield piece, _whole(said, about, opening, paid) if start else said


def _whole(said: str, about: str, opening: str, paid: str) -> str:
    """A later clause with the subject, and the currency, that it leaves to the first."""
    text = plain(unsourced(said))
    language = tongue(text)
    first = next(iter(read(text)), None)
    if first and paid and first.dimension == "count" and first.scale >= 1000 and not first.noun and first.start < 3:
        said = f"{said[: first.end]} {paid}{said[first.end :]}"
    if has_pronoun(_capital(text)):
        return resolve(_capital(said), about)
    if language == "zh":
        return f"{about}{'：' if said.startswith('其中') else ''}{said}" if about and _OPEN_ZH.match(said) else said
    if about and (first is None or first.start > 0) and _starts_with_verb(text):
        return f"{about} {said}"
    if first is not None and first.lead <= 0 and about and has_verb(text, language):
        return f"{about} – {said}"
    if subject(_capital(text), described=True):
        return _capital(said)
    if about and has_verb(f"{about} {text}", language) and not has_verb(text, language):
        return f"{about} {said}"
    return f"{opening}, {said}" if opening and not has_verb(text, language) else _capital(said)


def _starts_with_verb(text: str) -> bool:
    word = re.match(r"(?:(?:has|have|had|is|are|was|were|will|also|now|then|still|only)\s+)*([A-Za-zäöüß]+)", text)
    if word is None:
        return False
    opens = text.split()[0]
    if tongue(text) == "de":
        return opens[:1].islower() and has_verb(opens, "de")
    return opens.islower() and (is_verb(opens.lower()) or is_verb(word[1].lower()))


def _leans(text: str, joint: str) -> bool:
    """Whether a clause can't be understood or changes its sense without the one before."""
    text = text.strip()
    if re.search(f"[{HAN}]", text):
        return bool(_LEANS_ZH.match(text))
    if _LEANS_EN.match(text):
        return True
    last = next((f for f in reversed(read(text)) if f.dimension not in {"year", "season"}), None)
    bare = last is not None and last.dimension == "count" and last.scale == 1 and not last.noun
    return bare and "and" not in joint.split()


def _complete(text: str, about: str, marked: bool, joined: bool = False) -> bool:
    """Whether words state something checkable, with the subject that they may leave to the sentence."""
    shown = _JOINT.sub("", plain(text), count=1).strip(" ,，;；")
    if not _checkable(shown):
        return False
    if marked:
        return True
    language = tongue(shown)
    if language == "zh":
        dated = all(figure.dimension in {"year", "season"} for figure in read(shown))
        bare = bool(_LEAD_ZH.search(shown)) and not joined
        return len(shown) >= 4 and not bare and (joined or not dated or has_verb(shown, language))
    if not has_verb(shown, language) and not (about and has_verb(f"{about} {shown}", language) and not joined):
        return False
    if not joined:
        return True
    if _starts_with_verb(shown) or has_pronoun(_capital(shown)) or subject(_capital(shown), described=True):
        return True
    first = next(iter(read(shown)), None)
    return first is not None and first.lead <= 0


def _checkable(text: str) -> bool:
    return quantified(text) or any(telling(figure) for figure in read(text))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _currency(figure: Figure) -> str:
    """The word of a figure's currency, such as `crowns`."""
    found = re.search(r"[^\W\d_]+$", figure.text)
    return found[0] if figure.dimension == "money" and found and len(figure.text.split()) > 1 else ""


_BY = re.compile(r"\b(?:by|um)\s+(?:(?:about|some|around|nearly|almost|rund|etwa|fast|knapp)\s+)?$", re.IGNORECASE)
_TO = re.compile(r"(?:,\s+)?\b(?:to|auf)\s+(?:(?:about|some|around|nearly|almost|rund|etwa|fast|knapp)\s+)?$", re.IGNORECASE)


def _by_and_to(text: str) -> Iterator[str]:
    """`Grew by 7 % to 20,300` as two statements; anything else as it is."""
    shown = plain(text)
    values = [figure for figure in read(shown) if figure.dimension not in {"year", "season"}]
    for first, second in zip(values, values[1:], strict=False):
        by, between = _BY.search(shown[: first.start]), shown[first.end : second.start]
        to = _TO.search(between)
        if by and to and len(between) <= 40 and "," not in between[: to.start()]:
            yield shown[: first.end + to.start()] + shown[second.end :] if not _unit(shown, second) else (
                shown[: first.end + to.start()] + shown[_unit(shown, second) :]
            )
            yield shown[: by.start()].rstrip() + " " + shown[first.end :].lstrip()
            return
    yield text


def _unit(text: str, figure: Figure) -> int:
    """Where the words that a figure counts end, up to the next preposition or mark."""
    rest = re.match(
        r"(?:\s+(?!(?:in|on|at|by|from|since|until|between|during|over|within|im|in|am|seit|bis)\b)[^\W\d_]+(?=[\s,.;]|$)){0,4}",
        text[figure.end :],
    )
    return figure.end + (rest.end() if rest else 0)
