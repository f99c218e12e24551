"""Which statements are one claim, and which only look alike."""

from __future__ import annotations

import pytest

from triaudit.claims.merge import merged
from triaudit.types import Claim, ClaimKind


def claims(*texts: str) -> list[Claim]:
    return merged(
        [
            Claim(
                id="",
                text=text,
                kind=ClaimKind.NUMBER,
                start=10 * index,
                end=10 * index + 5,
                segment_start=0,
                segment_end=100,
                language="en",
            )
            for index, text in enumerate(texts)
        ]
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("The Model S costs 80,000.", "The Model X costs 80,000."),
        ("A方案投资5亿元。", "B方案投资5亿元。"),
        ("It has more than 500 staff.", "It has fewer than 500 staff."),
        ("It has 500 staff.", "It has up to 500 staff."),
        ("Sales were 5 million in 2020.", "Sales were 5 million in 2020 in Europe."),
        ("Sales were 5 million in the first quarter of 2020.", "Sales were 5 million in 2020."),
        ("Acme acquired Borel.", "Borel acquired Acme."),
        ("It spent 40 on research and 60 on marketing.", "It spent 40 on marketing and 60 on research."),
        ("The bridge cost 12 million.", "The tunnel cost 12 million."),
        ("The bridge is open.", "The bridge is not open."),
    ],
)
def test_another_name_bound_scope_or_order_is_another_claim(first: str, second: str) -> None:
    assert len(claims(first, second)) == 2


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [
        ("The bridge opened in 1932.", "The bridge opened to traffic in 1932.", 0),
        ("Sales were 5 million in 2020.", "In 2020, sales were 5 million.", 0),
        ("Sales 5 million in 2020.", "The sales were 5 million in 2020.", 1),
    ],
)
def test_the_same_in_other_words_of_grammar_is_one_claim_in_its_fullest_wording(
    first: str, second: str, kept: int
) -> None:
    (made,) = claims(first, second)
    assert made.text == (first, second)[kept]
    assert (made.start, made.repeats) == (0, ((10, 15),))
