"""What one passage decides of one claim: by its own clause, subject, measure, scope, time and direction."""

from __future__ import annotations

import pytest

from triaudit.judge.rules.factcheck import check
from triaudit.questions import CheckClaim, Passage, VerdictReply
from triaudit.types import Label


def reply(claim: str, *passages: Passage, query: str = "q") -> VerdictReply:
    numbered = tuple(one.model_copy(update={"id": f"p{n}"}) for n, one in enumerate(passages, 1))
    return check(CheckClaim(query=query, claim=claim, segment=claim, as_of=None, passages=numbered))


def web(text: str) -> Passage:
    return Passage(id="", side="web", source="https://a.example", text=text)


def verdict(claim: str, passage: str) -> Label:
    return reply(claim, web(passage)).label


@pytest.mark.parametrize(
    ("claim", "passage", "label"),
    [
        ("The plant employs more than 500 people.", "The plant employs 620 people.", Label.RIGHT),
        ("The plant employs between 400 and 500 people.", "The plant employs 450 people.", Label.RIGHT),
        ("Two thirds of the shops reopened.", "66.7 percent of the shops reopened.", Label.RIGHT),
        (
            "The fund spent 40 million on research and 60 million on marketing.",
            "The fund spent 40 million on research and 60 million on marketing.",
            Label.RIGHT,
        ),
        (
            "The final cost of the tram was 247 million.",
            "The budget of the tram was 212 million, the final cost 247 million.",
            Label.RIGHT,
        ),
        (
            "The bridge opened in 1932 and was rebuilt in 1956.",
            "The bridge opened in 1932 and was rebuilt in 1956.",
            Label.RIGHT,
        ),
        (
            "Acme's revenue was 4.2 billion euros in 2023.",
            "Acme erzielte 2023 einen Umsatz von 4,2 Milliarden Euro.",
            Label.RIGHT,
        ),
        (
            "Revenue was 5 million in 2023.",
            "Revenue was 4 million in 2022 and 5 million in 2023.",
            Label.RIGHT,
        ),
        ("Noise complaints fell to 22 a year.", "Noise complaints fell from 64 to 22 a year.", Label.RIGHT),
        (
            "Kelm Dam was completed in 1987 at a cost of 340 million dollars.",
            "Kelm Dam, completed in 1987, cost 340 million dollars.",
            Label.RIGHT,
        ),
        (
            "Solvent AG employs 3,200 people in Germany.",
            "Solvent AG employs 5,100 people worldwide, of whom 3,200 work in Germany.",
            Label.RIGHT,
        ),
        (
            "Operating profit rose 12 percent to 84 million euros in 2023.",
            "In 2023 operating profit rose by 12 percent to 84 million euros.",
            Label.RIGHT,
        ),
        ("Lake Orsa is 43 metres deep.", "Lake Orsa has a maximum depth of 43 metres.", Label.RIGHT),
        (
            "The law was passed by parliament in June 2021.",
            "Parliament passed the law on 14 June 2021.",
            Label.RIGHT,
        ),
        ("Turnout was 61 percent.", "Turnout was 61 percent, up from 54 percent in 2018.", Label.RIGHT),
        (
            "Turnout rose from 54 percent to 61 percent.",
            "Turnout was 61 percent, up from 54 percent in 2018.",
            Label.RIGHT,
        ),
        ("About a third of households own a car.", "33 percent of households own a car.", Label.RIGHT),
        ("The pipeline is 860 km long.", "The pipeline is 534 miles long.", Label.RIGHT),
        (
            "The company was founded in Oslo in 1996.",
            "Founded in 1996 in Oslo, the company makes pumps.",
            Label.RIGHT,
        ),
        (
            "The trial enrolled 1,200 patients.",
            "The trial enrolled 1,200 patients, 640 of them women.",
            Label.RIGHT,
        ),
        (
            "Exports exceeded imports by 4 billion euros in 2021.",
            "In 2021 exports exceeded imports by 4 billion euros.",
            Label.RIGHT,
        ),
    ],
)
def test_a_statement_of_the_same_is_right(claim: str, passage: str, label: Label) -> None:
    assert verdict(claim, passage) is label


