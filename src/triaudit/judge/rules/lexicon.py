"""Words that tell statements from questions, advice, opinion and talk about the report itself.

English, Chinese and German. Lists, not grammar: what they miss is missed.
"""

from __future__ import annotations

import re

from triaudit.judge.rules.verbs import is_verb, tongue

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
    r"|现在我|首先，?我|希望|请|为了给您|为您|根据您|您|你|受限于)"
    r"|[你您](?:要求|提供|提到|需要|可以|方|的(?:问题|需求|要求))"
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
    r"\b(?:we|i) (?:(?:would|therefore|thus) )?(?:recommend|advise|suggest|conclude|lean|favou?r"
    r"|prefer)\b|\b(?:is|are) (?:recommended|advisable)\b"
    r"|\bit is (?:best|wise|advisable) to\b"
    r"|\b(?:our|the|my|key|main) recommendations? (?:is|are)\b|\brecommended (?:approach|option|choice"
    r"|course)\b"
    r"|^\W*(?:建议|推荐|应优先|最佳方案|首选)|(?:因此|故|所以|我们|本报告|综合)[^。]{0,12}建议"
    r"|^[^。，]{0,12}(?:应当|应该|(?<![供反响适对相效回呼])应)(?!用|对|付|收|急|力|变)"
    r"|\b(?:wir|ich) (?:empfehlen?|raten)\b|\bempfiehlt (?:es )?sich\b|\b(?:ist|sind|wird) (?:zu empfehlen"
    r"|ratsam|empfehlenswert|empfohlen)\b",
    re.IGNORECASE,
)
NORM = re.compile(
    r"\b(?:should|ought to|deserves?)\b(?! have\b)|\bneeds? to\b|\b(?:had better|must not)\b"
    r"|应当|应该|不应|不宜|宜(?:先|尽|优)|值得(?:学习|借鉴|推广)|今后应"
    r"|\b(?:sollten?|verdient|verdienen)\b(?!.{0,80}\b(?:geworden|worden|sein sollen)\b)",
    re.IGNORECASE,
)
"""What ought to be. `Should have opened` and `should bring 5 MW` say what was planned."""
OUTLOOK = re.compile(
    r"^\W*by (?:the end of )?(?:the decade|\d{4})\b.{0,80}\bwill\b|\bwill\b.{0,80}\b(?:within"
    r"|before the end of|by)\b"
    r".{0,20}\b(?:years?|decades?|\d{4})\b|^\W*(?:bis|ab) (?:ende )?\d{4}\b.{0,12}\bwird\b"
    r"|可以预见|有望|将足以"
    r"|^\W*(?:到|至)\d{4}年.{0,20}(?:将|会)|\bwill (?:never|always|soon)\b|\bwird (?:nie|immer|bald)\b",
    re.IGNORECASE,
)
"""A forecast of the report's own."""
JUDGED = re.compile(
    r"\b(?:is|are|seems?|looks?|remains?) (?:\w+ )?(?:defensible|acceptable|preferable|sensible"
    r"|advisable|worthwhile"
    r"|premature|convincing|the safer|the better|the right|on (?:a|the) right)\b"
    r"|\b(?:looks?|paints?|appears?|seems?) (?:\w+ ){0,2}(?:better|worse|rosier|safer|stronger|weaker)\b"
    r"|\b(?:can|cannot|may) be (?:trusted|copied|relied|recommended)\b|\bhangs? on\b|\bprovided that\b"
    r"|\bwould (?:limit|help|make|secure|improve|justify|allow|mean)\b"
    r"|\bsupports? an? \w+ (?:extension|approach|rollout|roll-out|expansion|introduction|view|course)\b"
    r"|事实证明|足以证明|总体上|\b(?:ist|sind) (?:vertretbar|sinnvoll|vorzuziehen)\b"
    r"|\bwürde[n]? .{3,60}(?:sichern|helfen)\b",
    re.IGNORECASE,
)
"""A verdict of the report's own."""
AHEAD = re.compile(r"\b(?:will|would|won['’]t)\b|\b(?:wird|werden|würden?)\b|将(?!近)|将会", re.IGNORECASE)
"""What has not happened yet."""
PRAISE = re.compile(
    r"\b(?:outstanding|excellent|impressive|inspiring|remarkable|beautiful|perfect|elegan\w+|vision\w*"
    r"|proven"
    r"|success\w*|master(?:ed|class)|model for|real progress|welcome[ds]?|praised?)\b"
    r"|典范|令人|卓越|里程碑|完美|好评|成功|优秀|\b(?:vorbildlich|hervorragend|beeindruckend|erfolgreich\w*)\b",
    re.IGNORECASE,
)
"""Praise, which nobody can check."""
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
SUMMED = re.compile(
    r"^\W*(?:overall|in (?:sum|total)|all in all|insgesamt|alles in allem|unterm strich"
    r"|总体(?:而言|来看|上))",
    re.IGNORECASE,
)
"""Those of them that open a sum as well, where an amount follows."""
CONCLUSION_HEADING = re.compile(
    r"\b(?:conclusions?|recommendations?|bottom line|takeaways?|final (?:assessment|verdict|thoughts)"
    r"|verdict|lessons|advice|outlook|implications|the way forward|next steps"
    r"|(?:what )?to (?:take over|copy|avoid|do)|copy or not)\b|结论|建议|结语|启示|展望|借鉴|对策"
    r"|\b(?:fazit|schlussfolgerung(?:en)?|empfehlung(?:en)?|ausblick|lehren|folgerungen)\b",
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
    r"|summari[sz]e|switch|synthesi[sz]e|take|tell|test|track|treat|try|turn|update|use|validate"
    r"|verify|view"
    r"|visit|watch|write)\s+(?!in\b|rate\b|rates\b"
    r"|prices?\b|by\b|was\b|were\b|is\b|are\b|has\b|have\b|had\b|of\b)"
    r"|^\W*(?:请|务必|不要|避免|确保|使用|选择|检查|参考|详见|参见|建立|制定|关注)"
    r"|^\W*(?:nutzen|verwenden|prüfen|beachten|vermeiden|stellen|achten|wählen|setzen|vergleichen) sie\b"
    r"|^\W*(?:siehe|vgl)\b",
    re.IGNORECASE,
)
_SIDE = re.compile(
    r"[,;:.]|\b(?:that|which|who|when|if|where|whether|how|what|before|after|until|and|so|to)\b"
)


