"""Lines of a report that state nothing: entries of reference lists, leftover words of a chat window."""

from __future__ import annotations

import re

from triaudit.text import sentences, urls

REFERENCES = re.compile(
    r"[\W\d_]*(?:list of |key |main |primary |selected |cited )?"
    r"(?:references?(?: list| cited)?|sources?(?: list| cited| visited| consulted| used)?"
    r"|works cited|bibliography|citations"
    r"|footnotes|endnotes|quellen(?:verzeichnis|angaben)?|literatur(?:verzeichnis)?|nachweise|fußnoten|einzelnachweise"
    r"|参考文献|参考资料|参考来源|参考链接|资料来源|信息来源|数据来源|引用来源|引用文献|引用|来源|注释|脚注)[\W_]*",
    re.IGNORECASE,
)
"""What a list of references is called."""
_SOURCE_NOTE = re.compile(
    r"[\W_]*(?:data )?(?:sources?|quellen?|资料来源|数据来源|来源)\s*[:：].{0,300}", re.IGNORECASE
)
_ENTRY = re.compile(r"\s*(?:[-*+•]\s*)?(?:\[\^?\w{1,20}\]|【\d+】|\d{1,3}[.)、]\s|\(\d{1,3}\))")
_RESIDUE = re.compile(
    r"[\W_]*(?:(?:start research|edit plan|show thinking|thinking|searching"
    r"|share(?: (?:&|and) export)?|export"
    r"|copy|copied|regenerate|retry|edit|create|contents|sign in|new chat|ready in a few mins|analyze results"
    r"|create report|more|开始研究|分享|导出|复制|重新生成|正在思考|思考中|编辑"
    r"|teilen|exportieren|kopieren|bearbeiten)[\W_]*+)++"
    r"|[\W_]*conversation with \w+\b.*"
    r"|.*\b(?:here'?s a research plan|if you need to update it, let me know)\b.*"
    r"|.*\bcan make mistakes, so double-check it\b.*"
    r"|[\W_]*research websites \(1\).*",
    re.IGNORECASE,
)
"""Lines of a chat window that were copied along with a report."""


def is_residue(line: str) -> bool:
    """Whether a line is interface words alone; a long line that begins with some is prose."""
    return len(line) <= 300 and bool(_RESIDUE.fullmatch(line))


def lists_sources(lines: list[str], under_references: bool) -> bool:
    """Whether lines are entries of a reference list rather than prose."""
    if not lines:
        return False
    linked = [
        bool(urls(line)) or bool(re.search(r"\b10\.\d{4,9}/\S|\bdoi\b", line, re.IGNORECASE))
        for line in lines
    ]
    entries = [bool(_ENTRY.match(line)) for line in lines]
    if under_references:
        return sum(a or b for a, b in zip(linked, entries, strict=True)) * 2 >= len(lines)
    if len(lines) == 1 and _SOURCE_NOTE.fullmatch(lines[0].strip()):
        return True
    bare = [not re.search(r"[^\W\d_]{3,}", re.sub(r"https?://\S+", "", line)) for line in lines]
    both = [a and (b or c) for a, b, c in zip(linked, entries, bare, strict=True)]
    return len(lines) > 1 and sum(both) * 5 >= 4 * len(lines) and all(_short(line) for line in lines)


def _short(line: str) -> bool:
    """Whether a line is one title with its address rather than sentences with links."""
    return len(sentences(re.sub(r"https?://\S+", "", line))) <= 3 and len(line) < 500
