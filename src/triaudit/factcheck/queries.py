"""What the web is asked about a task, in its own language and in others, and by what passages are chosen.

A claim may be decided by a page in another language, or by one that says it in other words. Asking for each
claim in each language would cost several searches a claim: a task is asked once in each, with its names and
the words that the glossary knows, and what is found there is open to all its claims.
"""

from __future__ import annotations

import re

from triaudit.glossary import TONGUES, known, places, related, romanised, translated
from triaudit.text import tokens
from triaudit.words import STOP

LEAST, MOST = 4, 14
"""Words of a query."""
_NAME = re.compile(
    r"^\W*[A-ZÄÖÜ][\w’'-]+|(?<=[^\W\d_] )[A-ZÄÖÜ][\w’'-]+|\b[A-Z]{2,}\w*|\b[A-ZÄÖÜ][\w-]+(?= [A-ZÄÖÜ]\w+)"
)
_GERMAN_NAME = re.compile(
    r"(?<=\bin )[A-ZÄÖÜ][\w-]+|(?<=\b(?:von|bei|aus) )[A-ZÄÖÜ][\w-]+|(?<=\bnach )[A-ZÄÖÜ][\w-]+"
    r"|\b[A-Z]{2,}\w*|\b[A-ZÄÖÜ][\w-]+(?: [A-ZÄÖÜ][\w-]+)+"
)


def searches(query: str, language: str) -> tuple[tuple[str, str], ...]:
    """What is searched for a task, each with its language; nothing for a task that names nothing.

    Names in Latin letters stay, Chinese places are spelled in them where the language is another.
    """
    asked: list[tuple[str, str]] = []
    called = names_of(query, language)
    for tongue in TONGUES:
        words = known(query) if tongue == language else translated(query, tongue)
        names = called if (tongue, language) != ("zh", "zh") else places(query)
        chosen = list(dict.fromkeys([*names, *words]))[:MOST]
        if called and len(chosen) >= LEAST:
            asked.append((" ".join(chosen), tongue))
    return tuple(asked)


def names_of(text: str, language: str) -> tuple[str, ...]:
    """The names of a text, in Latin letters; a capitalised word that may be any German noun is none."""
    pattern = _GERMAN_NAME if language == "de" else _NAME
    words = [word for found in pattern.findall(text) for word in found.strip(" \"'“„(").split()]
    kept = [word for word in words if word.lower() not in STOP and (language != "de" or not related(word))]
    return tuple(dict.fromkeys([*romanised(text), *kept]))[: MOST // 2]


def hinted(claim: str, query: str) -> tuple[str, ...]:
    """What passages in other words are chosen by: a claim's words, what means the same, and its places."""
    more = " ".join([*related(claim), *romanised(f"{claim} {query}")])
    return tuple(dict.fromkeys([*tokens(claim), *tokens(more)]))