@pytest.mark.parametrize(
    ("claim", "passage", "label"),
    [
        ("The bridge opened in 1932.", "The bridge opened in 1934.", Label.WRONG),
        ("The plant employs more than 500 people.", "The plant employs 480 people.", Label.WRONG),
        ("The plant employs fewer than 500 people.", "The plant employs more than 500 people.", Label.WRONG),
        ("Profit changed by -5% in 2023.", "Profit changed by 5% in 2023.", Label.WRONG),
        ("The shop sells 500 units per day.", "The shop sells 500 units per year.", Label.WRONG),
        ("The city was founded in 300 BC.", "The city was founded in 300 AD.", Label.WRONG),
        (
            "Revenue was 5 million in the first quarter of 2024.",
            "Revenue was 9 million in the first quarter of 2024.",
            Label.WRONG,
        ),
        (
            "The fund spent 40 million on research and 60 million on marketing.",
            "The fund spent 60 million on research and 40 million on marketing.",
            Label.WRONG,
        ),
        (
            "In 2023 30 homes were begun and 12 completed.",
            "In 2023 12 homes were begun and 30 completed.",
            Label.WRONG,
        ),
        (
            "The final cost of the tram was 212 million.",
            "The budget of the tram was 212 million, the final cost 247 million.",
            Label.WRONG,
        ),
        (
            "The final cost of the tram was 231 million.",
            "The budget of the tram was 212 million, the press had 231 million, its final cost 247 million.",
            Label.WRONG,
        ),
        (
            "The council approved the plan for the Tarn bridge.",
            "The council refused the plan for the Tarn bridge.",
            Label.WRONG,
        ),
        ("The council passed the Tarn bill.", "The council rejected the Tarn bill.", Label.WRONG),
        ("Acme won the Tarn contract.", "Acme lost the Tarn contract.", Label.WRONG),
        ("Acme made a profit of 5 million in 2023.", "Acme made a loss of 5 million in 2023.", Label.WRONG),
        ("Sales were 5 percent higher in 2023.", "Sales were 5 percent lower in 2023.", Label.WRONG),
        ("Output doubled in 2023.", "Output halved in 2023.", Label.WRONG),
        ("The cost was 5 percent above the budget.", "The cost was 5 percent below the budget.", Label.WRONG),
        ("The city sold the port of Tarn.", "The city refused to sell the port of Tarn.", Label.WRONG),
        ("The bridge opened in 1932 and was rebuilt in 1956.", "The bridge opened in 1934.", Label.WRONG),
        (
            "Revenue was 5 million in 2022.",
            "Revenue was 4 million in 2022 and 5 million in 2023.",
            Label.WRONG,
        ),
        ("Noise complaints fell to 30 a year.", "Noise complaints fell from 64 to 22 a year.", Label.WRONG),
        (
            "The harbour tram carried 26,000 passengers per weekday in 2024.",
            "In 2024 the harbour tram carried 18,900 passengers per weekday, below the forecast of 21,500.",
            Label.WRONG,
        ),
        (
            "Kelm Dam was completed in 1987 at a cost of 340 million dollars.",
            "Kelm Dam, completed in 1989, cost 340 million dollars.",
            Label.WRONG,
        ),
        (
            "Operating profit rose 12 percent to 84 million euros in 2023.",
            "In 2023 operating profit fell by 12 percent to 84 million euros.",
            Label.WRONG,
        ),
        (
            "Operating profit rose 18 percent to 84 million euros in 2023.",
            "In 2023 operating profit rose by 12 percent to 84 million euros.",
            Label.WRONG,
        ),
        (
            "The museum received 96,000 visitors in 2019.",
            "In 2019, 412,000 visitors came to the museum; in 2020 it was 96,000.",
            Label.WRONG,
        ),
        (
            "The law was passed by parliament in June 2021.",
            "Parliament rejected the law in June 2021.",
            Label.WRONG,
        ),
        ("Turnout was 54 percent.", "Turnout was 61 percent, up from 54 percent in 2018.", Label.WRONG),
        (
            "Maria Keller is the mayor of Arden.",
            "The mayor of Arden, Jonas Weil, opened the fair.",
            Label.WRONG,
        ),
        ("About a third of households own a car.", "58 percent of households own a car.", Label.WRONG),
        (
            "The company was founded in Oslo in 1996.",
            "Founded in 1998 in Oslo, the company makes pumps.",
            Label.WRONG,
        ),
        (
            "The city spent 14 million on roads and 9 million on schools.",
            "The city spent 9 million on roads and 14 million on schools.",
            Label.WRONG,
        ),
        (
            "The trial enrolled 640 patients.",
            "The trial enrolled 1,200 patients, 640 of them women.",
            Label.WRONG,
        ),
        ("The drug was not approved in Europe.", "The drug was approved in Europe in 2020.", Label.WRONG),
        ("The drug was approved in Europe.", "The drug has not been approved in Europe.", Label.WRONG),
        ("The bridge is closed to lorries.", "The bridge is open to lorries.", Label.WRONG),
    ],
)
def test_another_figure_date_or_direction_of_the_same_is_wrong(
    claim: str, passage: str, label: Label
) -> None:
    assert verdict(claim, passage) is label


