"""Words of three languages that name the same measure, event or role, and pairs that exclude each other."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from triaudit.glossary import ROWS, TONGUES
from triaudit.text import HAN, tokens
from triaudit.words import pieces, stem

_ROWS = """
population 人数
capacity 能力
output produce produces manufactured
output produzierte ausstoß 产出
revenue revenues umsätze 营业 销售
profit profits earned income
cost prices priced preise teuer 耗资 花费 总价
planned plan budget forecast
planned haushaltsplan
actual outturn outcome
investment invest 总投
length 总长
height tall
area size surface größe
volume storage stores stored holds reservoir speichert speicher fasst 库容 蓄水 储存
distance entfernung 距离
weight masse gewicht 重量
opened inaugurated opens eröffnete 通车
built constructed build 建成
completed 完成
founded foundation gründete 创办 建立
closed schloss
started launch start startete 上线
employees employ employed
employees 雇员
visitors passengers
students studenten
subsidy grants subventionen zuschüsse 资助
tax duty abgabe
tariff tariffs
export exported exporte
import imported importe
share anteile 比重
growth rise risen increases climbed up wuchs
growth anstieg zugenommen 上涨 升至 增至
decline declined fall fallen drop down shrank
decline fiel abnahme abgenommen 下滑 下跌 降至 减至
rainfall niederschläge
yield yields ertrag erträge ernte 单产 收成
emissions emission
electricity 发电
wind windkraft
solar 太阳
dam staudamm staumauer 水坝
port harbor
metro underground 轨道
plant plants kraftwerk 电站
school schulen
company corporation group konzern 集团
law legislation 法案
ceo chief geschäftsführer vorstandsvorsitzender vorstandschef 总裁 首席
chair chairman chairwoman vorsitzender 董事 董事长
founder gründer 创始
located situated liegt gelegen 位于 地处 坐落
headquarters headquartered based hauptsitz sitz 总部
capital hauptstadt 首都 省会
containers container teu 集装
vehicles cars fahrzeuge autos 车辆 汽车
installed installs install installation installiert installierte 安装 新增
households-served versorgt 供电 供应
average mean mittel
total overall 总量 总共
annual yearly jährlich 年度 每年
pump wärmepumpen
life lifespan lebensdauer 寿命
rate satz 利率
inflation 通货
deaths starb
born geboren 出生
carbon co2 二氧化 碳排
avoid avoids avoided vermeiden vermeidet vermieden 避免
ferry ferries fähren
tram trams streetcar straßenbahnen 电车
ship ships vessels schiffe
house home homes
apartment apartments flats flat wohnung wohnungen 公寓
museum museums museen 博物
stops haltestelle haltestellen 车站
forest wälder
doctors doctor ärzte arzt 医生
teachers lehrer 教师
council gemeinderat
parliament bundestag 国会
election elections wahlen
votes stimmen 选票
contract vertrag verträge
loan loans kredite
debt debts schulden verschuldung 债务 负债
deficit defizit 赤字
assets vermögen 资产
dividend dividende 股息 分红
market märkte
oil erdöl 原油
gas 天然
steel 粗钢
grain getreide 粮食
rice 稻谷
waste abfälle
wages wage
pension pensions renten 养老
marketing 营销
pylons pylon
ticket tickets fare fares fahrkarte fahrpreis 票价
year years jahre
elected gewählt wiedergewählt 当选
carried carry carries moves ferried transported befördert beförderte transportiert 运送 载客
acquired acquisition bought takeover übernommen übernahme gekauft 收购
signed agreement treaty unterzeichnet abkommen 签署 协议
approved approval genehmigt
banned ban
sold-volume absatz abgesetzt verkauft 销量
maintenance 保养
complaints complaint
delay verspätung
"""


def _concepts() -> dict[str, str]:
    """What each word means: by the rows here, else by the glossary's, whose meaning its first word gives."""
    found: dict[str, str] = {}
    for row in _ROWS.strip().splitlines():
        words = row.split()
        for word in words:
            found.setdefault(word.casefold(), words[0])
    for listed in ROWS:
        words = [word.casefold() for tongue in TONGUES for word in listed[tongue]]
        name = found.get(words[0], words[0])
        for word in words:
            found.setdefault(word, name)
    return found


def _stems(words: Mapping[str, str]) -> dict[str, str]:
    """The same by stem, for forms that are listed nowhere."""
    found: dict[str, str] = {}
    for word, name in words.items():
        found.setdefault(stem(word), name)
    return found


