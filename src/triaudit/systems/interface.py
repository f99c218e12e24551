"""Words of a chat's interface around a report: the plan it offered, its buttons, its greeting."""

from __future__ import annotations

import re
from typing import NamedTuple

_GREETING = re.compile(
    r"\A\s*(?:(?:Conversation|Chat) with \w[\w.-]{0,30}(?: \w[\w.-]{0,30})?|You said|Skip to content)\b"
)
_PLAN = re.compile(
    r"research plan\b.{0,60}(?:update|change|let me know)"
    r"|let me know if (?:you need|there are) any (?:change|update)|plan I['’]ve put together"
    r"|\bEdit plan\b|\bResearch Websites\b\s*\(1\)",
    re.IGNORECASE | re.DOTALL,
)
_LAST = re.compile(
    r"(?<!\S)(?:Start research|Edit plan|Thinking(?:\.\.\.|…)|Researching(?:\.\.\.|…)|Show thinking"
    r"|I['’]ve completed your research\.[^\n]{0,80}?changes\.|Ready in a few mins|Analyze Results"
    r"|Create Report|[\w ]{2,30} can make mistakes, so double-check it"
    r"|Contents\s+Export(?:\s+Create)?(?:\s+Share)?)(?!\S)"
)
_BUTTONS = re.compile(
    r"share|export|copy|create|download|like|dislike|retry|regenerate|listen|edit|sources|show thinking"
    r"|good response|bad response|double-check response|分享|导出|复制|下载|重新生成",
    re.IGNORECASE,
)
_BEGINS_WITHIN = 2_000
_PLAN_WITHIN = 8_000
"""Characters of plan between the interface's first words and the next."""
_NEXT_WITHIN = 400
"""Characters between two of its last words: titles and dates stand there, a report does not."""


class Cleaned(NamedTuple):
    """A report without the interface's words."""

    report: str
    flag: str
    """`interface_text_removed`, `interface_text_suspected` where it was seen but left in, or empty."""


def clean_report(text: str) -> Cleaned:
    """Take the interface's words off both ends of a report.

    The head goes where a greeting or an offered plan is followed by the interface's own last words;
    a Markdown heading ends the search. The tail goes where its lines are names of buttons alone.
    """
    start = _head(text)
    end = _tail(text, start)
    if start or end < len(text.rstrip()):
        return Cleaned(text[start:end].strip(), "interface_text_removed")
    greeting, plan = _opening(text, _before_heading(text))
    return Cleaned(text, "interface_text_suspected" if greeting or plan else "")


def _before_heading(text: str) -> int:
    heading = re.search(r"^#{1,3} \S", text, re.MULTILINE)
    return heading.start() if heading else len(text)


def _opening(text: str, stop: int) -> tuple[bool, bool]:
    """Whether a text begins with a greeting, and whether it offers a plan early on."""
    plan = _PLAN.search(text, 0, min(stop, _BEGINS_WITHIN))
    return _GREETING.match(text) is not None, plan is not None


def _head(text: str) -> int:
    stop = _before_heading(text)
    greeting, plan = _opening(text, stop)
    if not greeting and not plan:
        return 0
    ends = [0]
    for match in _LAST.finditer(text, 0, stop):
        if match.start() - ends[-1] > (_PLAN_WITHIN if len(ends) == 1 else _NEXT_WITHIN):
            break
        ends.append(match.end())
    return ends[-1] if greeting or len(ends) > 2 else 0


def _tail(text: str, start: int) -> int:
    whole = end = len(text.rstrip())
    buttons = 0
    while end > start:
        begin = max(start, text.rfind("\n", start, end) + 1)
        line = text[begin:end]
        if len(line) > 80 or _BUTTONS.sub("", line).strip(" |·\t"):
            break
        buttons += len(_BUTTONS.findall(line))
        end = len(text[:begin].rstrip())
    return end if buttons > 1 else whole
