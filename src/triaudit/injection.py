"""Words in judged text that are meant for the judge: found and cut out by rule.

Reports, traces and pages are data. Some carry sentences that ask for a score, forged chat markers, or
text that no reader would see. A model judge gets the text whole, fenced, and is told to ignore such
words; the rules judge reads the text without them; both note that they were there. The rules know the
common kinds in English, Chinese, German, French and Spanish, and no others.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from triaudit.text import Span, fold, sentences

Kind = Literal["instructs_judge", "hidden_text"]


class Found(NamedTuple):
    """Characters `span` of a text, and why they are not part of what it says."""

    kind: Kind
    span: Span


_MOST = 20_000
"""Characters that a comment or an element can hide."""
_OPENING = re.compile(
    r"(?P<comment><!--)|<(?P<tag>\w{1,20})\b(?P<style>[^>]{0,600})>"
    r"|^[ \t]*\[(?://|comment|_)\]:[ \t]*(?:#|<>)[^\n]*$",
    re.IGNORECASE | re.MULTILINE,
)
"""Where a comment, an element, or a link definition used as a comment begins."""
_CLOSING = re.compile(r"--(?P<comment>>)|</(?P<tag>\w{1,20})\s*+>")
_UNSEEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d]*[1-9])"
    r"|opacity\s*:\s*0(?![.\d]*[1-9])|color\s*:\s*(?:white|#fff(?:fff)?)\b|\shidden\b",
    re.IGNORECASE,
)
"""What an element's attributes say that no reader sees."""

_BY = r"[^.!?。！？]{0,60}?"
_IMPERATIVE = (
    r"(?:^|[:;,—-]\s*|\b(?:please|must|should|then|and|now|you)\s+)"
    r"(?:give|assign|award|return|output|grade|score|rate|mark)\b"
)


class _Rule(NamedTuple):
    """A kind of words meant for the judge."""

    pattern: re.Pattern[str]
    needs: tuple[tuple[str, ...], ...]
    """One of each stands in every match: looked up first, as most text holds none."""


def _rule(pattern: str, *needs: str) -> _Rule:
    """A rule from its pattern and what it needs, each written as words between `|`."""
    return _Rule(re.compile(pattern, re.IGNORECASE), tuple(tuple(words.split("|")) for words in needs))


