"""What a report cites for a claim."""

from __future__ import annotations

from pathlib import Path

from triaudit.claims.citations import Cited, cited, entries
from triaudit.claims.segments import segments

CASES = Path(__file__).parents[1] / "cases" / "reports"


def of(report: str, quote: str) -> Cited:
    at = report.index(quote)
    return cited(report, at, at + len(quote), entries(report, segments(report)))


def test_footnotes_and_numbers_lead_to_their_own_addresses() -> None:
    report = (CASES / "d01_footnotes.md").read_text("utf-8")
    assert of(report, "Norvale installed 41,200 heat pumps in 2023[^a].").urls == (
        "https://example.org/neb-2024",
    )
    assert of(report, "Subsidies cover 35% of cost [1]").urls == (
        "https://example.org/subsidy?year=2023&lang=en",
    )
    assert of(report, "up from 20%[^b].").urls == ("https://example.org/subsidy_(2022)",)


def test_inline_and_reference_style_links_are_resolved() -> None:
    report = (CASES / "d03_md_link_identifier.md").read_text("utf-8")
    sentence = report.split("\n", 1)[0]
    assert of(report, sentence).urls == (
        "https://doi.example/10.9999/abc-016-1756-5",
        "https://example.org/g",
    )


def test_an_address_ends_before_closing_punctuation_of_any_script() -> None:
    report = (CASES / "d06_zh_sentences.md").read_text("utf-8")
    assert of(report, report.split("\n", 1)[0]).urls == ("https://example.org/zh/公告.html",)


def test_markers_behind_the_full_stop_belong_to_the_sentence() -> None:
    report = "Sales rose 4%. [1][2] Costs fell. [3]\n\n[1]: https://a.example\n[2]: https://b.example\n"
    assert of(report, "Sales rose 4%.") == Cited(("https://a.example", "https://b.example"), ())
    assert of(report, "Costs fell.") == Cited((), ("[3]",))


def test_ranges_and_lists_of_numbers_are_several_references() -> None:
    report = "Sales rose [1, 3-4].\n\n## References\n" + "".join(
        f"{n}. https://r.example/{n}\n" for n in range(1, 6)
    )
    assert of(report, "Sales rose [1, 3-4].").urls == tuple(f"https://r.example/{n}" for n in (1, 3, 4))


def test_private_markers_are_unresolved_and_no_address() -> None:
    report = (CASES / "d13_private_use_markers.md").read_text("utf-8")
    found = of(report, report.strip())
    assert found.urls == ()
    assert len(found.unresolved) == 2


def test_a_label_that_two_lists_define_means_the_next_one_below() -> None:
    report = (
        "# A\n\nFirst [1].\n\n## References\n[1] One https://one.example\n[2] Two https://two.example\n\n"
        "# B\n\nSecond [1].\n\n## References\n[1] Other https://other.example\n[2] More https://more.example\n"
    )
    assert of(report, "First [1].").urls == ("https://one.example",)
    assert of(report, "Second [1].").urls == ("https://other.example",)


def test_an_entry_without_address_but_with_a_doi_gets_its_address() -> None:
    report = (
        "Relapse halves [1].\n\n## References\n[1] Trial X. doi:10.1234/abc.5.\n"
        "[2] Trial Y. doi:10.1234/abc.6\n"
    )
    assert of(report, "Relapse halves [1].").urls == ("https://doi.org/10.1234/abc.5",)
