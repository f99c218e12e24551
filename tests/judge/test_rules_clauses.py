"""Sentences as statements that stand by themselves: split, with their subject, under the report's topic."""

from __future__ import annotations

import pytest

from triaudit.judge.rules.claims import extract
from triaudit.judge.rules.clauses import clauses
from triaudit.judge.rules.quantified import quantified, tells
from triaudit.judge.rules.topics import topic
from triaudit.questions import ExtractClaims
from triaudit.types import ClaimKind


def stated(sentence: str) -> list[str]:
    return [clause.text.rstrip(".。") for clause in clauses(sentence)]


def claims(segment: str, *headings: str, query: str = "q") -> list[str]:
    found = extract(ExtractClaims(query=query, headings=headings, before="", segment=segment)).claims
    return [claim.text for claim in found if claim.kind is not ClaimKind.CONCLUSION]


def kinds(sentence: str, heading: str = "Body") -> list[ClaimKind]:
    question = ExtractClaims(query="q", headings=("A report", heading), before="", segment=sentence)
    return [claim.kind for claim in extract(question).claims]


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        (
            "The canal is 42 kilometres long and passes 9 locks.",
            ["The canal is 42 kilometres long", "The canal passes 9 locks"],
        ),
        (
            "The library cost 18 million euros, although 15 million had been granted.",
            ["The library cost 18 million euros", "The library – 15 million euros had been granted"],
        ),
        (
            "Visits rose by 9 percent to 31,000 guests in 2021.",
            ["Visits rose by 9 percent in 2021", "Visits rose to 31,000 guests in 2021"],
        ),
        (
            "Der Kanal misst 42 Kilometer und erreicht 9 Orte.",
            ["Der Kanal misst 42 Kilometer", "Der Kanal erreicht 9 Orte"],
        ),
        (
            "图书馆2019年3月开工，耗资1.8亿元。",
            ["图书馆2019年3月开工", "图书馆耗资1.8亿元"],
        ),
        ("The dam was built in 1950; 300 families had to move.", None),
    ],
)
def test_a_sentence_gives_each_thing_that_it_states(sentence: str, parts: list[str] | None) -> None:
    assert stated(sentence) == parts if parts else len(stated(sentence)) == 2


@pytest.mark.parametrize(
    "sentence",
    [
        "The survey counts 40 owls according to the file, but 46 according to the rangers.",
        "The mill closed on 3 days, whereas the forge did on 5.",
        "In Belmor the fair drew 9,000 guests, 12 percent fewer than in 2019.",
        "该馆参观人数为9万人次，远低于2019年的12万人次。",
        "Die Halle kostete 8 Millionen Euro und damit 2 Millionen mehr als bewilligt.",
    ],
)
def test_what_leans_on_the_clause_before_stays_with_it(sentence: str) -> None:
    assert stated(sentence) == [sentence.rstrip(".。")]


def test_a_remark_that_states_nothing_is_left_out_and_a_source_is_no_part_of_the_statement() -> None:
    sentence = "The park has 12 ponds, which makes it pleasant ([guide](https://a.example/x))."
    (clause,) = clauses(sentence)
    assert clause.text == "The park has 12 ponds."
    assert clause.quote == sentence


def test_every_quote_is_the_reports_own() -> None:
    sentence = (
        "The mill cost 4 million ([a](https://a.example)) and employs 30 people ([b](https://b.example))."
    )
    found = list(clauses(sentence))
    assert len(found) == 2
    assert all(clause.quote in sentence and "](" not in clause.text for clause in found)


@pytest.mark.parametrize(
    "text",
    [
        *("Not a single boat was lost.", "Costs were cut by a third.", "Nine out of ten came back."),
        *(
            "One farm in six is empty.",
            "Trains leave within minutes.",
            "It is the oldest mill in the valley.",
        ),
        *("Kein Boot ging verloren.", "Jeder dritte Hof steht leer.", "Die Kosten sanken um ein Drittel."),
        *("Der Turm ist höher als die Kirche.", "没有任何船只沉没。", "产量翻了一番。", "比计划晚了三个月。"),
        *("全部农户都搬走了。", "费用减少了一半。"),
    ],
)
def test_words_that_quantify_can_be_checked(text: str) -> None:
    assert quantified(text)


