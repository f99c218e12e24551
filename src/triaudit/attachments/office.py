"""What Word documents and PowerPoint decks have in common: paragraphs, tables and pictures in XML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from triaudit.attachments.described import JPEG, PNG
from triaudit.attachments.image import media_type, size
from triaudit.attachments.tables import cell
from triaudit.types import Picture

if TYPE_CHECKING:
    from lxml.etree import _Element

_BREAKS = {"br": "\n", "cr": "\n", "tab": "\t", "noBreakHyphen": "-"}
_GONE = {"del", "moveFrom", "instrText", "delText"}
"""What a reader of the document does not see: deleted text, and codes of fields."""


def local(element: _Element) -> str:
    """An element's name without its namespace; empty for comments."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def text_of(paragraph: _Element) -> str:
    """A paragraph's words as they are shown, with accepted and without deleted changes.

    Text boxes inside of the paragraph are left out: they come once, as paragraphs of their own.
    """
    out: list[str] = []

    def walk(element: _Element) -> None:
        for child in element:
            name = local(child)
            if name in _GONE or name in {"txbxContent", "Fallback", "pPr"}:
                continue
            if name == "t":
                out.append(child.text or "")
            elif name in _BREAKS:
                out.append(_BREAKS[name])
            else:
                walk(child)

    walk(paragraph)
    return "".join(out)


def joined(texts: Iterable[str]) -> str:
    """The texts that say something, a line each."""
    lines = (" ".join(line.split()) for text in texts for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def grid(cells: Sequence[Sequence[str]]) -> list[list[str]]:
    """Rows of cells on one line each."""
    return [[cell(text) for text in row] for row in cells]


def picture(data: bytes, locator: str, part: int, alt: str) -> Picture | None:
    """A picture in the document, None where it is of a kind that nobody shows to a judge."""
    kind = media_type(data) if data.startswith((PNG, JPEG, b"RIFF")) else ""
    found = size(data) if kind else None
    if not found or 0 in found:
        return None
    return Picture(
        locator=locator, part=part, media_type=kind, width=found[0], height=found[1], alt=cell(alt)
    )


def attribute(element: Any, name: str) -> str:
    """An attribute of an element, empty where it has none."""
    return str(element.get(name) or "") if element is not None else ""
