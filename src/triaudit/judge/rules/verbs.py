"""Verbs of English, Chinese and German, and which of the three a text is in. Lists, not grammar."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from triaudit.text import HAN

Language = Literal["en", "zh", "de"]

_DE_WORDS_TEXT = """
der die das und ist nicht ein eine einen einem einer des dem den mit für auf von im zu wird werden
wurde wurden sind ihr ihre ihren ihrem sie kein keine nur noch mio mrd ende je pro
bei nach aus oder auch als sich durch über zum zur war waren hat haben beträgt
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
agree disagree accept account achieve acquire adopt affect allow amount announce appear apply appoint approve
average ban base become begin belong benefit borrow boost bring build buy carry cause change close
collect combine come comprise concentrate confirm consist constitute consume contain contribute
control convert cost cover create cut date decide decline decrease define deliver demonstrate deny
depend deploy derive design determine develop die differ discover display divide dominate double
drive drop earn emerge employ enable end enter equal establish estimate exceed exist expand expect
experience explain export extend face fail fall feature feel file finance find finish focus follow force
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
absorb accelerate accompany accuse address adjust admit advance advise aim allocate alter answer argue arise
arrive ask assess assign assume attract attribute audit award back balance bear beat believe bind block
breed call cancel capture cease celebrate challenge chair claim clear climb cluster compare compete complain
complete compromise concede conduct confine connect consider contract correct correlate count damage deal
decommission dedicate defer delay delegate depart describe destroy detect deteriorate diminish direct
discharge discontinue dismiss disrupt distribute diversify donate draw drain dry educate eliminate embed
emit encounter enforce engage enhance enjoy enrol ensure erode escape evacuate evaluate evolve examine
exclude exempt exhibit explore expire exploit facilitate favour feed fill fine fire fit fix flood fly
formulate free freeze fulfil function generate grant guarantee guide harm harvest heat help house hunt
illustrate incorporate incur induce inform inherit inhibit initiate inject inspect install insure integrate
intend interview invent invite jump justify kill label land last license lift load lobby lock look lower
manage mandate map matter merit migrate mitigate modify monitor mount negotiate neighbour nominate note
oblige observe occupy oppose outline outweigh overhaul oversee owe patent peak penalise perceive persist
pledge postpone pour praise predate prefer present preserve prevail print prioritise privatise probe
prohibit prompt propose protect protest quote raise rate react read rebuild recall reckon recommend
recruit reform refuse regain register relate relax relocate rely remind renew rent repair repeat report
resemble reserve reside resist resolve respond restore resume retire retrain retreat reverse review revise
revive revoke reward ride roll root rotate salvage satisfy save scale scrap seat secure seek seize
shelter shelve shorten simulate sleep smuggle solve span specify speed sponsor stage stabilise steer stem
stimulate strike struggle subsidise substitute succeed sue surrender surround suspend switch tackle teach
tell tend terminate thank think tighten top trace transform translate transmit transport travel trial
trigger trust try understand undergo undermine undertake unify unite update urge validate value verify
veto visit volunteer wait walk want waste watch water wear welcome wipe wish witness wonder worsen wreck
abolish arrest commemorate comply contaminate continue criticise criticize cultivate demolish deplete detain
disappear dismantle exhaust flee forbid graduate infect inhabit injure irrigate lag lapse lend outnumber
overtake pollute renovate repay replenish speak swallow undercut vanish write
"""
_BASES = _BASES_TEXT.split()
_IRREGULAR_TEXT = """
is are was were be been has have had does did do became began brought built bought came chose cost
cut drew drove fell felt flew found gave got grew held hit kept knew laid lay led left lent lost
made meant met paid proved put ran rose said sank saw sold sent set shook shrank shut sold sought
spent split spoke spread stood struck taught threw told took understood went withdrew won wrote can
cannot will would could should might must shall isn't aren't wasn't weren't hasn't
haven't didn't doesn't don't says quotes dates repaid rebuilt overtook undertook resold
withheld outsold outgrew misled foresaw stole swept shot grew froze broke rode bore wore tore
quit wound bound fought lit fed bred fled
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
    "|来自|开工|完工|竣工|改造|赢得|提前|推迟|下调|上调|回到|赔付|损失|停运|耗资|担任|任命|出生|去世"
    "|举行|开通|启用|运营|销售|生产|出口|进口|计划|预计|规定|需|可|能(?!源|力|量)|(?<![社协议委])会(?![议员计展])|将|由|被|在|共|约|高于|低于|承担"
    "|负责|设立|建设|修建|合计|总计"
)
_DE_VERB = re.compile(
    r"\b(?:lief|liefen|misst|gaben?|geben|ging|gingen|gilt|fließt|fließen|wollen|sollen|soll|will|darf"
    r"|dürfen"
    r"|ist|sind|war|waren|hat|haben|hatten?|wird|werden|w[uü]rden?|beträgt|betragen|betrug|liegt"
    r"|liegen|lag"
    r"|lagen|stieg|stiegen"
    r"|sank|sanken|fiel|fielen|wuchs|wuchsen|kostet|umfasst|verfügt|erreicht|produziert|beschäftigt|gehört"
    r"|gilt|gelten|zeigt|zeigen"
    r"|nutzt|speichert|deckt|führt|leitet|besteht|bestehen|steht|stehen|kann|können|bleibt|blieb|kam|kommt"
    r"|gibt|gab|ging|geht|hält"
    r"|kamen|gingen|gaben|hielten|nahmen|standen|blieben|trugen|ließen|schlossen|begannen|erhielten"
    r"|fanden|fand"
    r"|verlor|gewann|betrugen|umfassen|kosten|bieten|bietet|leben|lebt|arbeiten|besuchten|zählte|zählt"
    r"|(?:ver|be|ge|er|ent|zer|über|unter|wider)?(?:schlang|floss|zog|trug|schrieb|schlug|schied|schloss|schob|lieh"
    r"|sprach|brach|half|traf|warf|sah|las|rief|stieß|wies|schnitt|litt|bat|saß|starb|band|nahm|kam|ging|stand"
    r"|fiel|fuhr|wann|barg|bog|maß|mied|riet|schwand)(?:en)?"
    r"|nahm|entspricht|macht|sieht|trägt|ließ|schloss|begann|beginnt|erhält|erhielt"
    r"|(?!nicht|erst|bereit|seit|fast|statt|jetzt|insgesamt|damit|somit|selbst|zuletzt|zuerst|sonst"
    r"|überhaupt|direkt|gut|weit|laut"
    r"|derzeit|mit|bekannt|meist|längst|heute|heut|dort|oft|rund|letzt|acht|echt|leicht|recht|genannt"
    r"|geplant|gesamt)"
    r"[a-zäöüß]{3,}(?:te|ten|t))\b",
)

