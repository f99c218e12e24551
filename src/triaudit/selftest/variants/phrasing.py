"""The same said in other words: synonyms and turns from a fixed list, in reports alone."""

from __future__ import annotations

import re
from random import Random

from triaudit.selftest.variants.figures import PROTECTED

N = r"(?=\s?(?:about |only |up to |some |more than |rund |nur |höchstens )?\d)"
"""Before a figure."""

ENGLISH: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"\b(?:rose|grew|climbed)\b(?= by| to| from)", ("went up", "increased", "climbed")),
    (
        r"(?<!have )(?<!has )(?<!had )\b(?:fell|dropped|sank)\b(?= by| to| from)",
        ("went down", "declined", "dropped", "came down"),
    ),
    (r"\bhad come down to\b", ("had dropped to", "had gone down to")),
    (r"\bimproved from\b", ("got better, from",)),
    (r"\bhad shrunk to\b", ("was down to", "had dwindled to")),
    (rf"(?<=It )cost{N}", ("came to", "ended up costing")),
    (rf"(?<=ferry )cost{N}", ("came to", "took")),
    (rf"\bcosts{N}", ("comes to", "takes")),
    (rf"\bcame to{N}", ("amounted to", "ran to")),
    (r"\bput the overrun at\b", ("gave the overrun as", "reckoned the overrun to be")),
    (r"\bcarried\b(?= \d)", ("transported", "moved")),
    (r"\bmoved\b(?= \d)", ("transported", "carried")),
    (r"\bpassengers per weekday\b", ("riders per weekday", "passengers on a weekday")),
    (r"(?<=\d )passengers\b(?! per)", ("riders", "travellers")),
    (r"\bnumber of passengers\b", ("number of riders", "passenger count")),
    (r"\b[Ss]ick leave\b", ("absence through illness", "sickness absence")),
    (r"(?<=\d )employees\b", ("staff members", "members of staff")),
    (r"\bEmployees\b(?= \|)", ("Staff", "Headcount", "People employed")),
    (r"\bRevenue\b", ("Turnover", "Income from sales")),
    (r"\bSales\b(?= grew| rose)", ("Turnover", "Revenue")),
    (r"\bloss of\b", ("deficit of", "net loss of")),
    (r"\bprofit of\b", ("surplus of", "net income of")),
    (r"\bended in the red\b", ("closed with a minus", "finished in the red")),
    (r"\bapproved\b(?= \()", ("granted", "authorised")),
    (r"\bcomplaints\b(?= \w)", ("grievances",)),
    (r"\bshops\b", ("stores",)),
    (r"\bclosed\b(?= between)", ("shut down", "gave up")),
    (r"\b(?:mended|repaired)\b", ("fixed", "put right")),
    (r"\blasted\b(?= \d)", ("went on for", "continued for")),
    (r"\bholds\b(?= \d)", ("can store", "has room for")),
    (r"\bhad a meter\b", ("were metered", "were fitted with a meter")),
    (r"\bwants to (?:reach|bring it to)\b", ("aims at",)),
    (r"\bare to be replaced\b", ("will be renewed", "are due for replacement")),
    (r"\bwas rejected\b", ("was turned down", "was ruled out")),
    (r"\bwas fined\b", ("had to pay a fine of", "was ordered to pay")),
    (r"\bwaited\b(?= more| longer)", ("had to wait",)),
    (r"\brecalled\b", ("called back", "took back")),
    (r"\bhas lent\b", ("has given", "has granted")),
    (r"\btakes\b(?= \d+ percent)", ("buys", "accounts for")),
    (r"\ballows\b(?= \d)", ("permits", "covers")),
    (r"\bis built for\b", ("is designed for", "is laid out for")),
    (r"\bcan process\b", ("is able to handle", "has the capacity for")),
    (r"\bvoted by\b", ("decided by",)),
    (r"\bto go on\b(?= until)", ("to continue",)),
    (r"\bgoes on\b(?= until)", ("continues", "carries on")),
    (r"\bworked four days\b", ("were on a four-day week",)),
    (r"\bfor full pay\b", ("without a cut in pay", "at unchanged wages")),
    (r"\bwant to keep\b", ("would like to retain", "wish to keep")),
    (r"\bare in favour\b", ("support it", "approve of it")),
    (r"\bleft\b(?= during the year)", ("quit", "resigned")),
    (r"\bshould have opened\b", ("was due to open", "was meant to open")),
    (r"\bopened\b(?= in 20| on schedule)", ("went into service", "started running")),
    (r"\bbelow the forecast\b", ("under the forecast", "short of the forecast")),
    (r"\bthan forecast\b", ("than predicted", "than expected")),
    (r"\bmore than planned\b", ("above plan", "more than budgeted")),
    (r"\bbelow plan\b", ("under plan", "less than planned")),
    (r"\bcalls at\b", ("serves", "has")),
    (r"\bpaid out\b", ("disbursed", "handed out")),
    (r"\bcarbon dioxide\b", ("CO2",)),
    (r"\ba year\b(?! later)", ("per year", "annually")),
    (r"(?<!half )\ba day\b(?! later)", ("per day", "daily")),
    (r"\bnew vessel\b", ("new ship", "replacement ship")),
    (r"\bthe boat\b", ("the ferry",)),
    (r"\bstaff\b(?= of the cable)", ("personnel",)),
    (r"\bMaintenance\b(?= of)", ("Upkeep",)),
    (r"\bCallers\b", ("Those who rang",)),
    (r"\bharvest\b", ("crop",)),
    (r"\bonly\b(?= \d)", ("no more than", "just")),
    (r"\binstead of\b", ("rather than",)),
    (r"\bwould be avoided\b", ("would be saved", "could be spared")),
    (r"\bwas finished in\b", ("was completed in", "has stood since")),
    (r"\bdates from\b", ("was built in", "goes back to")),
    (r"\bis to have one\b", ("will have got one", "is to be given one")),
    (r"\bNot a single\b", ("Not one", "No")),
    (r"\bNone of\b", ("Not one of",)),
    (r"\bNobody is\b", ("No one is",)),
    (r"\bnever made a loss\b", ("never closed a year at a loss", "always avoided a loss")),
    (r"\bwill not rise\b", ("are not going to go up", "will not be raised")),
    (r"\bbecame (?=\d+ \w+ longer)", ("got ", "turned out ")),
    (r"\bon average\b", ("as a mean",)),
    (r"\bhad volunteered\b", ("had come forward themselves", "took part of their own will")),
    (r"\bwas removed\b", ("has been eliminated", "was put right")),
    (r"\bput into supply\b", ("supplied", "fed into the network")),
)
"""English: a pattern, and what may stand for it."""

