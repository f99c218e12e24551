"""The date that a report gives itself."""

from __future__ import annotations

import re

from triaudit.numbers import read

_LINE = re.compile(
    r"^[\s#>*_|(（\[-]*(?:(?:report |publication |release )?(?:dated?|published|updated"
    r"|last updated|released"
    r"|as of|data as of|stand|datum|veröffentlicht am|aktualisiert am|erstellt am|(?:报告|发布|更新"
    r"|编制|撰写)?日期"
    r"|截至|截止|发布于|更新于|发布时间|更新时间)\s*[*_]*\s*[:：]?[\s*_]*(?:on |am )?)?"
    r"(?P<when>[^\n:：;；|。]{4,30}?)[\s*_)）\].。|]*$",
    re.IGNORECASE | re.MULTILINE,
)
"""A line that is a date, at most with a word that says so."""
_BEHIND = re.compile(
    r"\b(?:report|analysis|memo|memorandum|brief|briefing|paper|document|study)\s+(?:is |was )?"
    r"(?:dated|published|updated|completed|prepared|as of)(?: on"
    r"| as of)?\s*[:：]?\s*(?P<when>[^\n;；|)）]{4,40})"
    r"|\bbericht\s+(?:vom|veröffentlicht am|stand)\s*[:：]?\s*(?P<de>[^\n;；|)）]{4,40})"
    r"|(?:本报告|报告|本文)(?:发布于|完成于|撰写于|更新于|编制于|数据截至|截至)\s*(?P<zh>[^\n;；|)）]{4,40})",
    re.IGNORECASE,
)
"""`Report dated 5 March 2024` and the like, anywhere near the edges."""
_EDGE = 1500
"""A report dates itself near its beginning or its end."""


def report_date(report: str) -> str | None:
    """The date as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, where the report's first or last lines state one."""
    edges = (report,) if len(report) <= 2 * _EDGE else (report[:_EDGE], report[-_EDGE:])
    found: list[str] = []
    for edge in edges:
        stated = [(match["when"], True) for match in _LINE.finditer(edge)]
        stated += [(next(filter(None, match.groups()), ""), False) for match in _BEHIND.finditer(edge)]
        for text, alone in stated:
            dates = [figure for figure in read(text) if figure.dimension == "year"]
            if dates and dates[0].start <= 3 and not (alone and text[dates[0].end :].strip(" .,")):
                first = dates[0]
                parts = [f"{first.values[0]:04.0f}"]
                parts += [f"{first.month:02d}"] if first.month else []
                parts += [f"{first.day:02d}"] if first.month and first.day else []
                found.append("-".join(parts))
    # the most exact one; among those the first
    return max(found, key=len) if found else None
