"""What a line of prose says that the agent did, by its first words, in several languages."""

from __future__ import annotations

import re

_SPACED = {
    "search": "search(?:ing|ed)?(?: for)?|googl(?:ing|ed)|look(?:ing|ed) up|поиск|ищу"
    "|suche(?: nach)?|gesucht",
    "read": "read(?:ing)?|visit(?:ing|ed)|open(?:ing|ed)|brows(?:ing|ed)|fetch(?:ing|ed)"
    "|читаю|lese|gelesen|öffne|besuche|besucht",
    "plan": "plan(?:ning)?|план|plane",
    "code": "running|ran|execut(?:ing|ed)",
    "think": "thinking(?: about)?|thought|consider(?:ing|ed)|думаю|überlege|denke",
    "answer": "(?:final )?answer|writing|ответ|antwort|fazit",
}
"""Beginnings that end where a word ends."""
_UNSPACED = {
    "search": "搜索|检索|查找|查询|検索",
    "read": "打开|阅读|访问|浏览",
    "plan": "规划|计划",
    "code": "运行|执行",
    "think": "思考|分析",
    "answer": "整理结论|结论|回答|撰写",
}
_FIRST = re.compile(
    r"[\s#*>•–—-]*(?:"
    + "|".join(rf"(?P<{kind}>(?:{words})\b|{_UNSPACED[kind]})" for kind, words in _SPACED.items())
    + ")",
    re.IGNORECASE,
)
_AROUND = " \t\n:：-–—,.。…「」『』“”\"'‘’《》"


def opener(line: str) -> tuple[str, str] | None:
    """The kind of activity that a line begins with and what it is about; None where it names none.

    Small first letters do not count: they are the middle of somebody's sentence.
    """
    match = _FIRST.match(line)
    if not match or not match.lastgroup or match[match.lastgroup][0].islower():
        return None
    return match.lastgroup, line[match.end() :].strip(_AROUND)
