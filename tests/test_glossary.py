"""Words and names in another language."""

from __future__ import annotations

import pytest

from triaudit.glossary import Tongue, known, places, related, romanised, translated


@pytest.mark.parametrize(
    ("text", "tongue", "words"),
    [
        ("The bridge cost 12 million.", "de", ("Brücke", "Kosten")),
        ("The bridge cost 12 million.", "zh", ("大桥", "成本")),
        ("Die Brücke wurde 2019 eröffnet.", "en", ("bridge", "opened")),
        ("大桥的造价超出预算。", "en", ("cost", "overrun", "budget")),
        ("A quiet view.", "de", ()),
    ],
)
def test_known_words_have_words_in_other_languages(text: str, tongue: Tongue, words: tuple[str, ...]) -> None:
    found = translated(text, tongue)
    assert set(words) <= set(found)
    assert words or not found


def test_a_german_compound_means_what_its_last_word_means() -> None:
    assert "cost" in translated("Baukosten", "en")
    assert "pump" in translated("Flusswärmepumpe", "en")


def test_words_of_one_meaning_are_related_across_languages() -> None:
    assert {"employed", "Mitarbeiter", "员工"} & set(related("Employees: 40"))
    assert "plane" not in related("The plan failed.")


def test_a_texts_own_words_are_known_as_it_has_them() -> None:
    assert known("Ridership of the ferry") == ("ridership", "ferry")
    assert known("轮渡乘客") == ("轮渡", "乘客")


def test_chinese_places_are_spelled_in_latin_letters() -> None:
    assert places("岚溪市在2020年修建了大桥。") == ("岚溪",)
    assert romanised("岚溪市在2020年修建了大桥。") == ("Lanxi",)
    assert romanised("No place here.") == ()