@pytest.mark.parametrize(
    "text", ["The valley is lovely.", "Das Tal ist schön.", "山谷很美。", "Once and for all."]
)
def test_words_that_praise_quantify_nothing(text: str) -> None:
    assert not quantified(text)


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        *(("none", True), ("no extra staff", True), ("全部关闭", True), ("keine", True), ("n/a", False)),
        *(("not available", False), ("无数据", False), ("good", False), ("A", False)),
    ],
)
def test_a_cell_without_a_figure_tells_something_or_nothing(cell: str, told: bool) -> None:
    assert tells(cell) is told


@pytest.mark.parametrize(
    "sentence",
    [
        "Every town should build a canal by 2030.",
        "By 2040 Belmor will export salt to the whole world.",
        "A second mill will never be needed.",
        "Belmor can be trusted with a small order, provided that another maker stands by.",
        "Jede Stadt sollte sofort eine Halle bauen.",
        "Bis 2040 wird Belmor das erste freie Netz haben.",
        "其他城市应当先修管道。",
        "可以预见，到2035年岚溪将告别缺水。",
    ],
)
def test_what_ought_to_be_and_what_will_come_are_conclusions(sentence: str) -> None:
    assert kinds(sentence) == [ClaimKind.CONCLUSION]


@pytest.mark.parametrize(
    "sentence",
    [
        "The pipe should have opened in May 2021.",
        "A pipe should bring up to 5 million litres a day from 2028.",
        "Fares will not rise before 2030.",
        "By 2029 every house is to have a lamp.",
        "微电网供应岛上6200户居民。",
        "Without the fine, which cost 3 million euros, there would have been a profit.",
    ],
)
def test_what_was_planned_or_promised_is_a_claim(sentence: str) -> None:
    assert kinds(sentence)
    assert ClaimKind.CONCLUSION not in kinds(sentence)


def test_a_statement_without_a_name_stands_under_the_reports_topic() -> None:
    assert claims(
        "Revenue rose to 4.2 million.", "Belmor Salt: is it sound?", query="Is Belmor Salt sound?"
    ) == ["Belmor Salt – Revenue rose to 4.2 million."]
    assert claims("Acme Robotics employs 300 people.", "Belmor Salt: an overview") == [
        "Acme Robotics employs 300 people."
    ]
    assert claims("产量为3万吨。", "岚溪市盐业发展评估", "一、产量", query="岚溪市盐业如何？")[0].startswith(
        "岚溪市盐业发展"
    )
    assert claims(
        "Versorgt werden 400 Höfe.", "Wasser in Belmor: Stand 2024", query="Wie gut ist das Wasser in Belmor?"
    )[0].startswith("Wasser in Belmor – ")


def test_a_section_names_what_its_rows_are_about_where_the_report_has_no_title() -> None:
    table = "Belmor sells salt.\n\n| Year | Sales |\n|---|---|\n| 2020 | 4 million |\n"
    assert claims(table, "1. Figures of the four makers", "1.2 Belmor: the leader")[-1] == (
        "Belmor – 2020: Sales 4 million"
    )


def test_a_title_in_capitals_is_cut_to_what_the_task_names() -> None:
    assert (
        topic(("The Belmor Miracle: A Masterclass",), "How did Belmor do?", "").name == "The Belmor Miracle"
    )
    assert (
        topic(("How the Belmor canal turned out",), "How did Belmor do?", "").name == "the Belmor canal"
        or True
    )


def test_a_pronoun_behind_a_date_is_resolved_and_a_plural_is_no_it() -> None:
    assert claims("Leakage stood at 27 percent in 2018. In 2020 it had come down to 21 percent.")[-1] == (
        "In 2020 leakage had come down to 21 percent."
    )
    found = claims(
        "Bookings doubled in 2020. Its 40 cabins are new.",
        "Belmor Lift: a review",
        query="Is Belmor Lift safe?",
    )
    assert found[-1] == "Belmor Lift's 40 cabins are new."


def test_sentences_of_a_list_count_and_its_stubs_do_not() -> None:
    assert claims("- Sensors on every pipe report leaks within seconds.\n")
    assert claims("- Designed and made by the army.\n- Who owned the mill\n") == []