@pytest.mark.parametrize(
    ("claim", "passage", "label"),
    [
        ("The bridge opened in 1932.", "The bridge was renovated in 1956.", Label.UNKNOWN),
        (
            "Revenue was 5 million in the first quarter of 2024.",
            "Revenue was 9 million in the second quarter of 2024.",
            Label.UNKNOWN,
        ),
        (
            "Revenue was 5 million in 2024.",
            "Revenue was 1.2 million in the first quarter of 2024.",
            Label.UNKNOWN,
        ),
        ("The festival drew 5,000 people.", "The festival drew 5,000 euros.", Label.UNKNOWN),
        (
            "The ferry carried 18,900 passengers in 2024.",
            "The tram carried 12,000 passengers in 2024.",
            Label.UNKNOWN,
        ),
        (
            "The ferry carried 18,900 passengers in 2024.",
            "The tram carried 18,900 passengers in 2024.",
            Label.UNKNOWN,
        ),
        ("Unemployment was 6 percent in 2023.", "Youth unemployment was 14 percent in 2023.", Label.UNKNOWN),
        ("Youth unemployment was 6 percent in 2023.", "Unemployment was 14 percent in 2023.", Label.UNKNOWN),
        (
            "The tram's revenue was 40 million in 2023.",
            "The tram's costs were 52 million in 2023.",
            Label.UNKNOWN,
        ),
        ("The bridge cost 12 million.", "Repairs to the bridge cost 3 million.", Label.UNKNOWN),
        ("Arden has 12 hospitals.", "Belmor has 9 hospitals.", Label.UNKNOWN),
        ("The population is 8.1 million.", "The population of Belmor is 3 million.", Label.UNKNOWN),
        ("Acme acquired Borel Systems.", "Acme may acquire Borel Systems.", Label.UNKNOWN),
        ("Acme acquired Borel Systems.", "Rumours say that Acme acquired Borel Systems.", Label.UNKNOWN),
        ("Acme acquired Borel Systems.", "Has Acme acquired Borel Systems?", Label.UNKNOWN),
        ("The bridge opened in 1932 and was rebuilt in 1956.", "The bridge opened in 1932.", Label.UNKNOWN),
        ("The line opened in October 2022.", "The line was to open in October 2022.", Label.UNKNOWN),
        (
            "Operating profit was 84 million euros in 2023.",
            "Net profit was 51 million euros in 2023.",
            Label.UNKNOWN,
        ),
        (
            "The mine produced 1.2 million tonnes of copper in 2022.",
            "The mine produced 1.2 million tonnes of ore in 2022.",
            Label.UNKNOWN,
        ),
        ("The first phase cost 20 million euros.", "The second phase cost 35 million euros.", Label.UNKNOWN),
        (
            "The northern line carries 30,000 passengers a day.",
            "The southern line carries 12,000 passengers a day.",
            Label.UNKNOWN,
        ),
        ("Wheat yields fell 8 percent in 2022.", "Maize yields fell 3 percent in 2022.", Label.UNKNOWN),
    ],
)
def test_another_subject_scope_time_or_a_rumour_decides_nothing(
    claim: str, passage: str, label: Label
) -> None:
    assert verdict(claim, passage) is label


