"""The same amounts in another unit, scale or spelling: 5.51 million as 5,510,000, seven as 7."""

from __future__ import annotations

import re
from decimal import Decimal
from random import Random

from triaudit.selftest.variants.figures import PROTECTED, parse, write

SCALES = {
    "en": (("", 0), ("thousand", 3), ("million", 6), ("billion", 9)),
    "de": (("", 0), ("Tsd.", 3), ("Mio.", 6), ("Millionen", 6), ("Mrd.", 9)),
    "zh": (("", 0), ("万", 4), ("亿", 8)),
}
UNITS = {
    "en": (
        ("percent", "per cent", "%"),
        ("kilometres", "km"),
        ("metres", "m"),
        ("square kilometres", "km²"),
        ("tonnes", "t"),
        ("megawatts", "MW"),
        ("kilometres per hour", "km/h"),
        ("carbon dioxide", "CO2"),
    ),
    "de": (
        ("Prozent", "%"),
        ("Kilometer", "km"),
        ("Tonnen", "t"),
        ("Megawatt", "MW"),
        ("GWh", "Gigawattstunden"),
        ("Kohlendioxid", "CO2"),
    ),
    "zh": (
        ("平方公里", "平方千米"),
        ("公里", "千米"),
        ("吨", "公吨"),
        ("兆瓦时", "MWh"),
        ("兆瓦", "MW"),
        ("%", "％"),
    ),
}
"""Names of one unit, each of which may stand for another behind a figure."""
STEPS = {
    "en": (
        ("kilometres", "metres", 3),
        ("km", "m", 3),
        ("MWh", "kWh", 3),
        ("GWh", "MWh", 3),
        ("tonnes", "kg", 3),
    ),
    "de": (("Kilometer", "Meter", 3), ("km", "m", 3), ("GWh", "MWh", 3), ("Megawatt", "Kilowatt", 3)),
    "zh": (("公里", "米", 3), ("兆瓦时", "千瓦时", 3), ("兆瓦", "千瓦", 3), ("吨", "公斤", 3)),
}
"""A larger unit, a smaller one, and how many powers of ten are between them."""
WORDS = {
    "en": ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    "de": ("zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"),
    "zh": (),
}
"""Small numbers that prose spells out, from two on."""
_NUMBER = r"(?<![A-Za-z\d.,-])(?P<number>\d[\d.,]*)(?<![.,])"
_STAYS = re.compile(
    r" (?:out of|von|percent|per cent|million|billion|thousand|crowns|minutes?|seconds?|megawatts?|halves"
    r"|thirds?|quarters?|fourths?|fifths?|sixths?|tenths?|Prozent|Mio|Tsd|Million|Kronen|Heller|Megawatt|Uhr"
    r"|Viertel|Drittel|Fünftel|Zehntel|January|February|March|April|May|June|July|August|September|October"
    r"|November|December)"
)
"""Before these a number stays as it is: prose does not spell it, or spells only the whole of it."""
_DATED = re.compile(r"(?:1[5-9]|20)\d\d")


def rescaled(sentence: str, language: str, rng: Random) -> str | None:
    """One amount with another word of scale or none: `960,000 crowns` as `0.96 million crowns`."""
    scales = SCALES.get(language, ())
    names = "|".join(re.escape(name) for name, _ in scales if name)
    gap = "" if language == "zh" else " "
    found = list(re.finditer(rf"{_NUMBER}(?:{gap}(?P<scale>{names}))?(?![\w\d]*[-%])", _open(sentence)))
    rng.shuffle(found)
    for match in found:
        power = next((p for name, p in scales if name == match["scale"]), 0)
        number = parse(match["number"], language)
        if number is None or (not power and (number < 20_000 or _DATED.fullmatch(match["number"]))):
            continue
        amount = number * Decimal(10) ** power
        other = [(n, p) for n, p in scales if p != power and _readable(amount, p)]
        other = [(n, p) for n, p in other if p or language != "zh" or amount < 10**7]
        if language == "zh" and not power:
            other = []
        if not other:
            continue
        name, by = rng.choice(other)
        written = write(amount / Decimal(10) ** by, "0", language)
        new = f"{written}{gap}{name}" if name else written
        return sentence[: match.start()] + new + sentence[match.end() :]
    return None


