"""What a sentence is about: the names in it, and its subject."""

from __future__ import annotations

import re
from functools import lru_cache

from triaudit.judge.rules.concepts import ideas, is_concept
from triaudit.judge.rules.verbs import FINITE, is_verb, tongue, verb_at
from triaudit.numbers import read
from triaudit.text import HAN
from triaudit.units import UNITS

_CAP = r"(?:[A-Z]\.\s?)*[A-ZÄÖÜ][\w’'&.-]*(?<![.'’-])"
_NAME = re.compile(rf"{_CAP}(?:\s+(?:(?:of|de|van|&)\s+)?{_CAP})*(?:\s+\d{{1,3}}(?![\d.,%])(?=\W|$))?")
_SIGNAL = re.compile(r"[A-Z].*[A-Z]|[A-Za-z]\d|\d[A-Za-z]")
_FUNCTION_TEXT = """
How Why What The A An In On At By For From To Of And Or But As If It Its This That These Those They
Their He She His Her We Our You Your I There Here When While Where Which Who With Without After
Before During Since Until Under Over Between Both Each Every All Some Most Many Much More Less Other
Another Such Not No Only Also However Moreover Furthermore Meanwhile Today Now Then Thus January
February March April May June July August September October November December Monday Tuesday
Wednesday Thursday Friday Saturday Sunday Table Figure Section Chapter Total Overall According
Compared Based Given Der Die Das Ein Eine Im Am Ist Und Auch Nach Seit Mit Für Bei Aus Von Zu Zum
Zur Sie Er Es Ihr Ihre Sein Seine Wir Diese Dieser Dieses Laut Rund Etwa Januar Februar März Mai
Juni Juli Oktober Dezember Prozent Euro Mio Mrd Q1 Q2 Q3 Q4 FY CEO CFO GDP
"""
_FUNCTION = frozenset(_FUNCTION_TEXT.split())
_ZH_PLACE = re.compile(
    rf"(?P<name>[{HAN}]{{1,7}}?(?:自治区|自治州|有限公司|公司|集团|银行|大学|学院|研究院|研究所|委员会"
    rf"|基金会|协会|医院|水电站|核电站|电站"
    r"|电厂|大坝|大桥|隧道|机场|港口|港|铁路|地铁|水库|省|市|县|区|州|国|镇|村|岛|湖|河|江|山|厂|站"
    r"|部|局|署"
    r"|院|桥|坝))"
)
_ZH_LEAD = re.compile(
    r"^(?:在|于|与|和|对|从|由|至|向|被|将|的|据|按|以|该|其|位于|来自|包括|根据|截至|而|及|但|是|为|有|到"
    r"|月|年|日)+"
)
_ZH_VERBS = re.compile(
    r"[了着的与及在于对向是将被由把]|批准|否决|通过|拒绝|收购|出售|建成|建设|修建|新建|位于|宣布"
    r"|开通|关闭|启用|投资|耗资"
)
"""What ends before a name begins."""
_QUOTED = re.compile(r"[《“「『]([^《》“”「」『』]{2,24})[》”」』]")
_TIME = re.compile(
    r"^\W*(?:as of (?:[A-Z][a-z]+ )?\d{4},?\s+|(?:as of|by|in|since|from|until|during|on|at|after"
    r"|before|for"
    r"|between|im jahr|seit|bis|am|im)\b[^,，]{0,40}[,，]\s*"
    r"|(?:截至|自|从|在|到)?[^，,。]{0,14}(?:年|月|日|季度|底|末|初|期间)(?:[^，,。]{0,6})[，,]\s*"
    r"|(?:according to|laut|nach angaben|据)[^,，]{0,50}[,，]\s*"
    r"|(?:however|moreover|furthermore|meanwhile|in addition|additionally|also|notably|specifically"
    r"|for example|finally|overall|therefore"
    r"|thus|此外|同时|另外|其中|然而|但是|jedoch|außerdem|zudem|dabei)\s*[,，]?\s*)",
    re.IGNORECASE,
)
_DATED = re.compile(
    r"\W*(?:in|on|since|by|from|until|during|at|after|before|as of|im|am|seit|bis|ab|vor|nach|jahr"
    r"|the|year|\s)*$",
    re.IGNORECASE,
)
"""What stands before a date that opens a sentence."""
_PERIOD = re.compile(r"(?:[QH][1-4]|FY|[\W\d])*(?:FY\d+)?[\W\d]*")
_UNFINISHED_TEXT = """
the a an of on in for to and or with from by at as than der die das den dem des von im zu und oder
mit
"""
_UNFINISHED = frozenset(_UNFINISHED_TEXT.split())
"""What no subject ends with."""
_GENERIC = re.compile(
    r"^[\W\d_]*(?:[IVX]+\.)?\W*(?:overview|introduction|key figures|key data|comparison(?: at a glance)?"
    r"|at a glance|assessment|context|summary|executive summary|background|finance|financials|market"
    r"|results?|findings|key findings"
    r"|discussion|conclusions?|recommendations?|analysis|history|details?|facts?|key facts|data|figures"
    r"|context|appendix|notes?|limitations"
    r"|dashboard|scorecard|in (?:short|brief|a nutshell)|answer|findings?|verdict|outlook|advice"
    r"|notes?|risks?|strategy"
    r"|implications?|interpretation|significance|actionables?|the numbers|overall view|key takeaways?"
    r"|results"
    r"|auf einen blick|kennzahlen|kurzfassung|ergebnis|ausblick|empfehlung|bewertung"
    r"|(?:关键|核心|主要)(?:指标|数据|判断|结论)|总体(?:判断|评价)|结论摘要|亮点速览|小结|启示|展望|承诺与结果"
    r"|概述|概况|简介|引言|背景|摘要|总结|结论|建议|分析|市场|财务|历史|数据|发现|主要发现|überblick"
    r"|einleitung|zusammenfassung|hintergrund"
    r"|ergebnisse|fazit|finanzen|markt|geschichte|daten|empfehlungen?)\W*$",
    re.IGNORECASE,
)
EN_PRONOUN = re.compile(
    r"^\W{0,3}(?P<word>It|Its|They|Their|He|She|His|Her|(?:This|That|The|These|Those) (?P<noun>company|firm"
    r"|group|agency|city|country"
    r"|plant|project|bank|institution|organi[sz]ation|company's|firm's|city's|country's)|That|This|These"
    r"|Those)(?=\s|['’])"
)
ZH_PRONOUN = re.compile(
    r"^\W{0,2}(?P<word>其中|其(?!他|它|次|实|余|后|间)|它们?|他们?|她们?|该(?:公司|企业|集团|机构"
    r"|项目|国|市"
    r"|省|银行|电站|桥|厂))"
)
DE_PRONOUN = re.compile(r"^\W{0,3}(?P<word>Sie|Er|Es|Ihre?[nmrs]?|Seine?[nmrs]?|Dies(?:e[rs]?)?)(?=\s)")