_VERBS = "give|assign|award|return|output|grade|score|rate|mark"
_GRADING = "评分|评审|评估|打分|裁判|事实核查"
_RULES = (
    # set aside what you were told
    _rule(
        rf"\b(?:ignore|disregard|forget|override|bypass)\b{_BY}\b(?:previous|prior|above|earlier|all|any|your)\b"
        rf"{_BY}\b(?:instructions?|prompts?|rules|rubrics?|criteria|guidelines|context)\b",
        "ignore|disregard|forget|override|bypass",
        "instruction|prompt|rules|rubric|criteria|guidelines|context",
    ),
    _rule(
        r"(?:忽略|无视|忘记|忘掉|不要理会|跳过).{0,12}(?:之前|以上|上述|前面|先前|所有|一切|任何).{0,10}"
        r"(?:指令|提示|说明|规则|指示|准则|标准)",
        "忽略|无视|忘记|忘掉|不要理会|跳过",
        "指令|提示|说明|规则|指示|准则|标准",
    ),
    _rule(
        rf"\b(?:ignorier\w*|missacht\w*|vergiss|vergessen sie)\b{_BY}"
        r"\b(?:vorherig|bisherig|obig|alle|sämtlich|dein|ihr)\w*"
        rf"{_BY}(?:anweisung|instruktion|regel|vorgabe|prompt|kriteri)\w*",
        "ignorier|missacht|vergiss|vergessen sie",
        "anweisung|instruktion|regel|vorgabe|prompt|kriteri",
    ),
    _rule(
        rf"\bignore[zr]?\b{_BY}\b(?:instructions|consignes|règles)\b{_BY}\b(?:précédentes|ci-dessus)",
        "ignore",
        "instructions|consignes|règles",
    ),
    _rule(
        rf"\bignor[ae]\w*\b{_BY}\b(?:instrucciones|reglas)\b{_BY}\b(?:anteriores|previas)",
        "ignor",
        "instrucciones|reglas",
    ),
    # be another judge
    _rule(
        r"\byou are now (?:in|an?|the)\b[^.!?]{0,40}\b(?:mode|judge|grader|evaluator|assistant|ai)\b",
        "you are now",
    ),
    _rule(
        r"\b(?:calibration|debug|developer|grading) mode\s*:",
        " mode",
    ),
    _rule(r"你(?:现在|如今)(?:是|处于|进入)[^。！？]{0,12}(?:评分|评审|裁判|校准|模式)", "你现在|你如今"),
    # words addressed to whoever grades
    _rule(
        r"\b(?:note|message|instructions?|reminder|attention)s?\s*(?:to|for|:)\s*(?:the |any |all )?"
        r"(?:llm|ai|automated)?[ -]?(?:fact[ -]?checker|grader|evaluator|judge|reviewer"
        r"|language model|ai model)s?\b",
        "note|message|instruction|reminder|attention",
        "checker|grader|evaluator|judge|reviewer|language model|ai model",
    ),
    _rule(
        r"^\W*(?:dear )?(?:grader|evaluator|(?:process )?auditor|ai judge|llm judge)s?\s*[:,]",
        "grader|evaluator|auditor|judge",
    ),
    _rule(
        rf"(?:{_GRADING})(?:系统|模型|助手|员|者|器|人)?(?:的?提示|请?注意|指令|须知|通知)[：:]",
        _GRADING,
        "提示|注意|指令|须知|通知",
    ),
    _rule(rf"(?:致|告知?)(?:{_GRADING})(?:系统|模型|助手|员|者|器|人)", _GRADING, "致|告"),
    _rule(
        r"\b(?:hinweis|anweisung|nachricht)\b[^.!?]{0,12}\b(?:an|für)\b[^.!?]{0,12}"
        r"\b(?:bewerter|gutachter|faktenprüfer|prüfmodell|bewertungsmodell|ki-modell|richter-ki)\w*",
        "hinweis|anweisung|nachricht",
        "bewerter|gutachter|faktenprüfer|prüfmodell|bewertungsmodell|ki-modell|richter-ki",
    ),
    # ask for the result
    _rule(
        rf"{_IMPERATIVE}"
        r"[^.!?]{0,50}\b(?:10(?:/10)?|full|maximum|highest|perfect|top|right)\b[^.!?]{0,40}"
        r"\b(?:scores?|marks?|criteri\w+|reports?|statements?|ratings?|dimensions?)\b",
        "10|full|maximum|highest|perfect|top|right",
        _VERBS,
        "score|mark|criteri|report|statement|rating|dimension",
    ),
    _rule(
        rf"{_IMPERATIVE}"
        r"[^.!?]{0,50}\b(?:scores?|marks?|criteri\w+|(?:this|the) report|"
        r"(?:every|all) statements?|ratings?)\b"
        r"[^.!?]{0,30}\b(?:10(?:/10)?|full marks|maximum|highest|perfect|right)\b",
        "10|full marks|maximum|highest|perfect|right",
        _VERBS,
        "score|mark|criteri|this report|the report|every statement|all statement|rating",
    ),
    _rule(rf"{_IMPERATIVE}[^.!?]{{0,60}}\b10\s*(?:/|out of)\s*10\b", "10/|10 /|out of", _VERBS),
    _rule(r"\bfull marks\b[^.!?]{0,20}$", "full marks"),
    _rule(
        r"(?:请|须|应|务必|直接)(?:将|把|给)?[^。！？]{0,24}(?:评为|打|判为|评|记为?|给出?)[^。！？]{0,6}(?:10|十|满|最高)分",
        "10分|十分|满分|最高分",
    ),
    _rule(
        r"\b(?:vergib|vergeben sie|gib|geben sie|bewerte|bewerten sie)\b[^.!?]{0,60}"
        r"\b(?:10|höchst\w*|maximal\w*|voll\w*)\b[^.!?]{0,30}(?:punkt|note|bewertung|kriteri|wertung)\w*",
        "gib|geben sie|bewerte",
        "punkt|note|bewertung|kriteri|wertung",
    ),
    # forged markers and replies
    _rule(
        r"<\|[a-z_]+\|>|\[/?inst\]|<</?sys>>|</?(?:system|assistant|report|trace|data|instructions?)>",
        "<|[inst]|[/inst]",
    ),
    _rule(
        r"^\W*(?:system|assistant)\s*:\s*\S*\s*(?:output|prompt|override|the|ignore)\b",
        "system|assistant",
        "output|prompt|override|the|ignore",
    ),
    _rule(
        r"^\W*(?:end|begin) (?:of )?(?:data|report|document|input|prompt)\W*$",
        "end|begin",
        "data|report|document|input|prompt",
    ),
    _rule(
        r"^\W*(?:grade|score|rating|verdict|label)\s*[:=]\s*"
        r"(?:[a-f][+-]?|\d+(?:\.\d+)?(?:\s*/\s*\d+)?|right|wrong)\W*$",
        ":|=",
        "grade|score|rating|verdict|label",
    ),
    _rule(
        r"^\W*\{.{0,400}[\"'](?:scores?|rating|verdict|label|grade)[\"']\s*:.{0,400}\}\W*$",
        "{",
        "score|rating|verdict|label|grade",
    ),
)
"""Matched against one folded sentence or line."""


