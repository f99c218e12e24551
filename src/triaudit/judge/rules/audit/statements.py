"""Sentences of steps and reports as the audit's rules compare them: terms, figures, years and names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby

from triaudit import injection, numbers
from triaudit.judge.rules import tables
from triaudit.judge.rules.agreement import bare as alone
from triaudit.judge.rules.audit import cues
from triaudit.judge.rules.audit.polarity import unpointed
from triaudit.judge.rules.concepts import ideas, is_concept
from triaudit.numbers import Figure
from triaudit.text import HAN, fold, sentences, tokens
from triaudit.types import Step
from triaudit.words import STOP

ABOVE = 120
"""Characters of the line above a table that name it."""

PLAIN = ideas(
    "result value figure amount number total measure indicator year time whole entire there wert"
    " ergebnis kennzahl jahr zeit gab gibt ganz ganze"
    " 结果 数值 指标 时间 全年 项目 实际"
)
"""Terms that stand over any figure."""

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
_YEAR = re.compile(r"(?:19|20)\d\d")
_DIGIT = re.compile(r"\d")
_HAN = re.compile(f"[{HAN}]")
_ROW_UNIT = re.compile(r"\s*[(（\[](?P<unit>[^()（）\[\]]{1,20})[)）\]]\s*$")
_DAY = re.compile(r"(?<!\d)\d{1,2}\.$")
_MONTH = re.compile(r" (?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)")
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
    cell: bool = False
    """Whether it is the cell of a table."""
    above: str = ""
    """What stands above that table."""

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
        """Stemmed words, synonyms as one; pairs of Chinese characters; names that are no words."""
        names = (f"={name}" for name in self.names if len(name) == 1 or not name.isalpha())
        return frozenset().union(names, *map(_meant, self.words))

    @cached_property
    def digits(self) -> int:
        """Runs of digits."""
        return len(re.findall(r"\d+(?:[.,]\d+)*", self.bare))

    @cached_property
    def _read(self) -> tuple[tuple[Figure, ...], tuple[Figure, ...]]:
        if not self.digits:
            return (), ()
        found = [
            f._replace(dimension="year") if f.dimension == "count" and _YEAR.fullmatch(f.text) else f
            for f in numbers.read(self.bare)
        ]
        dates = tuple(figure for figure in found if figure.dimension in {"year", "season"})
        kept = (f for f in found if f not in dates and _code(f.text) and not _version(f, self.bare))
        return tuple(kept), dates

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Amounts, shares, counts and measures in digits; no dates, no numbers inside names."""
        return self._read[0]

    @property
    def dates(self) -> tuple[Figure, ...]:
        """Its dates, with month and day where it gives them."""
        return self._read[1]

    @cached_property
    def keys(self) -> frozenset[str]:
        """Its figures by their telling digits, scale and unit aside, and its years."""
        found = (re.sub(r"\D", "", figure.text).strip("0") for figure in self.figures)
        return frozenset(digits for digits in found if digits) | {f"y{year}" for year in self.years}

    @cached_property
    def years(self) -> frozenset[int]:
        """Years of its dates."""
        return frozenset(int(date.values[0]) for date in self.dates)

    @cached_property
    def subject(self) -> frozenset[str]:
        """Terms without figures, their units, and words that tell versions of a figure apart."""
        spoken = {term for figure in (*self.figures, *self.dates) for term in ideas(figure.text)}
        versions = {term for word in self.words if cues.VERSIONS.fullmatch(word) for term in ideas(word)}
        plain = self.terms - spoken - versions
        return frozenset(term for term in plain if not (term[0] == "=" and _code(term)))

    @cached_property
    def telling(self) -> frozenset[str]:
        """Terms without words of concluding, and without figures, dates and directions, compared as such."""
        spoken = {term for figure in (*self.figures, *self.dates) for term in ideas(figure.text)}
        rest = tokens(unpointed(cues.DEDUCES.sub(" ", self.folded)))
        names = frozenset(term for term in self.terms if term[0] == "=")
        found = names.union(*map(_meant, rest)) - spoken - PLAIN
        return found if len(found) > 1 else (self.terms - spoken) or self.terms

    @cached_property
    def named(self) -> frozenset[str]:
        """The telling terms that are in names."""
        return self.telling.intersection(*[frozenset().union(*map(_meant, self.names))])

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
        wants = cues.INTENT.search(self.folded)
        if wants and not cues.DEDUCES.search(self.folded, wants.end()):
            return True
        return self.bare.rstrip().endswith(("?", "？"))

    @cached_property
    def disagrees(self) -> bool:
        """Whether it calls things contradictory."""
        return bool(cues.DISAGREES.search(self.folded))

    @cached_property
    def points_back(self) -> bool:
        """Whether its subject is in a sentence before it."""
        return not self.names and bool(cues.POINTS_BACK.match(self.folded))


