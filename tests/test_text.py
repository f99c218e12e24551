"""Folding, sentences, quotes, addresses and plain text, on ordinary and on hostile texts."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from time import process_time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from triaudit.text import Span, find_quote, fold, plain, sentences, tokens, urls
from triaudit.text import _folded as folded

ODD = (
    "aA é\u0301\u0316\u0323\u0345\u200b\u00ad\n ﬁßİΣ①Ａ가"
    "\u1100\u1161\u11a8ﾞか\u3099\uff9e\u0bc6\u0bbe\u0f73\u0344¨½汉"
)


@given(st.one_of(st.text(max_size=60), st.text(ODD, max_size=80)))
@settings(max_examples=300, deadline=None)
@example("e" + "\u0301\u0316" * 40 + "\u0301x")
@example("\u1100" + "\uff9e\u0301" * 40 + "\u1161\u11a8")
def test_the_folded_text_with_places_is_the_folded_text(text: str) -> None:
    joined, starts, ends = folded(text)
    assert joined == fold(text)
    assert len(starts) == len(ends) == len(joined)
    assert list(starts) == sorted(starts)
    assert all(0 <= start < end <= len(text) for start, end in zip(starts, ends, strict=True))


@given(st.text(ODD, max_size=80))
@settings(max_examples=200, deadline=None)
def test_every_text_finds_itself_whole(text: str) -> None:
    found = find_quote(text, text)
    if len(fold(text)) < 2:
        assert found is None
    else:
        assert found is not None
        how, span = found
        assert how == "exact"
        assert fold(text[span.start : span.end]) == fold(text)


@pytest.mark.parametrize(
    "sentence",
    [
        "Doanh thu năm 2023 tăng mười phần trăm so với năm trước.",
        "작년 수출은 전년보다 십이 퍼센트 늘었다.",
        "Der Umsatz stieg im Jahr 2023 kräftig über das übliche Maß.",
        "データベースのパフォーマンスが向上した。",
    ],
)
@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
def test_a_quote_is_found_in_every_unicode_spelling(sentence: str, form: str) -> None:
    spelled = unicodedata.normalize(form, sentence)  # type: ignore[arg-type]
    text = f"Intro. {spelled} Schluß."
    for quote in (sentence, unicodedata.normalize("NFD", sentence), unicodedata.normalize("NFC", sentence)):
        found = find_quote(quote, text)
        assert found == ("exact", Span(7, 7 + len(spelled)))


def test_a_quote_with_a_slip_is_fuzzy_and_one_with_another_number_is_none() -> None:
    text = "In 2021 the harbour handled 41 million tonnes of freight, more than ever before."
    found = find_quote("In 2021 the harbor handled 41 million tonnes of freight", text)
    assert found is not None
    assert found[0] == "fuzzy"
    assert text[found[1].start : found[1].end].startswith("In 2021 the harbour handled 41 million")
    assert find_quote("In 2021 the harbor handled 47 million tonnes of freight", text) is None


def test_a_long_quote_with_slips_is_followed_through_the_text() -> None:
    words = [f"{noun} number {n} was checked" for n in range(60) for noun in ("Barge", "Crane")]
    text = f"Before. {', '.join(words)}. After."
    quote = ", ".join(words[10:90]).replace("checked, Crane", "chekced, Crane", 9)
    found = find_quote(quote, text)
    assert found is not None
    assert found[0] == "fuzzy"
    assert text[found[1].start : found[1].end] == ", ".join(words[10:90])
    swapped = ", ".join(words[50:90] + words[10:50])
    assert find_quote(swapped.replace("checked, Crane", "chekced, Crane", 9), text) is None


def test_a_text_inside_a_longer_quote_does_not_hold_the_quote() -> None:
    assert (
        find_quote("The dam was finished early and nobody complained about it", "The dam was finished")
        is None
    )


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("A [link](http://a.b/c_(d) 'with a \"title\"') here.", "A link here."),
        ('![alt](a.png "x (y)") and ![b][ref] gone', "and gone"),
        ("![alt](data:image/png;base64,AAAA) gone", "gone"),
        ("Rose 4%[1][^a] and [2, 3-5] fell 【8†source】 again.", "Rose 4% and fell again."),
        ("**A *b* c** and __d__ and _e_ and `f_g_h`.", "A b c and d and e and f_g_h."),
        ("***both*** and **a * b** and 2 ** 3", "both and a * b and 2 ** 3"),
        ("Seen (https://x.org/a_(b)?c=汉字。) and <https://x.org/>.", "Seen (。) and."),
        ("See http://x.org/wiki/汉字, then.", "See, then."),
        ("Told \ue200cite\ue202turn0search1\ue201 twice.", "Told twice."),
        ("x <!-- no --> y<br>z \\*kept\\*", "x y z *kept*"),
    ],
)
def test_markdown_is_shown_as_a_reader_sees_it(markdown: str, shown: str) -> None:
    assert plain(markdown) == shown


def test_addresses_end_before_closing_punctuation() -> None:
    text = "(https://a.org/b_(c).) https://a.org/x?y=1&z=2, https://a.org/汉字，后 http://... https://b.de/q!"
    assert [url for _, url in urls(text)] == [
        "https://a.org/b_(c)",
        "https://a.org/x?y=1&z=2",
        "https://a.org/汉字",
        "https://b.de/q",
    ]


def test_a_list_number_and_an_abbreviation_end_no_sentence() -> None:
    text = "  12. First one. e.g. the second. 1234. Third"
    assert [text[s.start : s.end] for s in sentences(text)] == [
        "12. First one.",
        "e.g. the second.",
        "1234.",
        "Third",
    ]


UNITS = (
    *("![a](", "![", "![a][", '[a](b "', "[a](b 'c ", "[1](", "[1](a(b)", "[^a", "[1,", "[a][", "【†", "†"),
    *("\ue000", "\ue000a", "turn1", "citeturn1search", "<!--", "<!---->", "<a", "</a ", "(http://a/汉汉"),
    *("<http://a/汉", "http://.", "http://a(b)", "**a ", "** ", "*", "***a ", "__a ", "_a_", "`", "e.g. "),
    *("1. ", "“。", "\u0301\u0316", "\uff9e\u0301", "\u1161", "\u200b", "  ", "\n", " ,", "汉", "ab"),
)
FRAMES = ("{}", "[a](http://x/{}", "<http://a/_{}", "**x{}", "[1{}x", "x {}\n")


@pytest.mark.parametrize("work", [plain, urls, sentences, fold, tokens])
@pytest.mark.parametrize("frame", FRAMES)
def test_hostile_text_takes_no_longer_than_any_other(work: Callable[[str], object], frame: str) -> None:
    for unit in UNITS:
        text = frame.format(unit * (20_000 // len(unit)))
        start = process_time()
        work(text)
        assert process_time() - start < 1, unit


@pytest.mark.parametrize("unit", UNITS)
def test_a_hostile_quote_takes_no_longer_than_any_other(unit: str) -> None:
    text = unit * (20_000 // len(unit))
    start = process_time()
    find_quote(f"{text[:10_000]} and on", text)
    find_quote(f"the words {unit * 20} and on", text)
    assert process_time() - start < 2


def test_a_hundred_thousand_characters_are_plain_in_a_second() -> None:
    for unit in ("![a](", '[a](b "', "**a ", "\ue000turn1", "<http://a/汉汉"):
        start = process_time()
        plain(unit * (100_000 // len(unit)))
        assert process_time() - start < 2, unit


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("The U.S. economy grew. It was strong.", ["The U.S. economy grew.", "It was strong."]),
        ("He lives in the U.S. The plant opened.", ["He lives in the U.S.", "The plant opened."]),
        ("Am 3. Mai 2024 war es offen. Es kam.", ["Am 3. Mai 2024 war es offen.", "Es kam."]),
        ("Im 2. Quartal stieg der Umsatz.", ["Im 2. Quartal stieg der Umsatz."]),
        ("It has 12. The end.", ["It has 12.", "The end."]),
        ("Sales rose.[1] Costs fell.[^b]", ["Sales rose.[1]", "Costs fell.[^b]"]),
        ("增长5%。[1]下一句。", ["增长5%。[1]", "下一句。"]),
    ],
)
def test_initials_german_ordinals_and_glued_markers_end_no_sentence_too_early(
    text: str, parts: list[str]
) -> None:
    assert [text[s.start : s.end] for s in sentences(text)] == parts
