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


_LEAD = (
    r"^\W*(?:(?:now|next|so|then|thus|therefore|hence|however|okay|ok|first|also|but|alternatively)\b\W*)*"
)
_WANT = "|".join(
    (
        "let me",
        "let's",
        "(?:i|we)(?:'ll|'m going| am going| will| need| should| want| have to| might| can| could)",
        "need(?: to)?",
        "must",
        "should",
        "maybe|perhaps",
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

DEDUCES = cue(
    r"therefore thus hence consequently accordingly it_follows (?:this|that|which)_(?:means|implies|suggests)"
    r" so_(?:we|i|the|it|that|this|a|an|in|on|for|by|they)(?!_(?:should_(?:search|check|look)|need_to))"
    r" implies implying meaning_that conclu(?:de[sd]?|ding|sions?) all_in_all on_balance taken_together"
    r" overall in_sum recommend(?:s|ed|ation)?"
    r" daher deshalb deswegen somit folglich demnach das_(?:heißt|bedeutet|zeigt) daraus_folgt"
    r" insgesamt unterm_strich schlussfolger\w* empfehl\w* empfiehlt",
    "因此 所以 因而 故而 由此 可见 意味着 这说明 这表明"
    " 综上(?:所述)? 总之 (?:总体|整体|综合)(?:来看|而言|来说|上)? 结论(?:是)? 推断 建议",
)
"""Words with which something is concluded from what was found."""

HOLDS = cue(
    r"finds? found_that recommend(?:s|ed) require[sd]? demands? warns? warned criticis\w* criticiz\w*"
    r" concludes? asks_(?:for|that) asked_for holds_that admits? left_nobody not_known"
    r" stell(?:t|te)_fest empfiehlt empfahl verlangt\w* forder(?:t|te) rügt\w* warnt\w* kritisier\w*"
    r" bemängel\w* hält_(?:den|die|das|es)",
    "指出 认为 建议 要求 警告 批评 发现(?!金) 不足",
)
"""Words with which a source gives what it holds, found, asks for or warns of."""

ORDERS = re.compile(
    r"^\W*(?:which|what|how|whether|why|provide|give|include|recommend(?:ation)?|suggest|derive|compare|consider"
    r"|explain|discuss|assess|ensure|make sure|describe|list|identify|evaluate|welche\w*|was|wie|ob|nenne\w*"
    r"|vergleich\w*|empfehlung|bewerte\w*)\b(?!\s+(?:is|are|it)\b)"
    r"|^\W*(?:给出|提供|列出|分析|评估|比较|对比(?=[^，]*$)|说明(?!了)|解释|基于[^，]*[，]?选|需要|是否|哪|如何|提出)"
)
"""How the parts of a task begin, which an agent repeats while it plans."""

OF_THE_SEARCH = cue(
    r"search\w* result(?:s|_page)? quer(?:y|ies) web_?pages? pages? sites? websites? links? urls? tool\w*"
    r" (?:this|the|next|my)_steps? user\w* answer\w* report(?:ing)? snippet\w* browse\w* retriev\w* click\w*"
    r" fetch\w* suche suchergebnis\w* webseite\w* seite nutzer\w* antwort bericht",
    "搜索 检索 网页 页面 链接 用户 回答 报告 查询 工具 打开 来源",
)
"""Words of the work itself, not of what it is about."""

POINTS_BACK = re.compile(
    r"^\W*(?:(?:so|and|but|then) )*(?:that|it|this|these|those|they|he|she|latest|das|dies\w*|es|er|sie)\b"
    r"|^\W*(?:所以|那么)?(?:这|那|该|其|它)"
)
"""The subject stands in a sentence before."""

SOURCES = cue(
    r"report(?:s|ed)? workbook chart table survey audit\w* office register minutes accounts? regulator"
    r" authority study newspaper attachment sheet gates? \w*bericht\w* anhang tabelle \w*aufsicht \w*amt"
    r" rechnungshof studie zeitung",
    "报告 审计 媒体 年报 附件 图表 统计 公报 通报",
)
"""What gives a figure."""

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

_NO = r"(?:\b(?:not|cannot|never|neither|hardly)|n['’]t)"
DISAGREES = re.compile(
    "|".join(
        (
            cue(
                r"contradict\w* disagree\w* conflict\w* discrepan\w* inconsisten\w* mismatch\w* irreconcil\w*"
                r" incompatib\w* at_odds diverg(?:e|es|ed|ent|ing) widerspr\w* abweich\w* unvereinbar\w*"
                r" uneinig\w* diskrepan\w* unstimmig\w*",
                "矛盾 冲突 不一致 不吻合 不相符 不匹配 出入 不符 对不上 相左 互斥 说法不一",
            ).pattern,
            rf"{_NO}\s(?:\w+\s){{0,3}}(?:agree|match|tally|consistent|reconciled?|coincide|add up)\b",
            rf"(?:{_NO}|\b(?:can|could))\s?(?:not\s)?both\b(?=[^.]{{0,30}}\b(?:right|true|correct|hold|be)\b)",
            r"\bstimm\w*\b[^.;]{0,60}\bnicht\b[^.;]{0,30}\büberein\b|\bnicht\s(?:\w+\s){0,2}überein",
            r"\bstimmen nicht\b|\b(?:passen|passt)\b[^.;]{0,40}\bnicht\b|\bnicht\s(?:\w+\s){0,3}beide\b",
            r"\bnicht\s(?:\w+\s){0,2}gleichzeitig (?:stimmen|richtig)|\bweich\w*\b[^.;]{0,60}\bab\b",
            "不(?:可能|能)(?:同时|都)|(?:无法|不能)(?:同时|都)?(?:成立|吻合|一致)|数据不同",
        )
    )
)
"""Words that call two things contradictory, or deny that they agree."""

CONFLICT = re.compile(
    "|".join(
        (
            CORRECTS.pattern,
            DISAGREES.pattern,
            cue(
                r"resolv\w* settled outdated supersed\w* geklärt veraltet\w* überholt\w*", "差异 分歧 过时"
            ).pattern,
        )
    )
)
"""Words that show that a disagreement was seen."""

SETS_ASIDE = cue(
    r"instead rather_than newer more_recent latest_(?:figure|value|number|count|estimate)"
    r" stattdessen statt neuere\w* aktueller\w*",
    "而不是 而非 改用 较新 最新",
)
"""Words that prefer one figure to another one, in the sentence that has it."""

DECIDES = cue(
    r"resolved settled adopt\w* prefer\w* rely relies relying trust\w* (?:i|we)_(?:will_)?use"
    r" using_(?:the|it)"
    r" uses_(?:the|it) is_used more_recent newer latest final audited correct(?:s|ed|ion)? supersed\w*"
    r" replac(?:es|ed) revised outdated provisional preliminary more_reliable authoritative verwend\w*"
    r" aktueller\w* neuere\w* endgültig\w* vorläufig\w* maßgeblich\w* richtig\w* korrigiert\w* berichtigt\w*"
    r" veraltet\w* überholt\w* geprüft\w*",
    "采用 为准 最新 更新 最终 应为 更正 修正 取代 过时 初步 更可靠 审计",
)
"""Words that settle which of two versions holds."""

UNDECIDED = re.compile(
    "|".join(
        (
            rf"(?:{_NO}|\bimpossible to)\s(?:\w+\s){{0,3}}(?:decide|resolve|settle|reconcile|tell)[ds]?\b",
            rf"(?:{_NO}|\bimpossible to)\s(?:\w+\s){{0,3}}(?:establish(?:ed)?|verif\w+|determined?|known?)\b",
            cue(
                r"unresolved undecided unsettled (?:is|are|remains?)_(?:open|unclear|unknown) unclear_which"
                r" no_(?:\w+_){0,3}(?:settles|decides|resolves|explains|clarifies|reconciles)"
                r" ungeklärt\w* unklar offen",
                "无法(?:确定|判断|核实|调和|裁定|确认) 不能(?:确定|判断|断定) 尚无定论"
                " 没有(?:来源|资料|证据) 未能(?:确认|核实|确定)",
            ).pattern,
            r"\b(?:lässt|lassen|ließ)\b[^.;]{0,40}\bnicht\b[^.;]{0,20}\b(?:klären|entscheiden|auflösen)\b",
            r"\bnicht\s(?:\w+\s){0,3}(?:geklärt|entschieden|entscheiden|klären|aufgelöst|feststell\w*)\b",
            r"\bkeine?\s(?:\w+\s){0,3}(?:klärt|entscheidet|erklärt)\b",
        )
    )
)
"""Words that say that it can't be settled which version holds."""

WHY = cue(
    r"because since as(?!_well) due_to given_that no_(?:\w+_){0,2}(?:source|page|document|record|evidence)s?"
    r" neither both_(?:are|come|sources|official) weil da denn keine?_(?:\w+_){0,2}(?:quelle|beleg)\w* beide",
    "因为 由于 鉴于 没有(?:任何)?(?:来源|资料|证据) 均未 都未 两者都 口径",
)
"""Words that give the reason for that."""

ATTRIBUTED = re.compile(
    r"^\W*(?:according to|as reported by|laut|nach angaben(?: von| des| der)?|gemäß|per)\b[^,:]{1,60}[,:]\s*"
    r"|^\W*(?:[\w’'.-]+\s){1,7}?(?:says?|said|reports?|reported|states|stated|claims|announced"
    r"|estimates|meldet|berichtet|schreibt|sagt|gibt an)(?: that|, dass|:)?\s"
    r"|,\s*(?:according to|says?|said|reports?|reported by|laut|so)\b[^,]{1,60}(?=[.!]?$)"
    r"|\s+(?:according to|laut)\b[^,]{1,60}(?=[.!]?$)|^\W*laut\s(?:de[mrsn]\s)?\S+\s(?=\w)"
    r"|,\s*(?:[\w’'-]+\s){1,4}(?:says?|said|reports?|reported|states|estimates|claims)(?=[.!]?$)"
    r"|^\W*(?:根据|据|按照)[^，：]{1,24}(?:报道|显示|统计|数据|介绍|称|透露|披露|公布)?[，：]|^[^，：]{1,14}(?:表示|称|报道|指出)[，：]",
    re.IGNORECASE,
)
"""Who says it, which is not part of what is said."""

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
