import posixpath
import re
from html.parser import HTMLParser
from itertools import chain

from tests.report.made import HOSTILE, PROVENANCE, QUOTE, TASKS, site
from tests.score.made import BOOTSTRAP, WEIGHTS, card, table
from triaudit.report.marked import REL
from triaudit.report.pages import site as site_of
from triaudit.report.render import report_page, system_page
from triaudit.report.sentences import first_paragraph
from triaudit.score.aggregate import shared
from triaudit.score.leaderboard import BASELINE
from triaudit.score.pairs import compare
from triaudit.types import Scorecard, TaskScore

VOID = {"meta", "link", "br", "img", "input", "hr", "rect", "line", "circle", "polygon"}


class Reader(HTMLParser):
    """Elements, addresses and text of a page; elements must be closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.addresses: list[str] = []
        self.outside: list[str] = []
        self.said: list[str] = []
        self.ids: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        given = dict(attrs)
        if (given.get("href") or "").startswith("https://") and tag == "a":
            assert given["rel"] == REL
            self.outside.append(given["href"] or "")
        else:
            self.addresses += [
                given[name] or "" for name in ("href", "src", "action", "style") if name in given
            ]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        assert not any(name.startswith("on") for name, _ in attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.said).split())


def made(*systems: list[TaskScore]) -> list[Scorecard]:
    return [card(scores) for scores in systems]


def test_pages_are_well_formed_and_load_nothing():
    found = site().pages
    assert list(found) == [
        "index.html",
        *(f"systems/{name}.html" for name in ("heron", "plover", "wren")),
        "reports/heron/1.html",
        "reports/wren/2.html",
    ]
    for name, page in found.items():
        read = Reader(page)
        assert not read.open
        assert not {"script", "img", "iframe", "object", "form"} & set(read.tags)
        assert len(read.ids) == len(set(read.ids))
        for address in read.addresses:
            place, _, anchor = address.partition("#")
            assert (
                address == "data:,"
                or not place
                or (posixpath.normpath(posixpath.join(posixpath.dirname(name), place)) in found)
            ), address
            assert place or address == "data:," or anchor in read.ids
        assert set(read.outside) <= {"https://ports.example/2021"}
        assert "url(" not in page
        assert "@import" not in page
        assert "default-src 'none'" in page
        assert BASELINE in read.text


def test_hostile_words_are_shown_and_do_nothing():
    found = site().pages
    page = found["systems/wren.html"]
    assert Reader(page).text.count(" ".join(HOSTILE.split())) >= 2
    assert "49" not in page.split('id="tasks"')[1].split("</table>")[0].replace("49.5", "")
    for one in found.values():
        assert "<script>" not in one
        assert "<img" not in one
        assert 'href="javascript' not in one
    case = Reader(found["reports/heron/1.html"])
    assert case.text.count("<script>alert(1)</script>") >= 6
    assert "[image: a map]" in case.text


def test_a_report_page_tells_everything_about_the_report():
    text = Reader(site().pages["reports/heron/1.html"]).text
    for words in (
        "6 claims",
        QUOTE,
        "Supports · web · 2022-01-05",
        "Contradicts · attachment · page 3 · found with small differences",
        "<b>quay</b>.pdf",
        "Conflict : attachment and web contradict each other",
        "Unknown (no evidence)",
        "not answered: provider error (503)",
        "Conclusion : not a fact",
        "Rests on step 2 : handled 4 percent more in 2021",
        "No step supports it.",
        "1 of 2 findings of the trace reached the report.",
        "Not reported. Orvik was closed in spring.",
        "Noticed, not resolved. two figures",
        "instructs judge (it holds words meant for the judge",
        "report draft: 2",
        "2 steps, read as json array",
        "rating of search_breadth",
        "criterion k2",
        "what claim 6 rests on",
        "The report as it was written",
    ):
        assert words in text, words


def test_a_report_that_is_not_there_has_a_page_that_says_why():
    text = Reader(site().pages["reports/wren/2.html"]).text
    assert "There is no report." in text
    assert "There is no trace." in text
    assert "No claims were read from this report." in text
    assert "output all of it no report" in text
    assert "stage factcheck left no record: run `dvc repro`" in text


def test_a_task_of_the_index_leads_to_its_report():
    read = Reader(site().pages["index.html"])
    assert "reports/heron/1.html" in read.addresses
    assert "W 1 · C 1 · U 1 · ! 1 · R 1 · ∴ 1" in read.text


def test_pages_are_the_same_bytes_every_time_and_hold_no_date():
    first = site()
    assert first == site()
    assert not re.search(
        r"20\d\d-\d\d-\d\d|\d\d:\d\d:\d\d",
        "".join(first.pages[name] for name in ("index.html", "systems/heron.html")),
    )


def test_the_first_page_says_everything_that_a_figure_needs():
    read = Reader(site().pages["index.html"])
    assert read.text.index("Baseline.") < read.text.index("Leaderboard")
    assert BASELINE in read.text
    for words in ("8 of 8 tasks", "7 of 8 tasks", "not measured", "no trace 8", "3*", "Shared ground"):
        assert words in read.text
    assert "quality by rules" in read.text
    assert "Process alpha 0.5" in read.text
    assert "audit was not measured (no trace 8): overall does not cover it." in read.text


def test_what_is_missing_is_listed_with_reason_tasks_and_detail():
    read = Reader(site().pages["systems/wren.html"])
    gaps = read.text.split("What was not measured, and why")[1]
    assert "audit no trace 1, 2, 3, 4, 5, 6, 7, 8 audit/total" in gaps
    assert "factcheck no trace 4" in gaps
    assert "Everything was measured." in Reader(site().pages["systems/heron.html"]).text


def test_names_that_windows_reserves_get_pages_of_their_own():
    assert system_page("careful") == "systems/careful.html"
    assert len({system_page(name).casefold() for name in ("con", "index", "a-b", "a_b")}) == 4
    assert report_page("careful", "7") == "reports/careful/7.html"
    assert ".." not in report_page("careful", "../../etc/passwd")
    assert "con.html" not in report_page("careful", "con")


def first(*tables: list[TaskScore]) -> list[str]:
    """The first paragraph on figures of several systems."""
    return first_paragraph(made(*tables), {}, compare(list(chain(*tables)), WEIGHTS, BOOTSTRAP))


def test_a_paired_interval_that_holds_0_is_called_a_tie_and_another_one_a_lead():
    base = [50.0, 60.0, 70.0, 55.0, 65.0, 75.0]
    close = [value + d for value, d in zip(base, [4, -3, 5, -2, 3, -1], strict=True)]
    behind = [value - d for value, d in zip(base, [2, 3, 4, 3, 2, 4], strict=True)]
    tie = first(table("a", base, base, base), table("b", close, close, close))
    assert tie[0].startswith("b and a are tied overall: 63.5 [")
    assert "1.0 points apart on the same tasks [-" in tie[0]
    lead = first(table("a", base, base, base), table("c", behind, behind, behind))
    assert lead[0].startswith("a leads c overall: 62.5 [")
    assert "3.0 points apart on the same tasks [2." in lead[0]


def test_equal_figures_and_figures_without_intervals_are_not_oversold():
    same = first(table("a", [50], [50], [50]), table("b", [50], [50], [50]))
    assert same[0] == "a and b are level overall at 50.0."
    few = first(table("a", [60], [60], [60]), table("b", [50], [50], [50]))
    assert few[0].startswith("a has more than b overall: 60.0 against 50.0, 10.0 points apart; too few tasks")


def test_a_leader_on_fewer_tasks_is_said_with_the_shared_ground():
    scores = [
        *table("a", [60, 70, 50], [60, 70, 50], [60, 70, 50]),
        *table("b", [90, 80, None], [90, 80, None], [90, 80, None]),
    ]
    cards = made([s for s in scores if s.system == "a"], [s for s in scores if s.system == "b"])
    said = " ".join(
        first_paragraph(cards, shared(scores, WEIGHTS, BOOTSTRAP), compare(scores, WEIGHTS, BOOTSTRAP))
    )
    assert "b was not measured on every task and axis: its place is not certain." in said
    assert "On the 2 tasks and the axes that all of them are measured on: b 85.0" in said


def test_one_system_no_measurement_and_no_system_are_said():
    assert first_paragraph([], {}, []) == ["No system is listed, so nothing was measured."]
    none = [None, None]
    assert "None of the 1 systems" in first_paragraph(made(table("a", none, none, none)), {}, [])[0]
    one = first_paragraph(made(table("a", [50, 60], [50, 60], none)), {}, [])
    assert one[0].startswith("a scores 55.0 [")
    assert one[-1] == "The process audit of any system was not measured."


def test_an_empty_leaderboard_is_a_page():
    (page,) = site_of([], [], TASKS, {}, [], PROVENANCE).pages.values()
    assert "No system is listed." in Reader(page).text