GERMAN: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"\bsank\b", ("fiel", "schrumpfte")),
    (r"\bstieg(?:en)?\b(?= auf| um)", ("wuchs", "kletterte")),
    (rf"\bkostete{N}", ("verschlang", "schlug zu Buche mit")),
    (rf"\bverschlang{N}", ("kostete",)),
    (r"\bbeträgt unverändert\b", ("liegt unverändert bei", "liegt weiterhin bei")),
    (r"\berreicht\b(?= \d)", ("beliefert", "versorgt")),
    (r"\bVersorgt werden\b", ("Beliefert werden", "Angeschlossen sind")),
    (r"\bNetzverluste\b", ("Verluste im Netz", "Leitungsverluste")),
    (r"\bNetzlänge\b", ("Länge des Netzes", "Ausdehnung des Netzes")),
    (r"\bMitarbeitende\b", ("Beschäftigte", "Belegschaft")),
    (r"\bWärmeabsatz\b", ("Verkaufte Wärme", "Absatz von Wärme")),
    (r"\bUnterbrechungen\b", ("Ausfälle", "Störungen")),
    (r"\bVersorgungsunterbrechungen\b", ("Ausfälle der Versorgung", "Störungen der Versorgung")),
    (r"\bspäter als geplant\b", ("nach dem geplanten Termin", "hinter dem Zeitplan")),
    (r"\blieferte\b", ("erzeugte", "brachte")),
    (r"\bleistet\b(?= \d)", ("hat eine Leistung von", "bringt es auf")),
    (r"\bdauerte\b(?= \d)", ("währte",)),
    (r"\bgab für sie\b", ("zahlte für sie",)),
    (r"\bmehr als bewilligt\b", ("über der bewilligten Summe", "mehr als genehmigt")),
    (r"\bverschoben\b", ("vertagt", "verlegt")),
    (r"\bgibt es keine\b", ("liegen keine vor",)),
    (r"\bzählte nur\b", ("kommt auf nur", "erfasste nur")),
    (r"\bvollständig ohne Kohle\b", ("ganz ohne Kohle", "gänzlich ohne Kohle")),
    (r"\bohne jede\b", ("ganz ohne", "ohne irgendeine")),
    (r"\bsteuert inzwischen\b", ("regelt heute",)),
    (r"\bhöchstens\b", ("nicht mehr als", "maximal")),
    (r"\bHaushalte\b", ("Privathaushalte",)),
    (r"\bim Jahr\b(?= \()", ("jährlich", "pro Jahr")),
)

