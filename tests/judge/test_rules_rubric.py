"""The rules judge's rubrics: facts that stand in the file, weights and criteria that fit together."""

from __future__ import annotations

from math import fsum
from time import process_time

import pytest

from triaudit.judge.rules.asks import LABELS, demands
from triaudit.judge.rules.keyfacts import key_facts
from triaudit.judge.rules.points import lists, parts, points, subjects
from triaudit.judge.rules.rubric import criteria, dimensions
from triaudit.questions import Criteria, Dimensions, FixedDimension, KeyFacts, NamedDimension
from triaudit.rubric.facts import checked
from triaudit.types import Block, Document, KeyFact
from triaudit.words import figures, phrases, term_set

EN = (
    "I run a ferry company. Please compare electric and hydrogen ferries in Norway, Denmark and Scotland by "
    "range, cost and charging time, give at least 5 examples in a table, and recommend one. Use no more than "
    "800 words and cite your sources. What changed between 2021 and 2024?"
)
ZH = (
    "我在做渡轮行业研究。请对比电动渡轮和氢能渡轮在续航、成本、充电时间方面的差异，列出至少5个案例，用表格展示。"
    "另外，2021年到2024年的政策有什么变化？每个数据都要标注来源。"
)
DE = (
    "Vergleiche Elektrofähren und Wasserstofffähren in Norwegen, Dänemark und Schottland nach Reichweite, "
    "Kosten und Ladezeit. Bitte mit Tabelle und Quellen, höchstens 800 Wörter. Welche Fähre empfiehlst du "
    "für kurze Strecken?"
)
FIXED = tuple(
    FixedDimension(id=name, name=name.replace("_", " ").capitalize(), definition="…")
    for name in ("coverage", "insight", "instruction_following", "clarity")
)
FACTS = (
    KeyFact(id="f1", file="a", locator="p", text="MF Ampere carries 120 cars", importance=3),
    KeyFact(id="f2", file="a", locator="p", text="MF Hydra carries 80 cars", importance=1),
)


@pytest.mark.parametrize("query", [EN, ZH, DE], ids=["en", "zh", "de"])
@pytest.mark.parametrize("facts", [(), FACTS], ids=["text", "attachment"])
def test_every_dimension_is_weighed_and_has_one_to_ten_criteria(
    query: str, facts: tuple[KeyFact, ...]
) -> None:
    reply = dimensions(
        Dimensions(
            query=query, language="en", fixed=FIXED, facts=facts, has_attachments=bool(facts), max_dynamic=3
        )
    )
    assert len(reply.dynamic) == 1
    assert {weight.id for weight in reply.weights} == {*(one.id for one in FIXED), "d1"}
    assert fsum(weight.weight for weight in reply.weights) == pytest.approx(1, abs=1e-9)
    named = [
        *(NamedDimension(id=o.id, name=o.name, definition=o.definition, dynamic=False) for o in FIXED),
        NamedDimension(
            id="d1", name=reply.dynamic[0].name, definition=reply.dynamic[0].definition, dynamic=True
        ),
    ]
    made = criteria(Criteria(query=query, language="en", dimensions=tuple(named), facts=facts)).criteria
    for one in named:
        mine = [draft for draft in made if draft.dimension == one.id]
        assert 1 <= len(mine) <= 10
        assert len({draft.text for draft in mine}) == len(mine)
        assert fsum(draft.weight for draft in mine) == pytest.approx(1, abs=1e-9)
    if facts:
        grounding = [d for d in made if d.dimension == "d1" and "facts and agree" in d.text]
        assert {"f1", "f2"} <= set(" ".join(d.text for d in grounding).replace(",", " ").split())
        assert 0.5 <= fsum(d.weight for d in grounding) <= 0.6


def test_no_dynamic_dimension_where_none_is_wanted() -> None:
    reply = dimensions(
        Dimensions(query=EN, language="en", fixed=FIXED, facts=(), has_attachments=False, max_dynamic=0)
    )
    assert reply.dynamic == ()
    assert fsum(weight.weight for weight in reply.weights) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("query", ["", "?", "x", "1234", "…"])
def test_a_query_with_next_to_nothing_in_it_still_gets_criteria(query: str) -> None:
    named = tuple(
        NamedDimension(id=name, name=name, definition="…", dynamic=name == "d1")
        for name in ("coverage", "instruction_following", "d1")
    )
    made = criteria(Criteria(query=query, language="und", dimensions=named, facts=())).criteria
    assert {draft.dimension for draft in made} == {"coverage", "instruction_following", "d1"}


# ---------------------------------------------------------------- what a task asks for


@pytest.mark.parametrize(
    ("query", "forms"),
    [
        (EN, {"comparison", "count", "table", "advice", "length", "sources", "years"}),
        (ZH, {"comparison", "count", "table", "sources", "years"}),
        (DE, {"comparison", "table", "sources", "length", "advice"}),
    ],
    ids=["en", "zh", "de"],
)
def test_demands_on_form_are_found(query: str, forms: set[str]) -> None:
    assert {demand.form for demand in demands(query)} == forms


