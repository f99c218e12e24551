"""How a report is laid out: its structure, sentences, frame, thread, and what it says twice or not at all."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from math import fsum, log

from triaudit.judge.rules.concepts import ideas
from triaudit.judge.rules.reading import Reading
from triaudit.judge.rules.signals import Signal, first, quoted, rising, scale

_OPENING = re.compile(
    r"summary|overview|\banswer\b|in brief|at a glance|verdict|abstract|introduc|in short|conclusion"
    r"|tl;dr|scope|key (?:findings|points|takeaways)|摘要|概述|概览|总览|结论|核心|引言|背景|要点|总体|前言"
    r"|zusammenfassung|überblick|einleitung|kernaussagen|kurzfassung|ergebnis|antwort"
)
_CLOSING = re.compile(
    r"conclusion|summary|recommend|\badvice\b|lessons|how sure|confidence|takeaway|next steps|outlook"
    r"|bottom line|limitations|implications|结论|总结|小结|建议|结语|展望|启示|局限|把握"
    r"|fazit|zusammenfassung|empfehlung|ausblick|schluss"
)


def structure(reading: Reading) -> Signal:
    """Headings in proportion to the length, more than one level of them, lists or tables where they help."""
    words = reading.solid
    if words < 30:
        return Signal(words / 300, f"{words} words need no structure and show none")
    heads, per_head = len(reading.headings), words / max(1, len(reading.headings))
    if words < 250:
        headed = 0.6 if heads else 0.35
    else:
        headed = min(1.0, heads / max(2, words / 250)) * (1 if per_head >= 30 else 0.5 + per_head / 60)
    levels = len({heading.level for heading in reading.headings})
    listed = reading.items / max(1, len(reading.paragraphs))
    balance = 1 - abs(listed - 0.45) if reading.items else 0.35
    tables = min(1.0, reading.rows / 4)
    value = 0.45 * headed + 0.15 * min(1.0, levels / 2) + 0.25 * balance + 0.15 * tables
    why = f"{heads} headings on {levels} levels, {reading.items} list items, {reading.rows} table rows"
    return Signal(value, f"{why} in {words} words", first(reading))


def readable(reading: Reading) -> Signal:
    """Sentences and paragraphs of a length that reads well."""
    told = [s for s in reading.sentences if not s.idle]
    lengths = sorted(s.words for s in told if s.words >= 4)
    if not lengths:
        return Signal(0.0, "there are no full sentences")
    middle = lengths[len(lengths) // 2]
    overlong = sum(n > 45 for n in lengths) / len(lengths)
    stubs = sum(s.words < 6 for s in told) / len(told)
    dense = sum(n > 160 for n in reading.paragraphs) / max(1, len(reading.paragraphs))
    ease = 1.0 if 9 <= middle <= 24 else max(0.2, 1 - min(abs(middle - 9), abs(middle - 24)) / 20)
    value = rising(reading.solid, 120) * (
        0.35 * ease + 0.25 * max(0.0, 1 - 3 * overlong) + 0.2 * (1 - stubs) + 0.2 * max(0.0, 1 - 3 * dense)
    )
    why = f"the middle sentence has {middle} words, {overlong:.0%} are over 45, {stubs:.0%} are under 6"
    good = next((s for s in told if 9 <= s.words <= 24), None)
    return Signal(
        0.9 * value, f"{why}; {dense:.0%} of paragraphs are over 160 words", quoted(good) if good else ""
    )


def framed(reading: Reading) -> Signal:
    """Whether the main points open the report and conclusions close it."""
    if not reading.sentences:
        return Signal(0.0, "the report is empty")
    told = [s.text.casefold() for s in reading.sentences if not s.idle]
    few = max(2, len(told) // 20)
    early = [h.text for h in reading.headings if h.before < 0.2 * reading.solid] + told[:few]
    late = [h.text for h in reading.headings if h.before > 0.6 * reading.solid] + told[-few:]
    opens = any(_OPENING.search(text) for text in early)
    closes = any(_CLOSING.search(text) for text in late)
    intro = not reading.headings or reading.headings[0].before > 15 or opens
    value = (0.15 + 0.15 * intro + 0.35 * opens + 0.35 * closes) * rising(reading.solid, 100)
    why = f"{'an' if opens else 'no'} opening overview, {'a' if closes else 'no'} closing conclusion"
    return Signal(value, why, first(reading))


def fresh(reading: Reading) -> Signal:
    """Share of the sentences that say something, and not what an earlier one says in the same words."""
    prose = [s for s in reading.sentences if not s.row]
    longer = [s for s in prose if len(s.terms) >= 5 and not s.idle]
    if not longer:
        return Signal(0.0, "there are no longer sentences")
    vain = [s for s in reading.sentences if s.idle]
    share = len(vain) / len(reading.sentences)
    value = max(0.0, 1 - 4 * share) * (0.3 + 0.6 * rising(len(longer), scale(reading, 12, 5)))
    why = f"{len(vain)} of {len(reading.sentences)} sentences repeat an earlier one or say nothing"
    return Signal(value, why, quoted(vain[0] if vain else longer[0]))


def flowing(reading: Reading) -> Signal:
    """How much more a sentence has in common with its heading and with the one before it than by chance.

    Terms in common count `log(N / n)` where n of N sentences have them. By chance is as in any other
    order of the same sentences, where the ratio is about 1.
    """
    told = [s for s in reading.sentences if not (s.row or s.idle)]
    pairs = [(a, b) for a, b in pairwise(told) if a.section == b.section]
    if len(told) < 6 or len(pairs) < 3:
        return Signal(0.4, f"{len(told)} sentences are too few to show a thread")
    heads = [frozenset[str](), *(ideas(heading.text) for heading in reading.headings)]
    found_in = Counter(term for s in told for term in s.terms)
    weight = {term: log(len(told) / n) for term, n in found_in.items()}
    shared = [a.terms & b.terms for a, b in pairs] + [heads[s.section] & s.terms for s in told]
    near = fsum(weight[term] for terms in shared for term in sorted(terms))
    alike = fsum(weight[term] * n * (n - 1) for term, n in sorted(found_in.items())) / len(told)
    headed = fsum(
        weight[term] * found_in[term] * n
        for section, n in sorted(Counter(s.section for s in told).items())
        for term in sorted(heads[section] & found_in.keys())
    )
    chance = alike * len(pairs) / (len(told) - 1) + headed / len(told)
    ratio = near / chance if chance else 1.0
    best = max(pairs, key=lambda pair: len(pair[0].terms & pair[1].terms))[1]
    why = f"a sentence shares {ratio:.1f} times as much with its heading and the one before as by chance"
    return Signal(rising(ratio - 0.4, 1.5), why, quoted(best))
