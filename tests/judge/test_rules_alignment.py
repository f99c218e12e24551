"""What supports a claim and what realises a finding: figures, dates, direction and who it is about."""

from __future__ import annotations

import pytest

from tests.audit.made import step, trace
from triaudit.judge.rules.agreement import agree
from triaudit.judge.rules.audit.alignment import findings_to_report, report_to_process
from triaudit.judge.rules.audit.polarity import contrary
from triaudit.judge.rules.audit.statements import statement
from triaudit.judge.rules.audit.structure import structure_trace
from triaudit.numbers import read
from triaudit.questions import ClaimRef, FindingRef, FindingsToReport, ReportToProcess, StructureTrace
from triaudit.types import Step

NOISE = (
    (
        "read",
        "The museum has 14 rooms. Bread is baked daily at the market. 市场每天开放。Das Museum ist groß.",
    ),
    ("think", "The opening hours of the museum are long. The market is near."),
)


def supported(claim: str, *steps: tuple[str, str], conclusion: bool = False) -> bool:
    refs = (ClaimRef(id="k1", text=claim, conclusion=conclusion),)
    return (
        report_to_process(ReportToProcess(query="q", claims=refs, steps=trace(*NOISE, *steps)))
        .claims[0]
        .supported
    )


def realised(finding: str, report: str) -> bool:
    refs = (FindingRef(id="f1", text=finding),)
    rest = "The museum has 14 rooms. Bread is baked daily at the market. 市场每天开放。"
    question = FindingsToReport(query="q", findings=refs, report=f"{rest}\n\n{report}\n\nThe road is new.")
    return findings_to_report(question).findings[0].realised


# ---------------------------------------------------------------- figures


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("2.47 percent", "247 percent", False),
        ("247 million dollars", "247 million euros", False),
        ("247 million crowns", "2.47 billion crowns", False),
        ("247 million", "2.47 billion", False),
        ("3.15 km", "315 kg", False),
        ("12.5 percent", "1.25 percentage points", False),
        ("247 million crowns", "247,000,000 crowns", True),
        ("5,970 thousand tonnes", "5.97 million tonnes", True),
        ("2,470", "2.47 billion crowns", True),
        ("5,970 thousand tonnes", "5,970 tonnes", False),
        ("247", "247 million crowns", True),
        ("247 million", "247 million crowns", True),
        ("0.247", "24.7 percent", True),
        ("2.47", "247 million crowns", False),
        ("4.7亿元", "47亿元", False),
        ("3.93亿立方米", "39300万立方米", True),
        ("2,1 Mrd. Euro", "2100 Mio. Euro", True),
        ("2,1 Mrd. Euro", "21 Mio. Euro", False),
        ("12 bridges", "12 tunnels", False),
    ],
)
def test_figures_agree_by_value_unit_and_currency(one: str, other: str, expected: bool) -> None:
    (first,), (second,) = read(one), read(other)
    assert agree(first, second) is expected
    assert agree(second, first) is expected


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("Population: Arden 500,000", ["500,000"]),
        ("Arden: Population Total 48", ["48"]),
        ("| Stops | Line Ovrey 22 |", ["22"]),
        ("Revenue of Selvane 1.234.567", ["1.234.567"]),
        ("We compare Llama 3.1 with Claude 3.5.", []),
        ("Sie nutzt Python 3.12 und Version 2.0.", []),
    ],
)
def test_a_number_after_a_name_is_a_version_only_where_it_looks_like_one(
    text: str, figures: list[str]
) -> None:
    assert [figure.text for figure in statement(text).figures] == figures


