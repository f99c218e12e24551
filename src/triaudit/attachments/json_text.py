"""JSON as text, and a list of like objects as a table."""

from __future__ import annotations

import json
import re
from typing import Any

from triaudit.attachments import Content, Given
from triaudit.attachments.lines import BLOCK_CHARS, line_blocks
from triaudit.attachments.sheets import cap
from triaudit.attachments.tables import cell, table, table_blocks

_SIGN = re.compile(r'"(?:[^"\\]|\\.)*+"|[{}\[\],]|[^"{}\[\],]++')


class _Written(float):
    """A number that remembers how it was written."""

    text: str


def json_content(text: str, given: Given) -> Content | None:
    """The content of a JSON text, None where it is none.

    A list of objects whose values are plain becomes a table with the keys as header; row 1 is the header.
    All other JSON stays as it is written, broken into lines where it has none.
    """
    if text.lstrip()[:1] not in ("{", "["):
        return None
    try:
        value = json.loads(text, parse_float=_written, parse_int=_written)
    except (ValueError, RecursionError):
        return None
    rows = _rows(value)
    if rows:
        cap("rows", len(rows), given.settings.max_rows, "json")
        cap("cells", len(rows) * len(rows[0]), given.settings.max_cells, "json")
        found = table(list(enumerate(rows, 1)), "table")
        return Content("json", tuple(table_blocks(found)), tables=(found,))
    if max(map(len, text.split("\n"))) > BLOCK_CHARS:
        text = broken(text)
    return Content("json", tuple(line_blocks(text)))


def _written(text: str) -> _Written:
    number = _Written(text)
    number.text = text
    return number


def _rows(value: Any) -> list[list[str]]:
    """Header and rows of a list of flat objects, nothing where it is no such list."""
    if not isinstance(value, list) or len(value) < 2 or not all(isinstance(item, dict) for item in value):
        return []
    if any(isinstance(part, dict | list) for item in value for part in item.values()):
        return []
    keys = list(dict.fromkeys(key for item in value for key in item))
    if len(keys) < 2 or sum(map(len, value)) < 0.5 * len(keys) * len(value):
        return []
    return [[cell(key) for key in keys], *([_text(item.get(key, "")) for key in keys] for item in value)]


def _text(value: Any) -> str:
    if isinstance(value, _Written):
        return value.text
    return cell(value) if isinstance(value, str) else json.dumps(value)


def broken(text: str) -> str:
    """The same JSON with a line for every value, indented; no character that is not white space changes."""
    out: list[str] = []
    depth = 0
    for sign in _SIGN.findall(text):
        if sign in "{[":
            depth += 1
            out.append(f"{sign}\n{'  ' * min(depth, 20)}")
        elif sign in "}]":
            depth -= 1
            out.append(f"\n{'  ' * min(depth, 20)}{sign}")
        elif sign == ",":
            out.append(f",\n{'  ' * min(depth, 20)}")
        else:
            out.append(sign if sign[0] == '"' else sign.strip().replace(":", ": "))
    return "".join(out)
