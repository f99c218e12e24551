"""Whether a report meets the demands on its form, as far as a rule can tell."""

from __future__ import annotations

import re

from triaudit.judge.rules.asks import Demand
from triaudit.judge.rules.layout import framed
from triaudit.judge.rules.marks import DISAGREEING, SURE
from triaudit.judge.rules.reading import Reading
from triaudit.judge.rules.signals import Signal, first, quoted, reasons, rising


def met(reading: Reading, demand: Demand) -> Signal:
    """Whether a demand on form is met, as far as a rule can tell."""
    match demand.form:
        case "table":
            return Signal(min(1.0, reading.rows / 4) * 0.95, f"{reading.rows} table rows", first(reading))
        case "comparison":
            return _scaled(reasons(reading, "contrast"), 0.75 + 0.25 * min(1.0, reading.rows / 4))
        case "advice":
            return reasons(reading, "advice")
        case "certainty":
            return _said(reading, SURE, "say how sure the report is")
        case "disagreement":
            return _said(reading, DISAGREEING, "tell of sources that differ")
        case "sources":
            per = 100 * reading.links / max(1, reading.words)
            return Signal(
                rising(per, 1.2), f"{reading.links} references, {per:.1f} per 100 words", _linked(reading)
            )
        case "summary":
            return framed(reading)
        case "code":
            return Signal(rising(reading.code, 1.5), f"{reading.code} code blocks", first(reading))
        case "formula":
            return Signal(rising(reading.formulas, 5), f"{reading.formulas} formulas", first(reading))
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


def _said(reading: Reading, words: re.Pattern[str], what: str) -> Signal:
    """Whether some sentences speak of something, and speak of it with figures, names or reasons."""
    hits = [s for s in reading.sentences if not s.idle and words.search(s.text)]
    if not hits:
        return Signal(0.0, f"0 sentences {what}")
    best = max(hits, key=lambda s: (s.specific, len(s.terms)))
    return Signal(0.95 * rising(len(hits), 1), f"{len(hits)} sentences {what}", quoted(best))


def _scaled(signal: Signal, factor: float) -> Signal:
    return signal._replace(value=signal.value * factor)


def _length(reading: Reading, demand: Demand) -> Signal:
    n = round(reading.words / 0.6) if "字" in demand.text else reading.words
    over = n / demand.most if demand.most and n > demand.most else 1.0
    under = demand.least / max(1, n) if n < demand.least else 1.0
    bounds = " to ".join(str(bound) for bound in (demand.least, demand.most) if bound)
    why = f"a length of about {n} where {bounds} was asked"
    return Signal(max(0.0, 1 - 2 * (max(over, under) - 1)) * 0.95, why, first(reading))


def _linked(reading: Reading) -> str:
    hit = next(
        (s for s in reading.sentences if re.search(r"https?://|\[\^?\d", s.text) and s.words < 80), None
    )
    return quoted(hit) if hit else ""
