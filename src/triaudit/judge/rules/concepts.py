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
profit earnings income gewinn überschuss 利润 盈利
cost costs price prices priced kosten kostet kostete preis preise teuer 成本 费用 造价 价格 耗资 花费 总价
planned plan target budget budgeted forecast estimate estimated
planned haushalt etat geplant ziel prognose 预算 计划 目标
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
acquired acquisition bought takeover übernommen übernahme gekauft 收购
signed agreement treaty unterzeichnet abkommen vertrag 签署 协议
approved approval genehmigt genehmigung 批准
banned ban verboten verbot 禁止
"""
_EXCLUDES = (
    ("growth", "decline"),
    ("opened", "closed"),
    ("export", "import"),
    ("approved", "banned"),
    ("planned", "actual"),
)


def _concepts() -> dict[str, str]:
    found: dict[str, str] = {}
    for row in _ROWS.strip().splitlines():
        words = row.split()
        for word in words:
            found.setdefault(stem(word), words[0])
            found.setdefault(word, words[0])
    return found


_CONCEPTS = _concepts()
EXCLUDES = {**dict(_EXCLUDES), **{b: a for a, b in _EXCLUDES}}
"""A statement of the one denies the other."""


@lru_cache(maxsize=32768)
def ideas(text: str) -> frozenset[str]:
    """The terms of a text, words of the same meaning as one, across languages where the lists know them."""
    return frozenset(_CONCEPTS.get(term, term) for term in terms(text))


def is_concept(term: str) -> bool:
    """Whether a term is one of the listed measures, events or roles."""
    return term in _NAMES


_NAMES = frozenset(_CONCEPTS.values())