@pytest.mark.parametrize(
    ("claim", "passage", "label"),
    [
        ("该厂雇用超过500人。", "该厂雇用450人。", Label.WRONG),
        ("失业率为6%。", "青年失业率为14%。", Label.UNKNOWN),
        ("议会批准了塔恩大桥计划。", "议会否决了塔恩大桥计划。", Label.WRONG),
        (
            "2023年，远山集团营业收入为128亿元，同比增长12%。",
            "远山集团2023年实现营业收入128亿元，同比增长12%。",
            Label.RIGHT,
        ),
        (
            "2023年，远山集团营业收入为128亿元，同比增长12%。",
            "远山集团2023年实现营业收入115亿元，同比增长5%。",
            Label.WRONG,
        ),
        ("2023年，远山集团营业收入为128亿元。", "远山集团2022年营业收入为115亿元。", Label.UNKNOWN),
        ("远山集团2023年净利润为9亿元。", "远山集团2023年营业收入为128亿元。", Label.UNKNOWN),
        ("该项目总投资45亿元，预计2026年建成。", "项目总投资为45亿元，计划于2026年建成投产。", Label.RIGHT),
        ("该项目总投资45亿元，预计2026年建成。", "项目总投资为54亿元，计划于2026年建成投产。", Label.WRONG),
        (
            "东川水电站装机容量为120万千瓦。",
            "东川水电站总装机容量120万千瓦，年发电量45亿千瓦时。",
            Label.RIGHT,
        ),
        (
            "东川水电站装机容量为150万千瓦。",
            "东川水电站总装机容量120万千瓦，年发电量45亿千瓦时。",
            Label.WRONG,
        ),
        ("西岭市常住人口为310万人。", "东岭市常住人口为210万人。", Label.UNKNOWN),
        ("西岭市出口额下降8%。", "西岭市出口额增长8%。", Label.WRONG),
        ("研发人员占比超过30%。", "研发人员占比为35%。", Label.RIGHT),
        ("研发人员占比超过30%。", "研发人员占比为25%。", Label.WRONG),
        ("公司研发费用约为12亿元。", "公司研发费用为11.9亿元。", Label.RIGHT),
    ],
)
def test_chinese_claims_and_sources(claim: str, passage: str, label: Label) -> None:
    assert verdict(claim, passage) is label


@pytest.mark.parametrize(
    ("claim", "passage", "label"),
    [
        ("Das Werk beschäftigt mindestens 500 Menschen.", "Das Werk beschäftigt 450 Menschen.", Label.WRONG),
        (
            "Die Arbeitslosigkeit lag bei 6 Prozent.",
            "Die Jugendarbeitslosigkeit lag bei 14 Prozent.",
            Label.UNKNOWN,
        ),
        (
            "Der Rat genehmigte den Bau der Brücke in Tarn.",
            "Der Rat lehnte den Bau der Brücke in Tarn ab.",
            Label.WRONG,
        ),
        (
            "Der Umsatz der Nordwerk AG stieg 2023 um 8 Prozent auf 1,4 Milliarden Euro.",
            "2023 stieg der Umsatz der Nordwerk AG um 8 Prozent auf 1,4 Mrd. Euro.",
            Label.RIGHT,
        ),
        (
            "Der Umsatz der Nordwerk AG stieg 2023 um 8 Prozent auf 1,4 Milliarden Euro.",
            "2023 sank der Umsatz der Nordwerk AG um 8 Prozent auf 1,4 Mrd. Euro.",
            Label.WRONG,
        ),
        (
            "Der Umsatz der Nordwerk AG betrug 2023 1,6 Milliarden Euro.",
            "2023 lag der Umsatz der Nordwerk AG bei 1,4 Mrd. Euro.",
            Label.WRONG,
        ),
        (
            "Die Talsperre fasst 23 Millionen Kubikmeter Wasser.",
            "Die Talsperre fasst 32 Millionen Kubikmeter Wasser.",
            Label.WRONG,
        ),
    ],
)
def test_german_claims_and_sources(claim: str, passage: str, label: Label) -> None:
    assert verdict(claim, passage) is label