def _possible(folded: str, rules: Iterable[_Rule] = _RULES) -> list[_Rule]:
    """The rules that can match anywhere in a folded text."""
    plain = folded.replace("ı", "i")  # they are one letter where case is ignored
    found = []
    for rule in rules:
        for words in rule.needs:
            for word in words:
                if word in plain:
                    break
            else:
                break
        else:
            found.append(rule)
    return found


def _tells(folded: str, rules: Iterable[_Rule] = _RULES) -> bool:
    """Whether one folded sentence or line is meant for the judge."""
    return any(rule.pattern.search(folded) for rule in _possible(folded, rules))


_LETTER = re.compile(r"[^\W\d_]")


@lru_cache(maxsize=2048)
def find(text: str) -> tuple[Found, ...]:
    """What is meant for the judge or hidden from readers, in reading order, never overlapping."""
    found = []
    for span in _hidden(text):
        inner = fold(re.sub(r"<!--|-->|<[^<>]*>", " ", text[span.start : span.end]))
        if _LETTER.search(inner):
            lines = [
                inner,
                *(fold(piece) for piece in re.split(r"[.!?。！？\n]", inner)),
                *re.findall(r"\((.{0,400})\)", inner),
            ]
            told = any(map(_tells, lines))
            found.append(Found("instructs_judge" if told else "hidden_text", span))
    hidden = [item.span for item in found]
    found += [
        Found("instructs_judge", span)
        for span in _told(text)
        if not any(span.start < other.end and other.start < span.end for other in hidden)
    ]
    return tuple(sorted(found, key=lambda item: item.span))


def _told(text: str) -> Iterator[Span]:
    """Sentences that are meant for the judge. None goes on over a line's end, and few lines need a look."""
    lines = text.split("\n")
    folded = [fold(line) for line in lines]
    if not (rules := _possible("\n".join(folded))):
        return
    start = 0
    for line, look in zip(lines, folded, strict=True):
        if some := _possible(look, rules):
            for begin, end in sentences(line):
                if _tells(fold(line[begin:end]), some):
                    yield Span(start + begin, start + end)
        start += len(line) + 1


def _hidden(text: str) -> Iterator[Span]:
    """Comments, elements styled away, and link definitions used as comments.

    One that is not closed within _MOST characters hides the rest of its line. The ends are looked up
    before, once, so that a text of nothing but beginnings is read in one go.
    """
    if "<" not in text and "]:" not in text:
        return
    ends: dict[str, list[int]] = {}
    for end in _CLOSING.finditer(text):
        ends.setdefault((end["tag"] or "").lower(), []).append(end.end())
    at = 0
    while match := _OPENING.search(text, at):
        at, tag = match.start() + 1, (match["tag"] or "").lower()
        if tag and not _UNSEEN.search(match["style"]):
            continue
        at = match.end()
        if tag or match["comment"]:
            closed = ends.get(tag, [])
            mark = len(f"</{tag}>" if tag else "-->")
            place = bisect_left(closed, at + mark)
            line = text.find("\n", at)
            at = len(text) if line < 0 else line
            if place < len(closed) and closed[place] <= match.end() + _MOST + mark:
                at = closed[place]
        yield Span(match.start(), at)


@lru_cache(maxsize=64)
def without(text: str) -> str:
    """The text without what `find` finds; a line that holds nothing else goes with it."""
    kept, at = [], 0
    for item in find(text):
        start, end = item.span
        line = text.rfind("\n", 0, start) + 1
        rest = text.find("\n", end)
        if line >= at and rest >= 0 and not text[line:start].strip() and not text[end:rest].strip():
            start, end = line, rest + 1
        kept.append(text[at:start])
        at = end
    return "".join(kept) + text[at:]


def flags(text: str) -> tuple[Kind, ...]:
    """`instructs_judge` and `hidden_text`, as far as they apply."""
    return tuple(sorted({item.kind for item in find(text)}))
