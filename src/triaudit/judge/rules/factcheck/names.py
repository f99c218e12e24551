"""Whom a sentence is about by name, and whether that is somebody else than a claim's subject."""

from __future__ import annotations

import re
from functools import lru_cache

from triaudit.judge.rules.concepts import is_concept
from triaudit.judge.rules.slots import unfigured
from triaudit.judge.rules.subjects import names, subject
from triaudit.text import HAN, fold
from triaudit.words import stem

_NO_HAN = "年月日所全各个每该本居乡村大小中比在由从与和的自是为对向于"
"""Characters that begin or join words and stand in no name of a place."""
_HAN_NAME = re.compile(
    rf"(?:(?<![{HAN}])|(?<=[在由从与和的自是为对向比，、]))"
    rf"(?P<name>(?:(?![{_NO_HAN}])[{HAN}]){{2,3}}?)(?:自治区|省|市|县|岛|镇)"
)
_NO_PLACE_TEXT = "海绵城 大城 小城 各城 该城 本省 全省 全市 各省 各市 同类城 一座城 中小城 其他城 许多城"
_NO_PLACE = frozenset(_NO_PLACE_TEXT.split())
_OWNED = re.compile(r"['’]s\b")
_PLACE = re.compile(
    r"\b(?:in|im|of|for|at|by|von|bei|aus|für)\s+(?P<name>[A-ZÄÖÜ][\w’'-]+(?:\s[A-ZÄÖÜ][\w’'-]+)?)"
)
_OWNER = re.compile(r"(?P<name>[A-ZÄÖÜ][\w-]+(?:\s[A-ZÄÖÜ][\w-]+)?)['’]s?\b")
_PLAIN_TEXT = (
    "annual report accounts figures review office authority council department january "
    "february march april may june july august september october november december new "
    "old north south east west year report figure table sheet page"
)
_PLAIN = frozenset(_PLAIN_TEXT.split())


@lru_cache(maxsize=16384)
def entities(text: str) -> frozenset[str]:
    """The words of the names in a text, folded; Chinese ones without what kind of place they are."""
    found: set[str] = set()
    found |= {match["name"] for match in _HAN_NAME.finditer(text) if match["name"] not in _NO_PLACE}
    for name in names(_OWNED.sub(r" \g<0>", unfigured(text))):
        lettered = re.fullmatch(r"\w+ (?:[A-Z]|\d{1,2})", name)
        if lettered:
            found.add(fold(name))
        elif not re.search(rf"[{HAN}]", name):
            found |= {
                word.removesuffix("'s").removesuffix("’s")
                for word in fold(name).split()
                if word not in _PLAIN and len(word) > 1
            }
    return frozenset(word for word in found if not is_concept(stem(word)))


@lru_cache(maxsize=16384)
def about(sentence: str) -> frozenset[str]:
    """The names in a sentence's subject, its possessives and its first place."""
    spots = [subject(sentence, described=True)]
    spots += [match["name"] + " x" for match in _OWNER.finditer(sentence[:60])][:1]
    spots += [f"in {match['name']} x" for match in _PLACE.finditer(sentence[:60])][:1]
    whole = entities(sentence)
    words = {
        word.strip("'’,.")
        for spot in spots
        if spot
        for word in fold(spot).replace("'s", " ").replace("’s", " ").split()
    }
    head = fold(spots[0]) if spots[0] else ""
    return frozenset(
        name
        for name in whole
        if name in words
        or (" " in name and name in fold(sentence)[:40])
        or (re.search(rf"[{HAN}]", name) and (name in head or name in fold(sentence)[:12]))
    )


_WITHIN = re.compile(r"(?<=[a-zß,;] )[A-ZÄÖÜ][\w-]+|[A-ZÄÖÜ][\w-]+(?=['’]s\b)")
_HOST = re.compile(r"[a-z]{4,}")


@lru_cache(maxsize=8192)
def spotted(text: str, german: bool, address: str = "") -> frozenset[str]:
    """Words that are names for sure: capitalised within a sentence, possessive, or in the address.

    A capital at the start of a sentence, or anywhere in German, tells nothing.
    """
    found = set(_HOST.findall(host(address)))
    if not german:
        found |= {fold(word) for word in _WITHIN.findall(text)}
    found |= {name for name in entities(text) if " " in name or re.search(rf"[{HAN}]", name)}
    return frozenset(found)


_LOWERED = re.compile(r"(?<![\w.@/-])[a-zäöüß][\w-]{2,}")


def lowered(text: str) -> frozenset[str]:
    """The words that a text writes without a capital, as in `the brewery`: they tell no names apart."""
    return frozenset(map(fold, _LOWERED.findall(text)))


def host(address: str) -> str:
    """The part of a web address that names whose it is: `tarn` of `news.tarn.example`."""
    labels = re.findall(r"//([^/:]+)", address)
    parts = labels[0].split(".") if labels else []
    return parts[-2] if len(parts) > 1 else ""


def heading_names(title: str, address: str) -> frozenset[str]:
    """The names that a page is about: before a colon, possessive, or those that its address has."""
    whole, site = entities(title), host(address)
    opening = title.partition(":")[0] if ":" in title else ""
    lead = fold(opening)
    owned = {fold(match["name"]) for match in _OWNER.finditer(title)}
    for word in re.findall(r"[A-ZÄÖÜ][\w-]{2,}", opening):
        if fold(word) not in _PLAIN and not is_concept(stem(fold(word))):
            whole |= {fold(word)}
    whole |= {fold(word) for word in re.findall(r"[A-ZÄÖÜ][\w-]{3,}", title) if fold(word) in site}
    return frozenset(
        name
        for name in whole
        if re.search(rf"[{HAN}]", name)
        or name in lead.split()
        or name in owned
        or (len(name) > 3 and name in site)
    )