@pytest.mark.parametrize(
    ("claim", "passage", "label"),
    [
        ("Die Brücke kostete 1,2 Milliarden Euro.", "The bridge cost 1.2 billion euros.", Label.RIGHT),
        ("Die Brücke kostete 1,2 Milliarden Euro.", "The bridge cost 1.5 billion euros.", Label.WRONG),
        ("大桥耗资12亿欧元。", "The bridge cost 1.2 billion euros.", Label.RIGHT),
        ("The bridge cost 1.2 billion euros.", "大桥造价12亿欧元。", Label.RIGHT),
        (
            "Das Werk in Nordheim beschäftigt 300 Menschen.",
            "The plant in Nordheim employs 450 people.",
            Label.WRONG,
        ),
        ("Acme 2023年营业收入为42亿欧元。", "Acme's revenue in 2023 was 4.2 billion euros.", Label.RIGHT),
        ("Acme 2023年营业收入为42亿欧元。", "Acme's revenue in 2023 was 3.9 billion euros.", Label.WRONG),
        (
            "Das Museum zählte 2022 rund 85.000 Besucher.",
            "2022 kamen 84.700 Besucher in das Museum.",
            Label.RIGHT,
        ),
        (
            "Das Museum zählte 2022 rund 85.000 Besucher.",
            "2022 kamen 61.300 Besucher in das Museum.",
            Label.WRONG,
        ),
        (
            "Nordwerk's revenue rose to 1.4 billion euros in 2023.",
            "2023 stieg der Umsatz von Nordwerk auf 1,4 Milliarden Euro.",
            Label.RIGHT,
        ),
        (
            "Nordwerk's revenue rose to 1.6 billion euros in 2023.",
            "2023 stieg der Umsatz von Nordwerk auf 1,4 Milliarden Euro.",
            Label.WRONG,
        ),
        (
            "Nordwerk 2023年营业收入为14亿欧元。",
            "2023 lag der Umsatz von Nordwerk bei 1,4 Milliarden Euro.",
            Label.RIGHT,
        ),
        ("The hydropower station has a capacity of 1,200 MW.", "水电站装机容量为120万千瓦。", Label.RIGHT),
        (
            "Die Fähre beförderte 2024 398.000 Fahrgäste.",
            "The ferry carried 398,000 passengers in 2024.",
            Label.RIGHT,
        ),
        (
            "Die Fähre beförderte 2024 520.000 Fahrgäste.",
            "The ferry carried 398,000 passengers in 2024.",
            Label.WRONG,
        ),
    ],
)
def test_claims_and_sources_of_two_languages_meet_in_figures_names_and_listed_words(
    claim: str, passage: str, label: Label
) -> None:
    assert verdict(claim, passage) is label


BOOK = Passage(
    id="",
    side="attachment",
    source="costs.xlsx",
    locator="sheet Ferry, rows 1-3",
    text="Item | Unit | 2024 actual | 2027 plan\nPassengers carried | people | 412,000 | 430,000",
)
GATES = web("The ferry carried 398,000 passengers in 2024, counted at the gates.")


@pytest.mark.parametrize("number", ["412,000", "398,000"])
def test_attachment_and_web_that_differ_are_a_conflict_whichever_the_claim_takes(number: str) -> None:
    assert reply(f"The ferry carried {number} passengers in 2024.", BOOK, GATES).label is Label.CONFLICT


def test_a_claim_that_states_both_sides_figures_is_right_and_disclosed() -> None:
    claim = "The workbook gives 412,000 passengers for the ferry in 2024, the harbour authority 398,000."
    made = reply(claim, BOOK, GATES)
    assert (made.label, made.disclosed) == (Label.RIGHT, True)


def test_a_figure_that_neither_side_has_is_wrong() -> None:
    assert reply("The ferry carried 520,000 passengers in 2024.", BOOK, GATES).label is Label.WRONG


@pytest.mark.parametrize(
    ("heading", "earlier", "same"),
    [
        ("Arden's tram", Label.WRONG, Label.RIGHT),
        ("Belmor's metro in 2019", Label.UNKNOWN, Label.UNKNOWN),
    ],
)
def test_a_heading_says_what_a_row_is_about(heading: str, earlier: Label, same: Label) -> None:
    page = web("Arden's tram opened on 6 May 2023.")
    assert reply(f"{heading} – Opening: October 2022", page).label is earlier
    assert reply(f"{heading} – Opening: 6 May 2023", page).label is same


def test_a_difference_that_the_claim_computes_from_confirmed_figures_is_confirmed() -> None:
    pages = (web("The budget was 212 million crowns."), web("The final cost was 247 million crowns."))
    claim = "The final cost was 247 million crowns against a budget of 212 million crowns, 16.5 percent more."
    assert reply(claim, *pages).label is Label.RIGHT