def test_bounds_and_years_are_read() -> None:
    found = {demand.form: demand for demand in demands(EN)}
    assert (found["length"].least, found["length"].most) == (0, 800)
    assert found["count"].least == 5
    assert found["years"].years == ("2021", "2024")
    (about,) = demands("Please write about 1,000 words.")
    assert (about.least, about.most) == (700, 1300)
    (least,) = demands("请写不少于两页，2000字以上。")
    assert (least.least, least.most) == (2000, 0)


@pytest.mark.parametrize(
    ("query", "years"),
    [
        ("How did ferry prices develop since 2023?", ()),
        ("What has changed since early 2023, and what is planned for 2027?", ("2027",)),
        ("What is the law in Norway as of March 2024?", ()),
        ("I founded the yard in 2015. What did steel cost in 2021?", ("2021",)),
        ("Please forecast costs from 2024 to 2030.", ("2024", "2030")),
        ("Wie haben sich die Preise seit 2023 entwickelt, und wie hoch sind sie 2025?", ("2025",)),
        ("Welche Regeln gelten ab Januar 2024?", ()),
        ("自2023年以来，电动车销量如何变化？", ()),
        ("请分析2020年之后的政策，并预测2030年的销量。", ("2030",)),
        ("请比较2021年到2024年的政策。", ("2021", "2024")),
    ],
)
def test_a_year_that_only_bounds_the_time_is_no_demand(query: str, years: tuple[str, ...]) -> None:
    assert next((d.years for d in demands(query) if d.form == "years"), ()) == years


def test_no_demand_is_dropped_however_many_there_are() -> None:
    query = (
        "What did ferries cost in 2021? Please give code, formulas, at least 5 examples, at least 7 ports, "
        "at most 800 words and your sources, recommend one, summarise, and show the comparison in a table. "
        "Say where sources disagree and how sure you are."
    )
    named = (NamedDimension(id="instruction_following", name="Instructions", definition="…", dynamic=False),)
    made = criteria(Criteria(query=query, language="en", dimensions=named, facts=())).criteria
    texts = "\n".join(draft.text for draft in made)
    assert len(made) <= 10
    assert {demand.form for demand in demands(query)} == set(LABELS)
    for demand in demands(query):
        assert f"demand for {LABELS[demand.form]}: “{demand.text}”" in texts


def test_chinese_subjects_have_no_measure_words_at_their_ends() -> None:
    query = "请设计一套相控阵天线系统，并评估各类储能方案的成本，说明费用投入策略有哪些。"
    found = [phrase.text for phrase in subjects(query)]
    assert "相控阵天线系统" in found
    assert "费用投入策略" in found
    assert all(phrase.text in query for phrase in subjects(query))


@pytest.mark.parametrize(
    ("query", "forms"),
    [
        ("Put the yields in a table.", {"table"}),
        ("请用表格列出各县产量。", {"table"}),
        ("Nennen Sie die Erträge in einer Tabelle.", {"table"}),
        ("Assess the orchard and cite your sources.", {"sources"}),
        ("评估果园，并注明来源。", {"sources"}),
        ("Beurteilen Sie den Obstbau und geben Sie die Quellen an.", {"sources"}),
        ("Assess the harvest and say how sure you are.", {"certainty"}),
        ("请评估收成，并说明把握程度。", {"certainty"}),
        ("Beurteilen Sie die Ernte und sagen Sie, wie sicher Sie sind.", {"certainty"}),
        ("Say where sources disagree about the frost.", {"disagreement"}),
        ("Check whether the ledger agrees with the press.", {"disagreement"}),
        ("请说明各方数据在哪里不一致。", {"disagreement"}),
        ("Prüfen Sie, wo die Zahlen voneinander abweichen.", {"disagreement"}),
        ("Say what the growers should do next.", {"advice"}),
        ("Sagen Sie, was der Verband als Nächstes tun soll.", {"advice"}),
    ],
)
def test_a_demand_is_found_in_three_languages(query: str, forms: set[str]) -> None:
    assert {demand.form for demand in demands(query)} == forms
    named = (NamedDimension(id="instruction_following", name="Instructions", definition="…", dynamic=False),)
    made = criteria(Criteria(query=query, language="en", dimensions=named, facts=())).criteria
    for form in forms:
        assert any(f"demand for {LABELS[form]}" in draft.text for draft in made)  # type: ignore[index]