@lru_cache(maxsize=65536)
def _meant(word: str) -> frozenset[str]:
    """The terms of a folded word; a German participle as its verb: `gekostet` is a form of `kosten`."""
    found = ideas(word)
    if len(word) < 6 or not word.startswith("ge") or any(map(is_concept, found)):
        return found
    return frozenset(filter(is_concept, ideas(word[2:]))) or found


def _code(word: str) -> bool:
    return _DIGIT.search(word) is not None


def _version(figure: Figure, text: str) -> bool:
    """Whether a plain number follows a name inside the sentence, as in `Llama 3.1`.

    Versions have groups of two digits at most; a name after a colon or a bar labels a value.
    """
    if not alone(figure) or not re.fullmatch(r"\d{1,2}(?:\.\d{1,2})*", figure.text):
        return False
    before = re.search(r"(?<=[^\s:：|]\s)[A-ZÄÖÜ][\w.]*[ -]$", text[: figure.start])
    if before is not None and re.search(r"[:：|][^.,;:：|]*$", text[: before.start()]):
        return False
    after = re.match(r"\s+([a-zäöüß]+)", text[figure.end :])
    return before is not None and ("." in figure.text or after is None or after[1] in STOP)


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
    """Sentences and table cells that say something, in reading order, without orders to a judge."""
    return tuple(item for item in _read(_plain(injection.without(text))) if item.terms or item.dates)


def _read(text: str) -> Iterator[Statement]:
    """Prose by sentences, tables by cells."""
    above = ""
    for columns, lines in groupby(text.split("\n"), key=_columns):
        block = list(lines)
        if columns and len(block) > 1:
            yield statement(block[0])
            yield from (_cell(cell, above) for cell in tables.cells((line, 0) for line in block))
        else:
            above = next((line for line in reversed(block) if line.strip()), "")[:ABOVE]
            yield from map(statement, _pieces(_WRAPPED.sub(" ", "\n".join(block))))


def _columns(line: str) -> int:
    """How many columns a table's row has; 0 for other lines. Another number begins another table."""
    return len(tables.split(line)) if line.count("|") >= (1 if " | " in line else 2) else 0


def _cell(cell: tables.Cell, above: str) -> Statement:
    """A table's cell as a sentence with its row's and its column's names; it is quoted by its row."""
    unit = _ROW_UNIT.search(cell.row)
    if unit and not cell.unit and _DIGIT.search(cell.value):
        cell = cell._replace(row=cell.row[: unit.start()], unit=unit["unit"])
    value = (
        f"{cell.value} {cell.unit}"
        if cell.unit not in cell.value and _DIGIT.search(cell.value)
        else cell.value
    )
    bare = statement(f"{cell.row}, {cell.column}: {value}" if cell.column else f"{cell.row}: {value}").bare
    return Statement(text=cell.line, bare=bare, cell=True, above=above)


_MONEY = re.compile(r"\b((?:19|20)\d\d) (?=[€$£¥]\s?\d)")
"""A year before an amount, whose sign belongs to the amount."""

_HEADED = re.compile(r"^[^\d\n]{3,160}? [–—] (?=\S)(?!.* [–—] )", re.DOTALL)
_CLAUSES = re.compile(
    r"[;；，]|,\s+(?=(?:so that|because|which|and|but|yet|while|whereas|although|since|weil|da|und|aber|doch"
    r"|während|obwohl|so ?dass)\b)"
)
_SOURCE = re.compile(r"\s*[(（][^()（）\d]{1,40}[)）](?=[.。]?\s*$)")


def claimed(text: str) -> Statement:
    """What a claim states, without the heading above it, the source at its end and clauses beside.

    Where a clause has figures, those without any are beside it.
    """
    short = _SOURCE.sub("", _HEADED.sub("", _MONEY.sub(r"\1, ", text)))
    whole = statement(short)
    if not whole.digits:
        return whole if len(whole.terms) > 2 else statement(text)
    figured = statement(" ".join(piece for piece in _CLAUSES.split(short) if piece and _DIGIT.search(piece)))
    return figured if len(figured.telling) > 1 else whole


def _pieces(text: str) -> Iterator[str]:
    """Its sentences; the day of a German date ends none: `am 3. März`."""
    start = None
    for span in sentences(text):
        start = span.start if start is None else start
        if _DAY.search(text, max(start, span.end - 5), span.end) and _MONTH.match(text, span.end):
            continue
        yield text[start : span.end]
        start = None
    if start is not None:
        yield text[start:]


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


def answers(steps: Iterable[Step]) -> frozenset[int]:
    """The steps that give the report or a draft of it: nothing is found there."""
    return frozenset(step.index for step in steps if step.kind == "answer")
