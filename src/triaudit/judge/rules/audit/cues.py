r"""Words that show what a sentence does, in English, German and Chinese, matched in folded text.

In the lists a space separates words, `_` stands for a space inside one, `\w*` for any ending.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from triaudit.types import Action


def cue(latin: str, han: str = "") -> re.Pattern[str]:
    """Any of the words; Latin ones as whole words."""
    words = "|".join(word.replace("_", " ") for word in latin.split())
    return re.compile(rf"\b(?:{words})\b" + "".join(f"|{word}" for word in han.split()))


_LEAD = r"^\W*(?:(?:now|next|so|then|thus|okay|ok|first|also|but|alternatively)\b\W*)*"
_WANT = "|".join(
    (
        "let me",
        "let's",
        "(?:i|we)(?:'ll|'m going| am going| will| need| should| want| have to| might| can| could)",
        "need(?: to)?",
        "must",
        "should",
        "maybe (?:i|we)",
        "(?:the )?user",
        "search(?:ing)? for",
        "use search",
        "open(?:ing)? the",
        "plan",
        "ich (?:werde|muss|sollte|will|suche)",
        "lass mich",
        "als nächstes",
        "der nutzer",
        "suche nach",
    )
)
INTENT = re.compile(
    rf"{_LEAD}(?:{_WANT})\b|\bmight (?:have|give|help)\b|让我|我需要|我将|我会|我要|我应该|接下来|用户"
    r"|^\W*(?:现在|首先|然后|再|需要|尝试)*(?:搜索|查找|下载|提取|打开|阅读|查看|获取)"
)
"""What the agent wants or was asked: nothing that was found."""

POINTS_BACK = re.compile(
    r"^\W*(?:(?:so|and|but|then) )*(?:that|it|this|these|those|they|he|she|latest|das|dies\w*|es|er|sie)\b"
    r"|^\W*(?:所以|那么)?(?:这|那|该|其|它)"
)
"""The subject stands in a sentence before."""

VERSIONS = cue(
    r"correct(?:ion)? corrected erratum korrektur korrigiert berichtigung however"
    r" instead jedoch updat\w* final"
    r" total latest current\w* actual\w* provisional preliminary estimat\w* report"
    r" official\w* revis\w* now"
    r" put endgültig\w* vorläufig\w* gesamt aktuell\w* offiziell\w* geschätzt",
    "更正 勘误 纠正 但是 然而 最终 最新 目前 初步 官方 预计 总计",
)
"""Words that tell versions of one figure apart, not one measure from another."""

CORRECTS = cue(
    r"correction corrected erratum corrigendum contradict\w* korrektur korrigiert berichtig\w* widerspr\w*",
    "更正 勘误 矛盾 纠正",
)
"""A sentence that takes another one's place."""

DISAGREES = cue(
    r"contradict\w* disagree\w* conflict\w* discrepan\w* inconsisten\w* do(?:es)?_not_match widerspr\w*"
    r" abweich\w* stimmen_nicht",
    "矛盾 冲突 不一致 出入 不符",
)
"""Words that call two things contradictory."""

CONFLICT = re.compile(
    "|".join(
        (
            CORRECTS.pattern,
            DISAGREES.pattern,
            cue(
                r"however instead resolv\w* settled outdated supersed\w* geklärt jedoch"
                r" stattdessen unstimmig\w*"
                r" veraltet",
                "差异 分歧 相反 过时 但是 然而 (?:^|[，。；])但",
            ).pattern,
        )
    )
)
"""Words that show that a disagreement was seen."""

DECIDES = cue(
    r"resolved settled use using adopt\w* prefer\w* rely relies relying trust\w*"
    r" more_recent newer latest official"
    r" correct corrected supersed\w* verwend\w* aktueller neuere\w* maßgeblich\w* richtig\w*",
    "采用 为准 最新 更新 官方 应为",
)
"""Words that settle which of two versions holds."""

DOUBTS = cue(
    r"verif\w* cross-check\w* double-check\w* contradict\w* conflict\w* discrepan\w*"
    r" inconsisten\w* unreliable"
    r" reliable credib\w* suspicious doubt\w* not_sure correction mistak\w* outdated überprüf\w* widerspr\w*"
    r" unzuverlässig zuverlässig zweifel\w* glaubwürdig\w* korrektur\w* veraltet",
    "验证 核实 核对 矛盾 冲突 不一致 可靠 可信 存疑 质疑 不准确 更正 纠正 有误 过时",
)
"""Words of checking, doubting and correcting."""

ACTIONS: Mapping[Action, re.Pattern[str]] = {
    Action.CORRECT: cue(
        r"correction correcting corrected mistak\w* was_wrong error_in erratum korrektur"
        r" korrigier\w* irrtum fehlerhaft",
        "更正 纠正 修正 弄错 有误 勘误",
    ),
    Action.REVISE: cue(
        r"instead different_approach another_approach rephrase revise refine narrow"
        r" stattdessen anderer_ansatz"
        r" überarbeit\w*",
        "换个 换一 改用 改为 调整 更具体的",
    ),
    Action.VERIFY: cue(
        r"verif\w* cross-check\w* double-check\w* confirm\w* validate\w* fact-check\w* überprüf\w* prüfen"
        r" bestätig\w* verifizier\w*",
        "验证 核实 核对 确认 查证 交叉",
    ),
    Action.SYNTHESIZE: cue(
        r"in_summary to_summari[sz]e overall conclu\w* synthesi\w* final_answer"
        r" enough_information zusammenfass\w*"
        r" insgesamt fazit schluss\w*",
        "总结 综上 综合 整合 汇总 撰写 足够的信息 最终",
    ),
    Action.PLAN: cue(
        r"plan first next_step i_need_to i_will i'll let_me let's should_search zuerst"
        r" als_nächstes ich_werde ich_muss",
        "计划 首先 接下来 步骤 让我 我需要 我将",
    ),
}
"""What thinking does: the action whose words are most frequent, at a tie the one that stands first."""
