"""Plain text, Markdown, csv, html and json, whatever the encoding; the last adapter to be tried."""

from __future__ import annotations

from triaudit.attachments import Content, Given, Unreadable
from triaudit.attachments import markdown_text as markdown
from triaudit.attachments.delimited import delimited
from triaudit.attachments.encoding import decode
from triaudit.attachments.html_text import html, is_html
from triaudit.attachments.json_text import json_content
from triaudit.attachments.lines import line_blocks

ORDER = 90


def recognises(data: bytes) -> bool:
    """Everything that no other adapter took; what is no text is found on reading."""
    return True


def read(data: bytes, given: Given) -> Content:
    """What kind of text it is is seen from the text; its name decides only where the text leaves it open."""
    text, note = decode(data)
    found = _content(text, given)
    return found._replace(warnings=(note, *found.warnings)) if note else found


def _content(text: str, given: Given) -> Content:
    if is_html(text):
        return html(text, given)
    if not text.strip():
        raise Unreadable("holds nothing but white space; get the file again or drop it", "text")
    return (
        json_content(text, given)
        or delimited(text, given)
        or markdown.content(text, given)
        or Content("text", tuple(line_blocks(text)))
    )
