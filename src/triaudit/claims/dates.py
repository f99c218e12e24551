"""The date that a report gives itself."""

from __future__ import annotations

import re

from triaudit.numbers import read

_STATED = re.compile(
    r"(?:\b(?:report dated|dated|date|published|last updated|updated|as of|data as of"
    r"|stand|datum|veröffentlicht am)\b\s*[:：]?"
    r"|(?:报告日期|发布日期|更新日期|日期|截至|截止)\s*[:：]?)[\s*_]*(?P<when>[^\n;；|]{4,40})",
    re.IGNORECASE,
)
_EDGE = 1500
"""A report dates itself near its beginning or its end."""


def report_date(report: str) -> str | None:
    """The date as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, where the report's first or last lines state one."""
    edges = (report,) if len(report) <= 2 * _EDGE else (report[:_EDGE], report[-_EDGE:])
    found: list[str] = []
    for edge in edges:
        for match in _STATED.finditer(edge):
            dates = [figure for figure in read(match["when"]) if figure.dimension == "year"]
            if dates and dates[0].start <= 3:
                first = dates[0]
                parts = [f"{first.values[0]:04.0f}"]
                parts += [f"{first.month:02d}"] if first.month else []
                parts += [f"{first.day:02d}"] if first.month and first.day else []
                found.append("-".join(parts))
    # the most exact one; among those the first
    return max(found, key=len) if found else None
