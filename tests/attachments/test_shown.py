from __future__ import annotations

from datetime import date, datetime, time, timedelta

import pytest

from triaudit.attachments.shown import shown


def moment(day: int, hour: int = 0, minute: int = 0) -> datetime:
    """A time in January 2024 as workbooks hold it, without a zone."""
    return datetime.combine(date(2024, 1, day), time(hour, minute))


@pytest.mark.parametrize(
    ("value", "number_format", "text"),
    [
        (12, "General", "12"),
        (12.0, "General", "12"),
        (0.1 + 0.2, "General", "0.3"),
        (1234567.891, "#,##0", "1,234,568"),
        (1234567.891, "#,##0.00", "1,234,567.89"),
        (2.5, "0", "3"),
        (0.125, "0.0%", "12.5%"),
        (0.125, "0%", "13%"),
        (-3.5, "0.00", "-3.50"),
        (-0.001, "0.00", "0.00"),
        (-1204, "#,##0;(#,##0)", "(1,204)"),
        (0, '#,##0;(#,##0);"-"', "-"),
        (1204, "[$€-407] #,##0.00", "€ 1,204.00"),
        (1204.5, '#,##0.0 "km"', "1,204.5 km"),
        (5, "[Red]0.0", "5.0"),
        (7, "000", "007"),
        (3.10, "0.0##", "3.1"),
        (12_300_000, "0.0,,", "12.3"),
        (0.000012, "0.00E+00", "1.2e-05"),
        (0.5, "# ?/?", "0.5"),
        (150, '[>100]"high";"low"', "150"),
        (True, "General", "TRUE"),
        ("=A1", "General", "=A1"),
        (None, "General", ""),
        (moment(31), "dd/mm/yy", "2024-01-31"),
        (moment(31, 13, 30), "dd/mm/yy hh:mm", "2024-01-31 13:30"),
        (moment(1), "mmm yyyy", "2024-01"),
        (moment(1), "yyyy", "2024"),
        (date(2024, 2, 3), "General", "2024-02-03"),
        (time(7, 5), "hh:mm", "07:05"),
        (timedelta(hours=30, minutes=5), "[h]:mm", "30:05:00"),
    ],
)
def test_a_cell_reads_as_its_format_shows_it(value: object, number_format: str, text: str) -> None:
    assert shown(value, number_format) == text
