"""Replies that decline to answer, in English, Chinese and German: told apart from ones that can't be read."""

from __future__ import annotations

import re

HEAD = 400
"""Characters from the beginning in which a refusal says so."""

_NEAR = r"[^.!?。！？\n]{0,60}?"
_TASK = (
    r"(?:help|assist|comply|evaluate|assess|score|rate|grade|judge|review|rank|answer|respond|provide|give|offer"
    r"|continue|proceed|fulfil|fulfill|complete|discuss|engage|participate|process|analy[sz]e|check|verify|do)\b"
)
_CANT = (
    r"(?:can(?:no|['’])t|can not|could(?:n['’]t| not)|won['’]t|will not"
    r"|(?:am|['’]m) (?:not able|unable|not going))"
)
_AUFGABE = (
    r"(?:helfen|weiterhelfen|unterstützen|bewerten|bewertung|beurteilen|beurteilung|benoten|einschätzen|prüfen"
    r"|beantworten|antworten|fortfahren|nachkommen|erfüllen|bearbeiten|abgeben|vergeben|anbieten|bereitstellen)"
)
_KANN = r"(?:kann|darf|möchte|werde|können|dürfen|möchten|werden)"
_NICHT = r"\b(?:nicht|kein\w*)\b"
_REFUSAL = re.compile(
    "|".join(
        (
            rf"\b(?:sorry|apologi[sz]e|afraid|regret|unfortunately)\b{_NEAR}\b(?:i|we)\s?{_CANT}",
            rf"\b(?:i|we)\s?{_CANT} (?:to )?(?:be able to )?{_TASK}",
            r"\b(?:i|we) (?:must|have to|need to|will|respectfully)? ?(?:decline|refuse)\b",
            rf"\bas an? (?:ai|language model){_NEAR}{_CANT}",
            rf"\b(?:against|violates?){_NEAR}\b(?:guidelines|polic(?:y|ies))\b",
            r"(?:抱歉|对不起|不好意思|很遗憾|遗憾的是).{0,24}(?:无法|不能|不便|没法|没办法|不可以|拒绝)",
            (
                r"(?:我|作为.{0,16}(?:模型|助手|AI|人工智能)).{0,12}(?:无法|不能|不便|没法|没办法|拒绝)"
                r".{0,16}(?:评分|评价|评估|打分|评判|判断|协助|帮助|提供|回答|回应|处理|满足|完成|继续|讨论)"
            ),
            rf"\b(?:leid|entschuldig\w*|leider|bedaue?re\w*){_NEAR}\b{_KANN}\b{_NEAR}{_NICHT}",
            rf"\b(?:ich|wir) {_KANN}\b{_NEAR}{_NICHT}{_NEAR}{_AUFGABE}",
            rf"\b(?:ich|wir) (?:muss|müssen|möchte|lehne)\b{_NEAR}\b(?:ablehnen|ab)\b",
            rf"\bals (?:ki|sprachmodell)\b{_NEAR}\b{_KANN}\b{_NEAR}{_NICHT}",
        )
    ),
    re.IGNORECASE,
)


def refuses(text: str) -> bool:
    """Whether a text without an answer begins by declining to give one."""
    return _REFUSAL.search(text[:HEAD]) is not None
