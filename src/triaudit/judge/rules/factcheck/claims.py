"""A claim taken apart: its figures, each with its own words, and what holds for all of it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from triaudit.judge.rules.concepts import ideas
from triaudit.judge.rules.factcheck import weights as w
from triaudit.judge.rules.factcheck.elliptic import shared_units
from triaudit.judge.rules.factcheck.figures import Stated, stated
from triaudit.judge.rules.factcheck.names import about, entities
from triaudit.judge.rules.factcheck.terms import LIGHT, content
from triaudit.judge.rules.slots import is_date
from triaudit.judge.rules.verbs import Language, has_verb, tongue
from triaudit.text import plain, sentences

_HEADED = re.compile(r"(?P<heading>[^–\n]{2,160}?)\s–\s(?P<rest>\S.*)$", re.DOTALL)
_LABEL = re.compile(r"[^:：]{1,80}[:：]\s*\S")
_CITED = re.compile(r"\s*[(（](?P<words>[^()（）]{1,60})[)）](?=\s*[.。]?\s*$)")
"""What is left of a link at a claim's end: the name of its source."""
_COLUMN = re.compile(r"([:：]\s)(?:Figure|Value|Number|No\.)\s+(?=\S)", re.IGNORECASE)
"""A column's label that says nothing, and would make its figure the number of a picture."""
_YEARED = re.compile(r"(?<![\d.,])((?:19|20)\d\d)\s+(?=[$€£¥])|(?<=[:：]\s)((?:19|20)\d\d)\s+(?=[^\W\d])")
"""A column's year before an amount, which would be read as one itself."""
_FILE = re.compile(
    r"\b(?:workbook|spreadsheet|attachment|attached (?:file|chart|report|document|pdf)|the chart|the sheet)\b"
    r"|附件|附表|工作簿|所附|\b(?:anhang|arbeitsmappe)\b"
    r"|\b(?:(?:laut|siehe|gemäß|vgl\.|lt\.)(?: der)?|(?:beigefügt|beiliegend|angehängt)e[nr]?) anlage\b"
    r"|\(anlage(?: \d+)?\)",
    re.IGNORECASE,
)
_PAPERS = re.compile(r"report|bericht|accounts|abschluss|chart|diagram|brochure|catalog|报告|年报|手册")
"""Kinds of documents, as files are named by and claims name their source."""
_VOICED = re.compile(
    r"\b(?:wrote|gave|gives|reported|reports|said|says|claimed|claims|put|puts|according to|stated"
    r"|press|media|newspaper"
    r"|laut|zufolge|berichtete|schrieb|meldete|nannte)\b|报道|媒体|据|称",
    re.IGNORECASE,
)
_EVENTS = ideas(
    "opened completed founded closed started built acquired signed approved born elected launched recalled"
)
_SINCE = re.compile(
    r"\b(?:dates? (?:from|back to)|goes back to|stamm(?:t|en) aus(?: dem jahr)?|geht auf)\s$|始建于$",
    re.IGNORECASE,
)
"""What stands before a date that is when something came to be."""
_ASIDE = re.compile(
    r"(?:, (?:which|because|since|so that|weil|da|sodass)\b|，(?:这|使|所以|因此|大大|赢得|带动))[^,，]*$",
    re.IGNORECASE,
)


class Part(NamedTuple):
    """A figure that a claim states, with the weights of the words that say of what."""

    stated: Stated
    terms: tuple[tuple[str, float], ...]


class Claim(NamedTuple):
    """A claim taken apart once for all passages."""

    text: str
    heading: str
    parts: tuple[Part, ...]
    words: frozenset[str]
    terms: tuple[tuple[str, float], ...]
    """Of all of it, where it has no figures."""
    known: frozenset[str]
    """Terms of the claim, its heading and its task: what a source's subject may be made of."""
    about: frozenset[str]
    """Names in its subject."""
    names: frozenset[str]
    """Its names, and those of its heading."""
    home: frozenset[str]
    """Names of its task and section."""
    head: frozenset[str]
    """Terms of its subject."""
    file: bool
    """Whether it reports what the attachment says."""
    voiced: bool
    """Whether it reports what somebody says."""
    language: Language
    sure: frozenset[str] = frozenset()
    """The words that are names for sure, in the claim, its task and its passages."""
    beside: tuple[Part, ...] = ()
    """The other figures of the sentence that it was taken from."""


