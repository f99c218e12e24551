"""Words that make a statement checkable without a figure in digits.

Fractions, multiples, absolutes, superlatives, comparisons and terms of time, in English, Chinese and
German: `cut by half`, `not a single one`, `翻一番`, `teurer als`.
"""

from __future__ import annotations

import re

_EN_NUMBER = "one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|several|some"
_EN_PART = "half|halves|third|quarter|fifth|sixth|seventh|eighth|ninth|tenth|twelfth|twentieth|hundredth"
_EN_TIME = "seconds?|minutes?|hours?|days?|weeks?|months?|quarters?|years?|decades?"
_EN = (
    rf"\b(?:an?|one|two|three|four|five|six|seven|eight|nine|{_EN_NUMBER}|each|every)[ -](?:{_EN_PART})s?\b"
    r"|\b(?:by|in|about|nearly|almost|over|than) half\b|\bhalf (?:of|the|its|their|as|all|an?)\b"
    r"|\b(?:halv|doubl|tripl|quadrupl|quintupl)(?:e|es|ed|ing)\b|\b(?:two|three|four|five|ten)fold\b"
    r"|\btwice\b"
    rf"|\b(?:{_EN_NUMBER}|\d+)(?: \w+)? (?:out of|in) (?:every )?(?:{_EN_NUMBER}|\d+)\b"
    r"|\bnot (?:a single|one|any|all|every)\b|\bnone of\b|\b(?:nobody|no one|nothing|never)\b"
    r"|^\W*no (?!longer\b|doubt\b|wonder\b|matter\b)\w+|\bno (?:other|single|extra|additional)\b"
    r"|\b(?:has|have|had|needs?|takes?|shows?|found|saw|is|are|was|were|with|there) no (?!longer\b"
    r"|doubt\b)\w+"
    r"|\bwithout (?:any|a single|delay|exception|incident)\b"
    r"|\b(?:every|each)\b(?! (?:other|bit)\b)|\ball (?:of |the |its |their |\w+s\b)|\bboth\b"
    r"|\b(?:entirely|completely|fully|exclusively|solely|unanimous(?:ly)?)\b"
    r"|\brecord (?:low|high|level|time|number|year|construction)\b|\bthe only\b|\b(?:the|its) (?:first"
    r"|last)\b"
    r"|\b(?:the|its|their|world['’]s|country['’]s) (?:\w{2,}est|most|least)\b"
    r"|\b(?:more|less|fewer|later|earlier|longer|shorter|higher|lower|larger|smaller|cheaper|dearer|faster"
    r"|slower|better|worse|older|younger|greater|stronger|weaker|\w{2,}ier) (?:\w+ ){0,2}than\b"
    r"|\bas (?:fast|slow|high|low|many|much|often|long|large|small|good|bad|old) as\b"
    rf"|\b(?:{_EN_NUMBER}|an?|half an?) (?:{_EN_TIME}) (?:early|late|later|earlier|longer|before|after"
    rf"|ahead)\b"
    rf"|\bwithin (?:{_EN_TIME})\b|\bon (?:time|schedule|budget)\b|\b(?:ahead of|behind) schedule\b"
)
_DE_PART = "Hälfte|Drittel|Viertel|Fünftel|Sechstel|Achtel|Zehntel"
_DE_NUMBER = "eine[mnrs]?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf"
_DE = (
    rf"\b(?:ein|zwei|drei|vier|fünf|sieben|neun|der|die|das) (?:{_DE_PART})n?\b"
    r"|\b(?:halbier|verdoppel|verdreifach|vervierfach|verzehnfach)\w*|\b(?:doppelt|dreimal|halb) so\b"
    rf"|\bjede[rsnm]? (?:zweite|dritte|vierte|fünfte|sechste|achte|zehnte)[rnsm]?\b"
    rf"|\b(?:{_DE_NUMBER}|\d+) von (?:{_DE_NUMBER}|\d+)\b"
    r"|\bkein(?:e[mnrs]?)?\b|\bnie(?:mals|mand\w*)?\b|\bnicht (?:eine?|ein einzige[rs]?|alle)\b"
    r"|\bohne (?:jede[nrs]?|eine einzige|ausnahme|verzögerung|zwischenf\w+)"
    r"|\b(?:alle[nrs]?|sämtliche[nr]?|jede[rsnm]?|beide[nr]?)\b"
    r"|\b(?:vollständig|ausschließlich|einstimmig|komplett|pünktlich|fristgerecht|planmäßig)\b"
    r"|\b(?:der|die|das|dem|den) (?:einzige|erste|letzte)[nrs]?\b|\brekord\w*"
    r"|\b(?:am|der|die|das|dem|den) \w{3,}ste[nrms]?\b|\b\w{3,}er (?:\w+ ){0,1}als\b|\bso \w{3,} wie\b"
)
_ZH_COUNT = "[一二两三四五六七八九十几数百千]{1,4}"
_ZH = (
    r"翻[一两二三]番|翻倍|翻了|倍增|减半|过半|一半|[一二两三四五六七八九]成|[一二两三四五六七八九十百]+分之"
    r"|没有(?:任何|一)|毫无|从未|从来没有?|无一|零(?:事故|投诉|排放|增长|伤亡)|一[个天次家名处]也[没不]"
    r"|全部|所有|全数|均(?!匀|衡|值|价)|每[一个名家位次条座]|完全|彻底|唯一|首[个次家座条]|一致通过"
    r"|最[高低大小早晚长短多少快慢]|创.{0,6}新[高低]|历史新[高低]"
    rf"|{_ZH_COUNT}个?多?(?:年|月|周|天|日|小时|分钟)|{_ZH_COUNT}[家座台名个位条处项次艘辆栋批所倍]"
    r"|提前|推迟|延[误期迟]|按期|按时|如期|准时|超支|达标"
    r"|比.{1,20}(?:高|低|多|少|快|慢|早|晚|长|短|贵|便宜)|[高低多少早晚长短快慢贵]于"
)
_QUANTIFIED = re.compile(f"{_EN}|{_DE}|{_ZH}", re.IGNORECASE)
_WORTH = re.compile(
    r"\b(?:no|without|worth|beyond) (?:doubt|question|risks? worth|comparison)\b|\bonce and for all\b"
    r"|\b(?:best|better|worst|greatest) of all\b|\bthe whole (?:story|picture)\b|\bas (?:soon|far"
    r"|long) as\b"
    r"|\bin every (?:respect|way)\b|\bmore than ever\b|\ball in all\b|\bfirst of all\b|\bfor all\b"
    r"|\bohne zweifel\b|\bmehr als genug\b|毫无疑问|一致好评|全面",
    re.IGNORECASE,
)
"""Flourishes that sound like them and quantify nothing."""
_SAYS_NOTHING = re.compile(
    r"\W*(?:n/?a|n\.a\.|tbd|unknown|not (?:found|available|known|reported|stated|disclosed|specified"
    r"|applicable)"
    r"|no (?:reliable |exact )?(?:figures?|data|information|value|source)(?: (?:found|available|given"
    r"|published))?"
    r"|unbekannt|k\.\s?a\.?|keine (?:angaben?|daten)|nicht (?:bekannt|verfügbar|angegeben)"
    r"|未知|不详|未(?:披露|公布|提供|找到|注明)|无数据|暂无(?:数据)?|不适用)\W*",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"\W*(?:none|nil|zero|no|never|all|every|keine?|null|nie|alle|无|没有|零|全部|全无)\b\W*(?:\w+\W+){0,6}\w*\W*",
    re.IGNORECASE,
)


def quantified(text: str) -> bool:
    """Whether words of a text say how much, how many, how often or how far, so that it can be checked."""
    return bool(_QUANTIFIED.search(_WORTH.sub(" ", text)))


def tells(value: str) -> bool:
    """Whether a table's cell without a figure states something: `none`, `no extra cost`, `全部消除`."""
    if _SAYS_NOTHING.fullmatch(value):
        return False
    return bool(_WHOLE.fullmatch(value)) or (len(value) <= 60 and quantified(value))
