"""Whether what an address served is a page that can speak for or against a claim."""

from __future__ import annotations

import re

SHORT = 600
"""Characters below which words of an error or a barrier make up the page."""

_BARRIER = re.compile(
    r"\bpage (?:was )?not found\b|\b(?:error|http) 404\b|\b404 (?:error|not found)\b"
    r"|\b(?:access|permission) denied\b|\bforbidden\b|\brobots\.txt\b"
    r"|\bsubscribe to (?:continue|read)\b|\bfree articles? left\b"
    r"|\b(?:log|sign) ?in to (?:continue|view|read)\b"
    r"|\bverify (?:that )?you are (?:a )?human\b|\bare you a robot\b"
    r"|\benable (?:javascript|cookies)\b|\bcaptcha\b"
    r"|\bjust a moment\b|页面不存在|无法访问|登录后|请先登录|验证码|订阅后|seite (?:wurde )?nicht gefunden"
    r"|zugriff verweigert|jetzt abonnieren|bitte melden sie sich an",
    re.IGNORECASE,
)


def barrier(text: str) -> str:
    """What stands in the way of a page's content; empty where nothing does.

    Pages without letters and short pages that speak of an error, a login or a payment are no evidence.
    """
    if not re.search(r"[^\W\d_]{2,}", text):
        return "no text"
    found = _BARRIER.search(text) if len(text) < SHORT else None
    return found[0].lower() if found else ""
