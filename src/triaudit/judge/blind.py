"""Hides who made a text: names of systems and their makers become neutral words, and come back in the reply.

Every name becomes a word of its own, the same in all of a call, so that a text about several of them stays
readable and what is said of one agrees between report and evidence. The reply gets the names back as the
call spelt them, so that quotes are found in the text as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from triaudit.judge.endpoint import Call, Completion, Endpoint, Turn
from triaudit.types import Unanswered

LEAST = 3
"""Latin letters and digits of a name, others counting two: shorter ones are ids and ordinary words."""
STEM, END = "Anon", "x"
"""Around a number they are a neutral word. A text's own such word gets a 0 before its number."""
_WORD = re.compile(rf"{STEM}(\d+){END}")
_LATIN = "[A-Za-z0-9]"
_VERSION = re.compile(r"v?\d[\w.]*", re.IGNORECASE)


def own(system: str) -> tuple[str, ...]:
    """What a system may be called in its outputs: its name in several spellings, with and without version."""
    words = re.split(r"[-_\s]+", system.lower())
    spellings = {mark.join(words) for mark in "-_ "} | {"".join(words)}
    while len(words) > 1 and _VERSION.fullmatch(words[-1]):
        words = words[:-1]
        spellings |= {mark.join(words) for mark in "-_ "} | {"".join(words)}
    return tuple(sorted(filter(long_enough, spellings)))


@lru_cache(maxsize=64)
def _names(names: tuple[str, ...]) -> tuple[re.Pattern[str], dict[str, int]]:
    """What finds the names, the longest first, and the number of each by its folded spelling.

    A name in lower case is found in any case, another one as it is written or in capitals, so that
    `Perplexity` is a company and `perplexity` a measure. Latin letters and digits around it make it a part
    of another word.
    """
    listed = list(dict.fromkeys(names))
    numbers: dict[str, int] = {}
    for name in listed:
        numbers.setdefault(name.casefold(), len(numbers) + 1)
    ordered = sorted(listed, key=lambda name: (-len(name), name))
    return re.compile("|".join(map(_found, ordered))), numbers


def _found(name: str) -> str:
    upper = "" if name == name.lower() else f"|{re.escape(name.upper())}"
    here = f"(?i:{re.escape(name)})" if not upper else f"(?:{re.escape(name)}{upper})"
    before = rf"(?<!{_LATIN})" if re.match(_LATIN, name[0]) else ""
    after = rf"(?!{_LATIN})" if re.match(_LATIN, name[-1]) else ""
    return before + here + after


def long_enough(name: str) -> bool:
    """Whether a name can be told from ids and ordinary words."""
    return sum(1 if char.isascii() else 2 for char in name) >= LEAST


def _capitals(name: str) -> int:
    """OpenAI before OPENAI before openai, which may be of an address."""
    return 0 if name == name.lower() else 1 if name == name.upper() else 2


class Hidden:
    """The names of one call: what was hidden can be shown again."""

    def __init__(self, names: Sequence[str]) -> None:
        """Numbers are those of the names in their list."""
        self.pattern, self.numbers = _names(tuple(names))
        self.spelt: dict[str, str] = {}

    def hide(self, text: str) -> str:
        """The text with neutral words."""
        return self.pattern.sub(self._word, _WORD.sub(rf"{STEM}0\1{END}", text))

    def _word(self, found: re.Match[str]) -> str:
        number = str(self.numbers[found[0].casefold()])
        self.spelt[number] = max(self.spelt.get(number, found[0]), found[0], key=_capitals)
        return STEM + number + END

    def show(self, text: str) -> str:
        """The text with the names as they were spelt best; neutral words that stand for none stay."""
        return _WORD.sub(self._name, text)

    def _name(self, found: re.Match[str]) -> str:
        number = found[1]
        if number.startswith("0"):
            return STEM + number[1:] + END
        return self.spelt.get(number, found[0])


class Blind:
    """Wraps an endpoint. What the model reads has no names; what stands around it sees them as ever."""

    def __init__(self, inner: Endpoint) -> None:
        """The names are each call's own."""
        self.inner = inner

    async def complete(self, call: Call) -> Completion | Unanswered:
        """The completion, with the names put back."""
        if not call.blind:
            return await self.inner.complete(call)
        hidden = Hidden(call.blind)
        prompt = call.prompt
        masked = replace(
            call,
            prompt=prompt._replace(shared=hidden.hide(prompt.shared), varying=hidden.hide(prompt.varying)),
            turns=tuple(Turn(hidden.hide(turn.reply), hidden.hide(turn.ask)) for turn in call.turns),
        )
        done = await self.inner.complete(masked)
        if isinstance(done, Completion):
            return done.model_copy(update={"text": hidden.show(done.text)})
        return done


def checked(names: Iterable[str]) -> tuple[str, ...]:
    """The names that a configuration lists.

    Raises:
        ValueError: One is too short, or can't stand in JSON as it is.
    """
    made = tuple(names)
    for name in made:
        if not long_enough(name) or name != name.strip():
            raise ValueError(
                f"{name!r}: a name to mask has {LEAST} characters or more, and no space at its ends"
            )
        if re.search(r'["\\\x00-\x1f]', name):
            raise ValueError(f"{name!r}: a name to mask has no quote, backslash or control character")
    return made