@lru_cache(maxsize=16384)
def names(sentence: str) -> tuple[str, ...]:
    """The names in a sentence: capitalised runs, acronyms, codes; Chinese names by their last character.

    German nouns are all capitalised: there, only acronyms, runs of two and words after a bare
    preposition count.
    """
    language = tongue(sentence)
    found: list[str] = []
    for match in _NAME.finditer(sentence):
        words = match[0].split()
        while words and (words[0] in _FUNCTION or words[0] in {"of", "de", "van", "&"}):
            words = words[1:]
        while words and (
            (words[-1] in _FUNCTION and len(words[-1]) > 1) or words[-1] in {"of", "de", "van", "&"}
        ):
            words = words[:-1]
        if not words or words[0].isdigit():
            continue
        name = " ".join(words)
        if name.lower() in UNITS or re.fullmatch(r"FY\d+|v?\d+", name):
            continue
        begins = re.search(r"(?:^|[.:!?–—]\s+|[\"“(\[*]\s*)$", sentence[: match.start()])
        first = begins and len(words) == len(match[0].split())
        if language == "de":
            bare = re.search(r"\b(?:in|von|bei|aus|nach|nahe|aus)\s+$", sentence[: match.start()])
            if len(words) < 2 and not _SIGNAL.search(name) and not bare:
                continue
        elif first and len(words) == 1 and is_concept(min(ideas(name), default="")):
            continue
        elif first and len(words) == 1 and not _SIGNAL.search(name):
            follows = re.match(r"\s*(?:['’]s\b|[a-z]+)", sentence[match.end() :])
            verb = follows and is_verb(follows[0].strip())
            if not verb and not (follows and follows[0].strip().startswith(("'", "’"))):
                continue
            if name.lower() in FINITE or (name.endswith("s") and len(name) > 5):
                continue
        found.append(name)
    if re.search(rf"[{HAN}]", sentence):
        found.extend(match[1] for match in _QUOTED.finditer(sentence))
        for match in _ZH_PLACE.finditer(sentence):
            name = _ZH_LEAD.sub("", _ZH_VERBS.split(match["name"])[-1])
            if len(name) >= 3 or (len(name) == 2 and name[-1] in "省市县州国港岛湖河江山"):
                found.append(name)
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=16384)
def subject(sentence: str, described: bool = False) -> str:
    """The words before the verb where they name something; empty where that can't be told.

    Args:
        sentence: The sentence.
        described: Whether `the plant`, which leans on what was said before, counts too.
    """
    language = tongue(sentence)
    rest = sentence
    while lead := _TIME.match(rest):
        if lead.end() == 0 or lead.end() >= len(rest):
            break
        rest = rest[lead.end() :]
    rest = _undated(rest, language)
    at = verb_at(rest, language)
    head = rest[:at].strip(" ,，:：*_\"“”‘’'") if at else ""
    if language == "zh":
        head = rest[:at].strip(" ,，:：*_") if at else ""
        noun = _ZH_NOUNS.match(rest, at or 0)
        head = re.sub(r"(?:按期|按时|如期|提前|已经|[自于在从到由]\d|\d{4}年).*$", "", head)
        head = "" if re.search(r"[，；：,;]", head) else head + (noun[0] if noun and head else "")
        known = [name for name in names(head) if head.startswith(name)]
        head = known[0] if known else re.split(r"的|，", head)[0]
        head = re.sub(r"[不未没仅只已曾还也都就才]+$", "", head)
        dated = re.match(r"[到自从截至在]{0,2}\d|[“\"]", head) or _ZH_TIMES.fullmatch(head)
        return head if 2 <= len(head) <= 14 and not dated and not ZH_PRONOUN.match(head) else ""
    head = _TAIL.sub("", head)
    words = head.split()
    if (
        not 1 <= len(words) <= 8
        or ((pronoun := EN_PRONOUN.match(head + " ")) and not (described and pronoun["noun"]))
        or ":" in head
        or words[-1].lower() in _UNFINISHED
        or _PERIOD.fullmatch(head)
        or _SPAN.fullmatch(head)
        or (language == "de" and DE_PRONOUN.match(head + " "))
    ):
        return ""
    if not re.match(r"(?:The|A|An|Der|Die|Das|Ein|Eine)\b", head) and not head[0].isupper():
        return ""
    return head


