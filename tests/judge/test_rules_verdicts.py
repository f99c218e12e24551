"""Verdicts from weighed evidence: figures in their places, times, tables, computed values, both sides."""

from __future__ import annotations

import pytest

from triaudit.judge.rules.factcheck import check
from triaudit.judge.rules.factcheck.derived import derived
from triaudit.judge.rules.factcheck.figures import stated
from triaudit.questions import CheckClaim, Passage
from triaudit.types import Label


def web(text: str, title: str = "", date: str | None = None) -> Passage:
    source = f"https://{date or 'a'}.example"
    return Passage(id="", side="web", source=source, locator=title, date=date, text=text)


def label(claim: str, *passages: Passage, query: str = "q") -> Label:
    numbered = tuple(one.model_copy(update={"id": f"p{n}"}) for n, one in enumerate(passages, 1))
    question = CheckClaim(query=query, claim=claim, segment=claim, as_of=None, passages=numbered)
    return check(question).label


@pytest.mark.parametrize(
    ("claim", "passage", "expected"),
    [
        (
            "The lido took in 84,300 swimmers, 6 percent more than the year before.",
            "The lido counted 84,300 swimmers, 6 percent more than a year earlier.",
            Label.RIGHT,
        ),
        ("The depot was finished on schedule.", "The depot was finished four months late.", Label.WRONG),
        (
            "Not a single beach was closed.",
            "Three beaches were closed because of algae.",
            Label.WRONG,
        ),
        ("Rents in the harbour district fell by a tenth.", "The harbour has nine cranes.", Label.UNKNOWN),
        (
            "Die Bibliothek wurde pünktlich fertig.",
            "Die Bibliothek wurde ein Jahr später als geplant fertig.",
            Label.WRONG,
        ),
    ],
)
def test_one_sentence_decides_by_what_it_says_of_the_claims_own_measure(
    claim: str, passage: str, expected: Label
) -> None:
    assert label(claim, web(passage)) is expected


def test_each_figure_of_a_sentence_has_its_own_date() -> None:
    sentence = "Applications rose from 8 in 2023 to 13 in 2024."
    first, second = (item for item in stated(sentence) if item.figure.dimension == "count")
    assert [date.text for date in first.scope] == ["2023"]
    assert [date.text for date in second.scope] == ["2024"]
    assert (first.kind, second.kind) == ("from", "level")


def test_a_newer_page_outweighs_an_older_one_on_the_same_measure() -> None:
    old = web("The final cost of the lido was 31 million euros.", date="2022-01-10")
    new = web("The final cost of the lido was 36 million euros.", date="2024-06-01")
    assert label("The lido cost 36 million euros.", old, new) is Label.RIGHT
    assert label("The lido cost 31 million euros.", old, new) is Label.WRONG


def test_a_difference_is_computed_from_the_figures_of_one_sentence() -> None:
    figures = stated("The lido cost 36 million euros, and 30 million euros had been approved.")
    assert any(abs(made.figure.values[0] - 6e6) < 1 for made in derived(figures))


def test_a_figure_of_somebody_else_supports_nothing() -> None:
    page = web("Borel's revenue was 4.2 million euros in 2023.", title="Borel: accounts 2023")
    assert (
        label("Revenue was 4.2 million euros in 2023.", page, query="Assess Acme of Tarn.") is Label.UNKNOWN
    )
