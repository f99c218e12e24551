"""Words of three languages that name the same measure, event or role, and pairs that exclude each other."""

from __future__ import annotations

from functools import lru_cache

from triaudit.words import stem, terms

_ROWS = """
population inhabitants residents einwohner bevölkerung 人口 居民 人数
capacity kapazität leistung 容量 装机 产能 能力
output production produce produced produces manufactured
output produktion produziert produzierte ausstoß 产量 生产 产出
revenue revenues turnover sales umsatz umsätze erlöse 收入 营收 营业 销售
profit profits earnings earned income gewinn überschuss 利润 盈利
cost costs price prices priced kosten kostet kostete preis preise teuer 成本 费用 造价 价格 耗资 花费 总价
planned plan target budget budgeted forecast estimate estimated
planned haushaltsplan etat geplant ziel prognose 预算 计划 目标
actual final result outturn outcome tatsächlich endgültig 实际 最终 决算
investment invested invest investition investitionen investiert 投资 总投
length long länge lang 长度 全长 总长
height high tall höhe hoch 高度
area size surface fläche größe 面积
depth deep tiefe tief 深度 水深
volume storage stores stored holds reservoir volumen speichert speicher fasst 库容 蓄水 储存 容积
distance entfernung 距离
speed geschwindigkeit 速度 时速
weight masse gewicht 重量
temperature temperatur 温度 气温
opened opening inaugurated opens eröffnet eröffnete eröffnung 开通 启用 开放 通车 开业
built construction constructed build gebaut errichtet bau 建成 建设 修建 建造
completed completion finished abgeschlossen fertiggestellt 完成 完工 竣工
founded established foundation gegründet gründete gründung 成立 创立 创建 创办 建立
closed closure shut geschlossen schließung schloss 关闭 停运 停产
started began commissioned launched launch start startete begann inbetriebnahme 启动 开始 投产 上线
employees staff workers workforce jobs employ employs employed
employees beschäftigte mitarbeiter beschäftigt arbeitsplätze 员工 职工 雇员 就业
customers clients users kunden nutzer 客户 用户
visitors tourists passengers besucher gäste passagiere fahrgäste 游客 乘客 旅客 访客
students pupils schüler studenten studierende 学生
households haushalte 住户 家庭
subsidy subsidies grant grants support förderung subvention subventionen zuschuss zuschüsse 补贴 补助 资助
tax taxes duty steuer steuern abgabe 税收 税率
tariff tariffs zoll zölle 关税
export exports exported ausfuhr exporte 出口
import imports imported einfuhr importe 进口
share proportion percentage anteil anteile quote 占比 份额 比例 比重
growth grew rose rise risen increased increase increases climbed up wuchs stieg
growth gestiegen wachstum anstieg zunahme zugenommen 增长 上升 增加 提高 上涨 升至 增至
decline declined fell fall fallen decreased decrease dropped drop down shrank reduced
decline sank fiel gesunken rückgang abnahme abgenommen 下降 减少 下滑 降低 下跌 降至 减至
rainfall precipitation niederschlag niederschläge regen 降雨 降水
yield yields ertrag erträge ernte 单产 收成
emissions emission emissionen ausstoß 排放 排放量
electricity power strom elektrizität 电力 电量 发电
energy energie 能源
wind windkraft 风电 风力
solar photovoltaic solarenergie photovoltaik 光伏 太阳 太阳能
water wasser 用水 水量
bridge brücke 大桥 桥梁
tunnel 隧道
dam staudamm talsperre staumauer 大坝 水坝
port harbour harbor hafen 港口
railway rail train bahn eisenbahn zug 铁路 火车
metro subway underground u-bahn 地铁 轨道
airport flughafen 机场
plant plants factory werk fabrik anlage kraftwerk 工厂 电厂 电站
hospital krankenhaus klinik 医院
university universität hochschule 大学
school schule schulen 学校
bank 银行
company firm corporation group unternehmen firma konzern 公司 企业 集团
city town stadt 城市
government regierung 政府
law act legislation gesetz 法律 法规 法案
ceo chief geschäftsführer vorstandsvorsitzender vorstandschef 总裁 首席
president präsident 总统 主席
minister 部长
mayor bürgermeister 市长
director leiter direktor 主任 院长
chair chairman chairwoman vorsitzender 董事 董事长
founder gründer 创始
located situated liegt gelegen 位于 地处 坐落
headquarters headquartered based hauptsitz sitz 总部
capital hauptstadt 首都 省会
containers container teu 集装
vehicles cars fahrzeuge autos 车辆 汽车
installed installs install installation installiert installierte 安装 新增
households-served versorgt 供电 供应
average mean durchschnitt mittel 平均
total overall gesamt insgesamt 总计 合计 总量 总共
annual yearly jährlich 年度 每年
heat wärme 供热
pump pumps pumpe pumpen wärmepumpe wärmepumpen 热泵
life lifespan lebensdauer 寿命
rate satz 利率
inflation teuerung 通胀 通货
unemployment arbeitslosigkeit arbeitslosenquote 失业 失业率
members mitglieder 成员 会员
patients patienten 患者 病人
deaths died tote gestorben starb 死亡
born geboren 出生
carbon kohlendioxid co2 二氧化 碳排
avoid avoids avoided vermeiden vermeidet vermieden 避免
ferry ferries fähre fähren 渡轮 轮渡
tram trams streetcar straßenbahn straßenbahnen 电车
bus buses busse 公交 巴士
ship ships vessel vessels schiff schiffe 船舶 轮船
road roads straße straßen 公路 道路
house houses home homes haus häuser 房屋 住房
apartment apartments flats flat wohnung wohnungen 公寓
museum museums museen 博物 博物馆
hotel hotels 酒店 宾馆
stops haltestelle haltestellen 车站
lake see 湖泊
river fluss 河流
forest wald wälder 森林
doctors doctor ärzte arzt 医生
teachers lehrer 教师
court gericht 法院
council rat gemeinderat stadtrat 议会
parliament bundestag 国会
election elections wahl wahlen 选举
votes stimmen 选票
contract vertrag verträge 合同
loan loans kredit kredite 贷款
debt debts schulden verschuldung 债务 负债
deficit defizit 赤字
assets vermögen 资产
shares aktien 股票 股份
dividend dividende 股息 分红
market markt märkte 市场
demand nachfrage 需求
supply angebot 供给
oil öl erdöl 石油 原油
gas erdgas 天然
coal kohle 煤炭
steel stahl 钢铁 粗钢
copper kupfer
grain getreide 粮食
wheat weizen 小麦
rice reis 水稻 稻谷
waste abfall abfälle müll 垃圾
wages wage löhne lohn gehalt 工资 薪酬
pension pensions rente renten 养老
rent rents miete mieten 租金
research forschung 研发
marketing 营销
pylons pylon stütze stützen 塔架
ticket tickets fare fares fahrkarte fahrpreis 票价
reserve schutzgebiet 保护区
year years jahre jahr
elected gewählt wiedergewählt 当选
carried carry carries moves ferried transported befördert beförderte transportiert 运送 载客
acquired acquisition bought takeover übernommen übernahme gekauft 收购
signed agreement treaty unterzeichnet abkommen vertrag 签署 协议
approved approval genehmigt genehmigung 批准
banned ban verboten verbot 禁止
bird birds vogel vögel 鸟类
sold-volume absatz abgesetzt verkauft 销量
maintenance upkeep wartung instandhaltung 养护 维护 保养
satisfied satisfaction zufrieden zufriedenheit 满意
complaints complaint beschwerde beschwerden 投诉
delay delayed late verspätung verzögerung 延误 推迟 延期
loss losses verlust verluste 亏损 损失
"""


