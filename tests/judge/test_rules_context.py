"""Claims that stand by themselves: pronouns, headings, years, spans and parts, in three languages."""

from __future__ import annotations

import pytest

from triaudit.judge.rules.claims import extract
from triaudit.judge.rules.clauses import clauses
from triaudit.judge.rules.factcheck.claims import taken_apart
from triaudit.judge.rules.times import anchored
from triaudit.questions import ExtractClaims


def claims(segment: str, *headings: str, query: str = "q") -> list[str]:
    found = extract(ExtractClaims(query=query, headings=headings, before="", segment=segment)).claims
    return [claim.text.rstrip(".。") for claim in found]


@pytest.mark.parametrize(
    ("text", "year", "meant"),
    [
        ("Only two looms were left in that year.", 1998, "Only two looms were left in that year (1998)."),
        ("Sales fell by a tenth the year before.", 2011, "Sales fell by a tenth the year before (2010)."),
        ("The following year it closed.", 2011, "The following year (2012) it closed."),
        ("Im selben Jahr kamen 40 Schafe.", 2003, "Im selben Jahr (2003) kamen 40 Schafe."),
        ("Ein Jahr später waren es 52.", 2003, "Ein Jahr später (2004) waren es 52."),
        ("同年新增3座风车。", 2016, "同年 (2016)新增3座风车。"),
        ("比上年增长4%。", 2016, "比上年 (2015)增长4%。"),
        ("In 2020 it made 90 bells, in the year before 81.", 1970, None),
        ("That year (1961) was wet.", 1975, "That year (1961) was wet."),
        ("该市公布了上年度报告。", 2016, "该市公布了上年度报告。"),
        ("That year was wet.", None, "That year was wet."),
    ],
)
def test_a_year_that_is_named_by_another_is_named(text: str, year: int | None, meant: str | None) -> None:
    made = meant or "In 2020 it made 90 bells, in the year before (2019) 81."
    assert anchored(text, year) == made


def test_the_year_is_the_last_one_that_the_text_before_names() -> None:
    told = claims(
        "The mill ground 900 tonnes in 1984. It had 31 workers at the end of that year.", "Orle mill"
    )
    assert any("that year (1984)" in text for text in told)


def test_a_sentence_below_a_heading_with_a_subject_is_about_it() -> None:
    told = claims(
        "## The sieve\n\nIt weighs 40 tonnes and cost 2.1 million euros.",
        "Flour in Orle",
        query="Flour in Orle",
    )
    assert told == [
        "Flour in Orle – The sieve weighs 40 tonnes",
        "Flour in Orle – The sieve cost 2.1 million euros",
    ]


@pytest.mark.parametrize("heading", ["Overview", "Two risks, one answer", "What the sieve did wrong"])
def test_a_heading_that_is_no_subject_stands_for_nothing(heading: str) -> None:
    told = claims(f"The mill is old. \n\n## {heading}\n\nIt weighs 40 tonnes.", "Flour in Orle")
    assert not any(f"{heading} weighs" in text for text in told)


@pytest.mark.parametrize(
    ("segment", "claim"),
    [
        (
            "For each bag Norwash asks 14 euros. Its yard lies 46 kilometres away.",
            "Norwash's yard lies 46 kilometres away",
        ),
        (
            "Before a crowd of 200 the bells were lifted by 9 horses. They weigh 31 tonnes.",
            "The bells weigh 31 tonnes",
        ),
        (
            "Orle Glass Museum opened in 1950. Visitors came from 12 countries. Its shop sold 900 vases.",
            "Orle Glass Museum's shop sold 900 vases",
        ),
    ],
)
def test_a_pronoun_means_the_subject_behind_the_phrase_that_opens_a_sentence(
    segment: str, claim: str
) -> None:
    told = claims(segment, "Orle Glass Museum on its way up", query="How good is the Orle Glass Museum?")
    assert any(text.endswith(claim) for text in told), told


def test_a_permit_that_lapses_is_no_pronoun() -> None:
    told = claims("The county board gave Orle 3 wells. This permit lapses at the end of 2033.", "Orle")
    assert any("This permit lapses" in text and "board" not in text for text in told), told


