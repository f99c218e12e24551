from pathlib import Path

import pytest

from triaudit.systems.interface import clean_report

CASES = Path(__file__).parents[1] / "cases" / "reports"


def test_plan_and_buttons_are_taken_off() -> None:
    cleaned = clean_report((CASES / "d14_ui_residue.md").read_text("utf-8"))
    assert cleaned.report == "# Comparison of the Dams\nDam A stores 2.1 km3."
    assert cleaned.flag == "interface_text_removed"


def test_a_conversation_in_one_line_keeps_its_report() -> None:
    cleaned = clean_report(
        "Conversation with Helper   Which dam?  Here's the plan I've put together. Let me know if you need "
        "any changes before I start.\n  Dams  Research Websites (1) Find volumes.\n(2) Compare. More Analyze "
        "Results Create Report Ready in a few mins  Edit plan   Start research   I've completed your "
        "research. Feel free to ask me follow-up questions or request changes. Dams "
        "Completed Aug 1, 10:00 AM  Helper "
        "can make mistakes, so double-check it  Dams Contents Export Create The Two Dams Executive Summary "
        "Dam A is larger. " + "Words of the report. " * 200 + "Start research on Dam B next."
    )
    assert cleaned.report.startswith("The Two Dams Executive Summary Dam A is larger.")
    assert cleaned.report.endswith("Start research on Dam B next.")


@pytest.mark.parametrize(
    "text",
    [
        "# Research plan\nLet me know if anything is unclear. Start research early.",
        "The export rules changed.\n\nShare",
        "Start research with the registers.\n\n## Sources\n- one",
        "Exports:\n\nCopy",
        "Rainfall fell by 18% \ue200cite\ue202turn0search3\ue201 while yields rose【8†source】.",
    ],
)
def test_reports_that_use_such_words_stay_whole(text: str) -> None:
    assert clean_report(text) == (text, "")


def test_an_offered_plan_without_a_report_behind_it_is_flagged() -> None:
    text = "Here's a research plan. If you need to update it, let me know!\n(1) Find volumes."
    assert clean_report(text) == (text, "interface_text_suspected")
