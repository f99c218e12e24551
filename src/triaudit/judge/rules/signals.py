"""What can be measured in a report by rule: subjects treated, points answered, reasoning.

Each signal is a value 0-1 with an honest reason and the report's words that show it. Saturating scales
(`1 - exp(-x / scale)`) are set so that a typical report of a research agent lies near the middle; counts
are weighed against the report's length, so that a short report that says much is no worse than a long one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import ceil, exp, fsum
from typing import NamedTuple

from triaudit.judge.rules.concepts import ideas
from triaudit.judge.rules.marks import Mark
from triaudit.judge.rules.reading import Reading, Sentence

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


def scale(reading: Reading, full: float, least: float) -> float:
    """The count that is much for a report of this length: `full` of 150 sentences, at least `least`."""
    return min(full, max(least, full * len(reading.sentences) / 150))


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
    specific = [sentence for sentence in chosen if sentence.specific]
    much = scale(reading, 7, 1.5)
    value = present * (0.25 + 0.3 * rising(len(hits), much) + 0.45 * rising(len(specific), 0.7 * much))
    best = max(
        chosen, key=lambda s: (len(s.terms & wanted), bool(s.marks) + bool(s.numbers), -abs(s.words - 25))
    )
    return Signal(
        value, f"{len(hits)} sentences treat “{name}”, {len(specific)} with specifics", quoted(best)
    )


def answered(reading: Reading, point: str) -> Signal:
    """How far a point of the task is answered: its terms present, and met together in one section."""
    wanted = ideas(point)
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
    need = min(len(wanted), max(2, min(4, len(wanted) // 5)))
    close = sum(count >= need and reading.sentences[index].specific for index, count in held.items())
    value = min(1.0, present * 1.2) * (
        0.3 + 0.3 * min(1.0, together * 1.6) + 0.4 * rising(close, scale(reading, 6, 1.2))
    )
    share = f"{present:.0%} of its terms occur, {together:.0%} in one section, {close} telling sentences"
    best = max(held, key=lambda i: (held[i], bool(reading.sentences[i].marks), -i), default=None)
    return Signal(value, share, "" if best is None else quoted(reading.sentences[best]))


def specifics(reading: Reading) -> Signal:
    """Figures and references per 100 words."""
    count = sum(len(sentence.numbers) for sentence in reading.sentences)
    per_100 = 100 * count / max(1, reading.words)
    links = 100 * reading.links / max(1, reading.words)
    best = max(reading.sentences, key=lambda s: len(s.numbers) if s.words < 60 else 0, default=None)
    value = (0.6 * rising(per_100, 4.5) + 0.4 * rising(links, 1.2)) * rising(reading.solid, 120)
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
    what, share = _REASONING[mark]
    if not hits:
        return Signal(0.0, f"none of {len(indexes)} sentences {what}")
    value = rising(len(hits) / len(indexes), share) * (0.3 + 0.7 * rising(len(hits), scale(reading, 3, 1)))
    best = max(hits, key=lambda s: (len(s.marks), bool(s.numbers), 8 <= s.words <= 60))
    return Signal(value, f"{len(hits)} of {len(indexes)} sentences {what}", quoted(best))


def interpreted(reading: Reading, where: Collection[int] | None = None) -> Signal:
    """Share of the figures that the same sentence or the paragraph's next one interprets."""
    indexes = range(len(reading.sentences)) if where is None else sorted(where)
    stated = [i for i in indexes if reading.sentences[i].numbers]
    if not stated:
        return Signal(0.0, "there are no figures to interpret")
    read = [i for i in stated if reasoned(reading, i)]
    value = rising(len(read) / len(stated), 0.25) * (0.3 + 0.7 * rising(len(read), scale(reading, 4, 1.5)))
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


def first(reading: Reading) -> str:
    """The first sentence of some length, to show where a statement about the whole begins."""
    return next((quoted(s) for s in reading.sentences if s.words >= 6), "")