@pytest.mark.parametrize(
    ("segment", "claim"),
    [
        ("全镇共有30个粮仓，其中四成在河边。", "粮仓，其中四成在河边"),
        ("修缮总费用达8亿元，其中6000万元来自捐款。", "修缮总费用，其中6000万元来自捐款"),
        ("全镇有30个粮仓。其中4个停用。", "粮仓：其中4个停用"),
        ("产量达到约2.4万吨，是2003年的七倍多。", "产量是2003年的七倍多"),
    ],
)
def test_a_part_names_the_whole_in_chinese(segment: str, claim: str) -> None:
    assert any(text.endswith(claim) for text in claims(segment)), claims(segment)


@pytest.mark.parametrize(
    "sentence",
    [
        "Traders sold it 71 looms between 1901 and 1926.",
        "Die Mühle kaufte zwischen 1901 und 1926 insgesamt 71 Webstühle.",
        "By 38 votes to 14 the board agreed on 20 June 2023 to give up 256 looms.",
        "The lines reach 640 barns and farms, nine in ten of all addresses in the parish.",
    ],
)
def test_the_ends_of_a_span_and_of_a_vote_are_not_cut_apart(sentence: str) -> None:
    assert [clause.text for clause in clauses(sentence)] == [sentence]


@pytest.mark.parametrize(
    ("claim", "file"),
    [
        ("Die Anlage kostete 9 Millionen Euro.", False),
        ("In der Anlage arbeiten 40 Menschen.", False),
        ("Laut Anlage kostete die Mühle 9 Millionen Euro.", True),
        ("Die Mühle kostete 9 Millionen Euro (Anlage 2).", True),
        ("Die beigefügte Anlage nennt 9 Millionen Euro.", True),
        ("Der Anhang nennt 9 Millionen Euro.", True),
    ],
)
def test_a_german_plant_is_no_attachment(claim: str, file: bool) -> None:
    assert taken_apart(claim, "q").file is file


@pytest.mark.parametrize(
    "sentence",
    [
        "The parish register nevertheless calls these barns.",
        "That number includes the barns sold by traders.",
        "Die Auflage für die Ställe haben die Bauern dagegen erfüllt.",
        "These barns were burned by the army.",
    ],
)
def test_what_definite_things_did_and_hold_is_claimed_without_figure_or_name(sentence: str) -> None:
    assert claims(sentence, "Report")


@pytest.mark.parametrize(
    "sentence",
    ["The barns might be burned by the army.", "The barns are wonderful.", "These are the good ones."],
)
def test_what_may_be_and_what_is_praised_is_not_claimed(sentence: str) -> None:
    assert not claims(sentence, "Report")


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("The mill earned 5.2 million euros and owes nothing to lenders.", 1),
        ("The mill earned 5.2 million euros and owes 3 million euros.", 2),
        (
            "Traders sold it 71 looms, and for the remaining 42 looms nobody could say where they came from.",
            2,
        ),
        ("九成村民表示满意，抱怨最多的是道路狭窄。", 1),
    ],
)
def test_a_clause_without_a_figure_stays_with_the_one_beside_it(sentence: str, parts: int) -> None:
    assert len(list(clauses(sentence))) == parts


@pytest.mark.parametrize(
    ("segment", "claim"),
    [
        (
            "The inn keeps 327 barrels. Its label calls them old. Traders sold it another 71 in May 1901.",
            "Traders sold it another 71 barrels in May 1901",
        ),
        (
            "Das Gasthaus besitzt 327 Fässer. Weitere 71 kamen im Mai 1926.",
            "Weitere 71 Fässer kamen im Mai 1926",
        ),
        (
            "The inn keeps 327 barrels. It bought another 71 chairs in May 1901.",
            "The inn bought another 71 chairs in May 1901",
        ),
    ],
)
def test_a_count_takes_what_it_is_of_from_the_text_before(segment: str, claim: str) -> None:
    assert any(text.endswith(claim) for text in claims(segment)), claims(segment)


def test_a_pronoun_inside_a_clause_is_no_subject() -> None:
    told = claims("Dealers sold 71 looms. For the rest of 42 looms no one could say how they came.", "Looms")
    assert any("how they came" in text for text in told), told


@pytest.mark.parametrize(
    "sentence",
    [
        "The weavers took part of their own will.",
        "Orle continues until the end of 2026 with 1.7 million crowns a year.",
        "The permit lapses at the end of 2033.",
        "All in all the mill swallows 3 million crowns a year.",
        "Insgesamt verschlang die Mühle 3 Millionen Kronen.",
    ],
)
def test_irregular_pasts_common_verbs_and_sums_state_something(sentence: str) -> None:
    assert claims(sentence, "Report")
