"""Words of English, German and Chinese that mean the same: what a search in another language is asked with.

A row is `English words | German words | Chinese words`, the commonest first, with the forms that texts use.
Names of places in Chinese are spelled in Latin letters.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from typing import Literal

from triaudit.text import HAN, tokens
from triaudit.words import stem

Tongue = Literal["en", "de", "zh"]
TONGUES: tuple[Tongue, ...] = ("en", "de", "zh")

_ROWS = """
population inhabitants residents|Einwohner Bevölkerung Bewohner|人口 居民
people|Menschen Personen|人们 民众
capacity|Kapazität Leistung Fassungsvermögen|容量 装机 产能
output production produced|Produktion produziert Erzeugung|产量 生产
revenue turnover sales|Umsatz Erlöse Einnahmen|收入 营收 营业额 销售额
profit earnings|Gewinn Überschuss|利润 盈利
loss losses lost|Verlust Verluste verloren|损失 亏损
cost costs price|Kosten Preis kostet kostete|成本 费用 造价 价格
budget budgeted approved|Haushalt Etat Budget bewilligt|预算 概算
plan planned target goal|Plan geplant Ziel|计划 规划 目标
forecast expected estimate estimated|Prognose erwartet Schätzung|预测 预计 估计
actual final result|tatsächlich endgültig Ergebnis|实际 最终 结果 决算
investment invested|Investition Investitionen investiert|投资 总投资
overrun excess|Überschreitung Mehrkosten|超支 超出
length long|Länge lang|长度 全长
height high|Höhe hoch|高度
area|Fläche Gebiet|面积 区域
depth deep|Tiefe tief|深度 水深
volume|Volumen|体积 容积
reservoir dam|Talsperre Stausee Speicher|水库 库容 大坝
speed|Geschwindigkeit|速度 时速
temperature degrees|Temperatur Grad|温度 气温
opened opening|eröffnet Eröffnung|开通 开业 开放 启用
built construction building|gebaut Bau errichtet Bauzeit|建设 修建 建造 施工 工程
completed completion finished|fertiggestellt abgeschlossen Fertigstellung|完工 竣工 建成
founded established|gegründet Gründung|成立 创立 创建
closed closure shut|geschlossen Schließung stillgelegt|关闭 停运 停产
started began commissioned launched|begann gestartet Inbetriebnahme|启动 开始 投产
operation operating running|Betrieb betrieben|运行 运营
delay delayed late|Verzögerung verspätet später|延误 推迟 延期
employees staff workers workforce|Beschäftigte Mitarbeiter Mitarbeitende Personal|员工 职工 人员
employed employs jobs|beschäftigt Arbeitsplätze|就业 雇用 岗位
customers clients users|Kunden Nutzer|客户 用户
visitors tourists guests|Besucher Touristen Gäste|游客 访客
passengers riders ridership|Fahrgäste Passagiere|乘客 旅客 客流
students pupils|Schüler Studierende|学生
patients|Patienten|患者 病人
households homes|Haushalte Haushalt Wohnungen|家庭 住户 户均
children|Kinder|儿童 孩子
women|Frauen|女性 妇女
farmers agriculture|Bauern Landwirtschaft|农民 农业
fishermen fishing fish|Fischer Fischerei Fische|渔民 渔业 鱼类
subsidy subsidies grant support|Förderung Zuschuss Subvention|补贴 补助
tax taxes|Steuer Steuern|税收 税率
tariff|Tarif Zoll Zölle|关税
export exports|Export Ausfuhr|出口
import imports|Import Einfuhr|进口
share percentage proportion|Anteil Quote|占比 份额 比例
percent|Prozent|百分之
growth grew rose increase increased|Wachstum stieg gestiegen Zunahme|增长 上升 增加 提高
decline fell decrease decreased dropped reduced|Rückgang sank gesunken verringert|下降 减少 降低
rainfall rain precipitation|Regen Niederschlag|降雨 雨水 降水
storm typhoon hurricane|Sturm Taifun Orkan|台风 风暴
wind gusts|Wind Böen|风力 大风 风电
flood flooding|Hochwasser Überschwemmung|洪水 内涝 积水
drought|Dürre Trockenheit|干旱
harvest yield|Ernte Ertrag|收成 产量 收获
emissions|Emissionen Ausstoß|排放 排放量
carbon dioxide|Kohlendioxid|二氧化碳 碳排放
climate|Klima|气候
environment environmental|Umwelt|环境 环保
nature wildlife|Natur|自然 生态
reserve protected sanctuary|Schutzgebiet Naturschutzgebiet Vogelschutzgebiet|保护区
bird birds|Vogel Vögel|鸟类
forest|Wald|森林
river|Fluss|河流
lake|See|湖泊
sea ocean coast|Meer Küste|海洋 海岸
island|Insel|海岛 岛屿
water|Wasser|用水 水量
salt corrosion corroded|Salz Korrosion korrodiert|盐雾 腐蚀
electricity power|Strom Elektrizität|电力 电量 供电 用电
energy|Energie|能源
renewable renewables|erneuerbar erneuerbare erneuerbarer|可再生能源
solar photovoltaic|Solarenergie Photovoltaik|光伏 太阳能
battery batteries storage|Batterie Speicher|电池 储能
diesel fuel|Diesel Treibstoff Kraftstoff|柴油 燃料 燃油
oil|Öl|石油
gas|Gas Erdgas|天然气
coal|Kohle|煤炭
nuclear|Kernkraft Atomkraft|核电 核能
grid network|Netz Stromnetz|电网 微电网 网络
heat heating|Wärme Heizung Fernwärme|供热 供暖
pump pumps|Pumpe Pumpen Wärmepumpe|热泵 水泵
outage outages interruption interruptions|Ausfall Ausfälle Unterbrechung Unterbrechungen|停电 中断
leak leakage losses|Leck Leckage Netzverluste|漏损 泄漏
degradation decay ageing|Alterung Abnahme|衰减 老化
maintenance upkeep|Wartung Instandhaltung Unterhalt|养护 维护 维修
repair repaired|Reparatur repariert|修理 修复
cleaning cleaned|Reinigung gereinigt|清洗 清洁
inspection inspected check|Prüfung geprüft Kontrolle|检查 检测
container containers|Container|集装箱
fan fans|Lüfter|风扇
turbine turbines|Turbine Turbinen Windräder|风机 涡轮
panel panels module|Module Paneele|组件 面板
maker manufacturer|Hersteller|厂家 制造商
contract|Vertrag|合同
warranty guarantee|Garantie Gewährleistung|保修 质保
insurance|Versicherung|保险
damage|Schaden Schäden|损害 损坏
lifetime lifespan life|Lebensdauer|寿命
bridge|Brücke|大桥 桥梁
tunnel|Tunnel|隧道
port harbour|Hafen|港口
railway rail train|Bahn Eisenbahn Zug|铁路 火车
metro subway|U-Bahn Metro|地铁
tram|Straßenbahn|有轨电车
bus buses|Bus Busse|公交 巴士
ferry|Fähre|渡轮 轮渡
cable ropeway gondola|Seilbahn|缆车 索道
pylon pylons|Stütze Stützen Mast|塔架 支架
ship vessel boat|Schiff Boot|船舶 轮船
airport|Flughafen|机场
aircraft plane|Flugzeug|飞机
road street roads streets|Straße Straßen|道路 街道 公路
parking|Parkplätze Parken|停车 停车位
traffic transport|Verkehr|交通
car cars vehicles|Auto Autos Fahrzeuge|汽车 车辆
paving pavement surface|Pflaster Belag|铺装 路面
permeable infiltration|durchlässig Versickerung|透水 渗透 渗透率
drainage sewer|Entwässerung Kanalisation|排水 排涝
sponge|Schwamm|海绵
pipe pipes mains|Rohr Rohre Leitung|管道 管线 管网
plant factory|Werk Fabrik Anlage|工厂 电厂
hospital|Krankenhaus Klinik|医院
university|Universität Hochschule|大学
school|Schule|学校
museum|Museum|博物馆
hotel hotels|Hotel|酒店 宾馆
shop shops store|Geschäft Geschäfte Laden|商铺 商店
house houses housing|Haus Häuser Wohnungsbau|房屋 住房 房价
rent rents|Miete Mieten|租金
company firm|Unternehmen Firma|公司 企业
bank|Bank|银行
loan debt|Kredit Darlehen Schulden|贷款 债务
shares stock|Aktien Aktie|股票 股份
market|Markt|市场
demand consumption|Nachfrage Verbrauch|需求 消耗 消费
supply|Angebot Versorgung|供应 供给
city town|Stadt|城市
district county|Kreis Bezirk|地区 县
village|Dorf|村庄
country state|Land Staat|国家
government|Regierung|政府
council parliament|Rat Stadtrat Parlament|议会 委员会
mayor|Bürgermeister|市长
minister|Minister|部长
president|Präsident|总统 主席
director|Direktor Leiter|主任 院长
court|Gericht|法院
law act|Gesetz|法律 法规
regulation regulator|Verordnung Aufsicht Regulierung|监管 规定
approval permit licence|Genehmigung Lizenz Erlaubnis|批准 许可
ban banned forbidden|Verbot verboten|禁止
election vote|Wahl Abstimmung|选举 投票
police|Polizei|警察
war military|Krieg Militär|战争 军事
inflation|Inflation Teuerung|通胀 通货膨胀
unemployment|Arbeitslosigkeit Arbeitslosenquote|失业 失业率
wages salary pay|Löhne Lohn Gehalt|工资 薪酬
income|Einkommen|收入
pension|Rente|养老金
health|Gesundheit|健康 卫生
disease illness|Krankheit|疾病
sick leave|Krankenstand Fehltage|病假
deaths died|Tote gestorben|死亡
vaccine vaccination|Impfstoff Impfung|疫苗 接种
drug medicine treatment|Medikament Behandlung|药物 治疗
trial study|Studie Versuch|试验 研究
survey poll respondents|Umfrage Befragung Befragte|调查 问卷 受访
satisfied satisfaction|zufrieden Zufriedenheit|满意 满意度
complaint complaints|Beschwerde Beschwerden|投诉 抱怨
quality|Qualität|质量
safety safe|Sicherheit sicher|安全
risk risks|Risiko Risiken|风险
accident|Unfall|事故
research|Forschung|研发 科研
technology|Technologie Technik|技术 科技
software|Software|软件
model|Modell|模型
data|Daten|数据
patent|Patent|专利
chip chips semiconductor|Chip Chips Halbleiter|芯片 半导体
artificial intelligence|künstliche Intelligenz|人工智能
robot robots|Roboter|机器人
internet online|Internet|互联网 网络
phone smartphone|Telefon Handy Smartphone|手机 电话
steel|Stahl|钢铁
copper|Kupfer|铜
lithium|Lithium|锂
cement|Zement|水泥
chemical chemicals|Chemie Chemikalien|化工 化学
food|Lebensmittel Nahrung|食品 粮食
wheat|Weizen|小麦
rice|Reis|水稻 大米
waste rubbish|Abfall Müll|垃圾 废物
pollution|Verschmutzung|污染
noise|Lärm|噪音 噪声
air|Luft|空气
school education training|Bildung Ausbildung|教育 培训
language|Sprache|语言
culture|Kultur|文化
sport|Sport|体育
film|Film|电影
book|Buch|图书 书籍
award prize|Preis Auszeichnung|奖项 获奖
report|Bericht|报告 年报
audit audited|Prüfung Rechnungshof|审计
announcement notice|Bekanntmachung Mitteilung|公告 通知
year annual|Jahr jährlich|年度 每年
month|Monat|月份
week|Woche|星期
day|Tag|每天
hour hours|Stunde Stunden|小时
winter|Winter|冬季
summer|Sommer|夏季
average|Durchschnitt durchschnittlich|平均
total|gesamt insgesamt|总计 合计 总
first|erste|首次 第一
record|Rekord|纪录
members|Mitglieder|成员 会员
"""

_TABLE: tuple[dict[Tongue, tuple[str, ...]], ...] = tuple(
    {tongue: tuple(part.split()) for tongue, part in zip(TONGUES, row.split("|"), strict=True)}
    for row in _ROWS.strip().splitlines()
)


def _latin() -> dict[str, tuple[int, ...]]:
    """Rows by word, and by stem where no word is written so."""
    words: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(_TABLE):
        for word in dict.fromkeys(word.lower() for word in (*row["en"], *row["de"])):
            words[word].append(number)
    stems: dict[str, list[int]] = defaultdict(list)
    for word, numbers in words.items():
        if (form := stem(word)) not in words:
            stems[form].extend(number for number in numbers if number not in stems[form])
    return {form: tuple(numbers) for form, numbers in (words | stems).items()}


_LATIN = _latin()
_HAN_ROWS = {word: number for number, row in enumerate(_TABLE) for word in row["zh"]}
_HAN_WORD = re.compile("|".join(sorted(_HAN_ROWS, key=lambda word: (-len(word), word))))
_HAN_PLACE = re.compile(
    rf"(?:^|(?<=[^{HAN}])|(?<=[在于的与和对为]))([{HAN}]{{2,3}}?)(?=[市省县区岛镇州港湖江山](?:[^{HAN}]|[{HAN}]))"
)


@lru_cache(maxsize=16384)
def _found(text: str) -> dict[str, tuple[int, ...]]:
    """The words of a text that rows have, in its order; a German compound has those of its last word."""
    found: dict[str, tuple[int, ...]] = {}
    for token in tokens(text):
        for part in [] if re.match(rf"[{HAN}]", token) else re.split(r"[/-]", token):
            if numbers := _LATIN.get(part) or _LATIN.get(stem(part)) or _compound(part):
                found[part] = numbers
    for match in _HAN_WORD.finditer(text):
        found[match[0]] = (_HAN_ROWS[match[0]],)
    return found


def _rows(text: str) -> tuple[int, ...]:
    return tuple(dict.fromkeys(number for numbers in _found(text).values() for number in numbers))


def known(text: str) -> tuple[str, ...]:
    """The words of a text that the glossary has."""
    return tuple(_found(text))


def _compound(word: str) -> tuple[int, ...]:
    """The rows of the longest listed word that a long word ends with."""
    if len(word) < 9:
        return ()
    return next((_LATIN[word[at:]] for at in range(3, len(word) - 3) if word[at:] in _LATIN), ())


def translated(text: str, tongue: Tongue) -> tuple[str, ...]:
    """What the known words of a text are in another language, the commonest word of each, in its order."""
    return tuple(dict.fromkeys(_TABLE[row][tongue][0] for row in _rows(text)))


def related(text: str) -> tuple[str, ...]:
    """Every word, in all three languages, that means what a word of the text means."""
    return tuple(
        dict.fromkeys(word for row in _rows(text) for tongue in TONGUES for word in _TABLE[row][tongue])
    )


def places(text: str) -> tuple[str, ...]:
    """The Chinese places that a text names, without what they are: 霁川 for 霁川市."""
    return tuple(dict.fromkeys(_HAN_PLACE.findall(text)))


@lru_cache(maxsize=4096)
def romanised(text: str) -> tuple[str, ...]:
    """The Chinese places that a text names, in Latin letters: `Jichuan` for 霁川市.

    Empty where pypinyin is not installed.
    """
    found = places(text)
    if not found:
        return ()
    try:
        from pypinyin import lazy_pinyin  # noqa: PLC0415  (half a second, for Chinese texts alone)
    except ImportError:
        return ()
    return tuple("".join(lazy_pinyin(place)).capitalize() for place in found)