_ZH_NOUNS = re.compile(
    r"(?:投资|销售|生产|出口|进口|计划|运营|支持|收入|规定)(?:总?额|量)?(?=[约为达是共超近仅\d全])"
)
"""Verbs that are nouns before a figure."""
_ZH_TIMES = re.compile(
    r"(?:截至|至今|目前|当时|期间|全年|年内|[今去当次同翌]年|[上下]半年|近?[一二三四五六七八九十两几多]{1,2}[年月天]间?)(?:以来|累计|内|间)?"
)
"""What tells when and not of what."""
_TAIL = re.compile(
    r"(?:,?\s+(?:that|which|who|also|still|not|only|alone|nevertheless|nonetheless|however|then|now"
    r"|again|already"
    r"|never|always|often|since|thus|therefore|too|even|once|\w+ly))+$"
)
"""What stands between a subject and its verb."""
_SPAN = re.compile(
    r"(?:The|A|An|Each|Every|This|That|Der|Die|Das) (?:\w+ )?(?:year|month|week|day|decade|period"
    r"|quarter|season|rest|cause"
    r"|result|reason|Jahr|Monat|Woche|Tag|Grund|Ergebnis)s?|Sources|Experts|Analysts|Nobody|There",
    re.IGNORECASE,
)
"""Times and talk, which no pronoun stands for."""


def _undated(text: str, language: str) -> str:
    """The text without a date that opens it and that no comma ends: `In June 2023 the Gazette reported`."""
    if language != "en" or not re.match(
        r"\W*(?:In|On|Since|By|From|Until|During|At|After|Before|As of)\b", text
    ):
        return text
    first = next(iter(read(text)), None)
    if first is None or first.dimension not in {"year", "season"} or not _DATED.match(text[: first.start]):
        return text
    rest = text[first.end :].lstrip(" ,")
    return rest[:1].upper() + rest[1:]


def generic(heading: str) -> bool:
    """Whether a heading names a part of any report rather than a subject."""
    return not heading.strip() or bool(_GENERIC.match(heading)) or len(heading) > 80
