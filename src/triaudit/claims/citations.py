"""Which addresses a report cites for a passage: links, footnotes, numbered references, bare addresses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from triaudit.claims.segments import Segment
from triaudit.text import GROUP, HAN, MARKERS, urls

_LABEL = re.compile(r"\[\^?(?P<label>[^\[\]\n]{1,60})\]:\s*")
_BRACKET = re.compile(r"\s*(?:[-*+•]\s*)?[\[【]\^?(?P<label>\w{1,20})[\]】]:?\s*(?!\()")
_NUMBERED = re.compile(r"\s*(?:[-*+•]\s*)?\(?(?P<label>\d{1,3})[.)、]\)?\s+")
_DOI = re.compile(r"\b10\.\d{4,9}/[^\s\"'<>\])）]+(?<![.,;])")
_CITED = re.compile(
    rf"\[\^(?P<note>[^\]\s]{{1,60}})\]|\[(?P<group>{GROUP})\](?!\()|\[[^\[\]\n]+\]\[(?P<reference>[^\[\]\n]{{0,60}})\]"
)
_UNRESOLVED = re.compile("|".join(MARKERS))
_TRAILING = re.compile(
    rf"[.。!！]?(?:[ \t]*(?:\[\^[^\]\s]{{1,60}}\](?!:)|\[{GROUP}\](?:\([^()\s]*\))?|【[^】\n]{{1,80}}】"
    r"|[\ue000-\uf8ff]{1,40}+(?:\w{1,40}[\ue000-\uf8ff]{1,40}+){0,6}+"
    rf"|\((?:\[[^\]\n]+\]\((?:[^()\s]|\([^()\s]*\))*\)[,;\s]*)+\)|[(（]https?://[^\s{HAN}]+[)）]))+"
)


class Entry(NamedTuple):
    """A reference list's entry, footnote or link definition."""

    start: int
    urls: tuple[str, ...]


class Cited(NamedTuple):
    """What a passage cites."""

    urls: tuple[str, ...]
    unresolved: tuple[str, ...]
    """Markers that lead nowhere, such as `[9]` without an entry or `【8†source】`."""


def entries(report: str, segments: Iterable[Segment]) -> dict[str, list[Entry]]:
    """The entries of a report's reference lists by their labels, folded, in reading order."""
    found: dict[str, list[Entry]] = {}
    for segment in segments:
        if segment.kind != "references":
            continue
        label, begin, text = "", segment.start, ""
        for line in re.finditer(r"[^\n]+", report[segment.start : segment.end]):
            mark = _LABEL.match(line[0].strip()) or _BRACKET.match(line[0]) or _NUMBERED.match(line[0])
            if mark:
                _add(found, label, begin, text)
                label, begin, text = mark["label"], segment.start + line.start(), ""
            text += line[0] + "\n"
        _add(found, label, begin, text)
    return found


def _add(found: dict[str, list[Entry]], label: str, start: int, text: str) -> None:
    addresses = tuple(dict.fromkeys(address for _, address in urls(text)))
    if not addresses:
        addresses = tuple(f"https://doi.org/{doi}" for doi in dict.fromkeys(_DOI.findall(text)))
    if label and addresses:
        found.setdefault(label.casefold().strip(), []).append(Entry(start, addresses))


def cited(report: str, start: int, end: int, known: Mapping[str, list[Entry]]) -> Cited:
    """What `report[start:end]` and the markers right behind it cite.

    A label that several lists define means the next list below, else the last one above.
    """
    trailing = _TRAILING.match(report, end)
    end = trailing.end() if trailing else end
    passage = report[start:end]
    addresses: list[tuple[int, tuple[str, ...]]] = [
        (span.start, (address,)) for span, address in urls(passage)
    ]
    unresolved = [found[0].strip() for found in _UNRESOLVED.finditer(passage)]
    for found in _CITED.finditer(passage):
        for label in _labels(found):
            options = known.get(label.casefold().strip(), [])
            below = [entry for entry in options if entry.start >= end]
            if options:
                addresses.append((found.start(), (below[0] if below else options[-1]).urls))
            else:
                unresolved.append(f"[{label}]")
    ordered = [address for _, group in sorted(addresses) for address in group]
    return Cited(tuple(dict.fromkeys(ordered)), tuple(dict.fromkeys(unresolved)))


def _labels(found: re.Match[str]) -> list[str]:
    """The labels of one marker; `[2-4]` is three of them."""
    if found["note"]:
        return [found["note"]]
    if found["group"] is None:
        return [found["reference"] or found[0][1:].split("]")[0]]
    labels: list[str] = []
    for part in re.split(r"\s*[,，、;]\s*", found["group"]):
        ends = [int(number) for number in re.split(r"\s*[–-]\s*", part)]
        if len(ends) == 2 and ends[0] < ends[1] <= ends[0] + 30:
            labels.extend(str(number) for number in range(ends[0], ends[1] + 1))
        else:
            labels.extend(map(str, ends))
    return labels