def _concepts() -> dict[str, str]:
    found: dict[str, str] = {}
    for row in _ROWS.strip().splitlines():
        words = row.split()
        for word in words:
            for form in (word, word.casefold()):
                found.setdefault(stem(form), words[0])
                found.setdefault(form, words[0])
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
_LAST = {form: _CONCEPTS.get(stem(word), word) for word in _LAST_TEXT.split() for form in (word, stem(word))}
"""Words that German compounds end with."""
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
    for term in terms(text):
        concept = _CONCEPTS.get(term)
        found |= {concept} if concept else _compound(term)
        found |= _IMPLIED.get(term, frozenset())
    return frozenset(found)


@lru_cache(maxsize=16384)
def _compound(term: str) -> frozenset[str]:
    """The concept that a German compound ends with, and the word before it; else the term alone."""
    if len(term) < 8 or not term.isalpha() or not term.islower():
        return frozenset({term})
    for at in range(3, len(term) - 3):
        concept = _LAST.get(term[at:])
        if concept:
            before = term[:at].removesuffix("s")
            return frozenset({concept, _CONCEPTS.get(stem(before), _CONCEPTS.get(before, before))})
    return frozenset({term})


def is_concept(term: str) -> bool:
    """Whether a term is one of the listed measures, events or roles."""
    return term in _NAMES


_NAMES = frozenset(_CONCEPTS.values())
