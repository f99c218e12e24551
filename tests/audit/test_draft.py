"""Which steps are the report's own draft."""

from __future__ import annotations

import json

from tests.audit.made import step, trace
from triaudit.audit.draft import marked, research
from triaudit.types import Step

SENTENCES = (
    "Dam A stores 2.1 km3 of water.",
    "It was finished in 1974 by the state.",
    "Dam B leaks since 1998, as two surveys say.",
    "Nobody has measured how much is lost.",
    "A repair would cost 12 million crowns.",
)
REPORT = "# Dams\n\n" + " ".join(f"{sentence[:-1]} [{n}]." for n, sentence in enumerate(SENTENCES, 1))
TEXT = " ".join(SENTENCES)


def kept(*steps: Step) -> list[int]:
    return [one.index for one in research(marked(steps, REPORT))]


def test_answers_are_drafts_wherever_they_stand() -> None:
    assert kept(*trace(("answer", "Something else."), ("think", "Now search."), ("answer", TEXT))) == [2]


def test_a_step_that_holds_mostly_the_reports_sentences_is_a_draft() -> None:
    assert kept(*trace(("think", f"I write the report now.\n\n{TEXT}"), ("other", TEXT))) == []
    escaped = json.dumps({"path": "report.md", "content": "# Dams\n\n" + "\n".join(SENTENCES)})
    assert kept(*trace(("code", escaped), ("code", "print(2.1 * 3)"))) == [2]


def test_a_step_that_thinks_of_more_than_the_report_says_is_none() -> None:
    thinks = f"{SENTENCES[0]} The survey of 1998 is old. I need a newer source. Search for the repair."
    assert kept(*trace(("think", thinks))) == [1]


def test_a_page_is_a_source_however_much_the_report_repeats_of_it() -> None:
    assert kept(step(1, "read", TEXT, urls=("https://example.org/dams",))) == [1]
    assert kept(step(1, "read", SENTENCES[2]), step(2, "search", SENTENCES[0])) == [1, 2]


def test_the_reports_own_file_read_back_is_a_draft() -> None:
    assert kept(step(1, "read", TEXT)) == []


def test_chinese_drafts_are_found() -> None:
    report = "## 结论\n大坝A的库容为21亿立方米。大坝B自1998年起渗漏。"
    steps = trace(
        ("think", "现在写报告。\n大坝A的库容为21亿立方米。大坝B自1998年起渗漏。"), ("think", "还需要查证。")
    )
    assert [one.index for one in research(marked(steps, report))] == [2]
