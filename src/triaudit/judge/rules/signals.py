"""What can be measured in a report by rule: subjects treated, reasoning, layout, demands met, facts used.

Each signal is a value 0-1 with an honest reason and the report's words that show it. Saturating scales
(`1 - exp(-x / scale)`) are set so that a typical report of a research agent lies near the middle.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from math import ceil, exp, fsum
from typing import NamedTuple

from triaudit.judge.rules.asks import Demand
from triaudit.judge.rules.reading import Mark, Reading, Sentence
from triaudit.words import term_set

QUOTE = 200
"""Longest quote, in characters."""


class Signal(NamedTuple):
    """A measured value 0-1, why, and the report's words that show it."""

    value: float
    why: str
    quote: str = ""


def rising(x: float, scale: float) -> float:
    """0 at 0, 0.63 at `scale`, towards 1 beyond."""
    return 1 - exp(-max(0.0, x) / scale)


def quoted(sentence: Sentence) -> str:
    """A sentence's words, cut at a word's end where it is long."""
    text = sentence.text
    if len(text) <= QUOTE:
        return text
    cut = text.rfind(" ", QUOTE // 2, QUOTE)
    return text[: cut if cut > 0 else QUOTE].rstrip()


def mean(signals: Sequence[Signal], what: str) -> Signal:
    """The mean of several signals; the quote of the best, the reasons of the best and the worst."""
    if not signals:
        return Signal(0.0, f"nothing to measure for {what}")
    ordered = sorted(signals, key=lambda signal: -signal.value)
    value = fsum(signal.value for signal in signals) / len(signals)
    why = ordered[0].why if len(ordered) == 1 else f"best: {ordered[0].why}; weakest: {ordered[-1].why}"
    return Signal(value, why, next((signal.quote for signal in ordered if signal.quote), ""))


# ---------------------------------------------------------------- what it treats


def holders(reading: Reading, wanted: frozenset[str]) -> list[int]:
    """Sentences that hold at least two in five of the terms."""
    need = max(1, ceil(len(wanted) * 0.4))
    return sorted(index for index, count in reading.holding(wanted).items() if count >= need)


def treated(reading: Reading, wanted: frozenset[str], name: str) -> Signal:
    """How far a subject is treated: its terms present, sentences about it, specifics among them."""
    if not wanted:
        return Signal(0.0, f"“{name}” has no words to look for")
    present = sum(bool(reading.find(term)) for term in wanted) / len(wanted)
    hits = holders(reading, wanted)
    if not hits:
        return Signal(0.25 * present**2, f"no sentence treats “{name}”")
    chosen = [reading.sentences[index] for index in hits]
    specific = [sentence for sentence in chosen if sentence.numbers or len(sentence.marks) > 1]
    value = present * (0.25 + 0.45 * rising(len(hits), 7) + 0.3 * rising(len(specific), 4))
    best = max(
        chosen, key=lambda s: (len(s.terms & wanted), bool(s.marks) + bool(s.numbers), -abs(s.words - 25))
    )
    return Signal(
        value, f"{len(hits)} sentences treat “{name}”, {len(specific)} with specifics", quoted(best)
    )


def answered(reading: Reading, point: str) -> Signal:
    """How far a point of the task is answered: its terms present, and met together in one section."""
    wanted = term_set(point)
    if not wanted:
        return Signal(0.0, "the point has no words to look for")
    held = reading.holding(wanted)
    present = sum(bool(reading.find(term)) for term in wanted) / len(wanted)
    sections: dict[int, set[str]] = {}
    for index in held:
        sections.setdefault(reading.sentences[index].section, set()).update(
            reading.sentences[index].terms & wanted
        )
    together = max((len(found) for found in sections.values()), default=0) / len(wanted)
    close = sum(1 for count in held.values() if count >= max(2, min(4, len(wanted) // 5)))
    value = min(1.0, present * 1.2) * (0.3 + 0.4 * min(1.0, together * 1.6) + 0.3 * rising(close, 6))
    share = f"{present:.0%} of its terms occur, {together:.0%} in one section, {close} sentences on it"
    best = max(held, key=lambda i: (held[i], bool(reading.sentences[i].marks), -i), default=None)
    return Signal(value, share, "" if best is None else quoted(reading.sentences[best]))


def specifics(reading: Reading) -> Signal:
    """Figures and references per 100 words."""
    count = sum(len(sentence.numbers) for sentence in reading.sentences)
    per_100 = 100 * count / max(1, reading.words)
    links = 100 * reading.links / max(1, reading.words)
    best = max(reading.sentences, key=lambda s: len(s.numbers) if s.words < 60 else 0, default=None)
    value = (0.6 * rising(per_100, 6) + 0.4 * rising(links, 2)) * rising(reading.words, 300)
    why = f"{count} figures ({per_100:.1f} per 100 words), {reading.links} references, {reading.words} words"
    return Signal(value, why, quoted(best) if best and best.numbers else "")


# ---------------------------------------------------------------- how it reasons

_REASONING: dict[Mark, tuple[str, float]] = {
    "cause": ("give causes or consequences", 0.04),
    "contrast": ("compare or weigh", 0.085),
    "limit": ("state limits or uncertainty", 0.05),
    "advice": ("draw practical conclusions", 0.025),
}
"""What the sentences do, and the share of them at which the signal reaches 0.63."""


def reasons(reading: Reading, mark: Mark, where: Collection[int] | None = None) -> Signal:
    """How much a report, or its sentences on a subject, reasons in one way."""
    indexes = range(len(reading.sentences)) if where is None else sorted(where)
    hits = [reading.sentences[i] for i in indexes if mark in reading.sentences[i].marks]
    what, scale = _REASONING[mark]
    if not hits:
        return Signal(0.0, f"none of {len(indexes)} sentences {what}")
    value = rising(len(hits) / len(indexes), scale) * (0.3 + 0.7 * rising(len(hits), 3))
    best = max(hits, key=lambda s: (len(s.marks), bool(s.numbers), 8 <= s.words <= 60))
    return Signal(value, f"{len(hits)} of {len(indexes)} sentences {what}", quoted(best))


def interpreted(reading: Reading, where: Collection[int] | None = None) -> Signal:
    """Share of the figures that the same sentence or the paragraph's next one interprets."""
    indexes = range(len(reading.sentences)) if where is None else sorted(where)
    stated = [i for i in indexes if reading.sentences[i].numbers]
    if not stated:
        return Signal(0.0, "there are no figures to interpret")
    read = [i for i in stated if reasoned(reading, i)]
    value = rising(len(read) / len(stated), 0.25) * (0.3 + 0.7 * rising(len(read), 4))
    best = max(read, key=lambda i: (len(reading.sentences[i].marks), -i), default=None)
    quote = "" if best is None else quoted(reading.sentences[best])
    return Signal(value, f"{len(read)} of {len(stated)} sentences with figures say what they mean", quote)


def reasoned(reading: Reading, index: int) -> bool:
    """Whether a sentence, or its neighbour in the paragraph, gives a reason, a comparison or a conclusion."""
    here = reading.sentences[index]
    if here.marks:
        return True
    after = reading.sentences[index + 1] if index + 1 < len(reading.sentences) else None
    return bool(after and after.paragraph == here.paragraph and after.marks)


# ---------------------------------------------------------------- how it is laid out

_OPENING = re.compile(
    r"summary|overview|abstract|introduc|key (?:findings|points|takeaways)|tl;dr|in short|conclusion|scope"
    r"|摘要|概述|概览|总览|结论|核心|引言|背景|要点|总体|前言|zusammenfassung|überblick|einleitung|kernaussagen|kurzfassung"
)
_CLOSING = re.compile(
    r"conclusion|summary|recommend|takeaway|next steps|outlook|bottom line|limitations|implications"
    r"|结论|总结|小结|建议|结语|展望|启示|局限|fazit|zusammenfassung|empfehlung|ausblick|schluss"
)


def structure(reading: Reading) -> Signal:
    """Headings in proportion to the length, more than one level of them, lists or tables where they help."""
    if reading.words < 30:
        return Signal(reading.words / 300, f"{reading.words} words need no structure and show none")
    heads, per_head = len(reading.headings), reading.words / max(1, len(reading.headings))
    if reading.words < 250:
        headed = 0.6 if heads else 0.35
    else:
        headed = min(1.0, heads / max(2, reading.words / 250)) * (
            1 if per_head >= 60 else 0.5 + per_head / 120
        )
    levels = len({heading.level for heading in reading.headings})
    listed = reading.items / max(1, len(reading.paragraphs))
    balance = 1 - abs(listed - 0.45) if reading.items else 0.35
    tables = min(1.0, reading.rows / 4)
    value = 0.45 * headed + 0.15 * min(1.0, levels / 2) + 0.25 * balance + 0.15 * tables
    why = f"{heads} headings on {levels} levels, {reading.items} list items, {reading.rows} table rows"
    return Signal(value, f"{why} in {reading.words} words", _first(reading))


def readable(reading: Reading) -> Signal:
    """Sentences and paragraphs of a length that reads well."""
    lengths = sorted(s.words for s in reading.sentences if s.words >= 4)
    if not lengths:
        return Signal(0.0, "there are no full sentences")
    middle = lengths[len(lengths) // 2]
    overlong = sum(n > 45 for n in lengths) / len(lengths)
    stubs = sum(s.words < 6 for s in reading.sentences) / len(reading.sentences)
    dense = sum(n > 160 for n in reading.paragraphs) / max(1, len(reading.paragraphs))
    ease = 1.0 if 9 <= middle <= 24 else max(0.2, 1 - min(abs(middle - 9), abs(middle - 24)) / 20)
    value = rising(reading.words, 120) * (
        0.35 * ease + 0.25 * max(0.0, 1 - 3 * overlong) + 0.2 * (1 - stubs) + 0.2 * max(0.0, 1 - 3 * dense)
    )
    why = f"the middle sentence has {middle} words, {overlong:.0%} are over 45, {stubs:.0%} are under 6"
    good = next((s for s in reading.sentences if 9 <= s.words <= 24), None)
    return Signal(
        0.9 * value, f"{why}; {dense:.0%} of paragraphs are over 160 words", quoted(good) if good else ""
    )


def framed(reading: Reading) -> Signal:
    """Whether the main points open the report and conclusions close it."""
    if not reading.sentences:
        return Signal(0.0, "the report is empty")
    early = [h.text for h in reading.headings if h.before < 0.2 * reading.words]
    early += [s.text.casefold() for s in reading.sentences[: max(2, len(reading.sentences) // 20)]]
    late = [h.text for h in reading.headings if h.before > 0.6 * reading.words]
    late += [s.text.casefold() for s in reading.sentences[-max(2, len(reading.sentences) // 20) :]]
    opens = any(_OPENING.search(text) for text in early)
    closes = any(_CLOSING.search(text) for text in late)
    intro = not reading.headings or reading.headings[0].before > 15 or opens
    value = (0.15 + 0.15 * intro + 0.35 * opens + 0.35 * closes) * rising(reading.words, 150)
    why = f"{'an' if opens else 'no'} opening overview, {'a' if closes else 'no'} closing conclusion"
    return Signal(value, why, _first(reading))


def fresh(reading: Reading) -> Signal:
    """Share of longer sentences that say something which no earlier one says in the same words."""
    longer = [s for s in reading.sentences if len(s.terms) >= 5]
    if not longer:
        return Signal(0.0, "there are no longer sentences")
    earliest = {s.terms: s for s in reversed(longer)}
    repeated = [s for s in longer if earliest[s.terms] is not s]
    share = len(repeated) / len(longer)
    first = repeated[0] if repeated else longer[0]
    value = max(0.0, 1 - 4 * share) * (0.2 + 0.65 * rising(len(longer), 20))
    return Signal(
        value, f"{len(repeated)} of {len(longer)} longer sentences repeat an earlier one", quoted(first)
    )


def _first(reading: Reading) -> str:
    """The first sentence of some length, to show where a statement about the whole begins."""
    return next((quoted(s) for s in reading.sentences if s.words >= 6), "")


# ---------------------------------------------------------------- demands on form


def met(reading: Reading, demand: Demand) -> Signal:
    """Whether a demand on form is met, as far as a rule can tell."""
    match demand.form:
        case "table":
            return Signal(min(1.0, reading.rows / 4) * 0.95, f"{reading.rows} table rows", _first(reading))
        case "comparison":
            return _scaled(reasons(reading, "contrast"), 0.75 + 0.25 * min(1.0, reading.rows / 4))
        case "advice":
            return reasons(reading, "advice")
        case "sources":
            per = 100 * reading.links / max(1, reading.words)
            return Signal(
                rising(per, 1.2), f"{reading.links} references, {per:.1f} per 100 words", _linked(reading)
            )
        case "summary":
            return framed(reading)
        case "code":
            return Signal(rising(reading.code, 1.5), f"{reading.code} code blocks", _first(reading))
        case "formula":
            return Signal(rising(reading.formulas, 5), f"{reading.formulas} formulas", _first(reading))
        case "count":
            things = max(reading.items, reading.rows - 2, len(reading.headings))
            return Signal(
                0.9 * min(1.0, things / demand.least), f"{things} listed things for {demand.least} asked", ""
            )
        case "length":
            return _length(reading, demand)
        case "years":
            have = {year for s in reading.sentences for year in demand.years if year in s.numbers}
            hit = next((s for s in reading.sentences if s.numbers & have), None)
            why = f"{len(have)} of the years {', '.join(demand.years)} occur"
            return Signal(0.9 * len(have) / len(demand.years), why, quoted(hit) if hit else "")


def _scaled(signal: Signal, factor: float) -> Signal:
    return signal._replace(value=signal.value * factor)


def _length(reading: Reading, demand: Demand) -> Signal:
    n = round(reading.words / 0.6) if "字" in demand.text else reading.words
    over = n / demand.most if demand.most and n > demand.most else 1.0
    under = demand.least / max(1, n) if n < demand.least else 1.0
    bounds = " to ".join(str(bound) for bound in (demand.least, demand.most) if bound)
    why = f"a length of about {n} where {bounds} was asked"
    return Signal(max(0.0, 1 - 2 * (max(over, under) - 1)) * 0.95, why, _first(reading))


def _linked(reading: Reading) -> str:
    hit = next(
        (s for s in reading.sentences if re.search(r"https?://|\[\^?\d", s.text) and s.words < 80), None
    )
    return quoted(hit) if hit else ""
