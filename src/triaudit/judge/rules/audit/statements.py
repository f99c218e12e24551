"""Sentences of steps and reports as the audit's rules compare them: terms, figures, years and names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from triaudit import injection
from triaudit.judge.rules import numbers
from triaudit.judge.rules.audit import cues
from triaudit.judge.rules.numbers import Figure
from triaudit.judge.rules.words import STOP, stem, terms_of
from triaudit.text import HAN, fold, sentences, tokens
from triaudit.types import Step

OWN = frozenset({"plan", "think", "answer"})
"""Kinds of steps in which the agent itself speaks."""

_URL = re.compile(r"https?://\S+|\bwww\.\S+")
_FIELDS = (
    "results?|url|id|link|title|name|snippet|sources?|content|text|output|date|tool_call_id|query|queries"
)
_NOISE = re.compile(
    r"\[\^?\d{1,3}(?:[,，\s-]+\d{1,3})*\](?:\([^)\s]*\))?|【[^】]*】|\*\*|__|`"
    rf"|^\s*(?:(?:[-*+•·>#|]+\s*|\d{{1,3}}[.)、]\s+)+|(?:(?:{_FIELDS})\s*:\s*)+)"
)
"""Citation marks, emphasis, list marks, and the field names of logged results."""
_NAME = re.compile(r"(?<![^\W\d_])(?:[A-ZÄÖÜ][^\W_][\w&'’-]*|[A-HJ-Z](?![\w'’])|[A-Za-z]+-?\d[\w-]*)")
_HAN = re.compile(f"[{HAN}]")
_JSON = re.compile(r"\s*[\[{].*\":")
_JSON_VALUE = re.compile(r'[:\[,]\s*"((?:[^"\\]|\\.)*)"(?!\s*:)')
_WRAPPED = re.compile(r"(?<=[^\n]{50}[^\s.!?:;。！？；：|])\n(?=[a-zäöüß0-9(])(?!\w+:)")
"""A line end inside a sentence, as in pages that were wrapped at a fixed width."""


@dataclass(frozen=True)
class Statement:
    """One sentence."""

    text: str
    bare: str
    """Without addresses, citation marks and list marks."""

    @cached_property
    def folded(self) -> str:
        """As patterns of words are matched."""
        return fold(self.bare)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Folded tokens."""
        return tuple(tokens(self.bare))

    @cached_property
    def names(self) -> frozenset[str]:
        """What tells subjects apart: capitalised words inside the sentence, codes, single letters."""
        first = len(self.bare) - len(self.bare.lstrip(" \"'“„(*"))
        found = (match for match in _NAME.finditer(self.bare) if match.start() > first or _code(match[0]))
        return frozenset(fold(match[0]).strip("'’-") for match in found)

    @cached_property
    def terms(self) -> frozenset[str]:
        """Stemmed words, pairs of Chinese characters, and names that are no words."""
        names = (f"={name}" for name in self.names if len(name) == 1 or not name.isalpha())
        return frozenset((*terms_of(self.words), *names))

    @cached_property
    def digits(self) -> int:
        """Runs of digits."""
        return len(re.findall(r"\d+(?:[.,]\d+)*", self.bare))

    @cached_property
    def _read(self) -> tuple[tuple[Figure, ...], frozenset[int]]:
        if not self.digits:
            return (), frozenset()
        found = numbers.read(self.bare)
        dates = {"year", "season"}
        years = frozenset(int(figure.values[0]) for figure in found if figure.dimension in dates)
        kept = (f for f in found if f.dimension not in dates and _code(f.text) and not _version(f, self.bare))
        return tuple(kept), years

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Amounts, shares, counts and measures in digits; no dates, no numbers inside names."""
        return self._read[0]

    @property
    def years(self) -> frozenset[int]:
        """Years of its dates."""
        return self._read[1]

    @cached_property
    def subject(self) -> frozenset[str]:
        """Terms without figures, their units, and words that tell versions of a figure apart."""
        spoken = {term for figure in self.figures for term in terms_of(tokens(figure.text))}
        plain = (term for term in self.terms if term not in spoken and not cues.VERSIONS.fullmatch(term))
        return frozenset(term for term in plain if not (term[0] == "=" and _code(term)))

    @cached_property
    def codes(self) -> frozenset[str]:
        """Single letters and names with digits, units aside: another one is another thing."""
        spoken = {word for figure in self.figures for word in re.findall(r"\w+", fold(figure.text))}
        return frozenset(n for n in self.names if (len(n) == 1 or _code(n)) and n not in spoken)

    @cached_property
    def han(self) -> bool:
        """Whether it is written in Chinese characters."""
        return bool(_HAN.search(self.bare))

    @cached_property
    def intent(self) -> bool:
        """Whether it tells what the agent wants, or asks: nothing that was found."""
        return bool(cues.INTENT.search(self.folded)) or self.bare.rstrip().endswith(("?", "？"))

    @cached_property
    def points_back(self) -> bool:
        """Whether its subject is in a sentence before it."""
        return not self.names and bool(cues.POINTS_BACK.match(self.folded))


def _code(word: str) -> bool:
    return any(char.isdigit() for char in word)


def _version(figure: Figure, text: str) -> bool:
    """Whether a plain number follows a name inside the sentence, as in `Llama 3.1`."""
    if figure.dimension != "count" or figure.scale != 1 or re.search(r"[^\d.,]", figure.text):
        return False
    before = re.search(r"(?<=\S\s)[A-ZÄÖÜ][\w.]*[ -]$", text[: figure.start])
    after = re.match(r"\s+([a-zäöüß]+)", text[figure.end :])
    return before is not None and ("." in figure.text or after is None or after[1] in STOP)


def agree(one: Figure, other: Figure) -> bool:
    """Whether two figures can be one; small counts must be counts of the same thing.

    Three or more equal digits agree whatever the unit: tables have their units in the head.
    """
    if numbers.compare(one, other) not in {"same", "close"}:
        digits = re.sub(r"\D", "", one.text).strip("0")
        return len(digits) > 2 and digits == re.sub(r"\D", "", other.text).strip("0")
    small = one.dimension == "count" and one.values[0] <= 20
    return not (small and one.noun and other.noun and noun(one) != noun(other))


def noun(figure: Figure) -> str:
    """What a count counts, as one stemmed word; empty where nothing follows."""
    return stem(figure.noun.split()[0]) if figure.noun else ""


def statement(text: str) -> Statement:
    """Read one sentence."""
    return Statement(text=text, bare=_NOISE.sub("", _URL.sub(" ", text)))


def _plain(text: str) -> str:
    """Text in which lines of JSON are the strings that they hold, a line each."""
    if '":' not in text:
        return text
    return "\n".join(
        "\n".join(_unescaped(value) for value in _JSON_VALUE.findall(line)) if _JSON.match(line) else line
        for line in text.split("\n")
    )


def _unescaped(value: str) -> str:
    return value.replace("\\n", "\n").replace('\\"', '"').replace("\\/", "/")


@lru_cache(maxsize=4096)
def statements(text: str) -> tuple[Statement, ...]:
    """Sentences of a text that say something, in reading order, without orders to a judge."""
    kept = _WRAPPED.sub(" ", _plain(injection.without(text)))
    pieces = (kept[span.start : span.end] for span in sentences(kept))
    read = (statement(piece) for piece in pieces)
    return tuple(item for item in read if item.terms)


@dataclass(frozen=True, slots=True)
class Said:
    """A statement and the step that makes it."""

    step: Step
    said: Statement


def said(steps: Iterable[Step]) -> list[Said]:
    """What the steps found: not what the agent wants, and not its queries, which state nothing."""
    result: list[Said] = []
    for step in steps:
        if step.kind == "search" and not step.has_results:
            continue
        asked = {fold(query) for query in step.queries}
        result.extend(
            Said(step, item)
            for item in statements(step.text)
            if not item.intent and (not asked or item.folded not in asked)
        )
    return result


def closing(steps: Sequence[Step]) -> int:
    """How many answers close the trace."""
    count = 0
    while count < len(steps) and steps[len(steps) - 1 - count].kind == "answer":
        count += 1
    return count
