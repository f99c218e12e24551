"""Spreadsheet cells as a person sees them: percent, thousands, currency and date formats applied."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal

_TOKEN = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.|\*.|E[+-]0+|.', re.IGNORECASE)
_PLACES = "0#?.,"


def shown(value: object, number_format: str) -> str:
    """A cell's value as text.

    Dates are ISO (`2024-01-31`, `2024-01`, with ` 13:30` where the format has a time), since a date as
    shown (`01/02/24`) can be read in two ways. A format that is not understood gives the plain number.
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime | date | time):
        return _moment(value, number_format)
    if isinstance(value, timedelta):
        seconds = round(value.total_seconds())
        sign, seconds = ("-", -seconds) if seconds < 0 else ("", seconds)
        return f"{sign}{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    if isinstance(value, int | float):
        return _number(value, number_format)
    return str(value)


def _moment(value: datetime | date | time, number_format: str) -> str:
    code = re.sub(r'"[^"]*"|\\.|\[[^\]]*\]', "", number_format).lower()
    if isinstance(value, time):
        return value.strftime("%H:%M:%S" if "s" in code else "%H:%M")
    clock = ""
    if isinstance(value, datetime) and ("h" in code or value.time() != time()):
        clock = value.strftime(" %H:%M:%S" if "s" in code or value.second else " %H:%M")
    if "d" in code or "y" not in code or clock:
        return f"{value.year:04d}-{value.month:02d}-{value.day:02d}{clock}"
    return f"{value.year:04d}-{value.month:02d}" if "m" in code else f"{value.year:04d}"


def plain(value: float) -> str:
    """A number in full, without the noise of binary fractions."""
    if isinstance(value, int) or (value.is_integer() and abs(value) < 1e15):
        return str(int(value))
    return f"{value:.12g}"


def _number(value: float, number_format: str) -> str:
    sections = _sections(number_format)
    if number_format.lower() == "general" or any(re.search(r"\[[<>=]", section) for section in sections):
        return plain(value)
    negative = value < 0
    section = sections[0]
    if negative and len(sections) > 1:
        section, negative = sections[1], False  # that section writes its own sign
    elif value == 0 and len(sections) > 2:
        section = sections[2]
    before, places, after, scientific = _parts(section)
    if places is None:
        if not (before + after).strip() or "@" in before:
            return plain(value)
        return (("-" if negative else "") + before + after).strip()  # such as "-" for zero
    if scientific or "/" in after or "/" in before:
        return plain(value)
    if not re.fullmatch(r"[0#?,]*(?:\.[0#?]*)?,*", places):
        return plain(value)
    amount = abs(Decimal(repr(value)))
    amount *= 100 ** (before + after).count("%")
    body = places.rstrip(",")
    amount /= 1000 ** (len(places) - len(body))
    whole, _, fraction = body.partition(".")
    text = (
        f"{amount.quantize(Decimal(1).scaleb(-len(fraction)), ROUND_HALF_UP):{',' if ',' in whole else ''}f}"
    )
    optional = len(fraction) - len(fraction.rstrip("#?"))
    for _ in range(optional):
        text = text.removesuffix("0")
    text = text.rstrip(".")
    missing = whole.count("0") - len(re.sub(r"\D", "", text.partition(".")[0]))
    text = "0" * max(0, missing) + text
    sign = "-" if negative and re.search(r"[1-9]", text) else ""
    return f"{sign}{before}{text}{after}".strip()


def _sections(number_format: str) -> list[str]:
    sections = [""]
    for piece in _TOKEN.findall(number_format):
        if piece == ";":
            sections.append("")
        else:
            sections[-1] += piece
    return sections


def _parts(section: str) -> tuple[str, str | None, str, bool]:
    """Literal text before the number, its placeholders (None without any), text after, scientific or not."""
    before, after, places, scientific = "", "", None, False
    for piece in _TOKEN.findall(section):
        if piece in _PLACES and not (places is None and piece in ".,"):
            places = (places or "") + piece
            continue
        if re.fullmatch(r"E[+-]0+", piece, re.IGNORECASE):
            scientific = True
            continue
        text = _literal(piece)
        if places is None:
            before += text
        else:
            after += text
    return before, places, after, scientific


def _literal(piece: str) -> str:
    if piece[0] == '"':
        return piece[1:-1]
    if piece[0] == "\\":
        return piece[1:]
    if piece[0] == "[":  # [$€-407] is a currency; [Red] and the like are colours
        return piece[2:-1].partition("-")[0] if piece[1:2] == "$" else ""
    return "" if len(piece) == 2 else piece
