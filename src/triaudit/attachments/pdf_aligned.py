"""Tables of a PDF page without rules, by the alignment of their cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from triaudit.attachments.pdf_columns import CAPTION, Found, as_one, caption, cells_of, columns_of
from triaudit.attachments.pdf_page import Box, Line
from triaudit.attachments.tables import heading, is_figure


def aligned_tables(lines: Sequence[Line], taken: Sequence[Box]) -> Iterator[Found]:
    """Runs of lines whose cells stand in columns, below a caption or with figures in most cells."""
    free = [line for line in lines if not any(box[1] <= line.middle <= box[3] for box in taken)]
    run: list[Line] = []
    for line in [*free, None]:
        near = line is not None and (not run or run[-1].bottom - line.top < 1.5 * (line.top - line.bottom))
        if line is not None and near and len(line.segments) > 1:
            run.append(line)
            continue
        if made := _aligned(run, lines):
            yield made
        run = [line] if line is not None and len(line.segments) > 1 else []


def _aligned(run: list[Line], lines: Sequence[Line]) -> Found | None:
    while run and CAPTION.match(run[0].segments[0].text):
        run = run[1:]
    if len(run) < 3 or sum(len(line.segments) > 2 for line in run) < 0.5 * len(run):
        return None
    columns = columns_of([line.segments for line in run])
    if len(columns) < 3:
        return None
    rows = [as_one([cells_of(line.segments, columns)]) for line in run]
    filled = sum(bool(text) for row in rows for text in row) / (len(rows) * len(columns))
    body = [text for row in rows[1:] for text in row[1:] if text]
    figures = sum(map(is_figure, body)) / max(1, len(body))
    named = sum(bool(row[0]) and not is_figure(row[0]) for row in rows[1:])
    left, right = columns[0][0], columns[-1][1]
    above = caption(lines, left, run[0].top, right)
    short = max(len(text) for row in rows for text in row) <= 60
    speaks = figures >= 0.7 and named >= 0.7 * (len(rows) - 1)
    if filled < 0.6 or not short or not (speaks or (above and figures >= 0.3)):
        return None
    return Found((left, run[-1].bottom, right, run[0].top), rows, heading(rows), above)
