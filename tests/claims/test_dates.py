"""The date that a report gives itself, and dates in it that are not its own."""

from __future__ import annotations

import pytest

from triaudit.claims.dates import report_date


@pytest.mark.parametrize(
    ("report", "date"),
    [
        ("# Ports\n\nDate: 5 March 2024\n", "2024-03-05"),
        ("2024-03-05\n# Ports\n", "2024-03-05"),
        ("# Häfen\n\nStand: 3. Mai 2024\n", "2024-05-03"),
        ("报告日期：2024年3月5日\n", "2024-03-05"),
        ("The law enters into force next year. (Report dated 2024-03-05)", "2024-03-05"),
        ("As of March 2024 the CEO of Acme is R. Holt.", None),
        ("The population as of 2019 was 5 million.", None),
        ("截至2023年底，人口为5万。", None),
        ("The law was published 12 May 2020 and has changed since.", None),
    ],
)
def test_only_a_date_on_its_own_line_or_behind_the_reports_name_is_the_reports(
    report: str, date: str | None
) -> None:
    assert report_date(report) == date