@pytest.mark.parametrize(
    ("claim", "source", "expected"),
    [
        ("Population: Arden 500,000", "| Town | Population |\n| Arden | 500,000 |\n| Beck | 310,000 |", True),
        (
            "Population: Arden 500,000",
            "| Town | Population |\n| Arden | 410,000 |\n| Beck | 310,000 |",
            False,
        ),
        ("Inflation was 2.47 percent in Arden.", "Inflation in Arden was 247 percent.", False),
        ("The tram cost 247 million dollars.", "The tram cost 247 million euros.", False),
        ("Arden has 500,000 inhabitants.", "Beck has 500,000 inhabitants.", False),
        ("Arden has 500,000 inhabitants.", "The town of Arden counts 500,000 residents.", True),
        (
            "The tram cost 247 million crowns and carries 18,900 passengers a day.",
            "The tram cost 247 million crowns and carries 26,000 passengers a day.",
            False,
        ),
        (
            "The tram cost 247 million crowns and carries 18,900 passengers a day.",
            "The tram cost 247 million crowns. It runs every day. The tram carries 18,900 passengers a day.",
            True,
        ),
        ("Die Bahn kostete 247 Mio. Euro.", "Die Bahn hat 247 Millionen Euro gekostet.", True),
        ("Die Bahn kostete 247 Mio. Euro.", "Die Bahn hat 247 Millionen Dollar gekostet.", False),
    ],
)
def test_a_claim_needs_all_its_figures_of_the_same_thing(claim: str, source: str, expected: bool) -> None:
    assert supported(claim, ("read", source)) is expected


# ---------------------------------------------------------------- dates and direction


@pytest.mark.parametrize(
    ("claim", "source", "expected"),
    [
        ("The tram opened on 9 August 2023.", "The tram opened on 6 May 2023.", False),
        ("The tram opened on 9 August 2023.", "The tram was opened on 9 August 2023 by the mayor.", True),
        ("The tram opened in August 2023.", "The tram was opened on 9 August 2023.", True),
        ("The tram opened on 9 August 2023.", "The tram was opened in 2023.", False),
        (
            "The dam was built in 1974 and raised in 1998.",
            "The dam was built in 1974 and raised in 2001.",
            False,
        ),
        ("Die Brücke wurde am 3. März 2021 eröffnet.", "Die Brücke wurde am 14. Juni 2021 eröffnet.", False),
        ("Die Brücke wurde am 3. März 2021 eröffnet.", "Eröffnet wurde die Brücke am 3. März 2021.", True),
        ("大桥于2021年3月3日通车。", "大桥于2021年6月14日通车。", False),
        ("大桥于2021年3月3日通车。", "这座大桥在2021年3月3日正式通车。", True),
        ("The council approved the harbour plan.", "The council did not approve the harbour plan.", False),
        ("The council approved the harbour plan.", "The council rejected the harbour plan.", False),
        ("The council approved the harbour plan.", "The harbour plan was approved by the council.", True),
        ("The council did not approve the harbour plan.", "The council rejected the harbour plan.", True),
        ("Der Rat genehmigte den Hafenplan.", "Der Rat hat den Hafenplan nicht genehmigt.", False),
        ("市议会批准了港口方案。", "市议会没有批准港口方案。", False),
        ("市议会批准了港口方案。", "市议会已批准港口方案。", True),
        ("Bus traffic fell by 31 percent.", "Bus traffic rose by 31 percent.", False),
        ("Bus traffic fell by 31 percent.", "Bus traffic declined by 31 percent.", True),
        ("Bus traffic fell by 31 percent.", "Bus traffic fell to 31 percent.", False),
        ("Der Verkehr sank um 31 Prozent.", "Der Verkehr stieg um 31 Prozent.", False),
        ("客流下降了31%。", "客流增长了31%。", False),
        ("客流下降了31%。", "客流减少31%。", True),
        ("The ferry is cheaper than the tunnel.", "The tunnel is cheaper than the ferry.", False),
        ("The ferry is cheaper than the tunnel.", "The ferry is more expensive than the tunnel.", False),
        ("The ferry is cheaper than the tunnel.", "The tunnel is more expensive than the ferry.", True),
        ("渡轮比隧道便宜。", "隧道比渡轮便宜。", False),
        ("Die Fähre ist günstiger als der Tunnel.", "Der Tunnel ist günstiger als die Fähre.", False),
        ("The mine is profitable without subsidies.", "The mine is unprofitable without subsidies.", False),
    ],
)
def test_support_compares_dates_fully_and_the_direction(claim: str, source: str, expected: bool) -> None:
    assert supported(claim, ("read", source)) is expected