def _readable(amount: Decimal, power: int) -> bool:
    """Whether somebody would write it so: 0.1 to 999,999, and whole where there is no word of scale."""
    number = amount / Decimal(10) ** power
    if not power:
        return number % 1 == 0 and number < 10**8
    places = -number.normalize().as_tuple().exponent  # type: ignore[operator]
    return Decimal(1 if power == 9 else "0.1") <= number < 1_000_000 and places <= 3


def respelled(sentence: str, language: str, rng: Random) -> str | None:
    """One unit by its other name: percent and %, kilometres and km."""
    text = _open(sentence)
    chances = []
    for names in UNITS.get(language, ()):
        for name in names:
            for match in re.finditer(_behind(name, language), text):
                chances += [(match, name, other) for other in names if other != name]
    if not chances:
        return None
    match, name, other = rng.choice(chances)
    gap = "" if other in {"%", "％"} and language != "de" else " "
    start, end = match.span("unit")
    if text[: match.start("gap")][-1:].isdigit() and language != "zh":
        start = match.start("gap")
        other = gap + other
    return sentence[:start] + other + sentence[end:]


def stepped(sentence: str, language: str, rng: Random) -> str | None:
    """One amount in the next smaller unit: 8.4 kilometres as 8,400 metres."""
    text = _open(sentence)
    chances = []
    for large, small, power in STEPS.get(language, ()):
        gap = "" if language == "zh" else " "
        for match in re.finditer(rf"{_NUMBER}{gap}{re.escape(large)}(?![\w²/]| per| an | pro | je )", text):
            number = parse(match["number"], language)
            if number is not None and number * Decimal(10) ** power < 10**6:
                chances.append((match, number * Decimal(10) ** power, small))
        if language == "zh":
            for match in re.finditer(rf"{_NUMBER}{re.escape(large)}(?!时|/)", text):
                number = parse(match["number"], language)
                if number is not None and number < 1000 and not text[: match.start()].endswith("平方"):
                    chances.append((match, number * Decimal(10) ** power, small))
    if not chances:
        return None
    match, amount, small = rng.choice(chances)
    gap = "" if language == "zh" else " "
    return sentence[: match.start()] + write(amount, "0", language) + gap + small + sentence[match.end() :]


def spelled(sentence: str, language: str, rng: Random) -> str | None:
    """One small whole number in words, or one that is in words in digits."""
    words = WORDS.get(language, ())
    if not words or sentence.startswith("|"):
        return None
    text = _open(sentence)
    chances = [
        (match, words[int(match[0]) - 2])
        for match in re.finditer(r"(?<![\w.,-])(?:[2-9]|1[0-2])(?= [a-zäöüA-ZÄÖÜ]{4,})", text)
        if not _STAYS.match(text, match.end())
        and not re.search(r"(?:line|lines|and|to|bis|und|auf|von|from|by) $", text[: match.start()])
    ]
    chances += [
        (match, str(words.index(match[0].lower()) + 2))
        for match in re.finditer(rf"(?<!\w)(?i:{'|'.join(words)})(?= [a-zäöüA-ZÄÖÜ])", text)
        if not re.search(r"(?:out of|von) $", text[: match.start()])
        and not re.match(
            r" (?:out of|von|halves|thirds|quarters|fifths|tenths|Drittel|Viertel|Fünftel)\b",
            text[match.end() :],
        )
    ]
    if not chances:
        return None
    match, new = rng.choice(chances)
    return sentence[: match.start()] + new + sentence[match.end() :]


def _behind(name: str, language: str) -> str:
    """A unit behind a figure, and the space between."""
    end = r"" if language == "zh" or not name[-1].isalnum() else r"(?![\w²/])"
    if name in {"carbon dioxide", "Kohlendioxid", "CO2"}:
        return rf"(?<!\w)(?P<gap>)(?P<unit>{re.escape(name)}){end}(?=[ .,]|$)"
    before = "(?<=[0-9万亿])" if language == "zh" else r"(?<=\d)"
    return rf"{before}(?P<gap>\s?)(?P<unit>{re.escape(name)}){end}(?! per| je|时)"


def _open(sentence: str) -> str:
    """The sentence with what must not change blanked out, in place."""
    return PROTECTED.sub(lambda found: "_" * len(found[0]), sentence)
