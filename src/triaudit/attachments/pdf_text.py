"""The text of a PDF page as paragraphs."""

from __future__ import annotations

import re
import unicodedata

MIN_LINE = 45
"""Width from which a page's wide lines are lines of prose rather than cells or headings."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
# pdfium's mark for a hyphen at a line's end, the line end itself left out.
_HYPHEN = re.compile(r"(?<=\w)[\x02\ufffe]\s*(?=\w)")


def paragraphs(text: str) -> str:
    """A page's text with the lines of a paragraph joined, so that a sentence is not cut at a line's end.

    A line runs on into the next one where it is as wide as the page's wide lines, does not end a
    sentence, and is no row of numbers. Words hyphenated at a line's end are put together again.
    """
    text = unhyphenated(text)
    lines = [" ".join(readable(line).split()) for line in re.split(r"\r\n|\n|\r", text)]
    lines = [line for line in lines if line]
    widths = sorted(map(width, lines))
    full = widths[round(0.8 * (len(widths) - 1))] if widths else 0
    out: list[str] = []
    open_line = False
    for line in lines:
        if open_line and not re.match(r"[•●▪◦*–—-]\s|\(?\d+[.)、]\s?|#", line):
            wide = _wide(out[-1][-1]) and _wide(line[0])
            out[-1] += line if wide else f" {line}"
        else:
            out.append(line)
        # Tables of contents and rows of numbers are as wide as prose but go on nowhere.
        numbers = sum(c.isdigit() for c in line) > 0.25 * len(line) or "...." in line
        open_line = (
            full >= MIN_LINE
            and width(line) >= 0.75 * full
            and not numbers
            and line[-1] not in ".!?:;。！？：；"
        )
    return "\n".join(out)


def unhyphenated(text: str) -> str:
    """A text with the words put together again that pdfium marks as cut at a line's end."""
    return _HYPHEN.sub(_joined, text)


def _joined(mark: re.Match[str]) -> str:
    """Nothing within a word, a hyphen where it stands between other things (`HOMA-β`, `2020-2025`)."""
    before, after = mark.string[mark.start() - 1], mark.string[mark.end()]
    return "" if re.fullmatch(r"[a-zà-öø-ÿ]{2}", before + after) else "-"


def width(text: str) -> int:
    """Columns that a text takes, Chinese characters counting as two."""
    return sum(2 if _wide(char) else 1 for char in text)


def _wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"


def readable(text: str) -> str:
    """Characters that the PDF's fonts map to nothing that can be shown become �."""
    return _CONTROL.sub(lambda match: match[0] if match[0] in "\n\r" else "\ufffd", text)