_PLACES_TEXT = """
plant bridge tunnel dam port railway metro airport hospital university school bank company city
government
ferry tram bus ship road house apartment museum hotel lake river forest court council parliament
vehicles
"""
PLACES = frozenset(_PLACES_TEXT.split())
"""Concepts that say what a subject is and not what is measured of it."""
_CONCEPTS = _concepts()
_STEMS = _stems(_CONCEPTS)
_HAN = re.compile(f"[{HAN}]")
_WORD = re.compile(
    "|".join(sorted((w for w in _CONCEPTS if _HAN.match(w) and len(w) > 1), key=lambda w: (-len(w), w)))
)
"""The listed words of Chinese, the longest first: pairs of characters that cross them are no words."""
_PHRASES = {word: name for word, name in _CONCEPTS.items() if "-" in word}
_PHRASE = re.compile(
    r"\b(?:" + "|".join(sorted(word.replace("-", "[- ]") for word in _PHRASES)) + r")\b", re.IGNORECASE
)
_LAST_TEXT = """
kosten preis preise umsatz gewinn einnahmen ausgaben leistung kapazität menge produktion investition
investitionen länge höhe fläche tiefe volumen entfernung bau beschäftigte mitarbeiter kunden besucher
fahrgäste schüler studierende haushalte förderung zuschuss steuer steuern zoll zölle ausfuhr einfuhr anteil
quote wachstum rückgang niederschlag ertrag emissionen ausstoß strom energie kraft brücke tunnel damm hafen
bahn werk fabrik anlage kraftwerk krankenhaus schule stadt gesetz leiter präsident minister meister
arbeitslosigkeit bevölkerung pumpe pumpen rate tote verbrauch bedarf wärme absatz schutzgebiet verlust
verluste
kohle vogel
"""
_LAST = {form: _STEMS.get(stem(word), word) for word in _LAST_TEXT.split() for form in (word, stem(word))}
for _row in ROWS:
    for _word in _row["de"]:
        if _word[:1].isupper() and len(_word) > 4:
            _LAST.setdefault(_word.casefold(), _CONCEPTS[_word.casefold()])
"""Words that German compounds end with: those listed here and the glossary's nouns."""
_ASKED = {word: frozenset({_CONCEPTS[word]}) for word in ("research", "deliver")}
"""Words that say nothing in a task, where they ask for work, but something in a report."""
_IMPLIED = {stem(word): frozenset({"cost"}) for word in ("budget", "budgeted", "overrun", "预算")}
"""What a word means beside itself."""


_EXCLUDES = (
    ("growth", "decline"),
    ("opened", "closed"),
    ("export", "import"),
    ("approved", "banned"),
    ("planned", "actual"),
)
EXCLUDES = {**dict(_EXCLUDES), **{b: a for a, b in _EXCLUDES}}
"""A statement of the one denies the other."""


@lru_cache(maxsize=32768)
def ideas(text: str) -> frozenset[str]:
    """The terms of a text, words of the same meaning as one, across languages where the lists know them.

    A German compound means what its last word means, narrowed by the words before: `Baukosten` are costs.
    """
    found: set[str] = set()
    found |= {_PHRASES[re.sub(r"\s", "-", match[0].casefold())] for match in _PHRASE.finditer(text)}
    cut = _PHRASE.sub(" ", text)
    if _HAN.search(text):
        words = _WORD.findall(text)
        found |= {_CONCEPTS[word] for word in words}
        for word in words:
            found |= _IMPLIED.get(word, frozenset())
        cut = _WORD.sub(" ", text)
    for token in tokens(cut):
        found |= _ASKED.get(token, frozenset())
        for part, term in pieces(token):
            concept = _CONCEPTS.get(part) or _CONCEPTS.get(part.removesuffix("s")) or _STEMS.get(term)
            found |= {concept} if concept else _compound(part, term)
            found |= _IMPLIED.get(term, frozenset())
    return frozenset(found)


@lru_cache(maxsize=16384)
def _compound(word: str, term: str) -> frozenset[str]:
    """The concept that a German compound ends with, and the word before it; else the term alone."""
    if len(word) < 8 or not word.isalpha():
        return frozenset({term})
    for at in range(3, len(word) - 3):
        concept = _LAST.get(word[at:])
        if concept:
            before = word[:at].removesuffix("s")
            return frozenset({concept, _CONCEPTS.get(before) or _STEMS.get(stem(before), before)})
    return frozenset({term})


def is_concept(term: str) -> bool:
    """Whether a term is one of the listed measures, events or roles."""
    return term in _NAMES


_NAMES = frozenset(_CONCEPTS.values())