@pytest.mark.parametrize(
    ("finding", "report", "expected"),
    [
        (
            "Noise complaints fell from 64 to 22 a year.",
            "Complaints about noise fell from 64 to 22 a year.",
            True,
        ),
        (
            "Noise complaints fell from 64 to 22 a year.",
            "Complaints about noise rose from 22 to 64 a year.",
            False,
        ),
        ("The wall of the dam leaks.", "The wall of the dam does not leak.", False),
        ("The wall of the dam leaks.", "The dam's wall leaks, as divers saw.", True),
        ("Die Staumauer ist undicht.", "Die Staumauer ist nicht undicht.", False),
        ("大坝存在渗漏。", "大坝不存在渗漏。", False),
        ("大坝存在渗漏。", "检查发现大坝存在渗漏。", True),
        ("The tram opened on 9 August 2023.", "The tram opened in August 2023.", True),
        ("The tram opened on 9 August 2023.", "The tram opened on 6 May 2023.", False),
    ],
)
def test_a_finding_is_not_realised_by_its_denial(finding: str, report: str, expected: bool) -> None:
    assert realised(finding, report) is expected


@pytest.mark.parametrize(
    ("one", "other", "opposite"),
    [
        ("Prices did not fall.", "Prices rose.", False),
        ("Prices did not fall.", "Prices fell.", True),
        ("The route is worth it, which nobody denied.", "The route is worth it.", False),
        ("这条线路值得建设。", "这条线路不值得建设。", True),
        ("Das lohnt sich nicht.", "Das lohnt sich.", True),
        ("A ferry with more than 31 crew.", "A ferry with less than 40 crew.", False),
    ],
)
def test_what_is_contrary(one: str, other: str, opposite: bool) -> None:
    assert bool(contrary(one, other)) is opposite
    assert bool(contrary(other, one)) is opposite


# ---------------------------------------------------------------- conclusions

PAGES = (
    ("read", "The Ovrey ferry costs 3 million crowns a year. It needs a crew of nine in winter."),
    ("read", "The cable car over the strait costs 45 million crowns to build and 1 million a year to run."),
)


@pytest.mark.parametrize(
    ("conclusion", "thought", "expected"),
    [
        (
            "The cable car is therefore the better choice for the strait.",
            "So the cable car is the better option for crossing the strait.",
            True,
        ),
        (
            "The cable car is therefore the better choice for the strait.",
            "I compare the cable car with the ferry over the strait.",
            False,
        ),
        (
            "The cable car is therefore the better choice for the strait.",
            "So the cable car is the worse choice for the strait.",
            False,
        ),
        ("The cable car is therefore the better choice for the strait.", "The museum is closed.", False),
        (
            "In the long run the ferry costs less than the cable car.",
            "The ferry is cheaper than the cable car.",
            True,
        ),
        (
            "In the long run the ferry costs less than the cable car.",
            "The cable car costs less than the ferry.",
            False,
        ),
        ("Daher ist die Seilbahn für den Ort besser geeignet.", "Die Seilbahn ist für den Ort besser.", True),
        (
            "Daher ist die Seilbahn für den Ort besser geeignet.",
            "Die Seilbahn ist für den Ort schlechter.",
            False,
        ),
        ("因此缆车更适合这条海峡。", "综合来看，缆车更适合海峡航线。", True),
        ("因此缆车更适合这条海峡。", "缆车不适合这条海峡。", False),
        (
            "Wind is the cheapest option for the island.",
            "Of the three options, wind is the cheapest for this island.",
            True,
        ),
        ("Wind is the cheapest option for the island.", "Of the three, wind is the most expensive.", False),
        ("总体来看，风电是该岛成本最低的选择。", "对比三种方案，风电在该岛的成本最低。", True),
        ("总体来看，风电是该岛成本最低的选择。", "对比三种方案，风电在该岛的成本最高。", False),
        (
            "Herring declined because of warmer water.",
            "So warmer water explains the herring's growth.",
            False,
        ),
        ("Demand will recover because the crews are trained.", "The crews are on strike.", False),
    ],
)
def test_a_conclusion_is_supported_where_a_step_draws_it(
    conclusion: str, thought: str, expected: bool
) -> None:
    assert supported(conclusion, *PAGES, ("think", thought), conclusion=True) is expected