CHINESE: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"从(?=[^，。]{0,12}\d[^，。]{0,12}[降减增缩升扩])", ("由",)),
    (r"由(?=\d[^，。]{0,12}[降减增缩升扩])", ("从",)),
    (r"减少到", ("降到", "缩减至")),
    (r"增加到", ("增至", "上升到")),
    (r"缩短到", ("减至", "压缩到")),
    (r"降到", ("下降到", "减至")),
    (r"下降了", ("降低了", "跌了")),
    (r"上涨了", ("升高了", "涨了")),
    (r"增加了", ("多了", "上升了")),
    (r"减少了", ("少了", "降低了")),
    (r"总投资", ("投资总额", "全部投资")),
    (r"完工", ("竣工", "建成")),
    (r"开工", ("动工", "开建")),
    (r"投产(?!公告)", ("投入运行", "投运")),
    (r"养护费用", ("维护开支", "养护支出")),
    (r"柴油消耗量?", ("柴油用量", "柴油耗用量")),
    (r"可再生能源占比", ("可再生能源所占比例", "可再生能源份额")),
    (r"停电时间", ("断电时间", "停电时长")),
    (r"雨水利用量", ("雨水使用量",)),
    (r"利用雨水", ("使用雨水",)),
    (r"内涝点", ("积涝点", "内涝地点")),
    (r"改造面积", ("改造范围", "改造的面积")),
    (r"满意(?!度)", ("认可",)),
    (r"居民电价", ("居民用电价格", "住户电价")),
    (r"推迟了", ("延后了", "晚了")),
    (r"超支", ("超出概算",)),
    (r"比概算高出", ("超出概算",)),
    (r"比计划晚了", ("较计划推迟了", "落后计划")),
    (r"损失了", ("丧失了", "减少了")),
    (r"停运(?=\d)", ("停机", "停转")),
    (r"没有下调", ("没有降低", "未作下调")),
    (r"约为", ("大约是", "约有")),
    (r"没有任何", ("毫无",)),
    (r"每年", ("一年",)),
    (r"位于", ("处在", "分布在")),
    (r"其中(?=\d)", ("里面有",)),
    (r"认定", ("核定", "查明")),
    (r"收回", ("回收",)),
    (r"提前半年", ("早了半年",)),
    (r"海缆敷设延误", ("海底电缆铺设延期",)),
    (r"光伏电量", ("光伏发电量",)),
    (r"渗透率", ("渗水率",)),
)

LISTS = {"en": ENGLISH, "de": GERMAN, "zh": CHINESE}

_ACTIVE = re.compile(
    r"(?P<who>The (?:utility|company|council|ferry|fund)|[A-Z][a-z]+) "
    r"(?P<verb>mended|repaired|carried|harvested|recalled) "
    r"(?P<what>\d[\d.,]* [a-z]+(?: of [a-z]+ [a-z]+)?)(?P<rest> in (?:19|20)\d\d)?(?P<end>\.| because )"
)


def rephrased(sentence: str, language: str, rng: Random) -> str | None:
    """The sentence with one to three of its words or turns replaced."""
    text = PROTECTED.sub(lambda found: "_" * len(found[0]), sentence)
    chances = [
        (found.start(), found.end(), others)
        for pattern, others in LISTS.get(language, ())
        for found in re.finditer(pattern, text)
    ]
    if not chances:
        return None
    made, taken = sentence, len(sentence) + 1
    chosen = rng.sample(chances, min(len(chances), 3))
    for start, end, others in sorted(chosen, key=lambda item: item[0], reverse=True):
        if end <= taken:
            old = sentence[start:end]
            new = rng.choice([other for other in others if other != old] or [old])
            new = new[0].upper() + new[1:] if old[0].isupper() else new
            made, taken = made[:start] + new + made[end:], start
    return made if made != sentence else None


def passive(sentence: str) -> str | None:
    """`The utility mended 1,340 bursts in 2024.` with its object first."""
    found = _ACTIVE.match(sentence)
    if not found:
        return None
    who = found["who"]
    who = who[0].lower() + who[1:] if who.startswith("The ") else who
    was = f"{found['what']} were {found['verb']} by {who}{found['rest'] or ''}"
    return was + found["end"] + sentence[found.end() :]