_ORDER = re.compile(
    r"\W*([A-Z][a-z]*[a-rt-z])(?<!ed) (?:an?|the|your|all|any|every|each|this|these|its|their|both)\s"
)
"""A base form, if the word is a verb, with its object: `Secure a right`."""


def commands(text: str) -> bool:
    """Whether a sentence tells the reader to do something: no verb in the past or of being follows its first.

    `Test scores rose` opens with a word that can command, and states.
    """
    ordered = _ORDER.match(text)
    if not IMPERATIVE.search(text) and not (ordered and is_verb(ordered[1].lower())):
        return False
    main = _SIDE.split(text, maxsplit=1)[0]
    words = re.findall(r"[A-Za-z]+", main)[1:]
    return tongue(text) != "en" or not any(word in _STATING for word in words)


_STATING_TEXT = """
is are was were has had rose fell grew cost became began came went stood reached totalled totaled
increased decreased declined dropped remained exceeded averaged amounted doubled halved
"""
_STATING = frozenset(_STATING_TEXT.split())


RELATIVE = re.compile(
    r"\b(?:current(?:ly)?|now|today|at present|presently|as of now|to date|this year|next year|last year)\b"
    r"|目前|当前|现在|现任|截至目前|今年|明年|去年|\b(?:derzeit(?:ige[rn]?)?|aktuell(?:e[rn]?)?|heute"
    r"|momentan|dieses jahr|nächstes jahr|letztes jahr)\b",
    re.IGNORECASE,
)
"""Words whose truth depends on when they were said."""
EVENT = re.compile(
    r"\b(?:open|launch|sign|acquire|merge|found|establish|announce|release|publish|approve|ban"
    r"|elect|win|won"
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