def test_words_that_pages_have_draw_no_conclusion() -> None:
    words = "The cable car over the strait costs money. The ferry costs money too."
    claim = "Over the strait, a cable car costs less money than a ferry."
    assert not supported(claim, *PAGES, ("read", words), conclusion=True)
    assert supported(claim, *PAGES, ("read", claim), conclusion=True)


# ---------------------------------------------------------------- deductions as findings


@pytest.mark.parametrize(
    "thought",
    [
        "Therefore the ferry stays cheaper once the new vessel is left out.",
        "Taken together, demand depends on winter crews and not on fares.",
        "This means that the reserve boat is needed on windy days.",
        "Daher lohnt sich die Seilbahn nur mit einer zweiten Kabine.",
        "因此，冬季停航的主要原因是船员不足而不是天气。",
    ],
)
def test_what_a_step_deduces_is_a_finding_and_unrealised_where_the_report_leaves_it_out(thought: str) -> None:
    steps = trace(*PAGES, ("think", thought))
    found = structure_trace(StructureTrace(query="q", steps=steps)).findings
    (one,) = [finding for finding in found if finding.steps == (3,)]
    assert one.text in thought
    assert not realised(
        one.text, "The Ovrey ferry costs 3 million crowns a year. The cable car costs 45 million."
    )
    assert realised(one.text, f"The ferry costs 3 million crowns a year. {thought}")


def test_talk_about_the_search_and_the_task_is_no_deduction() -> None:
    thought = (
        "So the search results are better than before. Therefore I open the next page. Thus I know enough."
    )
    found = structure_trace(StructureTrace(query="q", steps=trace(*PAGES, ("think", thought)))).findings
    assert not [finding for finding in found if 3 in finding.steps]


def test_a_window_full_of_figures_leaves_room_for_a_deduction() -> None:
    goods = (
        "salt",
        "oil",
        "flour",
        "paper",
        "sugar",
        "wool",
        "glass",
        "steel",
        "soap",
        "rope",
        "cloth",
        "wax",
    )
    made = [*goods, "lime", "tar", "yarn", "ink"]
    pages = [
        ("read", f"In {1990 + n} the Maren {ware} mill made {n * 13 + 101} tonnes of {ware} for Selvane.")
        for n, ware in enumerate(made)
    ]
    steps = trace(*pages, *pages, ("think", "Therefore the mill depends on a single buyer."))
    found = structure_trace(StructureTrace(query="q", steps=steps)).findings
    assert len(found) == 15
    assert any("single buyer" in finding.text for finding in found)


# ---------------------------------------------------------------- where a claim's parts may stand

WORKBOOK = (
    "sheet Mill\nItem | Unit | 2023 | 2024\nFlour sold | tonnes | 4,150 | 4,820\n"
    "Repairs | thousand crowns | 310 | 470\nItem | Unit | 2024\nRent | thousand crowns | 95"
)


@pytest.mark.parametrize(
    ("claim", "source", "expected"),
    [
        # A table's cell has its row's and column's names, its unit, and what stands above the table.
        ("In 2024 the mill sold 4,820 tonnes of flour.", WORKBOOK, True),
        ("Repairs took 470,000 crowns in 2024.", WORKBOOK, True),
        ("Repairs took 470,000 crowns in 2023.", WORKBOOK, False),
        ("The mill's rent is 95,000 crowns.", WORKBOOK, True),
        ("Netzlänge: 2024 318 km", "Kennzahl | 2023 | 2024\nNetzlänge (km) | 305 | 318", True),
        ("管网长度318公里", "指标 | 2023 | 2024\n管网长度（公里） | 305 | 318", True),
        # The date may stand on the page, the figure may follow from two that are stated.
        (
            "In March 2022 the inspectors found 318 cracks in the Selvane dam.",
            "date: 2022-03-09\nThe inspectors counted 318 cracks in the Selvane dam.",
            True,
        ),
        (
            "The Selvane dam cost 318 million crowns, 43 million more than planned.",
            "The Selvane dam cost 318 million crowns. The plan had 275 million crowns.",
            True,
        ),
        (
            "The Selvane dam cost 318 million crowns, 60 million more than planned.",
            "The Selvane dam cost 318 million crowns. The plan had 275 million crowns.",
            False,
        ),
        ("Der Umsatz stieg um 10 Prozent auf 550 Tonnen.", "Umsatz: 550 Tonnen, zuvor 500 Tonnen.", True),
        # What a claim adds in a clause without figures is not asked for, nor its heading and source.
        (
            "The Selvane dam holds 318 million litres, which makes it a sight for visitors (dam register).",
            "The Selvane dam holds 318 million litres of water.",
            True,
        ),
        (
            "Is it a safe place? – The Selvane dam holds 318 million litres.",
            "The dam of Selvane holds 318 million litres.",
            True,
        ),
        # A figure of something else on another place is no help where nothing agrees here.
        ("Arden has 318 pumps.", "Arden has 127 pumps. The library of Beck owns 318 maps.", False),
    ],
)
def test_a_claim_may_stand_in_several_places_of_a_step(claim: str, source: str, expected: bool) -> None:
    assert supported(claim, ("read", source)) is expected


