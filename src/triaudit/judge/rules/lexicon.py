"""Words that tell statements from questions, advice, opinion and talk about the report itself.

English, Chinese and German. Lists, not grammar: what they miss is missed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from triaudit.text import HAN

Language = Literal["en", "zh", "de"]

_DE_WORDS_TEXT = """
der die das und ist nicht ein eine einen einem einer des dem den mit für auf von im zu wird werden
wurde wurden sind bei nach aus oder auch als sich durch über zum zur war waren hat haben beträgt
liegt rund sowie dass vom
"""
_DE_WORDS = frozenset(_DE_WORDS_TEXT.split())
_EN_WORDS_TEXT = """
the of and to in is are was were for on with that by as at from it its be has have an this which or
not but
"""
_EN_WORDS = frozenset(_EN_WORDS_TEXT.split())


@lru_cache(maxsize=8192)
def tongue(text: str) -> Language:
    """The language whose rules apply: Chinese by script, German by its small words, else English."""
    letters = [char for char in text if char.isalpha()]
    han = len(re.findall(rf"[{HAN}]", text))
    if letters and han / len(letters) > 0.2:
        return "zh"
    words = re.findall(r"[^\W\d_]+", text.lower())
    german = sum(word in _DE_WORDS for word in words) + 2 * bool(re.search(r"[äöüß]", text.lower()))
    return "de" if german > sum(word in _EN_WORDS for word in words) else "en"


_BASES_TEXT = """
accept account achieve acquire adopt affect allow amount announce appear apply appoint approve
average ban base become begin belong benefit borrow boost bring build buy carry cause change close
collect combine come comprise concentrate confirm consist constitute consume contain contribute
control convert cost cover create cut date decide decline decrease define deliver demonstrate deny
depend deploy derive design determine develop die differ discover display divide dominate double
drive drop earn emerge employ enable end enter equal establish estimate exceed exist expand expect
experience explain export extend face fail fall feature file finance find finish focus follow force
forecast form found fund gain generate give go govern grow halve handle happen hire hit hold host
identify impact implement imply import impose improve include increase indicate introduce invest
involve issue join keep lack last launch lead leave lie link list live locate lose lower maintain
make manage manufacture mark match mean measure meet merge mine move name need number observe obtain
occur offer open operate organise organize outperform own participate pass pay peak perform permit
place plan plead plunge point possess power predict prevent process produce project promote prove
provide publish purchase qualify quadruple raise range rank reach receive recognise recognize record
recover reduce refer reflect regulate reject release rely remain remove replace report represent
require research resign restrict result retain return reveal rise rule run save see select sell send
separate serve set settle share shift ship show shrink shut sign sit slow spend split spread stand
start state stay stem stop store strengthen study suffer suggest supply support surge surpass survey
survive sustain take target tend test total track trade train transfer treat triple turn unveil
upgrade use vary view vote warn weaken weigh widen win withdraw work yield
"""
_BASES = _BASES_TEXT.split()
_IRREGULAR_TEXT = """
is are was were be been has have had does did do became began brought built bought came chose cost
cut drew drove fell felt flew found gave got grew held hit kept knew laid lay led left lent lost
made meant met paid proved put ran rose said sank saw sold sent set shook shrank shut sold sought
spent split spoke spread stood struck taught threw told took understood went withdrew won wrote can
cannot will isn't aren't wasn't weren't hasn't haven't didn't doesn't don't says quotes dates
"""
_IRREGULAR = _IRREGULAR_TEXT.split()


def _forms(base: str) -> tuple[str, ...]:
    third = (
        base[:-1] + "ies"
        if base.endswith("y") and base[-2] not in "aeou"
        else base + ("es" if base.endswith(("s", "sh", "ch", "x", "o")) else "s")
    )
    past = base + "d" if base.endswith("e") else base[:-1] + "ied" if third.endswith("ies") else base + "ed"
    doubled = base + base[-1] + "ed" if re.search(r"[^aeiou][aeiou][bdgmnprt]$", base) else past
    return base, third, past, doubled


FINITE = frozenset(form for base in _BASES for form in _forms(base)) | frozenset(_IRREGULAR)
"""English verb forms; some are nouns too."""
SURE = frozenset(
    {form for base in _BASES for form in _forms(base)[2:]}
    | (
        set(_IRREGULAR)
        - {"cut", "cost", "found", "left", "lay", "set", "split", "spread", "hit", "quotes", "dates", "put"}
    )
)
"""Forms that hardly ever are nouns: a subject ends before the first of them."""

_ZH_VERB = re.compile(
    "是|为|有|达|位于|成立|创立|创建|增|减|降|升|涨|跌|占|超|实现|完成|发布|推出|启动|建成|投产|投资|收购"
    "|签署|宣布|表示|指出|显示"
    "|拥有|包括|包含|采用|开展|批准|通过|实施|生效|发生|出现|属于|获得|进入|支持|提供|形成|导致|影响|使|成为"
    "|来自|担任|任命|出生|去世"
    "|举行|开通|启用|运营|销售|生产|出口|进口|计划|预计|规定|需|可|能|会|将|由|被|在|共|约|高于|低于|承担"
    "|负责|设立|建设|修建|合计|总计"
)
_DE_VERB = re.compile(
    r"\b(?:ist|sind|war|waren|hat|haben|hatten?|wird|werden|wurden?|beträgt|betragen|betrug|liegt|liegen|lag"
    r"|lagen|stieg|stiegen"
    r"|sank|sanken|fiel|fielen|wuchs|wuchsen|kostet|umfasst|verfügt|erreicht|produziert|beschäftigt|gehört"
    r"|gilt|gelten|zeigt|zeigen"
    r"|nutzt|speichert|deckt|führt|leitet|besteht|bestehen|steht|stehen|kann|können|bleibt|blieb|kam|kommt"
    r"|gibt|gab|ging|geht|hält"
    r"|nahm|entspricht|macht|sieht|trägt|ließ|schloss|begann|beginnt|erhält|erhielt"
    r"|(?!nicht|erst|bereit|seit|fast|statt|jetzt|insgesamt|damit|somit|selbst|zuletzt|zuerst|sonst"
    r"|überhaupt|direkt|gut|weit|laut"
    r"|derzeit|mit|bekannt|meist|längst|heute|heut|dort|oft|rund|letzt|acht|echt|leicht|recht|genannt"
    r"|geplant|gesamt)"
    r"[a-zäöüß]{3,}(?:te|ten|t))\b",
)


def is_verb(word: str) -> bool:
    """Whether an English word in lower case can be a finite verb."""
    return word in FINITE or (len(word) > 5 and word.endswith("ed"))


def has_verb(sentence: str, language: Language) -> bool:
    """Whether a sentence asserts something rather than names it."""
    if language == "zh":
        return bool(_ZH_VERB.search(sentence))
    if language == "de":
        return bool(_DE_VERB.search(sentence))
    words = re.findall(r"[A-Za-z]+(?:'t)?|[^A-Za-z\s]", sentence.replace("’", "'"))
    return any(_asserts(*three) for three in zip(words, words[1:], [*words[2:], ""], strict=False))


def _asserts(before: str, word: str, after: str) -> bool:
    """Whether an English word is a finite verb, judged by its neighbours.

    A form that is a noun too needs what a verb needs: nothing like `the` or `to` before it, a plural
    before a base form, and a word after a form in -s.
    """
    if not is_verb(word) or before in _NO_VERB_AFTER:
        return False
    if word in SURE or word.endswith("ed"):
        return True
    if word.endswith("s"):
        return after not in {"", ",", ".", ";", ":", "(", ")", "/"} and not after.endswith("ing")
    if word in _PAST_TOO and (after in _AFTER_PAST or re.match(r"[\d$€£¥~≈]", after)):
        return True
    return before.endswith("s") or before in {
        "people",
        "data",
        "they",
        "we",
        "you",
        "who",
        "and",
        "will",
        "can",
        "would",
    }


_PAST_TOO_TEXT = """
cost cut put hit set split spread found left lay
"""
_PAST_TOO = frozenset(_PAST_TOO_TEXT.split())
_AFTER_PAST_TEXT = """
the a an about around some over nearly almost its their by from more less up down records
"""
_AFTER_PAST = frozenset(_AFTER_PAST_TEXT.split())
_NO_VERB_AFTER_TEXT = """
to the a an of for by with its their his her our your this each every no from in on at as
"""
_NO_VERB_AFTER = frozenset(_NO_VERB_AFTER_TEXT.split())


def verb_at(sentence: str, language: Language) -> int | None:
    """Where the first finite verb stands, so that a subject may stand before it."""
    if language == "zh":
        found = _ZH_VERB.search(sentence)
        return found.start() if found else None
    if language == "de":
        found = _DE_VERB.search(sentence)
        return found.start() if found else None
    matches = list(re.finditer(r"[A-Za-z]+(?:['’]t)?", sentence))
    for certain in (True, False):
        for match in matches[1:9]:
            word = match[0].replace("’", "'")
            if word.islower() and (word in SURE or (not certain and is_verb(word))):
                return match.start()
    return None


META = re.compile(
    r"^\W*(?:i|we|let me|let's|i'm|i've|i'll)\b(?! (?:recommend|conclude|estimate that))"
    r"|\b(?:this|the present|our|my) (?:report|section|guide|answer|analysis|document|overview|summary"
    r"|response|article|paper|chapter"
    r"|memo|table|list|comparison|assessment|review|brief) (?:is|was|will|provides?|presents?|covers?"
    r"|summari[sz]es?|outlines?"
    r"|examines?|discusses?|describes?|explores?|focuses|aims?|draws?|offers?|addresses|compares?"
    r"|synthesi[sz]es|shows?|has)\b"
    r"|^\W*in this (?:report|section|guide|answer|analysis|document)\b|^\W*(?:below|here) (?:is|are)\b"
    r"|^\W*here's\b"
    r"|^\W*(?:the following|as (?:noted|discussed|mentioned|shown|described) (?:above|below|earlier))\b"
    r"|^\W*(?:note|nb)\s*[:：]"
    r"|^\W*you\b|\bI (?:am|was|have|would|could|consider|expect|judge|find|take)\b|\b(?:you (?:can|should"
    r"|must|may|need)|report (?:dated|published|updated)|you asked|your (?:question|request|query|goals?"
    r"|draft)|feel free|if you (?:want|need|would like|wish|prefer)|let me know)\b"
    r"|\b(?:could|can|did) not (?:find|locate|access|verify|retrieve|open)\b|\bno reliable (?:figures|data"
    r"|sources?) (?:was|were|could)\b"
    r"|^\W*(?:based on (?:the|my|our) (?:information|research|search|sources|results)[^,:]{0,40}[:,]?$)"
    r"|^\W*(?:本报告|本文|本研究|本节|本章|本指南|以下|下文|下面|下表|上述|如上|如下|我|我们|让我|接下来"
    r"|现在我|首先，?我|希望|请|为了给您|为您|根据您|您)"
    r"|未能?找到|无法(?:找到|查到|核实|访问)|如需|如果您|欢迎"
    r"|^\W*(?:ich|wir)\b(?! (?:empfehl|raten))|\b(?:dieser|diese|dieses|der vorliegende"
    r"|das vorliegende) (?:bericht|abschnitt|analyse"
    r"|dokument|überblick|kapitel|leitfaden)\b|^\W*im folgenden\b|^\W*nachfolgend\b|\bkonnte(?:n)? (?:ich"
    r"|wir|nicht)\b.{0,40}\bfinden\b",
    re.IGNORECASE,
)
"""Talk about the report, its making or its reader."""

OPINION = re.compile(
    r"\b(?:i (?:think|believe|feel|suspect)|in my (?:view|opinion)|arguably|it seems to me|personally"
    r"|one might say)\b"
    r"|我(?:认为|觉得|相信|个人)|在我看来|个人(?:认为|觉得)|\b(?:meiner (?:meinung|ansicht) nach"
    r"|ich (?:denke|glaube|finde))\b",
    re.IGNORECASE,
)
CONDITIONAL = re.compile(
    r"^\W*(?:with|without) .{3,60}\bwould\b|^\W*(?:if|unless|suppose|assuming|should you|were|provided that"
    r"|in case)\b|\bif\b.{3,80}\b(?:would|could|might|may)\b"
    r"|\b(?:would|could|might)\b.{3,120}\bif\b"
    r"|^\W*(?:如果|假如|假设|假定|倘若|若(?!干|是因)|一旦|只要|除非)|如果.{2,60}(?:将|可能|会|就|则)"
    r"|^\W*(?:wenn|falls|sofern|angenommen|sollte|sollten|vorausgesetzt)\b|\b(?:wenn"
    r"|falls)\b.{3,100}\b(?:würde|könnte|dürfte)n?\b",
    re.IGNORECASE,
)
HEDGE = re.compile(
    r"\b(?:may|might|could|perhaps|possibly|potentially|presumably)\b|可能|也许|或许|或将"
    r"|\b(?:könnten?|dürften?|möglicherweise|vielleicht|vermutlich)\b",
    re.IGNORECASE,
)
ADVICE = re.compile(
    r"\b(?:we|i) (?:recommend|advise|suggest|conclude)\b|\b(?:is|are) (?:recommended|advisable)\b"
    r"|\bit is (?:best|wise|advisable) to\b"
    r"|\b(?:our|the|my|key|main) recommendations? (?:is|are)\b|\brecommended (?:approach|option|choice"
    r"|course)\b"
    r"|^\W*(?:建议|推荐|应优先|最佳方案|首选)|(?:因此|故|所以|我们|本报告|综合)[^。]{0,12}建议"
    r"|^[^。，]{0,12}(?:应当|应该|应)(?!用|对|付|收|急|力|变)"
    r"|\b(?:wir|ich) (?:empfehlen?|raten)\b|\bempfiehlt (?:es )?sich\b|\b(?:ist|sind|wird) (?:zu empfehlen"
    r"|ratsam|empfehlenswert|empfohlen)\b",
    re.IGNORECASE,
)
CONCLUDING = re.compile(
    r"^\W*(?:therefore|thus|hence|consequently|accordingly|overall|in (?:conclusion|summary|sum|short|total"
    r"|essence)|to sum up"
    r"|on balance|taken together|all in all|ultimately|as a result|conclusion|bottom line|key takeaway"
    r"|this (?:suggests|implies|means"
    r"|indicates|shows) that|these (?:findings|results|figures) (?:suggest|imply|indicate|show))\b"
    r"|^\W*(?:因此|综上(?:所述)?|总之|总而言之|总体(?:而言|来看|上)|由此可见|可见|所以|综合来看|结论(?:是"
    r"|：)|这(?:表明|意味着|说明))"
    r"|^\W*(?:daher|insgesamt|somit|folglich|demnach|deshalb|zusammenfassend|alles in allem|fazit"
    r"|unterm strich|letztlich|dies (?:zeigt"
    r"|bedeutet|legt nahe))\b",
    re.IGNORECASE,
)
CONCLUSION_HEADING = re.compile(
    r"\b(?:conclusions?|recommendations?|bottom line|takeaways?|final (?:assessment|verdict|thoughts)"
    r"|verdict)\b|结论|建议|总结与建议|结语"
    r"|\b(?:fazit|schlussfolgerung(?:en)?|empfehlung(?:en)?)\b",
    re.IGNORECASE,
)
QUESTION = re.compile(r"[?？][\"”’」』)）*_\s]*$")
IMPERATIVE = re.compile(
    r"^\W*(?:please|do not|don't|never|always)\b|^\W*(?:add|adjust|adopt|allow|analy[sz]e|apply|ask|assess"
    r"|assign|attach|avoid|begin|build"
    r"|calculate|call|check|choose|clean|collect|combine|compare|compile|compute|configure|confirm|consider"
    r"|convert|copy|create|define|delete"
    r"|deploy|describe|design|determine|develop|discuss|document|download|draw|enable|ensure|establish"
    r"|estimate|evaluate|examine|explain|explore"
    r"|extract|fetch|fill|filter|find|fix|focus|follow|generate|give|go|handle|identify|implement|import"
    r"|include|increase|insert|inspect|install"
    r"|investigate|keep|label|limit|list|load|look|maintain|make|map|mark|measure|mention|merge|minimi[sz]e"
    r"|monitor|move|note|open|optimi[sz]e"
    r"|parse|pick|place|plan|plot|prefer|prepare|prioriti[sz]e|provide|pull|put|read|record|reduce|refer"
    r"|remember|remove|render|repeat|replace"
    r"|require|research|reserve|return|review|run|save|search|see|select|send|set|share|show|sort|specify"
    r"|split|start|stay|stop|store|structure|submit"
    r"|summari[sz]e|switch|synthesi[sz]e|take|tell|test|track|treat|try|turn|update|use|validate|verify|view"
    r"|visit|watch|write)\s+(?!in\b|rate\b|rates\b"
    r"|prices?\b|by\b|was\b|were\b|is\b|are\b|has\b|have\b|had\b|of\b)"
    r"|^\W*(?:请|务必|不要|避免|确保|使用|选择|检查|参考|详见|参见|建立|制定|关注)"
    r"|^\W*(?:nutzen|verwenden|prüfen|beachten|vermeiden|stellen|achten|wählen|setzen|vergleichen) sie\b"
    r"|^\W*(?:siehe|vgl)\b",
    re.IGNORECASE,
)
RELATIVE = re.compile(
    r"\b(?:current(?:ly)?|now|today|at present|presently|as of now|to date|this year|next year|last year)\b"
    r"|目前|当前|现在|现任|截至目前|今年|明年|去年|\b(?:derzeit(?:ige[rn]?)?|aktuell(?:e[rn]?)?|heute"
    r"|momentan|dieses jahr|nächstes jahr|letztes jahr)\b",
    re.IGNORECASE,
)
"""Words whose truth depends on when they were said."""
EVENT = re.compile(
    r"\b(?:open|launch|sign|acquire|merge|found|establish|announce|release|publish|approve|ban|elect|win|won"
    r"|die|died|begin|began"
    r"|complete|close|collapse|introduce|enter(?:s|ed)? into force|start|end|resign|join|build"
    r"|built)(?:e?[ds])?\b"
    r"|成立|启动|发布|签署|收购|宣布|开通|启用|建成|投产|举行|发生|当选|生效|\b(?:eröffnet|gegründet"
    r"|unterzeichnet|übernommen|verabschiedet)\w*",
    re.IGNORECASE,
)
PERSON = re.compile(
    r"\b(?:ceo|cfo|president|chair(?:man|woman|person)?|minister|mayor|director|founder|author|professor"
    r"|governor|secretary|born)\b"
    r"|总裁|首席执行官|董事长|总统|部长|市长|主任|创始人|教授|省长|总理|校长"
    r"|\b(?:geschäftsführer(?:in)?|vorstandsvorsitzende[rn]?|präsident(?:in)?|minister(?:in)?"
    r"|bürgermeister(?:in)?|gründer(?:in)?|leiter(?:in)?)\b",
    re.IGNORECASE,
)
PLACE = re.compile(
    r"\b(?:located|headquartered|based|situated|lies) (?:in|at|on|near)\b|\bcapital of\b|位于|地处|坐落"
    r"|总部(?:设)?在"
    r"|\b(?:liegt|gelegen|ansässig|hauptsitz|sitz) (?:in|im|am|an)\b",
    re.IGNORECASE,
)
