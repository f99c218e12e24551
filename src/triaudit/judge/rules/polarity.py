"""Which way a sentence points: rise or fall, yes or no, denied, planned, or only perhaps.

English, Chinese and German. Words, not grammar: what stands in none of the lists says nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache

_FAMILIES: tuple[tuple[str, str, str], ...] = (
    (
        "level",
        (
            r"\b(?:r[io]se[sn]?|rising|raise[sd]?|increas\w+|gr[eo]ws?|grown|growing|growth|gain(?:s|ed)?"
            r"|climb\w*|jump(?:s|ed)?"
            r"|surg\w+|higher|above|more|greater|exceed\w*|improv\w+|expan[ds]\w*|up (?:by|from|to)"
            r"|exports? surplus|stieg\w*|gestiegen|steig\w+|wuchs\w*|wächst|gewachsen|wachstum"
            r"|zunahme|zugenommen"
            r"|zunehm\w*|höher\w*|anstieg|erhöh\w*|oberhalb|mehr|übersteigt|überstieg)\b"
            r"|增(?!设)|上升|升(?=至|高|到)|上涨|涨|提高|高于|高出|多于|超出|扩大"
        ),
        (
            r"\b(?:f[ae]lls?|fallen|falling|declin\w+|decreas\w+|drop(?:s|ped)?|shr[aiu]nk\w*"
            r"|s[aiu]nk|reduc\w+|cuts?"
            r"|lower(?:ed)?|below|less|fewer|smaller|plunge\w*|down (?:by|from|to)|sank\w*|gesunken"
            r"|sink(?:t|en)"
            r"|fiel\w*|gefallen|rückgang|ging\w* zurück|zurückgegangen|abnahme|abgenommen"
            r"|niedriger\w*|unterhalb"
            r"|weniger|geringer\w*|reduziert\w*|verringer\w*|gesenkt|senkt\w*)\b"
            r"|降|减|跌|下滑|低于|少于|不足|缩(?=小|减)"
        ),
    ),
    (
        "multiple",
        r"\b(?:doubl|tripl|quadrupl|verdoppel|verdreifach|vervierfach)\w*|翻番|翻倍|翻了",
        r"\b(?:halv(?:e|ed|es|ing)|halbier\w*)\b|减半",
    ),
    (
        "verdict",
        (
            r"\b(?:approv\w+|passe[sd]|adopt\w*|accept\w*|authori[sz]\w+|ratif\w+|endors\w+|grant(?:s|ed)"
            r"|genehmig\w*|verabschiedet\w*|angenommen|bewillig\w*|zugestimmt"
            r"|stimmte\w*(?= [^.]{0,80}\bzu\b))\b|批准|通过|同意|支持"
        ),
        (
            r"\b(?:reject\w*|refus\w+|veto\w*|dismiss\w*|block(?:s|ed)|turn(?:s|ed) down|vot(?:es"
            r"|ed) down|bans?|banned"
            r"|prohibit\w*|abgelehnt\w*|ablehn\w*|lehnt\w*|verworfen|verweiger\w*|untersag\w*"
            r"|verboten|verbot)\b|\blost by \d"
            r"|\b(?:motion|bid|proposal|offer|antrag) [^.;]{0,40}\b(?:lost|fell|failed|unterlag)\b"
            r"|否决|拒绝|驳回|禁止|反对"
        ),
    ),
    (
        "contest",
        r"\b(?:w[io]ns?|winning|victor\w+|gewonnen|gewann\w*|gewinnt|siegte\w*)\b|获胜|胜诉|赢|战胜",
        r"\b(?:los(?:es|t|ing)|defeat\w*|verlor\w*|verloren|verliert|unterlag\w*)\b|落败|败诉|输给?|战败",
    ),
    (
        "result",
        r"\b(?:profits?|profitable|surplus|gewinne?|überschuss|überschüsse)\b|盈利|利润|盈余|顺差",
        r"\b(?:loss(?:es)?|deficits?|unprofitable|verluste?|defizite?|fehlbetrag)\b|亏损|赤字|逆差",
    ),
    (
        "door",
        r"\b(?:open(?:s|ed|ing)?|reopen\w*|eröffn\w*|geöffnet)\b|开通|启用|开放|开业|通车",
        (
            r"\b(?:clos(?:es|ed|ure|ing)|shut(?:s|down)?|geschlossen|schlie(?:ßt|ßung)|schloss\w*)\b"
            r"|关闭|停运|停业"
        ),
    ),
    (
        "course",
        (
            r"\b(?:began|begun|begins?|beginning|start(?:s|ed)?|launch\w*|commenced|begann\w*"
            r"|begonnen|gestartet"
            r"|startete\w*)\b|开始|启动|开工|动工"
        ),
        (
            r"\b(?:complet(?:ed|ion|es)|finish\w*|end(?:s|ed)|conclud\w+|abgeschlossen"
            r"|fertiggestellt|beendet\w*"
            r"|endete\w*)\b|完成|完工|竣工|结束"
        ),
    ),
    (
        "trade",
        r"\b(?:b(?:uys?|ought)|acquir\w+|purchas\w+|kauft\w*|gekauft|erwarb\w*|erworben)\b|购买|收购|买入",
        r"\b(?:s(?:ells?|old)|divest\w*|verkauf\w*|veräußer\w*)\b|出售|卖出|售出",
    ),
    (
        "rank",
        (
            r"\b(?:largest|biggest|highest|longest|tallest|most|best|oldest|größte\w*|höchste\w*"
            r"|längste\w*|meisten"
            r"|älteste\w*)\b|最大|最高|最长|最多|最老"
        ),
        (
            r"\b(?:smallest|lowest|shortest|least|fewest|worst|youngest|newest|kleinste\w*"
            r"|niedrigste\w*|kürzeste\w*"
            r"|wenigsten|jüngste\w*)\b|最小|最低|最短|最少|最新"
        ),
    ),
    (
        "timing",
        (
            r"\b(?:on schedule|on time|ahead of schedule|early|punctual\w*|pünktlich|fristgerecht"
            r"|planmäßig)\b"
            r"|按时|如期|提前"
        ),
        r"\b(?:late|delay\w*|behind schedule|overdue|verspät\w*|verzöger\w*)\b|延期|推迟|延误|逾期",
    ),
    (
        "order",
        r"\b(?:before|prior to|bevor|vor(?= de[rm]))\b|(?<=[年月日])前|之前|以前",
        r"\b(?:after|following|nachdem|nach(?= de[rm]))\b|之后|以后",
    ),
    (
        "outcome",
        r"\b(?:succe(?:ss|eds?|eded)\w*|erfolgreich|gelang\w*)\b|成功",
        r"\b(?:fail(?:ed|s|ure)|collaps\w*|scheiter\w*|gescheitert|misslang\w*)\b|失败|崩溃",
    ),
    (
        "law",
        r"\b(?:legal|lawful|guilty|convicted|legal\w?|rechtmäßig|schuldig|verurteilt)\b|(?<!非)合法|有罪",
        (
            r"\b(?:illegal|unlawful|not guilty|acquitted|illegal\w?|rechtswidrig|freigesprochen)\b|非法"
            r"|违法|无罪"
        ),
    ),
    (
        "side",
        r"\b(?:north\w*|nörd\w+|norden)\b|北(?=部|侧|岸|边)",
        r"\b(?:south\w*|süd\w+)\b|南(?=部|侧|岸|边)",
    ),
    ("coast", r"\b(?:east\w*|öst\w+|osten)\b|东(?=部|侧|岸|边)", r"\b(?:west\w*)\b|西(?=部|侧|岸|边)"),
    ("whole", r"\b(?:majority|mehrheit)\b|多数", r"\b(?:minority|minderheit)\b|少数"),
)
_WAYS = re.compile(
    "|".join(rf"(?P<{name}_p>{plus})|(?P<{name}_m>{minus})" for name, plus, minus in _FAMILIES), re.IGNORECASE
)

_NEGATION = re.compile(
    r"\b(?:not(?! only)|no(?! less| fewer| more| later| longer than)|never|neither|nor|without|cannot|none"
    r"|failed to|hardly|refus(?:e[sd]?|ing) to|declin(?:e[sd]?|ing) to(?! \D?\d)|den(?:y|ies|ied|ying)"
    r"|disput(?:es|ed)|refut\w+|debunk\w+|contradict(?:s|ed)|rul(?:es|ed|ing) out|ruled out|(?:is"
    r"|are|was|were) (?:false|untrue)"
    r"|stopped short of|missing|absent|omitted|(?:left|leaves?) out"
    r"|abandon\w*|scrapp?(?:s|ed)|cancel\w*|withdr[ae]w\w*|lacks?|lacked)\b|n['’]t\b"
    r"|\b(?:nicht(?! nur)|kein\w*|nie(?:mals)?|weder|ohne|fehl(?:t|te|ten|en)"
    r"|bestritt\w*|bestreite[tn]|dementier\w*|weiger\w*"
    r"|abgesagt|gestrichen|verneint\w*)\b"
    r"|没有|并未|未(?!来|必)|并非|不是|(?<!无)不(?!仅|断|过|同|少|足|久|只|但|等|含|论|到|低|超)|从未|毫无"
    r"|否认|拒绝(?=[^了绝]{1,12})|取消|放弃|撤回|辟谣|不再",
    re.IGNORECASE,
)
_PERHAPS = re.compile(
    r"\b(?:(?-i:may)"
    r"(?!\s+\d|\snot\s(?:go|exceed|rise|fall|be\s(?:more|less|higher|lower|larger)))"
    r"|might|could(?! not)|perhaps|possibly|potentially|reportedly|allegedly"
    r"|supposedly"
    r"|rumou?r\w*|speculat\w*|unconfirmed|unverified|is said to|are said to|purported\w*|claims? that"
    r"|no evidence|könnten?|dürften?|möglicherweise|vielleicht|vermutlich|angeblich|gerücht\w*"
    r"|mutmaßlich\w*"
    r"|soll(?:en)?(?= .*\b(?:haben|sein)\b)|unbestätigt\w*)\b"
    r"|可能|也许|或许|或将|据传|传闻|传言|谣传|谣言|疑似|未经证实|[?？][\"”’」』)）]?\s*$"
    r"|^\W*(?:if|unless|whether|wenn|falls|ob|sofern|如果|假如|若)\b",
    re.IGNORECASE,
)
_PLAN = re.compile(
    r"\b(?:would|plan(?!t)\w*|expect(?:s|ed)|forecasts?|predict\w+|target(?:s|ed)?|scheduled|propos\w+"
    r"|estimates?(?!d)|project(?:ed|ions?)|intend\w*|aim(?:s|ed)|(?:is|are|was|were) (?:due )?to"
    r"|budget(?:s|ed)?"
    r"|geplant\w*|plan(?:te|en)|soll(?:te|en|ten)?|erwartet\w*|voraussichtlich|prognos\w+|ziel"
    r"|haushalt|etat"
    r"|budgets?|vorgesehen|würden?)\b|计划|预计|预期|拟(?=[^定])|目标|预算|规划|预测|将(?=[^军领近])",
    re.IGNORECASE,
)
_PLANNED_AFTER = re.compile(
    r"^[^,;.，；。]{0,30}?\b(?:(?:is|was|are|were) (?:the |its )?(?:budget|target|plan|forecast|estimate)"
    r"|(?:had been |were |was )?(?:planned|budgeted|expected|forecast|projected|geplant|erwartet"
    r"|vorgesehen))\b",
    re.IGNORECASE,
)

_DRAWN = re.compile(
    r",? (?:so that|which means that|sodass|so dass)\b|, (?:which|weshalb|wodurch)\b|，(?:因此|所以|从而)",
    re.IGNORECASE,
)


@lru_cache(maxsize=8192)
def ways(text: str) -> frozenset[str]:
    """The directions that a text names, as `level_p` for rise and `level_m` for fall."""
    return frozenset(str(found.lastgroup) for found in _WAYS.finditer(text))


@lru_cache(maxsize=8192)
def neutral(text: str) -> str:
    """The text without its directions and denials."""
    return _NEGATION.sub(" ", _WAYS.sub(" ", text))


def opposed(first: frozenset[str], second: frozenset[str]) -> str:
    """The family in which two texts point opposite ways, one way each; empty where they don't."""
    for name, _, _ in _FAMILIES:
        plus, minus = f"{name}_p", f"{name}_m"
        one, two = (first & {plus, minus}), (second & {plus, minus})
        if len(one) == len(two) == 1 and one != two:
            return name
    return ""