_DE_PLURAL = re.compile(
    r"(?<=[a-zäöüß] )(?!(?:wegen|gegen|neben|zwischen|unten|oben|innen|außen|zusammen|gestern|inzwischen"
    r"|(?:[dms]?ein|kein|ihr|unser|dies|jen|all|beid|ander|viel|wenig)en)\b)[a-zäöüß]{3,}(?:en|ern|eln)"
    r"(?= (?:\d+|rund|etwa|knapp|fast|über|mehr|jede[nrs]?|jährlich|täglich"
    r"|pro|sich|die|das|den|einen?|ihre?n?)\b)"
)
"""A plural form before what it acts on: `Die Gärten binden jedes Jahr 30 Tonnen`."""
_MODAL = re.compile(r"\b(?:may|might|must|can) not(?= [a-z])")


def is_verb(word: str) -> bool:
    """Whether an English word in lower case can be a finite verb."""
    return word in FINITE or (len(word) > 5 and word.endswith("ed"))


def has_verb(sentence: str, language: Language) -> bool:
    """Whether a sentence asserts something rather than names it."""
    if language == "zh":
        return bool(_ZH_VERB.search(sentence))
    if language == "de":
        return bool(_DE_VERB.search(sentence) or _DE_PLURAL.search(sentence))
    if _MODAL.search(sentence):
        return True
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
        return (
            before not in _PLURAL_AFTER
            and after not in {"", ",", ".", ";", ":", "(", ")", "/"}
            and not after.endswith("ing")
        )
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
_PLURAL_AFTER = frozenset(
    ["all", "many", "several", "few", "both", "these", "those", "other", "most", "some", "various"]
)
"""Words before plurals: a form in -s behind them is no verb."""
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
        found = _DE_VERB.search(sentence) or _DE_PLURAL.search(sentence)
        return found.start() if found else None
    matches = list(re.finditer(r"[A-Za-z]+(?:['’]t)?", sentence))
    for certain in (True, False):
        for before, match in pairwise(matches[:9]):
            word = match[0].replace("’", "'")
            past = len(word) > 5 and word.endswith("ed") and before[0].lower() not in _NO_VERB_AFTER
            if word.islower() and (word in SURE or past or (not certain and is_verb(word))):
                return match.start()
    return None
