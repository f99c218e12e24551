"""What is counted in a trace, and what is not counted where results are not logged."""

from __future__ import annotations

from tests.audit.made import step
from triaudit.audit.measured import address, measure
from triaudit.audit.signals import SIGNALS

A, B = "https://www.example.org/a/", "https://example.net/b"


def test_queries_are_counted_with_repeats_told_apart() -> None:
    steps = (
        step(1, "search", "x", "Dam A volume", "volume of the Dam A", urls=(A,)),
        step(2, "search", "x", "Dam A volume 2023", "Dam A volumes 2024", urls=(A,)),
    )
    counted = measure(steps, "", ())
    assert counted["searches"] == 2
    assert counted["queries"] == 4
    assert counted["distinct_queries"] == 3  # a year makes another query, word order does not
    assert counted["near_duplicate_queries"] == 1


def test_pages_domains_and_what_the_report_cites_are_counted() -> None:
    steps = (
        step(1, "search", f"x\n{A}", "x", urls=(A,)),
        step(2, "read", "text", urls=("http://example.org/a#top",)),
        step(3, "read", "text", urls=(A,)),
        step(4, "read", "text", urls=(B,)),
    )
    counted = measure(
        steps, f"See [this](https://example.org/a?utm_source=x) and ({B}).", ("https://other.org",)
    )
    assert counted["distinct_domains"] == 2
    assert counted["pages_opened"] == 2
    assert counted["pages_reopened"] == 1
    assert counted["cited_urls"] == 3
    assert counted["cited_seen"] == 2 / 3


def test_depth_counts_follow_ups_with_words_that_results_brought_up() -> None:
    steps = (
        step(1, "search", "Dam A volume\nThe Selvane report has it.", "Dam A volume"),
        step(2, "search", "x", "Selvane report 2020"),
        step(3, "search", "x", "unrelated question"),
    )
    assert measure(steps, "", ())["depth"] == 1


def test_searches_that_bring_nothing_or_nothing_new_are_counted() -> None:
    steps = (
        step(1, "search", "x", "one", urls=(A,)),
        step(2, "search", "x", "two", urls=(A,)),
        step(3, "search", "x", "three", results=False),
    )
    counted = measure(steps, "", ())
    assert counted["dead_ends"] == 1
    assert counted["stale_searches"] == 1


def test_without_logged_results_there_are_no_dead_ends_and_no_depth() -> None:
    counted = measure((step(1, "search", "x", "one", results=False),), "", ())
    assert counted["results_logged"] == 0
    assert not {"dead_ends", "depth", "stale_searches", "cited_seen"} & counted.keys()


def test_a_trace_without_searches_has_no_share_of_logged_results() -> None:
    assert "results_logged" not in measure((step(1, "think", "x"),), "", ())


def test_an_address_that_only_the_draft_names_was_not_seen() -> None:
    steps = (step(1, "read", "text", urls=(A,)), step(2, "answer", f"See {A} and {B}."))
    assert measure(steps, f"See {A} and {B}.", ())["cited_seen"] == 1 / 2


def test_a_trace_that_logs_a_minority_of_its_results_counts_as_one_that_logs_none() -> None:
    steps = tuple(step(n, "search", "x", f"query {n}", results=n < 3) for n in range(1, 8))
    assert "dead_ends" not in measure(steps, "", ())
    assert "dead_ends" in measure(steps[:4], "", ())


def test_addresses_are_compared_without_what_does_not_change_the_page() -> None:
    assert address("http://[broken") == "http://[broken"
    assert address("https://WWW.Example.org/A/?utm_x=1&q=2#f") == "example.org/A?q=2"


def test_going_back_to_a_query_or_a_page_after_another_one_is_a_backtrack() -> None:
    steps = (
        step(1, "search", "x", "Dam A volume"),
        step(2, "read", "text", urls=(A,)),
        step(3, "read", "text", urls=(A,)),  # at once: opened twice, and no way back
        step(4, "search", "x", "volume of Dam A"),
        step(5, "read", "text", urls=(A, B)),
    )
    counted = measure(steps, "", ())
    assert counted["backtracks"] == 2
    assert counted["pages_reopened"] == 2


def test_time_and_tokens_are_counted_once_where_steps_happen_in_steps() -> None:
    agent, model, tool = (step(n, kind, "x") for n, kind in ((1, "other"), (2, "think"), (3, "search")))
    steps = (
        agent.model_copy(update={"at": 0.0, "seconds": 9.0, "tokens": 15}),
        model.model_copy(update={"at": 1.0, "seconds": 2.0, "tokens": 12, "parent": 1}),
        tool.model_copy(update={"at": 4.0, "seconds": 7.0, "tokens": 3, "parent": 2}),
    )
    counted = measure(steps, "", ())
    assert (counted["seconds"], counted["tokens"]) == (11.0, 3)
    spans = [one.model_copy(update={"at": None}) for one in steps]
    assert measure(spans, "", ())["seconds"] == 9.0


def test_a_trace_that_records_neither_time_nor_tokens_counts_none() -> None:
    assert not {"seconds", "tokens"} & measure((step(1, "think", "x"),), "", ()).keys()


def test_every_signal_that_is_counted_is_a_metric() -> None:
    timed = step(1, "search", "x", "one", urls=(A,)).model_copy(
        update={"at": 0.0, "seconds": 1.0, "tokens": 2}
    )
    assert set(measure((timed,), f"See {A}.", ())) == set(SIGNALS)