def test_a_finding_reaches_the_report_by_its_main_clause() -> None:
    finding = "71 percent of the guests were content with the ferry, 13 percent were not."
    assert realised(finding, "71 percent of the guests of the ferry were content.")
    assert not realised(finding, "13 percent of the guests of the ferry were not content.")


@pytest.mark.parametrize(
    ("conclusion", "thought", "expected"),
    [
        (
            "Sell the old ferry and keep the crew on the new one.",
            "The old ferry can be sold. The crew is good. Keep the crew for the new one.",
            True,
        ),
        (
            "Do not sign before the ground is surveyed.",
            "Lesson: the ground must be surveyed, sign only then.",
            True,
        ),
        (
            "Move the departures so that no guest waits.",
            "Departures should be moved, a guest should not wait.",
            True,
        ),
        ("Sell the old ferry and keep the crew.", "The harbour is deep. The old crane is rusty.", False),
    ],
)
def test_a_conclusion_may_be_drawn_over_several_sentences_of_a_thought(
    conclusion: str, thought: str, expected: bool
) -> None:
    assert supported(conclusion, ("think", thought), conclusion=True) is expected


# ---------------------------------------------------------------- which findings are chosen


def chosen(*steps: Step, query: str = "q") -> dict[str, tuple[tuple[int, ...], int]]:
    found = structure_trace(StructureTrace(query=query, steps=steps)).findings
    return {finding.text: (finding.steps, finding.strength) for finding in found}


@pytest.mark.parametrize(
    "held",
    [
        "The auditors found that two contracts left nobody in charge of the gate.",
        "Die Aufsicht verlangt einen zweiten Zugang im Norden der Anlage.",
        "审计局指出，合同签订之前没有做完整的勘测。",
    ],
)
def test_what_a_source_holds_or_asks_for_is_a_finding_without_figures(held: str) -> None:
    assert held in chosen(*trace(("read", f"It rained. {held} Nobody spoke.")))


def test_suppositions_and_titles_are_no_findings() -> None:
    said = "Maybe there is a list of 30 mills. Thus we need the number of mills in Selvane for 2023."
    assert not chosen(*trace(("think", said), ("read", "Mills of Selvane and Arden, 2014 to 2023")))


def test_a_sentence_that_has_only_the_figures_of_a_finding_finds_nothing_more() -> None:
    found = chosen(
        *trace(
            ("read", "The Selvane mill made 4,820 tonnes of flour in 2024."),
            ("think", "The Selvane mill: 4,820 tonnes of flour against 5,100 in the plan."),
        )
    )
    assert list(found.values()) == [((1, 2), 3)]


def test_a_search_and_the_page_it_led_to_are_one_source() -> None:
    text, url = "The Selvane mill made 4,820 tonnes of flour in 2024.", "https://mill.example/2024"
    search, page = step(1, "search", text, "mill", urls=(url,)), step(2, "read", text, urls=(url,))
    assert chosen(search, page) == {text: ((1, 2), 2)}
    assert chosen(search, page, step(3, "read", text, urls=("https://town.example",)))[text][1] == 3
