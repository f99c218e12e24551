"""Variants of a world: each operation by itself, and whole variants of the demo."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from functools import cache
from random import Random

import pytest
from hydra import compose, initialize_config_dir
from hydra.core.global_hydra import GlobalHydra

from tests.helpers import ROOT
from tests.selftest.worlds import BOOK, OTHER, PAGE, REPORT, known, library, unattached
from triaudit.config import settle
from triaudit.errors import TriauditError
from triaudit.numbers import compare
from triaudit.selftest.report import context, own_world
from triaudit.selftest.variants import Varied, read_names, shown, vary
from triaudit.selftest.variants.coherent import ensure, stands
from triaudit.selftest.variants.evidence import unbacked
from triaudit.selftest.variants.figures import figures, parse, spots, write
from triaudit.selftest.variants.form import paragraph_as_list, row_as_note
from triaudit.selftest.variants.labels import right, wrong
from triaudit.selftest.variants.names import Names, invented, renamed, renamer
from triaudit.selftest.variants.order import reordered
from triaudit.selftest.variants.phrasing import passive, rephrased
from triaudit.selftest.variants.scale import groups, scaled
from triaudit.selftest.variants.units import rescaled, respelled, spelled, stepped
from triaudit.selftest.world import World
from triaudit.types import Label

NEAR = {PAGE: "en", OTHER: "en", BOOK: "en"}


def dice(seed: int = 0) -> Random:
    return Random(seed)


def at(world: World, sentence: str) -> int:
    return next(n for n, truth in enumerate(world.truths) if truth.sentence.startswith(sentence))


# ---------------------------------------------------------------- numbers as written


@pytest.mark.parametrize(
    ("written", "language", "number"),
    [
        ("1,840", "en", "1840"),
        ("1.840", "de", "1840"),
        ("14,0", "de", "14.0"),
        ("9600", "zh", "9600"),
        ("1,8", "en", ""),
    ],
)
def test_digits_are_read_as_their_language_writes_them(written: str, language: str, number: str) -> None:
    assert parse(written, language) == (Decimal(number) if number else None)


@pytest.mark.parametrize(
    ("number", "like", "language", "written"),
    [
        ("1840", "920", "en", "1,840"),
        ("18400", "9200", "zh", "18400"),
        ("28600", "14.300", "de", "28.600"),
        ("44.40", "37.0", "en", "44.4"),
        ("2.5", "5", "de", "2,5"),
        ("3", "2.40", "en", "3.00"),
    ],
)
def test_a_number_is_written_like_another(number: str, like: str, language: str, written: str) -> None:
    assert write(Decimal(number), like, language) == written


def test_dates_links_and_list_numbers_are_no_spots() -> None:
    text = "1. In March 2021 it lent 30 books ([report 7](https://a.example/2021/99)) [4], the A40 too."
    assert [text[spot.start : spot.end] for spot in spots(text, "en")] == ["30"]


def test_a_row_gives_its_numbers_the_unit_of_its_cell_or_label() -> None:
    (fuel,) = spots("Fuel | thousand crowns | 1,840", "en")
    assert (fuel.amount, fuel.kind) == (Decimal(1840000), "money crown")
    lengths = spots("Netzlänge (km) | 86 | 94", "de")
    assert [spot.kind for spot in lengths] == ["length", "length"]


def test_a_bare_million_is_of_the_money_beside_it() -> None:
    kinds = [
        spot.kind for spot in spots("It cost 34.2 million crowns and so 5.2 million more than planned.", "en")
    ]
    assert kinds == ["money crown", "money crown"]


# ---------------------------------------------------------------- names


def test_a_name_is_replaced_in_longer_words_and_addresses_and_nowhere_else() -> None:
    rename = renamer({"Tolle": "Brenwick", "霁川": "荷湾", "Jichuan": "Hewan"})
    assert rename("Die Tolle fährt toll, tolle Sache.") == "Die Brenwick fährt toll, tolle Sache."
    assert (
        rename("Tolleer, https://x.tolle.example/tolle-2024")
        == "Brenwicker, https://x.brenwick.example/brenwick-2024"
    )
    assert rename("霁川市, Jichuan, jichuan-plan.pdf") == "荷湾市, Hewan, hewan-plan.pdf"


def test_names_are_invented_apart_from_each_other_and_from_what_is_there() -> None:
    names = Names(("Aster", "Bolder", "Corm"), {"青石": "Qingshi"})
    made = invented(names, "Brenwick", dice())
    assert sorted(made) == ["Aster", "Bolder", "Corm", "Qingshi", "青石"]
    assert len({new[:3] for name, new in made.items() if name.isascii()}) == 4
    assert made == invented(names, "Brenwick", dice())


def test_the_same_name_stands_in_question_page_file_report_and_truth() -> None:
    world, other = renamed(library(), Names(("Quillmere",)), dice())
    new = other["Quillmere"]
    ensure(world)
    assert new in world.tasks[0].query
    assert new in world.pages[0].title
    assert new in world.outputs["clerk"][0].report
    assert world.tasks[0].files[0].name == world.documents[0].name == f"{new.lower()}-costs.xlsx"
    assert "uillmere" not in repr(world)


# ---------------------------------------------------------------- figures moved together


def test_amounts_of_a_kind_move_by_one_factor_and_stay_consistent() -> None:
    world, moved = scaled(library(), dice(3))
    ensure(world)
    assert moved == 1
    money = {
        spot.amount
        for text in (world.outputs["clerk"][0].report, world.pages[0].text, world.documents[0].blocks[0].text)
        for spot in spots(text, "en")
        if spot.kind == "money crown"
    }
    factor = min(money) / 120_000
    assert factor != 1
    assert money == {factor * amount for amount in (120_000, 135_000, 870_000, 6_200_000)}
    assert "2023" in world.truths[0].sentence


def test_figures_stay_where_an_image_shows_them() -> None:
    world = library()
    image = world.documents[0].model_copy(update={"kind": "image", "blocks": ()})
    assert scaled(world._replace(documents=(image,)), dice())[1] == 0


def test_pages_that_nobody_cites_move_with_the_task_they_are_like() -> None:
    world = library()
    stray = world.pages[1].model_copy(
        update={"url": "https://stray.example", "text": "A library lent 900 books."}
    )
    _, where = groups(world._replace(pages=(*world.pages, stray)))
    assert where["https://stray.example"] == where[PAGE]


# ---------------------------------------------------------------- labels


@pytest.mark.parametrize("seed", range(12))
def test_a_figure_made_wrong_is_away_from_every_figure_around(seed: int) -> None:
    world = library()
    number = at(world, "Its new wing")
    made = wrong(world, number, dice(seed))
    assert made is not None
    truth = made[0].truths[number]
    assert truth.label is Label.WRONG
    (figure,) = figures(truth.sentence, "en")
    for other in figures(world.pages[0].text, "en"):
        assert compare(figure, other) in {"other", "apart"}
    assert abs(figure.values[0] / 6.2e6 - 1) >= 0.1
    assert stands(truth, made[0])


def test_only_what_a_quote_backs_is_made_wrong() -> None:
    world = library()
    assert wrong(world, at(world, "It lost"), dice()) is None
    assert wrong(world, at(world, "| Seats"), dice()) is None


def test_a_plain_wrong_figure_is_made_right_by_its_evidence() -> None:
    world = unattached()
    number = at(world, "| Seats")
    made = right(world, number)
    assert made is not None
    assert made[0].truths[number].sentence == "| Seats | 400 | good |"
    assert made[0].truths[number].label is Label.RIGHT
    assert "| Seats | 400 | good |" in made[0].outputs["clerk"][0].report


def test_a_figure_is_not_made_right_where_an_attachment_may_say_something_else() -> None:
    world = library()
    number = at(world, "| Seats")
    assert right(world, number) is not None
    book = world.documents[0]
    row = book.blocks[0].model_copy(update={"text": "Chairs | pieces | 77"})
    assert right(world._replace(documents=(book.model_copy(update={"blocks": (row,)}),)), number) is None
    image = book.model_copy(update={"kind": "image", "blocks": ()})
    assert right(world._replace(documents=(image,)), number) is None


def test_one_wrong_figure_among_right_ones_is_made_right() -> None:
    sentence = "The staff grew by 41 people to 214."
    world = unattached()
    output = world.outputs["clerk"][0].model_copy(update={"report": sentence})
    page = world.pages[0].model_copy(update={"text": "It employed 214 people, 31 more than a year before."})
    grown = known(sentence, Label.WRONG, (PAGE, "It employed 214 people, 31 more"))
    made = right(world._replace(pages=(page,), truths=(grown,), outputs={"clerk": (output,)}), 0)
    assert made is not None
    assert made[0].truths[0].sentence == "The staff grew by 31 people to 214."


def test_a_sentence_whose_evidence_is_taken_out_is_unknown() -> None:
    world = library()
    number = at(world, "Its new wing")
    made = unbacked(world, number, NEAR)
    assert made is not None
    assert made[0].truths[number].label is Label.UNKNOWN
    assert made[0].truths[number].evidence == ()
    assert made[0].pages[0].text == (
        "The library lent 84,000 books in 2023. It has 400 seats. Another 120,000 crowns went into heating."
    )
    ensure(made[0])


def test_evidence_that_is_said_twice_is_not_taken_out() -> None:
    world = library()
    again = world.pages[1].model_copy(
        update={"text": "The wing of 6.2 million crowns is open. It has 2 doors."}
    )
    assert unbacked(world._replace(pages=(world.pages[0], again)), 1, NEAR) is None


def test_evidence_that_follows_from_two_figures_is_not_taken_out() -> None:
    world = library()
    sum_of = "The walls cost 4.1 million crowns and the roof 2.1 million crowns."
    again = world.pages[1].model_copy(update={"text": sum_of})
    assert unbacked(world._replace(pages=(world.pages[0], again)), 1, NEAR) is None


def test_evidence_that_two_amounts_add_up_to_is_not_taken_out() -> None:
    sentence = "Loans fell by 12 percent."
    world = library()
    page = world.pages[0].model_copy(
        update={"text": "It lent 18,900 books after 21,500. Loans so fell by 12 percent."}
    )
    output = world.outputs["clerk"][0].model_copy(update={"report": sentence})
    fallen = known(sentence, Label.RIGHT, (PAGE, "Loans so fell by 12 percent"))
    world = world._replace(pages=(page,), truths=(fallen,), outputs={"clerk": (output,)})
    assert unbacked(world, 0, NEAR) is None


def test_a_conflict_without_its_other_side_is_right() -> None:
    world = library()
    number = at(world, "| Heating")
    made = unbacked(world, number, NEAR)
    assert made is not None
    assert made[0].truths[number].label is Label.RIGHT
    assert "135" not in made[0].documents[0].blocks[0].text
    assert "Staff" in made[0].documents[0].blocks[0].text


def test_a_conflict_that_loses_the_side_it_took_is_wrong() -> None:
    world = library()
    heated = known(
        "It paid 135,000 crowns for heating.",
        Label.CONFLICT,
        (PAGE, "Another 120,000 crowns went into heating"),
        (BOOK, "Heating | thousand crowns | 135"),
    )
    output = world.outputs["clerk"][0].model_copy(update={"report": f"{REPORT}\n{heated.sentence}\n"})
    world = world._replace(truths=(*world.truths, heated), outputs={"clerk": (output,)})
    made = unbacked(world, at(world, "| Heating"), NEAR)
    assert made is not None
    assert made[0].truths[-1].label is Label.WRONG


# ---------------------------------------------------------------- the same in other words

AMOUNTS = [
    ("The bridge cost 5.51 million crowns.", "en"),
    ("They paid 960,000 crowns for paint.", "en"),
    ("Der Turm kostete 31,5 Mio. Kronen.", "de"),
    ("大桥的造价为18.6亿元。", "zh"),
    ("维护费用为1500万元。", "zh"),
]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("sentence", "language"), AMOUNTS)
def test_another_scale_keeps_the_amount(sentence: str, language: str, seed: int) -> None:
    made = rescaled(sentence, language, dice(seed))
    assert made is not None
    assert made != sentence
    (old,), (new,) = figures(sentence, language), figures(made, language)
    assert compare(old, new) == compare(new, old) == "same"
    assert abs(old.values[0] - new.values[0]) < 1e-6 * old.values[0]


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("The line is 8.4 kilometres long.", "en"),
        ("Das Netz misst 88 Kilometer.", "de"),
        ("电站装机12兆瓦。", "zh"),
        ("水渠长23.5公里。", "zh"),
    ],
)
def test_a_smaller_unit_keeps_the_amount(sentence: str, language: str) -> None:
    made = stepped(sentence, language, dice())
    assert made is not None
    assert compare(*(figures(text, language)[0] for text in (sentence, made))) == "same"


def test_a_unit_of_a_rate_or_an_area_is_not_made_smaller() -> None:
    assert stepped("Gusts reached 72 kilometres per hour.", "en", dice()) is None
    assert stepped("改造面积为23.5平方公里。", "zh", dice()) is None


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("It fell by 16.5 percent.", "en"),
        ("Der Verlust lag bei 14,0 %.", "de"),
        ("It is 34 metres high.", "en"),
        ("超支14.8%。", "zh"),
    ],
)
def test_another_name_of_a_unit_keeps_the_amount(sentence: str, language: str) -> None:
    for seed in range(5):
        made = respelled(sentence, language, dice(seed))
        assert made is not None
        assert compare(*(figures(text, language)[0] for text in (sentence, made))) == "same"


def test_small_numbers_change_between_words_and_digits() -> None:
    assert spelled("Two of the pylons stand there.", "en", dice()) == "2 of the pylons stand there."
    assert spelled("It took 11 journeys.", "en", dice()) == "It took eleven journeys."
    assert spelled("Es gab nur 7 Ausfälle.", "de", dice()) == "Es gab nur sieben Ausfälle."
    for fixed in (
        "It cost 5 million crowns.",
        "Nine out of ten agree.",
        "It fell to 4 fifths.",
        "Open from 8 to 9 daily.",
    ):
        assert spelled(fixed, "en", dice()) is None


@pytest.mark.parametrize(
    ("language", "sentence", "other"),
    [
        ("en", "In 2024 the boat made 14 trips.", "The boat made 14 trips in 2024."),
        ("en", "The mill sold 1,340 sacks in 2024.", "In 2024, the mill sold 1,340 sacks."),
        (
            "en",
            "It cost 9 crowns, although 7 had been granted.",
            "Although 7 had been granted, it cost 9 crowns.",
        ),
        ("de", "Der Absatz stieg 2024 auf 8 Tonnen.", "Im Jahr 2024 stieg der Absatz auf 8 Tonnen."),
        ("zh", "工程2019年6月开工，共铺路8公里。", "2019年6月工程开工，共铺路8公里。"),
        ("zh", "2024年全市用水780万立方米。", "全市2024年用水780万立方米。"),
    ],
)
def test_words_change_places(language: str, sentence: str, other: str) -> None:
    assert reordered(sentence, language, dice()) == other


@pytest.mark.parametrize(
    "sentence",
    [
        "It was built in 1913 and was inspected in 2023.",
        "Ada paid 4 crowns more than in 2020.",
        "Ada paid 4 crowns in 2020.",
        "They closed it because of too much dust in 2024.",
    ],
)
def test_words_stay_where_a_move_might_change_what_is_said(sentence: str) -> None:
    assert reordered(sentence, "en", dice()) is None


def test_a_source_stays_at_the_end() -> None:
    made = reordered("The mill sold 9 sacks in 2024 ([mill](https://mill.example/in)).", "en", dice())
    assert made == "In 2024, the mill sold 9 sacks ([mill](https://mill.example/in))."


def test_synonyms_leave_links_and_figures_alone() -> None:
    sentence = "Revenue rose to 7.5 million ([Revenue rose](https://revenue.example/rose-to-5))."
    for seed in range(8):
        made = rephrased(sentence, "en", dice(seed))
        assert made is not None
        assert made.endswith("([Revenue rose](https://revenue.example/rose-to-5)).")
        assert "7.5 million" in made
        assert made.split(" (")[0] != sentence.split(" (", maxsplit=1)[0]


def test_a_participle_is_no_past_tense() -> None:
    assert rephrased("Divorces have dropped to a low.", "en", dice()) is None


def test_an_active_sentence_becomes_passive() -> None:
    assert passive("The company recalled 40 jars in 2021 and was fined.") is None
    assert passive("The company recalled 40 jars in 2021.") == "40 jars were recalled by the company in 2021."


def test_a_table_row_becomes_a_line_and_the_last_one_stays() -> None:
    world = library()
    made = row_as_note(world, at(world, "| Seats"))
    assert made is not None
    assert made.truths[at(world, "| Seats")].sentence == "Seats: 450 (Value), good (Verdict)."
    ensure(made)
    assert row_as_note(made, at(made, "| Heating")) is None


def test_a_paragraph_becomes_a_list_in_its_order() -> None:
    made = paragraph_as_list(library(), 1)
    assert made is not None
    ensure(made)
    lines = [line for line in made.outputs["clerk"][0].report.split("\n") if line.startswith("- ")]
    assert [line[:9] for line in lines] == ["- The lib", "- Its new", "- It lost"]


# ---------------------------------------------------------------- whole variants


@cache
def demo() -> World:
    """The demo's world as it is configured."""
    GlobalHydra.instance().clear()
    values = ["benchmark.version=demo", "systems=[harbor,breeze,lantern]", "search=corpus"]
    values += [f"search.path={ROOT / 'data/demo/corpus'}"]
    with initialize_config_dir(str(ROOT / "conf"), version_base="1.3"):
        cfg = settle(compose("config", overrides=values))
    return own_world(context(cfg, ROOT / "results", None, "demo"), ROOT / "data/demo/truth.jsonl")