def with_sentence(claim: Claim, segment: str, query: str) -> Claim:
    """A claim with the other figures of its sentence, where the sentence was split into claims."""
    own = [part.stated.figure for part in claim.parts]
    if not own or segment == claim.text:
        return claim
    texts = [re.sub(r"\W", "", figure.text) for figure in own]
    listed = [plain(segment[span.start : span.end]) for span in sentences(segment)]
    hosts = [
        " ".join(told.split())
        for told in listed
        if "|" not in told and all(text in re.sub(r"\W", "", told) for text in texts)
    ]
    host = max(hosts, key=lambda told: len(claim.words & content(told)), default="")
    if 2 * len(claim.words & content(host)) < len(claim.words):
        return claim
    others = [
        part
        for part in taken_apart(host, query).parts
        if not is_date(part.stated.figure)
        and all(part.stated.figure.values != figure.values for figure in own)
    ]
    return claim._replace(beside=tuple(others[:6]))


@lru_cache(maxsize=2048)
def taken_apart(text: str, query: str) -> Claim:
    """The claim's figures with their words; a heading before ` – ` is context."""
    headed = _HEADED.match(text)
    heading = headed["heading"] if headed and _heads(headed["heading"], headed["rest"]) else ""
    told = headed["rest"] if headed and heading else text
    told = _YEARED.sub(r"\1\2, ", _COLUMN.sub(r"\1", told))
    cited = _CITED.search(told)
    if cited and not re.search(r"\d", cited["words"]):
        told = told[: cited.start()] + told[cited.end() :]
    found = stated(told)
    valued = {item.part for item in found if not is_date(item.figure)}
    whole, above = content(told), _topical(heading, query)
    own = [
        item
        for item in found
        if not is_date(item.figure)
        or _own_date(told, item)
        or (item.part not in valued and (item.figure.month or item.figure.part))
    ]
    label = _LABEL.match(told)
    if label and not has_verb(told, tongue(told)):
        edge = label.end() - 1
        values = [item for item in own if item.figure.start >= edge]
        own = [item._replace(near=whole) for item in values or own]
    own = shared_units(own, told)
    years = tuple(item.figure for item in stated(heading) if is_date(item.figure))[:1] if heading else ()
    own = [item if item.scope or is_date(item.figure) else item._replace(scope=years) for item in own]
    parts = tuple(Part(item, _weighed(item.near, whole, above)) for item in own)
    return Claim(
        text=told,
        heading=heading,
        parts=parts,
        words=whole,
        terms=_weighed(whole, whole, above),
        known=whole | above | content(query),
        about=about(told),
        names=entities(told) | entities(heading),
        home=entities(query),
        head=_head(told),
        file=bool(_FILE.search(told)),
        voiced=bool(_VOICED.search(told)),
        language=tongue(told),
    )


def names_file(text: str, source: str) -> bool:
    """Whether a claim names an attachment by the kind of document that its file name gives."""
    plain = text.casefold().replace("ä", "ae").replace("ö", "oe").replace("ü", "ue")
    return any(kind in plain for kind in _PAPERS.findall(source.casefold()))


def _heads(heading: str, rest: str) -> bool:
    """Whether words before a dash are a heading: they state nothing, and a whole statement follows."""
    opens = rest[:1].isupper() or rest[:1].isdigit() or rest[:1] > "\u2fff"
    return bool(_LABEL.match(rest)) or (
        opens and not any(not is_date(item.figure) for item in stated(heading))
    )


def _topical(heading: str, query: str) -> frozenset[str]:
    """The terms of a heading, of a title that names what the task names those alone: the rest is a slogan."""
    asked = content(query)
    return frozenset().union(
        *(words & asked or words for part in heading.split(", ") if (words := content(part)))
    )


def _own_date(text: str, item: Stated) -> bool:
    """Whether a date is stated for itself and not as the time of something else: exact, or of an event."""
    date = item.figure
    if date.day:
        return True
    if _SINCE.search(text[max(0, date.start - 24) : date.start]):
        return True
    before = re.findall(r"[^\W\d_]{4,}", text[max(0, date.start - 40) : date.start])
    after = re.match(r"[\s年月]{0,2}([^，,。；;的]{0,12})", text[date.end :])
    return bool(ideas(" ".join(before[-2:])) & _EVENTS) or bool(after and ideas(after[1]) & _EVENTS)


def _weighed(
    near: frozenset[str], whole: frozenset[str], above: frozenset[str]
) -> tuple[tuple[str, float], ...]:
    """The terms of a figure's clause, of the rest of its sentence and of its heading, with their weights."""
    enough = len(near - LIGHT) >= w.ENOUGH
    sure = len((near | whole) - LIGHT) >= w.ENOUGH
    weights = dict.fromkeys(above, w.HEADING if sure else w.HEADING_NEEDED)
    weights |= dict.fromkeys(whole, w.FAR if enough else w.FAR_NEEDED)
    weights |= dict.fromkeys(near, w.NEAR)
    return tuple(sorted(weights.items()))


def _head(text: str) -> frozenset[str]:
    """What a claim is about: the terms of its subject or label."""
    from triaudit.judge.rules.subjects import subject  # noqa: PLC0415

    return content(subject(text, described=True)) - LIGHT