@lru_cache(maxsize=8192)
def negations(text: str) -> int:
    """How many words of a text deny."""
    return sum(1 for _ in _NEGATION.finditer(text))


@lru_cache(maxsize=8192)
def denials(text: str) -> str:
    """The words of a text that deny."""
    return " ".join(found[0] for found in _NEGATION.finditer(text))


@lru_cache(maxsize=8192)
def perhaps(text: str) -> bool:
    """Whether a sentence asks, supposes or passes on a rumour: it states nothing.

    What it draws from its main clause may be uncertain without that clause being so.
    """
    found = _PERHAPS.search(text)
    drawn = _DRAWN.search(text)
    return bool(found) and not (found and drawn and 12 < drawn.start() < found.start())


_IF = re.compile(r"^\W*(?:if|unless|wenn|falls|sofern)\b|^\W*(?:如果|假如|若)", re.IGNORECASE)
_WOULD = re.compile(r"\b(?:would|will|würden?|wird|werden)\b|将|会(?=[被在有])", re.IGNORECASE)


@lru_cache(maxsize=8192)
def conditional(text: str) -> bool:
    """Whether a sentence says what follows from something that may come about."""
    return bool(_IF.search(text))


@lru_cache(maxsize=8192)
def foreseen(text: str) -> bool:
    """Whether a sentence says what will be or would be."""
    return bool(_WOULD.search(text))


def planned(before: str, after: str = "") -> bool:
    """Whether what stands before and after a figure makes it a plan, a budget or a forecast."""
    return bool(_PLAN.search(before) or _PLANNED_AFTER.match(after))


_FUTURE = re.compile(r"\b(?:will|werden|wird)\b|将(?=[^军领近])", re.IGNORECASE)
_PAST = re.compile(
    r"\b(?:was|were|had|did|[a-z]{3,}ed|wurden?|war(?:en)?|hatten?)\b|[已了]|曾", re.IGNORECASE
)


def ahead(claim: str, stated: str, plan: bool) -> bool:
    """Whether a source only plans, or only foresees, what a claim says has come about."""
    return (plan and not planned(claim)) or bool(
        _FUTURE.search(stated) and _PAST.search(claim) and not _FUTURE.search(claim)
    )