@cache
def varied(seed: int) -> Varied:
    return vary(demo(), seed, read_names(ROOT / "data/demo/names.yaml"))


@pytest.mark.parametrize("seed", range(1, 5))
def test_a_variant_of_the_demo_fits_itself_and_keeps_a_tenth_of_each_label(seed: int) -> None:
    made = varied(seed).world
    ensure(made)
    shares = Counter(truth.label for truth in made.truths)
    assert min(shares[label] for label in Label) >= 0.1 * len(made.truths)
    assert len(made.truths) >= 0.95 * len(demo().truths)


def test_a_seed_makes_the_same_variant_again_and_another_seed_another() -> None:
    again = vary(demo(), 1, read_names(ROOT / "data/demo/names.yaml"))
    assert again == varied(1)
    assert again.world.truths != varied(2).world.truths


def test_no_name_of_the_demo_is_left_in_a_variant() -> None:
    names = read_names(ROOT / "data/demo/names.yaml")
    world = varied(1).world
    listed = [*names.latin, *names.chinese, *names.chinese.values()]
    everything = repr(
        (world.pages, world.documents, world.truths, [t.query for t in world.tasks], world.outputs)
    )
    assert [name for name in listed if name in everything] == []


def test_every_other_label_of_a_variant_is_listed_with_its_reason() -> None:
    made = varied(1)
    relabelled = Counter((change.old, change.new) for change in made.changes if change.old is not change.new)
    before, after = (Counter(truth.label for truth in world.truths) for world in (demo(), made.world))
    gone = sum(change.operation.startswith("sentence taken out") for change in made.changes)
    assert sum(relabelled.values()) >= 30
    assert sum(before.values()) - sum(after.values()) == gone
    text = shown(made.changes, "variant 1")
    assert "figure made wrong [RIGHT → WRONG]" in text
    assert "by lost evidence [CONFLICT → RIGHT]" in text


def test_most_sentences_of_a_variant_are_written_otherwise() -> None:
    sentences = {truth.sentence for truth in demo().truths}
    same_as_before = [truth for truth in varied(1).world.truths if truth.sentence in sentences]
    assert len(same_as_before) < 0.25 * len(sentences)


def test_a_sentence_that_no_line_names_keeps_its_label() -> None:
    made = varied(1)
    mentioned = {change.after for change in made.changes if change.old is not change.new}
    untouched = [t for t in made.world.truths if t.sentence not in mentioned]
    old = {truth.sentence: truth.label for truth in demo().truths}
    assert all(old.get(truth.sentence, truth.label) is truth.label for truth in untouched)


def test_known_answers_that_do_not_fit_their_world_are_refused() -> None:
    world = library()
    broken = known("It never stood there.", Label.RIGHT)
    with pytest.raises(TriauditError, match=r"clerk, library: .* is not exactly once"):
        vary(world._replace(truths=(broken,)), 1)