@pytest.mark.parametrize(
    ("point", "things"),
    [
        (
            "For growers, assess the orchard trial: yield against forecast, frost, and what became of prices",
            ("assess the orchard trial", "yield against forecast", "frost", "what became of prices"),
        ),
        (
            "请为同类果园评估这次改造：产量与预期、霜冻损失、水费的变化",
            ("请评估这次改造", "产量与预期", "霜冻损失", "水费的变化"),
        ),
        (
            "Beurteilen Sie den Obstbau: Ertrag und Preise, Frostschäden, Wasser",
            ("Beurteilen Sie den Obstbau", "Ertrag und Preise", "Frostschäden", "Wasser"),
        ),
        ("Explain why the frost came late", ("Explain why the frost came late",)),
        ("Put the yields in a table and cite sources", ()),
        (
            "Compare cost (seed, water, labour), yield, and risk, and cite your sources",
            ("Compare cost (seed, water, labour)", "yield", "risk"),
        ),
    ],
)
def test_a_point_is_the_things_that_it_enumerates_without_demands_on_form(
    point: str, things: tuple[str, ...]
) -> None:
    assert parts(point) == things


def test_a_table_that_the_asker_brings_is_no_demand_for_one() -> None:
    assert demands("Please explain the attached table.") == ()
    assert demands("请解释附件表格。") == ()


def test_points_are_the_clauses_that_ask() -> None:
    assert points("I run a ferry company. What does a ferry cost? Also, please explain charging times.") == (
        "What does a ferry cost?",
        "please explain charging times",
    )
    assert len(points(ZH)) == 3
    assert points("Ferry costs in Norway") == ("Ferry costs in Norway",)


def test_enumerations_are_taken_apart() -> None:
    assert ("Norway", "Denmark", "Scotland") in lists(EN)
    assert ("Norwegen", "Dänemark", "Schottland") in lists(DE)
    assert any("成本" in items for items in lists(ZH))


def test_subjects_are_phrases_of_the_query() -> None:
    for query in (EN, ZH, DE):
        found = subjects(query)
        assert 3 <= len(found) <= 6
        assert all(phrase.text in query for phrase in found)
    assert any("渡轮" in phrase.text for phrase in subjects(ZH))


@pytest.mark.parametrize("text", ["中" * 20000, "1." * 10000, "word " * 5000, "a、" * 5000, "a, b " * 4000])
def test_a_very_long_query_is_read_in_little_time(text: str) -> None:
    start = process_time()
    lists(text), demands(text), points(text), subjects(text)
    assert process_time() - start < 2


def test_words_of_grammar_carry_nothing() -> None:
    assert term_set("What is the and of it, please?") == frozenset()
    assert term_set("这个是什么") == frozenset()
    assert term_set("Risks of a risk") == frozenset({"risk"})
    assert [phrase.text for phrase in phrases("the electric ferry of Norway")] == ["electric ferry", "Norway"]


def test_numbers_are_compared_without_their_separators() -> None:
    assert figures("1,234.50 and 1.234,5 and 3,5 and 2,100.") == {"1234.5", "3.5", "2100"}


# ---------------------------------------------------------------- key facts

TABLE = Block(
    kind="table",
    locator="sheet Fleet, rows 1-9",
    text="Ferry | Cars | Built | Range (km)\n"
    + "\n".join(f"Ferry {c} | {20 + n} | {2010 + n} | {30 + 3 * n}" for n, c in enumerate("ABCDEFGH")),
)
PROSE = Block(
    kind="text",
    locator="page 2",
    text="This page is intentionally short. MF Ampere has sailed between Lavik and Oppedal since 2015. "
    "Its battery holds 1,040 kWh. It was a good day. 该渡轮的电池容量为1040千瓦时，2015年投入使用。",
)
DOCUMENT = Document(digest="a", name="fleet.pdf", kind="pdf", blocks=(TABLE, PROSE))


def test_key_facts_stand_in_the_file_and_prefer_figures() -> None:
    reply = key_facts(KeyFacts(query=EN, language="en", document=DOCUMENT))
    facts, notes = checked(DOCUMENT, reply.facts, 1)
    assert notes == []
    assert 5 <= len(facts) <= 15
    texts = [fact.text for fact in facts]
    assert any("MF Ampere" in text for text in texts)
    assert any(text.startswith("Ferry") for text in texts)
    assert not any("good day" in text for text in texts)
    assert {fact.importance for fact in facts} == {1, 2, 3}


def test_a_row_says_what_its_columns_are() -> None:
    table = Block(
        kind="table", locator="s", text="Ferry | Cars | Range (km)\nHydra | 80 | 22\nAmpere | 120 |"
    )
    document = Document(digest="a", name="x", kind="xlsx", blocks=(table,))
    reply = key_facts(KeyFacts(query=EN, language="en", document=document))
    assert [fact.text for fact in reply.facts] == ["Hydra; Cars 80; Range (km) 22", "Ampere; Cars 120"]


def test_a_file_without_text_has_no_facts() -> None:
    empty = Document(
        digest="a", name="x.png", kind="image", blocks=(Block(kind="image", locator="image", text=""),)
    )
    assert key_facts(KeyFacts(query=EN, language="en", document=empty)).facts == ()
